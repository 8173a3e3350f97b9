"""toybox's file commands."""

# ruff: noqa: ARG001 - handlers share one signature, whether or not they need all of it

from __future__ import annotations

import base64
import hashlib
import posixpath
import stat
import zlib
from collections.abc import Mapping

from agentprog.phone.facade import Files, FileStat
from agentprog.phone.shell.call import Call, Command, split_flags

_NO_ENTRY = "No such file or directory"


async def cat(call: Call) -> int:
    if not call.args or call.args == ("-",):
        while chunk := await call.streams.stdin.read():
            call.say(chunk)
            await call.flush()
        return 0
    status = 0
    for name in split_flags(call.args)[1]:
        data = _read(call, name)
        if data is None:
            status = 1
        else:
            call.say(data)
    return status


def _read(call: Call, name: str) -> bytes | None:
    path = call.resolve(name)
    special = _proc_file(call, path)
    if special is not None:
        return special.encode()
    if path.endswith("/base.apk") and call.rig.strikes("apk_unreadable") is not None:
        call.complain(f"{call.name}: {name}: Permission denied")
        return None
    try:
        return call.rig.files.read(path)
    except OSError as exc:
        call.complain(f"{call.name}: {name}: {exc.strerror or _NO_ENTRY}")
        return None


def _proc_file(call: Call, path: str) -> str | None:
    """The few files of /proc and /sys that clients read."""
    if path == "/proc/uptime":
        up = call.phone.clock.monotonic()
        return f"{up:.2f} {up * 6:.2f}\n"
    if path == "/proc/meminfo":
        return "MemTotal:        7729752 kB\nMemFree:         1103028 kB\nMemAvailable:    4025916 kB\n"
    if path == "/proc/version":
        return "Linux version 6.1.23-android14-4 (build-user@build-host) #1 SMP PREEMPT\n"
    if path == "/sys/class/power_supply/battery/capacity":
        return f"{call.rig.battery_level}\n"
    return None


async def dd(call: Call) -> int:
    """`dd if=FILE [bs=N] [skip=N] [count=N]`: blocks of a file, to its output."""
    given = dict(arg.split("=", 1) for arg in call.args if "=" in arg)
    data = _read(call, given.get("if", ""))
    if data is None:
        return 1
    size, skip = int(given.get("bs", "512")), int(given.get("skip", "0"))
    found = data[skip * size :][: int(given["count"]) * size if "count" in given else None]
    call.say(found)
    whole, part = divmod(len(found), size)
    records = f"{whole}+{int(part > 0)} records"
    call.complain(f"{records} in\n{records} out\n{len(found)} bytes copied")
    return 0


async def rm(call: Call) -> int:
    flags, operands = split_flags(call.args)
    status = 0
    for name in operands:
        path = call.resolve(name)
        found = call.rig.files.stat(path)
        if found is None:
            if "f" not in flags:
                status = call.complain(f"rm: {name}: {_NO_ENTRY}")
        elif stat.S_ISDIR(found.mode) and not flags & {"r", "R"}:
            status = call.complain(f"rm: {name}: is directory")
        else:
            call.rig.files.remove(path, recursive=bool(flags & {"r", "R"}))
    return status


async def rmdir(call: Call) -> int:
    status = 0
    for name in split_flags(call.args)[1]:
        path = call.resolve(name)
        if call.rig.files.stat(path) is None:
            status = call.complain(f"rmdir: {name}: {_NO_ENTRY}")
        elif call.rig.files.list(path):
            status = call.complain(f"rmdir: {name}: Directory not empty")
        else:
            call.rig.files.remove(path, recursive=True)
    return status


async def mkdir(call: Call) -> int:
    flags, operands = split_flags(call.args)
    status = 0
    for name in operands:
        path = call.resolve(name)
        if call.rig.files.stat(path) is not None:
            if "p" not in flags:
                status = call.complain(f"mkdir: '{name}': File exists")
            continue
        try:
            call.rig.files.mkdir(path, parents="p" in flags)
        except OSError as exc:
            status = call.complain(f"mkdir: '{name}': {exc.strerror}")
    return status


async def touch(call: Call) -> int:
    for name in split_flags(call.args)[1]:
        path = call.resolve(name)
        data = call.rig.files.read(path) if call.rig.files.stat(path) is not None else b""
        call.rig.files.write(path, data)
    return 0


async def mv(call: Call) -> int:
    return _transfer(call, move=True)


