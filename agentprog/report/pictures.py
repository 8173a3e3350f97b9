"""Scales screens for the page and computes the marks of actions on them."""

from __future__ import annotations

import base64
import io
import json
import re
from pathlib import Path
from typing import Any

from PIL import Image

from agentprog.frozen import frozen
from agentprog.identity import same

WIDTH = 300
"""Width of a picture on the page, in pixels."""
_QUALITY = 60
_FEWER = 150
"""From this many pictures on, their width and quality are reduced, to keep the page of a long run small."""
_SMALLER = 200
"""The reduced width, in pixels."""
_COARSER = 50
"""The reduced quality of the JPEG."""


@frozen
class Picture:
    """One screen. `uri` holds its bytes, "" if only its elements were kept. Sizes are in the phone's pixels."""

    record: str
    uri: str
    width: int
    height: int
    package: str
    elements: tuple[str, ...]
    places: tuple[tuple[str, tuple[int, int, int, int]], ...] = ()
    """Names and bounds of the elements."""


SMALLEST = 120


@frozen
class PictureBudget:
    """Width of the pictures, and the share of screens that get one, spread evenly over the run."""

    width: int
    share: float


def load_pictures(
    steps: Path, records: set[str], budget: PictureBudget | None = None, *, first: frozenset[str] = frozenset()
) -> dict[str, Picture]:
    """Loads the pictures of these records; missing files are left out.

    Within a budget the records in `first` come first.
    """
    width, quality = (WIDTH, _QUALITY) if len(records) < _FEWER else (_SMALLER, _COARSER)
    names, full_width = sorted(records), frozenset(records)
    if budget is not None:
        width, quality = budget.width, _COARSER
        full_width = first | {
            name for at, name in enumerate(names) if int(at * budget.share) != int((at + 1) * budget.share)
        }
    found = {record: _load(steps, record, width if record in full_width else 0, quality) for record in names}
    return {record: picture for record, picture in found.items() if picture is not None}


def _load(steps: Path, record: str, width: int, quality: int) -> Picture | None:
    try:
        data = json.loads((steps / f"{record}.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    shot = next((path for suffix in ("jpg", "png") if (path := steps / f"{record}.{suffix}").is_file()), None)
    return Picture(
        record=record,
        uri=_shrunk(shot, width, quality) if shot is not None and width else "",
        width=int(data.get("width") or 1080),
        height=int(data.get("height") or 2400),
        package=str(data.get("package", "")),
        elements=tuple(_words(element) for element in data.get("elements", []) if _words(element)),
        places=tuple(
            (_words(element), box)
            for element in data.get("elements", [])
            if _words(element) and (box := _box(element)) is not None
        ),
    )


def _words(element: dict[str, Any]) -> str:
    return str(element.get("label") or element.get("text") or "")


def _shrunk(path: Path, width: int, quality: int) -> str:
    try:
        with Image.open(path) as image:
            image.draft("RGB", (width, width))  # a JPEG is decoded at the smallest sufficient fraction of its size
            small = image.convert("RGB")
            small.thumbnail((width, width * 4), Image.Resampling.BILINEAR, reducing_gap=2.0)
            buffer = io.BytesIO()
            small.save(buffer, "JPEG", quality=quality)
    except OSError:
        return ""
    return "data:image/jpeg;base64," + base64.b64encode(buffer.getvalue()).decode("ascii")


@frozen
class Mark:
    """The mark of an action, in the phone's pixels: a box, and a point or a line through it."""

    box: tuple[int, int, int, int] | None = None
    points: tuple[tuple[int, int], ...] = ()
    candidates: tuple[tuple[int, int, int, int], ...] = ()
    """Boxes of the elements that a failure offers as candidates."""


_WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


def mark_of(action: dict[str, Any], picture: Picture) -> Mark | None:
    """The mark of an action; None for an action without a place, such as a key."""
    target = action.get("target")
    box = _box(target) if isinstance(target, dict) else None
    points = tuple(
        (int(found["x"]), int(found["y"]))
        for name in ("point", "start", "end")
        if isinstance(found := action.get(name), dict) and {"x", "y"} <= found.keys()
    )
    way = _WAYS.get(str(action.get("direction", "")))
    if way is not None:
        points = _stroke(action.get("type") == "Scroll", way, box or (0, 0, picture.width, picture.height))
    elif box is not None and not points:
        points = (((box[0] + box[2]) // 2, (box[1] + box[3]) // 2),)
    return Mark(box=box, points=points) if box is not None or points else None


_NAMED = re.compile(r"\"([^\"]+)\"|'([^']+)'")


def candidates_of(message: str, picture: Picture) -> Mark | None:
    """Marks for the quoted names in a failure message that the screen shows; None if there are none."""
    quoted_names = [found[1] or found[2] for found in _NAMED.finditer(message)]
    boxes = [box for words, box in picture.places if any(same(words, name) for name in quoted_names)]
    return Mark(candidates=tuple(dict.fromkeys(boxes))) if boxes else None


def _box(target: dict[str, Any]) -> tuple[int, int, int, int] | None:
    bounds = target.get("bounds")
    if not isinstance(bounds, list) or len(bounds) != 4:
        return None
    left, top, right, bottom = (int(value) for value in bounds)
    return left, top, right, bottom


def _stroke(
    reveals: bool, way: tuple[int, int], box: tuple[int, int, int, int]
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Start and end of the finger's stroke.

    A scroll is named after the side it reveals, so its finger moves the other way.
    """
    left, top, right, bottom = box
    middle = (left + right) // 2, (top + bottom) // 2
    sign = -1 if reveals else 1
    dx, dy = way[0] * sign * (right - left) // 4, way[1] * sign * (bottom - top) // 4
    return (middle[0] - dx, middle[1] - dy), (middle[0] + dx, middle[1] + dy)
