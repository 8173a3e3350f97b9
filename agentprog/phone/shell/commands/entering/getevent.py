"""`getevent`: the kernel's input devices and their events, as in Android: `-p`, `-l`, `-t`, `-q`, `-c`."""

from __future__ import annotations

import asyncio

from agentprog.phone.panel import FINGERS, KEYS_NAME, KEYS_PATH, MOST, NAME, PATH, SLOTS, InputEvent
from agentprog.phone.shell.call import Call, option, split_flags

_CODES = {
    "EV_SYN": 0, "EV_KEY": 1, "EV_ABS": 3, "SYN_REPORT": 0, "BTN_TOUCH": 0x14A, "ABS_MT_SLOT": 0x2F,
    "ABS_MT_POSITION_X": 0x35, "ABS_MT_POSITION_Y": 0x36, "ABS_MT_TRACKING_ID": 0x39, "KEY_VOLUMEDOWN": 0x72,
    "KEY_VOLUMEUP": 0x73, "KEY_POWER": 0x74,
}  # fmt: skip
_AXES = (
    ("ABS_MT_SLOT", SLOTS - 1), ("ABS_MT_POSITION_X", MOST), ("ABS_MT_POSITION_Y", MOST),
    ("ABS_MT_TRACKING_ID", FINGERS),
)  # fmt: skip
_PATHS = {KEYS_PATH: KEYS_NAME, PATH: NAME}
_USAGE = "Usage: getevent [-t] [-n] [-s switchmask] [-S] [-v [mask]] [-d] [-p] [-i] [-l] [-q] [-c count] [-r] [device]"


async def getevent(call: Call) -> int:
    """Print events until stopped, or until `-c` events are printed. With `-p` only list the devices."""
    args = list(call.args)
    count = option(args, "-c")
    flags, operands = split_flags(tuple(args), "plqt")
    if any(operand.startswith("-") for operand in operands) or (count is not None and not count.isdigit()):
        return call.complain(_USAGE)
    only = operands[0] if operands else ""
    if only and only not in _PATHS:
        return call.complain(f"could not open {only}, No such file or directory")
    for number, (path, name) in enumerate(_PATHS.items(), 1):
        if not only and "q" not in flags:
            call.say(f'add device {number}: {path}\n  name:     "{name}"\n')
        if "p" in flags and only in ("", path):
            call.say(_possible(path, labels="l" in flags))
    await call.flush()
    return 0 if "p" in flags else await _follow(call, flags, only, int(count) if count else None)


def _possible(path: str, *, labels: bool) -> str:
    def named(label: str) -> str:
        return f"{label:<21}" if labels else f"{_CODES[label]:04x} "

    keys = ("BTN_TOUCH",) if path == PATH else ("KEY_VOLUMEDOWN", "KEY_VOLUMEUP", "KEY_POWER")
    text = "  events:\n    KEY (0001): " + " ".join(named(key) for key in keys) + "\n"
    if path == PATH:
        axes = [f"{named(axis)} : value 0, min 0, max {most}, fuzz 0, flat 0, resolution 0" for axis, most in _AXES]
        text += "    ABS (0003): " + f"\n{' ' * 16}".join(axes) + "\n"
    return text + "  input props:\n    " + ("INPUT_PROP_DIRECT" if path == PATH else "<none>") + "\n"


async def _follow(call: Call, flags: set[str], only: str, most: int | None) -> int:
    events: asyncio.Queue[InputEvent] = asyncio.Queue()
    leave = call.rig.panel.listen(events.put_nowait)
    try:
        while most is None or most > 0:
            event = await events.get()
            if only and event.path != only:
                continue
            call.say(_line(event, flags, with_path=not only))
            await call.flush()
            most = most - 1 if most is not None else None
        return 0
    finally:
        leave()


def _line(event: InputEvent, flags: set[str], *, with_path: bool) -> str:
    stamp = f"[{event.at:>15.6f}] " if "t" in flags else ""
    path = f"{event.path}: " if with_path else ""
    if "l" not in flags:
        return f"{stamp}{path}{_CODES[event.type]:04x} {_CODES[event.code]:04x} {event.value:08x}\n"
    value = ("UP", "DOWN")[event.value] if event.type == "EV_KEY" else f"{event.value:08x}"
    return f"{stamp}{path}{event.type:<12} {event.code:<20} {value:<20}\n"
