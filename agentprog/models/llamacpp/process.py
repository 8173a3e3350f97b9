"""The parent's end of a worker process: requests, progress, deadlines, and the error for its death."""

from __future__ import annotations

import collections
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from agentprog.errors import Cancelled, ModelCrashed, ModelUnreachable

BUILD = 'CMAKE_ARGS="-DGGML_NATIVE=OFF -DLLAVA_BUILD=OFF"'
REBUILD = f"{BUILD} pip install --force-reinstall --no-cache-dir llama-cpp-python"
_STDERR_LINES = 200
_ROOT = Path(__file__).resolve().parents[3]


class WorkerError(Exception):
    """An error reported by the worker: a kind and a message."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message


class WorkerProcess:
    """One child process. `request` blocks; `kill` may come from any thread and ends a waiting request."""

    def __init__(self, *, module: str = "agentprog.models.llamacpp.worker") -> None:
        self._child = subprocess.Popen(
            [sys.executable, "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            env=_environment(),
            # Ctrl-C in the terminal is for the parent, which ends the worker when it decides to.
            start_new_session=os.name == "posix",
        )
        self._answers: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._stderr: collections.deque[str] = collections.deque(maxlen=_STDERR_LINES)
        self._killed = False
        self._numbers = 0
        self._readers = [
            threading.Thread(target=self._read_answers, daemon=True),
            threading.Thread(target=self._read_stderr, daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    @property
    def pid(self) -> int:
        return self._child.pid

    @property
    def alive(self) -> bool:
        return not self._killed and self._child.poll() is None

    @property
    def words(self) -> str:
        """The last lines that the process wrote to standard error."""
        return "".join(self._stderr)

    def request(
        self, op: str, *, silence: float, progress: Callable[[int, int], None] | None = None, **fields: Any
    ) -> dict[str, Any]:
        """Sends a request and waits; `silence` is the longest time without a sign of life, in seconds.

        Raises WorkerError for an error answer, ModelCrashed, ModelUnreachable on silence, Cancelled after `kill`.
        Any other interruption (Ctrl-C) kills the process: its state would be unknown.
        """
        self._numbers += 1
        number = self._numbers
        try:
            self._send({"id": number, "op": op, **fields})
            return self._wait(number, silence, progress)
        except (WorkerError, ModelCrashed, ModelUnreachable):
            raise
        except BaseException:
            self.kill()
            raise

    def kill(self) -> None:
        """Ends the process now."""
        self._killed = True
        if self._child.poll() is None:
            self._child.kill()
        self._child.wait()
        for reader in self._readers:
            if reader is not threading.current_thread():
                reader.join(timeout=5)
        for pipe in (self._child.stdin, self._child.stdout, self._child.stderr):
            if pipe is not None and not pipe.closed:
                _close(pipe)

    def _send(self, message: dict[str, Any]) -> None:
        stdin = self._child.stdin
        if stdin is None or stdin.closed:
            raise self._death()
        try:
            stdin.write(json.dumps(message) + "\n")
            stdin.flush()
        except (BrokenPipeError, OSError, ValueError) as exc:
            raise self._death() from exc

    def _wait(self, number: int, silence: float, progress: Callable[[int, int], None] | None) -> dict[str, Any]:
        while True:
            try:
                answer = self._answers.get(timeout=silence)
            except queue.Empty as exc:
                self.kill()
                raise ModelUnreachable(
                    f"the local model gave no sign of life for {silence:.0f} seconds and was stopped",
                    hint="The machine may be busy: run nothing else beside it, or take a smaller model.",
                    evidence=self.words,
                ) from exc
            if answer is None:
                raise self._death()
            if answer["id"] != number:
                continue
            if "progress" in answer:
                if progress:
                    progress(*answer["progress"])
                continue
            if "error" in answer:
                raise WorkerError(answer["error"]["kind"], answer["error"]["message"])
            result: dict[str, Any] = answer["ok"]
            return result

    def _death(self) -> ModelCrashed | Cancelled:
        if self._killed:
            return Cancelled("the local model was closed while it was answering")
        status = self._child.wait()
        for reader in self._readers:
            reader.join(timeout=5)
        cause, hint = _cause(status)
        evidence = self.words
        self.kill()
        return ModelCrashed(f"the process of the local model {cause}", hint=hint, evidence=evidence)

    def _read_answers(self) -> None:
        if self._child.stdout is not None:
            for line in self._child.stdout:
                self._answers.put(json.loads(line))
        self._answers.put(None)

    def _read_stderr(self) -> None:
        if self._child.stderr is not None:
            for line in self._child.stderr:
                self._stderr.append(line)


def _environment() -> dict[str, str]:
    environment = dict(os.environ)
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, [str(_ROOT), environment.get("PYTHONPATH")]))
    # Spinning OpenMP threads starve each other as soon as another program wants a core: 68 seconds instead of 3 for the
    # same 525 tokens on two busy cores. Sleeping at barriers costs next to nothing on quiet cores.
    environment.setdefault("OMP_WAIT_POLICY", "passive")
    return environment


def _cause(status: int) -> tuple[str, str]:
    """How a process ended, and a hint for the person."""
    if status >= 0:
        return f"ended by itself (exit status {status})", "This is a bug in agentprog: its last output is in the trace."
    name = signal.Signals(-status).name
    if name == "SIGKILL":
        return (
            f"was killed ({name})",
            "Most likely it ran out of memory: take a smaller model or a smaller context.",
        )
    return f"crashed ({name})", f"llama-cpp-python may be built for another processor. Rebuild it:\n  {REBUILD}"


def _close(pipe: Any) -> None:
    try:
        pipe.close()
    except BrokenPipeError:
        # Nobody is left to read unwritten data.
        return
