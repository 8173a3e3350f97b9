"""The readable texts of a page, without the fields that were typed into."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from agentprog.ports import Bounds, Element, Role, Screen, Window
from agentprog.runtime.grounding.reading import at_end
from agentprog.runtime.witness.views import Views, view_of


def screen(*texts: str, field: str = "") -> Screen:
    elements = [
        Element(index=index, role=Role.TEXT, label=text, text=text, bounds=Bounds(0, index, 9, index + 9))
        for index, text in enumerate(texts, 1)
    ]
    if field:
        bounds = Bounds(0, 90, 9, 99)
        elements.append(Element(index=9, role=Role.FIELD, label=field, text=field, bounds=bounds, editable=True))
    now = datetime(2026, 5, 2, tzinfo=UTC)
    return Screen(package="p", activity="a", width=9, height=9, taken_at=now, elements=tuple(elements))


@pytest.mark.parametrize(
    ("text", "shown", "found"),
    [
        ("Hello", ["he said: hello  there"], True),
        ("hello there", ["Hello\n there"], True),
        ("+1 066 290 8339", ["+1066-290-8339"], True),
        ("+10662908339", ["Mobile (106) 629-08339"], True),
        ("12345", ["1 2345"], False),
        ("2026", ["20 26"], False),
        ("100", ["Battery 2100"], False),
        ("Bob", ["Alice"], False),
        ("Bob", ["Bobby"], False),
        ("", ["x"], False),
    ],
)
def test_a_text_is_found_whatever_its_case_spacing_or_grouping_of_digits(text, shown, found) -> None:
    assert view_of(screen(*shown)).says(text) is found


def test_a_field_is_not_read_it_was_typed_into() -> None:
    assert not view_of(screen(field="hello")).says("hello")


def test_views_hold_the_pages_without_the_text_of_dialogs() -> None:
    views = Views()
    listed, opened = screen("Bob", "Ann"), replace(screen("Robert"), activity="Page")
    for one in (listed, listed, screen("Ann"), opened):
        views.look(one)
    assert [view.count("Bob") for view in views.at(listed)] == [1, 0]
    assert len(views.at(opened)) == 1
    asked = replace(listed, elements=tuple(replace(e, window=Window.DIALOG) for e in screen("Really?").elements))
    views.look(asked)
    assert views.at(asked) == ()
    assert len(views.at(listed)) == 2


def test_the_screen_shows_the_end_of_a_list() -> None:
    shown = screen("a")
    longer = Element(index=5, role=Role.LIST, label="l", bounds=Bounds(0, 0, 9, 9), scrollable=True, more_below=True)
    assert at_end(shown)
    assert view_of(shown).whole
    more = replace(shown, elements=(*shown.elements, longer))
    assert not at_end(more)
    assert not view_of(more).whole


@pytest.mark.parametrize(
    ("row", "name"),
    [
        ({"text": "Al", "label": "row"}, True),
        ({"description": "Al", "label": "row"}, True),
        ({"label": "row"}, False),
        ({"label": "Al"}, True),
    ],
)
def test_a_cut_off_row_has_the_name_of_its_id_and_no_text(row: dict[str, str], name: bool) -> None:
    element = Element(index=1, role=Role.ITEM, bounds=Bounds(0, 1, 9, 9), resource_id="org:id/row", **row)
    shown = Screen(package="p", activity="a", width=9, height=9, taken_at=datetime(2026, 5, 2, tzinfo=UTC),
                   elements=(element,))  # fmt: skip
    assert bool(view_of(shown).names) is name
