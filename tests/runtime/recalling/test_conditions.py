"""One element decides a condition without a model, after enough agreeing judgements of both kinds."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from agentprog.app.recipes.exchange import exported, imported, told
from agentprog.app.recipes.shelf import Shelf
from agentprog.ports import OutcomeKind, Role, Window
from agentprog.runtime.journal.events import Learned, Replayed
from agentprog.runtime.roles import ConditionContext, Roles, Verdict
from tests.runtime.conftest import FakePhone, Lab
from tests.runtime.resuming.lives import IN_QUARTERS, deaths, of_quarter, second_life

SWITCHES = """open the "Notes" app
for each {name} in ["Bold", "Large", "Night", "Sound", "Sync", "Tips"]:
    if the switch "{name}" is on:
        tell user "{name} on"
    otherwise:
        tell user "{name} off"
"""


@pytest.fixture(autouse=True)
def _no_disk_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", lambda _descriptor: None)


@dataclass
class Seeing:
    """Sees the named switch or text; counts its questions."""

    asked: list[str] = field(default_factory=list)

    def judge(self, context: ConditionContext) -> Verdict:
        self.asked.append(context.condition)
        screen, name = context.seen.screen, context.condition.split('"')[1]
        switch = next((element for element in screen.elements if element.label == name and element.checkable), None)
        if switch is not None and " on" in context.condition:
            return Verdict(holds=switch.checked, evidence=name)
        there = screen.shows(name)
        return Verdict(holds=there is not (" no " in context.condition), evidence=name if there else "")


class Versioned(FakePhone):
    """Reports the versions of its apps, so that their recipes are stored."""

    language = "en-US"

    def version(self, package: str) -> str:
        return "7"


def lab_of(seeing: Seeing, **switches: bool) -> Lab:
    phone = Versioned(notes=["Milk"])
    phone.switches = switches
    return Lab(phone=phone, roles=Roles(navigator=seeing))


ALTERNATING = {"Bold": True, "Large": False, "Night": True, "Sound": False, "Sync": False, "Tips": True}


def expected(switches: dict[str, bool]) -> list[str]:
    return [f"{name} {'on' if on else 'off'}" for name, on in switches.items()]


def test_after_two_judgements_of_each_kind_the_switch_decides() -> None:
    seeing = Seeing()
    lab = lab_of(seeing, **ALTERNATING)
    lab.run(SWITCHES)
    assert lab.person.told == expected(ALTERNATING)
    assert len(seeing.asked) == 4
    assert [event.moves for event in lab.events.of(Replayed)] == [0, 0]


def test_a_second_run_asks_no_model_about_a_learned_condition(tmp_path: Path) -> None:
    shelf, seeing = Shelf(tmp_path / "recipes"), Seeing()
    lab_of(seeing, **ALTERNATING).run(SWITCHES, shelf=shelf)
    others = {name: not on for name, on in ALTERNATING.items()}
    lab = lab_of(seeing, **others)
    lab.run(SWITCHES, shelf=Shelf(tmp_path / "recipes"))
    assert lab.person.told == expected(others)
    assert len(seeing.asked) == 4
    assert {event.learned for event in lab.events.of(Replayed)} == {"earlier"}


def test_judgements_of_two_runs_count_together(tmp_path: Path) -> None:
    """Each run sees one judgement of each kind."""
    few = SWITCHES.replace(', "Night", "Sound", "Sync", "Tips"', "")
    asked = []
    for on in (True, False, True):
        seeing = Seeing()
        lab = lab_of(seeing, Bold=on, Large=not on)
        lab.run(few, shelf=Shelf(tmp_path / "recipes"))
        assert lab.person.told == expected({"Bold": on, "Large": not on})
        asked.append(len(seeing.asked))
    assert asked == [2, 2, 0]


@pytest.mark.parametrize("outcomes", [(True, True, True, True, True), (True, False, True, True, True)])
def test_a_condition_is_judged_until_two_judgements_of_each_kind_exist(outcomes: tuple[bool, ...]) -> None:
    seeing, switches = Seeing(), dict(zip(ALTERNATING, (*outcomes, True), strict=True))
    lab = lab_of(seeing, **switches)
    lab.run(SWITCHES)
    assert lab.person.told == expected(switches)
    assert len(seeing.asked) == 6


PRESENT = """open the "Notes" app
for each {name} in ["Milk", "Rice", "Eggs", "Salt", "Tea", "Oats"]:
    if there is a note "{name}":
        tell user "{name} yes"
    otherwise:
        tell user "{name} no"
