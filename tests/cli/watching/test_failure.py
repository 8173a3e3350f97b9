"""The screen of a failure in a terminal."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from agentprog.cli.watching.failure import listed
from agentprog.cli.watching.picture import picture
from agentprog.report.failing import FailingScreen


def of(*things: tuple[str, bool]) -> FailingScreen:
    return FailingScreen(package="org.x", things=things, boxes=(), size=(100, 200))


def test_the_element_that_a_failure_names_is_marked() -> None:
    assert listed(of(("Back", False), ("Saved", True))) == ["    Back", "  > Saved"]


def test_a_long_screen_is_listed_around_the_marked_element() -> None:
    lines = listed(of(*((f"thing {n}", n == 40) for n in range(60))))
    assert len(lines) == 15
    assert "  > thing 40" in lines
    assert "    thing 39" in lines
    assert lines[-1] == "    and 46 more"


def test_boxes_are_drawn_on_the_picture(tmp_path: Path) -> None:
    path = tmp_path / "shot.png"
    Image.new("RGB", (100, 200), "#000000").save(path)
    plain = picture(path, rows=10, columns=10)
    boxed = picture(path, rows=10, columns=10, boxes=((0, 0, 50, 100),), size=(100, 200))
    assert plain is not None
    assert boxed is not None
    assert boxed.spans != plain.spans
