"""The whole path as a user takes it: the command in its own process, a simulated phone, adb, the real clients."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from agentprog.app.phones.adb_server import private_adb_server
from agentprog.app.phones.simulator import SimulatedPhone
from agentprog.phone.client import PhoneHandle, start_phone
from agentprog.ports import SystemClock

Command = Callable[..., subprocess.CompletedProcess[str]]
QUICK = 4.0
"""How many seconds pass on a quick phone, and for a run with a quick clock, while one passes for the tests."""

SCRIPT = r'''
[capabilities]
scoring = false

[[rule]]
purpose = "plan"
pattern = "Grete"
reply = """
In the "Contacts" app, open the "Contacts" app
Tap "Create contact"
Type "Grete Hermann" into "First name"
Tap "Save"
Verify that "Grete Hermann" appears
"""

[[rule]]
purpose = "plan"
pattern = "Nonsense"
reply = "```\n```"
'''


class QuickClock(SystemClock):
    """Waits of a run, for screens and records, are as long as on any phone by the clock of a quick phone."""

    def monotonic(self) -> float:
        return time.monotonic() * QUICK

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds / QUICK)


@contextmanager
def quick_phone(image: str, seed: int = 0) -> Iterator[SimulatedPhone]:
    """A phone whose time runs fast, with an adb server of its own."""
    with private_adb_server() as port, start_phone(image=image, seed=seed, speed=QUICK, lifetime="run") as handle:
        environment = os.environ | {"ANDROID_ADB_SERVER_PORT": str(port), "ANDROID_SERIAL": handle.serial}
        yield SimulatedPhone(serial=handle.serial, environment=environment, handle=handle)


@pytest.fixture(autouse=True)
def _warm(warm: None) -> None:
    """Commands start from an interpreter that has loaded the package; `fresh` ones do not."""


@pytest.fixture
def agentprog(warm: None, tmp_path: Path) -> Command:
    """Runs `agentprog WORDS...` in an empty folder."""

    def call(*words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "agentprog", *(str(word) for word in words)],
            cwd=tmp_path,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    return call


@pytest.fixture
def scripted(tmp_path: Path) -> str:
    """The id of a model that knows one plan."""
    path = tmp_path / "script.toml"
    path.write_text(SCRIPT, encoding="utf-8")
    return f"scripted:{path}"


@pytest.fixture
def adb_port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """An adb server without phones, in place of the user's."""
    with private_adb_server() as port:
        monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(port))
        yield port


@pytest.fixture
def phones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], PhoneHandle]]:
    """Starts phones that end with the test."""
    monkeypatch.setenv("AGENTPROG_STATE_DIR", str(tmp_path / "state"))
    started: list[PhoneHandle] = []

    def start() -> PhoneHandle:
        started.append(start_phone(lifetime="command"))
        return started[-1]

    yield start
    for phone in started:
        phone.stop()
