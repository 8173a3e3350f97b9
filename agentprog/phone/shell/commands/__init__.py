"""Every command of the phone's shell, by name."""

from __future__ import annotations

from collections.abc import Mapping

from agentprog.phone.shell.call import Call, Command
from agentprog.phone.shell.commands import (
    activity,
    appops,
    builtins,
    content,
    device,
    dumpsys,
    files,
    listing,
    logcat,
    network,
    package,
    posture,
    printed,
    processes,
    services,
    settings,
    sqlite,
    window,
)
from agentprog.phone.shell.commands.display import recording, screen
from agentprog.phone.shell.commands.entering import getevent, ime, input


async def _cmd(call: Call) -> int:
    if not call.args or call.args[0] == "-l":
        call.say("Currently running services:\n" + "".join(f"  {name}\n" for name in sorted(_SERVICES)))
        return 0
    found = _SERVICES.get(call.args[0])
    if found is None:
        return call.complain(f"cmd: Can't find service: {call.args[0]}", 20)
    return await found(call.with_args(call.args[0], call.args[1:]))


async def _which(call: Call) -> int:
    missing = 0
    for name in call.args:
        if name in call.rig.programs:
            call.say(f"/system/bin/{name}\n")
        else:
            missing = 1
    return missing


_SERVICES: Mapping[str, Command] = {
    **services.SERVICES,
    **printed.told("services"),
    "activity": activity.am,
    "package": package.pm,
    "settings": settings.settings,
    "window": window.wm,
    "input_method": ime.ime,
    "input": input.input_command,
    "content": content.content,
    "appops": appops.appops,
    "clipboard": device.clipboard,
    "statusbar": device.statusbar,
    "device_state": posture.device_state,
}

COMMANDS: Mapping[str, Command] = {
    **printed.told("commands"),
    **builtins.COMMANDS,
    **files.COMMANDS,
    **listing.COMMANDS,
    **processes.COMMANDS,
    **device.COMMANDS,
    **services.COMMANDS,
    **network.COMMANDS,
    **settings.COMMANDS,
    **screen.COMMANDS,
    "cmd": _cmd,
    "screenrecord": recording.screenrecord,
    "which": _which,
    "am": activity.am,
    "monkey": activity.monkey,
    "pm": package.pm,
    "wm": window.wm,
    "ime": ime.ime,
    "input": input.input_command,
    "content": content.content,
    "appops": appops.appops,
    "sqlite3": sqlite.sqlite3_,
    "dumpsys": dumpsys.dumpsys,
    "logcat": logcat.logcat,
    "log": logcat.log,
    "getevent": getevent.getevent,
}
