"""The end of a step gives the value that it reads, if the model can give it and the screen shows it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from agentprog.ports import OutcomeKind, Tap
from agentprog.runtime.journal.events import Resolved
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.journal.resume import load
from agentprog.runtime.roles import Act, ExtractContext, Move, Reading, Roles, StepContext, StepDone

ACTION = 'In the "Notes" app, open the note "Milk", record as {said}\nset {answer} to {said}\n'
EXTRACT = 'In the "Notes" app, get the first word of the note "Milk", record as {said}\nset {answer} to {said}\n'


@dataclass
class Telling:
    """Opens the note and reports `value` at the end of the step."""

    value: str
    contexts: list[StepContext] = field(default_factory=list)

    def next_move(self, context: StepContext) -> Move:
        self.contexts.append(context)
        shown = {element.label: element for element in context.seen.screen.elements}
        if "Delete" in shown:
            return StepDone(reason="it is open", value=self.value)
        return Act(action=Tap(target=shown["Milk and bread"]))


@dataclass
class Reader:
    value: Any = "bread"
    asked: list[ExtractContext] = field(default_factory=list)

    def read(self, context: ExtractContext) -> Reading:
        self.asked.append(context)
        return Reading(value=self.value, evidence=str(self.value))


def giving(lab: Any, value: str, *, gives_values: bool = True) -> tuple[Telling, Reader]:
    grounder, reader = Telling(value), Reader()
    lab.phone.notes[:] = ["Milk and bread"]
    lab.roles = Roles(grounder=grounder, extractor=reader, tells=lambda: gives_values)
    return grounder, reader


@pytest.mark.parametrize("program", [ACTION, EXTRACT])
def test_a_value_given_with_the_end_of_a_step_is_not_asked_for_again(lab, program: str) -> None:
    grounder, reader = giving(lab, "Milk and bread")
    outcome = lab.run(program)
    assert (outcome.answer, reader.asked) == ("Milk and bread", [])
    assert len(grounder.contexts) == 2
    assert any("one value" in hint for hint in grounder.contexts[0].background.hints)


def test_a_number_may_be_given_as_the_screen_writes_it(lab) -> None:
    _, reader = giving(lab, "12 litres")
    lab.phone.notes[:] = ["Milk and bread", "12 litres"]
    program = 'In the "Notes" app, find how much milk there is, record as {said}\nset {answer} to {said} * 2\n'
    lab.roles = Roles(grounder=Ending(value="12 litres"), extractor=reader, tells=lambda: True)
    assert (lab.run(program).answer, reader.asked) == (24, [])


class Ending(Telling):
    """Ends the step at once."""

    def next_move(self, context: StepContext) -> Move:
        return StepDone(reason="it is there", value=self.value)


@pytest.mark.parametrize("program", [ACTION, EXTRACT])
@pytest.mark.parametrize("value", ["", "Eggs", "Milk"])
def test_an_unshown_value_or_a_value_of_the_question_is_read_instead(lab, program: str, value: str) -> None:
    _, reader = giving(lab, value)
    assert lab.run(program).answer == "bread"
    assert reader.asked


def test_a_list_is_read_from_its_screens(lab) -> None:
    grounder, reader = giving(lab, "Milk and bread")
    reader.value = ["Milk and bread"]
    program = 'In the "Notes" app, open the note "Milk", record as {said} (list)\nset {answer} to {said}\n'
    assert lab.run(program).answer == ["Milk and bread"]
    assert not any("one value" in hint for context in grounder.contexts for hint in context.background.hints)


def test_a_grounder_that_cannot_give_values_is_not_asked_for_one(lab) -> None:
    grounder, reader = giving(lab, "Milk and bread", gives_values=False)
    assert lab.run(ACTION).answer == "bread"
    assert len(reader.asked) == 1
    assert not any("one value" in hint for context in grounder.contexts for hint in context.background.hints)


def test_a_value_given_with_the_end_is_in_the_journal(lab, new_lab, run_folder: RunFolder) -> None:
    class Killed(BaseException):
        pass

    giving(lab, "Milk and bread")

    def die(_text: str) -> None:
        raise Killed

    lab.person.tell = die
    with pytest.raises(Killed):
        lab.run(ACTION + 'tell user "half"\n', folder=run_folder)
    kept = load(RunFolder.open(run_folder.path))
    second = new_lab(phone=lab.phone)
    grounder, reader = giving(second, "something else")
    outcome = second.run(kept.text, folder=kept.folder, journal=kept.journal)
    assert (outcome.answer, grounder.contexts, reader.asked) == ("Milk and bread", [], [])
    assert outcome.kind is not OutcomeKind.FAILED
    assert "told" in [event.what for event in lab.events.of(Resolved)]
