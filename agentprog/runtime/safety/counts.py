"""Compares the number of things that a question would remove with the number that the step names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from agentprog.identity import canon, quoted, says
from agentprog.lang.effects.kinds import Risk
from agentprog.lang.effects.wordlists import tables
from agentprog.ports import Screen, Window
from agentprog.runtime.safety.risk import risk_table
from agentprog.runtime.safety.texts import NAMES_APART

_EVERY = re.compile(
    r"(?<!\w)(?:all|every|each|everything|alle[sn]?|jede[nrs]?|tod[ao]s?|cada|tous|toutes?|tout|chaque)(?!\w)"
    r"|全部|所有|كل|جميع"
)


def more_than_named(screen: Screen, person: Iterable[str], step: str) -> str:
    """Why the dialog may be about too much. Empty if it has no number, the step lists as many, or a person's words name
    the number. It must not speak of a whole (a conversation) if the words name only one part (a message).
    """
    words = " ".join(map(canon, person))
    if _EVERY.search(words):
        return ""
    if whole := _whole_of_a_part(screen, words):
        return f"it would remove a {whole}, and your words name only a part of one"
    listed = len(NAMES_APART.split(step))
    for element in screen.elements:
        if element.window is not Window.DIALOG or element.clickable:
            continue
        for found in _counted().finditer(canon(element.label or element.text)):
            count = int(found["behind"] or found["before"])
            if count > max(listed, 1) and not re.search(rf"(?<!\d){count}(?!\d)", words):
                return f"it would remove {count} at once, and your words name fewer"
    return ""


def _whole_of_a_part(screen: Screen, person: str) -> str:
    """The word for a whole in the dialog, if a person's words name a part of that kind and no whole."""
    texts = [e.label or e.text for e in screen.elements if e.window is Window.DIALOG and not e.clickable]
    for kind in tables()["holding"]:
        whole = next((word for word in kind["wholes"] for text in texts if says(text, word)), "")
        if whole and any(says(person, word) for word in kind["parts"]) and not _names_any(person, kind["wholes"]):
            return whole
    return ""


def _names_any(text: str, words: Iterable[str]) -> bool:
    return any(says(text, word) for word in words)


def says_no_more(screen: Screen, about: Iterable[str], count: int) -> bool:
    """True if a dialog gives no other number of things than this, and quotes nothing else."""
    texts = [e.label or e.text for e in screen.elements if e.window is Window.DIALOG and not e.clickable]
    numbers = {int(found["behind"] or found["before"]) for text in texts for found in _counted().finditer(canon(text))}
    quotes = [quote for text in texts for quote in quoted(text)]
    return numbers <= {count} and all(any(says(text, quote) for text in about) for quote in quotes)


@cache
def _counted() -> re.Pattern[str]:
    """A number next to a word for removing: "Delete 7 contacts?", "7 Kontakte löschen?"."""
    removing = rf"(?:{risk_table().classes[Risk.DELETE].words.pattern})"
    number = r"\d{1,4}(?![\w.:/-])"
    return re.compile(rf"{removing}\s+(?P<behind>{number})|(?<![\w.:/-])(?P<before>{number})\s+[^\W\d_]+\s+{removing}")
