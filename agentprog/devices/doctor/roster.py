"""Android version and language of the attached phones, beyond adb's list."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

from agentprog.devices.link.adb import AdbServer
from agentprog.devices.link.listing import Attached
from agentprog.devices.link.transport import Transport
from agentprog.devices.prints.facts import Facts, read_facts
from agentprog.errors import DeviceError
from agentprog.frozen import frozen

_SECONDS = 3.0


@frozen
class Listed:
    """A phone in adb's list; `facts` is None if it could not be asked, and `problem` says why."""

    attached: Attached
    facts: Facts | None = None
    problem: str = ""


def roster(env: Mapping[str, str] | None = None, *, timeout: float = 10.0) -> tuple[Listed, ...]:
    """Every phone that adb knows. The usable ones are asked in parallel; a hanging phone costs only `_SECONDS`."""
    server = AdbServer.from_environment(env)
    phones = server.devices(timeout)
    if not phones:
        return ()
    with ThreadPoolExecutor(max_workers=min(8, len(phones))) as pool:
        return tuple(pool.map(lambda phone: _listed(server, phone), phones))


def _listed(server: AdbServer, attached: Attached) -> Listed:
    if not attached.ready:
        return Listed(attached=attached)
    try:
        return Listed(attached=attached, facts=read_facts(Transport(server, attached.serial, timeout=_SECONDS)))
    except DeviceError as exc:
        return Listed(attached=attached, problem=exc.message)
