"""A recorded run as data for the page: story, screens, prompts and replies."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from agentprog.app.replays.recording import recorded_screen
from agentprog.errors import UsageError
from agentprog.report.narration import Narration
from agentprog.runtime.journal.folder import RunFolder
from agentprog.studio.inspecting import lines_data

_RECORD = re.compile(r"[0-9]{1,8}")
_MEDIA = {"jpg": "image/jpeg", "png": "image/png"}
_LONG = 200_000
"""Length limit of a prompt on the page, in characters."""


def story(folder: RunFolder) -> dict[str, Any]:
    """The whole story."""
    narration = Narration()
    narration.take(folder.events())
    manifest = folder.manifest()
    setup = manifest.get("setup") or {}
    return {
        "run": folder.name,
        "title": str(manifest.get("instruction") or ""),
        "model": str(setup.get("model") or ""),
        "simulated": bool(setup.get("sim")),
        "news": narration.news(),
    }


def picture(folder: RunFolder, record: str) -> tuple[bytes, str]:
    """Bytes and media type of a screen's picture. Raises UsageError."""
    for suffix, media in _MEDIA.items():
        path = _place(folder, "steps", record, suffix)
        if path.is_file():
            return path.read_bytes(), media
    raise UsageError(f"no picture was kept of screen {record}", hint="Its elements may have been kept.")


def screen(folder: RunFolder, record: str) -> dict[str, Any]:
    """The elements of a recorded screen. Raises UsageError."""
    found: dict[str, Any] = _read(_place(folder, "steps", record, "json"), f"screen {record}")
    return found


def lines(folder: RunFolder, record: str, index: int) -> dict[str, Any]:
    """The exact lines for the element with this index on a recorded screen. Raises UsageError."""
    _place(folder, "steps", record, "json")
    found = recorded_screen(folder, record)
    element = next((element for element in found.elements if element.index == index), None)
    if element is None:
        raise UsageError(f"screen {record} has no element {index}", hint="Load the page again.")
    return lines_data(found, element)


def call(folder: RunFolder, record: str) -> dict[str, Any]:
    """A prompt, without its pictures, and its reply. Raises UsageError."""
    data = _read(_place(folder, "models", record, "json"), f"model call {record}")
    request = data.get("request") or {}
    reply = data.get("reply") or {}
    return {
        "model": data.get("model", ""),
        "purpose": data.get("purpose", ""),
        "messages": [_message(message) for message in request.get("messages", [])],
        "reply": str(reply.get("text", "")),
        "best": _best(request.get("candidates") or [], data.get("scores") or []),
        "error": data.get("error", ""),
    }


def _message(message: dict[str, Any]) -> dict[str, str]:
    parts = message.get("parts")
    text = message.get("text", "")
    if parts is not None:
        text = "\n".join(part.get("text", "(a picture)") for part in parts)
    return {"role": str(message.get("role", "")), "text": str(text)[:_LONG]}


def _best(candidates: list[str], scores: list[float]) -> list[dict[str, Any]]:
    """The candidates with their scores, the best first."""
    ranked = sorted(zip(scores, candidates, strict=False), reverse=True)
    return [{"score": score, "text": text} for score, text in ranked[:12]]


def _place(folder: RunFolder, part: str, record: str, suffix: str) -> Path:
    if _RECORD.fullmatch(record) is None:
        raise UsageError(f"{record!r} names no record", hint="A record has a number.")
    return folder.path / part / f"{record}.{suffix}"


def _read(path: Path, noun: str) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise UsageError(f"{noun} was not kept", hint="It may have been removed.") from None
    return found
