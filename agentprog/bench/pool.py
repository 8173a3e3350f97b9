"""Several workers; each is a process with one phone at a time."""

from __future__ import annotations

import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import IO

from agentprog.bench.job import blank
from agentprog.bench.results import Result
from agentprog.bench.spec import JobSpec
from agentprog.errors import AgentProgError

GRACE_SECONDS = 300.0
"""Seconds that a job may take beyond the time limit of its run: starting the phone, loading a model, the last call."""
_ENDING_SECONDS = 10.0


class Pool:
    """Runs jobs in `workers` processes. Leaving the block ends them at once."""

    def __init__(self, workers: int) -> None:
        self._count = workers
        self._waiting: queue.SimpleQueue[JobSpec] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[Result | BaseException] = queue.SimpleQueue()
        self._workers: list[_Worker] = []

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.end()

    def run(self, jobs: Sequence[JobSpec]) -> Iterator[Result]:
        """The results in order of completion. A worker that dies or hangs costs only its own job, whose result is an
        error.
        """
        for job in jobs:
            self._waiting.put(job)
        for _ in range(min(self._count, len(jobs))):
            worker = _Worker()
            self._workers.append(worker)
            threading.Thread(target=self._serve, args=(worker,), daemon=True).start()
        for _ in jobs:
            found = self._done.get()
            if isinstance(found, BaseException):
                raise found
            yield found

    def workers(self) -> tuple[int, ...]:
        """Process ids of the running workers."""
        return tuple(worker.pid for worker in self._workers if worker.pid is not None)

    def _serve(self, worker: _Worker) -> None:
        with suppress(queue.Empty):
            while True:
                job = self._waiting.get_nowait()
                try:
                    self._done.put(worker.run(job))
                except BaseException as exc:  # noqa: BLE001 - raised again where the results are read
                    self._done.put(exc)
                    return


class _Worker:
    """One process, started for its first job."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `end`
        self._ended = False

    @property
    def pid(self) -> int | None:
        """The process id; None without a process."""
        return self._process.pid if self._process is not None else None

    def run(self, job: JobSpec) -> Result:
        process = self._running()
        if process.stdin is None or process.stdout is None:
            raise AgentProgError("a worker was started without its pipes")
        late = threading.Timer(job.rules.seconds + GRACE_SECONDS, process.kill)
        late.daemon = True
        late.start()
        try:
            process.stdin.write(job.to_json() + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except OSError:
            line = ""
        expired = not late.is_alive()
        late.cancel()
        if line.endswith("\n"):
            return Result.model_validate_json(line)
        process.wait()
        _close(process)
        self._process = None
        cause = "it did not end in time" if expired else f"it ended with {process.returncode}: {self._last_words()}"
        return blank(job).model_copy(update={"error": f"the worker of this job is gone: {cause}"})

    def end(self) -> None:
        """Close the worker's input, which ends it and its phone."""
        self._ended = True
        process = self._process
        if process is not None:
            if process.stdin is not None:
                with suppress(OSError):
                    process.stdin.close()
            try:
                process.wait(timeout=_ENDING_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            _close(process)
        self._errors.close()

    def _running(self) -> subprocess.Popen[str]:
        if self._ended:
            raise AgentProgError("the pool has been closed")
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "agentprog.bench.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                text=True,
                encoding="utf-8",
                start_new_session=True,  # Ctrl-C in the terminal is for the runner, which ends its workers
            )
        return self._process

    def _last_words(self) -> str:
        self._errors.seek(0)
        lines = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else "it said nothing"


def _close(process: subprocess.Popen[str]) -> None:
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):  # input that a dead process never read
                pipe.close()
