"""The element list of a screen: the drafts of all windows, named, distinguished and numbered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, make_dataclass
from statistics import median
from typing import Any

from agentprog.devices.hierarchy.drafts import Draft, Drafter
from agentprog.devices.hierarchy.marks import tell_marks
from agentprog.devices.hierarchy.nodes import Hierarchy, Node
from agentprog.devices.hierarchy.places import tell_apart
from agentprog.devices.hierarchy.roles import FIELD, ITEM, SLIDER, SPINNER, STATEFUL, TEXT, class_role, is_field
from agentprog.devices.hierarchy.sides import mark_sides
from agentprog.devices.hierarchy.speakers import tell_speakers
from agentprog.devices.hierarchy.windows import Desk, WindowTree, arrange
from agentprog.devices.hierarchy.words import LABEL_LIMIT, clean, join, label_from_id, shorten
from agentprog.frozen import frozen
from agentprog.identity import title_of
from agentprog.ports import UNLABELLED, Bounds, Element, Role, Window

_PAGERS = ("ViewPager", "ViewPager2", "Workspace", "PagedView")
_APPS = (Window.APP, Window.DIALOG)
_NAMED_BESIDE = (*STATEFUL, Role.FIELD, Role.SLIDER, SPINNER)
"""Roles that take the text beside them as a name if they have none."""
_NAMED_AFTER = (Role.CHECKBOX, Role.RADIO)
"""Roles that may also take the text after them as a name."""
_SLACK = 4
"""Pixels within which edges count as touching, because of dividers and rounding."""
_NEAR = 1.3
"""A text above a field names it if the gap is below this many text heights."""


@frozen
class Reading:
    """The contents of a hierarchy: elements, the front window's package, whether a keyboard is open.

    `readable` is False if no application window has content: then the tree is missing, not the screen empty.
    """

    elements: tuple[Element, ...]
    package: str
    keyboard_shown: bool
    display: Bounds
    readable: bool


def read_elements(
    hierarchy: Hierarchy, *, size: tuple[int, int] | None = None, focus: str = "", keyboards: Sequence[str] = ()
) -> Reading:
    """Every element that a person could read or use, dialogs first, keyboard and system windows last.

    `size` is the display in its rotation, `focus` the package with the focus, `keyboards` packages of input methods.
    Each improves the result; none is required.
    """
    desk = arrange(hierarchy, size=size, focus=focus, keyboards=keyboards)
    drafts: list[Draft] = []
    for window in desk.windows:
        found = Drafter(window, _visible_area(window, desk)).run()
        _name(found)
        found = _without_echoes(found)
        _mark_ends(found)
        if mark_sides(found):
            tell_speakers(window.root, found)
        tell_marks(found)
        drafts += found
    for index, draft in enumerate(drafts, start=1):
        draft.index = index
    tell_apart(drafts)
    front = desk.front
    return Reading(
        elements=tuple(_element(draft) for draft in drafts),
        package=front.package if front else "",
        keyboard_shown=desk.keyboard is not None,
        display=desk.display,
        readable=any(draft.window in _APPS for draft in drafts),
    )


def _visible_area(window: WindowTree, desk: Desk) -> Bounds:
    area = window.bounds
    keyboard = desk.keyboard
    if keyboard is None or window.kind not in _APPS:
        return area
    covers = keyboard.width > area.width * 0.8 and keyboard.top > area.top and keyboard.bottom >= area.bottom - _SLACK
    return Bounds(area.left, area.top, area.right, min(area.bottom, keyboard.top)) if covers else area


def _name(drafts: list[Draft]) -> None:
    """Name nameless elements by the text beside them, by their resource id, or by a plain word."""
    texts = [draft for draft in drafts if draft.role is TEXT]
    rows = [draft for draft in drafts if draft.role is ITEM]
    for draft in drafts:
        if draft.role is SPINNER and draft.label == clean(draft.text):  # the text is its value
            draft.label = _neighbour(draft, texts) or draft.label
        if not draft.label and draft.role in _NAMED_BESIDE:
            draft.label = _neighbour(draft, texts) or _row_around(draft, rows)
        label = draft.label or (clean(draft.description) if draft.role is SLIDER else "")
        label = label or label_from_id(draft.node.resource_id)
        draft.label = shorten(label) if label else UNLABELLED
        if len(label) > LABEL_LIMIT and label != clean(draft.text):
            draft.description = label if draft.description in label else join([label, draft.description])


def _without_echoes(drafts: list[Draft]) -> list[Draft]:
    """The drafts without texts that only repeat the name of a tappable element at the same place."""
    texts = {d.label for d in drafts if d.role is TEXT and not d.node.long_clickable}
    if not texts:
        return drafts
    actors = {(d.label, d.bounds) for d in drafts if d.label in texts and d.node.clickable}
    return [d for d in drafts if d.role is not TEXT or d.node.long_clickable or (d.label, d.bounds) not in actors]


def _neighbour(draft: Draft, texts: Iterable[Draft]) -> str:
    """The text that names a field or switch for a person: beside it in the same row, else just above it. Texts in
    another list or bar, such as a page's title, do not count. Of title and subtitle it takes the title."""
    best, namer = 0, None
    own = draft.bounds
    neighbours: list[Draft] = []
    for text in texts:
        if text.container is not draft.container:
            continue
        text_bounds = text.bounds
        shared = min(own.bottom, text_bounds.bottom) - max(own.top, text_bounds.top)
        if own.clip(text_bounds) == own and text_bounds.height < own.height * _NEAR:
            distance = 0
        elif shared > 0 and text_bounds.right <= own.left + _SLACK:
            neighbours.append(text)
            if shared * 2 <= min(own.height, text_bounds.height):
                continue
            distance = own.left - text_bounds.right
        elif (
            draft.role in _NAMED_AFTER
            and shared * 2 > min(own.height, text_bounds.height)
            and text_bounds.left >= own.right
        ):
            distance = text_bounds.left - own.right
        elif text_bounds.bottom <= own.top + _SLACK and text_bounds.left < own.right and own.left < text_bounds.right:
            distance = own.top - text_bounds.bottom
            if distance > text_bounds.height * _NEAR:
                continue
        else:
            continue
        if namer is None or distance < best:
            best, namer = distance, text
    return _title(namer, neighbours).label if namer is not None else ""


