"""Several moves in one answer: made one by one through gate and journal, up to the first surprise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from agentprog.identity import Kind, Record
from agentprog.ports import Element, OutcomeKind, Readout, Role, Scroll, Store, Tap, TypeText, Unread, named
from agentprog.runtime.journal.events import ActionDone, MoveDecided
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.journal.resume import load
from agentprog.runtime.roles import Act, Move, Next, Roles, StepContext, StepDone, StepStuck
from agentprog.runtime.safety.policy import Policy, Rule
from tests.runtime.grounding.phones import PhoneWithRecords

ADD = 'In the "Notes" app, add the note "Milk"\n'
Answer = Callable[[StepContext, dict[str, Element]], Move]


@dataclass
class Answering:
    """Gives the answers in turn, then acts like the lab's grounder."""

    inner: Any
    answers: list[Answer]
    contexts: list[StepContext] = field(default_factory=list)

    def next_move(self, context: StepContext) -> Move:
        self.contexts.append(context)
        if not self.answers:
            move: Move = self.inner.next_move(context)
            return move
        return self.answers.pop(0)(context, {e.label: e for e in context.seen.screen.elements})


def answering(lab: Any, *answers: Answer) -> Answering:
    grounder = Answering(lab.grounder, list(answers))
    lab.roles = Roles(grounder=grounder)
    return grounder


def whole(context: StepContext, shown: dict[str, Element]) -> Move:
    """The form and its end, from the list, which shows nothing of the form."""
    title = context.goal.literals[0]
    return Act(
        action=Tap(target=shown["New"]),
        more=(
            Act(action=TypeText(text=title, target=named("Title", field=True))),
            Act(action=Tap(target=named("Save")), expectation=title),
            StepDone(reason="", evidence=title),
        ),
    )


def done_by(lab: Any) -> list[str]:
    return [type(action).__name__ for action in lab.phone.actions]


def test_a_form_is_filled_saved_and_ended_by_one_answer(lab) -> None:
    grounder = answering(lab, whole)
    assert lab.run(ADD).kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["Milk"]
    assert len(grounder.contexts) == 1
    assert len(lab.events.of(ActionDone)) == 4, "entering the app is the machine's own"
    assert [event.carried for event in lab.events.of(MoveDecided)] == [False, True, True, True]


def test_a_target_that_was_seen_is_found_again_where_it_has_moved(lab) -> None:
    lab.phone.notes[:] = [f"note {n}" for n in range(8)]

    def on(_context: StepContext, shown: dict[str, Element]) -> Move:
        return Act(action=Scroll(direction="down"), more=(Act(action=Tap(target=shown["note 4"])),))

    grounder = answering(lab, on)
    assert lab.run('In the "Notes" app, delete the note "note 4"\n').kind is OutcomeKind.VERIFIED
    assert "note 4" not in lab.phone.notes
    tapped = next(action for action in lab.phone.actions if isinstance(action, Tap))
    assert (tapped.target.label, tapped.target.index) == ("note 4", 4), "it was the seventh on the screen"
    assert len(grounder.contexts) == 4, "then Delete, OK, and the end"


@pytest.mark.parametrize("surprise", ["expectation", "nothing", "target", "namesake", "failed", "end"])
def test_the_first_surprise_stops_the_remaining_moves_and_is_reported(lab, surprise: str) -> None:
    def surprised(_context: StepContext, shown: dict[str, Element]) -> Move:
        first = Act(action=Tap(target=shown["New"]), expectation="Bread" if surprise == "expectation" else "")
        text = TypeText(text="Milk", target=named("Titel" if surprise == "target" else "Title", field=True))
        if surprise == "failed":
            text = TypeText(text="Milk", target=named("Save"))
        save = Act(action=Tap(target=named("Save")), expectation="Milk")
        if surprise == "end":
            return Act(action=Tap(target=shown["New"]), more=(StepDone(reason="", evidence="Milk"), save))
        return Act(action=first.action, expectation=first.expectation, more=(Act(action=text), save))

    grounder = answering(lab, surprised)
    if surprise == "nothing":
        dropped = iter([False])
        lab.phone.before_action = lambda action: not isinstance(action, Tap) or next(dropped, True)
    if surprise == "namesake":
        pages = lab.phone._widgets
        lab.phone._widgets = lambda: pages() * (2 if lab.phone.page == "editor" and len(grounder.contexts) == 1 else 1)
    assert lab.run(ADD).kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["Milk"], "what was left was decided anew"
    hints = grounder.contexts[1].background.hints
    assert any(hint.startswith("Not done of your last answer: ") for hint in hints), hints
    assert not any(hint.startswith("Not done of") for hint in grounder.contexts[-1].background.hints)


