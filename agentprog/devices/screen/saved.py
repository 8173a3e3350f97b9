"""A screen from files: a saved hierarchy dump and its picture."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from agentprog.devices.hierarchy import mask_passwords, read_elements, read_hierarchy
from agentprog.devices.screen.months import with_days
from agentprog.devices.screen.ocr import PixelReader, RapidOcr, installed
from agentprog.devices.screen.strokes import with_weights
from agentprog.errors import UsageError
from agentprog.ports import CaptureIssue, CaptureKind, Screen, Screenshot


def screen_from_files(hierarchy: Path, screenshot: Path | None = None) -> tuple[Screen, str]:
    """The screen, and the dump's fault (empty if none). Raises UsageError for unusable files.

    `taken_at` is the dump's file time; the activity is unknown.
    """
    raw = _bytes(hierarchy)
    shot = read_picture(screenshot) if screenshot is not None else None
    found = read_hierarchy(raw)
    reading = read_elements(found)
    issues: tuple[CaptureIssue, ...] = ()
    if not reading.readable:
        fault = found.problem if found.roots or not found.problem else f"the file says {found.problem!r}"
        issues = (CaptureIssue(kind=CaptureKind.NO_TREE, detail=fault or "no app shows anything in it"),)
    screen = Screen(
        package=reading.package,
        activity="",
        width=reading.display.width,
        height=reading.display.height,
        taken_at=datetime.fromtimestamp(hierarchy.stat().st_mtime, tz=UTC),
        elements=reading.elements,
        rotation=found.rotation or 0,
        keyboard_shown=reading.keyboard_shown,
        issues=issues,
        screenshot=shot,
        hierarchy=mask_passwords(raw.decode("utf-8", "replace")),
    )
    return _read_pixels(screen), found.problem


def _read_pixels(screen: Screen) -> Screen:
    """The screen with facts from its pixels, if the dump has a picture: texts of a canvas, bold rows, a drawn month."""
    if screen.screenshot is None:
        return screen
    shot = screen.screenshot
    return with_days(with_weights(PixelReader(lambda: shot, RapidOcr() if installed() else None).fill(screen)))


def read_picture(file: Path) -> Screenshot:
    """A PNG, JPEG or other picture as a screenshot. Raises UsageError."""
    data = _bytes(file)
    try:
        with Image.open(io.BytesIO(data)) as image:
            kind, (width, height) = image.format or "png", image.size
            image.load()
    except (UnidentifiedImageError, OSError, ValueError) as exc:
        raise UsageError(f"{file} is not a picture that can be read: {exc}", hint="Give a PNG or JPEG file.") from exc
    return Screenshot(data=data, media_type=f"image/{kind.lower()}", width=width, height=height)


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as exc:
        raise UsageError(f"cannot read {file}: {exc.strerror or exc}") from exc
