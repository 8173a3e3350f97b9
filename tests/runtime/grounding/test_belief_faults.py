"""A disturbed phone: the benchmark's policy succeeds with the belief state, and fails without, on one seed."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from agentprog.devices import open_device


@pytest.fixture(scope="module")
def benchmark(checkout: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("belief_benchmark", checkout / "benchmarks" / "belief.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def device(sim_phone: Any) -> Any:
    environment = {"ANDROID_ADB_SERVER_PORT": str(sim_phone.server.port), "ANDROID_SERIAL": sim_phone.serial}
    return open_device(sim_phone.serial, env=environment)


@pytest.mark.parametrize(
    ("fault", "routines"),
    [
        ("dialog over the app", ("dismiss dialog",)),
        ("dropped tap", ("redo",)),
        ("app killed", ("relaunch app",)),
        ("app crashed", ("dismiss dialog", "relaunch app")),
        ("wrong field", ("restore field",)),
        ("rotated", ("turn back",)),
    ],
)
def test_with_belief_a_disturbed_run_recovers_at_no_model_call(
    benchmark: ModuleType, sim_phone: Any, fault: str, routines: tuple[str, ...]
) -> None:
    ended = benchmark.once(sim_phone.handle, device(sim_phone), benchmark.FAULTS[fault], 0, belief=True)
    assert ended.right, ended
    assert ended.routines == routines
    assert ended.verifying == 0


@pytest.mark.parametrize("fault", ["dropped tap", "wrong field", "rotated"])
def test_without_belief_the_same_run_fails(benchmark: ModuleType, sim_phone: Any, fault: str) -> None:
    ended = benchmark.once(sim_phone.handle, device(sim_phone), benchmark.FAULTS[fault], 0, belief=False)
    assert not ended.right
    assert ended.routines == ()