def _row_around(draft: Draft, rows: Iterable[Draft]) -> str:
    """The name of the row around an actionable element."""
    bounds = draft.bounds
    return next((title_of(row.label) for row in rows if row is not draft and bounds.clip(row.bounds) == bounds), "")


def _title(beside: Draft, neighbours: Iterable[Draft]) -> Draft:
    """The first line of the column of texts beside an element."""
    column = [text for text in neighbours if abs(text.bounds.left - beside.bounds.left) <= _SLACK]
    return min(column, key=lambda text: text.bounds.top) if beside in column else beside


def _mark_ends(drafts: list[Draft]) -> None:
    """Sets whether a scroller continues on either side, as far as its visible edges show."""
    for draft in drafts:
        if not draft.node.scrollable or is_field(draft.node):
            continue
        rows = _rows(draft.node)
        if not rows or _is_sideways(draft.node, rows):
            _mark_sideways(draft, rows)
            continue
        edge = draft.bounds
        last = max(row.bounds.bottom for row in rows)
        draft.more_below = last >= edge.bottom - _SLACK
        first = min(row.bounds.top for row in rows)
        # Space above the first row is the padding before the list's beginning.
        draft.more_above = first <= edge.top + _SLACK and (_starts_cut(rows, edge) or not draft.more_below)


def _mark_sideways(draft: Draft, columns: list[Node]) -> None:
    """A horizontal strip continues if its edge cuts an item. A pager shows one page, so its edges show nothing."""
    if len(columns) < 2 or draft.node.class_name.endswith(_PAGERS):
        return
    edge = draft.bounds
    draft.more_right = max(column.bounds.right for column in columns) >= edge.right
    first = min(columns, key=lambda column: column.bounds.left)
    other_widths = [column.bounds.width for column in columns if column is not first]
    cut = first.bounds.width < min(other_widths[:-1] or other_widths)
    draft.more_left = first.bounds.left < edge.left or (first.bounds.left == edge.left and cut)


def _rows(node: Node) -> list[Node]:
    """The parts that move when the node scrolls, without layouts that only wrap them."""
    rows = [child for child in node.children if not child.bounds.empty]
    while len(rows) == 1 and rows[0].children and not rows[0].clickable:
        inner = [child for child in rows[0].children if not child.bounds.empty]
        if not inner:
            break
        rows = inner
    return rows


def _is_sideways(node: Node, rows: list[Node]) -> bool:
    if node.class_name.endswith(("HorizontalScrollView", "Gallery", *_PAGERS)):
        return True
    return len(rows) > 1 and len({row.bounds.top for row in rows}) == 1


def _starts_cut(rows: list[Node], edge: Bounds) -> bool:
    """True if the first row is cut at the top: it starts above the edge, or is shorter than similar rows."""
    first = min(rows, key=lambda row: (row.bounds.top, row.bounds.left))
    if first.bounds.top < edge.top - _SLACK:
        return True
    alike = [r.bounds.height for r in rows if r is not first and r.class_name == first.class_name]
    if len(alike) < 2 or first.bounds.top > edge.top + _SLACK:
        return False
    return first.bounds.height < median(alike) * 0.8 and min(alike[:-1]) > first.bounds.height


_Forming: Any = make_dataclass("_Forming", [(part.name, part.type) for part in fields(Element)], slots=True)
"""A writable Element with the same slots in the same order. A frozen dataclass writes each of its 33 fields through
`object.__setattr__`. That takes six times as long as filling this class and then changing the object's class, and was a
fifth of the time to read a screen. Afterwards the object is a normal Element."""


def _element(draft: Draft) -> Element:
    node, state = draft.node, draft.state
    # Unpacked in one step: one field access on a named tuple takes as long as unpacking five fields.
    (class_name, package, identifier, _, _, _, _, _, clickable, long_clickable, checkable, checked, scrollable, focused,
     _, enabled, password, _) = node  # fmt: skip
    element: Element = _Forming(
        draft.index,
        draft.role,
        draft.label,
        draft.bounds,
        draft.text,
        draft.hint,
        draft.description,
        identifier,
        class_name,
        package,
        draft.place,
        draft.window,
        draft.container.index if draft.container else None,
        clickable,
        long_clickable,
        class_role(class_name) is FIELD,
        checkable or state is not None,
        state.checked if state is not None else checked,
        scrollable,
        focused,
        draft.selected,
        enabled,
        password,
        draft.more_above,
        draft.more_below,
        "tree",
        draft.side,
        draft.covered,
        *(draft.more_left, draft.more_right),
        draft.marks,
        draft.said_by,
        False,
    )
    element.__class__ = Element
    return element
