"""`logcat`: what clients asked of the phone, as the system would log it."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from agentprog.phone.rig import TraceEntry
from agentprog.phone.shell.call import Call

_TAGS = {
    "start": "ActivityTaskManager",
    "tap": "InputDispatcher",
    "swipe": "InputDispatcher",
    "key": "InputDispatcher",
    "broadcast": "BroadcastQueue",
    "rpc": "UiAutomator2Server",
}
_POLL = 0.2


async def logcat(call: Call) -> int:
    """`logcat [-d] [-c] [-t N] [-v FORMAT] [TAG:PRIORITY...]`; without -d it goes on until it is stopped."""
    args = list(call.args)
    if "-c" in args or "--clear" in args:
        call.rig.trace.entries.clear()
        return 0
    if "-g" in args:
        call.say("main: ring buffer is 256 KiB (0 B consumed), max entry is 5120 B, max payload is 4068 B\n")
        return 0
    count = next((args[at + 1] for at, arg in enumerate(args[:-1]) if arg in ("-t", "-T")), "")
    tags = {arg.partition(":")[0] for arg in args if ":" in arg and not arg.startswith(("-", "*"))}
    call.say("--------- beginning of main\n")
    entries = [entry for entry in call.rig.trace.entries if not tags or _tag(entry) in tags]
    for entry in entries[-int(count) :] if count.isdigit() else entries:
        call.say(_line(call, entry))
    await call.flush()
    if "-d" in args or "-t" in args:
        return 0
    return await _follow(call, tags)


async def _follow(call: Call, tags: set[str]) -> int:
    last = call.rig.trace.entries[-1] if call.rig.trace.entries else None
    while True:
        await asyncio.sleep(_POLL)
        entries = list(call.rig.trace.entries)
        start = next((at + 1 for at in range(len(entries) - 1, -1, -1) if entries[at] is last), 0)
        for entry in entries[start:]:
            if not tags or _tag(entry) in tags:
                call.say(_line(call, entry))
        if entries:
            last = entries[-1]
        await call.flush()


def _tag(entry: TraceEntry) -> str:
    return _TAGS.get(entry.kind, "adbd")


def _line(call: Call, entry: TraceEntry) -> str:
    clock = call.phone.clock
    when = clock.now() - timedelta(seconds=clock.monotonic() - entry.at)
    text = entry.text.replace("\n", " ")[:400]
    return f"{when:%m-%d %H:%M:%S}.{when.microsecond // 1000:03d}   520   520 I {_tag(entry)}: {entry.kind} {text}\n"
