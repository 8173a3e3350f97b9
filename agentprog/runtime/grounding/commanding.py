"""An exact command as an action on the current screen."""

from __future__ import annotations

from agentprog import ports
from agentprog.lang import ast
from agentprog.runtime.grounding.scope import require_app
from agentprog.runtime.pointing import description_of, find
from agentprog.runtime.state.values import as_text
from agentprog.runtime.step import Step


class Unclear(Exception):
    """The target is missing, ambiguous or cannot be touched; the message says which. `namesakes`: several elements have
    the name.
    """

    def __init__(self, reason: str, *, namesakes: bool = False) -> None:
        super().__init__(reason)
        self.namesakes = namesakes


def action_of(step: Step, node: ast.DirectUI) -> ports.Action:
    """The command as an action on the current screen. Raises Unclear, Infeasible."""
    target = description_of(step, node.target) if node.target is not None else None
    match node.command:
        case "open app":
            return ports.OpenApp(name=require_app(step, str(target or "")).label)
        case "press":
            return ports.PressKey(key=node.key or "back")
        case "swipe":
            over = None if target is None else _find(step, target)
            return ports.Swipe(direction=node.direction or "up", target=over)
        case "scroll":
            return ports.Scroll(direction=node.direction or "down")
        case "open notifications":
            return ports.OpenNotifications()
        case _:
            return _touch(step, node, target)


def _touch(step: Step, node: ast.DirectUI, target: str | ports.Wanted | None) -> ports.Action:
    field = node.command in ("type", "clear")
    element = None
    if target is not None:
        element = _find(step, target, field=field, touch=True)
    if node.command == "type":
        text = as_text(step.value(node.text).value) if node.text is not None else ""
        return ports.TypeText(text=text, target=element)
    if node.command == "clear":
        return ports.ClearText(target=element)
    if element is None:
        raise Unclear(f"nothing is named to {node.command}")
    if node.command == "long press":
        return ports.LongPress(target=element)
    return ports.DoubleTap(target=element) if node.command == "double tap" else ports.Tap(target=element)


def _find(step: Step, target: str | ports.Wanted, *, field: bool = False, touch: bool = False) -> ports.Element:
    """The one element that the target names. Raises Unclear."""
    found = find(step, target, field=field, touch=touch)
    if isinstance(found, ports.NoElement):
        raise Unclear(str(found), namesakes=bool(found.choices))
    return found
