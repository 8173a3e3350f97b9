"""Splits a text into words, file names, numbers and signs, each an indivisible unit.

A telephone number, an amount, a date, a file name with its suffix and an address are one word each. In scripts without
spaces a run of one script is a word, since there is no dictionary.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from agentprog.identity.figures import amount, moment
from agentprog.identity.normal import canon
from agentprog.identity.telephone import digits_of

TELEPHONE, FIGURE, MOMENT = "\x01", "\x02", "\x03"
"""Prefixes of words that stand for a telephone number, a number, a date or time; no text contains them."""
_KEPT = 500
_SPACELESS = (
    (0x0E00, 0x0E7F, "thai"),
    (0x0E80, 0x0EFF, "lao"),
    (0x1000, 0x109F, "burmese"),
    (0x1780, 0x17FF, "khmer"),
    (0x3005, 0x3007, "han"),
    (0x3041, 0x309F, "hiragana"),
    (0x30A1, 0x30FF, "katakana"),
    (0x31F0, 0x31FF, "katakana"),
    (0x3400, 0x9FFF, "han"),
    (0xF900, 0xFAFF, "han"),
    (0x20000, 0x323AF, "han"),
)
_PROLONGED = "ー"
"""Belongs to the kana before it."""
_PUNCTUATION = re.escape('"!,;?()[]{}\\')
_SIGNS = re.escape("#$%&*+<=>@^|~")
_DATE = r"(?:\d{4}[./\-]\d{1,2}[./\-]\d{1,2}|\d{1,2}[./\-]\d{1,2}[./\-]\d{2,4})(?![\w]|[.,\-/]\d)"
_TIME = r"\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m(?!\w)\.?)?(?![\w:])"
_CALLED = r"(?:\+\(?\d|\(?0|\(\d)[\d ()./\-]{3,}\d(?!\w|[.,]\d)|\d{3}[ \-]\d{3}[ \-]\d{4}(?!\w)"
_FIGURE = r"-?\d+(?:[.,']\d+)*(?!\w|[.:\-/]\w)"
_PLAIN = rf"[^\s{_PUNCTUATION}{_SIGNS}]+(?:[@+#][^\s{_PUNCTUATION}{_SIGNS}]+)*"
_WORD = re.compile(
    rf"(?P<date>(?<![\w.]){_DATE})"
    rf"|(?P<time>(?<![\w.:]){_TIME})"
    rf"|(?P<telephone>(?<![\w.,])(?:{_CALLED}))"
    rf"|(?P<figure>(?<![\w.]){_FIGURE})"
    rf"|(?P<plain>{_PLAIN})"
    rf"|(?P<sign>[{_SIGNS}])"
)
_APART = re.compile(r"(?<!\d)/|/(?!\d)|(?<!\d):|:(?!\d)|\.{2,}")
"""Signs that separate things without a space; between digits they join."""
_LETTERS = re.compile(r"[a-z ]+")
_IN_GROUPS = re.compile(r"\D{0,5}\d{1,3}(?: \d{3})+(?:[.,]\d{1,2})?\D{0,5}")
"""An amount and nothing else, with spaces between its thousands."""
_GAP = re.compile(r"(?<=\d) (?=\d)")
_JOINTS = re.compile(r"'|-(?!\d)|(?<!\d)-")
_JOINED = re.compile(f"({_JOINTS.pattern})")


@dataclass(frozen=True, slots=True)
class Reading:
    """A text split into words. `ways` are the possible splits, the plainest first.

    Hyphenated words count as several words and as one; a time counts as written and as the moment it means. `tied`
    lists, for each way, the words joined by a hyphen to the previous word: no name begins or ends there.
    """

    canon: str
    ways: tuple[tuple[str, ...], ...]
    tied: tuple[frozenset[int], ...]
    words: frozenset[str]
    """The words of all ways."""


def read(text: str) -> Reading:
    """Splits a text. Results for short texts and for the last few long ones are cached."""
    return _kept(text) if len(text) <= _KEPT else _long(text)


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text in order, with numbers as written and hyphenated words split."""
    return tuple(word.lstrip(TELEPHONE + FIGURE + MOMENT) for word in read(text).ways[0])


