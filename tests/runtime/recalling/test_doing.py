"""A step that was once done and proven runs again without a model: in loops, on other lines, past interruptions."""

from __future__ import annotations

from typing import Any

import pytest

from agentprog.ports import Element, OutcomeKind, Role, Tap, TypeText, describe
from agentprog.runtime.journal.events import ActionIntended, MoveDecided, Recalled, Replayed, SideExited, StepFinished
from agentprog.runtime.roles import Act, Move, Roles, StepContext, StepDone
from agentprog.runtime.safety.interaction import Consent
from agentprog.runtime.safety.limits import Limits
from agentprog.runtime.safety.proposal import Approval
from tests.runtime.conftest import FakePhone, Lab
from tests.runtime.resuming.lives import IN_QUARTERS, deaths, first_life, fresh, of_quarter, second_life

LOOP = """for each {x} in ["Milk", "Eggs", "Tea", "Rice"]:
    In the "Notes" app, add the note "{x}"
set {answer} to "done"
"""


@pytest.fixture(autouse=True)
def _no_disk_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", lambda _descriptor: None)


def acts(lab: Lab) -> list[str]:
    return [describe(action) for action in lab.phone.actions]


def asked(lab: Lab) -> list[int]:
    """For each step in plain words, how often the grounder was asked."""
    per: dict[int, int] = {}
    for event in lab.events.all:
        if isinstance(event, MoveDecided) and not event.carried:
            per[event.step] = per.get(event.step, 0) + 1
    return [per.get(event.step, 0) for event in lab.events.of(StepFinished) if event.kind == "Action"]


def test_in_a_loop_only_the_first_round_asks(lab) -> None:
    outcome = lab.run(LOOP)
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.notes == ["Milk", "Eggs", "Tea", "Rice"]
    first, *others = asked(lab)
    assert first > 0
    assert others == [0, 0, 0]
    assert [(event.moves, event.exits) for event in lab.events.of(Replayed)] == [(4, 0)] * 3
    assert {event.why for event in lab.events.of(ActionIntended)} == {"enter app", "step", "recipe"}


def test_switched_off_every_round_asks(lab) -> None:
    outcome = lab.run(LOOP, recipes="off")
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert 0 not in asked(lab)


def test_a_line_with_the_same_words_and_another_value_is_done_by_the_recipe(lab) -> None:
    outcome = lab.run(
        'In the "Notes" app, add the note "Milk"\nIn the "Notes" app, add the note "Eggs"\nset {x} to "Tea"\n'
        'In the "Notes" app, add the note {x}\n'
    )
    assert lab.phone.notes == ["Milk", "Eggs", "Tea"], outcome
    assert asked(lab)[1:2] == [0]


def test_a_message_to_everybody_is_found_out_once(lab) -> None:
    outcome = lab.run("""set {people} to [{name: "Ann", number: "+15550001"}, {name: "Bo", number: "+15550002"}]
for each {person} in {people}:
    In the "Chat" app, send "hello, {person.name}" to {person.number}
""")
    assert lab.phone.messages == [("+15550001", "hello, Ann"), ("+15550002", "hello, Bo")], outcome
    assert asked(lab)[1:] == [0]


def test_a_message_with_the_same_values_is_not_sent_again_by_a_recipe(lab) -> None:
    """The model looks at the screen to see whether the message must go out twice, and finds it there."""
    lab.run('repeat 3 times:\n    In the "Chat" app, send "hello" to +15550001\n')
    assert lab.phone.messages == [("+15550001", "hello")]
    assert lab.events.of(Replayed) == []


class Composing:
    """Writes a new text for each thing; no value contains it."""

    def next_move(self, context: StepContext) -> Move:
        shown = {element.label: element for element in context.seen.screen.elements}
        thing = context.goal.literals[0]
        text = {"Milk": "Buy Milk soon", "Eggs": "Eggs, six of them"}.get(thing, f"No more {thing}")
        if text in shown:
            return StepDone(reason="it is there", evidence=text)
        if "New" in shown:
            return Act(action=Tap(target=shown["New"]))
        if shown["Title"].text != text:
            return Act(action=TypeText(text=text, target=shown["Title"]))
        return Act(action=Tap(target=shown["Save"]))


