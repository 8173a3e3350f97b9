"""From nodes to drafts of elements: which are listed, which are merged, and their names."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

from agentprog.devices.hierarchy.layers import covered_nodes
from agentprog.devices.hierarchy.nodes import Node, clip
from agentprog.devices.hierarchy.roles import (
    BUTTON,
    CHECKBOX,
    FIELD,
    IMAGE,
    ITEM,
    LIST,
    OTHER,
    SLIDER,
    SPINNER,
    STATEFUL,
    TAB,
    TEXT,
    class_role,
    holds_rows,
    holds_tabs,
    is_actionable,
    is_field,
    is_image,
    is_selected_among,
)
from agentprog.devices.hierarchy.windows import WindowTree
from agentprog.devices.hierarchy.words import clean, distinct, join, label_from_id, lines, mentions, unrepeated
from agentprog.ports import Bounds, Role, Window

_STRIP = 6
"""A tab bar's height is at most this fraction of its window's height; for a vertical bar its width."""
_MOST_PIECES = 10
_MOST_PIECES_OF_LARGE = 3
_LONGEST_SIGN = 4
"""Longest number on a badge, in characters."""
_STARS = "RatingBar"
"""A kind of slider that mostly only displays a value in a row."""
_LARGE = 0.55
"""A clickable with more texts than these is a page, not a row: its texts become elements of their own."""


@dataclass(slots=True)
class Draft:
    """An element under construction. `container` is the draft of the scrolling node around it.

    This class and the next two are created with positional arguments: a screen creates hundreds of them, and keyword
    arguments take two to five times as long.
    """

    node: Node
    role: Role
    label: str
    text: str
    bounds: Bounds
    window: Window
    container: Draft | None
    description: str = ""
    hint: str = ""
    place: str = ""
    state: Node | None = None
    """The node whose checked state this element shows: an inner switch of a row, else its own."""
    more_above: bool = False
    more_below: bool = False
    index: int = 0
    selected: bool = False
    """True if its node, a parent of it alone, or a part of it is selected."""
    rows: Bounds | None = None
    """The area of the list around it, whether or not the list scrolls now."""
    side: Literal["", "left", "right"] = ""
    covered: bool = False
    more_left: bool = False
    more_right: bool = False
    signs: tuple[Node, ...] = ()
    """Small parts with little meaning of their own: icons, dots, bare numbers."""
    marks: tuple[str, ...] = ()
    said_by: str = ""


class _Inside:
    """The contents that belong to a clickable node: readable pieces, its one switch, active parts.

    With `takes_state`, a switch that cannot be tapped itself belongs to this node, whose tap toggles it.
    """

    __slots__ = ("broken", "button", "home", "named", "others", "seen", "selected", "signs", "states", "takes_state")

    def __init__(self, home: Bounds, takes_state: bool) -> None:
        self.home = home
        self.takes_state = takes_state
        self.seen: list[str] = []
        self.named: list[str] = []
        self.broken: dict[str, str] = {}
        self.button = False
        self.selected = False
        self.states: list[Node] = []
        self.signs: list[Node] = []
        self.others: list[tuple[Node, Bounds]] = []

    @property
    def pieces(self) -> int:
        """The number of different texts and names."""
        if not self.named:
            return len(set(self.seen)) if len(self.seen) > 1 else len(self.seen)
        return len({*self.seen, *self.named})

    def part(self, node: Node, area: Bounds) -> None:
        """Drop a state that is not the node's own: a selection or switch inside its list."""
        if node.checkable and self.states and self.states[0].checked != node.checked:
            state = self.states.pop()
            self.others.append((state, clip(state.bounds, area)))


_NOTHING = _Inside(Bounds(0, 0, 0, 0), False)
"""For nodes without children; never written to."""


class _Around(NamedTuple):
    """State of the walk: visible area, scroller, whether inside a list or tab bar, texts of enclosing nodes."""

    clip: Bounds
    container: Draft | None
    in_rows: bool = False
    in_tabs: bool = False
    said: str = ""
    chosen: bool | None = None
    """True if an enclosing node is selected, and therefore its contents. None if that node holds several things, so
    that its selection says nothing about each."""
    rows: Bounds | None = None


