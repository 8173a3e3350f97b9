"""Recipes outlive their run. A recipe is trusted after two agreeing executions, for one version, language and screen.
Its file holds no person's words, and several processes may write it at once.
"""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agentprog.app.recipes.exchange import chosen, exported, forget, imported, portable, told
from agentprog.app.recipes.shelf import Shelf
from agentprog.devices.masking import MaskingDevice
from agentprog.errors import UsageError
from agentprog.ports import DeviceInfo, OutcomeKind, Secret, placeholder
from agentprog.recipes.book import Book
from agentprog.recipes.form import Aim, Home, Move, Recipe, Text, Use
from agentprog.recipes.listing import listed, rows_read
from agentprog.recipes.proving import missed, taken_in
from agentprog.runtime.journal.events import MoveDecided, Replayed, SideExited
from tests.recipes.test_listing import FIRST, SECOND, items, page
from tests.runtime.conftest import FakePhone, Lab

ADD = 'In the "Notes" app, add the note "{x}"\n'
HOME = Home(package="org.notes", version="7", language="en-US", shape="1080x2400")
ONE = Use(slot=1)


class Kept(FakePhone):
    """A phone that reports its language and the versions of its apps."""

    def __init__(self, *, app: str = "7", language: str = "en-US", **more: Any) -> None:
        super().__init__(**more)
        self.app_version, self.language = app, language

    @property
    def info(self) -> DeviceInfo:
        return DeviceInfo(
            serial="fake-1", model="Fake", android="15", sdk=35, width=1080, height=2400, language=self.language
        )

    def version(self, package: str) -> str:
        return self.app_version if package == "org.notes" else "1"


def run(shelf: Shelf, *notes: str, phone: Kept | None = None, **options: Any) -> Lab:
    lab = Lab(phone=phone or Kept())
    text = "".join(ADD.replace("{x}", note) for note in notes)
    outcome = lab.run(text, shelf=shelf, **options)
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.notes[-len(notes) :] == list(notes)
    return lab


def asked(lab: Lab) -> int:
    return len(lab.events.of(MoveDecided))


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "recipes")


def test_after_two_executions_another_run_asks_nobody_and_names_the_source(shelf: Shelf) -> None:
    assert asked(run(shelf, "Milk")) > 0
    assert asked(run(shelf, "Eggs")) > 0, "one execution is not trusted by another run"
    third = run(shelf, "Tea", "Rice")
    assert asked(third) == 0
    assert [event.learned for event in third.events.of(Replayed)] == ["earlier", "this"]
    assert [one.recipe.proven for one in shelf.all()] == [4]


def test_a_loop_of_one_run_is_enough_for_the_next(shelf: Shelf) -> None:
    run(shelf, "Milk", "Eggs")
    assert asked(run(shelf, "Tea", recipes="only")) == 0


@pytest.mark.parametrize("changed", [{"app": "8"}, {"language": "de-DE"}, {"app": ""}])
def test_another_version_or_language_needs_new_proofs(shelf: Shelf, changed: dict[str, str]) -> None:
    run(shelf, "Milk", "Eggs")
    assert asked(run(shelf, "Tea", phone=Kept(**changed))) > 0
    assert asked(run(shelf, "Tea")) == 0, "what was learned on the old one is still there"


def test_another_screen_needs_new_proofs(shelf: Shelf) -> None:
    run(shelf, "Milk", "Eggs")
    kept = shelf.all()[0]
    assert shelf.known(kept.home)
    assert shelf.known(Home(package="org.notes", version="7", language="en-US", shape="2400x1080")) == ()


def test_without_a_shelf_nothing_is_stored(shelf: Shelf) -> None:
    lab = Lab(phone=Kept())
    lab.run(ADD.replace("{x}", "Milk"))
    assert shelf.all() == ()


def test_no_word_of_a_person_is_in_the_files(shelf: Shelf) -> None:
    """Neither the values, nor a model's own text, nor the rows touched on the way."""
    phone = Kept(notes=["Canary of mine", "Canary two"])
    lab = Lab(phone=phone)
    lab.run(
        'In the "Notes" app, add the note "canary-3141"\nIn the "Notes" app, delete the note "Canary two"\n'
        'In the "Chat" app, send "canary text" to +15550199\n',
        shelf=shelf,
    )
    lab.run('set {pin} to "canary-pin"\nIn the "Notes" app, add the note {pin}\n', shelf=shelf)
    assert len(shelf.all()) >= 3
    text = "".join(path.read_text(encoding="utf-8") for path in shelf.folder.glob("*.json")).casefold()
    assert "canary" not in text
    assert "0199" not in text


