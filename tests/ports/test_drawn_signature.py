"""The signature of a screen without a tree depends on its pixels; with a tree it does not."""

from __future__ import annotations

from datetime import UTC, datetime

from agentprog.ports import CaptureIssue, CaptureKind, Screen, Screenshot

TREELESS = (CaptureIssue(kind=CaptureKind.NO_TREE, detail="a canvas"),)


def look(pixels: bytes, issues: tuple[CaptureIssue, ...] = ()) -> Screen:
    shot = Screenshot(data=pixels, media_type="image/png", width=9, height=9)
    return Screen(
        package="org.example", activity=".Main", width=9, height=9, taken_at=datetime(2026, 5, 2, tzinfo=UTC),
        elements=(), issues=issues, screenshot=shot,
    )  # fmt: skip


def test_a_canvas_that_shows_something_else_is_another_screen() -> None:
    assert look(b"one lamp", TREELESS).signature != look(b"two lamps", TREELESS).signature
    assert look(b"one lamp", TREELESS).signature == look(b"one lamp", TREELESS).signature


def test_pixels_do_not_count_in_a_screen_with_a_tree() -> None:
    assert look(b"one lamp").signature == look(b"two lamps").signature
