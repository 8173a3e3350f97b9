"""`agentprog devices`: the phones of this computer."""

from __future__ import annotations

from agentprog.app import config
from agentprog.cli.app import app
from agentprog.cli.console import result, result_json, say
from agentprog.cli.options import AsJson, ConfigFile
from agentprog.devices import Attached, list_devices


@app.command()
def devices(config_file: ConfigFile = None, as_json: AsJson = False) -> None:
    """Lists the attached phones, and says why one cannot be used."""
    found = list_devices(config.load(config=config_file).environment)
    if as_json:
        result_json([_data(phone) for phone in found])
        return
    if not found:
        say("No phone is attached. With USB debugging on and a cable it shows here; --sim simulates one.")
    for phone in found:
        result(f"{phone.serial:24} {phone.state.value:14} {phone.model}".rstrip())
        if phone.remedy:
            say(f"    {phone.remedy}")


def _data(phone: Attached) -> dict[str, object]:
    return {
        "serial": phone.serial,
        "state": phone.state.value,
        "ready": phone.ready,
        "model": phone.model,
        "network": phone.network,
        "remedy": phone.remedy,
    }
