"""`agentprog devices`, `connect`, `pair` and `disconnect`: lists the phones of this computer, and attaches one."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Annotated

import typer

from agentprog.app.settings.model import Settings
from agentprog.cli.app import app
from agentprog.cli.console import err, result_json, row, say, wants_json
from agentprog.cli.options import AsJson
from agentprog.cli.settings_options import configured
from agentprog.devices.doctor.roster import Listed, roster
from agentprog.devices.link.adb import AdbServer
from agentprog.devices.link.listing import Attached
from agentprog.devices.link.wireless import ADB_PORT, HINT_PAIR, announced, read_address
from agentprog.devices.link.wireless import connect as attach
from agentprog.devices.link.wireless import disconnect as detach
from agentprog.devices.link.wireless import pair as pair_with
from agentprog.errors import Cancelled, UsageError
from agentprog.phone.client import list_phones

Address = Annotated[
    str, typer.Argument(metavar="HOST[:PORT]", help=f"The phone's address; port {ADB_PORT} unless given.")
]
PairAddress = Annotated[str, typer.Argument(metavar="HOST:PORT", help="The address that the pairing dialog shows.")]
Code = Annotated[
    str | None, typer.Argument(metavar="[CODE]", help="The six digits that the dialog shows; asked for if left out.")
]


@app.command()
@configured()
def devices(settings: Settings, as_json: AsJson = False) -> None:
    """Lists the attached phones, and why one cannot be used."""
    environment = settings.environment
    found = roster(environment)
    if as_json:
        result_json([_data(phone) for phone in found])
        return
    if not found:
        say(
            "No phone is attached. One with USB debugging on and a cable shows here: `agentprog setup` gives the steps."
        )
        _say_simulated()
    for phone in found:
        row(_line(phone), hang=4)
        if phone.attached.remedy or phone.problem:
            say(f"    {phone.attached.remedy or phone.problem}")
    _say_announced(environment, found)


@app.command()
@configured()
def connect(settings: Settings, address: Address, as_json: AsJson = False) -> None:
    """Attaches a phone over the network. Wireless debugging, `adb tcpip`, or an emulator elsewhere."""
    server = AdbServer.from_environment(settings.environment)
    _attached(attach(server, read_address(address)), as_json=as_json)


@app.command()
@configured()
def disconnect(settings: Settings, address: Address, as_json: AsJson = False) -> None:
    """Detaches a phone from the network."""
    where = read_address(address)
    detach(AdbServer.from_environment(settings.environment), where)
    if as_json:
        result_json({"serial": where.serial, "attached": False})
    say(f"{where.serial} is no longer attached.")


@app.command()
@configured()
def pair(settings: Settings, address: PairAddress, code: Code = None, as_json: AsJson = False) -> None:
    """Pairs this computer with a phone that shows a code: wireless debugging, Android 11 and later."""
    server = AdbServer.from_environment(settings.environment)
    where = read_address(address, default_port=None)
    guid = pair_with(server, where, code or _ask_code())
    say(f"Paired with {where.host}.")
    ready = next((s for s in announced(server) if "connect" in s.kind and s.address.startswith(f"{where.host}:")), None)
    if ready is not None:
        _attached(attach(server, read_address(ready.address)), as_json=as_json)
        return
    if as_json:
        result_json({"paired": where.host, "guid": guid, "serial": None})
    say(f"Now attach it: agentprog connect {where.host}:PORT, with the port that the page Wireless debugging shows.")


def _ask_code() -> str:
    if not sys.stdin.isatty() or wants_json():
        raise UsageError("the pairing code is missing", hint=HINT_PAIR)
    err().print("Pairing code: ", end="")
    try:
        return input().strip()
    except (EOFError, KeyboardInterrupt) as exc:
        raise Cancelled("no pairing code was given") from exc


def _attached(phone: Attached, *, as_json: bool) -> None:
    if as_json:
        result_json({"serial": phone.serial, "state": phone.state.value, "model": phone.model})
        return
    say(f"Attached {phone.serial} {phone.model}".rstrip() + ".")


def _say_simulated() -> None:
    """Suggest the simulated phone."""
    for phone in list_phones():
        if not phone.private:
            say(f"A simulated phone runs: agentprog connect {phone.serial}")
    say("Without a phone: `run`, `plan`, `observe` and `doctor` take --sim, and each starts a simulated phone.")
    say("`agentprog phone start` starts one that stays, and prints how to attach it.")


def _say_announced(environment: Mapping[str, str], found: tuple[Listed, ...]) -> None:
    """Print the phones in this network that announce wireless debugging."""
    known = {phone.attached.serial for phone in found}
    server = AdbServer.from_environment(environment)
    for service in announced(server):
        if "connect" in service.kind and service.address not in known and not any(service.name in s for s in known):
            say(f"{service.address} announces wireless debugging: agentprog connect {service.address}")


def _line(phone: Listed) -> str:
    facts, attached = phone.facts, phone.attached
    about = [facts.model if facts and facts.model else attached.model]
    if facts is not None:
        about += [f"Android {facts.android}" if facts.android else "", facts.language]
    words = "  ".join(word for word in (*about, attached.link) if word)
    return f"{attached.serial:24} {attached.state.value:14} {words}".rstrip()


def _data(phone: Listed) -> dict[str, object]:
    attached, facts = phone.attached, phone.facts
    return {
        "serial": attached.serial,
        "state": attached.state.value,
        "ready": attached.ready,
        "model": facts.model if facts and facts.model else attached.model,
        "maker": facts.maker if facts else "",
        "android": facts.android if facts else "",
        "sdk": facts.sdk if facts else None,
        "language": facts.language if facts else "",
        "transport": attached.link,
        "network": attached.network,
        "usb": attached.usb,
        "detail": attached.detail or phone.problem,
        "remedy": attached.remedy,
    }
