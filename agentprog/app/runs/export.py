"""Exports a run to give away: unchanged, or without personal data."""

from __future__ import annotations

import json
import shutil
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from agentprog.app.runs.redaction import Redactor, personal
from agentprog.errors import UsageError
from agentprog.runtime.journal.ending import DamagedJournal
from agentprog.runtime.journal.folder import RunFolder

Finish = Callable[[RunFolder], object]
"""Adds derived files (the report) to the copy before it is packed."""

_WHOLE = ("manifest.json", "events.jsonl", "program*.stp", "steps/*", "models/*.json", "files/**/*")
"""Contents of a copy, without the storage of its simulated phone."""
_PIXELS = 27
"""Width of a redacted picture in pixels. A letter on a phone is a fraction of a pixel then."""


def export(folder: RunFolder, out: Path | None, *, redact: bool, finish: Finish) -> Path:
    """Write a copy: a zip file if the name ends with `.zip`, else a folder; by default a zip file here.

    Returns its path. Raises UsageError if the path exists, or cannot be written.
    """
    name = f"{folder.name.partition('_')[0]}_redacted" if redact else folder.name
    target = out or Path(f"{name}.zip")
    if target.exists():
        raise UsageError(f"{target} is there already", hint="Name another place with --out.")
    try:
        with tempfile.TemporaryDirectory() as place:
            copy = Path(place) / name
            (redact_run if redact else _copy)(folder, copy)
            finish(RunFolder.open(copy))
            target.parent.mkdir(parents=True, exist_ok=True)
            if target.suffix == ".zip":
                _pack(copy, target)
            else:
                shutil.copytree(copy, target)
    except OSError as exc:
        raise UsageError(f"cannot write {target}: {exc.strerror}") from exc
    return target


def _copy(folder: RunFolder, target: Path) -> None:
    for pattern in _WHOLE:
        for path in folder.path.glob(pattern):
            if path.is_file():
                place = target / path.relative_to(folder.path)
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, place)


def _pack(folder: Path, target: Path) -> None:
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                packed.write(path, path.relative_to(folder.parent))


def redact_run(folder: RunFolder, target: Path) -> None:
    """Write the run without personal data. Its workspace files and its phone's storage are left out."""
    target.mkdir()
    events = [json.loads(line) for line in _complete(folder.journal_path)]
    screens = {path: _read(path) for path in sorted((folder.path / "steps").glob("*.json"))}
    programs = {path: path.read_text(encoding="utf-8") for path in folder.path.glob("program*.stp")}
    redactor = Redactor(personal(events, screens.values(), "\n".join(programs.values())))
    lines = (json.dumps(redactor.data(event), ensure_ascii=False, separators=(",", ":")) for event in events)
    (target / "events.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    for path, text in programs.items():
        (target / path.name).write_text(redactor.text(text), encoding="utf-8")
    for path, screen in screens.items():
        _write(target / "steps" / path.name, redactor.data(screen))
    for path in sorted((folder.path / "models").glob("*.json")):
        call = _read(path)
        _write(target / "models" / path.name, redactor.data(call, prompt=True))
    for path in sorted((folder.path / "steps").glob("*.[jp][pn]g")):
        _coarsen(path, target / "steps" / path.name)
    manifest = redactor.data(folder.manifest())
    _write(target / "manifest.json", manifest | {"run": target.name, "redacted": True})


def _coarsen(source: Path, target: Path) -> None:
    """Write the picture with so few pixels that no letter is legible; an unreadable picture is left out."""
    from PIL import Image

    try:
        with Image.open(source) as image:
            small = image.convert("RGB").resize(
                (_PIXELS, max(1, round(_PIXELS * image.height / image.width))), Image.Resampling.BOX
            )
    except OSError:
        return
    small.resize((small.width * 10, small.height * 10), Image.Resampling.NEAREST).save(target, quality=60)


def _complete(path: Path) -> list[str]:
    """The lines of a journal, without a truncated last one."""
    return path.read_bytes().decode("utf-8").split("\n")[:-1] if path.is_file() else []


def _read(path: Path) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as exc:
        raise DamagedJournal(f"a record of the run is damaged: {path}: {exc}") from exc
    return found


def _write(path: Path, data: dict[str, Any]) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(data, ensure_ascii=False, indent=1), encoding="utf-8")
