"""Reads texts from pixels where an app draws without accessibility nodes (canvases, games, some web views).

Needs the extra `ocr` (rapidocr, whose models are in its package). Reading a whole screen takes seconds on a slow
computer, so it reads only areas without nodes, and each only once while it looks the same.
"""

from __future__ import annotations

import hashlib
import importlib.util
import io
import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from PIL import Image

from agentprog.devices.hierarchy import Node, read_hierarchy
from agentprog.errors import DeviceError, UsageError
from agentprog.frozen import frozen, replace
from agentprog.ports import Bounds, CaptureIssue, CaptureKind, Element, Role, Screen, Screenshot, Window

HINT = 'pip install "agentprog[ocr]" reads it from its pixels'
_PACKAGES = ("rapidocr", "onnxruntime")
_CANVAS = re.compile(r"(?:^|\.)(?:View|SurfaceView|TextureView|GLSurfaceView|WebView|FlutterView|UnityPlayer)$")
_CANVAS_IN_XML = re.compile(r'(?:View|UnityPlayer)"[^>]*/>|View"[^>]*></node>')
"""A quick test for a leaf of a drawing class, which saves a second parse of most dumps."""
_LEAST_SHARE = 0.15
"""Least share of the display for an area worth reading."""
_LEAST_SCORE = 0.6
_EVEN = 24
"""Largest grey difference within an empty area."""
_NOTHING_TO_READ = (CaptureKind.ASLEEP, CaptureKind.LOCKED, CaptureKind.SECURE, CaptureKind.TIMED_OUT)


@frozen
class Line:
    """A line of text with its bounds, in pixels of the picture."""

    text: str
    bounds: Bounds


Ocr = Callable[[Image.Image], tuple[Line, ...]]


def installed() -> bool:
    """True if OCR is installed."""
    return all(importlib.util.find_spec(name) is not None for name in _PACKAGES)


def require() -> None:
    """Raises UsageError naming the extra if OCR is not installed."""
    if not installed():
        raise UsageError("reading pixels needs rapidocr", hint='Install the extra: pip install "agentprog[ocr]"')


class RapidOcr:
    """The engine, loaded at its first picture."""

    def __init__(self) -> None:
        self._engine: Any = None

    def __call__(self, image: Image.Image) -> tuple[Line, ...]:
        import numpy

        if self._engine is None:
            from rapidocr import RapidOCR

            self._engine = RapidOCR(params={"Global.log_level": "critical"})
        pixels = numpy.asarray(image.convert("RGB"))[:, :, ::-1]
        found = self._engine(pixels, use_cls=False)
        if found.boxes is None or found.txts is None:
            return ()
        lines = zip(found.boxes, found.txts, found.scores or (), strict=True)
        return tuple(
            Line(text=text.strip(), bounds=_around(corners))
            for corners, text, score in lines
            if score >= _LEAST_SCORE and any(c.isalnum() for c in text)
        )


def _around(corners: Any) -> Bounds:
    xs, ys = [int(x) for x, _ in corners], [int(y) for _, y in corners]
    return Bounds(min(xs), min(ys), max(xs) + 1, max(ys) + 1)


class PixelReader:
    """Adds texts from the pixels of areas without nodes to a screen. `take` gets a screenshot if the screen has
    none."""

    def __init__(self, take: Callable[[], Screenshot], ocr: Ocr | None) -> None:
        self._take = take
        self._ocr = ocr
        self._read: tuple[str, tuple[Line, ...]] = ("", ())

    def fill(self, screen: Screen) -> Screen:
        """The screen with elements of origin `ocr`; unchanged if every area has nodes or nothing is readable."""
        areas = bare_areas(screen)
        if not areas:
            return screen
        if self._ocr is None:
            return _hinted(screen)
        try:
            shot = screen.screenshot or self._take()
        except DeviceError:
            return screen
        lines = [line for area in areas for line in self._lines(screen, shot, area)]
        if not lines:
            return screen
        added = _elements(lines, first=len(screen.elements) + 1, package=screen.package)
        if _treeless(screen):
            words = f"{len(added)} texts come from its pixels, by OCR, and may err in single characters"
            issue = CaptureIssue(kind=CaptureKind.READ_BY_OCR, detail=words)
            screen = replace(screen, issues=(*screen.issues, issue))
        return replace(screen, elements=(*screen.elements, *added))

    def _lines(self, screen: Screen, shot: Screenshot, area: Bounds) -> list[Line]:
        """The lines of an area, in native pixels."""
        across, down = shot.width / screen.width, shot.height / screen.height
        try:
            with Image.open(io.BytesIO(shot.data)) as image:
                box = (area.left * across, area.top * down, area.right * across, area.bottom * down)
                crop = image.convert("RGB").crop(tuple(int(side) for side in box))  # type: ignore[arg-type]
        except OSError:
            return []
        darkest, brightest = crop.convert("L").getextrema()
        if (
            not isinstance(darkest, int | float)
            or not isinstance(brightest, int | float)
            or brightest - darkest < _EVEN
        ):
            return []
        key = hashlib.sha256(crop.tobytes()).hexdigest()
        if self._ocr is not None and key != self._read[0]:
            self._read = (key, self._ocr(crop))
        return [
            Line(text=line.text, bounds=_native(line.bounds, area, across, down).clip(area)) for line in self._read[1]
        ]


