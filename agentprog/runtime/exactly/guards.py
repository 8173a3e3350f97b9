"""Checks before an exact line runs: its app in front, its window, its element, a field to type into. If a check fails,
the line does nothing.
"""

from __future__ import annotations

from agentprog.identity import canon
from agentprog.lang import ast
from agentprog.ports import Action, Element, TypeText, Wanted, Window
from agentprog.ports.screen import shows
from agentprog.recipes.aiming import is_called_so
from agentprog.recipes.sentence import written
from agentprog.runtime.grounding.commanding import Unclear, action_of
from agentprog.runtime.grounding.scope import overlays, require_app
from agentprog.runtime.pointing import description_of, find, is_shown
from agentprog.runtime.step import Step


def aim(step: Step, node: ast.DirectUI, *, app: str | None, whole: bool = False) -> Action:
    """The line as an action on the current screen. `app` is the app it runs in; `whole`: its element must have exactly
    that label, and be in a dialog only if the line says so. An element that a value of the step names must have exactly
    that label in every line. Raises Unclear.
    """
    screen = step.screen()
    if node.command != "open app":
        _in_front(step, app, anywhere=node.target is not None)
    action = action_of(step, node)
    target = getattr(action, "target", None)
    if node.target is not None and isinstance(target, Element) and not target.editable:
        exact = names_value(step, node.target) or (whole and isinstance(node.target, ast.Target))
        if exact and not is_called_so(described(step, node.target), target, screen):
            raise Unclear(f"{target.descriptor} is like it, but has another name")
    if isinstance(target, Element) and (whole or target.window is Window.APP) and not _names_window(node):
        over = next((e for e in screen.elements if e.window is Window.DIALOG), None)
        if over is not None:
            raise Unclear(f"a window covers it: {over.descriptor}")
    if isinstance(action, TypeText) and target is None and not any(e.editable and e.focused for e in screen.elements):
        raise Unclear("no field has the focus")
    return action


def names_value(step: Step, target: ast.Template | ast.Target) -> bool:
    """True if a value of the step names the element or its row: a variable, or a text that the sentence contains."""
    texts = (target,) if isinstance(target, ast.Template) else (target.label, target.row)
    nonempty = [text for text in texts if text is not None]
    node = step.row.node
    sentence = written(node) if isinstance(node, ast.Action | ast.Extract) else ()
    literals = {canon(value) for part in sentence for value in step.literals(part)}
    return any(text.refs or canon(step.text(text)) in literals for text in nonempty)


def described(step: Step, target: ast.Template | ast.Target) -> Wanted:
    """The words for an element in a message: its name, or its criteria."""
    description = description_of(step, target)
    return description if isinstance(description, Wanted) else Wanted(label=description)


def holds(step: Step, node: ast.Line, *, app: str | None, whole: bool = False) -> bool:
    """True if the screen passes a line's checks; does not wait and writes no journal entry. False also if this is
    unknown."""
    try:
        if isinstance(node, ast.DirectUI):
            if node.command == "scroll to":
                target = description_of(step, node.target) if node.target is not None else ""
                return _shows_text(step, target) if isinstance(target, str) else is_shown(step, target)
            aim(step, node, app=app, whole=whole)
            return True
        if isinstance(node, ast.ReadElement):
            _in_front(step, app, anywhere=True)
            return isinstance(find(step, description_of(step, node.target)), Element)
    except Unclear:
        return False
    condition = node.condition if isinstance(node, ast.Verify) else node.until if isinstance(node, ast.Wait) else None
    return condition is not None and _shows(step, condition)


def _in_front(step: Step, app: str | None, *, anywhere: bool) -> None:
    """Raises Unclear if another app is in front. A dialog over an app counts as in front, but receives no key or swipe
    for the app (`anywhere`)."""
    if app is None:
        return
    package, front = require_app(step, app).package, step.screen().package
    if front != package and not (anywhere and front in overlays()):
        raise Unclear(f'"{app}" is not in front, but {front}')


def _names_window(node: ast.DirectUI) -> bool:
    return isinstance(node.target, ast.Target) and node.target.window is not None


def _shows(step: Step, condition: ast.Expr) -> bool:
    if isinstance(condition, ast.Not):
        return isinstance(condition.operand, ast.OnScreen) and not _shows(step, condition.operand)
    return isinstance(condition, ast.OnScreen) and _shows_text(step, step.text(condition.text))


def _shows_text(step: Step, text: str) -> bool:
    """True if the screen shows the text outside of fields; a text in a field may only be typed and have no effect
    yet."""
    return shows((element for element in step.screen().elements if not element.editable), text)
