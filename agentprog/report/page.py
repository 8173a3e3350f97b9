"""Renders the page."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template, select_autoescape
from markupsafe import Markup

from agentprog.errors import UsageError
from agentprog.ports import ENDS
from agentprog.report.narration import Narration
from agentprog.report.pictures import SMALLEST, Mark, Picture, PictureBudget, candidates_of, load_pictures, mark_of
from agentprog.report.replies import reply_of
from agentprog.report.story import Step, Story, Teller, Telling
from agentprog.runtime.journal.folder import RunFolder

NAME = "report.html"
_TONES = {"true": "good", "done": "good", "false": "bad", **{kind.value: end.tone for kind, end in ENDS.items()}}
"""The colour of a status, of a step or of a run."""


MOST = 15_000_000
"""Size limit of the page in bytes: browsers open it, and mail systems carry it."""
_SCRIPTS = ("vendor/htm-preact.js", "words.js", "scrub.js", "page.js")


def write_report(folder: RunFolder, to: Path | None = None, *, most: int = MOST) -> Path:
    """Writes the run's page, by default `report.html` in its folder. Raises UsageError if it cannot be written.

    A page larger than `most` bytes gets smaller pictures, then fewer, and says so.
    """
    story = Teller().tell(folder.events())
    target = to or folder.path / NAME
    try:
        _within(story, folder, target, most)
    except OSError as exc:
        raise UsageError(f"cannot write the report {target}: {exc.strerror}", hint="Name another file.") from exc
    return target


_INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)


class _Flat(PackageLoader):
    """Templates without indentation: a page of 20,000 steps becomes a fifth smaller.

    No line inside a `pre` is indented.
    """

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool] | None]:
        source, name, uptodate = super().get_source(environment, template)
        return _INDENTATION.sub("", source), name, uptodate


def _within(story: Story, folder: RunFolder, target: Path, most: int) -> None:
    """Writes the page, with smaller and fewer pictures until it is at most `most` bytes."""
    smaller = (PictureBudget(width=SMALLEST, share=share) for share in (1.0, 0.5, 0.25, 0.1, 0.0))
    for pixels in (None, *smaller):
        with target.open("w", encoding="utf-8") as page:
            page.writelines(pieces(story, folder, pixels))
        if target.stat().st_size <= most or not story.screens:
            return


@cache
def template() -> Template:
    """The page's template, compiled once in a process."""
    environment = Environment(
        loader=_Flat("agentprog.report", "page"),
        undefined=StrictUndefined,
        autoescape=select_autoescape(default=True),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(seconds=_seconds, money=_money, count=_count, tone=_tone, identity=id)
    return environment.get_template("page.html")


def pieces(story: Story, folder: RunFolder, pixels: PictureBudget | None = None) -> Iterator[str]:
    """The page in pieces, so that its text is never in memory as a whole.

    `pixels` limits the number and size of pictures, None for no limit.
    """
    pictures = load_pictures(folder.path / "steps", story.screens, pixels, first=_failing(story))
    replies = {call.record: reply_of(folder.path / "models", call.record) for _, call in story.calls if call.record}
    manifest = folder.manifest()
    script = "\n".join((Path(__file__).parent / "page" / name).read_text(encoding="utf-8") for name in _SCRIPTS)
    yield from template().generate(
        script=Markup(script),
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        scrub=Markup(_data(story, folder, pictures, replies)),
        smaller=pixels is not None,
        left_out=sum(1 for picture in pictures.values() if not picture.uri),
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


_MOST_TOLD = 5000
"""Largest number of steps without screens that the page can be walked through by; longer runs have timeline and tree
only."""


def _data(story: Story, folder: RunFolder, pictures: dict[str, Picture], replies: dict[str, str]) -> str:
    """The story as JSON for the page's script. A `<` could begin a tag, so it is written as an escape."""
    narration = Narration()
    if story.screens or len(story.steps) <= _MOST_TOLD:
        narration.take(folder.events())
    data = {
        "story": narration.news(),
        "sizes": {name: [picture.width, picture.height] for name, picture in pictures.items() if picture.uri},
        "replies": replies,
        **_texts(folder, story.screens),
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=str).replace("<", "\\u003c")


def _texts(folder: RunFolder, records: Iterable[str]) -> dict[str, Any]:
    """The texts of each screen as indexes into one list of distinct texts; the page shows changes with them."""
    numbers: dict[str, int] = {}
    screens: dict[str, list[int]] = {}
    for record in sorted(records):
        try:
            elements = json.loads((folder.path / "steps" / f"{record}.json").read_text(encoding="utf-8"))["elements"]
        except (OSError, ValueError, KeyError):
            continue  # not recorded: its changes are unknown
        labels = dict.fromkeys(str(element.get("text") or element.get("label") or "") for element in elements)
        screens[record] = [numbers.setdefault(text, len(numbers)) for text in labels if text]
    return {"texts": list(numbers), "screens": screens}


def _failing(story: Story) -> frozenset[str]:
    """The screens of failed steps; their pictures are dropped last."""
    return frozenset(
        entry.screen for step in story.steps if step.status == "failed" for entry in step.entries if entry.screen
    )


def _title(story: Story, manifest: dict[str, Any]) -> str:
    instruction = str(manifest.get("instruction") or "")
    return instruction or (story.started.instruction if story.started else "") or "a run"


def _about(story: Story, setup: dict[str, Any], run: str) -> list[str]:
    """Place, model, phone and time of the run."""
    facts = []
    if story.device is not None:
        simulated = ", simulated" if setup.get("sim") else ""
        facts.append(f"{story.device.model}, Android {story.device.android} ({story.device.serial}{simulated})")
    facts.append(str(setup.get("model") or "no model"))
    if story.started is not None:
        facts.append(story.started.started_at[:19].replace("T", " "))
    if story.lives > 1:
        facts.append("resumed once" if story.lives == 2 else f"resumed {story.lives - 1} times")
    if story.traps is not None:
        facts.append(f"met on the phone: {story.traps.said}")
    return [*facts, run]


def _marks(entries: Iterable[Telling], pictures: dict[str, Picture]) -> dict[int, Mark]:
    """The marks of the actions, by the identity of their entries."""
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
    """The steps of a block; True marks a later round of a loop, which is folded."""
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
    return _TONES.get(status, "plain")
