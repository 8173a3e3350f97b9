"""A step that is stuck, repeats itself, is refused or rehearsed, and a phone or model that breaks."""

from __future__ import annotations

from agentprog.errors import DeviceGone, ModelUnreachable
from agentprog.ports import OutcomeKind, Scroll, Tap
from agentprog.runtime.journal.events import (
    ActionDone,
    ActionIntended,
    ActionRefused,
    Confirmed,
    RunFinished,
    StepFinished,
    Told,
)
from agentprog.runtime.roles import Act, Roles, StepDone
from agentprog.runtime.safety.limits import Limits
from agentprog.runtime.safety.policy import Policy, Rule
from tests.runtime.conftest import acts

ADD = 'In the "Notes" app, add the note "Milk"\n'
IF = 'In the "Notes" app:\n    if {}:\n        set {{answer}} to 1\n    else:\n        set {{answer}} to 2\n'
SEND = 'In the "Chat" app, send "hello" to +1234567\n'


def test_a_stuck_step_asks_a_person_and_passes_the_answer_to_the_grounder(lab) -> None:
    lab.person.answers["No idea"] = "press home"
    outcome = lab.run('In the "Notes" app, juggle the note "Milk"\n')
    assert outcome.kind is OutcomeKind.FAILED
    assert any("The user says: press home" in hint for c in lab.grounder.contexts for hint in c.background.hints)
    assert lab.run('In the "Notes" app, juggle "Milk"\n', interactive=False).kind is OutcomeKind.NEEDS_HUMAN
    assert lab.run('In the "Notes" app, do the impossible\n').kind is OutcomeKind.INFEASIBLE


class Stubborn:
    def next_move(self, context):
        return Act(action=Tap(target=next(e for e in context.seen.screen.elements if e.label == "notes")))


def test_repeating_without_effect_is_hinted_at_then_ends_the_step(lab) -> None:
    hints: list[tuple[str, ...]] = []

    class Watched(Stubborn):
        def next_move(self, context):
            hints.append(context.background.hints)
            return super().next_move(context)

    lab.roles = Roles(grounder=Watched())
    outcome = lab.run(ADD, interactive=False)
    assert outcome.kind is OutcomeKind.FAILED
    assert "repeats itself" in outcome.reason
    assert len(hints) == 3
    assert any("changed nothing" in hint for hint in hints[1])
    assert any("more than once" in hint for hint in hints[2])


def test_a_step_has_a_hold_limit(lab) -> None:
    class Restless:
        def next_move(self, context):
            down = len(acts(context)) % 2 == 0
            return Act(action=Scroll(direction="down" if down else "up"))

    lab.phone.notes = [str(number) for number in range(99)]
    lab.roles = Roles(grounder=Restless())
    outcome = lab.run(ADD, limits=Limits(holds=6), repeats=99)
    assert outcome.kind is OutcomeKind.OUT_OF_BUDGET
    assert "6 actions" in outcome.reason


def test_actions_are_a_budget_that_is_never_passed(lab) -> None:
    outcome = lab.run(ADD, limits=Limits(actions=3))
    assert outcome.kind is OutcomeKind.OUT_OF_BUDGET
    assert len(lab.phone.actions) == 3
    assert lab.phone.notes == []


def test_a_risky_action_without_an_order_is_asked_about(lab) -> None:
    class Deceived:
        def next_move(self, context):
            labels = {e.label: e for e in context.seen.screen.elements}
            return Act(action=Tap(target=labels["Send"])) if len(acts(context)) < 2 else StepDone(reason="fine")

    lab.roles = Roles(grounder=Deceived())
    lab.person.allows = False
    program = 'In the "Chat" app, read what is new\n'
    lab.run(program)
    assert lab.phone.messages == []
    assert len(lab.events.of(ActionRefused)) == 2
    assert not lab.events.of(Confirmed)[0].allowed
    assert lab.run(program, interactive=False).kind is OutcomeKind.NEEDS_HUMAN
    lab.run(program, policy=Policy(default=Rule.DENY), interactive=False)
    assert lab.phone.messages == []


def test_a_model_written_program_is_no_authority(lab) -> None:
    denied = {"policy": Policy(default=Rule.DENY), "source": "model", "interactive": False}
    lab.run(SEND, instruction="What is new?", **denied)
    assert lab.phone.messages == []
    outcome = lab.run(SEND, instruction="Say hello to +1234567: send it", **denied)
    assert outcome.kind is OutcomeKind.VERIFIED
    assert lab.phone.messages == [("+1234567", "hello")]


def test_the_header_keeps_the_program_in_its_apps(lab) -> None:
    outcome = lab.run("---\napps: [Notes]\n---\n" + ADD)
    assert outcome.kind is OutcomeKind.VERIFIED


def test_a_dry_run_touches_nothing_and_lists_its_intended_actions(lab) -> None:
    outcome = lab.run('open the "Notes" app\n' + SEND, dry_run=True)
    assert outcome.dry
    assert lab.events.of(RunFinished)[0].dry
    assert lab.phone.actions == []
    assert outcome.kind is OutcomeKind.COMPLETED
    assert lab.events.of(ActionIntended)[0].text == 'open app "Notes"'
    assert lab.grounder.contexts == []
    assert all(event.dry for event in lab.events.of(ActionIntended))
    assert lab.events.of(ActionDone) == []


def test_a_dry_run_opens_an_app_in_words_once(lab) -> None:
    lab.run('open the "Notes" app\ntap "New"\n' + ADD + 'press home\ntap "New"\n', dry_run=True)
    would = [event.text for event in lab.events.of(ActionIntended)]
    assert would == ['open app "Notes"', "press home", 'open app "Notes"']
    ended = lab.events.of(StepFinished)
    assert [event.status for event in ended] == ["not done"] * 5
    assert "is not in front" in ended[1].detail


def test_a_dry_run_shows_no_message(lab) -> None:
    assert lab.run('tell user "It is sent."\n', dry_run=True).kind is OutcomeKind.COMPLETED
    assert lab.person.told == []
    assert [(event.text, event.dry) for event in lab.events.of(Told)] == [("It is sent.", True)]


def test_a_phone_that_breaks_ends_the_run_with_its_exit_code_and_is_closed(lab) -> None:
    def unplug(action) -> bool:
        if isinstance(action, Tap):
            raise DeviceGone("the phone fake-1 has gone")
        return True

    lab.phone.before_action = unplug
    outcome = lab.run(ADD)
    assert outcome.kind is OutcomeKind.FAILED
    assert outcome.exit_code == 3
    assert isinstance(outcome.error, DeviceGone)
    assert lab.phone.closed == 1
    assert lab.events.of(StepFinished)[-1].status == "failed"


def test_a_model_that_cannot_be_reached_ends_the_run_with_its_exit_code(lab) -> None:
    class Absent:
        def next_move(self, context):
            raise ModelUnreachable("no connection")

    lab.roles = Roles(grounder=Absent())
    assert lab.run(ADD).exit_code == 4


def test_cancelling_takes_effect_before_the_next_action(lab) -> None:
    def stop(action) -> bool:
        if len(lab.phone.actions) == 2:
            lab.cancel.cancel("stop")
        return True

    lab.phone.before_action = stop
    outcome = lab.run(ADD)
    assert outcome.kind is OutcomeKind.INTERRUPTED
    assert len(lab.phone.actions) == 2
    assert lab.phone.closed == 1