"""
NOTES = ["Milk", "Eggs", "Tea"]
TOLD = ["Milk yes", "Rice no", "Eggs yes", "Salt no", "Tea yes", "Oats no"]


def test_an_element_that_is_present_or_absent_answers_a_learned_condition() -> None:
    seeing = Seeing()
    lab = Lab(phone=FakePhone(notes=NOTES), roles=Roles(navigator=seeing))
    lab.run(PRESENT)
    assert lab.person.told == TOLD
    assert len(seeing.asked) == 4


def test_absence_is_not_concluded_from_a_list_that_goes_on(tmp_path: Path) -> None:
    seeing = Seeing()
    for notes in (NOTES, [*NOTES, "Nuts", "Figs", "Corn"]):
        lab = Lab(phone=Versioned(notes=notes), roles=Roles(navigator=seeing))
        lab.run(PRESENT, shelf=Shelf(tmp_path))
        assert lab.person.told == TOLD
    assert seeing.asked[4:] == [f'there is a note "{name}"' for name in ("Rice", "Salt", "Oats")]


UNTIL = """open the "Notes" app
for each {name} in ["Milk", "Eggs", "Tea", "Salt"]:
    set {n} to 0
    repeat until there is no note "{name}":
        set {n} to {n} + 1
        if {n} > 1:
            tap "{name}"
            tap "Delete"
            tap "OK"
