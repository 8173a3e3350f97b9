"""Finds the app that a text or a name means, by any of the app's names."""

from __future__ import annotations

from collections.abc import Iterable

from agentprog.identity import canon, says
from agentprog.ports import App


def mentions(texts: Iterable[str], app: App) -> bool:
    """True if the texts name the app, by its package or by one of its names as whole words."""
    return any(says(text, name) for text in texts for name in (app.package, app.label, *app.aliases) if name.strip())


def named(name: str, names: tuple[str, ...], apps: tuple[App, ...]) -> bool:
    """True if `name` (a label, alias or package) belongs to one of the wanted apps."""
    mine = names_of(name, apps)
    return any(mine & names_of(wanted_name, apps) for wanted_name in names)


def names_of(name: str, apps: tuple[App, ...]) -> frozenset[str]:
    """Every name of the app called `name`, in one notation; only the name itself if the app is not installed."""
    folded = canon(name)
    for app in apps:
        every = {canon(name) for name in (app.package, app.label, *app.aliases)}
        if folded in every:
            return frozenset(every)
    return frozenset({folded})