async def cp(call: Call) -> int:
    return _transfer(call, move=False)


def _transfer(call: Call, *, move: bool) -> int:
    flags, operands = split_flags(call.args)
    if len(operands) < 2:
        return call.complain(f"{call.name}: Needs at least 2 arguments")
    *sources, target = operands
    files = call.rig.files
    into = files.stat(call.resolve(target))
    inside = into is not None and stat.S_ISDIR(into.mode)
    if len(sources) > 1 and not inside:
        return call.complain(f"{call.name}: '{target}' not directory")
    status = 0
    for name in sources:
        source = call.resolve(name)
        found = files.stat(source)
        destination = call.resolve(target)
        if inside:
            destination = posixpath.join(destination, posixpath.basename(source))
        if found is None:
            status = call.complain(f"{call.name}: bad '{name}': {_NO_ENTRY}")
        elif stat.S_ISDIR(found.mode) and not move and not flags & {"r", "R", "a"}:
            status = call.complain(f"{call.name}: Skipped dir '{name}'")
        elif destination != source:
            _copy_tree(files, found, source, destination)
            if move:
                files.remove(source, recursive=True)
    return status


def _copy_tree(files: Files, found: FileStat, source: str, destination: str) -> None:
    if not stat.S_ISDIR(found.mode):
        files.write(destination, files.read(source), mode=stat.S_IMODE(found.mode), mtime=found.mtime)
        return
    if files.stat(destination) is None:
        files.mkdir(destination, parents=True)
    for entry in files.list(source):
        _copy_tree(files, entry, posixpath.join(source, entry.name), posixpath.join(destination, entry.name))


async def digest(call: Call) -> int:
    """`md5sum`, `sha1sum`, `sha256sum`."""
    algorithm = call.name.removesuffix("sum")
    if not call.args:
        call.say(f"{hashlib.new(algorithm, await call.input()).hexdigest()}  -\n")
        return 0
    flags, operands = split_flags(call.args)
    status = 0
    for name in operands:
        data = _read(call, name)
        if data is None:
            status = 1
            continue
        found = hashlib.new(algorithm, data).hexdigest()
        call.say(f"{found}\n" if "b" in flags else f"{found}  {name}\n")
    return status


async def cksum(call: Call) -> int:
    for name in split_flags(call.args)[1]:
        data = _read(call, name)
        if data is None:
            return 1
        call.say(f"{zlib.crc32(data)} {len(data)} {name}\n")
    return 0


async def base64_(call: Call) -> int:
    flags, operands = split_flags(call.args)
    data = _read(call, operands[0]) if operands else await call.input()
    if data is None:
        return 1
    if "d" in flags:
        call.say(base64.b64decode(data))
    else:
        call.say(base64.encodebytes(data))
    return 0


async def accepted(call: Call) -> int:
    """Commands that change what this phone does not model: permissions, owners, flushing."""
    return 0


async def readlink(call: Call) -> int:
    flags, operands = split_flags(call.args)
    for name in operands:
        if not flags & {"f", "e"}:
            return 1
        call.say(call.resolve(name) + "\n")
    return 0


async def realpath(call: Call) -> int:
    for name in call.args:
        path = call.resolve(name)
        if call.rig.files.stat(path) is None:
            return call.complain(f"realpath: {name}: {_NO_ENTRY}")
        call.say(path + "\n")
    return 0


async def basename(call: Call) -> int:
    name = posixpath.basename(call.args[0].rstrip("/")) if call.args else ""
    call.say((name.removesuffix(call.args[1]) if len(call.args) > 1 else name) + "\n")
    return 0


async def dirname(call: Call) -> int:
    call.say((posixpath.dirname(call.args[0].rstrip("/")) if call.args else ".") + "\n")
    return 0


COMMANDS: Mapping[str, Command] = {
    "cat": cat,
    "dd": dd,
    "rm": rm,
    "rmdir": rmdir,
    "mkdir": mkdir,
    "touch": touch,
    "mv": mv,
    "cp": cp,
    "md5sum": digest,
    "sha1sum": digest,
    "sha256sum": digest,
    "cksum": cksum,
    "base64": base64_,
    "chmod": accepted,
    "chown": accepted,
    "sync": accepted,
    "restorecon": accepted,
    "readlink": readlink,
    "realpath": realpath,
    "basename": basename,
    "dirname": dirname,
}
