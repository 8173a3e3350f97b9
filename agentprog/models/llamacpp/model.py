"""A GGUF model behind the model port."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from agentprog.errors import ModelError, ModelNotConfigured, ModelRejected
from agentprog.models.llamacpp.process import BUILD, REBUILD, WorkerError, WorkerProcess
from agentprog.models.thoughts import without_thoughts
from agentprog.ports import (
    Capabilities,
    ImagePart,
    Message,
    ModelProgress,
    ModelReply,
    ModelRequest,
    ScoreRequest,
    Scores,
    Usage,
)

CONTEXT = 8192
LOAD_SECONDS = 600.0
SILENT_SECONDS = 300.0
"""Longest silence of the worker, in seconds: a prompt's first tokens took minutes on a busy two-core machine."""
SMALL = 4_000_000_000
_TOKEN_COUNTS = 4096


class LlamaModel:
    """Runs llama.cpp in a process of its own, started with the first question and again after a crash.

    The keys and values of a prompt are kept by purpose, so a prompt costs only its part after the common beginning.
    Those of its stable messages are saved in the folder `prefixes`, if there is one, for the next process. `progress`
    is called with the purpose, the finished steps and their total while an answer is computed.
    """

    def __init__(
        self,
        path: Path,
        *,
        id: str | None = None,
        context: int = CONTEXT,
        threads: int | None = None,
        seed: int = 0,
        prefixes: Path | None = None,
        adapter: Path | None = None,
        silent_seconds: float = SILENT_SECONDS,
        progress: ModelProgress | None = None,
    ) -> None:
        if not path.is_file():
            raise ModelNotConfigured(f"there is no model file {path}", hint="Name a GGUF file or a catalogued model.")
        if adapter is not None and not adapter.is_file():
            raise ModelNotConfigured(f"there is no adapter {adapter}", hint="`agentprog learn` writes them.")
        self._path = path
        self._id = id or f"llamacpp:{path}"
        self._settings: dict[str, Any] = {
            "path": str(path),
            "context": context,
            "threads": threads,
            "seed": seed,
            "prefixes": str(prefixes) if prefixes is not None else None,
            "adapter": str(adapter) if adapter is not None else None,
        }
        self._silence = silent_seconds
        self._progress = progress
        self._lock = threading.Lock()
        self._worker: WorkerProcess | None = None
        self._facts: dict[str, Any] = {}
        self._ready = False
        self._count = lru_cache(maxsize=_TOKEN_COUNTS)(self._ask_count)

    @property
    def id(self) -> str:
        return self._id

    @property
    def capabilities(self) -> Capabilities:
        """Loads the model when it is not loaded yet."""
        if not self._facts:
            with self._lock:
                self._running()
        return Capabilities(
            context=self._facts["context"],
            schema=True,
            grammar=True,
            scoring=self._facts["scoring"],
            prefill=True,
            tokenizer=True,
            small=self._facts["parameters"] < SMALL,
        )

    @property
    def worker_pid(self) -> int | None:
        """The process that computes, None while there is none."""
        worker = self._worker
        return worker.pid if worker is not None and worker.alive else None

    @property
    def loaded(self) -> bool:
        """True if a worker has the weights loaded."""
        return self._ready and self.worker_pid is not None

    def complete(self, request: ModelRequest) -> ModelReply:
        if request.schema is not None and request.grammar is not None:
            raise ValueError("a request has a schema or a grammar, not both")
        start = time.monotonic()
        answer = self._ask(
            "complete",
            request.purpose,
            key=request.purpose,
            messages=_turns(request.messages),
            stable=_stable(request.messages),
            max_tokens=request.max_tokens,
            temperature=request.temperature,
            schema=None if request.schema is None else dict(request.schema),
            grammar=request.grammar,
            stop=list(request.stop),
        )
        usage = Usage(
            prompt=answer["prompt"],
            cached=answer["cached"],
            completion=answer["completion"],
            seconds=time.monotonic() - start,
        )
        return without_thoughts(ModelReply(text=answer["text"], usage=usage, finish=answer["finish"]))

    def score(self, request: ScoreRequest) -> Scores:
        """The end-of-turn token counts as part of every candidate, so that "Save" and "Save as" compete fairly."""
        if not request.candidates:
            raise ValueError("there is nothing to score")
        values, usage = self._score(request.messages, request, request.purpose)
        if request.baseline is not None:
            base, more = self._score(request.baseline, request, f"{request.purpose} (baseline)")
            values, usage = [a - b for a, b in zip(values, base, strict=True)], usage + more
        return Scores(values=tuple(values), usage=usage)

    def count_tokens(self, text: str) -> int:
        return self._count(text)

    def close(self) -> None:
        """Ends the process; a pending question in another thread ends with Cancelled."""
        worker = self._worker
        if worker is not None:
            worker.kill()

    def _score(self, messages: Sequence[Message], request: ScoreRequest, key: str) -> tuple[list[float], Usage]:
        start = time.monotonic()
        answer = self._ask(
            "score",
            request.purpose,
            key=key,
            messages=_turns(messages),
            stable=_stable(messages),
            candidates=list(request.candidates),
            among=request.among,
        )
        usage = Usage(prompt=answer["prompt"], cached=answer["cached"], seconds=time.monotonic() - start)
        return answer["values"], usage

    def _ask_count(self, text: str) -> int:
        count: int = self._ask("count", "count", text=text)["count"]
        return count

    def _ask(self, op: str, purpose: str, **fields: Any) -> dict[str, Any]:
        report = self._progress
        with self._lock:
            worker = self._running()
            try:
                return worker.request(
                    op,
                    silence=self._silence,
                    progress=(lambda done, total: report(purpose, done, total)) if report else None,
                    **fields,
                )
            except WorkerError as exc:
                raise self._refusal(exc) from exc

    def _running(self) -> WorkerProcess:
        """The loaded worker, started if there is none or the last one died. The caller holds the lock."""
        if self._worker is not None and self._worker.alive:
            return self._worker
        self._ready = False
        self._worker = worker = WorkerProcess()
        try:
            self._facts = worker.request("load", silence=LOAD_SECONDS, **self._settings)
        except WorkerError as exc:
            error = self._refusal(exc, words=worker.words)
            worker.kill()
            raise error from exc
        self._ready = True
        return worker

    def _refusal(self, error: WorkerError, words: str = "") -> ModelError:
        if error.kind == "missing":
            return ModelNotConfigured(
                f"{self._id} needs llama-cpp-python, which is not installed ({error.message})",
                hint=f'Install the extra:\n  {BUILD} pip install "agentprog[local]"',
            )
        if error.kind == "library":
            return ModelNotConfigured(
                "llama-cpp-python is installed but cannot be loaded",
                hint=f"Rebuild it:\n  {REBUILD}",
                evidence=error.message,
            )
        if error.kind == "load":
            return ModelNotConfigured(f"{self._path}: {error.message}", evidence=words)
        return ModelRejected(f"{self._id}: {error.message}")


def _stable(messages: Sequence[Message]) -> int:
    """How many leading messages are the same in every call."""
    return sum(1 for _ in itertools.takewhile(lambda message: message.stable, messages))


def _turns(messages: Sequence[Message]) -> list[tuple[str, str]]:
    for message in messages:
        if any(isinstance(part, ImagePart) for part in message.parts):
            raise ModelRejected("a llama.cpp model cannot be shown images")
    return [(message.role, message.text) for message in messages]
