"""A person's actions on a phone, in order, each with the exact line that repeats it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from agentprog import ports
from agentprog.app.handiwork.naming import How, Wording, element_at, wordings
from agentprog.frozen import frozen, replace
from agentprog.lang import ast
from agentprog.lang.writing.unparse import unparse


@frozen
class Deed:
    """One action as a line. `slots` are its texts that may differ between siblings; `secret` names a typed password,
    whose text is not stored. `doubt` says why the line may not fit the touched element."""

    command: ast.Command | None = None
    target: ast.Template | ast.Target | None = None
    how: How = "label"
    text: str = ""
    secret: str = ""
    direction: ast.Direction | None = None
    key: ast.Key | None = None
    expects: str = ""
    app: str = ""
    """Name of the app; empty if unknown."""
    purpose: str = ""
    """Purpose in the person's words; empty if they gave none."""
    doubt: str = ""
    kin: tuple[str, ...] = ()
    """Properties that the element shares with its siblings."""

    def line(self, values: Mapping[str, ast.Ref] | None = None) -> str:
        """The line of a program; `values` are the texts that a variable replaces."""
        writer = _Putting(values or {})
        if self.command is None:
            node: ast.Statement = ast.Verify(condition=ast.OnScreen(text=writer.template(self.expects)))
            return unparse(ast.Program(body=(node,))).strip()
        text = ast.Template(parts=(ast.Ref(name=self.secret),)) if self.secret else writer.template(self.text)
        node = ast.DirectUI(
            command=self.command,
            target=writer.target(self.target),
            text=text if self.command == "type" else None,
            direction=self.direction,
            key=self.key,
        )
        return unparse(ast.Program(body=(node,))).strip()

    @property
    def slots(self) -> tuple[str, ...]:
        target = self.target
        names = (target.label, target.row) if isinstance(target, ast.Target) else (target,)
        return (*(str(name) if name is not None else "" for name in names), self.text, self.expects)

    @property
    def shape(self) -> tuple[object, ...]:
        """The common part of two actions that do the same to siblings."""
        target = self.target
        aim = (
            (target.role, str(target.resource), str(target.position), target.window)
            if isinstance(target, ast.Target)
            else ()
        )
        return (self.command, type(target), aim, self.secret, self.direction, self.key, bool(self.text), self.kin)


class _Putting:
    """Replaces texts by variables."""

    def __init__(self, values: Mapping[str, ast.Ref]) -> None:
        self._values = values

    def template(self, text: str) -> ast.Template:
        if text in self._values:
            return ast.Template(parts=(self._values[text],))
        return ast.Template(parts=(text,) if text else ())

    def target(self, target: ast.Template | ast.Target | None) -> ast.Template | ast.Target | None:
        if isinstance(target, ast.Target):
            label = self.template(str(target.label)) if target.label is not None else None
            row = self.template(str(target.row)) if target.row is not None else None
            return replace(target, label=label, row=row)
        return self.template(str(target)) if target is not None else None


AppAt = Callable[[str], tuple[str, ...]]
"""Returns the name of a package's app."""


def deed_of(action: ports.Action, before: ports.Screen, after: ports.Screen, names_of_app: AppAt) -> Deed | None:
    """The deed for an action on the screen before it; None if the action leaves no line."""
    match action:
        case ports.Tap(target=ports.PointTarget(x=x, y=y)):
            return _opened(before, after, x, y, names_of_app) or _pointed("tap", before, x, y)
        case ports.LongPress(target=ports.PointTarget(x=x, y=y)):
            return _pointed("long press", before, x, y)
        case ports.DoubleTap(target=ports.PointTarget(x=x, y=y)):
            return _pointed("double tap", before, x, y)
        case ports.Swipe(direction=direction):
            return Deed(command="swipe", direction=direction)
        case ports.PressKey(key=key):
            return Deed(command="press", key=key)
        case ports.TypeText(text=text):
            return _typed(text, before)
    return None


def _opened(before: ports.Screen, after: ports.Screen, x: int, y: int, names_of_app: AppAt) -> Deed | None:
    """The deed of a tap on the icon of the app that is in front afterwards; None for any other tap."""
    icon = element_at(before, x, y)
    names = names_of_app(after.package) if after.package != before.package else ()
    if icon is None or not names or names_of_app(before.package) or not set(icon.names) & set(names):
        return None
    return Deed(command="open app", target=ast.Template(parts=(names[0],)))


def _pointed(command: ast.Command, screen: ports.Screen, x: int, y: int) -> Deed:
    element = element_at(screen, x, y)
    best = best_wording(wordings(screen, element, command)) if element is not None else None
    if best is not None:
        return Deed(command=command, target=best.target, how=best.how, kin=_kin(element))
    words = element.label if element is not None else f"{x}, {y}"
    return Deed(
        command=command, target=ast.Template(parts=(words,)), doubt="no text of this screen identifies the element"
    )


def _kin(element: ports.Element | None) -> tuple[str, ...]:
    if element is None:
        return ()
    return (
        element.role.value,
        element.class_name,
        element.resource_id,
        str(element.container is None),
        element.window.value,
    )


def _typed(text: str, screen: ports.Screen) -> Deed:
    fields = [element for element in screen.elements if element.focused and element.editable]
    if len(fields) != 1:
        return Deed(command="type", text=text, doubt="it is unknown which field had the focus")
    field = fields[0]
    best = best_wording(wordings(screen, field, "type", text="x"))
    target = best.target if best is not None else None
    target_kind: How = best.how if best is not None else "place"
    if field.password:
        return Deed(command="type", target=target, how=target_kind, secret=secret_name(field))
    return Deed(command="type", target=target, how=target_kind, text=text)


def best_wording(found: tuple[Wording, ...]) -> Wording | None:
    """The wording that a person would write: by name if possible, else by id, row or place."""
    order: tuple[How, ...] = ("label", "id", "row", "place")
    return min(found, key=lambda wording: order.index(wording.how), default=None)


def secret_name(field: ports.Element) -> str:
    """A variable's name for a text typed into this field."""
    return "_".join(re.findall(r"[a-z0-9]+", (field.hint or field.label).lower())) or "password"
