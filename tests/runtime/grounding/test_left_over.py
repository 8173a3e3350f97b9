"""A reopened app shows leftovers of an earlier step."""

from __future__ import annotations

from agentprog.ports import ActionResult, OutcomeKind, PressKey, Role, Tap
from agentprog.runtime.roles import Act, Move, StepContext, StepDone
from tests.runtime.conftest import FakePhone, Lab, SensibleGrounder


class Keeping(FakePhone):
    """An app that shows its earlier contents when it is opened again."""

    def __init__(self) -> None:
        super().__init__(notes=["Milk"])
        self.left: dict[str, str] = {}

    def _open(self, name: str) -> ActionResult:
        self.left[self.package] = self.page
        done = super()._open(name)
        self.page = self.left.get(self.package, self.page)
        return done


class Leaving(SensibleGrounder):
    """Opens the present note, and goes back from a leftover page."""

    def next_move(self, context: StepContext) -> Move:
        move = super().next_move(context)
        note = next((e for e in context.seen.screen.elements if e.label == "Milk"), None)
        if context.goal.step.startswith("open"):
            seen = StepDone(reason="open")
            return Act(action=Tap(target=note)) if note is not None and note.role is Role.ITEM else seen
        return Act(action=PressKey(key="back")) if context.tried.left_over else move


def test_a_leftover_page_of_a_reopened_app_is_recognised() -> None:
    lab = Lab(phone=Keeping(), grounder=Leaving())
    steps = (
        'In the "Notes" app, open "Milk"',
        'In the "Chat" app, send "hello" to +1234567',
        'In the "Notes" app, add the note "Eggs"',
    )
    outcome = lab.run("\n".join(steps) + "\n")
    assert outcome.kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["Milk", "Eggs"]
    last = [context.tried.left_over for context in lab.grounder.contexts if context.goal.line == 3]
    assert last[:2] == [True, False]
    assert not any(context.tried.left_over for context in lab.grounder.contexts if context.goal.line < 3)
