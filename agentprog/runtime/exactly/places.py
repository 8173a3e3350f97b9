"""The exact lines of a step as a flat list: a number is a position in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from agentprog.frozen import frozen
from agentprog.lang import ast


@frozen
class Place:
    """One position of the list. `do` runs a statement; `unless` jumps `to` another position if the condition does not
    hold; `until` jumps back `to` the beginning of its block until the condition holds; `go` jumps."""

    kind: Literal["do", "unless", "until", "go"]
    node: ast.Line
    condition: ast.Expr | None = None
    to: int = 0


def places_of(body: Sequence[ast.Statement]) -> tuple[Place, ...]:
    """Every line of a block, in the order of execution."""
    return tuple(_block(body, 0))


def _block(body: Sequence[ast.Statement], at: int) -> Iterator[Place]:
    for statement in body:
        found = list(_statement(statement, at))
        at += len(found)
        yield from found


def _statement(statement: ast.Statement, at: int) -> Iterator[Place]:
    if isinstance(statement, ast.RepeatUntil):
        yield from _block(statement.body, at)
        yield Place(kind="until", node=statement, condition=statement.condition, to=at)
    elif isinstance(statement, ast.If):
        yield from _branches(statement, at)
    else:
        yield Place(kind="do", node=statement)


def _branches(statement: ast.If, at: int) -> Iterator[Place]:
    bodies = [list(_block(branch.body, 0)) for branch in statement.branches]
    last = [] if statement.orelse is None else list(_block(statement.orelse.body, 0))
    end = at + sum(len(body) + 2 for body in bodies) + len(last)
    for branch in statement.branches:
        body = list(_block(branch.body, at + 1))
        yield Place(kind="unless", node=branch, condition=branch.condition, to=at + len(body) + 2)
        yield from body
        yield Place(kind="go", node=branch, to=end)
        at += len(body) + 2
    if statement.orelse is not None:
        yield from _block(statement.orelse.body, at)
