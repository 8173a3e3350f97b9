"""How the same text is written in different ways: width, case, spaces, signs of direction, quotes and dashes."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_UNSEEN = dict.fromkeys(map(ord, "\u200e\u200f\u061c\u202a\u202b\u202c\u2066\u2067\u2068\u2069\u00ad\ufe0e\ufe0f"))
"""Marks that Android and its translators put into a text and nobody sees: of direction, where a word may be parted, how
an emoji is drawn. Any other hidden sign makes another text, and so does one that turns letters round."""
_GROUPED = str.maketrans({"\u00a0": " ", "\u202f": " ", "\u2009": " "})
_WRITTEN_ALIKE = str.maketrans(
    {
        **dict.fromkeys("“”„‟″❝❞«»＂", '"'),
        **dict.fromkeys("‘’‚‛′ʼʹ`´", "'"),
        **dict.fromkeys("‐‑‒–—―−﹣", "-"),
        "…": "...",
        "٫": ".",
        "٬": ",",
        "،": ",",
        "ı": "i",
    }
)
_KEPT = 500
"""Signs: a longer text is not kept, it is hardly asked for again."""


def canon(text: str) -> str:
    """The text without what only its writing adds. Letters of other scripts, accents and hidden signs remain."""
    return _kept(text) if len(text) <= _KEPT else _canon(text)


def _canon(text: str) -> str:
    if text.isascii():
        return " ".join(text.lower().replace("`", "'").split())
    plain = unicodedata.normalize("NFKC", text.translate(_UNSEEN).translate(_WRITTEN_ALIKE).translate(_GROUPED))
    plain = unicodedata.normalize("NFKC", plain.casefold().replace("i\u0307", "i")).translate(_WRITTEN_ALIKE)
    return " ".join(_with_ascii_digits(plain).split())


_kept = lru_cache(maxsize=8192)(_canon)


def _with_ascii_digits(text: str) -> str:
    return "".join(str(unicodedata.decimal(sign)) if sign.isdecimal() else sign for sign in text)


def unaccented(text: str) -> str:
    """The canonical text without accents and vowel marks, for names that people write without them."""
    plain = unicodedata.normalize("NFKD", canon(text))
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


def keyed(name: str) -> str:
    """A name that a program gives (a key, a parameter) as it is compared: "first name" is `first_name`."""
    return canon(name).replace("_", "").replace(" ", "").replace("-", "")
