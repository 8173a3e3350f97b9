"""Numbers as people write them: `1,500.50` in English, `1.500,50` in German. A number with a point before its fraction
and nothing between its thousands is read in every language.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

_WHOLE = r"(?:0|[1-9]\d{0,17})"
_THOUSANDS = r"[1-9]\d{0,2}"


@dataclass(frozen=True)
class Figures:
    """How the numbers of a language are written."""

    comma: bool
    """Whether a comma stands before the fraction, and a point between thousands; else the other way round."""
    either: bool = False
    """Whether some of its countries write it the other way round."""

    @cached_property
    def pattern(self) -> str:
        """Numbers with marks between thousands or a comma before the fraction, which have one reading; without a sign.

        `1,500` has two where a comma stands before the fraction; `100,200,300` may be a list where it stands between
        thousands.
        """
        mixed = rf"{_THOUSANDS}(?:\.\d{{3}})+,\d{{1,17}}|{_THOUSANDS}(?:,\d{{3}})+\.\d{{1,17}}"
        if self.comma:
            parted = rf"{_THOUSANDS}(?:\.\d{{3}})+(?!\d)|(?!{_THOUSANDS},\d{{3}}(?!\d)){_WHOLE},\d{{1,17}}"
        else:
            parted = rf"{_THOUSANDS}(?:,\d{{3}})*,(?:0\d\d)(?:,\d{{3}})*(?!\d)|{_THOUSANDS},\d{{3}}(?!,?\d)"
        return rf"(?<!\d,)(?:{mixed}|{parted})(?![\d_.]|,\d)"

    @cached_property
    def _parted(self) -> re.Pattern[str]:
        mark = r"\." if self.comma else ","
        return re.compile(rf"{_THOUSANDS}(?:{mark}\d{{3}})+")

    def plain(self, text: str) -> str:
        """The number in digits with at most a point: several marks of one kind, and the language's own mark before
        three digits, stand between thousands; the last of two kinds is the point.
        """
        marks = [sign for sign in text if sign in ".,"]
        digits = re.sub(r"[^\d.,]", "", text)
        if (len(marks) > 1 and len(set(marks)) == 1) or self._parted.fullmatch(digits):
            return re.sub(r"[.,]", "", digits)
        whole, mark, rest = digits.rpartition(marks[-1]) if marks else (digits, "", "")
        return re.sub(r"[.,]", "", whole) + ("." if mark else "") + rest

    def value(self, text: str) -> int | float:
        """The number that a text matching the pattern means; a minus may stand in front."""
        digits = self.plain(text)
        found = float(digits) if "." in digits else int(digits)
        return -found if text[0] in "-−" else found

    def two_readings(self, text: str) -> str:
        """What to write for the first number in the text that may be thousands or a fraction."""
        mark = "." if self.either and "," not in text else ","
        two = re.search(rf"(?<![\w.,])({_THOUSANDS}){re.escape(mark)}(\d{{3}})(?![\w.,])", text) if self.comma else None
        return f"{two[1]}{two[2]} or {self.written(f'{two[1]}.{two[2]}'.rstrip('0').rstrip('.'))}" if two else ""

    def advice(self, text: str) -> str:
        """What to write for a number."""
        return self.two_readings(text) or self.plain(text)

    def written(self, digits: str) -> str:
        """Digits with a point so that they mean the same here: `1.1250`, where `1.125` is a thousand and more."""
        return f"{digits}0" if self.comma and self._parted.fullmatch(digits) else digits
