"""`wm` and `cmd window`."""

from __future__ import annotations

import re

from agentprog.phone.shell.call import Call, option
from agentprog.phone.shell.commands.printed import told


async def wm(call: Call) -> int:
    args = list(call.args)
    option(args, "-d")
    verb = args.pop(0) if args else ""
    if verb == "size":
        return _size(call, args)
    if verb == "density":
        return _density(call, args)
    if verb in ("user-rotation", "set-user-rotation"):
        return _rotation(call, args)
    if verb == "dismiss-keyguard":
        call.phone.power.unlock()
        return 0
    return await told("answers")["window"](call)


def _size(call: Call, args: list[str]) -> int:
    display = call.phone.display
    if not args:
        info = display.info
        call.say(f"Physical size: {info.physical_width}x{info.physical_height}\n")
        width, height = (info.width, info.height) if info.rotation % 2 == 0 else (info.height, info.width)
        if (width, height) != (info.physical_width, info.physical_height):
            call.say(f"Override size: {width}x{height}\n")
        return 0
    if args[0] == "reset":
        display.override(density=_overridden_density(call))
        return 0
    found = re.fullmatch(r"(\d+)x(\d+)", args[0])
    if found is None:
        return call.complain("Error: bad size " + args[0], 255)
    display.override(size=(int(found[1]), int(found[2])), density=_overridden_density(call))
    return 0


def _overridden_density(call: Call) -> int | None:
    info = call.phone.display.info
    return info.density if info.density != info.physical_density else None


def _overridden_size(call: Call) -> tuple[int, int] | None:
    info = call.phone.display.info
    size = (info.width, info.height) if info.rotation % 2 == 0 else (info.height, info.width)
    return size if size != (info.physical_width, info.physical_height) else None


def _density(call: Call, args: list[str]) -> int:
    display = call.phone.display
    if not args:
        call.say(f"Physical density: {display.info.physical_density}\n")
        if display.info.density != display.info.physical_density:
            call.say(f"Override density: {display.info.density}\n")
        return 0
    if args[0] == "reset":
        display.override(size=_overridden_size(call))
    elif args[0].isdigit():
        display.override(size=_overridden_size(call), density=int(args[0]))
    else:
        return call.complain(f'Error: bad number java.lang.NumberFormatException: For input string: "{args[0]}"', 255)
    return 0


def _rotation(call: Call, args: list[str]) -> int:
    """`user-rotation [free | lock [0-3]]`; `set-user-rotation` is the older name."""
    display = call.phone.display
    if not args:
        call.say("free\n" if call.phone.settings.get("system", "accelerometer_rotation") == "1" else "lock\n")
    elif args[0] == "free":
        display.freeze(False)
    elif args[0] == "lock":
        if len(args) > 1:
            display.rotate(int(args[1]) % 4)
        display.freeze(True)
    return 0