"""


@pytest.mark.parametrize(("recipes", "asked"), [("off", 8), ("on", 4)])
def test_a_loop_runs_until_no_row_is_left(recipes: str, asked: int) -> None:
    seeing = Seeing()
    lab = Lab(phone=FakePhone(notes=["Milk", "Eggs", "Tea", "Salt"]), roles=Roles(navigator=seeing))
    lab.run(UNTIL, recipes=recipes)
    assert lab.phone.notes == []
    assert len(seeing.asked) == asked


class Knowing(Seeing):
    """Knows the done notes, which the screen does not show, and names the note as its evidence."""

    def judge(self, context: ConditionContext) -> Verdict:
        self.asked.append(context.condition)
        name = context.condition.split('"')[1]
        return Verdict(holds=name in ("Milk", "Eggs", "Tea"), evidence=name)


def test_a_condition_without_a_deciding_element_is_judged_each_time() -> None:
    """Each note is shown, and no element shows whether it is done."""
    seeing = Knowing()
    lab = Lab(phone=FakePhone(notes=["Milk", "Rice", "Eggs", "Salt", "Oats"]), roles=Roles(navigator=seeing))
    lab.run(PRESENT.replace("there is a note", "done is").replace(', "Tea"', ""))
    assert lab.person.told == ["Milk yes", "Rice no", "Eggs yes", "Salt no", "Oats no"]
    assert len(seeing.asked) == 5


class Listed(FakePhone):
    """Each note has a box that is ticked when it is done."""

    done = ("Milk", "Eggs", "Tea")

    def _notes(self) -> list[tuple[Role, str, dict[str, Any]]]:
        rows = [(Role.CHECKBOX, name, {"checkable": True, "checked": name in self.done}) for name in self.notes]
        return [(Role.BUTTON, "New", {}), *rows]


def test_an_element_in_an_unjudged_state_is_judged() -> None:
    """So far every present thing was done and every missing one was not; a present thing in a new state is still
    judged."""
    seeing = Knowing()
    lab = Lab(phone=Listed(notes=["Milk", "Eggs", "Oats", "Corn", "Tea"]), roles=Roles(navigator=seeing))
    names = '["Milk", "Rice", "Eggs", "Salt", "Oats", "Corn", "Tea"]'
    lab.run(PRESENT.replace('["Milk", "Rice", "Eggs", "Salt", "Tea", "Oats"]', names).replace("there is", "done is"))
    assert lab.person.told == [f"{name} {'yes' if name in Listed.done else 'no'}" for name in json.loads(names)]
    assert seeing.asked[4:6] == ['done is a note "Oats"', 'done is a note "Corn"']


def test_a_condition_under_a_window_is_judged(tmp_path: Path) -> None:
    """The switches can be read behind the window."""

    class Behind(Versioned):
        def _widgets(self) -> list[tuple[Role, str, dict[str, Any]]]:
            if not self.popup:
                return super()._widgets()
            return [*self._notes(), (Role.BUTTON, "Later", {"window": Window.DIALOG})]

    seeing = Seeing()
    lab_of(seeing, **ALTERNATING).run(SWITCHES, shelf=Shelf(tmp_path))
    phone = Behind(notes=["Milk"])
    phone.switches, phone.popup = dict(ALTERNATING), "What is new"
    Lab(phone=phone, roles=Roles(navigator=seeing)).run(SWITCHES, shelf=Shelf(tmp_path))
    assert len(seeing.asked) == 4 + 4  # there, too, it is learned


def test_a_changed_page_is_judged_once_and_a_renamed_switch_each_time(tmp_path: Path) -> None:
    class Renamed(Versioned):
        def _notes(self) -> list[tuple[Role, str, dict[str, Any]]]:
            shown = super()._notes()
            return [(role, name.replace("Tips", "Hints"), more) for role, name, more in shown]

    seeing = Seeing()
    lab_of(seeing, **ALTERNATING).run(SWITCHES, shelf=Shelf(tmp_path))
    phone = Renamed(notes=["Milk"])
    phone.switches = dict(ALTERNATING)
    lab = Lab(phone=phone, roles=Roles(navigator=seeing))
    lab.run(SWITCHES, shelf=Shelf(tmp_path))
    assert seeing.asked[4:] == ['the switch "Bold" is on', 'the switch "Tips" is on']


def test_a_loading_screen_decides_nothing_and_teaches_nothing() -> None:
    class Loading(FakePhone):
        """Every look shows one thing more."""

        def _notes(self) -> list[tuple[Role, str, dict[str, Any]]]:
            late: tuple[Role, str, dict[str, Any]] = (Role.TEXT, f"loaded {self.observations}", {})
            return [*super()._notes(), late]

    seeing = Seeing()
    phone = Loading(notes=NOTES)
    lab = Lab(phone=phone, roles=Roles(navigator=seeing))
    lab.run(PRESENT)
    assert lab.person.told == TOLD
    assert len(seeing.asked) == 6
    assert not lab.events.of(Learned)


def test_an_imported_condition_is_judged_on_the_new_computer_first(tmp_path: Path) -> None:
    here, there, file = Shelf(tmp_path / "here"), Shelf(tmp_path / "there"), tmp_path / "export.json"
    lab_of(Seeing(), **ALTERNATING).run(SWITCHES, shelf=here)
    assert [told(one)["lines"] for one in here.all()] == [['It holds where the switch "<1>" is on']]
    file.write_text(exported(here.all()), encoding="utf-8")
    assert [told(one)["trust"] for one in imported(there, file)] == ["not proven here"]
    seeing = Seeing()
    lab_of(seeing, **ALTERNATING).run(SWITCHES, shelf=there)
    assert len(seeing.asked) == 4


def test_a_stored_condition_that_names_no_element_of_its_screen_decides_nothing(tmp_path: Path) -> None:
    here, there, file = Shelf(tmp_path / "here"), Shelf(tmp_path / "there"), tmp_path / "export.json"
    lab_of(Seeing(), **ALTERNATING).run(SWITCHES, shelf=here)
    written = json.loads(exported(here.all()))
    for entry in written["agentprog_recipes"][0]["recipes"]:
        entry["recipe"]["moves"] = [{"do": "stands"}]
    file.write_text(json.dumps(written), encoding="utf-8")
    imported(there, file)
    seeing = Seeing()
    lab = lab_of(seeing, **ALTERNATING)
    lab.run(SWITCHES, shelf=there)
    assert lab.person.told == expected(ALTERNATING)
    assert len(seeing.asked) >= 4


def test_without_a_model_learned_conditions_are_answered_and_others_fail(tmp_path: Path) -> None:
    lab_of(Seeing(), **ALTERNATING).run(SWITCHES, shelf=Shelf(tmp_path))
    for text, kind in ((SWITCHES, OutcomeKind.COMPLETED), (PRESENT, OutcomeKind.FAILED)):
        seeing = Seeing()
        outcome = lab_of(seeing, **ALTERNATING).run(text, shelf=Shelf(tmp_path), recipes="only")
        assert (outcome.kind, seeing.asked) == (kind, [])
        assert ("no model may be asked" in outcome.reason) is (kind is OutcomeKind.FAILED)


def test_without_recipes_every_condition_is_judged() -> None:
    seeing = Seeing()
    lab_of(seeing, **ALTERNATING).run(SWITCHES, recipes="off")
    assert len(seeing.asked) == 6


@IN_QUARTERS
def test_killed_anywhere_the_program_goes_the_same_way(tmp_path: Path, quarter: int) -> None:
    labs: list[Lab] = []

    def new_lab(phone: FakePhone | None = None) -> Lab:
        labs.append(lab_of(Seeing(), **ALTERNATING))
        labs[-1].phone = phone or labs[-1].phone
        return labs[-1]

    text = SWITCHES.replace(', "Tips"', "") + 'set {answer} to "end"\n'
    left = deaths(new_lab, tmp_path, text)
    assert len(left) > 40
    for _count, (phone, path) in of_quarter(left, quarter, since=len(left) // 2):
        outcome, _ = second_life(new_lab, phone, path)
        assert (outcome.kind, outcome.answer) == (OutcomeKind.COMPLETED, "end"), (path, outcome)
        assert len(labs[-1].roles.navigator.asked) <= 2, path  # type: ignore[union-attr]
