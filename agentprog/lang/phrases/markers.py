"""Lines that need a neighbour: branches before they join their `if`, and declarations of a task.

They never leave the parser.
"""

from __future__ import annotations

from agentprog.frozen import frozen
from agentprog.lang.ast import Branch, Expr, OnError, Otherwise, Parameter, Ref, Statement


@frozen
class ElseIfLine(Statement):
    """A branch that has not joined its `if` yet."""

    branch: Branch
    orelse: Otherwise | None = None


@frozen
class ElseLine(Statement):
    branch: Otherwise
    inline: bool = False


@frozen
class InputLine(Statement):
    inputs: tuple[Parameter, ...]


@frozen
class ReturnsLine(Statement):
    returns: tuple[Ref, ...]


@frozen
class CaseLine(Statement):
    """A case that has not joined its switch yet."""

    values: tuple[Expr, ...]
    body: tuple[Statement, ...] = ()


@frozen
class OnErrorLine(Statement):
    arm: OnError


Marker = ElseIfLine | ElseLine | InputLine | ReturnsLine | CaseLine | OnErrorLine