def test_a_late_row_is_waited_for(lab) -> None:
    grounder = answering(lab, whole)
    looks = lab.phone._widgets
    late = [3]

    def slowly() -> Any:
        if lab.phone.notes and late[0]:
            late[0] -= 1
            return [w for w in looks() if w[1] != "Milk"]
        return looks()

    lab.phone._widgets = slowly
    assert lab.run(ADD).kind is OutcomeKind.VERIFIED
    assert len(grounder.contexts) == 1
    assert lab.phone.notes == ["Milk"]


def test_a_step_does_not_end_without_a_visible_proof(lab) -> None:
    def unproven(context: StepContext, shown: dict[str, Element]) -> Move:
        move = whole(context, shown)
        assert isinstance(move, Act)
        return Act(action=move.action, more=(*move.more[:-1], StepDone(reason="")))

    grounder = answering(lab, unproven)
    assert lab.run(ADD).kind is OutcomeKind.VERIFIED
    assert len(grounder.contexts) == 2


def test_a_missing_row_may_end_a_step(lab) -> None:
    lab.phone.notes[:] = ["Tea", "Milk"]

    def delete(_context: StepContext, shown: dict[str, Element]) -> Move:
        taps = tuple(Act(action=Tap(target=named(label))) for label in ("Delete", "OK"))
        return Act(action=Tap(target=shown["Milk"]), more=(*taps, StepDone(reason="", gone="Milk")))

    grounder = answering(lab, delete)
    assert lab.run('In the "Notes" app, delete the note "Milk"\n').kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["Tea"]
    assert len(grounder.contexts) == 1


def test_the_end_of_a_step_may_bring_the_moves_of_the_next(lab) -> None:
    program = 'for each {x} in ["Milk", "Eggs"]:\n    In the "Notes" app, add the note "{x}"\n'

    def first(context: StepContext, shown: dict[str, Element]) -> Move:
        move = whole(context, shown)
        assert isinstance(move, Act)
        return Act(action=move.action, more=move.more[:-1])

    def second(context: StepContext, shown: dict[str, Element]) -> Move:
        (following,) = context.goal.successors
        more = (
            Act(action=TypeText(text="Eggs", target=named("Title", field=True))),
            Act(action=Tap(target=named("Save")), expectation="Eggs"),
            StepDone(reason="", evidence="Eggs"),
        )
        act = Act(action=Tap(target=shown["New"]), more=more)
        return StepDone(reason="", evidence="Milk", then=Next(step=following.name, act=act))

    grounder = answering(lab, first, second)
    assert lab.run(program).kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["Milk", "Eggs"]
    assert len(grounder.contexts) == 2


def test_each_move_passes_the_gate(lab) -> None:
    lab.phone.notes[:] = ["Milk"]

    def delete(_context: StepContext, shown: dict[str, Element]) -> Move:
        taps = tuple(Act(action=Tap(target=named(label))) for label in ("Delete", "OK"))
        return Act(action=Tap(target=shown["Milk"]), more=taps)

    grounder = answering(lab, delete, lambda _context, _shown: StepStuck(reason="It may not."))
    lab.run('In the "Notes" app, show the note "Milk"\n', policy=Policy(default=Rule.DENY), interactive=False)
    assert lab.phone.notes == ["Milk"]
    assert done_by(lab) == ["OpenApp", "Tap"]
    assert any("Not done of your last answer: tap" in hint for hint in grounder.contexts[1].background.hints)


