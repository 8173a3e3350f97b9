"""toybox's ls, stat and df, with the output that scripts parse."""

from __future__ import annotations

import posixpath
import stat
from collections.abc import Mapping
from datetime import UTC, datetime

from agentprog.phone.facade import FileStat
from agentprog.phone.shell.call import Call, Command, split_flags

_NO_ENTRY = "No such file or directory"


async def ls(call: Call) -> int:
    """`ls [-laR1dhiS] PATH...`."""
    flags, operands = split_flags(call.args)
    files = call.files
    status = 0
    listed: list[tuple[str, FileStat]] = []
    folders: list[str] = []
    for operand in operands or [call.directory]:
        path = call.resolve(operand)
        try:
            found = files.stat(path)
        except PermissionError as exc:
            status = call.complain(f"ls: {operand}: {exc.strerror}")
            continue
        if found is None:
            status = call.complain(f"ls: {operand}: {_NO_ENTRY}")
        elif stat.S_ISDIR(found.mode) and "d" not in flags:
            folders.append(path if operand.startswith("/") or not operands else operand)
        else:
            listed.append((operand, found))
    _print_entries(call, listed, flags)
    recursive = "R" in flags
    for at, folder in enumerate(folders):
        status |= _list_folder(call, folder, flags, titled=len(operands) > 1 or recursive, first=not listed and not at)
    return status


def _list_folder(call: Call, folder: str, flags: set[str], *, titled: bool, first: bool) -> int:
    path = call.resolve(folder)
    try:
        entries = call.files.list(path)
    except PermissionError:
        return call.complain(f"ls: {folder}: Permission denied")
    if titled:
        call.say(("" if first else "\n") + f"{folder}:\n")
    if "l" in flags:
        call.say(f"total {sum(-(-entry.size // 1024) for entry in entries)}\n")
    shown = [(entry.name, entry) for entry in entries if "a" in flags or "A" in flags or entry.name[:1] != "."]
    if "a" in flags:
        itself = call.files.stat(path)
        parent = call.files.stat(posixpath.dirname(path) or "/")
        shown = [(name, entry) for name, entry in ((".", itself), ("..", parent)) if entry is not None] + shown
    _print_entries(call, shown, flags)
    if "R" in flags:
        for entry in entries:
            if stat.S_ISDIR(entry.mode):
                _list_folder(call, posixpath.join(folder, entry.name), flags, titled=True, first=False)
    return 0


def _print_entries(call: Call, entries: list[tuple[str, FileStat]], flags: set[str]) -> None:
    if "t" in flags:
        entries = sorted(entries, key=lambda item: -item[1].mtime)
    if "S" in flags:
        entries = sorted(entries, key=lambda item: -item[1].size)
    if "r" in flags:
        entries = list(reversed(entries))
    for name, entry in entries:
        mark = "/" if ("p" in flags or "F" in flags) and stat.S_ISDIR(entry.mode) else ""
        exact = any(arg.startswith("-") and arg.count("l") > 1 for arg in call.args)
        call.say((_long_line(entry, exact=exact) if "l" in flags else "") + name + mark + "\n")


def _long_line(entry: FileStat, *, exact: bool) -> str:
    """One line of `ls -l`. With `exact` (`-ll`) it adds seconds, their fractions and the time zone."""
    form = "%Y-%m-%d %H:%M:%S.%f000 +0000" if exact else "%Y-%m-%d %H:%M"
    when = datetime.fromtimestamp(entry.mtime, UTC).strftime(form)
    owner, group = _user(entry.uid), _user(entry.gid)
    return f"{stat.filemode(entry.mode)} {entry.links} {owner} {group} {entry.size:>8} {when} "


def _user(uid: int) -> str:
    names = {0: "root", 1000: "system", 1015: "sdcard_rw", 1023: "media_rw", 2000: "shell"}
    if uid >= 10000:
        return f"u0_a{uid - 10000}"
    return names.get(uid, str(uid))


async def stat_(call: Call) -> int:
    args = list(call.args)
    form = ""
    if args[:1] == ["-c"]:
        form, args = args[1], args[2:]
    status = 0
    for name in args:
        found = call.files.stat(call.resolve(name))
        if found is None:
            status = call.complain(f"stat: '{name}': {_NO_ENTRY}")
        elif form:
            call.say(_stat_line(form, name, found) + "\n")
        else:
            kind = "directory" if stat.S_ISDIR(found.mode) else "regular file"
            call.say(f"  File: {name}\n  Size: {found.size}\t {kind}\n")
            call.say(f"Access: (0{stat.S_IMODE(found.mode):o}/{stat.filemode(found.mode)})\n")
    return status


def _stat_line(form: str, name: str, found: FileStat) -> str:
    values = {
        "%s": str(found.size),
        "%n": name,
        "%Y": str(found.mtime),
        "%a": f"{stat.S_IMODE(found.mode):o}",
        "%u": str(found.uid),
        "%U": _user(found.uid),
        "%F": "directory" if stat.S_ISDIR(found.mode) else "regular file",
    }
    for key, value in values.items():
        form = form.replace(key, value)
    return form


COMMANDS: Mapping[str, Command] = {
    "ls": ls,
    "stat": stat_,
}
