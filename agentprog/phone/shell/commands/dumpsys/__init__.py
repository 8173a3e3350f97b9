"""`dumpsys`: the system services' text, as far as clients parse it. Modelled, not recorded from a phone."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from agentprog.phone.rig import Rig
from agentprog.phone.shell.call import Call
from agentprog.phone.shell.commands.dumpsys import activities, hardware, inputs, packages, windows

Dumper = Callable[[Rig, list[str]], str]

SERVICES: Mapping[str, Dumper] = {
    "SurfaceFlinger": windows.surface_flinger,
    "accessibility": inputs.accessibility,
    "activity": activities.activity,
    "alarm": hardware.alarm,
    "audio": hardware.audio,
    "battery": hardware.battery,
    "batterystats": hardware.quiet,
    "clipboard": inputs.clipboard,
    "connectivity": hardware.connectivity,
    "cpuinfo": hardware.cpuinfo,
    "deviceidle": hardware.deviceidle,
    "display": windows.display,
    "dropbox": hardware.quiet,
    "gfxinfo": hardware.gfxinfo,
    "input": inputs.input_service,
    "input_method": inputs.input_method,
    "location": hardware.quiet,
    "media_session": hardware.quiet,
    "meminfo": hardware.meminfo,
    "mount": hardware.quiet,
    "netstats": hardware.quiet,
    "notification": inputs.notification,
    "package": packages.package,
    "power": hardware.power,
    "procstats": hardware.quiet,
    "sensorservice": hardware.quiet,
    "statusbar": inputs.statusbar,
    "telecom": hardware.telecom,
    "telephony.registry": hardware.telephony,
    "trust": hardware.trust,
    "uiautomation": hardware.quiet,
    "usagestats": hardware.quiet,
    "usb": hardware.usb,
    "wallpaper": hardware.quiet,
    "webviewupdate": hardware.quiet,
    "wifi": hardware.wifi,
    "window": windows.window,
}


async def dumpsys(call: Call) -> int:
    args = list(call.args)
    while args and args[0] in ("-t", "-T", "--priority"):
        del args[:2]
    if not args:
        call.say("Currently running services:\n" + "".join(f"  {name}\n" for name in SERVICES))
        return 0
    if args[0] == "-l":
        call.say("Currently running services:\n" + "".join(f"  {name}\n" for name in SERVICES))
        return 0
    found = SERVICES.get(args[0])
    if found is None:
        return call.complain(f"Can't find service: {args[0]}", 0)
    call.say(found(call.rig, args[1:]))
    return 0
