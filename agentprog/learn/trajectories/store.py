"""Steps on disk: one JSONL file, with the pictures beside it, named by digest."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from PIL import Image
from pydantic import ValidationError

from agentprog.errors import UsageError
from agentprog.learn.trajectories.records import Step
from agentprog.ports import Screenshot

PICTURES = "pictures"


def write_steps(path: Path, steps: Iterable[Step]) -> int:
    """Writes the whole file; returns the number of steps. Raises UsageError if it cannot be written."""
    fresh = path.with_name(f"{path.name}.new")
    count = 0
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with fresh.open("w", encoding="utf-8") as file:
            for step in steps:
                file.write(step.model_dump_json(exclude_defaults=False) + "\n")
                count += 1
        fresh.replace(path)
    except OSError as exc:
        raise UsageError(f"cannot write {path}: {exc.strerror}", hint="Name another file with --out.") from exc
    return count


def read_steps(*paths: Path) -> tuple[Step, ...]:
    """All steps of the files. Raises UsageError naming an invalid line."""
    return tuple(step for path in paths for step in _read(path))


def _read(path: Path) -> Iterator[Step]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as exc:
        raise UsageError(f"cannot read {path}: {exc.strerror}", hint="Name a file of steps.") from exc
    for number, line in enumerate(lines, 1):
        try:
            yield Step.model_validate_json(line)
        except ValidationError as exc:
            first = exc.errors()[0]
            where = ".".join(map(str, first["loc"])) or "the line"
            raise UsageError(
                f"{path}, line {number} is not a step of a trajectory: {where}: {first['msg']}",
                hint="agentprog learn collect and agentprog learn import write such files.",
            ) from exc


def episodes(steps: Iterable[Step]) -> tuple[tuple[Step, ...], ...]:
    """The steps grouped by episode, each in order."""
    ordered = sorted(steps, key=lambda step: (step.episode, step.number))
    return tuple(tuple(group) for _, group in groupby(ordered, key=lambda step: step.episode))


def keep_picture(folder: Path, data: bytes) -> str:
    """Saves a picture beside a file of steps; returns its digest."""
    digest = hashlib.sha256(data).hexdigest()
    place = folder / PICTURES / digest
    if not place.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    return digest


def pictured(steps: Iterable[Step], folder: Path) -> tuple[Step, ...]:
    """The steps with their pictures from the folder, for models that see.

    Raises UsageError for a damaged picture.
    """
    return tuple(_pictured(step, picture(folder, step.observation.picture)) for step in steps)


def _pictured(step: Step, data: bytes | None) -> Step:
    if data is None:
        return step
    with Image.open(io.BytesIO(data)) as image:
        shot = Screenshot(
            data=data,
            media_type=f"image/{(image.format or 'png').lower()}",
            width=image.width,
            height=image.height,
        )
    return step.model_copy(update={"observation": step.observation.beside(shot)})


def picture(folder: Path, digest: str) -> bytes | None:
    """The picture's bytes; None if it is not here. Raises UsageError if they do not match the digest."""
    place = folder / PICTURES / digest
    if not digest or not place.is_file():
        return None
    data = place.read_bytes()
    if hashlib.sha256(data).hexdigest() != digest:
        raise UsageError(f"{place} does not match its name (a digest): it was changed", hint="Collect the steps again.")
    return data
