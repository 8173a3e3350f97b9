"""Finds the app of each step: the app that it names, else the last app named in its block or an enclosing block.

A step whose words are a value has no app, because the value may concern any app.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from agentprog.lang.ast import Action, DirectUI, FunctionDef, Program, Statement, Template
from agentprog.lang.effects.delegation import hands_on
from agentprog.lang.visit import arms

AppOf = Mapping[str, Template | None]
"""Maps node ids to apps. None: no app is named; in a task, the caller's app."""


def resolve_apps(program: Program) -> AppOf:
    """The effective app of every statement and branch, by node id."""
    found: dict[str, Template | None] = {}
    _block(program.body, None, found)
    return MappingProxyType(found)


def names_app(statement: Statement) -> Template | None:
    """The app that the statement brings to the front: its scope, or the app that it opens."""
    if isinstance(statement, DirectUI) and statement.command == "open app":
        return statement.target if isinstance(statement.target, Template) else None
    return statement.app


def only_hands_on(statement: Statement) -> bool:
    """True for a step in plain words that names no action itself."""
    return isinstance(statement, Action) and not statement.details and hands_on(statement.text)


def _block(body: tuple[Statement, ...], around: Template | None, found: dict[str, Template | None]) -> None:
    current = around
    for statement in body:
        named = names_app(statement)
        current = named if named is not None else current
        found[statement.id] = current if named is not None or not only_hands_on(statement) else None
        inner = None if isinstance(statement, FunctionDef) else current
        _block(getattr(statement, "body", ()), inner, found)
        for arm in arms(statement):
            found[arm.id] = current
            _block(arm.body, current, found)
