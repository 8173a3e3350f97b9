"""Renders the page."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from agentprog.errors import UsageError
from agentprog.report.pictures import Mark, Picture, candidates_of, load_pictures, mark_of
from agentprog.report.replies import reply_of
from agentprog.report.story import Step, Story, Teller, Telling
from agentprog.runtime.journal.folder import RunFolder

NAME = "report.html"
_GOOD = ("verified", "completed", "true", "done")
_BAD = ("failed", "infeasible", "false")


def write_report(folder: RunFolder, to: Path | None = None) -> Path:
    """Write the run's page, by default as `report.html` in its folder. Raises UsageError when it cannot be written."""
    story = Teller().tell(folder.events())
    target = to or folder.path / NAME
    try:
        with target.open("w", encoding="utf-8") as page:
            page.writelines(pieces(story, folder))
    except OSError as exc:
        raise UsageError(f"cannot write the report {target}: {exc.strerror}", hint="Name another file.") from exc
    return target


_INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)


class _Flat(PackageLoader):
    """Templates without their indentation: a page of 20,000 steps is a fifth smaller. No line of a `pre` has any."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool] | None]:
        source, name, uptodate = super().get_source(environment, template)
        return _INDENTATION.sub("", source), name, uptodate


def pieces(story: Story, folder: RunFolder) -> Iterator[str]:
    """The page, piece by piece: its text is never in memory as a whole."""
    environment = Environment(
        loader=_Flat("agentprog.report", "page"),
        undefined=StrictUndefined,
        autoescape=select_autoescape(default=True),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(seconds=_seconds, money=_money, count=_count, tone=_tone, identity=id)
    pictures = load_pictures(folder.path / "steps", story.screens)
    replies = {call.record: reply_of(folder.path / "models", call.record) for _, call in story.calls if call.record}
    manifest = folder.manifest()
    script = (Path(__file__).parent / "page" / "page.js").read_text(encoding="utf-8")
    yield from environment.get_template("page.html").generate(
        script=Markup(script),
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        story=story,
        run=folder.name,
        title=_title(story, manifest),
        about=_about(story, manifest.get("setup") or {}, folder.name),
        totals=(story.finished.totals if story.finished else {}) or manifest.get("totals") or {},
        pictures=pictures,
        replies=replies,
        marks=_marks((entry for step in story.steps for entry in step.entries), pictures),
        by_node=_rounds,
    )


def _title(story: Story, manifest: dict[str, Any]) -> str:
    said = str(manifest.get("instruction") or "")
    return said or (story.started.instruction if story.started else "") or "a run"


def _about(story: Story, setup: dict[str, Any], run: str) -> list[str]:
    """Where, with what and when it ran."""
    said = []
    if story.device is not None:
        simulated = ", simulated" if setup.get("sim") else ""
        said.append(f"{story.device.model}, Android {story.device.android} ({story.device.serial}{simulated})")
    said.append(str(setup.get("model") or "no model"))
    if story.started is not None:
        said.append(story.started.started_at[:19].replace("T", " "))
    if story.lives > 1:
        said.append("resumed once" if story.lives == 2 else f"resumed {story.lives - 1} times")
    if story.traps is not None:
        said.append(f"met on the phone: {story.traps.said}")
    return [*said, run]


def _marks(entries: Iterable[Telling], pictures: dict[str, Picture]) -> dict[int, Mark]:
    """Of each action, by the identity of its entry."""
    found: dict[int, Mark] = {}
    for entry in entries:
        picture = pictures.get(entry.screen)
        if entry.kind == "action" and picture is not None:
            mark = mark_of(entry.data["what"], picture)
            if mark is not None:
                found[id(entry)] = mark
        elif entry.kind == "screen" and picture is not None:
            mark = candidates_of(entry.data["candidates"], picture)
            if mark is not None:
                found[id(entry)] = mark
    return found


def _rounds(steps: list[Step]) -> list[tuple[Step, bool]]:
    """Steps of a block; those that are a later round of the one before them fold away."""
    return [
        (step, bool(number) and step.iteration > 1 and steps[number - 1].line == step.line)
        for number, step in enumerate(steps)
    ]


def _seconds(value: float) -> str:
    if value < 1:
        return f"{value * 1000:.0f} ms"
    return f"{value:.1f} s" if value < 120 else f"{int(value) // 60}:{int(value) % 60:02d} min"


def _money(value: float, unpriced: float = 0) -> str:
    known = f"${value:.4f}" if value else ""
    if unpriced:
        return f"{known or '$0'} + {int(unpriced)} of unknown price"
    return known or "$0"


def _count(value: float) -> str:
    return f"{int(value):,}".replace(",", "\u202f")


def _tone(status: str) -> str:
    if status in _GOOD:
        return "good"
    return "bad" if status in _BAD else "plain"
