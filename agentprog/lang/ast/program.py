"""A whole program and its header."""

from __future__ import annotations

from agentprog.frozen import field, frozen
from agentprog.lang.ast.expressions import Expr
from agentprog.lang.ast.nodes import Node
from agentprog.lang.ast.statements import ForEach, FunctionDef, Repeat, RepeatUntil, Statement, Try, While, Within


@frozen
class Input(Node):
    """An input of the program, declared in the header."""

    name: str
    type: str = ""
    description: str = ""
    default: Expr | None = None
    """None: required."""


@frozen
class Header(Node):
    """The text between the `---` lines."""

    title: str = ""
    language: str = "en"
    """The language `unparse` writes in."""
    inputs: tuple[Input, ...] = ()
    apps: tuple[str, ...] = ()
    """The apps that the program may use; empty: all apps."""
    budget: tuple[tuple[str, int | float], ...] = ()
    """Limits by name: `actions`, `calls`, `tokens`, `money`, `seconds`, `iterations`."""
    comments: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """Comment lines inside the header."""


@frozen
class Program(Node):
    header: Header = Header()
    body: tuple[Statement, ...] = ()
    name: str = field(default="", compare=False)
    """The name in messages, usually a file name."""
    comments: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """The comments of a program without statements."""

    @property
    def functions(self) -> dict[str, FunctionDef]:
        """The program's tasks by name; the last one of each name."""
        return {s.name: s for s in self.body if isinstance(s, FunctionDef)}


Block = Repeat | ForEach | While | RepeatUntil | Within | FunctionDef | Try
"""Statements with one body."""
Loop = Repeat | ForEach | While | RepeatUntil
