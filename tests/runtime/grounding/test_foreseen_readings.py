"""An answer that ends a step, or a reading, begins the next reading or step; a page without the names of a reading is
left before it is read.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from agentprog.identity import Kind, Record
from agentprog.ports import (
    ActionResult,
    Element,
    OutcomeKind,
    PressKey,
    Readout,
    Role,
    Screen,
    Store,
    Tap,
    Unread,
    named,
)
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.journal.resume import load
from agentprog.runtime.roles import Act, ExtractContext, Next, Reading, Roles, StepDone
from agentprog.runtime.safety.policy import Policy, Rule
from tests.runtime.grounding.phones import PhoneWithRecords
from tests.runtime.grounding.test_several import Answer, Answering

pytestmark = pytest.mark.usefixtures("asked_anew")

TWO = 'In the "Notes" app, show the note "Milk"\n'
READ = 'In the "Notes" app, get the price in the note "Milk", record as {said}\nset {answer} to {said}\n'
EACH = (
    'for each {x} in ["Milk", "Eggs"]:\n    In the "Notes" app, get the price in the note "{x}", record as {said}\n'
    "set {answer} to {said}\n"
)
LISTED = 'In the "Notes" app, get all words of the note "Milk", record as {words} (list)\nset {answer} to {words}\n'


@dataclass
class Reader:
    """Reads every text of a note's page, nothing on another page; there it names the `way`."""

    many: bool = False
    way: tuple[str, ...] = ()
    asked: list[ExtractContext] = field(default_factory=list)

    def read(self, context: ExtractContext) -> Reading:
        self.asked.append(context)
        shown = {element.label for element in context.seen.screen.elements}
        if "Delete" not in shown:
            return Reading(value=None, way=self.way if context.leads else ())
        text = next(element.text for element in context.seen.screen.elements if element.role is Role.TEXT)
        return Reading(value=[text] if self.many else text, evidence=text)


def reading(lab: Any, *answers: Answer, gives_values: bool = True, many: bool = False) -> tuple[Answering, Reader]:
    lab.phone.notes[:] = ["Milk at 3", "Eggs at 5"]
    grounder, reader = Answering(lab.grounder, list(answers)), Reader(many)
    lab.roles = Roles(grounder=grounder, extractor=reader, tells=lambda: gives_values)
    return grounder, reader


def opened(label: str) -> Answer:
    return lambda _context, shown: Act(action=Tap(target=shown[label]))


def ended(evidence: str, *, value: str = "", then: Act | StepDone | None = None, last: bool = False) -> Answer:
    """The end of a step, with a move or a value of the first that may follow, or of the last."""

    def end(context: Any, _shown: dict[str, Element]) -> StepDone:
        named_so = [successor.name for successor in context.goal.successors]
        following = Next(step=named_so[-1 if last else 0], act=then) if then is not None else None
        return StepDone(reason="", evidence=evidence, value=value, then=following)

    return end


BACK = Act(action=PressKey(key="back"), more=(Act(action=Tap(target=named("Eggs at 5"))),))


def test_the_end_of_a_reading_begins_the_way_to_the_next_reading(lab: Any) -> None:
    grounder, reader = reading(
        lab, opened("Milk at 3"), ended("", value="Milk at 3", then=BACK), ended("", value="Eggs at 5")
    )
    assert lab.run(EACH).answer == "Eggs at 5"
    assert (len(grounder.contexts), reader.asked) == (3, [])
    (following,) = grounder.contexts[1].goal.successors
    assert (following.name, following.step, following.reads) == (
        "2, next round",
        'get the price in the note "Eggs"',
        True,
    )


def test_an_end_with_a_value_that_the_screen_does_not_show_begins_nothing(lab: Any) -> None:
    grounder, reader = reading(lab, opened("Milk at 3"), ended("", value="Tea at 9", then=BACK))
    grounder.answers += [ended(""), opened("Eggs at 5"), ended("", value="Eggs at 5")]
    lab.run(EACH)
    assert reader.asked, "the value was read instead"
    assert grounder.contexts[2].goal.line == 2


def test_the_end_of_a_step_begins_the_way_to_a_reading(lab: Any) -> None:
    then = Act(action=PressKey(key="back"), more=(Act(action=Tap(target=named("Milk at 3"))),))
    grounder, reader = reading(lab, opened("Eggs at 5"), ended("Eggs", then=then), ended("", value="Milk at 3"))
    assert lab.run('In the "Notes" app, show the note "Eggs"\n' + READ).answer == "Milk at 3"
    assert (len(grounder.contexts), reader.asked) == (3, [])


@pytest.mark.parametrize(("value", "asked"), [("Milk at 3", 2), ("Tea at 9", 3), ("", 3)])
def test_the_end_of_a_step_gives_the_value_that_its_page_shows(lab: Any, value: str, asked: int) -> None:
    then = StepDone(reason="", value=value)
    grounder, reader = reading(lab, opened("Milk at 3"), ended("Milk", then=then), ended("", value="Milk at 3"))
    assert lab.run(TWO + READ).answer == "Milk at 3"
    assert len(grounder.contexts) + len(reader.asked) == asked


def test_a_value_is_not_given_for_the_next_of_two_readings(lab: Any) -> None:
    both = EACH.replace('"Eggs"]', '"Milk"]').replace("the price", "the price and its unit")
    then = StepDone(reason="", value="Milk at 3")
    grounder, _ = reading(
        lab, opened("Milk at 3"), ended("", value="Milk at 3", then=then), ended("", value="Milk at 3")
    )
    lab.run(both)
    assert len(grounder.contexts) == 3, "the value of that answer was that of the first round"


