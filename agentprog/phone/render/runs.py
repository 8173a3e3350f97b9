"""Splits a line of text into pieces in visual order, each of one typeface and one direction.

Directions follow a short form of Unicode's bidirectional algorithm (UAX 9): the first strong letter sets the
paragraph's direction, numbers stay left to right, neutrals take their neighbours' side. Embeddings are not supported;
UI text has none.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Literal, NamedTuple

from agentprog.phone.render import faces

TextDirection = Literal["ltr", "rtl"]
# Zero-width joiners and variation selectors shape their neighbours; drawn alone, each gives a box.
_INVISIBLE = dict.fromkeys([0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2060, 0xFE0E, 0xFE0F])
_JOINER, _EMOJI_STYLE, _TEXT_STYLE = "\u200d", "\ufe0f", "\ufe0e"
_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")
_RIGHT = ("R", "AL")


class TextRun(NamedTuple):
    """Text for one typeface: in reading order if it is shaped, else from left to right."""

    face: int
    text: str
    direction: TextDirection


def base_direction(text: str) -> TextDirection:
    """The direction of a paragraph: that of its first strong letter."""
    if text.isascii():
        return "ltr"
    for char in text:
        kind = unicodedata.bidirectional(char)
        if kind == "L" or kind in _RIGHT:
            return "ltr" if kind == "L" else "rtl"
    return "ltr"


@lru_cache(maxsize=1024)
def split(text: str) -> tuple[TextRun, ...]:
    """The runs of a line from left to right."""
    if text.isascii():
        return (TextRun(faces.MAIN, text, "ltr"),) if text else ()
    pieces = [
        (
            level,
            [TextRun(face, part, "rtl" if level % 2 else "ltr") for face, part in _by_face(part, rtl=bool(level % 2))],
        )
        for level, part in _by_level(text)
    ]
    ordered = [run for level, part in _visual(pieces) for run in (reversed(part) if level % 2 else part)]
    return tuple(run for run in ordered if run.text)


def clusters(text: str) -> list[str]:
    """Characters with their marks, joiners and modifiers: a line must not break inside one."""
    found: list[str] = []
    for char in text:
        joins = unicodedata.category(char) in ("Mn", "Me", "Mc") or ord(char) in _INVISIBLE
        joins = joins or 0x1F3FB <= ord(char) <= 0x1F3FF or (bool(found) and found[-1].endswith(_JOINER))
        if joins and found:
            found[-1] += char
        else:
            found.append(char)
    return found


def _by_level(text: str) -> list[tuple[int, str]]:
    """Pieces of equal embedding level in reading order."""
    base = 1 if base_direction(text) == "rtl" else 0
    levels = [_level(unicodedata.bidirectional(char), base) for char in text]
    for i, level in enumerate(levels):
        if level is None:
            before = levels[i - 1] if i else base
            after = next((found for found in levels[i + 1 :] if found is not None), base)
            levels[i] = min(before or 0, 1) if before and after and before % 2 == after % 2 else base
    found: list[tuple[int, str]] = []
    for char, level in zip(text, levels, strict=True):
        if found and found[-1][0] == level:
            found[-1] = (found[-1][0], found[-1][1] + char)
        else:
            found.append((level or 0, char))
    return found


def _level(kind: str, base: int) -> int | None:
    """The level; None for neutrals. Numbers beside right-to-left text are at level 2, which keeps their digits in
    order."""
    if kind in _RIGHT:
        return 1
    if kind in ("L", "EN", "AN"):
        return 2 if base else 0
    return None


def _visual(pieces: list[tuple[int, list[TextRun]]]) -> list[tuple[int, list[TextRun]]]:
    """Pieces from left to right (rule L2)."""
    ordered = list(pieces)
    for depth in range(max((level for level, _ in pieces), default=0), 0, -1):
        start = 0
        while start < len(ordered):
            if ordered[start][0] < depth:
                start += 1
                continue
            end = start
            while end < len(ordered) and ordered[end][0] >= depth:
                end += 1
            ordered[start:end] = reversed(ordered[start:end])
            start = end
    return ordered


def _by_face(text: str, *, rtl: bool) -> list[tuple[int, str]]:
    """Pieces of one typeface in reading order; spaces and marks stay with the typeface before them if it has them."""
    found: list[tuple[int, str]] = []
    for cluster in clusters(text):
        number = _face_of(cluster, found[-1][0] if found else None)
        shown = cluster if faces.faces()[number].shaped else cluster.translate(_INVISIBLE)
        if rtl and not faces.faces()[number].shaped:
            shown = shown[::-1].translate(_MIRRORED)
        if found and found[-1][0] == number:
            joined = (shown, found[-1][1]) if rtl and not faces.faces()[number].shaped else (found[-1][1], shown)
            found[-1] = (number, "".join(joined))
        else:
            found.append((number, shown))
    return found


def _face_of(cluster: str, before: int | None) -> int:
    first = cluster[0]
    face = faces.faces()[before] if before is not None else None
    if face is not None and face.shaped and not face.emoji and (first == " " or not first.isalnum()):
        characters = face.has
        if characters is not None and first in characters:
            return before or 0
    styled = _EMOJI_STYLE in cluster or _JOINER in cluster
    return faces.choose(first, emoji=styled and _TEXT_STYLE not in cluster)
