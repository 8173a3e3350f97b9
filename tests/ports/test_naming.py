"""The app that a name means."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentprog.ports import App, NoApp, choose_app, fold_name

_NAMES = st.text(alphabet="abcäÖ 笔记-é", min_size=1, max_size=8).filter(fold_name)


def apps(*labels: str, aliases: tuple[str, ...] = ()) -> tuple[App, ...]:
    return tuple(App(package=f"org.x.p{n}", label=label, aliases=aliases) for n, label in enumerate(labels))


@pytest.mark.parametrize(
    ("name", "labels", "chosen"),
    [
        ("Contacts", ("Palm Contacts", "Contacts"), "Contacts"),
        ("contacts", ("Contacts Backup", "Contacts", "My Contacts"), "Contacts"),
        ("contacts", ("Palm Contacts", "Clock"), "Palm Contacts"),
        ("Ubersetzer", ("Übersetzer", "Ubersetzer Plus"), "Übersetzer"),
        ("ÜBERSETZER", ("Übersetzer",), "Übersetzer"),
        ("the Cafe app", ("Café",), "Café"),
        ("notes", ("Notes Pro", "Sticky Notes"), "Notes Pro"),
        ("sticky", ("Notes Pro", "Sticky Notes"), "Sticky Notes"),
        ("Google Photos", ("Photos", "Google"), "Photos"),
        ("笔记", ("田野笔记", "时钟"), "田野笔记"),
        ("田野", ("田野笔记", "时钟"), "田野笔记"),
        ("ساعه", ("الساعة",), None),
        ("Palm Contacts", ("Contacts",), None),
        ("act", ("Contacts",), None),
        ("Note", ("Notes",), None),
        ("!!!", ("Contacts",), None),
    ],
)
def test_a_whole_name_wins_then_its_beginning_then_one_of_its_words(
    name: str, labels: tuple[str, ...], chosen: str | None
) -> None:
    found = choose_app(name, apps(*labels))
    assert (found.label if isinstance(found, App) else None) == chosen


def test_a_name_that_fits_several_apps_lists_all_of_them() -> None:
    found = choose_app("notes", apps("Blue Notes", "Red Notes", "Clock"))
    assert isinstance(found, NoApp)
    assert [app.label for app in found.choices] == ["Blue Notes", "Red Notes"]
    assert str(found) == "2 apps fit 'notes': Blue Notes, Red Notes; name one of them"


def test_choices_with_one_label_are_listed_with_their_packages() -> None:
    found = choose_app("notes", apps("My Blue Notes", "My Blue Notes"))
    assert str(found) == ("2 apps fit 'notes': My Blue Notes (org.x.p0), My Blue Notes (org.x.p1); name one of them")


def test_a_misspelt_name_is_no_app_and_gets_similar_names() -> None:
    found = choose_app("Contcts", apps("Contacts", "Clock"))
    assert str(found) == "no app called 'Contcts' is installed; near names: Contacts"
    assert str(choose_app("Zoom", apps("Contacts"))) == "no app called 'Zoom' is installed"


@given(st.lists(_NAMES, min_size=1, max_size=6), st.data())
def test_the_label_of_an_installed_app_always_finds_it(labels: list[str], data: st.DataObject) -> None:
    wanted = data.draw(st.sampled_from(labels))
    found = choose_app(wanted.swapcase(), apps(*labels, aliases=("other",)))
    assert isinstance(found, App)
    assert fold_name(found.label) == fold_name(wanted)


@given(st.lists(_NAMES, max_size=6), _NAMES)
def test_the_chosen_app_does_not_depend_on_the_order(labels: list[str], name: str) -> None:
    different = apps(*{fold_name(label): label for label in labels}.values())
    found, turned = choose_app(name, different), choose_app(name, different[::-1])
    if isinstance(found, App):
        assert turned == found
    else:
        assert isinstance(turned, NoApp)
        assert set(turned.choices) == set(found.choices)
