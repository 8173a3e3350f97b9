"""`logcat`: what clients asked of the phone, as the system would log it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta

from agentprog.phone.rig import TraceEntry
from agentprog.phone.shell.call import Call, option

_TAGS = {
    "start": "ActivityTaskManager",
    "tap": "InputDispatcher",
    "swipe": "InputDispatcher",
    "key": "InputDispatcher",
    "broadcast": "BroadcastQueue",
    "rpc": "UiAutomator2Server",
}
_POLL = 0.2
_PRIORITIES = "VDIWEFS"


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
    wanted = _filter(args)
    buffers = {b for at, arg in enumerate(args[:-1]) if arg in ("-b", "--buffer") for b in args[at + 1].split(",")}
    if buffers and not buffers & {"main", "system", "default", "all", "events"}:
        return 0
    call.say("--------- beginning of main\n")
    entries = [entry for entry in call.rig.trace.entries if wanted(entry)]
    for entry in entries[-int(count) :] if count.isdigit() else entries:
        call.say(_line(call, entry))
    await call.flush()
    if "-d" in args or "-t" in args:
        return 0
    return await _follow(call, wanted)


async def log(call: Call) -> int:
    """`log [-p PRIORITY] [-t TAG] MESSAGE`."""
    args = list(call.args)
    priority, tag = option(args, "-p") or "I", option(args, "-t") or "log"
    call.rig.record("log", f"{priority[0].upper()} {tag} {' '.join(args)}")
    return 0


def _filter(args: list[str]) -> Callable[[TraceEntry], bool]:
    """`TAG:PRIORITY`, `*:PRIORITY`, `-s TAG...`: the least priority by tag; `-s` silences the rest."""
    least = {"*": "S"} if "-s" in args else {}
    after_s = args.index("-s") + 1 if "-s" in args else len(args)
    for at, arg in enumerate(args):
        tag, colon, priority = arg.partition(":")
        if not arg.startswith("-") and (colon or at >= after_s):
            least[tag] = (priority or "V").upper()

    def wanted(entry: TraceEntry) -> bool:
        floor = least.get(_tag(entry), least.get("*", "V"))
        return _PRIORITIES.find(_priority(entry)) >= _PRIORITIES.find(floor)

    return wanted


async def _follow(call: Call, wanted: Callable[[TraceEntry], bool]) -> int:
    last = call.rig.trace.entries[-1] if call.rig.trace.entries else None
    while True:
        await asyncio.sleep(_POLL)
        entries = list(call.rig.trace.entries)
        start = next((at + 1 for at in range(len(entries) - 1, -1, -1) if entries[at] is last), 0)
        for entry in entries[start:]:
            if wanted(entry):
                call.say(_line(call, entry))
        if entries:
            last = entries[-1]
        await call.flush()


def _priority(entry: TraceEntry) -> str:
    return entry.text[0] if entry.kind == "log" else "I"


def _tag(entry: TraceEntry) -> str:
    if entry.kind == "log":
        return entry.text.split(" ", 2)[1]
    return _TAGS.get(entry.kind, "adbd")


def _line(call: Call, entry: TraceEntry) -> str:
    clock = call.phone.clock
    when = clock.now() - timedelta(seconds=clock.monotonic() - entry.at)
    text = entry.text.replace("\n", " ")[:400]
    said = text.split(" ", 2)[2] if entry.kind == "log" else f"{entry.kind} {text}"
    return (
        f"{when:%m-%d %H:%M:%S}.{when.microsecond // 1000:03d}   520   520 {_priority(entry)} {_tag(entry)}: {said}\n"
    )