def test_a_value_does_not_end_a_step_that_acts(lab: Any) -> None:
    program = TWO + 'In the "Notes" app, delete the note "Eggs"\n'
    grounder, _ = reading(lab, opened("Milk at 3"), ended("Milk", then=StepDone(reason="", value="Milk at 3")))
    grounder.answers += [lambda _context, _shown: BACK]
    lab.run(program)
    assert lab.phone.notes == ["Milk at 3"]


@pytest.mark.parametrize(("name", "looks"), [("Milk", 2), ("price list", 1)])
def test_a_page_without_the_names_of_a_list_is_not_read(lab: Any, name: str, looks: int) -> None:
    """The row of the list reads "Milk"; no page reads "price list" before it is open."""
    lab.phone.notes[:] = ["Milk at 3"]
    _, reader = reading(lab, opened("Milk at 3"), many=True)
    assert lab.run(LISTED.replace('"Milk"', f'"{name}"')).answer == ["Milk at 3"]
    assert len(reader.asked) == looks
    assert [("Delete" in {element.label for element in asked.seen.screen.elements}) for asked in reader.asked][-1]


def test_a_list_on_another_page_is_reached_by_the_answer_before(lab: Any, new_lab: Any, run_folder: RunFolder) -> None:
    class Killed(BaseException):
        pass

    then = Act(action=PressKey(key="back"), more=(Act(action=Tap(target=named("Milk at 3"))),))
    grounder, reader = reading(lab, opened("Eggs at 5"), ended("Eggs", then=then), many=True)
    program = 'In the "Notes" app, show the note "Eggs"\n' + LISTED + 'tell user "read"\n'

    def die(_text: str) -> None:
        raise Killed

    lab.person.tell = die
    with pytest.raises(Killed):
        lab.run(program, folder=run_folder)
    assert (len(grounder.contexts), len(reader.asked)) == (2, 1)
    kept = load(RunFolder.open(run_folder.path))
    second = new_lab(phone=lab.phone)
    asked_again, read_again = reading(second, many=True)
    assert second.run(kept.text, folder=kept.folder, journal=kept.journal).answer == ["Milk at 3"]
    assert (asked_again.contexts, read_again.asked) == ([], [])


WORDS = 'In the "Notes" app, get all words, record as {words} (list)\nset {answer} to {words}\n'


@pytest.mark.parametrize(
    ("way", "asked"),
    [
        (("Milk at 3",), 0),
        ((), 1),
        (("Bread",), 1),
        (("New", "Bread"), 1),
        (("Eggs at 5", "Delete", "OK"), 1),
    ],
    ids=["right", "none", "not here", "no second", "refused"],
)
def test_a_reading_on_a_page_without_the_list_names_the_way_to_it(lab: Any, way: tuple[str, ...], asked: int) -> None:
    """If the way cannot be made, the model is asked on the page that it led to; the gate stops a removal on it."""
    back = Act(action=PressKey(key="back"))
    answers: list[Answer] = (
        [opened("Milk at 3")] if len(way) < 2 else [lambda _context, _shown: back, opened("Milk at 3")]
    )
    grounder, reader = reading(lab, *answers, many=True)
    reader.way = way
    outcome = lab.run(WORDS, policy=Policy(default=Rule.DENY), interactive=False)
    assert outcome.answer == ["Milk at 3"] or way[-1:] == ("OK",), outcome
    assert lab.phone.notes == ["Milk at 3", "Eggs at 5"]
    assert bool(grounder.contexts) == bool(asked)
    assert [context.leads for context in reader.asked] == [True] + [False] * (len(reader.asked) - 1)


class Switched(PhoneWithRecords):
    """An app of settings: its switch is stored at once, but the page does not show the new state."""

    on = "0"
    works = True

    def read(self, store: Store) -> Readout:
        if store is not Store.SETTINGS:
            return Unread(why="not here")
        key = "bluetooth_on"
        return (Record(kind=Kind.SETTING, labels=(key, "bluetooth on"), facts={"value": self.on}, id=f"global/{key}"),)

    def observe(self, *, screenshot: bool = False) -> Screen:
        seen = super().observe(screenshot=screenshot)
        return replace(seen, package="com.android.settings") if self.page == "notes" else seen

    def perform(self, action: Any) -> ActionResult:
        if isinstance(action, Tap) and isinstance(action.target, Element) and action.target.label == "Bluetooth":
            self.actions.append(action)
            self.on = "1" if self.works else "0"
            self.notes.append("changed")
            return ActionResult(ok=True)
        return super().perform(action)


@pytest.mark.parametrize(("works", "asked"), [(True, 1), (False, 2)])
def test_a_foreseen_end_of_a_switch_is_taken_if_the_settings_prove_it(lab: Any, works: bool, asked: int) -> None:
    lab.phone = Switched()
    lab.phone.switches, lab.phone.works = {"Bluetooth": False}, works
    first = Act(action=Tap(target=named("Bluetooth")), more=(StepDone(reason=""),))

    def flip(_context: Any, shown: dict[str, Element]) -> Act:
        return replace(first, action=Tap(target=shown["Bluetooth"]))

    grounder = Answering(lab.grounder, [flip, lambda _context, _shown: StepDone(reason="")])
    lab.roles = Roles(grounder=grounder)
    outcome = lab.run('In the "Notes" app, switch "Bluetooth" to on\n')
    assert len(grounder.contexts) == asked
    assert (outcome.kind is OutcomeKind.VERIFIED) is works, outcome
