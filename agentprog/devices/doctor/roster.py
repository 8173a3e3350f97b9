"""What is known of the attached phones beyond adb's list: their Android version and language."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from agentprog.devices.link.adb import AdbServer, Attached
from agentprog.devices.link.transport import Transport
from agentprog.errors import DeviceError

_SECONDS = 3.0
_COMMAND = (
    "getprop ro.product.manufacturer; getprop ro.product.model; getprop ro.build.version.release; "
    "getprop ro.build.version.sdk; settings get system system_locales; getprop persist.sys.locale; "
    "getprop ro.product.locale"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Facts:
    """What a phone says it is. `language` is a BCP 47 tag such as `en-US`; what it does not say is empty or 0."""

    maker: str = ""
    model: str = ""
    android: str = ""
    sdk: int = 0
    language: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Listed:
    """A phone of adb's list; `facts` is None where it could not be asked, `problem` why."""

    attached: Attached
    facts: Facts | None = None
    problem: str = ""


def read_facts(transport: Transport, seconds: float | None = None) -> Facts:
    """Ask the phone. Raises DeviceError."""
    return parse_facts(transport.shell(_COMMAND, seconds=seconds).out)


def parse_facts(output: str) -> Facts:
    """The answer to the command. `settings` says `null` for what is not set."""
    lines = [line.strip() for line in output.split("\n")] + [""] * 7
    maker, model, android, sdk, *locales = lines[:7]
    language = next((said.split(",")[0] for said in locales if said and said != "null" and " " not in said), "")
    return Facts(
        maker=maker,
        model=model,
        android=android,
        sdk=int(sdk) if sdk.isdigit() else 0,
        language=language.replace("_", "-"),
    )


def roster(env: Mapping[str, str] | None = None, *, timeout: float = 10.0) -> tuple[Listed, ...]:
    """Every phone that adb knows, the usable ones asked side by side; a phone that hangs costs `_SECONDS` only."""
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
