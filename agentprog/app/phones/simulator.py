"""A simulated phone for one run: a separate process and a private adb server, both ended with the run."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from agentprog.app.phones.adb_server import private_adb_server
from agentprog.frozen import frozen
from agentprog.phone.client import PhoneHandle, start_phone

_SERVER_NAMES = ("ADB_SERVER_SOCKET", "ANDROID_ADB_SERVER_ADDRESS", "ANDROID_ADB_SERVER_HOST")


@frozen
class SimulatedPhone:
    """A running phone. A driver needs `serial` and `environment`; `handle` is for the director."""

    serial: str
    environment: Mapping[str, str]
    handle: PhoneHandle


@contextmanager
def simulated_phone(
    *,
    image: str = "default",
    seed: int = 0,
    latency: str = "zero",
    storage: Path | None = None,
    console: bool = False,
    environ: Mapping[str, str] | None = None,
) -> Iterator[SimulatedPhone]:
    """Runs a phone until the block ends. `latency` is the delay of its answers.

    `storage` is kept; `console` opens the emulator's console; `environ` is the base of its environment.
    """
    base = dict(os.environ if environ is None else environ)
    for name in _SERVER_NAMES:
        base.pop(name, None)
    with (
        private_adb_server() as port,
        start_phone(
            image=image, seed=seed, latency=latency, storage=storage, console=console, lifetime="run"
        ) as handle,
    ):
        environment = base | {"ANDROID_ADB_SERVER_PORT": str(port), "ANDROID_SERIAL": handle.serial}
        yield SimulatedPhone(serial=handle.serial, environment=environment, handle=handle)
