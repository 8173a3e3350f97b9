"""Several workers as actors of Ray, on this computer or on the cluster in RAY_ADDRESS."""

from __future__ import annotations

import importlib.util
import os
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Literal, Protocol

from agentprog.bench.job import Models, blank, run_job
from agentprog.bench.pool import GRACE_SECONDS, Pool
from agentprog.bench.results import Result
from agentprog.bench.spec import JobSpec
from agentprog.errors import AgentProgError, UsageError
from agentprog.frozen import frozen, replace

Where = Literal["pool", "ray", "any"]
"""Use own processes, Ray, or Ray if it is installed."""


class Workers(Protocol):
    """Runs several jobs at once, between `__enter__` and `__exit__`."""

    def __enter__(self) -> Workers: ...
    def __exit__(self, *_: object) -> None: ...
    def run(self, jobs: Sequence[JobSpec]) -> Iterator[Result]:
        """The results in order of completion. A lost worker costs only its own job, whose result is an error."""
        ...


def workers(count: int, where: Where) -> Workers:
    """Make the workers. Raises UsageError for Ray if it is not installed."""
    ray_installed = importlib.util.find_spec("ray") is not None
    if where == "ray" and not ray_installed:
        raise UsageError("ray is not installed", hint="pip install 'agentprog[fleet]'")
    return RayPool(count) if ray_installed and where != "pool" else Pool(count)


class Seat:
    """An actor: a process with one phone at a time, and with models that stay open from job to job."""

    def __init__(self) -> None:
        self._models = Models()

    def run(self, line: str) -> str:
        """Run a job and return its result, both as JSON, which does not depend on library versions."""
        return run_job(JobSpec.from_json(line), models=self._models).model_dump_json()


@frozen
class _Going:
    job: JobSpec
    seat: Any
    until: float


class RayPool:
    """Runs jobs in several actors. Leaving the block ends them, and Ray if this pool started it."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._seats: list[Any] = []
        self._started = False

    def __enter__(self) -> RayPool:
        """Raises AgentProgError if Ray does not start."""
        import ray

        if not ray.is_initialized():
            options = {} if os.environ.get("RAY_ADDRESS") else {"num_cpus": self._count, "include_dashboard": False}
            try:
                ray.init(log_to_driver=False, logging_level="ERROR", **options)
            except (RuntimeError, OSError, ValueError) as exc:
                raise AgentProgError(f"Ray does not start: {exc}", hint="--on pool runs without it.") from exc
            self._started = True
        return self

    def __exit__(self, *_: object) -> None:
        import ray

        for seat in self._seats:
            with suppress(ray.exceptions.RayError):
                ray.kill(seat)
        if self._started:
            ray.shutdown()

    def run(self, jobs: Sequence[JobSpec]) -> Iterator[Result]:
        """The results in order of completion. An actor that is lost or hangs costs only its own job, whose result is an
        error.
        """
        import ray

        waiting = deque(replace(job, folder=job.folder.resolve()) for job in jobs)
        free = [self._seat() for _ in range(min(self._count, len(jobs)))]
        going: dict[Any, _Going] = {}
        while waiting or going:
            while free and waiting:
                job, seat = waiting.popleft(), free.pop()
                until = time.monotonic() + job.rules.seconds + GRACE_SECONDS
                going[seat.run.remote(job.to_json())] = _Going(job=job, seat=seat, until=until)
            left = min(job.until for job in going.values()) - time.monotonic()
            ready, _ = ray.wait(list(going), num_returns=1, timeout=max(0.0, left))
            late = [ref for ref, job in going.items() if job.until <= time.monotonic()]
            for ref in ready or late:
                finished_job = going.pop(ref)
                result, actor_lives = self._came(ref, finished_job, expired=not ready)
                free.append(finished_job.seat if actor_lives else self._seat())
                yield result

    def _came(self, ref: Any, job: _Going, *, expired: bool) -> tuple[Result, bool]:
        """The job's result, and whether its actor still exists."""
        import ray

        try:
            if not expired:
                return Result.model_validate_json(ray.get(ref)), True
            cause = "it did not end in time"
        except ray.exceptions.RayTaskError as exc:  # raised by the job itself; our own pool raises it too
            raise exc.as_instanceof_cause() from exc
        except ray.exceptions.RayError as exc:
            cause = str(exc).splitlines()[0] if str(exc) else type(exc).__name__
        with suppress(ray.exceptions.RayError):
            ray.kill(job.seat)
        self._seats.remove(job.seat)
        return blank(job.job).model_copy(update={"error": f"the worker of this job is gone: {cause}"}), False

    def _seat(self) -> Any:
        import ray

        self._seats.append(ray.remote(num_cpus=1)(Seat).remote())
        return self._seats[-1]
