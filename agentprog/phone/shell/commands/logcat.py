"""`logcat` and `log`: the phone's log, in logcat's formats."""

from __future__ import annotations

import argparse
import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from agentprog.phone.facade import LogEntry
from agentprog.phone.shell.call import Call, option
from agentprog.phone.shell.io import Callback

_POLL = 0.03
_SILENT_SECONDS = 2.0
_PRIORITIES = "VDIWEFS"
_NAMES = {"verbose": "V", "debug": "D", "info": "I", "warn": "W", "error": "E", "fatal": "F", "assert": "F"}
_BUFFERS = ("main", "system", "crash", "events", "radio", "kernel", "security", "stats")
_DEFAULT = ("main", "system", "crash")
_SIZE = "persist.logd.size"
_MODIFIERS = ("color", "descriptive", "epoch", "monotonic", "printable", "uid", "usec", "UTC", "year", "zone", "nsec")


@dataclass(frozen=True, kw_only=True)
class _Options:
    format: str
    modifiers: frozenset[str]
    buffers: tuple[str, ...]
    least: Mapping[str, str]
    pid: int | None
    uids: Sequence[int] | None
    pattern: re.Pattern[str] | None
    last: int | None
    since: datetime | None
    most: int | None
    ends: bool
    dividers: bool

    def takes(self, entry: LogEntry) -> bool:
        floor = self.least.get(entry.tag, self.least.get("*", "V"))
        if entry.buffer not in self.buffers or self.pid not in (None, entry.pid):
            return False
        if self.uids is not None and entry.uid not in self.uids:
            return False
        if self.pattern is not None and not self.pattern.search(entry.text):
            return False
        if self.since is not None and entry.when < self.since:
            return False
        return _PRIORITIES.find(entry.priority) >= _PRIORITIES.find(floor)


class _BadUsage(Exception):
    """Arguments that logcat does not understand, with its message."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:  # type: ignore[override]
        raise _BadUsage(f"logcat: {message}")


def _parser() -> _Parser:
    parser = _Parser(prog="logcat", add_help=False, allow_abbrev=False)
    plain = [(flag,) for flag in ("-d", "-s", "-S", "-L", "-p", "--wrap")]
    for names in (("-c", "--clear"), ("-g", "--buffer-size"), ("-D", "--dividers"), *plain):
        parser.add_argument(*names, action="store_true", dest=names[0].strip("-"))
    parser.add_argument("-v", "--format", action="append", default=[])
    parser.add_argument("-b", "--buffer", action="append", default=[])
    parser.add_argument("-f", "--file")
    parser.add_argument("-G")
    parser.add_argument("-P")
    parser.add_argument("-t")
    parser.add_argument("-T")
    parser.add_argument("-e", "--regex")
    parser.add_argument("-m", "--max-count", type=int)
    parser.add_argument("--pid", type=int)
    parser.add_argument("--uid", type=lambda text: [int(part) for part in text.split(",")])
    parser.add_argument("filters", nargs="*")
    return parser


def _into(call: Call, path: str) -> Callable[[bytes], Awaitable[None]]:
    """A function that appends to a file of the phone."""
    where, files = call.resolve(path), call.files

    async def write(data: bytes) -> None:
        files.write(where, (files.read(where) if files.stat(where) is not None else b"") + data)

    return write


async def logcat(call: Call) -> int:
    """Print the log's entries; without -d or -t, keep printing until stopped."""
    try:
        args = _parser().parse_intermixed_args(list(call.args))
        options = _options(call, args)
    except _BadUsage as exc:
        return call.complain(str(exc))
    if args.c:
        call.phone.log.clear(options.buffers if args.buffer else ())
        return 0
    if args.G:
        if re.fullmatch(r"\d+[KMG]?", args.G) is None:
            return call.complain(f"logcat: -G {args.G!r} is no size")
        call.phone.props.set(_SIZE, args.G)
        return 0
    if args.g:
        size = re.sub(r"(?<=\d)[KMG]", r" \g<0>i", call.phone.props.get(_SIZE) or "256K")
        for name in options.buffers:
            call.say(f"{name}: ring buffer is {size}B (0 B consumed), max entry is 5120 B, max payload is 4068 B\n")
        return 0
    if args.p or args.P is not None:
        return 0
    if args.file:
        call = replace(call, streams=replace(call.streams, stdout=Callback(_into(call, args.file))))
    found = [entry for entry in call.phone.log.entries() if options.takes(entry)]
    printer = _Printer(call, options)
    for entry in found[-options.last :] if options.last else found:
        if printer.done:
            break
        printer.entry(entry)
    await call.flush()
    return 0 if options.ends or printer.done else await _follow(call, options, printer)


def _options(call: Call, args: argparse.Namespace) -> _Options:
    words = [word for argument in args.format for word in re.split(r"[\s,]+", argument) if word]
    formats = [word for word in words if word not in _MODIFIERS]
    unknown = [word for word in formats if word not in (*_FORMATS, "long")]
    if unknown:
        raise _BadUsage(f'logcat: Invalid parameter "{unknown[0]}" to -v')
    buffers = tuple(name for argument in args.buffer for name in argument.split(","))
    if any(name not in (*_BUFFERS, "all", "default") for name in buffers):
        raise _BadUsage(f"logcat: Unknown buffer '{buffers[-1]}'")
    chosen = _BUFFERS if "all" in buffers else (*(_DEFAULT if "default" in buffers else ()), *buffers) or _DEFAULT
    count = args.t or args.T
    return _Options(
        format=formats[-1] if formats else "threadtime",
        modifiers=frozenset(words) & frozenset(_MODIFIERS),
        buffers=chosen,
        least=_least(args.filters, silent=args.s),
        pid=args.pid,
        uids=args.uid,
        pattern=re.compile(args.regex) if args.regex else None,
        last=int(count) if count and count.isdigit() else None,
        since=_moment(call, count) if count and not count.isdigit() else None,
        most=args.max_count,
        ends=bool(args.d or args.t),
        dividers=args.D,
    )


