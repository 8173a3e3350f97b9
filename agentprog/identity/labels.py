"""Extracts the name from a label with several parts: `Wi-Fi` of "Wi-Fi, off", `Jo Park` of "J, Jo Park"."""

from __future__ import annotations

from agentprog.identity.normal import canon

_LONGEST = 3
"""Most letters in an avatar or in an alphabetical heading."""


def title_of(label: str) -> str:
    """The first part of a label with commas."""
    return without_initials(label).partition(", ")[0]


def without_initials(label: str) -> str:
    """The label without leading initials of its own name: an avatar's, or the heading letter of an address book."""
    first, comma, rest = label.partition(", ")
    return rest if comma and _is_initials(canon(first), canon(rest.partition(", ")[0])) else label


def _is_initials(letters: str, name: str) -> bool:
    if not 0 < len(letters) <= _LONGEST or not letters.isalpha():
        return False
    return letters != name and "".join(word[0] for word in name.split()).startswith(letters)
