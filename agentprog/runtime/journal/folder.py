"""The folder a run leaves behind: manifest, program, journal, screens and model calls."""

from __future__ import annotations

import base64
import dataclasses
import json
import os
import re
import unicodedata
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from agentprog.errors import RunError, UsageError
from agentprog.ports import Event, ImagePart, Message, ModelReply, ModelRequest, ScoreRequest, Scores, Screen
from agentprog.runtime.files import only_plain, replace_plain
from agentprog.runtime.journal.codec import event_from, event_to_data, to_data
from agentprog.runtime.journal.ending import JOURNAL, MANIFEST, SCHEMA, DamagedJournal, manifest_of, readable_manifest

_RECORD = re.compile(r"\w{0,40}")
"""Names of screen and model call records. Any other name could lead out of the folder."""


def slug(text: str, *, limit: int = 40) -> str:
    """A short name for a folder, made from a sentence: ASCII letters, digits and dashes."""
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "-", ascii_text).strip("-")
    return words[:limit].rstrip("-") or "run"


class RunFolder:
    """One run on disk. A write error ends the run, because a run must not continue unrecorded."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._journal: IO[bytes] | None = None
        self._lines = 0
        self._screens = 0
        self._models = 0

    @classmethod
    def create(cls, base: Path, *, instruction: str, now: datetime) -> RunFolder:
        """Creates the folder `<time>_<slug>` under `base`, and `base` if it is missing."""
        stem = f"{now:%Y%m%d-%H%M%S}_{slug(instruction)}"
        for attempt in range(1, 1000):
            path = base / (stem if attempt == 1 else f"{stem}-{attempt}")
            try:
                path.mkdir(parents=True)
            except FileExistsError:
                continue
            except OSError as exc:
                raise UsageError(
                    f"cannot make the run folder {path}: {exc.strerror}", hint="Name another folder for runs."
                ) from exc
            folder = cls(path)
            folder.update_manifest(schema=SCHEMA, run=path.name, instruction=instruction, started_at=now.isoformat())
            return folder
        raise UsageError(f"too many runs with one name in {base}", hint="Name another folder with --run-dir.")

    @classmethod
    def open(cls, path: Path) -> RunFolder:
        """Opens the folder of an earlier run, to read or continue it.

        Raises UsageError, also if the folder holds a link: it may come from somebody else.
        """
        only_plain(path)
        readable_manifest(path)
        return cls(path)

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def journal_path(self) -> Path:
        """The file of events, one JSON object on a line."""
        return self.path / JOURNAL

    def manifest(self) -> dict[str, Any]:
        """The contents of `manifest.json`. Raises UsageError if it is missing or cannot be read."""
        return manifest_of(self.path)

    def update_manifest(self, **fields: Any) -> None:
        """Sets these fields and keeps the others; the file is replaced as a whole, never half written."""
        target = self.path / MANIFEST
        data = self.manifest() if target.exists() else {}
        data.update(fields)
        try:
            replace_plain(target, json.dumps(data, ensure_ascii=False, indent=1).encode())
        except OSError as exc:
            raise RunError(f"cannot write {target}: {exc.strerror}") from exc

    def save_amended(self, text: str, *, number: int) -> None:
        """Saves an amended program; the original stays unchanged."""
        (self.path / f"program.amended-{number}.stp").write_text(text, encoding="utf-8")

    def save_program(self, text: str) -> None:
        """Saves the program exactly as its author wrote it."""
        self._write(self.path / "program.stp", text.encode())

    def append(self, event: Event, *, durable: bool) -> None:
        """Appends one event to the journal. `durable`: returns only when the event is on disk."""
        try:
            if self._journal is None:
                self._lines = self._mend()
                self._journal = self.journal_path.open("ab")
            self._lines += 1
            line = {"n": self._lines, **event_to_data(event)}
            self._journal.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
            self._journal.flush()
            if durable:
                os.fsync(self._journal.fileno())
        except OSError as exc:
            raise RunError(f"cannot write the journal {self.journal_path}: {exc.strerror}") from exc

    def events(self) -> tuple[Event, ...]:
        """The journal so far, without a last line that was cut off when the process ended."""
        found: list[Event] = []
        for line in self._complete_lines():
            try:
                data = json.loads(line)
            except ValueError as exc:
                raise DamagedJournal(f"{self.journal_path} holds a line that is not JSON", evidence=repr(line)) from exc
            event = event_from(data)
            if not _RECORD.fullmatch(str(getattr(event, "record", ""))):
                raise DamagedJournal(
                    f"{self.journal_path} names a record that no run makes",
                    hint="The journal was changed from outside: such a name could lead to a file outside the folder.",
                    evidence=repr(line[:200]),
                )
            found.append(event)
        return tuple(found)

    def save_screen(self, screen: Screen, *, title: str) -> str:
        """Save the element list and, if there is one, the picture. Returns the record's name, for example `0007`."""
        self._screens = self._next(self._screens, "steps")
        name = f"{self._screens:04d}"
        shot = screen.screenshot
        data = {
            "title": title,
            "package": screen.package,
            "activity": screen.activity,
            "width": screen.width,
            "height": screen.height,
            "rotation": screen.rotation,
            "keyboard": screen.keyboard_shown,
            "taken_at": screen.taken_at.isoformat(),
            "signature": screen.signature,
            "issues": [dataclasses.asdict(issue) for issue in screen.issues],
            "elements": [to_data(element) for element in screen.elements],
        }
        self._write(self.path / "steps" / f"{name}.json", json.dumps(data, ensure_ascii=False).encode())
        if shot is not None:
            suffix = "jpg" if "jp" in shot.media_type else "png"
            self._write(self.path / "steps" / f"{name}.{suffix}", shot.data)
        return name

    def save_model_call(
        self, model: str, request: ModelRequest | ScoreRequest, reply: ModelReply | Scores | None, error: str = ""
    ) -> str:
        """Saves a prompt and its reply, both whole; returns the record's name."""
        self._models = self._next(self._models, "models")
        name = f"{self._models:04d}"
        data: dict[str, Any] = {"model": model, "purpose": request.purpose, "request": _request_data(request)}
        if reply is not None:
            data["usage"] = dataclasses.asdict(reply.usage)
            data["reply"] = {"text": reply.text, "finish": reply.finish} if isinstance(reply, ModelReply) else None
            if isinstance(reply, Scores):
                data["scores"] = list(reply.values)
        if error:
            data["error"] = error
        self._write(self.path / "models" / f"{name}.json", json.dumps(data, ensure_ascii=False, indent=1).encode())
        return name

    def close(self) -> None:
        """Close the journal. Safe to call twice."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def _next(self, current: int, part: str) -> int:
        if current == 0 and (self.path / part).is_dir():
            return 1 + max((int(entry.stem) for entry in (self.path / part).glob("*.json")), default=0)
        return current + 1

    def _complete_lines(self) -> list[bytes]:
        try:
            data = self.journal_path.read_bytes()
        except FileNotFoundError:
            return []
        except OSError as exc:
            raise UsageError(f"cannot read {self.journal_path}: {exc.strerror}") from exc
        return data.split(b"\n")[:-1]

    def _mend(self) -> int:
        """Removes an unfinished last line; returns the number of lines."""
        lines = self._complete_lines()
        size = sum(len(line) + 1 for line in lines)
        if self.journal_path.exists() and self.journal_path.stat().st_size > size:
            with self.journal_path.open("r+b") as journal:
                journal.truncate(size)
        return len(lines)

    def _write(self, path: Path, data: bytes) -> None:
        try:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)
        except OSError as exc:
            raise RunError(f"cannot write {path}: {exc.strerror}") from exc


def _request_data(request: ModelRequest | ScoreRequest) -> dict[str, Any]:
    data: dict[str, Any] = {"messages": [_message_data(message) for message in request.messages]}
    if isinstance(request, ScoreRequest):
        data["candidates"] = list(request.candidates)
        if request.baseline is not None:
            data["baseline"] = [_message_data(message) for message in request.baseline]
        return data
    data.update(max_tokens=request.max_tokens, temperature=request.temperature)
    if isinstance(request.schema, Mapping):
        data["schema"] = dict(request.schema)
    if request.grammar is not None:
        data["grammar"] = request.grammar
    if request.stop:
        data["stop"] = list(request.stop)
    return data


def _message_data(message: Message) -> dict[str, Any]:
    if not any(isinstance(part, ImagePart) for part in message.parts):
        return {"role": message.role, "text": message.text}
    parts = [
        {"image": base64.b64encode(part.data).decode(), "media_type": part.media_type}
        if isinstance(part, ImagePart)
        else {"text": part.text}
        for part in message.parts
    ]
    return {"role": message.role, "parts": parts}
