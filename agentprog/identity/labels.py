"""What a label of several things calls its thing: `Wi-Fi` of "Wi-Fi, off", `Jo Park` of "J, Jo Park"."""

from __future__ import annotations

from agentprog.identity.normal import canon

_LONGEST = 3
"""Letters of an avatar, or of the heading in a list in the order of the alphabet."""


def title_of(label: str) -> str:
    """The first of several things in a label, which parts them by commas."""
    return without_initials(label).partition(", ")[0]


def without_initials(label: str) -> str:
    """The label without the initials of its own name in front of it, as an avatar shows them, or the letter with which
    a part of an address book begins."""
    first, comma, rest = label.partition(", ")
    return rest if comma and _is_initials(canon(first), canon(rest.partition(", ")[0])) else label


def _is_initials(letters: str, name: str) -> bool:
    if not 0 < len(letters) <= _LONGEST or not letters.isalpha():
        return False
    return letters != name and "".join(word[0] for word in name.split()).startswith(letters)
