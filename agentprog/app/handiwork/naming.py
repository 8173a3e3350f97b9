"""Finds the exact line for an element: every wording that identifies this element and no other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, cast, get_args

from agentprog.frozen import frozen
from agentprog.lang import ast
from agentprog.lang.ast.targets import Role as SaidRole
from agentprog.lang.check import check_text
from agentprog.lang.writing.unparse import unparse
from agentprog.ports import UNLABELLED, Element, NoElement, Screen, Wanted, choose_element, pick_element
from agentprog.ports.targets import outermost

How = Literal["id", "label", "row", "place"]
"""How a line identifies an element: by its resource id, its own name, a text of its row, its place among several."""
_LONG = 60
"""A longer label is content rather than a name."""
_MOST_ROWS = 12


@frozen
class Wording:
    """A line and how it identifies its element. It fits only that element on the screen that it was made for."""

    line: str
    how: How
    target: ast.Template | ast.Target


def wordings(screen: Screen, element: Element, command: ast.Command = "tap", *, text: str = "") -> tuple[Wording, ...]:
    """The lines for this action on the element, the best first: by id, label, neighbours, place. Each was read back and
    found the element on this screen.
    """
    found: list[Wording] = []
    for kind, target in _targets(screen, element):
        line = line_of(command, target, text=text)
        if line and _means(line, screen, element) and line not in [wording.line for wording in found]:
            found.append(Wording(line=line, how=kind, target=target))
    return tuple(found)


def matches(screen: Screen, element: Element) -> int:
    """The number of elements on the screen with this element's name."""
    return len(_several(e for e in screen.elements if e.label == element.label))


def line_of(command: ast.Command, target: ast.Template | ast.Target | None, *, text: str = "") -> str:
    """A direct command as a line of a program; empty if the language cannot express it."""
    typed = template(text) if command == "type" else None
    node = ast.DirectUI(command=command, target=target, text=typed)
    return unparse(ast.Program(body=(node,))).strip()


def template(text: str) -> ast.Template:
    """A text in quotes."""
    return ast.Template(parts=(text,) if text else ())


def _targets(screen: Screen, element: Element) -> Iterator[tuple[How, ast.Template | ast.Target]]:
    role = _role(element)
    resource = element.resource_id.rpartition("/")[2] if not element.resource_id.startswith("android:") else ""
    if resource:
        yield "id", ast.Target(role=role, resource=template(resource))
    names = [name for name in _names(element) if 0 < len(name) <= _LONG]
    names = [name for name in names if name != UNLABELLED and not (element.editable and name == element.text)]
    for name in names:
        yield "label", template(name)
    for name in names:
        yield "label", ast.Target(role=role, label=template(name))
        if element.window.value in get_args(ast.Window):
            window = cast(ast.Window, element.window.value)
            yield "label", ast.Target(label=template(name), window=window)
    yield from _beside(screen, element, names)
    yield from _by_place(screen, element, names)


def _names(element: Element) -> tuple[str, ...]:
    """Possible names of an element, the likeliest first: of a label with several parts the first, since the others
    describe its state; the second where the first is its initial.
    """
    parts = element.label.split(", ")
    first_part = parts[_is_initial(*parts[:2])] if len(parts) > 1 else ""
    return tuple(dict.fromkeys((first_part, *element.names, element.hint)))


def _is_initial(first: str, second: str) -> bool:
    """True if the first text is a single letter, or initials of words in the second, as lists show them."""
    beginnings = [word[0] for word in second.casefold().split()]
    return len(first) == 1 or (len(first) <= len(beginnings) and set(first.casefold()) <= set(beginnings))


def _beside(screen: Screen, element: Element, names: list[str]) -> Iterator[tuple[How, ast.Target]]:
    """Wordings by a text beside the element, or inside it."""
    near = [
        other for other in screen.elements
        if other is not element and 0 < len(other.label) <= _LONG and other.label != UNLABELLED and not other.scrollable
        and other.bounds.top < element.bounds.bottom and element.bounds.top < other.bounds.bottom
    ]  # fmt: skip
    middle = element.bounds.center[1]
    near.sort(key=lambda other: abs(other.bounds.center[1] - middle))
    for other in near[:_MOST_ROWS]:
        for name in names:
            yield "row", ast.Target(label=template(name), row=template(other.label))
        yield "row", ast.Target(role=_role(element), row=template(other.label))
        yield "row", ast.Target(row=template(other.label))


def _by_place(screen: Screen, element: Element, names: list[str]) -> Iterator[tuple[How, ast.Target]]:
    for name in names:
        alike = _several(e for e in screen.elements if name in e.names)
        if element in alike:
            yield "place", ast.Target(label=template(name), position=ast.Number(value=alike.index(element) + 1))
    role = _role(element)
    if role is None:
        return
    alike = [e for e in screen.elements if e.role is element.role and e.window.value != "keyboard"]
    windows: list[ast.Window | None] = [None]
    if len({e.window for e in alike}) > 1 and element.window.value in get_args(ast.Window):
        windows.append(cast(ast.Window, element.window.value))
    for window in windows:
        counted = _several(e for e in alike if window is None or e.window is element.window)
        if element in counted:
            yield "place", ast.Target(role=role, position=ast.Number(value=counted.index(element) + 1), window=window)


def _several(elements: Iterable[Element]) -> list[Element]:
    """Each element once, in reading order, as the place "the second ..." counts them."""
    found = tuple(elements)
    return sorted(outermost(found), key=lambda e: e.index) if found else []


def _role(element: Element) -> SaidRole | None:
    return cast(SaidRole, element.role.value) if element.role.value in get_args(SaidRole) else None


def _means(line: str, screen: Screen, element: Element) -> bool:
    """True if the line, parsed as a program, points at this element and at no other."""
    program = check_text(line, name="line").parsed.program
    if program is None or len(program.body) != 1 or not isinstance(program.body[0], ast.DirectUI):
        return False
    found = pointed_at(screen, program.body[0])
    return isinstance(found, Element) and found == element


def pointed_at(screen: Screen, node: ast.DirectUI) -> Element | NoElement | None:
    """The target of a direct command without variables on a screen; None if it names no element."""
    field, touch = node.command in ("type", "clear"), node.command not in ("type", "clear", "swipe", "scroll")
    if isinstance(node.target, ast.Template):
        return choose_element(screen, str(node.target), field=field, touch=touch)
    if node.target is None:
        return None
    target = node.target
    criteria = Wanted(
        label=_literal(target.label),
        role=target.role or "",
        resource=_literal(target.resource),
        row=_literal(target.row),
        position=int(target.position.value) if isinstance(target.position, ast.Number) else 0,
        window=target.window or "",
    )
    return pick_element(screen, criteria, field=field, touch=touch)


def _literal(text: ast.Template | None) -> str:
    return "" if text is None else str(text)


def element_at(screen: Screen, x: int, y: int) -> Element | None:
    """The element that a touch at this point reaches: the smallest touchable one, else the smallest there."""
    under_point = [e for e in screen.elements if e.bounds.contains(x, y) and not e.covered]
    under_point.sort(key=lambda e: (_FRONT.get(e.window.value, 0), e.bounds.width * e.bounds.height))
    taking = [e for e in under_point if e.clickable or e.editable or e.checkable]
    return next(iter(taking or under_point), None)


_FRONT = {"keyboard": -2, "dialog": -1}
