"""Finds the rows of a list in bold letters, from their pixels.

A tree has no typeface, and many messengers and mail programs mark unread messages by bold letters alone. The thickness
of a text's strokes is its ink over half the length of its edges, which depends little on the letters. Rows of one list
are compared by texts of the same id, so no typeface has to be known; if all are alike, none is marked.
"""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from PIL import Image, ImageChops, ImageStat

from agentprog.devices.hierarchy import Hierarchy, Node, read_hierarchy
from agentprog.ports import Element, Role, Screen, Window

_TIMES = 1.25
"""Bold strokes are about half thicker than regular ones; semi-bold ones a third."""
_SPREAD = 1.2
"""Texts of one weight differ by less than this, because their letters differ."""
_LETTERS = 2
_CONTRAST = 40
"""Grey levels between letters and background."""
_MOST = 60
_Text = tuple[int, Node]
"""A text of a row, and the index of the row's element."""


def with_weights(screen: Screen) -> Screen:
    """The screen with `heavy` on every bold row; unchanged without a picture or a list."""
    rows = [element for element in screen.elements if _is_row(element)]
    if screen.screenshot is None or len(rows) < 2:
        return screen
    groups = _comparable(rows, read_hierarchy(screen.hierarchy))
    if not groups:
        return screen
    heavy = _heavy(groups, screen)
    if not heavy:
        return screen
    return replace(screen, elements=tuple(replace(e, heavy=True) if e.index in heavy else e for e in screen.elements))


def _is_row(element: Element) -> bool:
    return element.role is Role.ITEM and element.clickable and element.window in (Window.APP, Window.DIALOG)


def _comparable(rows: list[Element], tree: Hierarchy) -> list[list[_Text]]:
    """Comparable texts of the rows: those of one id and height in rows of one kind, if there are several."""
    found: dict[tuple[object, ...], list[_Text]] = defaultdict(list)
    for node in _bare(tree):
        row = next((e for e in rows if node.bounds.clip(e.bounds) == node.bounds), None)
        if row is not None:
            found[row.class_name, row.resource_id, node.resource_id, node.bounds.height].append((row.index, node))
    return [group for group in found.values() if len({index for index, _ in group}) > 1][:_MOST]


def _bare(tree: Hierarchy) -> Iterator[Node]:
    """Readable texts without other elements over them. Later elements of a tree cover earlier ones; a message at the
    foot of a page would otherwise add its strokes to the text under it."""
    order = [node for node in tree.walk() if node.visible and (node.text or node.description) and not node.children]
    place = {id(node): at for at, node in enumerate(order)}
    for node in _texts(tree):
        if all(node.bounds.clip(later.bounds).empty for later in order[place[id(node)] + 1 :]):
            yield node


def _texts(tree: Hierarchy) -> Iterator[Node]:
    """Leaves with letters or digits of scripts with even strokes; no emoji and no symbols."""
    for node in tree.walk():
        if node.resource_id and not node.children and node.visible and not node.password:
            letters = sum(sign.isalnum() for sign in node.text)
            if letters >= _LETTERS and all(ord(sign) < 0x2000 for sign in node.text):
                yield node


def _heavy(groups: list[list[_Text]], screen: Screen) -> set[int]:
    assert screen.screenshot is not None
    try:
        with Image.open(io.BytesIO(screen.screenshot.data)) as image:
            image.draft("L", image.size)  # of a JPEG, the brightness alone is decoded
            grey = image.convert("L")
    except OSError:  # the picture is cut off
        return set()
    scale = (grey.width / screen.width, grey.height / screen.height)
    return {index for group in groups for index in _standing_out(_thick(group, grey, scale))}


def _thick(group: list[_Text], grey: Image.Image, scale: tuple[float, float]) -> dict[int, float]:
    across, down = scale
    thick: dict[int, float] = {}
    for index, node in group:
        box = node.bounds
        area = (int(box.left * across), int(box.top * down), int(box.right * across), int(box.bottom * down))
        width = stroke(grey.crop(area))
        if width > 0:
            thick[index] = width
    return thick


def _standing_out(thick: Mapping[int, float]) -> set[int]:
    """The rows above the single wide gap between light and heavy rows; empty without this gap."""
    ordered = sorted(thick.items(), key=lambda item: item[1])
    steps = [(above[1] / below[1], at) for at, (below, above) in enumerate(pairwise(ordered), start=1)]
    if not steps:
        return set()
    widest, at = max(steps)
    light, heavy = ordered[:at], ordered[at:]
    even = all(part[-1][1] / part[0][1] < _SPREAD for part in (light, heavy))
    return {index for index, _ in heavy} if widest >= _TIMES and even else set()


def stroke(picture: Image.Image) -> float:
    """Thickness of a text's strokes in pixels; 0 if nothing contrasts with the background."""
    ground = _commonest(picture)
    ink = picture.point([abs(level - ground) for level in range(256)])
    darkest = ink.getextrema()[1]
    if not isinstance(darkest, int | float) or darkest < _CONTRAST:
        return 0.0
    area = ImageStat.Stat(ink).sum[0]
    edges = sum(
        ImageStat.Stat(ImageChops.difference(ink, ImageChops.offset(ink, *by))).sum[0] for by in ((1, 0), (0, 1))
    )
    return float(2 * area / edges) if edges else 0.0


def _commonest(picture: Image.Image) -> int:
    counts = picture.histogram()
    return counts.index(max(counts))
