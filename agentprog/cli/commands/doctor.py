"""`agentprog doctor`: checks whether a phone can be used, and says what to do if it cannot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from agentprog.app.phones.simulator import simulated_phone
from agentprog.app.readiness.checkup import check_disk, check_model
from agentprog.app.settings.folders import lock_folder
from agentprog.app.settings.model import Settings
from agentprog.cli.app import app
from agentprog.cli.console import result_json, row
from agentprog.cli.options import AsJson, Quiet
from agentprog.cli.settings_options import configured
from agentprog.cli.watching.model_status import ModelStatus
from agentprog.devices import Check, choose_device, examine
from agentprog.devices.conformance import run_suite
from agentprog.devices.doctor.recording import against, load, record
from agentprog.errors import AgentProgError, DeviceError
from agentprog.runtime.safety.lock import DeviceLock

Full = Annotated[
    bool,
    typer.Option("--full", help="Also run the conformance suite: a minute on the phone, which it leaves as it was."),
]
Record = Annotated[
    Path | None,
    typer.Option(
        "--record",
        metavar="FILE",
        help="Write what the phone's commands print into FILE for a bug report; replaces numbers, names and texts.",
    ),
]
Against = Annotated[
    Path | None,
    typer.Option("--against", metavar="FILE", help="Test our parsers on a file of --record, without a phone."),
]


@app.command()
@configured("sim", "serial", "model")
def doctor(
    settings: Settings,
    full: Full = False,
    record_into: Record = None,
    recorded: Against = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Examines phone, model and disk. Prints what to do about each failure."""
    checks: list[Check] = []
    with ExitStack() as stack:
        serial, environment = settings.serial, settings.environment
        if recorded is not None:
            found = against(load(recorded))
        else:
            if settings.sim:
                phone = stack.enter_context(simulated_phone(environ=environment))
                serial, environment = phone.serial, phone.environment
            if record_into is not None:
                found = against(record(serial, environment, record_into))
            else:
                found = _all(settings, serial, environment, full=full, quiet=quiet or as_json)
        for check in found:
            checks.append(check)
            if not as_json:
                show(check)
    if as_json:
        result_json([check_data(check) for check in checks])
    return DeviceError.exit_code if any(check.ok is False for check in checks) else 0


def _all(
    settings: Settings, serial: str | None, environment: Mapping[str, str], *, full: bool, quiet: bool
) -> Iterator[Check]:
    """Phone, model and disk, then the conformance suite if the phone can be used."""
    usable = True
    for check in examine(serial, environment):
        usable = usable and not (check.ok is False and check.name in ("adb server", "device", "authorisation"))
        yield check
    yield check_model(settings, progress=None if quiet else ModelStatus())
    yield check_disk(settings)
    if full and usable:
        yield from _conformance(serial, environment)


def _conformance(serial: str | None, environment: Mapping[str, str]) -> Iterator[Check]:
    try:
        with DeviceLock(lock_folder(), choose_device(serial, environment).serial, run="doctor"):
            yield from run_suite(serial, environment)
    except AgentProgError as exc:
        yield Check(name="conformance", ok=False, detail=exc.message, remedy=exc.hint)


def check_data(check: Check) -> dict[str, object]:
    """One finding as plain values."""
    return {"name": check.name, "ok": check.ok, "detail": check.detail, "remedy": check.remedy}


def show(check: Check) -> None:
    """Print one finding, with its remedy."""
    mark = {True: "ok", False: "FAILED", None: "unknown"}[check.ok]
    row(f"{mark:8} {check.name}: {check.detail}", hang=9)
    if check.remedy:
        row(f"         {check.remedy}", hang=9)
