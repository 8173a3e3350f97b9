"""The child process: JSON lines in on standard input, JSON lines out on the original standard output.

A request is `{"id", "op", ...}`; answers are `{"id", "progress": [done, total]}`, `{"id", "ok": {...}}` or `{"id",
"error": {"kind", "message"}}`. Any other error ends the process with a traceback on standard error, which the parent
reads.
"""

from __future__ import annotations

import faulthandler
import json
import os
import queue
import threading
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from agentprog.models.llamacpp.chat import Turn
from agentprog.models.llamacpp.cores import physical_cores

if TYPE_CHECKING:
    from agentprog.models.llamacpp.engine import Engine

HEARTBEAT = 0.2
"""Longest time between progress messages, in seconds."""


class Failure(Exception):
    """The error answer to a request."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message


class Worker:
    """Reads requests, asks the engine, writes answers."""

    def __init__(self, out: IO[str]) -> None:
        self._out = out
        self._engine: Engine | None = None
        self._told = 0.0

    def answer(self, request: dict[str, Any]) -> None:
        """Answers one request with its result or its error."""
        number = request["id"]
        try:
            result = self._perform(request)
        except Failure as exc:
            self._send({"id": number, "error": {"kind": exc.kind, "message": exc.message}})
        else:
            self._send({"id": number, "ok": result})

    def _perform(self, request: dict[str, Any]) -> dict[str, Any]:
        if request["op"] == "load":
            return self._load(request)
        if self._engine is None:
            raise Failure("load", "no model is loaded")
        from agentprog.models.llamacpp.engine import Refused

        try:
            return self._ask(self._engine, request)
        except Refused as exc:
            raise Failure(exc.kind, exc.message) from exc

    def _load(self, request: dict[str, Any]) -> dict[str, Any]:
        try:
            from agentprog.models.llamacpp.engine import Engine, Refused
        except (ImportError, OSError, RuntimeError) as exc:
            # A library built for another machine fails in the dynamic loader with OSError or RuntimeError.
            kind = "missing" if isinstance(exc, ModuleNotFoundError) else "library"
            raise Failure(kind, str(exc)) from exc
        try:
            self._engine = Engine(
                Path(request["path"]),
                context=request["context"],
                threads=request["threads"] or physical_cores(),
                seed=request["seed"],
                prefixes=Path(request["prefixes"]) if request["prefixes"] else None,
                adapter=Path(request["adapter"]) if request["adapter"] else None,
            )
        except Refused as exc:
            raise Failure(exc.kind, exc.message) from exc
        return dict(self._engine.facts()._asdict())

    def _ask(self, engine: Engine, request: dict[str, Any]) -> dict[str, Any]:
        def progress(done: int, total: int) -> None:
            now = time.monotonic()
            if now - self._told >= HEARTBEAT:
                self._told = now
                self._send({"id": request["id"], "progress": [done, total]})

        if request["op"] == "count":
            return {"count": engine.count(request["text"])}
        turns = [Turn(role, text) for role, text in request["messages"]]
        if request["op"] == "score":
            scored = engine.score(
                turns,
                request["candidates"],
                key=request["key"],
                among=request["among"],
                progress=progress,
                stable=request["stable"],
            )
            return dict(scored._asdict())
        schema = request["schema"]
        reply = engine.complete(
            turns,
            key=request["key"],
            max_tokens=request["max_tokens"],
            temperature=request["temperature"],
            schema=None if schema is None else json.dumps(schema),
            grammar=request["grammar"],
            stop=request["stop"],
            progress=progress,
            stable=request["stable"],
        )
        return dict(reply._asdict())

    def _send(self, message: dict[str, Any]) -> None:
        self._out.write(json.dumps(message) + "\n")
        self._out.flush()


def read_requests(source: IO[str], requests: queue.Queue[dict[str, Any]]) -> None:
    """Reads requests into the queue. When the parent is gone the process exits at once, even during a decode."""
    for line in source:
        requests.put(json.loads(line))
    os._exit(0)


def main() -> None:
    faulthandler.enable()
    # The native library prints; its output must not mix with the answers.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    source = os.fdopen(os.dup(0), encoding="utf-8")
    requests: queue.Queue[dict[str, Any]] = queue.Queue()
    threading.Thread(target=read_requests, args=(source, requests), daemon=True).start()
    worker = Worker(out)
    while True:
        worker.answer(requests.get())


if __name__ == "__main__":
    main()
