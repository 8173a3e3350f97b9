"""Numbers in the format of each language: `1,500.50` in English, `1.500,50` in German. Every language also accepts a
decimal point without marks between thousands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

_WHOLE = r"(?:0|[1-9]\d{0,17})"
_THOUSANDS = r"[1-9]\d{0,2}"


@dataclass(frozen=True)
class Figures:
    """The number format of a language."""

    comma: bool
    """True if a comma stands before the fraction and a point between thousands; otherwise the other way round."""
    either: bool = False
    """True if some countries with this language use the other format."""

    @cached_property
    def pattern(self) -> str:
        """Numbers with marks between thousands or with a decimal comma, if they have only one reading; without a sign.

        `1,500` has two readings in a language with a decimal comma. In other languages `100,200,300` may be a list.
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
        """The number in digits with at most a decimal point. Marks of one kind stand between thousands if there are
        several, or if the language's own mark stands before three digits. With two kinds, the last mark is the decimal
        point."""
        marks = [sign for sign in text if sign in ".,"]
        digits = re.sub(r"[^\d.,]", "", text)
        if (len(marks) > 1 and len(set(marks)) == 1) or self._parted.fullmatch(digits):
            return re.sub(r"[.,]", "", digits)
        whole, mark, rest = digits.rpartition(marks[-1]) if marks else (digits, "", "")
        return re.sub(r"[.,]", "", whole) + ("." if mark else "") + rest

    def value(self, text: str) -> int | float:
        """The value of a text that matches the pattern; it may begin with a minus."""
        digits = self.plain(text)
        found = float(digits) if "." in digits else int(digits)
        return -found if text[0] in "-−" else found

    def two_readings(self, text: str) -> str:
        """Advice for the first number whose mark may stand between thousands or before a fraction; empty if none."""
        mark = "." if self.either and "," not in text else ","
        two = re.search(rf"(?<![\w.,])({_THOUSANDS}){re.escape(mark)}(\d{{3}})(?![\w.,])", text) if self.comma else None
        fraction = f"{two[1]}.{two[2]}".rstrip("0").rstrip(".") if two else ""
        why = " (the last zero shows that it is a fraction)" if self.written(fraction) != fraction else ""
        return f"{two[1]}{two[2]} or {self.written(fraction)}{why}" if two else ""

    def advice(self, text: str) -> str:
        """The clearest way to write a number."""
        return self.two_readings(text) or self.plain(text)

    def written(self, digits: str) -> str:
        """Writes digits with a decimal point so that this language reads the same value: `1.1250`, where `1.125` is
        more than a thousand."""
        return f"{digits}0" if self.comma and self._parted.fullmatch(digits) else digits
