"""Makes one move of a step in plain words, an action or a snippet, and records it."""

from __future__ import annotations

from agentprog.errors import RunError
from agentprog.lang import ast
from agentprog.lang.effects.kinds import LASTING, Risk
from agentprog.ports import OpenApp, ReadClipboard, Screen, Tap, TypeText, describe, is_effect
from agentprog.recipes.making import Made
from agentprog.runtime.forms.snippet import run_snippet
from agentprog.runtime.grounding.believing import predict
from agentprog.runtime.grounding.pursuit import MOST_IDLE, Pursuit, came_of
from agentprog.runtime.grounding.recovery import Last
from agentprog.runtime.grounding.stalling import guard
from agentprog.runtime.handset.done import Done
from agentprog.runtime.journal.events import MoveDecided
from agentprog.runtime.roles import Act, Code, StepDone
from agentprog.runtime.safety.risk import commits
from agentprog.runtime.step import Step

STEP = "step"
_PURPOSES = LASTING - {Risk.GRANT}
"""Effect classes that are a step's purpose: if the gate refuses one, this way of doing the step has failed."""


def act(step: Step, pursuit: Pursuit, move: Act) -> StepDone | None:
    """Do one action. Returns the end of the step if the action ends it."""
    seen = _now(step)
    done = step.act(move.action, why=STEP, expectation=move.expectation)
    note(step, pursuit, move, done, seen)
    pursuit.last = Last(done=done, before=seen, expectation=move.expectation) if seen is not None else None
    if done.dry:
        return StepDone(reason="dry run: only the first action is known")
    if done.witnessed:
        return StepDone(reason="a person says that it was done")
    more = bool(pursuit.ahead) or isinstance(step.following(), MoveDecided)
    looks = pursuit.arrived is not None and done.attempt.changed and not more
    found = pursuit.arrived() if pursuit.arrived is not None and looks else None
    if found is None:
        guard(step, pursuit, done)
    return found


def run_code(step: Step, pursuit: Pursuit, move: Code) -> StepDone | None:
    """Run a snippet; each action in it counts like any other. Returns the end of the step if the snippet ends it."""
    tried = len(pursuit.attempts)

    def did(done: Done, expectation: str) -> None:
        note(step, pursuit, Act(action=done.attempt.action, expectation=expectation), done)
        if not done.dry:
            guard(step, pursuit, done)

    ran = run_snippet(step, move, did=did)
    pursuit.snippet_output = ran.remarks
    if ran.dry:
        return StepDone(reason="dry run: only the first action is known")
    acted = pursuit.attempts[tried:]
    pursuit.idle = 0 if acted else pursuit.idle + 1
    if pursuit.idle > MOST_IDLE:
        raise RunError(
            f"line {step.line}: the code for this step changed nothing on the phone, {pursuit.idle} times in a row"
        )
    changed = any(attempt.changed for attempt in acted)
    return pursuit.arrived() if pursuit.arrived is not None and changed else None


def _now(step: Step) -> Screen | None:
    """The screen on which an action is decided; None while a journal is read again."""
    return step.screen() if step.replay is None else None


def _names_app(step: Step) -> bool:
    return isinstance(step.row.node, ast.Statement) and step.row.node.app is not None


def note(step: Step, pursuit: Pursuit, move: Act, done: Done, seen: Screen | None = None) -> None:
    """Record a made action for the next prompt, the tree and the evidence. `seen` is the screen of the decision; if it
    is unknown, the moves do not show how the step is done.
    """
    attempt = done.attempt
    if seen is None or done.unknown:
        pursuit.opaque = pursuit.opaque or "a part of it was done without a screen to check it"
    else:
        succeeded = attempt.ok and (attempt.changed or isinstance(attempt.action, TypeText))
        tapped = attempt.ok and isinstance(attempt.action, Tap)
        lasting = bool(done.risk and not done.refused) or commits(attempt.action, "" if done.refused else done.risk)
        pursuit.made.append(Made(action=attempt.action, before=seen, came=succeeded, lasting=lasting, taken=tapped))
    pursuit.attempts.append(attempt)
    if is_effect(attempt.action) and attempt.ok and not done.dry:
        pursuit.effects += 1
    if isinstance(attempt.action, OpenApp) and attempt.ok and not done.dry and not _names_app(step):
        step.record.app = attempt.action.name
    action_text = describe(attempt.action)
    step.course.tree.current.actions.append(action_text + came_of(attempt))
    step.contexts.acted(attempt)
    if done.unknown:
        pursuit.remarks.append(
            f"The run was interrupted during: {action_text}. Look whether it happened before you redo it."
        )
    if isinstance(attempt.action, ReadClipboard) and attempt.ok:
        text = step.resolve("clipboard", lambda: done.value)
        pursuit.remarks.append(f"On the clipboard was: {str(text)[:300]!r}")
    if done.risk in _PURPOSES:
        pursuit.forbidden = action_text if done.refused else ""
    pursuit.done.append((attempt.action, "" if done.refused else done.risk))
    pursuit.remarks.extend(predict(step, move, done))
