"""Finds covered elements within one window: the page under an open drawer, the list under a sheet.

A dump does not contain the order of painting. But no app draws readable elements over readable elements. If two large
siblings have texts or buttons at the same places, the later sibling covers the earlier one, whose covered part is
invisible.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from agentprog.devices.hierarchy.nodes import Node
from agentprog.devices.hierarchy.roles import is_actionable
from agentprog.ports import Bounds

_LARGE = 0.2
"""Share of the window's area: smaller layers are badges, bubbles and buttons over a page."""
_PAIRS = 2
"""This many readable pairs at the same place are no coincidence. One pair may be a badge on an icon, unless its layer
takes touches."""
_MOST = 400
"""Limit of the readable parts of one layer."""
_MOST_LAYERS = 40
"""Limit of layers compared in one window; real windows have a handful."""


def covered_nodes(root: Node, area: int) -> frozenset[int]:
    """The ids (`id`) of all nodes under another layer of their window."""
    found: set[int] = set()
    waiting, compared = [root], 0
    while waiting and compared < _MOST_LAYERS:
        node = waiting.pop()
        large = [child for child in node.children if child.visible and _size(child.bounds) > area * _LARGE]
        waiting += large
        for under, over in combinations(large[:_MOST_LAYERS], 2):
            compared += 1
            if _meet(under.bounds, over.bounds) and _paints_over(over, under):
                found |= {
                    id(node_under) for node_under in under.walk() if over.bounds.contains(*node_under.bounds.center)
                }
        found |= {id(node_under) for under in _dimmed(node.children[:_MOST_LAYERS]) for node_under in under.walk()}
    return frozenset(found)


def _dimmed(layers: Sequence[Node]) -> Sequence[Node]:
    """The layers dimmed behind a sheet: a later empty layer takes all their touches, some of them are actionable, and
    something is shown above that layer."""
    for at in range(len(layers) - 2, 0, -1):
        layer, below = layers[at], layers[:at]
        dims = layer.clickable and layer.visible and not layer.children and not layer.text
        if not dims or not any(map(_readable, layers[at + 1 :])):
            continue
        hides = all(under.bounds.empty or layer.bounds.clip(under.bounds) == under.bounds for under in below)
        if hides and any(is_actionable(part) for under in below for part in under.walk()):
            return below
    return ()


def _size(bounds: Bounds) -> int:
    return bounds.width * bounds.height


def _meet(first: Bounds, second: Bounds) -> bool:
    return not first.clip(second).empty


def _paints_over(over: Node, under: Node) -> bool:
    pairs = 0
    below = _readable(under)
    for mine in _readable(over):
        middle = mine.center
        pairs += any(place.contains(*middle) and mine.contains(*place.center) for place in below)
        if pairs >= (1 if over.clickable else _PAIRS):
            return True
    return False


def _readable(node: Node) -> list[Bounds]:
    """The places of readable parts in a layer: leaves with words."""
    found = [
        leaf.bounds
        for leaf in node.walk()
        if leaf.visible and (leaf.text or leaf.description) and not leaf.bounds.empty and not leaf.children
    ]
    return found[:_MOST]
