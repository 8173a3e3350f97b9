"""Records a phone's outputs in a file that its owner can read and send (`doctor --record`), and reads that file
(`--against`)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from agentprog.devices.automation.server import Automation, has_server_file, quietly, remove_server_file
from agentprog.devices.doctor.check import Check
from agentprog.devices.doctor.discretion import discreet, discreet_serial
from agentprog.devices.doctor.readers import READERS, Print, Reader, reader, shown
from agentprog.devices.link.adb import AdbServer, choose_device
from agentprog.devices.link.deadline import Deadline
from agentprog.devices.link.listing import parse_devices
from agentprog.devices.link.transport import Transport
from agentprog.devices.prints.facts import read_facts
from agentprog.errors import DeviceError, UsageError

_FORMAT = 1
_LINES = 12
"""Lines to keep of a long list: enough to show its form."""
_LONGEST = 60_000
_SECONDS = 20.0
_TREE_DEPTH = 50


class Recorded(BaseModel):
    """One command's output without personal data, or why there is none."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    reader: str
    command: str = ""
    out: str = ""
    err: str = ""
    code: int = 0
    problem: str = ""


class Recording(BaseModel):
    """The prints of one phone."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: int = _FORMAT
    maker: str
    model: str = ""
    android: str = ""
    prints: tuple[Recorded, ...]


def record(serial: str | None, env: Mapping[str, str] | None, file: Path, *, timeout: float = _SECONDS) -> Recording:
    """Record a phone's answers to all commands that agentprog parses. Leaves the phone as it was.

    Raises DeviceError if the phone cannot be used, UsageError if the file cannot be written.
    """
    attached = choose_device(serial, env)
    transport = Transport(AdbServer.from_environment(env), attached.serial, timeout=timeout)
    facts = read_facts(transport)
    makers = (facts.maker.casefold(), facts.model.casefold())
    automation = Automation(transport)
    untouched = not has_server_file(transport)
    try:
        prints = tuple(_recorded(reader, transport, automation, makers) for reader in READERS)
    finally:
        quietly(automation.close)
        if untouched:
            quietly(lambda: remove_server_file(transport))
    found = Recording(maker=facts.maker, model=facts.model, android=facts.android, prints=prints)
    try:
        file.write_text(found.model_dump_json(indent=1) + "\n", encoding="utf-8")
    except OSError as exc:
        raise UsageError(f"{file} cannot be written: {exc.strerror or exc}", hint="Name another file.") from exc
    return found


def _recorded(reader: Reader, transport: Transport, automation: Automation, makers: tuple[str, ...]) -> Recorded:
    try:
        answer = _ask(reader, transport, automation)
    except DeviceError as exc:
        problem = discreet_serial(discreet(exc.message, makers), (transport.serial,))
        return Recorded(reader=reader.name, command=reader.command, problem=problem)
    out, err = (discreet(_shortened(text, reader.whole), makers) for text in (answer.out, answer.err))
    return Recorded(reader=reader.name, command=reader.command, out=out, err=err, code=answer.code)


def _ask(reader: Reader, transport: Transport, automation: Automation) -> Print:
    """The output of one command, of adb's list, or of the automation server."""
    if reader.command:
        answer = transport.shell(reader.command)
        return Print(out=answer.out, err=answer.err, code=answer.code)
    if reader.name == "adb devices":
        listing = transport.server.ask("host:devices-l", Deadline(transport.timeout, "listing the phones"))
        return Print(out=discreet_serial(listing, tuple(phone.serial for phone in parse_devices(listing))))
    automation.ensure()
    if reader.name == "deviceInfo":
        return Print(out=json.dumps({"jsonrpc": "2.0", "id": 1, "result": automation.call("deviceInfo")}))
    return Print(out=str(automation.call("dumpWindowHierarchy", False, _TREE_DEPTH)))


def _shortened(text: str, whole: bool) -> str:
    if whole:
        return text[:_LONGEST]
    return "".join(text.splitlines(keepends=True)[:_LINES])


def load(file: Path) -> Recording:
    """Reads a received recording. Raises UsageError naming its error."""
    try:
        return Recording.model_validate_json(file.read_bytes())
    except OSError as exc:
        raise UsageError(f"cannot read {file}: {exc.strerror or exc}", hint="Check the name of the file.") from exc
    except ValidationError as exc:
        wrong = exc.errors()[0]
        where = ".".join(str(part) for part in wrong["loc"]) or "the file"
        raise UsageError(
            f"{file} is no recording of `doctor --record`: {where}: {wrong['msg']}",
            hint="Record it again: agentprog doctor --record FILE.",
        ) from exc


def against(recording: Recording) -> Iterator[Check]:
    """The result of the current parsers for each output; `ok` is None if they read nothing."""
    for recorded in recording.prints:
        known = reader(recorded.reader)
        if known is None:
            yield Check(name=recorded.reader, ok=None, detail="this version has no such parser")
        elif recorded.problem:
            yield Check(name=recorded.reader, ok=None, detail=f"the phone did not answer: {recorded.problem}")
        else:
            found = known.read(Print(out=recorded.out, err=recorded.err, code=recorded.code))
            blank = all(value is not False and not value for value in found.values())
            detail = "nothing was read" if blank and recorded.out.strip() else shown(found)
            yield Check(name=recorded.reader, ok=None if blank and recorded.out.strip() else True, detail=detail)