class Drafter:
    """Walks one window and drafts its elements in reading order."""

    def __init__(self, window: WindowTree, clip: Bounds) -> None:
        self._window = window
        self._covered: frozenset[int] = frozenset()
        self._area = max(1, window.bounds.width * window.bounds.height)
        self._clip = clip
        self.drafts: list[Draft] = []

    def run(self) -> list[Draft]:
        self._covered = covered_nodes(self._window.root, self._area)
        self._visit(self._window.root, (), _Around(self._clip, None, chosen=False))
        return self.drafts

    def _visit(self, node: Node, siblings: tuple[Node, ...], around: _Around) -> None:
        bounds = clip(node.bounds, around.clip)
        if not node.visible or bounds.right <= bounds.left or bounds.bottom <= bounds.top:
            self._children(node, around)
        elif class_role(node.class_name) is FIELD:
            self._field(node, bounds, around)
        elif node.scrollable:
            self._scroller(node, bounds, around)
        elif node.clickable or is_actionable(node):
            self._actor(node, siblings, bounds, around)
        else:
            self._plain(node, bounds, around)

    def _children(self, node: Node, around: _Around) -> None:
        for child in in_reading_order(node.children):
            self._visit(child, node.children, around)

    def _add(self, node: Node, role: Role, label: str, text: str, bounds: Bounds, around: _Around) -> Draft:
        kind = self._window.kind
        draft = Draft(node, role, label, text, bounds, kind, around.container, node.description, node.hint)
        draft.rows = around.rows
        if node.selected or around.chosen:
            draft.selected = True
        if self._covered:
            draft.covered = id(node) in self._covered
        self.drafts.append(draft)
        return draft

    def _plain(self, node: Node, bounds: Bounds, around: _Around) -> None:
        text, description = clean(node.text), clean(node.description)
        spoken = around.said
        widget = class_role(node.class_name)
        repeated = spoken and all(mentions(spoken, part) for part in (text, description) if part)
        if ((text or description) and not repeated) or widget is SLIDER:
            parts = unrepeated([*lines(node.description), text]) if description else [text]
            # A disabled widget keeps the name that it has when enabled.
            label = next(iter(_own_words(node)), "") if widget is not None else join(parts)
            role = IMAGE if is_image(node) and not text else widget or TEXT
            self._add(node, role, label, node.text, bounds, around)
            spoken = join([part for part in (spoken, text, description) if part])
        if node.children:
            tabs = around.in_tabs or self._is_bar(node, bounds)
            chosen = _chosen(node) if node.selected else around.chosen
            rows = bounds if holds_rows(node) else around.rows
            self._children(node, _Around(around.clip, around.container, around.in_rows, tabs, spoken, chosen, rows))

    def _scroller(self, node: Node, bounds: Bounds, around: _Around) -> None:
        if _is_shell(node):
            self._visit(node.children[0], node.children, around)
            return
        label = join(distinct([*lines(node.description), clean(node.text)])) or label_from_id(node.resource_id)
        draft = self._add(node, LIST, label or "list", node.text, bounds, around)
        tabs = around.in_tabs or self._is_bar(node, bounds)
        self._children(
            node, _Around(bounds, draft, holds_rows(node), tabs, draft.label if node.description else "", False, bounds)
        )

    def _field(self, node: Node, bounds: Bounds, around: _Around) -> None:
        inside = _Inside(bounds, False)
        for child in node.children:
            self._collect(child, around.clip, inside)
        hint = clean(node.hint) or join(inside.seen)
        content = "" if hint and clean(node.text) == hint else node.text
        label = hint or clean(node.description) or join(inside.named)
        draft = self._add(node, FIELD, label, "•" * len(content) if node.password else content, bounds, around)
        draft.hint = hint
        extra = [name for name in (*inside.named, *inside.seen) if name not in (label, hint)]
        draft.description = join(distinct([node.description, *extra]))
        self._others(inside, around)

    def _actor(self, node: Node, siblings: tuple[Node, ...], bounds: Bounds, around: _Around) -> None:
        inside = _NOTHING
        if node.children:
            inside = _Inside(bounds, node.clickable)
            for child in node.children:
                self._collect(child, around.clip, inside)
            inside.part(node, around.clip)
        pieces = inside.pieces
        large = pieces and bounds.width * bounds.height > self._area * _LARGE
        most = _MOST_PIECES_OF_LARGE * int(node.clickable) if large else _MOST_PIECES
        if pieces > most:
            self._page(node, bounds, around)
            return
        words = _own_words(node) if node.text or node.description else []
        if len(inside.others) == 1 and self._is_wrapper(node, bounds, words, inside):
            self._visit(inside.others[0][0], (), around)
            return
        role = self._role(node, siblings, words, inside, around)
        shown = join(distinct(inside.seen)) if inside.seen else ""
        if words and role not in (ITEM, OTHER):
            label = shown if _longer_form(words[0], inside.seen) else words[0]
        elif words or inside.named:
            name = join(words)
            rest = [part for part in distinct([*inside.seen, *inside.named]) if not (name and mentions(name, part))]
            label = join(distinct([*words, *rest]))
        else:
            label = shown
        text = join(distinct([clean(node.text), *inside.seen])) if shown and node.text else shown or node.text
        if inside.broken:
            text = join([inside.broken.get(part, part) for part in distinct([clean(node.text), *inside.seen])])
        draft = self._add(node, role, label or clean(node.hint), text, bounds, around)
        if inside.named:
            extra = [name for name in inside.named if not mentions(draft.label, name)]
            draft.description = join([part for part in (node.description, *extra) if part])
        draft.selected = draft.selected or (inside.selected and around.chosen is False)
        if inside.states:
            draft.state = inside.states[0]
        if inside.signs:
            draft.signs = tuple(inside.signs)
        if inside.others:
            self._others(inside, around)

    def _is_bar(self, node: Node, bounds: Bounds) -> bool:
        """True for a tab bar: a strip along the window with a tab bar's name, not the page that contains the strip."""
        whole = self._window.bounds
        strip = bounds.height * _STRIP < whole.height or bounds.width * _STRIP < whole.width
        return strip and holds_tabs(node)

    def _page(self, node: Node, bounds: Bounds, around: _Around) -> None:
        """A clickable that holds a whole page: an element with its own name, and its texts as separate elements."""
        words = _own_words(node)
        self._add(node, OTHER, join(words), node.text, bounds, around)
        inner = _Around(around.clip, around.container, False, around.in_tabs, join(words), False, around.rows)
        self._children(node, inner)

    def _is_wrapper(self, node: Node, bounds: Bounds, words: list[str], inside: _Inside) -> bool:
        """True if the node only wraps one actionable node that fills it, which a tap reaches anyway."""
        if words or inside.seen or inside.named or inside.states or node.checkable:
            return False
        only_inner, area = inside.others[0]
        return (
            area == bounds
            and only_inner.clickable >= node.clickable
            and only_inner.long_clickable >= node.long_clickable
        )

    def _role(self, node: Node, siblings: tuple[Node, ...], words: list[str], inside: _Inside, around: _Around) -> Role:
        role = class_role(node.class_name)
        if role is not None and role is not BUTTON:
            return role
        if inside.states:
            return class_role(inside.states[0].class_name) or CHECKBOX
        if node.checkable:
            return CHECKBOX
        if node.clickable and (around.in_tabs or is_selected_among(node, siblings)):
            return TAB
        if role is BUTTON:
            return role
        if not node.clickable:
            return OTHER if node.children else TEXT
        if is_image(node) and not inside.pieces:
            return BUTTON
        if inside.button and inside.pieces <= 1:
            return BUTTON
        if around.in_rows or inside.others or (inside.pieces > 1 and not words):
            return ITEM
        return BUTTON

    def _collect(self, node: Node, area: Bounds, inside: _Inside) -> None:
        """Collect the parts of a subtree that belong to the clickable above it; active parts come later."""
        children = node.children
        bounds = clip(node.bounds, area)
        shown = node.visible and bounds.right > bounds.left and bounds.bottom > bounds.top
        role = class_role(node.class_name)
        slides = role is SLIDER and not node.class_name.endswith(_STARS)
        acts = node.clickable or node.long_clickable or node.scrollable or role is FIELD or slides
        if shown and (acts or node.checkable):
            if acts or not inside.takes_state or inside.states or clip(bounds, inside.home) != bounds:
                inside.others.append((node, bounds))
                return
            inside.states.append(node)
            shown = role not in STATEFUL or bool(node.text or node.description)
        if shown:
            text, description_text = clean(node.text), node.description
            if text:
                inside.seen.append(text)
                if "\n" in node.text.strip():
                    inside.broken[text] = node.text.strip()
            if description_text and (description := clean(description_text)) and description != text:
                inside.named.append(join(lines(description_text)))
            elif not children and not description_text and len(text) <= _LONGEST_SIGN and node.resource_id:
                inside.signs.append(node)
            if role is BUTTON:
                inside.button = True
            inside.selected = inside.selected or node.selected
        if children:
            for child in in_reading_order(children):
                self._collect(child, area, inside)

    def _others(self, inside: _Inside, around: _Around) -> None:
        within = around
        if around.in_rows:
            within = _Around(
                around.clip, around.container, False, around.in_tabs, around.said, around.chosen, around.rows
            )
        for inner, _ in inside.others:
            self._visit(inner, (), within)


