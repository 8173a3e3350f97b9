"""A simulated phone with a device that is driven over its own adb server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from agentprog.devices import AdbDevice, open_device

TIMEOUT = 3.0


@pytest.fixture
def phone(sim_phone: Any) -> Any:
    return sim_phone


@pytest.fixture
def connect(phone: Any) -> Iterator[Callable[..., AdbDevice]]:
    made: list[AdbDevice] = []

    def make(timeout: float = TIMEOUT) -> AdbDevice:
        env = {"ANDROID_ADB_SERVER_PORT": str(phone.server.port)}
        # A text outside the tree is missing here; test_ocr.py tests reading it from pixels.
        made.append(open_device(phone.serial, env=env, timeout=timeout, ocr=False))
        return made[-1]

    yield make
    phone.handle.clear_fault()
    for device in made:
        device.close()


@pytest.fixture
def device(connect: Callable[[], AdbDevice]) -> AdbDevice:
    return connect()
