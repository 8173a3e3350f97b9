"""Secrets: texts that are typed on the phone and visible nowhere else.

Above the device a secret is its placeholder, in variables, prompts, journals and traces alike. The run's device
replaces the placeholder by the real text when it types, and the text by the placeholder when it looks.
"""

from __future__ import annotations

import re

from agentprog.frozen import field, frozen

_MARK = re.compile(r"⟨secret:(\w+)⟩")


@frozen
class Secret:
    """`apps` are the only apps in which it may be typed, by label or package; empty: all."""

    name: str
    value: str = field(repr=False)
    apps: tuple[str, ...] = ()

    @property
    def placeholder(self) -> str:
        """The text that replaces the secret everywhere but on the phone."""
        return placeholder(self.name)


def placeholder(name: str) -> str:
    """The placeholder of the secret with this name."""
    return f"⟨secret:{name}⟩"


def secrets_in(text: str) -> tuple[str, ...]:
    """The names of the secrets whose placeholders are in a text."""
    return tuple(dict.fromkeys(_MARK.findall(text)))
