"""A user's policy for risky actions: a rule for each class of risk, and the apps a program may use.

Imports nothing of the run itself, since the settings use it and every command reads those.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from agentprog.frozen import field, frozen
from agentprog.lang.effects.kinds import Risk, commits_as


class Rule(StrEnum):
    """The gate's rule for a risky action that nobody ordered."""

    ASK = "ask"
    ALLOW = "allow"
    DENY = "deny"


@frozen
class Policy:
    """A policy. `rules` are by class; a class without a rule has the rule of the class that it includes (ordering
    pays), else `default`. `apps` are the apps that the program may use; empty: all.
    """

    rules: Mapping[Risk, Rule] = field(default_factory=dict)
    default: Rule = Rule.ASK
    apps: tuple[str, ...] = ()

    def rule(self, risk: Risk) -> Rule:
        """The rule for a class of effects: its own, else that of a wider class, else the default."""
        own_rule = self.rules.get(risk)
        wider = [self.rules[kind] for kind in commits_as(risk) if kind is not risk and kind in self.rules]
        return own_rule or next(iter(wider), self.default)