def test_a_composed_text_is_composed_each_time_and_the_rest_is_replayed(lab) -> None:
    lab.roles = Roles(grounder=Composing())
    lab.run('for each {x} in ["Milk", "Eggs", "Tea"]:\n    In the "Notes" app, add a note about "{x}"\n')
    assert lab.phone.notes == ["Buy Milk soon", "Eggs, six of them", "No more Tea"]
    assert asked(lab) == [4, 1, 1], "the way to the field and the one from it are gone without it"


def popup_before(lab: Lab, words: str, *, rounds: tuple[int, ...]) -> None:
    """In these rounds this action brings up a popup instead of its effect."""
    times: list[str] = []

    def act(action: Any) -> bool:
        if describe(action) == words:
            times.append(words)
            if len(times) in rounds:
                lab.phone._tap(action.target.label)
                lab.phone.popup = "Do you like this app?"
                return False
        return True

    lab.phone.before_action = act


def test_a_popup_in_a_later_round_costs_one_question_and_the_recipe_goes_on(lab) -> None:
    popup_before(lab, 'tap button "New"', rounds=(3,))
    outcome = lab.run(LOOP)
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.notes == ["Milk", "Eggs", "Tea", "Rice"]
    assert asked(lab)[1:] == [0, 1, 0]
    assert [event.source for event in lab.events.of(SideExited)] == ["recipe"]


def test_an_occasional_popup_is_learned_as_a_possible_window(lab) -> None:
    popup_before(lab, 'tap button "New"', rounds=(2, 4))
    assert lab.run(LOOP).kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["Milk", "Eggs", "Tea", "Rice"]
    assert asked(lab)[1:] == [1, 0, 0]


def test_a_popup_of_the_first_round_is_not_waited_for_in_the_next(lab) -> None:
    popup_before(lab, 'tap button "New"', rounds=(1,))
    assert lab.run(LOOP).kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["Milk", "Eggs", "Tea", "Rice"]
    assert asked(lab)[2:] == [0, 0]


def test_a_button_renamed_in_the_middle_is_found_once_and_learned(new_lab) -> None:
    class Renamed(FakePhone):
        def _element(self, index: int, role: Role, label: str, more: dict[str, Any]) -> Element:
            label = "Keep" if label == "Save" and len(self.notes) > 1 else label
            return super()._element(index, role, label, more)

        def _tap(self, label: str) -> None:
            super()._tap("Save" if label == "Keep" else label)

    lab = new_lab(phone=Renamed())
    inner = lab.grounder.next_move

    def next_move(context: StepContext) -> Move:
        keep = next((e for e in context.seen.screen.elements if e.label == "Keep"), None)
        title = next((e for e in context.seen.screen.elements if e.label == "Title"), None)
        if keep is not None and title is not None and title.text == context.goal.literals[0]:
            return Act(action=Tap(target=keep))
        return inner(context)

    lab.grounder.next_move = next_move
    outcome = lab.run(LOOP)
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.notes == ["Milk", "Eggs", "Tea", "Rice"]
    assert asked(lab)[1] == 0
    assert asked(lab)[2] > 0
    assert asked(lab)[3] == 0


def test_a_row_is_opened_by_its_name_at_any_position(lab) -> None:
    lab.phone.notes = [f"note {n}" for n in range(12)]
    lab.run("""for each {x} in ["note 1", "note 7", "note 11", "note 3"]:
    In the "Notes" app, delete the note "{x}"
""")
    assert asked(lab)[1:] == [0, 0, 0]
    assert lab.phone.notes == [f"note {n}" for n in range(12) if n not in (1, 3, 7, 11)]


def test_a_recipe_touches_only_the_row_with_exactly_the_name(lab) -> None:
    lab.phone.notes = ["Ann", "Ann Lee", "Joanne"]
    lab.run("""for each {x} in ["Joanne", "Ann"]:
    In the "Notes" app, delete the note "{x}"
""")
    assert lab.phone.notes == ["Ann Lee"]
    again = Lab(phone=FakePhone(notes=["Joanne", "Ann Lee"]))
    outcome = again.run("""for each {x} in ["Joanne", "Ann"]:
    In the "Notes" app, delete the note "{x}"
""")
    assert again.phone.notes == ["Ann Lee"], outcome


