"""Finds an element of a screen by more than its name: role, id, row, position among several, window."""

from __future__ import annotations

from collections.abc import Sequence

from agentprog.frozen import frozen
from agentprog.identity import One, resolve
from agentprog.ports.screen import Element, Screen, Window
from agentprog.ports.targets import NoElement, is_page, names_of, one_of, outermost, takes_touch


@frozen
class Wanted:
    """The criteria for an element; an empty part sets none. Without `label`, `row` means the row itself."""

    label: str = ""
    role: str = ""
    """One of the words of `Role`."""
    resource: str = ""
    """The resource id, whole or the part after the slash."""
    row: str = ""
    """A text in the element's row."""
    position: int = 0
    """Position among several in reading order, from 1; -1 is the last."""
    window: str = ""
    """One of the words of `Window`."""

    def __str__(self) -> str:
        parts = [self.role or ("" if self.label else "element"), f'"{self.label}"' if self.label else ""]
        parts += [
            f"number {self.position}" if self.position else "",
            f'with id "{self.resource}"' * bool(self.resource),
        ]
        if self == Wanted(row=self.row, window=self.window):
            parts = [f'row of "{self.row}"']
        elif self.row:
            parts.append(f'in the row of "{self.row}"')
        parts.append(f"in the {self.window}" if self.window else "")
        return " ".join(part for part in parts if part)


def pick_element(screen: Screen, target: Wanted, *, field: bool = False, touch: bool = False) -> Element | NoElement:
    """The one element that meets all criteria; else the reason, with the candidates.

    `field`: only text fields; `touch`: only elements that react to a touch.
    """
    in_window = [e for e in screen.elements if e.window is not Window.KEYBOARD]
    in_window = [e for e in in_window if not target.window or e.window.value == target.window]
    if not target.row:
        return _among(in_window, screen, target, field=field, touch=touch)
    rows = _rows(in_window, screen, target.row)
    if len(rows) != 1:
        return NoElement(name=target.row, words=f'row of "{target.row}"', choices=tuple(row.anchor for row in rows))
    row = rows[0]
    if target == Wanted(row=target.row, window=target.window):
        return one_of((row.head,), screen, name=target.row, words=str(target), touch=touch)
    own_label = target.label or target.resource
    inside = [e for e in row.inside(in_window) if own_label or e not in row.named]
    neighbours = [e for e in row.beside(in_window) if own_label or e not in row.named]
    found = _among(inside, screen, target, field=field, touch=touch)
    if isinstance(found, NoElement) and not found.choices:
        wider = _among(neighbours, screen, target, field=field, touch=touch)
        found = found if isinstance(wider, NoElement) and not wider.choices else wider
    if isinstance(found, NoElement) and not found.choices and found.dead is None:
        return NoElement(name=target.label, words=str(target), near=_descriptors([*inside, *neighbours]))
    return found


def _among(
    elements: Sequence[Element], screen: Screen, target: Wanted, *, field: bool, touch: bool
) -> Element | NoElement:
    fits = [e for e in elements if _fits(e, target) and (e.editable or not field)]
    if target.label:
        found = resolve(target.label, fits, names_of)
        fits = [] if found is None else [found.item] if isinstance(found, One) else list(found.items)
    if not fits:
        alike = [e for e in elements if target.role in ("", e.role.value)]
        return NoElement(name=target.label, words=str(target), field=field, near=_descriptors(alike))
    if target.position:
        several = sorted(outermost(tuple(fits)), key=lambda e: e.index)
        at = target.position - 1 if target.position > 0 else len(several) + target.position
        if not 0 <= at < len(several):
            return NoElement(name=target.label, words=str(target), field=field, near=_descriptors(several))
        fits = [several[at]]
    return one_of(tuple(fits), screen, name=target.label, words=str(target), touch=touch)


def _fits(element: Element, target: Wanted) -> bool:
    if target.role and element.role.value != target.role:
        return False
    known = element.resource_id
    return not target.resource or target.resource in (known, known.rpartition("/")[2])


def _descriptors(elements: Sequence[Element]) -> tuple[str, ...]:
    return tuple(element.descriptor for element in elements if element.label)[:3]


# ---------------------------------------------------------------------------------------------------- rows


@frozen
class _Row:
    """A row of a list: `anchor` is the element with its text, `named` the element that matched, `head` the element
    around the whole row if there is one."""

    anchor: Element
    head: Element
    named: tuple[Element, ...]

    def inside(self, elements: Sequence[Element]) -> list[Element]:
        return [e for e in elements if e is not self.head and _holds(self.head, e)]

    def beside(self, elements: Sequence[Element]) -> list[Element]:
        """The elements of the same list at the row's height."""
        return [
            e for e in elements
            if e is not self.head and not e.scrollable and e.window is self.head.window
            and e.container == self.head.container and not _holds(e, self.head) and not _holds(self.head, e)
            and _level(e, self.head)
        ]  # fmt: skip


def _rows(elements: Sequence[Element], screen: Screen, text: str) -> list[_Row]:
    """The rows with a text, each once."""
    found = resolve(text, [e for e in elements if not e.scrollable], names_of)
    anchors = () if found is None else (found.item,) if isinstance(found, One) else found.items
    rows: dict[int, list[Element]] = {}
    for anchor in anchors:
        rows.setdefault(_head(anchor, elements, screen).index, []).append(anchor)
    by_index = {element.index: element for element in elements}
    return [_Row(anchor=matches[0], head=by_index[at], named=tuple(matches)) for at, matches in rows.items()]


def _head(anchor: Element, elements: Sequence[Element], screen: Screen) -> Element:
    """The smallest touchable element around a text that is not a page; else the text itself."""
    around = [
        e for e in elements
        if e is not anchor and takes_touch(e) and not e.scrollable and e.window is anchor.window
        and _holds(e, anchor) and not is_page(e, screen)
    ]  # fmt: skip
    return min(around, key=lambda e: e.bounds.width * e.bounds.height, default=anchor)


def _holds(outer: Element, inner: Element) -> bool:
    """True if one lies inside the other; of two with equal bounds, the later one lies inside."""
    if inner.bounds.empty or inner.bounds.clip(outer.bounds) != inner.bounds:
        return False
    return inner.bounds != outer.bounds or outer.index < inner.index


def _level(first: Element, second: Element) -> bool:
    """True if two elements stand at one height: the middle of one is within the other."""
    (_, a), (_, b) = first.bounds.center, second.bounds.center
    return second.bounds.top <= a < second.bounds.bottom or first.bounds.top <= b < first.bounds.bottom
