"""The formats by name, and their files: JSON, or JSON lines."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from agentprog.errors import UsageError
from agentprog.learn.trajectories.importing.aitz import aitz
from agentprog.learn.trajectories.importing.amex import amex
from agentprog.learn.trajectories.importing.android_control import android_control
from agentprog.learn.trajectories.importing.odyssey import odyssey
from agentprog.learn.trajectories.records import Step

FORMATS: Mapping[str, Callable[[Any], tuple[Step, ...]]] = {
    "aitz": aitz,
    "android-control": android_control,
    "android-control-low": partial(android_control, protocol="low"),
    "gui-odyssey": odyssey,
    "amex": amex,
}


def import_files(format: str, paths: list[Path]) -> Iterator[Step]:
    """The steps of all episodes in the files. Raises UsageError naming a file with another format."""
    if format not in FORMATS:
        raise UsageError(f"there is no format {format!r}", hint=f"There are: {', '.join(FORMATS)}.")
    for path in paths:
        for episode in _episodes(path, format):
            try:
                yield from FORMATS[format](episode)
            except (KeyError, TypeError, ValueError, IndexError, AttributeError) as exc:
                fault = str(exc) if type(exc) is ValueError else f"it has another shape ({type(exc).__name__}: {exc})"
                raise UsageError(
                    f"{path} does not have the format {format}: {fault}",
                    hint="Name another --format, or take the data set's own annotation files.",
                ) from exc


def _episodes(path: Path, format: str) -> Iterator[Any]:
    try:
        text = path.read_text(encoding="utf-8")
        try:
            found = [json.loads(text)]
        except ValueError:
            found = [json.loads(line) for line in text.splitlines() if line.strip()]
    except (OSError, ValueError) as exc:
        raise UsageError(f"cannot read {path}: {exc}", hint="It has to be JSON, or a JSON object a line.") from exc
    for record in found:
        several = isinstance(record, list) and record and (format != "aitz" or isinstance(record[0], list))
        yield from record if several else [record]