@pytest.mark.parametrize("killed_at", [1, 2, 3])
def test_a_run_killed_between_two_moves_of_an_answer_doubles_nothing(
    lab, new_lab, run_folder: RunFolder, killed_at: int
) -> None:
    class Killed(BaseException):
        pass

    answering(lab, whole)
    count = [0]

    def die(action: object) -> bool:
        count[0] += isinstance(action, Tap | TypeText)
        if count[0] == killed_at:
            raise Killed
        return True

    lab.phone.before_action = die
    with pytest.raises(Killed):
        lab.run(ADD, folder=run_folder)
    lab.phone.before_action = lambda action: True
    kept = load(RunFolder.open(run_folder.path))
    second = new_lab(phone=lab.phone)
    assert second.run(kept.text, folder=kept.folder, journal=kept.journal).kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["Milk"]


def test_the_next_prompt_names_the_move_that_could_not_be_used(lab: Any) -> None:
    why = "Move 3 of your last answer could not be used: there is no element [9] on the screen"

    def half(context: StepContext, shown: dict[str, Element]) -> Move:
        typed = Act(action=TypeText(text="Milk", target=named("Title", field=True)))
        return Act(action=Tap(target=shown["New"]), more=(typed,), unusable=why)

    grounder = answering(lab, half)
    outcome = lab.run(ADD)
    assert lab.phone.notes == ["Milk"], outcome
    assert done_by(lab)[:3] == ["OpenApp", "Tap", "TypeText"]
    assert why in grounder.contexts[1].background.hints


class Witnessed(PhoneWithRecords):
    """A phone that lists its sent messages and its one contact. Its page never shows a sent message."""

    heading = ""

    def read(self, store: Store) -> Readout:
        if store is Store.CONTACTS:
            return (Record(kind=Kind.CONTACT, labels=("Hana Ferreira",), numbers=("+14085551234",), id="1"),)
        if store is not Store.MESSAGES:
            return Unread(why="not here")
        return tuple(
            Record(kind=Kind.MESSAGE, labels=(text,), numbers=(to,), facts={"box": "sent"}, id=str(at))
            for at, (to, text) in enumerate(self.messages)
        )

    def _chat(self) -> list[tuple[Role, str, dict[str, Any]]]:
        """The page's head is the chosen person."""
        head = (Role.TEXT, self.heading, {"text": self.heading})
        chosen = self.heading and self.fields.get("Number")
        return [head if chosen else self._field("Number"), self._field("Message"), (Role.BUTTON, "Send", {})]


SEND = 'In the "Chat" app, send "hello there" to +14085551234\n'


def sending(*last: Act | StepDone, expect: str = "") -> Answer:
    def send(_context: StepContext, shown: dict[str, Element]) -> Move:
        message = Act(action=TypeText(text="hello there", target=shown["Message"]))
        if "Number" not in shown:
            return Act(action=message.action, more=last)
        first = TypeText(text="+14085551234", target=shown["Number"])
        return Act(action=first, expectation=expect, more=(message, *last))

    return send


@pytest.mark.parametrize("sent", [True, False])
def test_records_confirm_a_foreseen_end_that_the_screen_does_not_show(lab, sent: bool) -> None:
    lab.phone = Witnessed()
    end = StepDone(reason="", evidence="Delivered")
    send = Act(action=Tap(target=named("Send")), more=(end,))
    grounder = answering(lab, sending(*([send] if sent else []), end), lambda _context, _shown: send)
    outcome = lab.run(SEND)
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.messages == [("+14085551234", "hello there")]
    assert len(grounder.contexts) == (1 if sent else 2), "what was only typed is in no record"


@pytest.mark.parametrize(("heading", "asked"), [("Hana Ferreira", 1), ("Hana Ito", 2)])
def test_a_number_is_expected_and_its_owner_heads_the_page(lab, heading: str, asked: int) -> None:
    lab.phone = Witnessed()
    lab.phone.heading = heading
    send = Act(action=Tap(target=named("Send")))
    grounder = answering(
        lab, sending(send, StepDone(reason=""), expect="+14085551234"), sending(send, StepDone(reason=""))
    )
    outcome = lab.run(SEND)
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.messages == [("+14085551234", "hello there")]
    assert len(grounder.contexts) == asked
