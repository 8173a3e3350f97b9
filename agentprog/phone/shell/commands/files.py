"""toybox's file commands that use the phone's clock, or whose output clients parse."""

from __future__ import annotations

import hashlib
import posixpath
import stat
from collections.abc import Mapping
from datetime import UTC, datetime

from agentprog.phone.access import UserFiles
from agentprog.phone.facade import FileStat
from agentprog.phone.shell.call import Call, Command, option, split_flags

_NO_ENTRY = "No such file or directory"


async def rm(call: Call) -> int:
    flags, operands = split_flags(call.args)
    recursive = bool(flags & {"r", "R"})
    status = 0
    for name in operands:
        path = call.resolve(name)
        try:
            found = call.files.stat(path)
            if found is not None and (recursive or not stat.S_ISDIR(found.mode)):
                call.files.remove(path, recursive=recursive)
            elif found is not None:
                status = call.complain(f"rm: {name}: is directory")
            elif "f" not in flags:
                status = call.complain(f"rm: {name}: {_NO_ENTRY}")
        except OSError as exc:
            status = call.complain(f"rm: {name}: {exc.strerror}")
    return status


async def touch(call: Call) -> int:
    """`touch [-c] [-d TIME|-t [[CC]YY]MMDDhhmm[.ss]|-r FILE] FILE...`."""
    args = list(call.args)
    day, stamp, model = option(args, "-d"), option(args, "-t"), option(args, "-r")
    flags, names = split_flags(tuple(args))
    try:
        when = _moment(call, day, stamp, model)
    except ValueError:
        return call.complain(f"touch: bad '{day or stamp or model}'")
    for name in names:
        path = call.resolve(name)
        found = call.files.stat(path)
        if found is not None:
            call.files.touch(path, when)
        elif "c" not in flags:
            call.files.write(path, b"", mtime=when)
    return 0


def _moment(call: Call, day: str | None, stamp: str | None, model: str | None) -> int | None:
    """The Unix seconds that an option of touch names; None for now. Raises ValueError."""
    if model is not None:
        found = call.files.stat(call.resolve(model))
        if found is None:
            raise ValueError
        return found.mtime
    if day is not None:
        if day.startswith("@"):
            return int(float(day[1:]))
        return int(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp())
    if stamp is None:
        return None
    digits, _, seconds = stamp.partition(".")
    year = str(call.phone.clock.now().year)
    digits = {8: year + digits, 10: year[:2] + digits}.get(len(digits), digits)
    return int(datetime.strptime(digits + (seconds or "00"), "%Y%m%d%H%M%S").replace(tzinfo=UTC).timestamp())


async def transfer(call: Call) -> int:
    """`cp [-raRpTn] SOURCE... TARGET`, and `mv`."""
    move = call.name == "mv"
    flags, operands = split_flags(call.args)
    if len(operands) < 2:
        return call.complain(f"{call.name}: Needs at least 2 arguments")
    *sources, target = operands
    files = call.files
    into = files.stat(call.resolve(target))
    inside = into is not None and stat.S_ISDIR(into.mode) and "T" not in flags
    if len(sources) > 1 and not inside:
        return call.complain(f"{call.name}: '{target}' not directory")
    status = 0
    for name in sources:
        source, destination = call.resolve(name), call.resolve(target)
        found = files.stat(source)
        if inside and posixpath.basename(name) not in (".", ".."):
            destination = posixpath.join(destination, posixpath.basename(source))
        if found is None:
            status = call.complain(f"{call.name}: bad '{name}': {_NO_ENTRY}")
        elif stat.S_ISDIR(found.mode) and not move and not flags & {"r", "R", "a"}:
            status = call.complain(f"{call.name}: Skipped dir '{name}'")
        elif destination == source or ("n" in flags and files.stat(destination) is not None):
            continue
        elif move:
            files.rename(source, destination)
        else:
            _copy_tree(files, found, source, destination, keep=bool(flags & {"p", "a"}))
    return status


def _copy_tree(files: UserFiles, found: FileStat, source: str, destination: str, *, keep: bool) -> None:
    if not stat.S_ISDIR(found.mode):
        mtime = found.mtime if keep else None
        files.write(destination, files.read(source), mode=stat.S_IMODE(found.mode), mtime=mtime)
        return
    if files.stat(destination) is None:
        files.mkdir(destination, parents=True)
    for entry in files.list(source):
        inner = posixpath.join(destination, entry.name)
        _copy_tree(files, entry, posixpath.join(source, entry.name), inner, keep=keep)


async def dd(call: Call) -> int:
    """`dd [if=FILE] [of=FILE] [bs=N] [skip=N] [count=N]`: blocks of a file or of stdin, to a file or stdout."""
    operands = dict(arg.split("=", 1) for arg in call.args if "=" in arg)
    size, skip = _size(operands.get("bs", "512")), _size(operands.get("skip", "0"))
    end = (skip + _size(operands["count"])) * size if "count" in operands else None
    source = operands.get("if", "")
    if source == "/dev/zero" and end is not None:
        data = bytes(end)
    else:
        data = call.files.read(call.resolve(source)) if source else await call.input()
    found = data[skip * size : end]
    if "of" in operands:
        call.files.write(call.resolve(operands["of"]), found)
    else:
        call.say(found)
    whole, part = divmod(len(found), size)
    records = f"{whole}+{int(part > 0)} records"
    call.complain(f"{records} in\n{records} out\n{len(found)} bytes copied")
    return 0


def _size(text: str) -> int:
    unit = {"k": 1024, "K": 1024, "M": 1024**2, "G": 1024**3}.get(text[-1:], 1)
    return int(text.rstrip("kKMG") or "0") * unit


async def digest(call: Call) -> int:
    """`md5sum [-b] FILE...` and similar commands."""
    flags, operands = split_flags(call.args)
    status = 0
    for name in operands or ["-"]:
        try:
            data = await call.input() if name == "-" else call.files.read(call.resolve(name))
        except OSError as exc:
            status = call.complain(f"{call.name}: {name}: {exc.strerror}")
            continue
        found = hashlib.new(call.name.removesuffix("sum"), data).hexdigest()
        call.say(f"{found}\n" if "b" in flags else f"{found}  {name}\n")
    return status


async def accepted(_: Call) -> int:
    """Accepts commands that change parts this phone does not model: owners, security labels, flushing."""
    return 0


COMMANDS: Mapping[str, Command] = {
    "dd": dd,
    "rm": rm,
    "touch": touch,
    "mv": transfer,
    "cp": transfer,
    **dict.fromkeys(("md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum"), digest),
    **dict.fromkeys(("chown", "chgrp", "sync", "restorecon"), accepted),
}
