"""Resolves the element of the screen that a program line names, with the values of its variables."""

from __future__ import annotations

from agentprog.lang import ast
from agentprog.lang.visit import walk
from agentprog.ports import Element, NoElement, Wanted, choose_element, pick_element
from agentprog.runtime.state.values import CoercionError, as_text, to_number
from agentprog.runtime.step import Step


def description_of(step: Step, target: ast.Template | ast.Target) -> str | Wanted:
    """The element's name, or its whole description; "", which names nothing, if a text of the description is empty.
    Raises CoercionError for a place that is not a number."""
    if isinstance(target, ast.Template):
        return step.text(target)
    texts = (target.label, target.resource, target.row)
    if any(text is not None and not step.text(text).strip() for text in texts):
        return ""
    return Wanted(
        label=_text(step, target.label),
        role=target.role or "",
        resource=_text(step, target.resource),
        row=_text(step, target.row),
        position=0 if target.position is None else _place(step, target.position),
        window=target.window or "",
    )


def find(step: Step, description: str | Wanted, *, field: bool = False, touch: bool = False) -> Element | NoElement:
    """The one matching element of the current screen, or the reason why there is none."""
    screen = step.screen()
    if isinstance(description, Wanted):
        return pick_element(screen, description, field=field, touch=touch)
    return choose_element(screen, description, field=field, touch=touch)


def is_shown(step: Step, description: str | Wanted) -> bool:
    """True if the text can be read, or the element is on the screen exactly once."""
    if isinstance(description, Wanted):
        return isinstance(find(step, description), Element)
    return step.screen().shows(description)


def several_of(step: Step, description: str | Wanted) -> str:
    """The elements of the current screen that share this description; empty unless several do."""
    found = find(step, description) if isinstance(description, Wanted) else None
    return str(found) if isinstance(found, NoElement) and found.choices else ""


def shown_by(element: Element) -> str:
    """The text of an element: the content of a field, else its text."""
    return element.text if element.editable else element.text or element.label


def with_values(step: Step, target: ast.Template | ast.Target | None, sentence: str) -> str:
    """A sentence with its variables' names replaced by their values."""
    for ref in walk(target) if target is not None else ():
        if isinstance(ref, ast.Ref):
            sentence = sentence.replace(str(ref), as_text(step.lookup(ref).value))
    return sentence


def _text(step: Step, text: ast.Template | None) -> str:
    return "" if text is None else step.text(text)


def _place(step: Step, position: ast.Expr) -> int:
    number = to_number(step.value(position).value)
    if number != int(number) or not number:
        raise CoercionError(f"{number:g} is no place among several: they are counted from 1, and -1 is the last")
    return int(number)
