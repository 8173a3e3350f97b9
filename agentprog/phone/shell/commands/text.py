"""toybox's text commands."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from agentprog.phone.shell.call import Call, Command, option, split_flags

_Edit = Callable[[int, str], tuple[str | None, str | None]]
"""From a line and its number to what is kept and what is printed besides."""


async def _texts(call: Call, names: list[str]) -> list[tuple[str, str]] | None:
    if not names:
        return [("-", (await call.input()).decode("utf-8", "surrogateescape"))]
    texts = []
    for name in names:
        try:
            data = call.rig.files.read(call.resolve(name))
        except OSError as exc:
            call.complain(f"{call.name}: {name}: {exc.strerror}")
            return None
        texts.append((name, data.decode("utf-8", "surrogateescape")))
    return texts


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    if lines and not lines[-1]:
        lines.pop()
    return lines


async def grep(call: Call) -> int:
    """`grep [-ivcnoqEFwlh] [-A N] [-B N] [-m N] PATTERN FILE...`; lines are passed on as they come."""
    args = list(call.args)
    after, before = int(option(args, "-A") or 0), int(option(args, "-B") or 0)
    most = int(option(args, "-m") or 0)
    patterns = []
    while (pattern := option(args, "-e")) is not None:
        patterns.append(pattern)
    flags, operands = split_flags(tuple(args), "ivcnoqEFwlhHrsx")
    if not patterns:
        if not operands:
            return call.complain("grep: no REGEX", 2)
        patterns = [operands.pop(0)]
    flags |= {"egrep": {"E"}, "fgrep": {"F"}}.get(call.name, set())
    try:
        matcher = _matcher(patterns, flags)
    except re.error as exc:
        return call.complain(f"grep: bad REGEX: {exc}", 2)
    if not operands and not (flags & {"c", "q", "l"}) and not (after or before or most):
        return await _grep_stream(call, matcher, flags)
    texts = await _texts(call, operands)
    if texts is None:
        return 2
    return _grep_texts(call, matcher, flags, texts, (before, after, most))


def _matcher(patterns: list[str], flags: set[str]) -> re.Pattern[str]:
    parts = []
    for pattern in patterns:
        if "F" in flags:
            pattern = re.escape(pattern)
        elif "E" not in flags and _needs_translation(pattern):
            pattern = _basic_to_extended(pattern)
        parts.append(rf"\b(?:{pattern})\b" if "w" in flags else f"(?:{pattern})")
    whole = "|".join(parts)
    return re.compile(f"^(?:{whole})$" if "x" in flags else whole, re.IGNORECASE if "i" in flags else 0)


def _needs_translation(pattern: str) -> bool:
    """Whether a basic expression means something else than the same text as an extended one."""
    return any(c in pattern for c in "|+?(){}\\")


def _basic_to_extended(pattern: str) -> str:
    """In basic expressions `|+?(){}` are themselves, and operators when escaped."""
    out, at = "", 0
    while at < len(pattern):
        two = pattern[at : at + 2]
        if len(two) == 2 and two[0] == "\\":
            out += two[1] if two[1] in "|+?(){}" else two
            at += 2
        else:
            out += "\\" + pattern[at] if pattern[at] in "|+?(){}" else pattern[at]
            at += 1
    return out


async def _grep_stream(call: Call, matcher: re.Pattern[str], flags: set[str]) -> int:
    rest, number, found = b"", 0, False
    while True:
        chunk = await call.streams.stdin.read()
        rest += chunk
        *lines, rest = rest.split(b"\n") if chunk else [rest, b""] if rest else [b""]
        for raw in lines:
            number += 1
            line = raw.decode("utf-8", "surrogateescape")
            found |= _print_match(call, matcher, flags, line, f"{number}:" if "n" in flags else "")
        await call.flush()
        if not chunk:
            return int(not found)


def _print_match(call: Call, matcher: re.Pattern[str], flags: set[str], line: str, prefix: str) -> bool:
    matched = matcher.search(line)
    if bool(matched) == ("v" in flags):
        return False
    if "o" in flags and "v" not in flags:
        for hit in matcher.finditer(line):
            if hit.group():
                call.say(f"{prefix}{hit.group()}\n")
    else:
        call.say(f"{prefix}{line}\n")
    return True


def _grep_texts(
    call: Call,
    matcher: re.Pattern[str],
    flags: set[str],
    texts: list[tuple[str, str]],
    limits: tuple[int, int, int],
) -> int:
    before, after, most = limits
    any_found = False
    for name, text in texts:
        lines = _lines(text)
        hits = [at for at, line in enumerate(lines) if bool(matcher.search(line)) != ("v" in flags)]
        hits = hits[:most] if most else hits
        any_found |= bool(hits)
        title = f"{name}:" if (len(texts) > 1 or "H" in flags) and "h" not in flags else ""
        if "q" in flags:
            continue
        if "c" in flags:
            call.say(f"{title}{len(hits)}\n")
        elif "l" in flags:
            call.say(f"{name}\n" if hits else "")
        elif before or after:
            _say_context(call, lines, hits, before, after)
        else:
            for at in hits:
                number = f"{at + 1}:" if "n" in flags else ""
                _print_match(call, matcher, flags, lines[at], title + number)
    return int(not any_found)


def _say_context(call: Call, lines: list[str], hits: list[int], before: int, after: int) -> None:
    last = -1
    for at in hits:
        start = max(at - before, last + 1, 0)
        if last >= 0 and start > last + 1:
            call.say("--\n")
        end = min(at + after, len(lines) - 1)
        for shown in range(start, end + 1):
            call.say(lines[shown] + "\n")
        last = max(last, end)


async def head(call: Call) -> int:
    return await _ends(call, first=True)


async def tail(call: Call) -> int:
    return await _ends(call, first=False)


async def _ends(call: Call, *, first: bool) -> int:
    args = list(call.args)
    count_text = option(args, "-n")
    size_text = option(args, "-c")
    for arg in list(args):
        if re.fullmatch(r"-n?\d+", arg):
            count_text = arg.lstrip("-n")
            args.remove(arg)
    names = [arg for arg in args if arg != "-f"]
    if first and not names and size_text is None:
        return await _head_of_stream(call, int(count_text or "10"))
    texts = await _texts(call, names)
    if texts is None:
        return 1
    for name, text in texts:
        if len(texts) > 1:
            call.say(f"==> {name} <==\n")
        if size_text is not None:
            data, size = text.encode("utf-8", "surrogateescape"), int(size_text)
            call.say(data[:size] if first else data[-size:])
            continue
        lines = _lines(text)
        count = int((count_text or "10").lstrip("+"))
        if not first and (count_text or "").startswith("+"):
            chosen = lines[max(count - 1, 0) :]
        elif first:
            chosen = lines[:count]
        else:
            chosen = lines[-count:] if count else []
        call.say("".join(line + "\n" for line in chosen))
    return 0


async def _head_of_stream(call: Call, count: int) -> int:
    """Stop reading when enough was seen, so that an endless writer ends."""
    data = b""
    while data.count(b"\n") < count and (chunk := await call.streams.stdin.read()):
        data += chunk
    call.say(b"".join(data.splitlines(keepends=True)[:count]))
    return 0


async def wc(call: Call) -> int:
    flags, operands = split_flags(call.args)
    texts = await _texts(call, operands)
    if texts is None:
        return 1
    for name, text in texts:
        data = text.encode("utf-8", "surrogateescape")
        counts = {"l": data.count(b"\n"), "w": len(data.split()), "c": len(data), "m": len(text)}
        chosen = [letter for letter in "lwcm" if letter in flags] or ["l", "w", "c"]
        numbers = " ".join(str(counts[letter]) for letter in chosen)
        call.say(numbers + ("" if name == "-" else f" {name}") + "\n")
    return 0


async def sort(call: Call) -> int:
    flags, operands = split_flags(call.args)
    texts = await _texts(call, operands)
    if texts is None:
        return 1
    lines = [line for _, text in texts for line in _lines(text)]
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
    texts = await _texts(call, operands)
    if texts is None:
        return 1
    runs: list[tuple[str, int]] = []
    for line in _lines(texts[0][1]):
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
    texts = await _texts(call, args)
    if texts is None:
        return 1
    for _, text in texts:
        for line in _lines(text):
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
    texts = await _texts(call, names)
    if texts is None:
        return 1
    try:
        edit = _sed_edit(script, extended=bool(flags & {"E", "r"}))
    except (re.error, ValueError) as exc:
        return call.complain(f"sed: bad pattern '{script}': {exc}")
    for _, text in texts:
        for number, line in enumerate(_lines(text), 1):
            kept, printed = edit(number, line)
            if printed is not None:
                call.say(printed + "\n")
            if kept is not None and "n" not in flags:
                call.say(kept + "\n")
    return 0


def _sed_edit(script: str, *, extended: bool) -> _Edit:
    if script.startswith("s") and len(script) > 3:
        _, old, new, how = [*re.split(rf"(?<!\\){re.escape(script[1])}", script), ""][:4]
        matcher = re.compile(old if extended else _basic_to_extended(old), re.IGNORECASE if "i" in how else 0)
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
    "grep": grep,
    "egrep": grep,
    "fgrep": grep,
    "head": head,
    "tail": tail,
    "wc": wc,
    "sort": sort,
    "uniq": uniq,
    "cut": cut,
    "tr": tr,
    "sed": sed,
    "tee": tee,
    "xargs": xargs,
    "seq": seq,
}
