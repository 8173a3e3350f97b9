"""Measures, wraps and draws text; the first typeface with a character draws it."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from PIL import ImageDraw, ImageFont

from agentprog.phone.render.faces import MAIN, Weight, face_at, has_weight, use_locale
from agentprog.phone.render.runs import base_direction, clusters, split

__all__ = ["Weight", "base_direction", "draw", "line_height", "use_locale", "width", "wrap"]

# Characters that must not begin a line of Chinese or Japanese, and characters that must not end one.
_NOT_FIRST = frozenset("、。，．：；？！）」』】》〉…ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ%％”’,.!?;:)]}")
_NOT_LAST = frozenset("（「『【《〈“‘([{")


@lru_cache(maxsize=4096)
def width(text: str, size: int, weight: Weight) -> int:
    """Pixels from the first letter's origin to the position of the next letter."""
    if text.isascii():
        return round(face_at(MAIN, size, weight).getlength(text))
    return round(sum(face_at(run.face, size, weight).getlength(run.text) for run in split(text)))


@lru_cache(maxsize=256)
def line_height(size: int, weight: Weight) -> int:
    ascent, descent = face_at(MAIN, size, weight).getmetrics()
    return round((ascent + descent) * 1.06)


def draw(target: ImageDraw.ImageDraw, at: tuple[int, int], text: str, size: int, weight: Weight,
         color: tuple[int, int, int]) -> None:  # fmt: skip
    """Draw one line with its top left corner at a point. All typefaces share the main one's base line."""
    x, top = at
    base = top + face_at(MAIN, size, weight).getmetrics()[0]
    for run in split(text):
        face = face_at(run.face, size, weight)
        direction = run.direction if face.layout_engine == ImageFont.Layout.RAQM else None
        stroke = 0 if has_weight(run.face, weight) else max(1, size // 44)
        target.text((x, base), run.text, font=face, fill=color, anchor="ls", direction=direction, stroke_width=stroke)
        x += round(face.getlength(run.text))


def _ideograph(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WF" and not unicodedata.category(char).startswith("M")


def _chunks(word: str) -> list[str]:
    """Splits a word where it may break: between characters of scripts without spaces."""
    if word.isascii():
        return [word]
    found: list[str] = []
    for part in clusters(word):
        breaks = found and (_ideograph(part[0]) or _ideograph(found[-1][-1]))
        if breaks and part[0] not in _NOT_FIRST and found[-1][-1] not in _NOT_LAST:
            found.append(part)
        elif found:
            found[-1] += part
        else:
            found.append(part)
    return found


def _break_chunk(chunk: str, size: int, weight: Weight, limit: int) -> list[str]:
    """Cuts a piece that fits no line between its characters."""
    pieces, current = [], ""
    for part in clusters(chunk):
        if current and width(current + part, size, weight) > limit:
            pieces.append(current)
            current = part
        else:
            current += part
    return [*pieces, current]


def _wrap_paragraph(text: str, size: int, weight: Weight, limit: int) -> list[str]:
    lines, current, started = [], "", False
    for word in text.split(" "):
        for i, chunk in enumerate(_chunks(word) or [""]):
            candidate = current + (" " if started and i == 0 else "") + chunk
            if width(candidate, size, weight) <= limit:
                current = candidate
            else:
                if current:
                    lines.append(current)
                *full, current = _break_chunk(chunk, size, weight, limit)
                lines += full
            started = bool(current)
    return [*lines, current]


@lru_cache(maxsize=2048)
def wrap(text: str, size: int, weight: Weight, limit: int, max_lines: int = 0) -> tuple[str, ...]:
    """The lines of a text in a width; with `max_lines` above 0, an ellipsis ends the last one."""
    if "\n" not in text and width(text, size, weight) <= limit:
        return (text,)
    lines = [line for part in text.split("\n") for line in _wrap_paragraph(part, size, weight, max(limit, size))]
    if max_lines and len(lines) > max_lines:
        last = " ".join(lines[max_lines - 1 :])
        while last and width(last + "…", size, weight) > limit:
            last = last[:-1]
        lines = [*lines[: max_lines - 1], last + "…"]
    return tuple(lines)
