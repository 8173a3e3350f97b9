"""What a user may decide about risky actions: the classes of risk, a rule for each, the apps a program may touch.

Imports nothing of the run itself: the settings are made of it, and every command reads those.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Risk(StrEnum):
    """What an action commits beyond the step it belongs to."""

    SEND = "send"
    CALL = "call"
    PAY = "pay"
    DELETE = "delete"
    BLOCK = "block"
    INSTALL = "install"
    GRANT = "grant"
    SHARE = "share"
    AGREE = "agree"
    """Say yes to a question that names none of the effects above."""
    STRAY = "stray"
    """Act in an app that neither the instruction nor the program names."""
    CREATE = "create"
    EDIT = "edit"
    """Enter what nobody wrote."""
    SETTING = "setting"
    POST = "post"
    """Send a form of a web page."""
    OPEN_LINK = "open_link"
    DISCLOSE = "disclose"
    """Let a text leave by an address bar, a search on the web, or the clipboard."""


class Rule(StrEnum):
    """What happens with a risky action that nobody asked for."""

    ASK = "ask"
    ALLOW = "allow"
    DENY = "deny"


@dataclass(frozen=True, kw_only=True, slots=True)
class Policy:
    """`rules` per class, `default` for the others. `apps` are those the program may touch; empty: all."""

    rules: Mapping[Risk, Rule] = field(default_factory=dict)
    default: Rule = Rule.ASK
    apps: tuple[str, ...] = ()

    def rule(self, risk: Risk) -> Rule:
        return self.rules.get(risk, self.default)
