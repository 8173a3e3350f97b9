"""`dumpsys`: the system services' text, as far as clients parse it. It is modelled, not recorded from a phone."""

from __future__ import annotations

from collections.abc import Sequence

from agentprog.phone.rig import Rig
from agentprog.phone.shell.call import Call
from agentprog.phone.shell.commands.printed import dump, services


async def dumpsys(call: Call) -> int:
    """`dumpsys [-t SECONDS] [-l | SERVICE [ARGUMENTS]]`."""
    args = list(call.args)
    while args and args[0] in ("-t", "-T", "--priority"):
        del args[:2]
    if not args or args[0] == "-l":
        call.say("Currently running services:\n" + "".join(f"  {name}\n" for name in services()))
    elif args[0] not in services():
        return call.complain(f"Can't find service: {args[0]}", 0)
    elif args[0] != "battery" or not pretend_battery(call.rig, args[1:]):
        call.say(dump(call.rig, args[0], args[1:]))
    return 0


def pretend_battery(rig: Rig, args: Sequence[str]) -> bool:
    """`set [-f] KEY VALUE`, `unplug`, `reset`: override the battery's values, for tests. False for other words."""
    words = [arg for arg in args if arg != "-f"]
    if words[:1] == ["reset"]:
        rig.battery.clear()
    elif words[:1] == ["unplug"]:
        rig.battery.update(usb=0, status=3)
    elif words[:1] == ["set"] and len(words) == 3 and words[2].lstrip("-").isdigit():
        rig.battery[words[1]] = int(words[2])
    else:
        return False
    return True
