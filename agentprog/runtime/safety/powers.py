"""Decides which apps could do harm beyond their own pages, by their part in the phone and by their permissions."""

from __future__ import annotations

from agentprog.ports import Element, Screen
from agentprog.runtime.safety.risk import risk_table


def is_the_phones(package: str) -> bool:
    """True for the system and launchers, not for apps."""
    table = risk_table()
    return package in table.system or any(mark in package for mark in table.launchers)


def is_harmful(package: str, permissions: frozenset[str] | None) -> bool:
    """True if an app could do harm beyond its own pages: a part of the phone, an app with a power, an unknown app. A
    launcher holds no data and could not.
    """
    table = risk_table()
    if any(mark in package for mark in table.launchers):
        return False
    return (
        permissions is None
        or is_the_phones(package)
        or package in table.sinks | table.settings
        or bool(permissions & table.powers)
    )


def is_setting(target: Element, screen: Screen) -> bool:
    """True if a switch belongs to the phone: in its settings or on a tile."""
    package = target.package or screen.package
    return package in risk_table().settings or package.endswith(".settings")
