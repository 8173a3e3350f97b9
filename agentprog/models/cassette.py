"""Records model calls in a file and answers from it, for tests with the replies of a real model.

A cassette is JSON lines: a header with the model's id and capabilities, then one line a call. Replay finds a call by
its question, not by its turn; a repeated question gets the next recorded answer, then the last one.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections import defaultdict, deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

from agentprog.errors import ModelError, ModelNotConfigured
from agentprog.models.layer import A, ModelLayer
from agentprog.ports import (
    Capabilities,
    ImagePart,
    Message,
    Model,
    ModelReply,
    ModelRequest,
    ScoreRequest,
    Scores,
    Space,
    Usage,
)

VERSION = 1
_SHOWN = 600


class RecordingModel(ModelLayer):
    """Passes calls on and appends each answered one to a new file. Images are kept as their digest."""

    def __init__(self, model: Model, path: Path) -> None:
        super().__init__(model)
        self._path = path
        self._counted: set[str] = set()
        header = {
            "version": VERSION,
            "id": model.id,
            "capabilities": dataclasses.asdict(model.capabilities),
        }
        _begin(path, json.dumps(header) + "\n")

    def _ask(self, request: ModelRequest | ScoreRequest, ask: Callable[[Model], A]) -> A:
        reply = ask(self._model)
        if isinstance(reply, Scores):
            self._write("score", _asked(request), {"values": list(reply.values)}, reply.usage)
        else:
            self._write("complete", _asked(request), {"text": reply.text, "finish": reply.finish}, reply.usage)
        return reply

    def count_tokens(self, text: str) -> int:
        count = super().count_tokens(text)
        digest = _digest(text)
        if digest not in self._counted:
            self._counted.add(digest)
            self._append({"kind": "count", "key": digest, "count": count})
        return count

    def _write(self, kind: str, question: dict[str, Any], reply: dict[str, Any], usage: Usage) -> None:
        key = _digest(json.dumps(question, sort_keys=True))
        usage_fields = dataclasses.asdict(usage)
        self._append({"kind": kind, "key": key, "asked": question, "reply": reply, "usage": usage_fields})

    def _append(self, line: dict[str, Any]) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")


class ReplayingModel:
    """Answers from a cassette; an unknown question is an error that shows the end of its prompt."""

    def __init__(self, path: Path) -> None:
        self._path = path
        header, lines = _load(path)
        try:
            self._id = str(header["id"])
            known = dict(header["capabilities"])
            self._capabilities = Capabilities(**known | {"space": Space(known.get("space", Space.ABSOLUTE))})
            self._counts = {line["key"]: int(line["count"]) for line in lines if line["kind"] == "count"}
            self._calls: dict[tuple[str, str], deque[dict[str, Any]]] = defaultdict(deque)
            for line in lines:
                if line["kind"] != "count":
                    self._calls[line["kind"], line["key"]].append(line)
        except (KeyError, TypeError, ValueError) as exc:
            raise ModelNotConfigured(f"{path} is not a cassette that can be read: {exc!r}") from exc

    @property
    def id(self) -> str:
        return self._id

    @property
    def capabilities(self) -> Capabilities:
        return self._capabilities

    def complete(self, request: ModelRequest) -> ModelReply:
        line = self._find("complete", _asked(request), request)
        return ModelReply(**line["reply"], usage=Usage(**line["usage"]))

    def score(self, request: ScoreRequest) -> Scores:
        line = self._find("score", _asked(request), request)
        return Scores(values=tuple(line["reply"]["values"]), usage=Usage(**line["usage"]))

    def count_tokens(self, text: str) -> int:
        try:
            return self._counts[_digest(text)]
        except KeyError as exc:
            raise self._missing("count", text) from exc

    def close(self) -> None:
        """Does nothing: no resource is open."""

    def _find(self, kind: str, question: dict[str, Any], request: ModelRequest | ScoreRequest) -> dict[str, Any]:
        waiting = self._calls.get((kind, _digest(json.dumps(question, sort_keys=True))))
        if not waiting:
            raise self._missing(request.purpose, "\n".join(message.text for message in request.messages))
        return waiting.popleft() if len(waiting) > 1 else waiting[0]

    def _missing(self, purpose: str, text: str) -> ModelError:
        return ModelError(
            f"the cassette {self._path} has no answer for this ({purpose})",
            hint=f"Record it again. The question ends:\n{text[-_SHOWN:]}",
            evidence=text,
        )


def _asked(request: ModelRequest | ScoreRequest) -> dict[str, Any]:
    """Everything that decides an answer, as JSON."""
    question: dict[str, Any] = {"purpose": request.purpose, "messages": _plain(request.messages)}
    if isinstance(request, ScoreRequest):
        baseline = None if request.baseline is None else _plain(request.baseline)
        among = {"among": request.among} if request.among else {}  # missing in older recordings
        return {**question, "candidates": list(request.candidates), "baseline": baseline, **among}
    return {
        **question,
        "max_tokens": request.max_tokens,
        "temperature": request.temperature,
        "schema": None if request.schema is None else dict(request.schema),
        "grammar": request.grammar,
        "stop": list(request.stop),
    }


def _plain(messages: tuple[Message, ...]) -> list[dict[str, Any]]:
    return [
        {
            "role": message.role,
            "parts": [
                {"image": hashlib.sha256(part.data).hexdigest()} if isinstance(part, ImagePart) else part.text
                for part in message.parts
            ],
        }
        for message in messages
    ]


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _begin(path: Path, header: str) -> None:
    """Begins a new cassette. It may replace an old cassette, but no other file."""
    try:
        if path.exists() and path.stat().st_size > 0:
            _load(path)
        path.write_text(header, encoding="utf-8")
    except OSError as exc:
        raise ModelNotConfigured(f"cannot write the cassette {path}: {exc.strerror}") from exc


def _load(path: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    try:
        header, *lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    except OSError as exc:
        raise ModelNotConfigured(f"cannot read the cassette {path}: {exc.strerror}") from exc
    except ValueError as exc:
        raise ModelNotConfigured(f"the cassette {path} cannot be parsed: {exc}") from exc
    if not isinstance(header, dict) or header.get("version") != VERSION:
        raise ModelNotConfigured(f"{path} is not a cassette of version {VERSION}")
    return header, lines
