"""toybox's commands that change text on its way: sort, uniq, cut, tr, sed, tee, xargs, seq."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from agentprog.phone.shell.call import Call, Command, option, split_flags
from agentprog.phone.shell.commands.text import basic_to_extended, lines_of, texts_of

_Edit = Callable[[int, str], tuple[str | None, str | None]]
"""From a line and its number to what is kept and what is printed besides."""


async def sort(call: Call) -> int:
    flags, operands = split_flags(call.args)
    texts = await texts_of(call, operands)
    if texts is None:
        return 1
    lines = [line for _, text in texts for line in lines_of(text)]
    if "n" in flags:
        lines.sort(key=_leading_number)
    else:
        lines.sort()
    if "r" in flags:
        lines.reverse()
    if "u" in flags:
        lines = list(dict.fromkeys(lines))
    call.say("".join(line + "\n" for line in lines))
    return 0


def _leading_number(line: str) -> float:
    found = re.match(r"\s*-?\d+(\.\d+)?", line)
    return float(found.group()) if found else 0.0


async def uniq(call: Call) -> int:
    flags, operands = split_flags(call.args)
    texts = await texts_of(call, operands)
    if texts is None:
        return 1
    runs: list[tuple[str, int]] = []
    for line in lines_of(texts[0][1]):
        if runs and runs[-1][0] == line:
            runs[-1] = (line, runs[-1][1] + 1)
        else:
            runs.append((line, 1))
    for line, count in runs:
        call.say((f"{count:>7} " if "c" in flags else "") + line + "\n")
    return 0


async def cut(call: Call) -> int:
    """`cut -d X -f 1,3` and `cut -c 1-5`."""
    args: list[str] = []
    for arg in call.args:
        glued = re.fullmatch(r"(-[dfc])(.+)", arg)
        args.extend(glued.groups() if glued else (arg,))
    delimiter = option(args, "-d") or "\t"
    fields, characters = option(args, "-f"), option(args, "-c")
    texts = await texts_of(call, args)
    if texts is None:
        return 1
    for _, text in texts:
        for line in lines_of(text):
            pieces = list(line) if characters else line.split(delimiter)
            chosen = _ranges(fields or characters or "1", len(pieces))
            joined = ("" if characters else delimiter).join(pieces[at] for at in chosen)
            call.say((joined if characters or delimiter in line else line) + "\n")
    return 0


def _ranges(text: str, length: int) -> list[int]:
    chosen: list[int] = []
    for piece in text.split(","):
        start, dash, end = piece.partition("-")
        first = int(start or 1)
        last = (int(end) if end else length) if dash else first
        chosen.extend(range(first - 1, min(last, length)))
    return chosen


async def tr(call: Call) -> int:
    flags, operands = split_flags(call.args, "dsc")
    text = (await call.input()).decode("utf-8", "surrogateescape")
    sets = [_character_set(operand) for operand in operands]
    if "d" in flags:
        call.say("".join(c for c in text if c not in sets[0]))
        return 0
    if len(sets) < 2:
        return call.complain("tr: needs 2 arguments")
    last = sets[1][-1:]
    table = {ord(c): (sets[1][at] if at < len(sets[1]) else last) for at, c in reversed(list(enumerate(sets[0])))}
    call.say(text.translate(table))
    return 0


def _character_set(text: str) -> str:
    text = text.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t")
    text = text.replace("[:lower:]", "a-z").replace("[:upper:]", "A-Z").replace("[:space:]", " \t\n\r")
    return re.sub(r"(.)-(.)", lambda m: "".join(chr(c) for c in range(ord(m[1]), ord(m[2]) + 1)), text)


async def sed(call: Call) -> int:
    """`sed [-n] [-E] 's/a/b/g'`, `Np`, `/x/d` and `/x/p`."""
    flags, operands = split_flags(call.args, "nEer")
    if not operands:
        return call.complain("sed: no pattern")
    script, *names = operands
    texts = await texts_of(call, names)
    if texts is None:
        return 1
    try:
        edit = _sed_edit(script, extended=bool(flags & {"E", "r"}))
    except (re.error, ValueError) as exc:
        return call.complain(f"sed: bad pattern '{script}': {exc}")
    for _, text in texts:
        for number, line in enumerate(lines_of(text), 1):
            kept, printed = edit(number, line)
            if printed is not None:
                call.say(printed + "\n")
            if kept is not None and "n" not in flags:
                call.say(kept + "\n")
    return 0


def _sed_edit(script: str, *, extended: bool) -> _Edit:
    if script.startswith("s") and len(script) > 3:
        _, old, new, how = [*re.split(rf"(?<!\\){re.escape(script[1])}", script), ""][:4]
        matcher = re.compile(old if extended else basic_to_extended(old), re.IGNORECASE if "i" in how else 0)
        new = re.sub(r"(?<!\\)&", r"\\g<0>", new)
        count = 0 if "g" in how else 1
        return lambda _, line: (matcher.sub(new, line, count=count), None)
    address = re.fullmatch(r"(?:(\d+)(?:,(\d+|\$))?|/(.*)/)([pd])", script)
    if address is None:
        raise ValueError("not understood")
    first, last, pattern, verb = address.groups()

    def edit(number: int, line: str) -> tuple[str | None, str | None]:
        if pattern is not None:
            chosen = re.search(pattern, line) is not None
        else:
            end = float("inf") if last == "$" else int(last or first)
            chosen = int(first) <= number <= end
        if verb == "d":
            return (None if chosen else line), None
        return line, (line if chosen else None)

    return edit


async def tee(call: Call) -> int:
    data = await call.input()
    for name in split_flags(call.args)[1]:
        call.rig.files.write(call.resolve(name), data)
    call.say(data)
    return 0


async def xargs(call: Call) -> int:
    """`xargs [-n N] COMMAND...`."""
    args = list(call.args)
    size = int(option(args, "-n") or 0)
    words = (await call.input()).decode("utf-8", "replace").split()
    groups = [words[at : at + size] for at in range(0, len(words), size)] if size else [words]
    status = 0
    await call.flush()
    for group in groups:
        quoted = ["'" + word.replace("'", "'\\''") + "'" for word in [*(args or ["echo"]), *group]]
        status = await call.run(" ".join(quoted), call.streams)
    return status


async def seq(call: Call) -> int:
    numbers = [int(arg) for arg in call.args]
    first, step, last = 1, 1, numbers[-1]
    if len(numbers) == 2:
        first = numbers[0]
    elif len(numbers) == 3:
        first, step = numbers[0], numbers[1]
    call.say("".join(f"{n}\n" for n in range(first, last + (1 if step > 0 else -1), step)))
    return 0


COMMANDS: Mapping[str, Command] = {
    "sort": sort,
    "uniq": uniq,
    "cut": cut,
    "tr": tr,
    "sed": sed,
    "tee": tee,
    "xargs": xargs,
    "seq": seq,
}
