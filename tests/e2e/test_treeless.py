"""Apps without a tree on a whole phone: by hand, and by an agent with and without words and pictures of their pixels.

`benchmarks/treeless.py` plays the models, the reader and the eyes; it runs all tasks.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from agentprog.app.phones.simulator import simulated_phone
from agentprog.bench.aw.oracle import Hand
from agentprog.bench.episode import Rules
from agentprog.bench.proof import prove
from agentprog.devices import open_device

pytestmark = [
    pytest.mark.slow,
    pytest.mark.phone,
    # adbutils and uiautomator2 leave sockets to the garbage collector.
    pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning"),
]


@pytest.fixture(scope="module")
def benchmark(checkout: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("treeless_benchmark", checkout / "benchmarks" / "treeless.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AGENTPROG_STATE_DIR", str(tmp_path_factory.mktemp("state")))
        with simulated_phone(image="drawn") as found:
            yield found


@pytest.mark.parametrize("name", ["CanvasCount", "FlutterTick", "WebViewVote", "BoardTwo", "MapKeep"])
def test_the_oracle_does_a_task_of_each_surface(benchmark: ModuleType, phone: Any, name: str) -> None:
    (task,) = [task for task in benchmark.TASKS if task.name == name]
    phone.handle.reset()
    hand = Hand.on(phone.serial, adb_port=int(phone.environment["ANDROID_ADB_SERVER_PORT"]))
    found = prove(task, 2, Rules(), phone.handle, hand)
    assert (found.lost, found.score.wrong) == ("", ())


@pytest.mark.parametrize(
    ("name", "equipped", "score"),
    [
        ("FlutterTick", "nothing", 0.0),
        ("FlutterTick", "words", 1.0),
        ("CanvasRead", "pictures", 1.0),
        ("MapKeep", "words", 0.0),
        ("MapKeep", "pictures", 1.0),
        ("MapKeep", "both", 1.0),
    ],
)
def test_words_and_pictures_of_pixels_solve_tasks_without_a_tree(
    benchmark: ModuleType, phone: Any, name: str, equipped: str, score: float
) -> None:
    (task,) = [task for task in benchmark.TASKS if task.name == name]
    device = open_device(phone.serial, env=phone.environment, ocr=False)
    found, ended = benchmark.once(phone.handle, device, task, 2, benchmark.EQUIPPED[equipped])
    assert found == score, ended
