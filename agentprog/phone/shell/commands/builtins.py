"""What sh does itself."""

# ruff: noqa: ARG001 - handlers share one signature, whether or not they need all of it

from __future__ import annotations

import asyncio
import stat
from collections.abc import Mapping

from agentprog.phone.shell.call import Call, Command, Exit
from agentprog.phone.shell.io import Streams

_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "a": "\a", "b": "\b", "0": "\0", "e": "\x1b"}


async def echo(call: Call) -> int:
    """`echo [-neE] TEXT...`; mksh expands backslashes unless told -E."""
    args = list(call.args)
    newline, escapes = True, False
    while args and args[0].startswith("-") and len(args[0]) > 1 and set(args[0][1:]) <= set("neE"):
        newline = newline and "n" not in args[0]
        escapes = ("e" in args[0]) or (escapes and "E" not in args[0])
        args.pop(0)
    text = " ".join(args)
    call.say((_unescaped(text) if escapes else text) + ("\n" if newline else ""))
    return 0


async def printf(call: Call) -> int:
    """`printf FORMAT ARG...` with %s, %d, %i, %x, %c and %%."""
    if not call.args:
        return call.complain("printf: needs 1 argument")
    form, args = _unescaped(call.args[0]), list(call.args[1:])
    while True:
        used = len(args)
        call.say(_formatted(form, args))
        if not args or len(args) == used:
            return 0


def _formatted(form: str, args: list[str]) -> str:
    out, at = "", 0
    while at < len(form):
        if form[at] != "%" or at + 1 >= len(form):
            out += form[at]
            at += 1
            continue
        end = at + 1
        while end < len(form) and form[end] in "-+ 0123456789.":
            end += 1
        kind = form[end : end + 1]
        flags = form[at + 1 : end]
        at = end + 1
        if kind == "%":
            out += "%"
            continue
        value = args.pop(0) if args else ""
        if kind in "di":
            out += f"%{flags}d" % _integer(value)
        elif kind in "xX":
            out += f"%{flags}{kind}" % _integer(value)
        elif kind == "c":
            out += value[:1]
        else:
            out += f"%{flags}s" % value
    return out


def _integer(text: str) -> int:
    try:
        return int(text, 0) if text else 0
    except ValueError:
        return 0


def _unescaped(text: str) -> str:
    out, at = "", 0
    while at < len(text):
        if text[at] == "\\" and at + 1 < len(text):
            out += _ESCAPES.get(text[at + 1], text[at : at + 2])
            at += 2
        else:
            out += text[at]
            at += 1
    return out


async def true(call: Call) -> int:
    return 0


async def false(call: Call) -> int:
    return 1


async def exit_(call: Call) -> int:
    code = call.args[0] if call.args else str(call.state.status)
    raise Exit(int(code) & 0xFF if code.lstrip("-").isdigit() else 1)


async def cd(call: Call) -> int:
    target = call.resolve(call.args[0] if call.args else call.environment.get("HOME", "/"))
    found = call.rig.files.stat(target)
    if found is None:
        return call.complain(f"/system/bin/sh: cd: {target}: No such file or directory", 2)
    if not stat.S_ISDIR(found.mode):
        return call.complain(f"/system/bin/sh: cd: {target}: Not a directory", 2)
    call.state.directory = target
    return 0


async def pwd(call: Call) -> int:
    call.say(call.state.directory + "\n")
    return 0


async def export(call: Call) -> int:
    for arg in call.args:
        name, equals, value = arg.partition("=")
        if equals:
            call.state.variables[name] = value
    return 0


async def unset(call: Call) -> int:
    for name in call.args:
        call.state.variables.pop(name, None)
    return 0


async def env(call: Call) -> int:
    for name, value in call.environment.items():
        call.say(f"{name}={value}\n")
    return 0


async def set_(call: Call) -> int:
    if not call.args:
        for name, value in sorted(call.state.variables.items()):
            call.say(f"{name}={value}\n")
    elif call.args[0] == "--":
        call.state.arguments = call.args[1:]
    return 0


async def sh(call: Call) -> int:
    """`sh -c SCRIPT`, `sh FILE`, or a script from stdin."""
    args = [arg for arg in call.args if arg not in ("-x", "-e", "-l")]
    if args[:1] == ["-c"]:
        text = args[1] if len(args) > 1 else ""
    elif args:
        text = call.rig.files.read(call.resolve(args[0])).decode("utf-8", "replace")
    else:
        text = (await call.input()).decode("utf-8", "replace")
    await call.flush()
    return await call.run(text, call.streams)


async def eval_(call: Call) -> int:
    return await call.run(" ".join(call.args), call.streams)


async def exec_(call: Call) -> int:
    """`exec COMMAND` ends the shell with that command, as `adb logcat` asks for."""
    if not call.args:
        return 0
    quoted = " ".join("'" + arg.replace("'", "'\\''") + "'" for arg in call.args)
    raise Exit(await call.run(quoted, call.streams))


