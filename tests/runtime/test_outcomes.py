"""Every end of a run, brought about once: each has its own exit status."""

from __future__ import annotations

from typing import Any

import pytest

from agentprog.errors import DeviceGone, ModelUnreachable
from agentprog.ports import OutcomeKind
from agentprog.runtime.journal.events import Resolved, RunFinished
from agentprog.runtime.roles import Act, Roles, StepDone
from agentprog.runtime.safety.limits import Limits

ADD = 'In the "Notes" app, add the note "Milk"\n'
SEND = 'In the "Chat" app, send "hello" to +1234567\n'


class Blind:
    """Acts once without effect and claims to be done."""

    def next_move(self, context: Any) -> Any:
        if len(context.tried.attempts) < 2:
            field = next(e for e in context.seen.screen.elements if e.editable)
            from agentprog.ports import TypeText

            return Act(action=TypeText(text="x", target=field))
        return StepDone(reason="surely")


def blind(lab: Any) -> None:
    lab.roles = Roles(grounder=Blind())


def unplugged(lab: Any) -> None:
    def unplug(_action: Any) -> bool:
        raise DeviceGone("the phone fake-1 has gone")

    lab.phone.before_action = unplug


def no_model(lab: Any) -> None:
    class Absent:
        def next_move(self, _context: Any) -> Any:
            raise ModelUnreachable("no connection")

    lab.roles = Roles(grounder=Absent())


def cancelled(lab: Any) -> None:
    lab.cancel.cancel("stopped")


ENDS = [
    ("verified", ADD, None, {}, OutcomeKind.VERIFIED, 0),
    ("completed", "set {answer} to 1\n", None, {}, OutcomeKind.COMPLETED, 0),
    ("looked only", 'open the "Notes" app\n', None, {}, OutcomeKind.COMPLETED, 0),
    ("no evidence", SEND, blind, {}, OutcomeKind.UNVERIFIED, 7),
    ("unverifiable", ADD + "verify that perhaps all is well\n", None, {}, OutcomeKind.UNVERIFIED, 7),
    ("verify fails", ADD + 'verify that "Eggs" appears\n', None, {}, OutcomeKind.FAILED, 1),
    ("wrong value", "repeat 2.5 times:\n    set {a} to 1\n", None, {}, OutcomeKind.FAILED, 1),
    ("no such input", "set {answer} to 1\n", None, {"inputs": {}}, OutcomeKind.COMPLETED, 0),
    ("phone gone", ADD, unplugged, {}, OutcomeKind.FAILED, 3),
    ("model gone", ADD, no_model, {}, OutcomeKind.FAILED, 4),
    ("no such app", 'In the "Noted" app, add "Milk"\n', None, {}, OutcomeKind.INFEASIBLE, 8),
    ("nobody there", 'ask user "How many?", record as {n}\n', None, {"interactive": False}, OutcomeKind.NEEDS_HUMAN, 6),
    ("actions", ADD, None, {"limits": Limits(actions=1)}, OutcomeKind.OUT_OF_BUDGET, 5),
    ("holds", ADD, None, {"limits": Limits(holds=2)}, OutcomeKind.OUT_OF_BUDGET, 5),
    ("time", "wait 9 seconds\n", None, {"limits": Limits(seconds=3)}, OutcomeKind.OUT_OF_BUDGET, 5),
    ("rounds", "repeat 9 times:\n    set {a} to 1\n", None, {"limits": Limits(iterations=3)},
     OutcomeKind.OUT_OF_BUDGET, 5),
    ("cancelled", ADD, cancelled, {}, OutcomeKind.INTERRUPTED, 130),
]  # fmt: skip


@pytest.mark.parametrize(
    ("program", "prepare", "options", "kind", "code"), [e[1:] for e in ENDS], ids=[e[0] for e in ENDS]
)
def test_each_kind_of_run_ends_with_its_outcome_and_exit_code(
    lab: Any, program: str, prepare: Any, options: dict[str, Any], kind: OutcomeKind, code: int
) -> None:
    if prepare is not None:
        prepare(lab)
    outcome = lab.run(program, **options)
    assert (outcome.kind, outcome.exit_code) == (kind, code), outcome
    assert outcome.reason
    (finished,) = lab.events.of(RunFinished)
    assert (finished.outcome, finished.exit_code) == (kind.value, code)


def test_every_outcome_has_an_example() -> None:
    assert {end[4] for end in ENDS} == set(OutcomeKind)


class Stubborn:
    """Repeats the same action until a person makes a remark."""

    def __init__(self) -> None:
        self.hints: list[tuple[str, ...]] = []

    def next_move(self, context: Any) -> Any:
        from agentprog.ports import Tap

        self.hints.append(context.background.hints)
        if any("The user says" in hint for hint in context.background.hints):
            return StepDone(reason="then be it so")
        return Act(action=Tap(target=next(e for e in context.seen.screen.elements if e.label == "notes")))


def test_a_grounder_that_repeats_itself_is_warned_and_then_a_person_is_asked(lab: Any) -> None:
    stubborn = Stubborn()
    lab.roles = Roles(grounder=stubborn)
    lab.person.answers["repeats itself"] = "leave it"
    lab.run(ADD)
    assert any("more than once" in hint for hint in stubborn.hints[2])
    assert [event.what for event in lab.events.of(Resolved) if event.what == "help"] == ["help"]
    assert len(lab.phone.actions) == 4, "entering the app, and the same three times"


def test_a_grounder_that_repeats_itself_without_a_person_is_stopped(lab: Any) -> None:
    lab.roles = Roles(grounder=Stubborn())
    outcome = lab.run(ADD, interactive=False)
    assert outcome.kind is OutcomeKind.FAILED
    assert "repeats itself" in outcome.reason