def _least(filters: Sequence[str], *, silent: bool) -> dict[str, str]:
    """Parses `TAG:PRIORITY` and `*:PRIORITY`: the lowest priority shown for each tag. `*:S` shows named tags only."""
    least = {"*": "S"} if silent else {}
    for word in filters:
        tag, _, priority = word.partition(":")
        least_priority = _NAMES.get(priority.lower(), priority.upper() or "V")
        least[tag] = "V" if least_priority == "*" else least_priority
    return least


def _moment(call: Call, text: str) -> datetime:
    now = call.phone.clock.now()
    for form in ("%m-%d %H:%M:%S.%f", "%Y-%m-%d %H:%M:%S.%f"):
        try:
            when = datetime.strptime(f"{now.year} {text}" if form.startswith("%m") else text,
                                     f"%Y {form}" if form.startswith("%m") else form)  # fmt: skip
        except ValueError:
            continue
        return when.replace(tzinfo=now.tzinfo)
    raise _BadUsage(f'logcat: -t "{text}" not in time format')


async def _follow(call: Call, options: _Options, printer: _Printer) -> int:
    """Print new entries. Phones log all the time, and a client that stops reading waits for one more line."""
    log, now = call.phone.log, call.phone.clock.monotonic
    last = max((entry.number for entry in log.entries()), default=0)
    while not printer.done:
        await asyncio.sleep(_POLL)
        if now() - max((entry.uptime for entry in log.entries()), default=0.0) > _SILENT_SECONDS:
            log.write("BatteryService", f"level={call.rig.battery_level} health=2", priority="D")
        for entry in call.phone.log.entries():
            if entry.number > last:
                last = entry.number
                if options.takes(entry) and not printer.done:
                    printer.entry(entry)
        await call.flush()
    return 0


class _Printer:
    """Prints entries, with a header before the first entry of each buffer."""

    def __init__(self, call: Call, options: _Options) -> None:
        self._call = call
        self._options = options
        self._begun: list[str] = []
        self._last = ""
        self._left = options.most

    @property
    def done(self) -> bool:
        return self._left == 0

    def entry(self, entry: LogEntry) -> None:
        if entry.buffer not in self._begun:
            self._call.say(f"--------- beginning of {entry.buffer}\n")
            self._begun.append(entry.buffer)
        elif self._options.dividers and entry.buffer != self._last:
            self._call.say(f"--------- switch to {entry.buffer}\n")
        self._last = entry.buffer
        self._left = None if self._left is None else self._left - 1
        when = _time(entry, self._options.modifiers)
        if self._options.format == "long":
            head = f"[ {when} {entry.pid:>5}:{entry.pid:>5} {entry.priority}/{entry.tag:<8} ]"
            self._call.say(f"{head}\n{entry.text}\n\n")
            return
        write = _FORMATS[self._options.format]
        user = f"{entry.uid:>5} " if "uid" in self._options.modifiers else ""
        for line in entry.text.split("\n"):
            self._call.say(write(entry, when, user, line) + "\n")


def _time(entry: LogEntry, modifiers: frozenset[str]) -> str:
    digits = f"{entry.when.microsecond:06d}" if "usec" in modifiers else f"{entry.when.microsecond // 1000:03d}"
    if "epoch" in modifiers:
        return f"{int(entry.when.timestamp()):>19}.{digits}"
    if "monotonic" in modifiers:
        return f"{int(entry.uptime):>6}.{digits}"
    form = "%Y-%m-%d %H:%M:%S" if "year" in modifiers else "%m-%d %H:%M:%S"
    zone = " +0000" if modifiers & {"zone", "UTC"} else ""
    return f"{entry.when:{form}}.{digits}{zone}"


_FORMATS: Mapping[str, Callable[[LogEntry, str, str, str], str]] = {
    "brief": lambda e, _, user, line: f"{e.priority}/{e.tag:<8}({user}{e.pid:>5}): {line}",
    "process": lambda e, _, user, line: f"{e.priority}({user}{e.pid:>5}) {line}  ({e.tag})",
    "raw": lambda *parts: parts[3],
    "tag": lambda e, _, __, line: f"{e.priority}/{e.tag:<8}: {line}",
    "thread": lambda e, _, user, line: f"{e.priority}({user}{e.pid:>5}:{e.pid:>5}) {line}",
    "threadtime": lambda e, when, user, line: f"{when} {user}{e.pid:>5} {e.pid:>5} {e.priority} {e.tag:<8}: {line}",
    "time": lambda e, when, user, line: f"{when} {e.priority}/{e.tag:<8}({user}{e.pid:>5}): {line}",
}


async def log(call: Call) -> int:
    """`log [-p PRIORITY] [-t TAG] MESSAGE`."""
    args = list(call.args)
    priority, tag = option(args, "-p") or "I", option(args, "-t") or "log"
    priority = _NAMES.get(priority.lower(), priority.upper()[:1])
    call.phone.log.write(
        tag, " ".join(args), priority=priority, buffer="main", pid=call.shell_pid + 1, uid=call.user.uid
    )
    return 0