async def su(call: Call) -> int:
    return call.complain("/system/bin/sh: su: inaccessible or not found", 127)


async def sleep(call: Call) -> int:
    """`sleep 1.5`, with the suffixes s, m, h and d."""
    total = 0.0
    for arg in call.args:
        unit = {"s": 1, "m": 60, "h": 3600, "d": 86400}.get(arg[-1:], 0)
        try:
            total += float(arg[:-1] if unit else arg) * (unit or 1)
        except ValueError:
            return call.complain(f"sleep: bad time '{arg}'")
    await call.rig.pace.sleep(total)
    return 0


async def usleep(call: Call) -> int:
    await call.rig.pace.sleep(int(call.args[0]) / 1e6 if call.args and call.args[0].isdigit() else 0.0)
    return 0


async def test(call: Call) -> int:
    """`test EXPRESSION` and `[ EXPRESSION ]`."""
    args = list(call.args)
    if call.name == "[":
        if args[-1:] != ["]"]:
            return call.complain("/system/bin/sh: [: missing ]", 2)
        args.pop()
    try:
        return int(not _either(call, args))
    except ValueError as exc:
        return call.complain(f"/system/bin/sh: {call.name}: {exc}", 2)


def _either(call: Call, args: list[str]) -> bool:
    for joint, how in (("-o", any), ("-a", all)):
        if joint in args[1:-1]:
            at = args.index(joint, 1)
            return how((_either(call, args[:at]), _either(call, args[at + 1 :])))
    return _holds(call, args)


def _holds(call: Call, args: list[str]) -> bool:
    if args[:1] == ["!"] and len(args) > 1:
        return not _holds(call, args[1:])
    if not args:
        return False
    if len(args) == 1:
        return bool(args[0])
    if len(args) == 2:
        return _unary(call, args[0], args[1])
    if len(args) == 3:
        return _binary(args[0], args[1], args[2])
    raise ValueError(f"{args[1]}: unexpected operator/operand")


def _unary(call: Call, operator: str, value: str) -> bool:
    if operator == "-n":
        return bool(value)
    if operator == "-z":
        return not value
    found = call.rig.files.stat(call.resolve(value)) if value else None
    if operator in ("-e", "-r", "-w", "-x"):
        return found is not None
    if operator == "-f":
        return found is not None and stat.S_ISREG(found.mode)
    if operator == "-d":
        return found is not None and stat.S_ISDIR(found.mode)
    if operator == "-s":
        return found is not None and found.size > 0
    if operator in ("-L", "-h"):
        return found is not None and stat.S_ISLNK(found.mode)
    raise ValueError(f"{operator}: unexpected operator/operand")


def _binary(left: str, operator: str, right: str) -> bool:
    if operator in ("=", "=="):
        return left == right
    if operator == "!=":
        return left != right
    try:
        a, b = int(left), int(right)
    except ValueError:
        raise ValueError(f"{left}: bad number") from None
    results = {"-eq": a == b, "-ne": a != b, "-lt": a < b, "-le": a <= b, "-gt": a > b, "-ge": a >= b}
    if operator not in results:
        raise ValueError(f"{operator}: unexpected operator/operand")
    return results[operator]


async def read(call: Call) -> int:
    """`read NAME...`: one line of stdin."""
    line = (await call.input()).decode("utf-8", "replace").partition("\n")[0]
    names = [arg for arg in call.args if not arg.startswith("-")] or ["REPLY"]
    pieces = line.split(maxsplit=len(names) - 1) + [""] * len(names)
    call.state.variables.update(dict(zip(names, pieces, strict=False)))
    return int(not line)


async def type_(call: Call) -> int:
    for name in call.args:
        known = name in BUILTINS
        call.say(f"{name} is a shell builtin\n" if known else f"{name} is /system/bin/{name}\n")
    return 0


async def timeout(call: Call) -> int:
    """`timeout SECONDS COMMAND`."""
    if len(call.args) < 2:
        return call.complain("timeout: needs 2 arguments")
    text = " ".join("'" + arg.replace("'", "'\\''") + "'" for arg in call.args[1:])
    seconds = float(call.args[0].rstrip("s"))
    streams: Streams = call.streams
    await call.flush()
    try:
        return await asyncio.wait_for(call.run(text, streams), seconds / call.rig.pace.speed)
    except TimeoutError:
        return 124


BUILTINS: Mapping[str, Command] = {
    ":": true,
    "true": true,
    "false": false,
    "echo": echo,
    "printf": printf,
    "exit": exit_,
    "cd": cd,
    "pwd": pwd,
    "export": export,
    "unset": unset,
    "set": set_,
    "env": env,
    "printenv": env,
    "exec": exec_,
    "eval": eval_,
    "sh": sh,
    "su": su,
    "sleep": sleep,
    "usleep": usleep,
    "test": test,
    "[": test,
    "read": read,
    "type": type_,
    "timeout": timeout,
    "umask": true,
    "trap": true,
    "wait": true,
    "ulimit": true,
}
