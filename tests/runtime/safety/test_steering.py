"""A person pauses a run, makes a remark, takes the phone over; a screen that only a person can pass."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from agentprog.errors import Cancelled, DeviceLocked
from agentprog.ports import OutcomeKind, Tap
from agentprog.runtime.journal.events import (
    ActionIntended,
    Continued,
    MoveDecided,
    Paused,
    Remarked,
    TookOver,
)
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.journal.resume import load
from agentprog.runtime.safety.steering import Breakpoint, Moment, Pace, Place, Steering
from tests.runtime.conftest import EchoAdviser, SensibleExtractor, SensibleNavigator

ADD = 'In the "Notes" app, add the note "Milk"\n'


class Script:
    """At each pause the next thing a person does."""

    def __init__(self, *doings: Callable[[Steering], None]) -> None:
        self.doings = list(doings)
        self.places: list[Place] = []

    def __call__(self, steering: Steering, place: Place) -> None:
        self.places.append(place)
        self.doings.pop(0)(steering)


def held(lab, *doings: Callable[[Steering], None]) -> Script:
    """The lab's run is paused before it begins."""
    script = Script(*doings)
    lab.steering = Steering(script)
    lab.steering.pause()
    return script


def hints(lab) -> list[tuple[str, ...]]:
    return [context.background.hints for context in lab.grounder.contexts]


def pause_while_asking(lab, number: int) -> None:
    """The person pauses while the model gives its answer of this number."""
    decide, asked = lab.grounder.next_move, 0

    def next_move(context):
        nonlocal asked
        asked += 1
        if asked == number:
            lab.steering.pause()
        return decide(context)

    lab.grounder.next_move = next_move


def test_stepping_pauses_after_each_action_or_statement(lab) -> None:
    script = held(lab, *[Steering.step] * 6, Steering.go_on)
    assert lab.run("set {n} to 1\n" + ADD + "set {m} to 2\n").kind is OutcomeKind.VERIFIED
    lines = [place.line for place in script.places]
    actions = len([event for event in lab.events.of(ActionIntended) if event.why == "step"])
    assert lines == [1, *[2] * (len(lines) - 2), 3]
    assert lines.count(2) >= actions > 1
    assert [event.how for event in lab.events.of(Continued)][:2] == ["one step", "one step"]


@pytest.mark.usefixtures("asked_anew")
def test_a_remark_of_the_person_is_in_every_later_prompt(lab) -> None:
    held(lab, lambda reins: reins.tell("semi-skimmed,\n please"), Steering.go_on)
    assert lab.run(ADD + 'In the "Notes" app, add the note "Tea"\n').kind is OutcomeKind.VERIFIED
    assert len(hints(lab)) > 4
    assert all("The user says: semi-skimmed, please" in prompt for prompt in hints(lab))
    (remark,) = lab.events.of(Remarked)
    assert (remark.line, remark.text) == (1, "semi-skimmed, please")


