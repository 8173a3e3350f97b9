"""Installing: from a file, from a stream, and by session."""

# ruff: noqa: ARG001 - handlers share one signature, whether or not they need all of it

from __future__ import annotations

import itertools
import posixpath

from agentprog.phone.facade import PackageError
from agentprog.phone.shell.call import Call

_VALUE_OPTIONS = ("-i", "--user", "--install-location", "--originating-uri", "--referrer", "--abi", "-p", "--pkg")
_session_ids = itertools.count(1_270_000_001, 7_919)
_SESSIONS = "/data/local/tmp/.install"


async def install(call: Call, args: list[str]) -> int:
    """`install [options] PATH`, or `-S SIZE` with the package on stdin, as `adb install` streams it."""
    size, names = _operands(args)
    if size is not None:
        apk = await _from_stdin(call, size)
    elif names and names[0] != "-":
        path = call.resolve(names[0])
        if call.files.stat(path) is None:
            words = (
                f"Error: failed to get file descriptor for {names[0]}: open failed: ENOENT (No such file or directory)"
            )
            return call.complain(words, 255)
        apk = call.files.read(path)
    else:
        return call.complain("Error: must either specify a package size or an APK file")
    return _finish(call, apk)


def _operands(args: list[str]) -> tuple[int | None, list[str]]:
    size: int | None = None
    names: list[str] = []
    rest = list(args)
    while rest:
        arg = rest.pop(0)
        if arg == "-S" and rest:
            text = rest.pop(0)
            size = int(text) if text.isdigit() else 0
        elif arg in _VALUE_OPTIONS and rest:
            rest.pop(0)
        elif not arg.startswith("-") or arg == "-":
            names.append(arg)
    return size, names


async def _from_stdin(call: Call, size: int) -> bytes:
    data = bytearray()
    while len(data) < size:
        chunk = await call.streams.stdin.read()
        if not chunk:
            break
        data += chunk
    return bytes(data[:size])


def _finish(call: Call, apk: bytes) -> int:
    rig = call.rig
    if not rig.profile.usb_install or rig.strikes("install_restricted") is not None:
        call.say("Failure [INSTALL_FAILED_USER_RESTRICTED: Install canceled by user]\n")
        return 1
    try:
        call.phone.packages.install(apk)
    except PackageError as exc:
        call.say(f"Failure [{exc}]\n")
        return 1
    call.say("Success\n")
    return 0


async def create(call: Call, args: list[str]) -> int:
    session = next(_session_ids)
    call.files.mkdir(f"{_SESSIONS}/{session}", parents=True)
    call.say(f"Success: created install session [{session}]\n")
    return 0


async def write(call: Call, args: list[str]) -> int:
    size, names = _operands(args)
    folder = f"{_SESSIONS}/{names[0]}" if names else ""
    if not folder or call.files.stat(folder) is None:
        return call.complain("Error: java.lang.SecurityException: Caller has no access to session", 255)
    from_file = len(names) > 2 and names[2] != "-"
    apk = call.files.read(call.resolve(names[2])) if from_file else await _from_stdin(call, size or 0)
    name = names[1] if len(names) > 1 else "base.apk"
    call.files.write(posixpath.join(folder, posixpath.basename(name)), apk)
    call.say(f"Success: streamed {len(apk)} bytes\n")
    return 0


async def commit(call: Call, args: list[str]) -> int:
    folder = f"{_SESSIONS}/{args[0]}" if args else ""
    if not folder or call.files.stat(folder) is None:
        return call.complain("Error: java.lang.SecurityException: Caller has no access to session", 255)
    parts = [entry for entry in call.files.list(folder) if entry.size]
    base = next((entry for entry in parts if "base" in entry.name), parts[0] if parts else None)
    apk = call.files.read(base.path) if base is not None else b""
    call.files.remove(folder, recursive=True)
    return _finish(call, apk)


async def abandon(call: Call, args: list[str]) -> int:
    folder = f"{_SESSIONS}/{args[0]}" if args else ""
    if folder and call.files.stat(folder) is not None:
        call.files.remove(folder, recursive=True)
    call.say("Success\n")
    return 0
