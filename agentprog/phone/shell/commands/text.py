"""toybox's commands that pick from text: grep, head, tail, wc."""

from __future__ import annotations

import re
from collections.abc import Mapping

from agentprog.phone.shell.call import Call, Command, option, split_flags


async def texts_of(call: Call, names: list[str]) -> list[tuple[str, str]] | None:
    """The named files, or stdin as `-`; None (and a complaint) when one cannot be read."""
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


def lines_of(text: str) -> list[str]:
    """Lines without their ends; a last end of line makes no empty line."""
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
    texts = await texts_of(call, operands)
    if texts is None:
        return 2
    return _grep_texts(call, matcher, flags, texts, (before, after, most))


def _matcher(patterns: list[str], flags: set[str]) -> re.Pattern[str]:
    parts = []
    for pattern in patterns:
        if "F" in flags:
            pattern = re.escape(pattern)
        elif "E" not in flags and _needs_translation(pattern):
            pattern = basic_to_extended(pattern)
        parts.append(rf"\b(?:{pattern})\b" if "w" in flags else f"(?:{pattern})")
    whole = "|".join(parts)
    return re.compile(f"^(?:{whole})$" if "x" in flags else whole, re.IGNORECASE if "i" in flags else 0)


def _needs_translation(pattern: str) -> bool:
    """Whether a basic expression means something else than the same text as an extended one."""
    return any(c in pattern for c in "|+?(){}\\")


def basic_to_extended(pattern: str) -> str:
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
        lines = lines_of(text)
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
    texts = await texts_of(call, names)
    if texts is None:
        return 1
    for name, text in texts:
        if len(texts) > 1:
            call.say(f"==> {name} <==\n")
        if size_text is not None:
            data, size = text.encode("utf-8", "surrogateescape"), int(size_text)
            call.say(data[:size] if first else data[-size:])
            continue
        lines = lines_of(text)
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
    texts = await texts_of(call, operands)
    if texts is None:
        return 1
    for name, text in texts:
        data = text.encode("utf-8", "surrogateescape")
        counts = {"l": data.count(b"\n"), "w": len(data.split()), "c": len(data), "m": len(text)}
        chosen = [letter for letter in "lwcm" if letter in flags] or ["l", "w", "c"]
        numbers = " ".join(str(counts[letter]) for letter in chosen)
        call.say(numbers + ("" if name == "-" else f" {name}") + "\n")
    return 0


COMMANDS: Mapping[str, Command] = {
    "grep": grep,
    "egrep": grep,
    "fgrep": grep,
    "head": head,
    "tail": tail,
    "wc": wc,
}
