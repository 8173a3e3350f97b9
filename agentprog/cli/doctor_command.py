"""`agentprog doctor`: is this phone fit to be used, and what to do where it is not."""

from __future__ import annotations

from contextlib import ExitStack

from agentprog.app import config
from agentprog.app.simulator import simulated_phone
from agentprog.cli.app import app
from agentprog.cli.console import result, result_json
from agentprog.cli.options import AsJson, ConfigFile, Serial, Sim
from agentprog.devices.doctor import Check, examine
from agentprog.errors import DeviceError


@app.command()
def doctor(sim: Sim = False, serial: Serial = None, config_file: ConfigFile = None, as_json: AsJson = False) -> int:
    """Examines a phone, and says what to do about what fails."""
    settings = config.load({"serial": serial}, config=config_file)
    checks: list[Check] = []
    with ExitStack() as stack:
        wanted, environment = settings.serial, settings.environment
        if sim:
            phone = stack.enter_context(simulated_phone(environ=environment))
            wanted, environment = phone.serial, phone.environment
        for check in examine(wanted, environment):
            checks.append(check)
            if not as_json:
                _show(check)
    if as_json:
        result_json([{"name": c.name, "ok": c.ok, "detail": c.detail, "remedy": c.remedy} for c in checks])
    return DeviceError.exit_code if any(check.ok is False for check in checks) else 0


def _show(check: Check) -> None:
    mark = {True: "ok", False: "FAILED", None: "unknown"}[check.ok]
    result(f"{mark:8} {check.name}: {check.detail}")
    if check.remedy:
        result(f"         {check.remedy}")
