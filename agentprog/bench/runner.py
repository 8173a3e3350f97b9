"""Runs the jobs of a folder that have no result yet, one at a time or several at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from filelock import FileLock, Timeout

from agentprog.bench.job import Models, Watch, run_job
from agentprog.bench.ray_pool import Where
from agentprog.bench.ray_pool import workers as workers_on
from agentprog.bench.results import Result, ResultsFile, rules_of
from agentprog.bench.spec import JobSpec
from agentprog.errors import UsageError


class Campaign:
    """The results of a folder, and its remaining jobs.

    A job has a result once it has run to its end, right or wrong. A job that could not run (`error`) runs again.
    """

    def __init__(self, folder: Path, jobs: Sequence[JobSpec]) -> None:
        self._file = ResultsFile(folder)
        self._lock = FileLock(str(folder / ".lock"), timeout=0)
        known = {result.key: result for result in self._file.read() if not result.error}
        _same_rules(folder, known.values(), jobs)
        self.done = tuple(known[job.key] for job in jobs if job.key in known)
        self.waiting = tuple(job for job in jobs if job.key not in known)

    def run(
        self, workers: int, *, models: Models, watch: Watch | None = None, where: Where = "pool"
    ) -> Iterator[Result]:
        """Yield each result once it is on the disk. One worker runs in this process and reports each run to `watch`;
        several workers run as `workers` says.

        Raises UsageError if another process writes to the folder, and for Ray if it is not installed.
        """
        self._file.path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with self._lock:
                results = self._alone(models, watch) if workers == 1 else self._together(workers, where)
                for result in results:
                    self._file.append(result)
                    yield result
        except Timeout:
            raise UsageError(
                f"another `agentprog bench run` writes to {self._file.path.parent}",
                hint="Wait for it, or name another.",
            ) from None

    def _alone(self, models: Models, watch: Watch | None) -> Iterator[Result]:
        for job in self.waiting:
            yield run_job(job, models=models, watch=watch)

    def _together(self, workers: int, where: Where) -> Iterator[Result]:
        with workers_on(workers, where) as pool:
            yield from pool.run(self.waiting)


def _same_rules(folder: Path, known: Iterable[Result], jobs: Sequence[JobSpec]) -> None:
    before = rules_of(known)
    if before is None or not jobs:
        return
    now = asdict(jobs[0].rules)
    differing = [f"{name} {before.get(name)}, not {value}" for name, value in now.items() if before.get(name) != value]
    if differing:
        raise UsageError(
            f"{folder} holds results of other rules: {'; '.join(differing)}",
            hint="Name another folder with --out, or the same options as before.",
        )
