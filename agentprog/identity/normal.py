"""Normalises different writings of one text: width, case, spaces, direction marks, quotes and dashes."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_UNSEEN = dict.fromkeys(map(ord, "\u200e\u200f\u061c\u202a\u202b\u202c\u2066\u2067\u2068\u2069\u00ad\ufe0e\ufe0f"))
"""Invisible marks that Android and translators insert: text direction, soft hyphens, emoji variants.

Other hidden characters make a different text, as do marks that reverse letters.
"""
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
"""Length limit of cached texts, in characters; longer texts rarely occur twice."""


def canon(text: str) -> str:
    """The text without differences of writing. Letters of other scripts, accents and other hidden characters stay."""
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
    """The canonical text without accents and vowel marks, which people often leave out of names."""
    plain = unicodedata.normalize("NFKD", canon(text))
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


def keyed(name: str) -> str:
    """A key or parameter name in its compared form: "first name" becomes `first_name`."""
    return canon(name).replace("_", "").replace(" ", "").replace("-", "")