def _native(box: Bounds, area: Bounds, across: float, down: float) -> Bounds:
    return Bounds(
        area.left + int(box.left / across),
        area.top + int(box.top / down),
        area.left + int(box.right / across),
        area.top + int(box.bottom / down),
    )


def bare_areas(screen: Screen) -> tuple[Bounds, ...]:
    """The areas of a screen that its tree does not describe: the whole app without a tree, or a canvas."""
    if any(issue.kind in _NOTHING_TO_READ for issue in screen.issues):
        return ()
    display = Bounds(0, 0, screen.width, screen.height)
    if _treeless(screen):
        area = _between_bars(screen, display)
        return () if area.empty else (area,)
    if _CANVAS_IN_XML.search(screen.hierarchy) is None:
        return ()
    least = display.width * display.height * _LEAST_SHARE
    found = []
    for node in read_hierarchy(screen.hierarchy).walk():
        area = node.bounds.clip(display)
        if area.width * area.height >= least and _is_canvas(node) and not _has_elements(screen.elements, area):
            found.append(area)
    return tuple(found)


def _treeless(screen: Screen) -> bool:
    return any(issue.kind is CaptureKind.NO_TREE for issue in screen.issues)


def _is_canvas(node: Node) -> bool:
    return (
        not node.children
        and node.visible
        and not (node.text or node.description)
        and _CANVAS.search(node.class_name) is not None
    )


def _has_elements(elements: Sequence[Element], area: Bounds) -> bool:
    """True if the tree has elements inside an area, so that the area is a background."""
    return any(e.bounds != area and not e.scrollable and e.bounds.clip(area) == e.bounds for e in elements)


def _between_bars(screen: Screen, display: Bounds) -> Bounds:
    """The display without the system's bars and the keyboard, as far as the tree shows them."""
    top, bottom = 0, display.bottom
    for element in screen.elements:
        if element.window is Window.SYSTEM and element.bounds.bottom < display.height // 8:
            top = max(top, element.bounds.bottom)
        elif element.window is Window.KEYBOARD or element.window is Window.SYSTEM:
            bottom = min(bottom, element.bounds.top) if element.bounds.top > display.height // 2 else bottom
    return Bounds(0, top, display.right, bottom)


def _elements(lines: Sequence[Line], *, first: int, package: str) -> tuple[Element, ...]:
    """Texts in reading order, equal ones counted."""
    ordered = sorted(lines, key=lambda line: (line.bounds.top, line.bounds.left))
    counts, seen = Counter(line.text for line in ordered), Counter[str]()
    elements = []
    for index, line in enumerate(ordered, start=first):
        seen[line.text] += 1
        place = f"read from pixels, number {seen[line.text]}" if counts[line.text] > 1 else "read from pixels"
        elements.append(
            Element(
                index=index,
                role=Role.TEXT,
                label=line.text,
                text=line.text,
                bounds=line.bounds,
                package=package,
                place=place,
                clickable=True,
                origin="ocr",
            )
        )
    return tuple(elements)


def _hinted(screen: Screen) -> Screen:
    """The screen with a hint how to read it, if its tree is missing."""
    issues = (
        replace(issue, detail=f"{issue.detail}; {HINT}") if issue.kind is CaptureKind.NO_TREE else issue
        for issue in screen.issues
    )
    return replace(screen, issues=tuple(issues))
