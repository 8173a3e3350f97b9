"""Jobs as actors of Ray: the same results as in our own processes, and a lost actor costs only its own job."""

from __future__ import annotations

import importlib.util
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agentprog.bench.pool import Pool
from agentprog.bench.ray_pool import RayPool, workers
from agentprog.bench.spec import ORACLE, JobSpec
from agentprog.errors import AgentProgError, UsageError

INSTALLED = importlib.util.find_spec("ray") is not None
needs_ray = pytest.mark.skipif(not INSTALLED, reason="ray is not installed: it comes with agentprog[fleet]")


def jobs(folder: Path, count: int) -> list[JobSpec]:
    tasks = ("ContactAdd", "ExpenseDelete", "RecipeDelete")[:count]
    return [JobSpec(suite="short", task=task, seed=3, agent=ORACLE, model="none", folder=folder) for task in tasks]


def test_a_ray_that_does_not_start_is_an_error_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(**_: object) -> None:
        raise RuntimeError("timed out")

    broken = types.SimpleNamespace(is_initialized=lambda: False, init=start)
    monkeypatch.setitem(sys.modules, "ray", broken)
    with pytest.raises(AgentProgError, match="Ray does not start: timed out"), RayPool(2):
        pass


def test_an_installed_ray_is_used_unless_another_pool_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    found: dict[str, object] = {}
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: found.get(name))
    assert isinstance(workers(2, "any"), Pool)
    assert isinstance(workers(2, "pool"), Pool)
    with pytest.raises(UsageError, match="ray is not installed") as caught:
        workers(2, "ray")
    assert "agentprog[fleet]" in caught.value.hint
    found["ray"] = object()
    assert isinstance(workers(2, "any"), RayPool)
    assert isinstance(workers(2, "ray"), RayPool)
    assert isinstance(workers(2, "pool"), Pool)


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    """A pool finds an earlier Ray process and leaves it running."""
    import ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    yield ray
    ray.shutdown()


@needs_ray
@pytest.mark.slow
@pytest.mark.phone
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning", "ignore::FutureWarning")
def test_actors_come_to_the_results_of_our_own_processes(ray: Any, tmp_path: Path) -> None:
    with RayPool(2) as pool:
        actors = {found.key: found.outcomes() for found in pool.run(jobs(tmp_path / "ray", 3))}
    assert ray.is_initialized()
    with Pool(2) as own:
        processes = {found.key: found.outcomes() for found in own.run(jobs(tmp_path / "own", 3))}
    assert actors == processes
    assert len(actors) == 3


@needs_ray
@pytest.mark.slow
@pytest.mark.phone
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning", "ignore::FutureWarning")
def test_a_lost_actor_costs_its_own_job_alone(ray: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with RayPool(1) as pool:
        seat, killed = pool._seat, []

        def lost_at_first() -> Any:
            found = seat()
            if not killed:
                killed.append(found)
                ray.kill(found)
            return found

        monkeypatch.setattr(pool, "_seat", lost_at_first)
        first, second = pool.run(jobs(tmp_path, 2))
    assert first.error.startswith("the worker of this job is gone")
    assert second.error == ""
    assert second.score == 1.0
