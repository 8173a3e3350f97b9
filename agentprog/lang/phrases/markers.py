"""Lines that only mean something beside others: branches before they find their `if`, declarations of a task.

They never leave the parser.
"""

from __future__ import annotations

from dataclasses import dataclass

from agentprog.lang.ast import Branch, Expr, OnError, Otherwise, Parameter, Ref, Statement


@dataclass(frozen=True, kw_only=True, slots=True)
class ElseIfLine(Statement):
    """A branch that has not found its `if` yet. Markers never leave the parser."""

    branch: Branch
    orelse: Otherwise | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ElseLine(Statement):
    branch: Otherwise
    inline: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class InputLine(Statement):
    inputs: tuple[Parameter, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ReturnsLine(Statement):
    returns: tuple[Ref, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class CaseLine(Statement):
    """A case that has not found its switch yet."""

    values: tuple[Expr, ...]
    body: tuple[Statement, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class OnErrorLine(Statement):
    arm: OnError


Marker = ElseIfLine | ElseLine | InputLine | ReturnsLine | CaseLine | OnErrorLine