def test_a_recipe_types_a_secret_without_storing_it(shelf: Shelf) -> None:
    """Above the phone only its name is known; the next run types another value by the same recipe."""
    notes: list[str] = []
    for value in ("rosebud-7341", "xanadu-2205", "kane-9968"):
        phone = Kept(notes=notes)
        lab = Lab(phone=MaskingDevice(phone, [Secret(name="pin", value=value)]))
        lab.run('In the "Notes" app, add the note {pin}\n', shelf=shelf, inputs={"pin": placeholder("pin")})
        notes = phone.notes
        assert notes[-1] == value
        records = "".join(map(repr, lab.events.all)) + "".join(
            path.read_text(encoding="utf-8") for path in shelf.folder.glob("*.json")
        )
        assert not [word for word in ("rosebud", "xanadu", "kane") if word in records]
    assert asked(lab) == 0, "the third run was done by the recipe"


def popup_once(phone: Kept) -> None:
    """Over the window that the first touch on "New" opens."""
    times: list[str] = []

    def act(action: Any) -> bool:
        if getattr(getattr(action, "target", None), "label", "") == "New" and not times:
            times.append("once")
            phone._tap("New")
            phone.popup = "Do you like this app?"
            return False
        return True

    phone.before_action = act


def test_a_popup_of_one_run_is_known_in_the_next(shelf: Shelf) -> None:
    run(shelf, "Milk", "Eggs")
    first, second = Kept(), Kept()
    popup_once(first)
    lab = run(shelf, "Tea", phone=first)
    assert lab.events.of(SideExited)
    assert [(one.recipe.exits, one.recipe.proven) for one in shelf.all()] == [(1, 3)]
    popup_once(second)
    assert asked(run(shelf, "Rice", phone=second)) == 0
    assert [one.recipe.exits for one in shelf.all()] == [0]


def test_a_step_that_failed_twice_is_trusted_again_after_two_executions_that_agree() -> None:
    move = Move(command="tap", aims=(Aim(label=Text.of("New"), role="button"),))
    made = Recipe(key="k", app="a", begins="p/a", moves=(move,))
    known = (made,)
    for _time in range(2):
        known = missed(known, known[0])
    assert not known[0].trusted
    known = taken_in(known, made, distinct=True)
    assert not known[0].trusted
    known = taken_in(known, made, distinct=True)
    assert known[0].trusted
    assert not known[0].exits


def recipe(name: str, key: str = "add <1>") -> Recipe:
    moves = (
        Move(command="tap", aims=(Aim(label=Text.of(name), role="button"),)),
        Move(command="type", aims=(Aim(label=Text.of("Title"), role="field"),), texts=(Text.of(ONE),)),
    )
    return Recipe(key=key, app="notes", begins="org.notes/.notes", moves=moves)


def test_a_composed_text_that_is_not_stored_is_typed_by_no_recipe(shelf: Shelf) -> None:
    """The file has no text that a model composed; two executions with other values must not agree on it."""
    for values in (("Ada Costa",), ("Bo Lim",), ("Cy Roy",)):
        book = Book(shelf=shelf)
        for value in values:
            first = value.split()[0]
            book.learn(composed(first), ("an earlier one",), HOME)
            book.learn(composed(first), (value,), HOME)
    assert [one.recipe.proven for one in shelf.all()] == [6]
    assert [move.command for move in shelf.all()[0].recipe.lines()] == ["tap"]
    assert not shelf.all()[0].recipe.whole()


def named(name: str) -> Recipe:
    """Its text is the first word of a name, or all but the last."""
    tap, typed = recipe("New").moves
    pieces = ("first word", "earlier words") if len(name.split()) == 2 else ("first word",)
    texts = tuple(Text.of(Use(slot=1, path=(piece,))) for piece in pieces)
    return replace(recipe("New"), moves=(tap, replace(typed, texts=texts, sure=False)))


@pytest.mark.parametrize(("second", "trusted"), [("Bo Lim", True), ("Ada Costa", False)])
def test_a_step_done_once_in_each_run_is_confirmed_by_other_values_only(
    shelf: Shelf, second: str, trusted: bool
) -> None:
    for name in ("Ada Costa", second):
        Book(shelf=shelf).learn(named(name), (name,), HOME)
    [kept] = shelf.all()
    values = {Use(slot=1): "Cy Roy", **{Use(slot=1, path=(one,)): "Cy" for one in ("first word", "earlier words")}}
    assert kept.recipe.whole(values) is trusted
    assert "Ada" not in (shelf.folder / "org.notes.json").read_text(encoding="utf-8")
    assert "mark" not in exported(shelf.all()), "what goes to others says nothing of the values at all"


