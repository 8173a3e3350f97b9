"""Secrets: texts that are typed on the phone and seen nowhere else.

Above the device a secret is its placeholder, in variables, prompts, journals and traces alike; the device that a run is
given puts the real text in its place when it types, and the placeholder in place of the text when it looks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_MARK = re.compile(r"⟨secret:(\w+)⟩")


@dataclass(frozen=True, kw_only=True, slots=True)
class Secret:
    """`apps` are the only ones it may be typed in, by label or package; empty: all."""

    name: str
    value: str = field(repr=False)
    apps: tuple[str, ...] = ()

    @property
    def placeholder(self) -> str:
        """What stands for it everywhere but on the phone."""
        return placeholder(self.name)


def placeholder(name: str) -> str:
    """What stands for the secret of this name."""
    return f"⟨secret:{name}⟩"


def secrets_in(text: str) -> tuple[str, ...]:
    """The names of the secrets whose placeholders are in a text."""
    return tuple(dict.fromkeys(_MARK.findall(text)))
