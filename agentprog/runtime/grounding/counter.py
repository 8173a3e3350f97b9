"""Moves the program counter after an action step.

Fused mode: the call that ends a step may also name the next step or reading and give its first action, or the value
that the screen shows already. That is taken only if the counter then stands at that step and the screen is the same;
otherwise the step asks for its own. Separate mode: after every action a second question asks which operation the
counter takes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from agentprog.ports import Action, Element, NoElement, Screen, found_again
from agentprog.runtime.course import Carried
from agentprog.runtime.operations import Operation, Transition, kind_of_node, legal, transition
from agentprog.runtime.roles import Act, OperationContext, StepContext, StepDone, Successor
from agentprog.runtime.state.belief import covered
from agentprog.runtime.step import Step

# ---------------------------------------------------------------- fused


def keep(step: Step, done: StepDone, offered: tuple[Successor, ...], *, reads: bool) -> None:
    """Keep the action or the value that came with the end of a step for the step that it names. `reads`: the step that
    ends reads a value itself; then the value of the answer is its own.
    """
    named = next((found for found in offered if done.then is not None and found.name == done.then.step), None)
    if done.then is None or named is None:
        return
    if isinstance(done.then.act, StepDone) and (reads or not named.reads):
        return
    step.course.carried = Carried(
        line=named.line,
        step=named.step,
        screen=step.screen(),
        act=done.then.act,
        given=named.given,
        because=done.then.because,
    )


def carried(step: Step, goal: str) -> Act | StepDone | None:
    """The action or the value kept for this step, if the counter stands at the named step and the page is unchanged
    where the action depends on it. New messages, carets and clocks do not matter.
    """
    kept = step.course.carried if begun(step, goal) else None
    step.course.carried = None
    if kept is None or isinstance(kept.act, StepDone):
        return kept.act if kept is not None else None
    aimed = aim(kept.act.action, step.screen())
    return replace(kept.act, action=aimed) if not isinstance(aimed, NoElement) else None


def begun(step: Step, goal: str) -> bool:
    """True if the answer that ended the step before began this one, on the current page."""
    kept = step.course.carried
    ours = kept is not None and kept.line == step.line and kept.step == goal
    return kept is not None and ours and _same_page(kept, step.screen())


def _same_page(kept: Carried, now: Screen) -> bool:
    return now.place == kept.screen.place and covered(now) == covered(kept.screen)


def foretold(step: Step) -> tuple[bool, str] | None:
    """The verdict that the kept answer gave on the condition at the counter, with its evidence text. It counts only on
    the same page; a "yes" needs a text that the page shows. None: ask.
    """
    kept = step.course.carried
    holds = dict(kept.given).get(step.row.index) if kept is not None else None
    if kept is None or holds is None or not _same_page(kept, step.screen()):
        return None
    if holds and not (kept.because and step.screen().shows(kept.because)):
        return None
    return holds, kept.because


def aim(action: Action, screen: Screen) -> Action | NoElement:
    """The action with its target at the target's current position on this screen."""
    target = getattr(action, "target", None)
    if not isinstance(target, Element):
        return action
    found = found_again(target, screen)
    if isinstance(found, NoElement):
        return found
    aimed: Action = replace(cast(Any, action), target=found)
    return aimed


# ---------------------------------------------------------------- separate


def next_operation(step: Step, context: Callable[[], StepContext]) -> tuple[Operation, str]:
    """The operation that the counter's own question gives for this step, with its evidence. Raises IllegalOperation."""
    kind, in_loop = kind_of_node(step.row.node), step.course.table.loop_around(step.row.index) is not None
    allowed = tuple(
        operation
        for operation in legal(kind)
        if in_loop or transition(kind, operation, line=step.line, in_loop=True) is not Transition.LEAVE_LOOP
    )

    def decided() -> dict[str, Any]:
        role = step.need(step.roles.stepper, "is a step in plain words")
        decision = role.next_operation(OperationContext(step=context(), allowed=tuple(map(str, allowed))))
        return {"operation": decision.operation, "evidence": decision.evidence, "reason": decision.reason}

    found = step.resolve("operation", decided)
    operation = Operation(found["operation"])
    transition(kind, operation, line=step.line, in_loop=in_loop)
    return operation, str(found["evidence"])