def test_navigator_extractor_and_adviser_hear_a_persons_remark(lab, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[tuple[str, ...]] = []

    def listening(does):
        def heard_first(self, context):
            heard.append(context.hints)
            return does(self, context)

        return heard_first

    for role, method in ((SensibleNavigator, "judge"), (SensibleExtractor, "read"), (EchoAdviser, "advise")):
        monkeypatch.setattr(role, method, listening(getattr(role, method)))
    lab.phone.notes.append("Milk")
    held(lab, lambda reins: reins.tell("the one in Rome"), Steering.go_on)
    program = """
In the "Notes" app:
    If the note "Milk" is in the list in some way:
        Get the text of the note "Milk" from the screen, record as {note}
Ask AI "Which one?", record as {answer}
"""
    assert lab.run(program).kind is OutcomeKind.COMPLETED
    assert heard == [("The user says: the one in Rome",)] * 3


def test_a_remark_makes_the_model_decide_the_next_action_again(lab) -> None:
    script = Script(lambda reins: reins.tell("wait for me"), Steering.go_on)
    lab.steering = Steering(script)
    pause_while_asking(lab, 2)
    assert lab.run(ADD).kind is OutcomeKind.VERIFIED
    assert script.places[0].action
    assert f"in line 1, before: {script.places[0].action}" == script.places[0].said
    kinds = [type(event) for event in lab.events.all if isinstance(event, MoveDecided | Remarked | ActionIntended)]
    at = kinds.index(Remarked)
    assert kinds[at - 1 : at + 2] == [MoveDecided, Remarked, MoveDecided]
    assert lab.phone.notes == ["Milk"]


def test_a_pause_without_a_remark_changes_nothing(lab) -> None:
    lab.steering = Steering(Script(Steering.go_on))
    pause_while_asking(lab, 2)
    assert lab.run(ADD).kind is OutcomeKind.VERIFIED
    moves, actions = lab.events.of(MoveDecided), lab.events.of(ActionIntended)
    assert len(lab.events.of(Paused)) == 1
    assert len(moves) == len(lab.grounder.contexts)
    assert len([action for action in actions if action.why == "step"]) == len(moves) - 1


def test_after_a_takeover_the_run_looks_afresh(lab) -> None:
    def by_hand(reins: Steering) -> None:
        reins.take_over()
        assert reins.in_hand
        lab.phone.notes.append("Milk")
        lab.phone.package, lab.phone.page = "org.notes", "notes"
        reins.hand_back("added it myself")
        reins.go_on()

    lab.steering = Steering(Script(by_hand))
    pause_while_asking(lab, 1)
    outcome = lab.run(ADD)
    assert outcome.kind is not OutcomeKind.FAILED
    assert lab.phone.notes == ["Milk"]
    assert not any(isinstance(action, Tap) for action in lab.phone.actions)
    (taken,) = lab.events.of(TookOver)
    assert taken.note == "added it myself"
    assert any("A person had the phone in hand" in hint for hint in hints(lab)[-1])
    assert any("The user says: added it myself" in hint for hint in hints(lab)[-1])


def test_stopping_at_a_pause_ends_the_run_before_its_action(lab) -> None:
    def stop(_reins: Steering) -> None:
        raise Cancelled("stopped at a pause")

    held(lab, stop)
    outcome = lab.run(ADD)
    assert outcome.kind is OutcomeKind.INTERRUPTED
    assert lab.phone.actions == []


def test_a_resumed_run_knows_the_persons_remark(lab, new_lab, run_folder: RunFolder) -> None:
    def stop(reins: Steering) -> None:
        raise Cancelled("that is all for today")

    held(lab, lambda reins: reins.tell("no sugar"), Steering.step, stop)
    assert lab.run(ADD, folder=run_folder).kind is OutcomeKind.INTERRUPTED
    second = new_lab(phone=lab.phone)
    kept = load(RunFolder.open(run_folder.path), known_apps=("Notes", "Chat"))
    outcome = second.run(kept.text, folder=kept.folder, journal=kept.journal, inputs=kept.inputs)
    assert outcome.kind is OutcomeKind.VERIFIED
    assert all("The user says: no sugar" in prompt for prompt in hints(second))


# ---------------------------------------------------------------- only a person


def test_a_stuck_step_on_a_screen_for_people_hands_the_phone_over(lab) -> None:
    lab.phone.notes.append("I'm not a robot")
    lab.person.answers["asks for a person"] = "solved it"
    lab.run('In the "Notes" app, juggle the note "Milk"\n')
    assert any('the screen asks for a person ("i\'m not a robot")' in asked for asked in lab.person.asked)
    assert any(taken.note == "solved it" and "line 1" in taken.reason for taken in lab.events.of(TookOver))
    assert any("The user says: solved it" in hint for hint in hints(lab)[-1])
    outcome = lab.run('In the "Notes" app, juggle the note "Milk"\n', interactive=False)
    assert outcome.kind is OutcomeKind.NEEDS_HUMAN
    assert outcome.exit_code == 6


@pytest.fixture
def locked(lab) -> list[bool]:
    """A phone with a lock that a person takes away when asked."""
    state = [True]

    def before(_action: object) -> bool:
        if state[0]:
            raise DeviceLocked("the phone is locked", hint="Only its owner can unlock it.")
        return True

    lab.phone.before_action = before
    return state


def test_a_lock_is_its_owners_to_open(lab, locked: list[bool]) -> None:
    def take_over(reason: str) -> str:
        assert "the phone is locked" in reason
        locked[0] = False
        return "there you are"

    lab.person.take_over = take_over
    assert lab.run(ADD).kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["Milk"]
    assert [taken.note for taken in lab.events.of(TookOver)] == ["there you are"]


def test_the_target_of_a_touch_on_a_locked_screen_is_looked_for_again(lab, locked: list[bool]) -> None:
    def take_over(reason: str) -> str:
        locked[0] = False
        lab.phone.package, lab.phone.page = "org.notes", "note"
        return ""

    lab.person.take_over = take_over
    lab.phone.package, lab.phone.page = "org.notes", "notes"
    outcome = lab.run('In the "Notes" app, tap "New"\n')
    assert "after the unlock the phone shows another screen" in outcome.reason
    assert len([a for a in lab.phone.actions if isinstance(a, Tap)]) == 1, "only the one that found the lock"


def test_a_lock_without_anybody_needs_a_human(lab, locked: list[bool]) -> None:
    outcome = lab.run(ADD, interactive=False)
    assert outcome.kind is OutcomeKind.NEEDS_HUMAN
    assert "the phone is locked" in outcome.reason


# ---------------------------------------------------------------- the reins themselves


def test_a_single_step_does_not_end_before_an_action_of_its_own() -> None:
    reins = Steering()
    reins.step()
    assert not reins.due(only_asked=True)
    assert reins.due()
    assert reins.pace is Pace.PAUSE
    assert not reins.due(only_asked=True)
    reins.pause()
    assert reins.due(only_asked=True)


def test_handing_back_an_unheld_run_reports_nothing() -> None:
    reins = Steering()
    reins.hand_back("here")
    reins.tell("   ")
    assert reins.drain() == ()


HOLDS, FAILS = "{n} is 1", "{n} is 2"


@pytest.mark.parametrize(
    ("breakpoint_", "line", "moment"),
    [
        (Breakpoint(line=2), True, False),
        (Breakpoint(line=2, condition=HOLDS), True, False),
        (Breakpoint(line=2, condition=FAILS), False, False),
        (Breakpoint(line=3), False, False),
        (Breakpoint(moment=Moment.EFFECT), False, True),
        (Breakpoint(moment=Moment.EFFECT, condition=FAILS), False, False),
        (Breakpoint(moment=Moment.MODEL), False, False),
        (Breakpoint(line=2, moment=Moment.EFFECT), False, True),
    ],
)
def test_a_breakpoint_pauses_at_its_line_or_moment_if_its_condition_holds(
    breakpoint_: Breakpoint, line: bool, moment: bool
) -> None:
    at_line, at_moment = Steering(), Steering()
    at_line.breakpoints = at_moment.breakpoints = (breakpoint_,)
    at_line.reached(2, HOLDS.__eq__)
    assert (at_line.pace is Pace.PAUSE) is line
    assert at_moment.met(Moment.EFFECT, HOLDS.__eq__) is moment
    assert (at_moment.pace is Pace.PAUSE) is moment
