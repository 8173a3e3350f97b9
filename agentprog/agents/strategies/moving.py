"""Converts between the papers' actions and the runtime's moves."""

from __future__ import annotations

from agentprog import ports
from agentprog.agents.screen_text import listed
from agentprog.agents.strategies.deed import Deed, NotADeed
from agentprog.runtime.roles import Act, Move, StepDone, StepStuck

_WAIT_SECONDS = 2.0


def move_of(deed: Deed, screen: ports.Screen, *, space: ports.Space, reason: str = "") -> Move:
    """The runtime's move. A place becomes the element there. Raises NotADeed for an impossible action."""
    if deed.kind == "finished":
        return StepDone(reason=reason or "the task is said to be finished")
    if deed.kind == "error":
        return StepStuck(reason=deed.text or reason or "the task is said to be impossible", infeasible=True)
    return Act(action=_action(deed, screen, space), reason=reason)


def _action(deed: Deed, screen: ports.Screen, space: ports.Space) -> ports.Action:
    match deed.kind:
        case "click":
            return ports.Tap(target=_target(deed, screen, space))
        case "long_press":
            return ports.LongPress(target=_target(deed, screen, space))
        case "double_tap":
            return ports.DoubleTap(target=_target(deed, screen, space))
        case "type":
            return ports.TypeText(text=deed.text, target=_focused(screen))
        case "scroll":
            return ports.Scroll(direction=deed.direction)  # type: ignore[arg-type]
        case "open_app":
            return ports.OpenApp(name=deed.text)
        case "press_back":
            return ports.PressKey(key="back")
        case "press_home":
            return ports.PressKey(key="home")
        case "press_enter":
            return ports.PressKey(key="enter")
        case "press_appselect":
            return ports.PressKey(key="recents")
        case "wait":
            return ports.Wait(seconds=_WAIT_SECONDS)
    raise NotADeed(f"a phone cannot {deed.kind}")


def _target(deed: Deed, screen: ports.Screen, space: ports.Space) -> ports.Target:
    place = screen.native(*deed.point, space) if deed.point is not None else None
    if place is None:
        raise NotADeed(f"{deed.kind} is outside of the screen")
    under = [e for e in listed(screen) if e.bounds.contains(*place) and not e.scrollable]
    found = min(under, key=_rank, default=None)
    return found if found is not None else ports.PointTarget(x=place[0], y=place[1])


def _rank(element: ports.Element) -> tuple[bool, int]:
    active = element.clickable or element.editable or element.checkable or element.long_clickable
    return (not active, element.bounds.width * element.bounds.height)


def _focused(screen: ports.Screen) -> ports.Element | None:
    """The field with the focus. The papers type into it without naming it; the runtime names it."""
    return next((e for e in listed(screen) if e.editable and e.focused), None)


def deeds_of(action: ports.Action) -> tuple[Deed, ...]:
    """A run's action in the papers' terms, where typing is a click on the field and a text; empty if the papers have no
    such action.
    """
    match action:
        case ports.Tap(target=target):
            return (Deed(kind="click", point=_middle(target)),)
        case ports.LongPress(target=target):
            return (Deed(kind="long_press", point=_middle(target)),)
        case ports.DoubleTap(target=target):
            return (Deed(kind="double_tap", point=_middle(target)),)
        case ports.TypeText(text=text, target=None):
            return (Deed(kind="type", text=text),)
        case ports.TypeText(text=text, target=target) if target is not None:
            focused = isinstance(target, ports.Element) and target.focused
            written = Deed(kind="type", text=text)
            return (written,) if focused else (Deed(kind="click", point=_middle(target)), written)
        case ports.Scroll(direction=direction):
            return (Deed(kind="scroll", direction=direction),)
        case ports.Swipe(direction=direction):
            return (Deed(kind="scroll", direction=_OPPOSITE[direction]),)
        case ports.OpenApp(name=name):
            return (Deed(kind="open_app", text=name),)
        case ports.Wait():
            return (Deed(kind="wait"),)
        case ports.PressKey(key="back" | "home" | "enter" | "recents" as key):
            return (Deed(kind="press_appselect" if key == "recents" else f"press_{key}"),)  # type: ignore[arg-type]
    return ()


_OPPOSITE = {"up": "down", "down": "up", "left": "right", "right": "left"}
"""A finger that moves up reveals the content below."""


def _middle(target: ports.Target) -> tuple[float, float]:
    return (target.x, target.y) if isinstance(target, ports.PointTarget) else target.bounds.center