def test_recipes_only_does_learned_steps_and_fails_at_others(lab) -> None:
    outcome = lab.run(LOOP, recipes="only")
    assert outcome.kind is OutcomeKind.FAILED
    assert outcome.reason.startswith("line 2: no recipe does this step, and no model may be asked")
    assert lab.phone.notes == []
    assert lab.grounder.contexts == []


def test_the_gate_asks_for_an_action_of_a_recipe_as_for_any_other(lab) -> None:
    lab.phone.notes = ["a", "b", "c"]

    class Wary(type(lab.person)):  # type: ignore[misc]
        def permit(self, wanted: Any) -> Any:
            self.allows = ", about a;" in wanted.question
            return super().permit(wanted)

    lab.person = Wary()
    outcome = lab.run(
        'for each {x} in ["a", "b"]:\n    In the "Notes" app, delete the note "{x}"\n',
        instruction="what is new?",
        source="model",
    )
    assert len(lab.events.of(Recalled)) == 1, "the second round was not done by a recipe"
    assert ", about b;" in lab.person.asked[-1]
    assert outcome.kind is not OutcomeKind.VERIFIED
    assert lab.phone.notes == ["b", "c"]


def test_a_recipe_learnt_for_one_person_writes_to_another_only_with_a_yes(lab) -> None:
    class Refusing(type(lab.person)):  # type: ignore[misc]
        def permit(self, wanted: Any) -> Any:
            self.asked.append(wanted.question)
            return Consent.NO

        def approve(self, wanted: Any) -> Any:
            return Approval(yes=True)

    lab.person = Refusing()
    step = 'In the "Chat" app, send "hello" to {}\n'
    outcome = lab.run(
        step.format("+15550001") + step.format("+15550002"),
        instruction="Send 'hello' to +15550001, I wrote to +15550002 yesterday",
        source="model",
    )
    assert len(lab.events.of(Recalled)) == 1, "the second line was not done by the recipe of the first"
    assert lab.phone.messages == [("+15550001", "hello")], outcome
    assert "+15550002" in lab.person.asked[-1]


def test_an_action_of_a_recipe_counts_against_the_budget_like_any_other(lab) -> None:
    outcome = lab.run(LOOP, limits=Limits(actions=6))
    assert outcome.kind is OutcomeKind.OUT_OF_BUDGET, outcome
    assert lab.phone.notes == ["Milk"]
    assert len(lab.events.of(ActionIntended)) == 6
    assert lab.events.of(ActionIntended)[-1].why == "recipe"


@IN_QUARTERS
def test_killed_anywhere_in_the_loop_nothing_is_lost_doubled_or_asked_again(new_lab, tmp_path, quarter: int) -> None:
    text = 'for each {x} in ["Milk", "Eggs"]:\n    In the "Notes" app, add the note "{x}"\n'
    calm = new_lab()
    assert not first_life(calm, fresh(tmp_path), text)
    once = asked(calm)[0]
    left = deaths(new_lab, tmp_path, text)
    assert len(left) > 30
    for count, (phone, path) in of_quarter(left, quarter):
        outcome, second = second_life(new_lab, phone, path)
        assert outcome.kind is OutcomeKind.VERIFIED, (count, outcome)
        assert phone.notes == calm.phone.notes, count
        assert len(second.grounder.contexts) <= 2 * once, "the round that was cut in two, and one more"


@IN_QUARTERS
def test_a_recipes_message_is_sent_once_despite_a_kill(new_lab, tmp_path, quarter: int) -> None:
    text = 'for each {n} in ["+15550001", "+15550002"]:\n    In the "Chat" app, send "hello {n}" to {n}\n'
    left = deaths(new_lab, tmp_path, text)
    for count, (phone, path) in of_quarter(left, quarter):
        outcome, _second = second_life(new_lab, phone, path)
        assert phone.messages == [(n, f"hello {n}") for n in ("+15550001", "+15550002")], (count, outcome)