def _longer_form(description: str, seen: list[str]) -> bool:
    """True if a description only adds words to the readable text; then the text is the name."""
    return bool(seen) and description not in seen and all(mentions(description, text) for text in seen)


def _chosen(node: Node) -> bool | None:
    """Selection of a layout's contents: the layout's own value, unless it holds several tappable things (a fully
    selected page does)."""
    actors = sum(is_actionable(descendant) for descendant in node.walk() if descendant is not node)
    return True if actors <= 1 else None


def _is_shell(node: Node) -> bool:
    """True if a scroller only wraps another scroller of the same size, as in pagers and refresh layouts."""
    if len(node.children) != 1 or node.clickable or node.long_clickable or node.checkable:
        return False
    inner = node.children[0]
    fills_node = inner.visible and inner.scrollable and inner.bounds == node.bounds and not is_field(inner)
    return fills_node and not node.text and not node.description


def _own_words(node: Node) -> list[str]:
    """A clickable's own texts, its name first. With a description, the text of a switch or spinner is its state. A
    slider's text that starts with a number is its position, not a name."""
    text, description = clean(node.text), join(unrepeated(lines(node.description)))
    role = class_role(node.class_name)
    if role is SLIDER:
        return distinct([name for name in (description, text) if any(map(str.isalpha, name)) and not name[0].isdigit()])
    return distinct([description, text] if role in (*STATEFUL, SPINNER) else [text, description])


def in_reading_order(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    """Siblings from top to bottom, and within a row from left to right. Overlapping layers keep their order."""
    if len(nodes) < 2:
        return nodes
    corners = [(node.bounds.top, node.bounds.left) for node in nodes]
    if all(before <= after for before, after in pairwise(corners)):
        return nodes
    rows: list[list[Node]] = []
    for node in sorted(nodes, key=lambda n: n.bounds.top):
        if rows and _same_row(rows[-1][0].bounds, node.bounds):
            rows[-1].append(node)
        else:
            rows.append([node])
    return tuple(node for row in rows for node in sorted(row, key=lambda n: n.bounds.left))


def _same_row(first: Bounds, second: Bounds) -> bool:
    shared = min(first.bottom, second.bottom) - max(first.top, second.top)
    return shared * 2 > max(first.height, second.height)
