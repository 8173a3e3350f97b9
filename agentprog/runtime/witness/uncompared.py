"""Finds the words of a step, besides its order and values, that no witness compares with the phone."""

from __future__ import annotations

import re

from agentprog.identity import says, unquoted
from agentprog.lang.effects.orders import claims_in
from agentprog.runtime.witness.intent import Intent, without_app
from agentprog.runtime.witness.times import times_in

_QUOTE = "\ufffc"
"""Takes the place of a quoted text while a sentence is cut."""
_APART = re.compile(r"[,;，；、،؛]")


def not_compared(intent: Intent) -> tuple[str, ...]:
    """Parts of a sentence after its order that contain no value, time or order, such as "repeated every week"."""
    pieces = _APART.split(unquoted(without_app(intent.goal), put=_QUOTE))
    return tuple(text for piece in pieces[1:] if (text := piece.strip(" .!?")) and not _is_compared(text, intent))


def _is_compared(piece: str, intent: Intent) -> bool:
    if _QUOTE in piece or not any(map(str.isalpha, piece)) or claims_in(piece) or times_in(piece):
        return True
    return any(says(piece, value) for value in intent.values)