def _read(text: str) -> Reading:
    plain = canon(text)
    if _LETTERS.fullmatch(plain):
        only = tuple(plain.split())
        return Reading(plain, (only,), (frozenset(),), frozenset(only))
    spaced = plain if plain.isascii() else "".join(_pieces(plain))
    if _IN_GROUPS.fullmatch(spaced):
        spaced = _GAP.sub("", spaced)
    separate: list[str] = []
    joined: list[str] = []
    timed: list[str] = []
    tied: tuple[set[int], set[int], set[int]] = (set(), set(), set())
    for found in _WORD.finditer(spaced):
        parts, whole, value = _word(found)
        for at in _tied(found.group()) if whole and "-" in found.group() else ():
            tied[0].add(len(separate) + at)
            tied[2].add(len(timed) + at)
        separate += parts
        joined += whole or parts
        timed += value or parts
    ties = dict(zip(map(tuple, (timed, joined, separate)), map(frozenset, reversed(tied)), strict=True))
    ways = tuple(dict.fromkeys((tuple(separate), tuple(joined), tuple(timed))))
    return Reading(plain, ways, tuple(ties[way] for way in ways), frozenset(word for way in ways for word in way))


_kept = lru_cache(maxsize=8192)(_read)
_long = lru_cache(maxsize=16)(_read)


def _word(found: re.Match[str]) -> tuple[list[str], list[str], list[str]]:
    """Three readings of one thing: its words, its words when joined, and the moment it means."""
    text = found.group()
    match found.lastgroup:
        case "date":
            day = moment(text)
            return [MOMENT + day if day else text], [], []
        case "time":
            return _time(text)
        case "telephone":
            digits = digits_of(text)
            return [TELEPHONE + digits if digits else text], [], []
        case "figure":
            return [_figure(text)], [], []
        case "sign":
            return [text], [], []
        case _:
            return _plain(text)


def _time(text: str) -> tuple[list[str], list[str], list[str]]:
    digits = text.replace(".", "").rstrip("apm ")
    half = text.replace(".", "")[len(digits) :].strip()
    value = moment(text)
    return [digits.lstrip("0"), *([half] if half else [])], [], [MOMENT + value] if value else []


def _figure(text: str) -> str:
    """A number. One with a leading zero may be a telephone number or code, and stays unchanged."""
    digits = text.lstrip("-")
    if len(digits) > 1 and digits[0] == "0" and digits[1].isdigit():
        return TELEPHONE + digits if text.isdigit() else text
    value = amount(digits)
    return text if value is None else f"{FIGURE}{'-' if text != digits else ''}{value.normalize():f}"


def _plain(text: str) -> tuple[list[str], list[str], list[str]]:
    """A text with an inner full stop or @ is one word: a file name, a server's name, an address."""
    separate: list[str] = []
    joined: list[str] = []
    for piece in _APART.split(text):
        stripped = piece.strip("-'.:/")
        if "." in stripped or "@" in stripped:
            separate.append(stripped)
            joined.append(stripped)
            continue
        parts = [part for part in _JOINTS.split(stripped) if part]
        separate += [_figure(part) if part.isdigit() else part for part in parts]
        joined += ["".join(parts)] if len(parts) > 1 else separate[-len(parts) :] if parts else []
    return separate, joined, []


def _tied(text: str) -> Iterator[int]:
    """Indexes of the words that a hyphen joins to the previous one."""
    count = 0
    for piece in _APART.split(text):
        stripped = piece.strip("-'.:/")
        if "." in stripped or "@" in stripped:
            count += 1
            continue
        joint, first = "", count
        for part in _JOINED.split(stripped):
            if part in ("-", "'"):
                joint += part
            elif part:
                if joint == "-" and count > first:
                    yield count
                joint, count = "", count + 1


def _pieces(text: str) -> Iterator[str]:
    before, joined = "", False
    for sign in text:
        if sign.isascii():
            now = ""
        elif sign == _PROLONGED and before:
            now = before
        else:
            now = _kind(sign)
        if now == "punctuation":
            yield " "
        elif now == "joiner":
            joined = True
            yield sign
            continue
        elif now != before or (now == "emoji" and not joined and unicodedata.category(sign) != "Sk"):
            yield f" {sign}" if not joined or now != "emoji" else sign
        else:
            yield sign
        before, joined = now, False


@lru_cache(maxsize=4096)
def _kind(sign: str) -> str:
    """The script of a sign written without spaces; "punctuation", "emoji", "joiner", or empty."""
    code, category = ord(sign), unicodedata.category(sign)
    if sign == "\u200d":
        return "joiner"
    for first, last, script in _SPACELESS:
        if first <= code <= last and category[0] != "P":
            return script
    if category[0] == "P":
        return "punctuation"
    return "emoji" if category[0] == "S" else ""
