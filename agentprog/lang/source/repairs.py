"""Lenient mode: removes the text that models add around and inside a program, and lists every repair."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from agentprog.lang.ast import Span
from agentprog.lang.source.lines import Notes, SourceLine, indentation

_FENCE = re.compile(r"\s*(?:`{3,}|~{3,})\s*[\w+\-]*\s*")
_TAG = re.compile(r"\s*</?(?:program|stp|code|answer|output|semantic[_-]?task[_-]?program)\s*>\s*", re.IGNORECASE)
_THINK_OPEN = re.compile(r"\s*<(?:think|thinking|reasoning)>", re.IGNORECASE)
_THINK_CLOSE = re.compile(r"</(?:think|thinking|reasoning)>", re.IGNORECASE)
_BULLET = re.compile(
    r"(?:[-*+•–▪◦‣]\s+(?:\[[ xX]\]\s+)?|\[[ xX]\]\s+"
    r"|(?i:step|schritt|paso|步骤)\s*\d{1,3}\s*[:.)：、]\s*|第\s?(?:\d{1,3}|[一二三四五六七八九十]{1,3})\s?步\s*[:：、，,]\s*"
    r"|\d{1,3}、\s*|[(（]\d{1,3}[)）]\s*|[一二三四五六七八九十]{1,3}、\s*|[①-⑳]\s*"
    r"|\(?\d{1,3}(?:\.\d{1,3}){0,3}[.)、]\s+|\d{1,3}(?:\.\d{1,3}){1,3}\s+|\(?[a-hA-H][.)]\s+)(?=\S)"
)
_NUMBER = re.compile(r" {0,3}(\d{1,3}) (?=\s*[^\W\d])")
_BOLD = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1(\s*:?)\s*")
_RULE = re.compile(r"\s*(?:[-*_=]\s*){3,}")
_INTRO = re.compile(
    r"(?:here(?:'s| is| are)|sure|certainly|of course|okay|ok|below is|the following|this is|the (?:semantic )?"
    r"(?:task )?program|program|stp|semantic task program|code|output|answer|solution|steps?)\b.{0,200}?[:!.]?",
    re.IGNORECASE,
)
_OUTRO = re.compile(
    r"(?:this (?:program|stp|code|script|will|solution|semantic)|these (?:steps|instructions)"
    r"|the (?:above|program|stp|code|script) |note that|note:|explanation|let me know|i hope|please (?:note|let)"
    r"|in this program|feel free|make sure to replace|remember to replace)",
    re.IGNORECASE,
)
_LINE_NUMBER = re.compile(r"\d{1,5}\s+(?=[^\W\d_]|\{)")
_FEWEST_NUMBERED = 3
_END = re.compile(
    r"end[\s_]?(?:if|for|for each|foreach|while|loop|repeat|task|function|define|program)\s?[.;]?"
    r"|end\s?[.;]?|done[.;]?|\}",
    re.IGNORECASE,
)


def _span(line: SourceLine, start: int = 0, end: int | None = None) -> Span:
    stop = len(line.text) if end is None else end
    return Span(start=line.offset + start, end=line.offset + stop, line=line.number, column=start + 1)


def mend(lines: list[SourceLine], notes: Notes) -> list[SourceLine]:
    """The lines of the program itself, without bullets. They keep their places in the source."""
    lines = _without_thoughts(lines, notes)
    fenced = _inside_fence(lines, notes)
    lines = _without_prose(lines, notes) if fenced is None else fenced
    lines = [line for line in lines if not _noise(line, notes)]
    return [_unbulleted(line, notes) for line in _unnumbered(lines, notes)]


def _without_thoughts(lines: list[SourceLine], notes: Notes) -> list[SourceLine]:
    first = next((i for i, line in enumerate(lines) if line.text.strip()), None)
    if first is None or not _THINK_OPEN.match(lines[first].text):
        return lines
    for index in range(first, len(lines)):
        found = _THINK_CLOSE.search(lines[index].text)
        if found:
            notes.mend("prose", "thoughts in front of the program were dropped", _span(lines[first]))
            rest = lines[index].text[found.end() :]
            tail = (
                [] if not rest.strip() else [replace(lines[index], text=rest, offset=lines[index].offset + found.end())]
            )
            return [*tail, *lines[index + 1 :]]
    return lines


def _inside_fence(lines: list[SourceLine], notes: Notes) -> list[SourceLine] | None:
    """The lines of the longest fenced block, if there is one. A fence that is never closed reaches to the end."""
    marks = [index for index, line in enumerate(lines) if _FENCE.fullmatch(line.text)]
    if not marks:
        return None
    blocks = [(start, end) for start, end in zip(marks[::2], [*marks[1::2], len(lines)], strict=False)]
    start, end = max(blocks, key=lambda block: block[1] - block[0])
    if end - start <= 1:
        return [line for line in lines if not _FENCE.fullmatch(line.text)]
    notes.mend("fence", "the program was taken out of its Markdown fence", _span(lines[start]))
    outside = [line for line in [*lines[:start], *lines[end + 1 :]] if line.text.strip()]
    if outside:
        notes.mend("prose", "text outside the fence was dropped", _span(outside[0]))
    return lines[start + 1 : end]


def _without_prose(lines: list[SourceLine], notes: Notes) -> list[SourceLine]:
    """Drops an introduction before the program and an explanation after it."""
    filled = [index for index, line in enumerate(lines) if line.text.strip()]
    start = 0
    if len(filled) > 1 and _is_intro(lines, filled[0], filled[1]):
        notes.mend("prose", "text in front of the program was dropped", _span(lines[filled[0]]))
        start = filled[0] + 1
    end = len(lines)
    for index in range(start + 1, len(lines)):
        blank = not lines[index - 1].text.strip()
        text = lines[index].text
        if blank and text[:1].strip() and _OUTRO.match(text.lstrip("*_# ")):
            notes.mend("prose", "text after the program was dropped", _span(lines[index]))
            end = index
            break
    return lines[start:end]


def _is_intro(lines: list[SourceLine], first: int, second: int) -> bool:
    text = lines[first].text.strip().strip("*_")
    follower, head = lines[second], lines[first]
    if indentation(follower.text)[0] > indentation(head.text)[0] and not text.casefold().startswith(("here", "sure")):
        return False
    return bool(_INTRO.fullmatch(text)) and (text.endswith((":", "!")) or second - first > 1)


def _noise(line: SourceLine, notes: Notes) -> bool:
    """True for a tag or a rule, which is dropped."""
    text = line.text
    if _TAG.fullmatch(text):
        notes.mend("tag", "a tag around the program was dropped", _span(line))
        return True
    if text.strip() and _RULE.fullmatch(text) and not text.strip().startswith("---"):
        notes.mend("rule", "a rule was dropped", _span(line))
        return True
    return False


def _unnumbered(lines: list[SourceLine], notes: Notes) -> list[SourceLine]:
    """Drops the line numbers that a model copied from a listing."""
    cuts = number_ends([line.text for line in lines])
    if not any(cuts):
        return lines
    notes.mend("bullet", "the numbers in front of the lines were dropped", _span(lines[0]))
    return [replace(o, text=o.text[cut:], offset=o.offset + cut) for o, cut in zip(lines, cuts, strict=True)]


def number_ends(lines: list[str]) -> list[int]:
    """The end of each line's number; all 0 unless every filled line has a number and they count up by one."""
    found = [(_NUMBER.match(line), bool(line.strip())) for line in lines]
    numbers = [int(match[1]) for match, _ in found if match]
    whole = numbers == list(range(numbers[0], numbers[0] + len(numbers))) if numbers else False
    if not whole or any(filled and match is None for match, filled in found):
        return [0] * len(lines)
    return [match.end() if match else 0 for match, _ in found]


