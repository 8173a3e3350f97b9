"""Purposes of model calls in a newcomer's words."""

from __future__ import annotations

from typing import Final

_WORDS: Final = {
    "plan": "the program",
    "replan": "the rest of the program",
    "ground": "the next move",
    "counter": "a verdict on the step",
    "read": "the contents of the screen",
    "judge": "a verdict on a condition",
    "believe": "the changes on the phone",
    "code": "code for a calculation",
    "advise": "advice for the next moves",
    "manage": "the next goal",
    "write": "a text",
    "query": "a note to keep",
    "locate": "the place in the picture",
    "point": "the place in the picture",
    "summary": "a summary",
}


def asked_for(purpose: str) -> str:
    """The words for a purpose; an unknown one, for example of a plug-in, is its own word."""
    return _WORDS.get(purpose, purpose)
