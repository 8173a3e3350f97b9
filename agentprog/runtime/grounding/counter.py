"""Moves the program counter after an action step.

Fused mode: the answer that ends a step, or foresees its end, may also name the next step or reading and give its first
moves, or the value that the screen shows already. They are taken only if the counter then stands at that step, and the
screen is the same, or the step has just entered another app; otherwise the step asks for its own. Separate mode: after
every action a second question asks which operation the counter takes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from agentprog.ports import Action, App, Element, NoElement, PressKey, Screen, choose_app, found_again
from agentprog.runtime.course import Carried
from agentprog.runtime.grounding.reported import ReportedValue
from agentprog.runtime.operations import Operation, Transition, kind_of_node, legal, transition
from agentprog.runtime.roles import Act, OperationContext, StepContext, StepDone, Successor
from agentprog.runtime.state.belief import covered
from agentprog.runtime.state.values import as_text
from agentprog.runtime.step import Step

_BACK = PressKey(key="back")

# ---------------------------------------------------------------- fused


def keep(step: Step, done: StepDone, offered: tuple[Successor, ...], *, receiver: ReportedValue | None) -> None:
    """Keep the action or the value that came with the end of a step for the step that it names. `receiver`: the step
    that ends reads a value itself; then the value of the answer is its own, and the sentence of the named step may
    have it.
    """
    next_step = next((found for found in offered if done.then is not None and found.name == done.then.step), None)
    if done.then is None or next_step is None:
        return
    if isinstance(done.then.act, StepDone) and (receiver is not None or not next_step.reads):
        return
    value = as_text(receiver.known.value) if receiver is not None and receiver.known is not None else None
    if next_step.coming and value is None:
        return  # the moves have a value that did not count
    step.course.carried = Carried(
        line=next_step.line,
        step=_filled(next_step, value).step,
        screen=step.screen(),
        act=done.then.act,
        given=next_step.given,
        because=done.then.because,
        offered=tuple(_filled(action, value) for action in offered if not action.coming or value is not None),
    )


def _filled(found: Successor, value: str | None) -> Successor:
    """The step with the value that its sentence left open."""
    if not found.coming or value is None:
        return found
    return replace(found, step=found.step.replace(found.coming, value), coming="")


def carried(step: Step, goal: str) -> Act | StepDone | None:
    """The moves or the value kept for this step, if the counter stands at the named step and the page is as foreseen.
    New messages, carets and clocks do not matter.
    """
    carried = step.course.carried
    step.course.carried = None
    return _start(step, goal, carried) if carried is not None else None


def begun(step: Step, goal: str) -> bool:
    """True if the answer that ended the step before began this one, for the current page."""
    carried = step.course.carried
    return carried is not None and _start(step, goal, carried) is not None


def _start(step: Step, goal: str, carried: Carried) -> Act | StepDone | None:
    """The stored moves, aimed at this screen; None if they do not belong to this step or this screen."""
    if carried.line != step.line or carried.step != goal:
        return None
    screen = step.screen()
    if _same_page(carried, screen):
        return _aimed(carried.act, screen) if isinstance(carried.act, Act) else carried.act
    if not isinstance(carried.act, Act) or not _entered(step, carried, screen):
        return None
    first = carried.act if step.phone.eyes.left_over(screen) else _without_backs(carried.act)
    return _aimed(first, screen) if first is not None and _knows_page(first.action) else None


def _entered(step: Step, carried: Carried, now: Screen) -> bool:
    """True if the step has entered its own app, which is another than that of the screen before, and nothing covers
    it.
    """
    name = step.app()
    app = choose_app(name, step.apps()) if name is not None else None
    return isinstance(app, App) and now.package == app.package != carried.screen.package and not covered(now)


def _knows_page(action: Action) -> bool:
    """True for an action that a wrong page does not allow: it has a target; or it goes back from a page left open."""
    return isinstance(getattr(action, "target", None), Element) or action == _BACK


def _without_backs(act: Act) -> Act | None:
    """The moves after the way back from a page: an app that was just opened is on its first page."""
    if act.action != _BACK:
        return act
    first = act.more[0] if act.more else None
    return _without_backs(replace(first, more=act.more[1:])) if isinstance(first, Act) else None


def _aimed(act: Act, screen: Screen) -> Act | None:
    aimed = aim(act.action, screen)
    return replace(act, action=aimed) if not isinstance(aimed, NoElement) else None


def _same_page(carried: Carried, now: Screen) -> bool:
    return now.place == carried.screen.place and covered(now) == covered(carried.screen)


def foretold(step: Step) -> tuple[bool, str] | None:
    """The verdict that the kept answer gave on the condition at the counter, with its evidence text. It counts only on
    the same page; a "yes" needs a text that the page shows. None: ask.
    """
    carried = step.course.carried
    holds = dict(carried.given).get(step.row.index) if carried is not None else None
    if carried is None or holds is None or not _same_page(carried, step.screen()):
        return None
    if holds and not (carried.because and step.screen().shows(carried.because)):
        return None
    return holds, carried.because


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
