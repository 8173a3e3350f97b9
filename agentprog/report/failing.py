"""The screen of the failed step, read from the run folder, with the elements that the failure names."""

from __future__ import annotations

from pathlib import Path

from agentprog.frozen import frozen
from agentprog.report.pictures import candidates_of, load_pictures
from agentprog.report.story import Teller
from agentprog.runtime.journal.folder import RunFolder

Box = tuple[int, int, int, int]


@frozen
class FailingScreen:
    """`things` are the texts on the screen in order, each with whether the failure names it.

    `boxes` surround the named ones, in pixels of a screen of `size`; `picture` is the image file, if one was kept.
    """

    package: str
    things: tuple[tuple[str, bool], ...]
    boxes: tuple[Box, ...]
    size: tuple[int, int]
    picture: Path | None = None


def failing_screen(folder: RunFolder) -> FailingScreen | None:
    """The screen of the last failed step; None if no step failed, or its screen was not kept."""
    story = Teller().tell(folder.events())
    screens = [
        entry for step in story.steps if step.status == "failed" for entry in step.entries if entry.kind == "screen"
    ]
    steps = folder.path / "steps"
    picture = load_pictures(steps, {screens[-1].screen}).get(screens[-1].screen) if screens else None
    if picture is None:
        return None
    mark = candidates_of(screens[-1].data["candidates"], picture)
    boxes = mark.candidates if mark is not None else ()
    files = (steps / f"{picture.record}.{suffix}" for suffix in ("jpg", "png"))
    return FailingScreen(
        package=picture.package,
        things=tuple((words, box in boxes) for words, box in picture.places),
        boxes=boxes,
        size=(picture.width, picture.height),
        picture=next((file for file in files if file.is_file()), None),
    )