def _unbulleted(line: SourceLine, notes: Notes) -> SourceLine:
    """Skips a bullet or a number, and bold marks or backticks around the whole line."""
    _, length = indentation(line.text)
    found = _BULLET.match(line.text, length)
    text, skip = line.text, 0
    if found:
        skip = found.end() - length
        notes.mend(
            "bullet", f"{found.group().strip()!r} in front of the line was dropped", _span(line, length, found.end())
        )
    bold = _BOLD.fullmatch(text, length + skip)
    ticks = re.fullmatch(r"`([^`]+)`\s*", text[length + skip :])
    if bold:
        notes.mend("markup", "bold marks were dropped", _span(line, length + skip))
        text = text[: length + skip] + "  " + bold.group(2) + bold.group(3).rjust(len(bold.group(3)))
        skip += 2
    elif ticks:
        notes.mend("markup", "backticks around the line were dropped", _span(line, length + skip))
        text = text[: length + skip] + " " + ticks.group(1)
        skip += 1
    return replace(line, text=text, skip=skip) if skip or text != line.text else line


def bullet_end(text: str) -> int:
    """The length of a bullet or a number at the beginning of a line; 0 if there is none."""
    found = _BULLET.match(text)
    return found.end() if found else 0


def line_number_end(text: str) -> int:
    """The length of a number and the white space behind it; 0 if the line does not begin with a number."""
    found = _LINE_NUMBER.match(text)
    return found.end() if found else 0


def has_line_numbers(texts: Iterable[str]) -> bool:
    """True if the first line and at least two others begin with a number, each larger than the one above."""
    found = [int(text[: line_number_end(text)] or -1) for text in texts]
    begins, numbers = bool(found) and found[0] >= 0, [one for one in found if one >= 0]
    return begins and len(numbers) >= _FEWEST_NUMBERED and all(one < two for one, two in pairwise(numbers))


def bold_marks(text: str) -> tuple[int, int]:
    """The lengths of Markdown's bold marks before and after a line."""
    found = _BOLD.fullmatch(text)
    return (found.start(2), len(text) - found.end(2)) if found and not found.group(3).strip() else (0, 0)


def is_end_mark(text: str) -> bool:
    """True if a line only marks the end of a block. Indentation already shows that."""
    return bool(_END.fullmatch(text.strip()))