def test_a_list_read_by_two_runs_is_known_to_the_third_and_not_exported(shelf: Shelf) -> None:
    for labels in (FIRST, SECOND):
        made = listed("get all expenses []", "money", page(labels), items(labels))
        assert made is not None
        Book(shelf=shelf).learn(made, (made.mark,), HOME)
    third = Book(shelf=shelf)
    third.open(HOME)
    known = third.judged("get all expenses []", "money", "p/a")
    assert known is not None
    assert known.trusted
    assert rows_read(known, page(FIRST[1:]), whole=True) == items(FIRST[1:])
    assert "Tea" not in (shelf.folder / "org.notes.json").read_text(encoding="utf-8")
    assert portable(shelf.all()) == ()
    assert "rows" not in exported(shelf.all())


def composed(text: str) -> Recipe:
    tap, typed = recipe("New").moves
    return replace(recipe("New"), moves=(tap, replace(typed, texts=(Text.of(text),), sure=False)))


def test_a_recipe_of_an_earlier_run_is_begun_only_where_it_begins() -> None:
    known = replace(recipe("New"), proven=2, earlier=True)
    assert Book([known]).choose(known.key, known.app, lambda _one: False) is None
    assert Book([known]).choose(known.key, known.app, lambda _one: True) == known


def test_runs_that_write_at_once_lose_nothing_of_each_other(shelf: Shelf) -> None:
    def learn(number: int) -> None:
        made = recipe("New", key=f"step {number}")
        Shelf(shelf.folder).change(HOME, (made.key, made.app), lambda known: taken_in(known, made, distinct=False))

    threads = [threading.Thread(target=learn, args=(number,)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {one.recipe.key for one in shelf.all()} == {f"step {number}" for number in range(20)}
    assert [path.name for path in shelf.folder.iterdir() if path.suffix not in (".json", ".lock")] == []


def test_an_app_has_a_limit_of_recipes_and_the_oldest_are_dropped(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agentprog.app.recipes.shelf.MOST", 3)
    for number in range(5):
        made = recipe("New", key=f"step {number}")
        shelf.change(HOME, (made.key, made.app), lambda known, made=made: taken_in(known, made, distinct=False))
    assert [one.recipe.key for one in shelf.all()] == ["step 4", "step 3", "step 2"]


@pytest.mark.parametrize("content", ["{", '{"format": 2, "app": "org.notes", "recipes": []}', "[1]"])
def test_a_file_that_cannot_be_read_is_left_alone_and_the_run_goes_on(shelf: Shelf, content: str) -> None:
    shelf.folder.mkdir(parents=True)
    (shelf.folder / "org.notes.json").write_text(content, encoding="utf-8")
    run(shelf, "Milk")
    assert (shelf.folder / "org.notes.json").read_text(encoding="utf-8") == content
    with pytest.raises(UsageError, match="not a file of recipes"):
        shelf.all()


def test_a_store_under_another_apps_name_is_refused(shelf: Shelf) -> None:
    run(shelf, "Milk")
    file = shelf.folder / "org.notes.json"
    file.rename(shelf.folder / "org.bank.json")
    with pytest.raises(UsageError, match=r"the file is for 'org\.notes'"):
        shelf.all()


# ------------------------------------------------------------------------------------------------ by hand


def test_an_import_is_used_once_an_execution_here_has_borne_it_out(shelf: Shelf, tmp_path: Path) -> None:
    theirs = Shelf(tmp_path / "theirs")
    run(theirs, "Milk", "Eggs")
    file = tmp_path / "export.json"
    file.write_text(exported(theirs.all()), encoding="utf-8")
    taken = imported(shelf, file)
    assert [told(one)["trust"] for one in taken] == ["not proven here"]
    assert asked(run(shelf, "Tea")) > 0, "an import is not trusted"
    assert [told(one)["trust"] for one in shelf.all()] == ["trusted"]
    assert asked(run(shelf, "Rice")) == 0


def test_an_import_with_an_unneeded_action_is_not_used(shelf: Shelf, tmp_path: Path) -> None:
    theirs = Shelf(tmp_path / "theirs")
    run(theirs, "Milk", "Eggs")
    data = json.loads(exported(theirs.all()))
    moves = data["agentprog_recipes"][0]["recipes"][0]["recipe"]["moves"]
    moves.insert(1, {"do": "tap", "to": [{"label": ["Delete"], "role": "button"}], "maybe": True})
    file = tmp_path / "export.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    imported(shelf, file)
    run(shelf, "Tea")
    run(shelf, "Rice")
    assert asked(run(shelf, "Oil")) == 0
    used = [one for one in shelf.all() if one.recipe.proven]
    assert not any("Delete" in line for one in used for line in told(one)["lines"])


def test_an_import_takes_the_place_of_nothing_that_was_learned_here(shelf: Shelf, tmp_path: Path) -> None:
    run(shelf, "Milk", "Eggs")
    file = tmp_path / "export.json"
    file.write_text(exported(shelf.all()), encoding="utf-8")
    before = shelf.all()
    assert imported(shelf, file) == ()
    assert shelf.all() == before


@pytest.mark.parametrize("content", ["", "{}", '{"agentprog_recipes": [{"app": "../x", "format": 1, "recipes": []}]}'])
def test_a_file_that_is_no_export_is_refused(shelf: Shelf, tmp_path: Path, content: str) -> None:
    file = tmp_path / "export.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(UsageError):
        imported(shelf, file)


def test_a_store_of_another_format_is_refused_with_its_format(shelf: Shelf, tmp_path: Path) -> None:
    newer = {"app": "org.notes", "format": 2, "recipes": []}
    file = tmp_path / "export.json"
    file.write_text(json.dumps({"agentprog_recipes": [newer]}), encoding="utf-8")
    with pytest.raises(UsageError, match="it has format 2, and this version of agentprog reads format 1"):
        imported(shelf, file)
    shelf.folder.mkdir(parents=True, exist_ok=True)
    (shelf.folder / "org.notes.json").write_text(json.dumps(newer), encoding="utf-8")
    with pytest.raises(UsageError, match=r"org\.notes\.json: .* it has format 2"):
        shelf.all()


def test_a_file_without_the_name_of_a_package_is_named(shelf: Shelf) -> None:
    shelf.folder.mkdir(parents=True, exist_ok=True)
    (shelf.folder / "my notes.json").write_text("{}", encoding="utf-8")
    with pytest.raises(UsageError, match=r"my notes\.json does not have the name"):
        shelf.all()


def test_a_file_that_never_ends_is_not_read_to_its_end(shelf: Shelf) -> None:
    with pytest.raises(UsageError, match="it has more than 8,000,000 bytes"):
        imported(shelf, Path("/dev/zero"))


def test_a_fault_in_one_app_of_an_export_imports_nothing(shelf: Shelf, tmp_path: Path) -> None:
    theirs = Shelf(tmp_path / "theirs")
    run(theirs, "Milk", "Eggs")
    data = json.loads(exported(theirs.all()))
    data["agentprog_recipes"].append({"app": "../x", "format": 1, "recipes": []})
    file = tmp_path / "export.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(UsageError, match=r"is no export of recipes: not the recipes of an app"):
        imported(shelf, file)
    assert shelf.all() == ()


def test_an_import_that_has_no_room_is_not_counted(
    shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = Shelf(tmp_path / "theirs")
    for key in ("a <1>", "b <1>", "c <1>"):
        made = recipe("New", key=key)
        for one in (theirs,) if key != "c <1>" else (shelf,):
            one.change(HOME, (made.key, made.app), lambda known, made=made: taken_in(known, made, distinct=False))
    file = tmp_path / "export.json"
    file.write_text(exported(theirs.all()), encoding="utf-8")
    monkeypatch.setattr("agentprog.app.recipes.exchange.MOST", 2)
    assert len(imported(shelf, file)) == 1
    assert len(shelf.all()) == 2


def test_an_export_has_no_checksum(shelf: Shelf) -> None:
    run(shelf, "Milk", "Eggs")
    assert all(one.recipe.mark and one.recipe.key for one in shelf.all())
    assert "mark" not in exported(shelf.all())


def test_a_forgotten_recipe_is_gone_and_the_others_stay(shelf: Shelf) -> None:
    for key in ("a <1>", "b <1>"):
        made = recipe("New", key=key)
        shelf.change(HOME, (made.key, made.app), lambda known, made=made: taken_in(known, made, distinct=False))
    first = next(one for one in shelf.all() if one.recipe.key == "a <1>")
    forget(shelf, chosen(shelf, [first.id]))
    assert [one.recipe.key for one in shelf.all()] == ["b <1>"]
    forget(shelf, chosen(shelf, ["org.notes"]))
    assert shelf.all() == ()
    with pytest.raises(UsageError, match="there is no recipe"):
        chosen(shelf, ["org.notes"])


def test_an_uncertain_recipe_is_stored_from_the_first_execution_on(shelf: Shelf) -> None:
    """An uncertain recipe was never stored, so no second execution could agree with it."""
    aims = (Aim(label=Text.of(Use(slot=1)), role="button"), Aim(label=Text.of("plan.md"), role="button"))
    other = (Aim(label=Text.of(Use(slot=1)), role="button"), Aim(label=Text.of("list.md"), role="button"))
    book = Book(shelf=shelf)
    for value, found in (("plan.md", aims), ("list.md", other)):
        moves = (Move(command="tap", aims=found, sure=False),)
        book.learn(Recipe(key="read <1>", app="notes", begins="org.notes/.notes", moves=moves), (value,), HOME)
    [kept] = shelf.all()
    assert (kept.recipe.proven, [move.aims for move in kept.recipe.lines()]) == (2, [aims[:1]])
    assert replace(kept.recipe, earlier=True).trusted
