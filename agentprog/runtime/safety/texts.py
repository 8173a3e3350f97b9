"""Two readings of texts for the gate.

`canon` of identity is for permission: it evens out notations of the same text (width, digits, direction marks) and
nothing else, so a letter of another script stays another letter. `skeleton` is for recognising danger: it replaces
look-alike characters by the letters that they resemble and drops invisible characters, so that a button cannot hide its
word.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from functools import cache

from agentprog import resources
from agentprog.identity import canon

_JOINERS = "\u200c\u200d"
_ASCII_LETTER = re.compile(r"[A-Za-z]")
_DIGIT_FOR_LETTER = (
    (re.compile(r"(?<=[a-z])1(?=[a-z])"), "l"),
    (re.compile(r"(?<=[a-z])0(?=[a-z])"), "o"),
)

NAMES_APART = re.compile(r"\s*(?:[,;&+/、،]|\band\b|\bund\b|\by\b|\bet\b)\s*")
"""Separators between the names of several people or things."""


def skeleton(text: str) -> str:
    """A text as it looks: canonical, without invisible characters and vowel marks. Letters of other scripts become the
    Latin letters that they resemble, and a digit inside a word becomes its letter.
    """
    plain = canon(text)
    if not plain.isascii():
        shown = (sign for sign in plain if unicodedata.category(sign) not in ("Cf", "Mn"))
        plain = " ".join("".join(shown).translate(_lookalikes()).replace("\u0640", "").split())
    for pattern, letter in _DIGIT_FOR_LETTER:
        plain = pattern.sub(letter, plain)
    return plain


@cache
def _lookalikes() -> dict[int, str]:
    data = tomllib.loads(resources.read_text("devices/policy.toml"))["lookalikes"]
    return {ord(sign): letter for letter, signs in data.items() for sign in signs}


def visible(text: str) -> str:
    """The text with the code of each character that is invisible or reverses its neighbours."""
    return "".join(f"<U+{ord(sign):04X}>" if _hidden(text, at) else sign for at, sign in enumerate(text))


def _hidden(text: str, at: int) -> bool:
    sign = text[at]
    if sign in _JOINERS:  # between Latin letters they join nothing; emoji and Persian need them
        return _ASCII_LETTER.match(text[at - 1 : at] or " ") is not None
    return unicodedata.category(sign) in ("Cc", "Cf", "Zl", "Zp") and sign not in "\n\t"
