"""The program's text as people and models see it: single statements, and the whole with line numbers."""

from __future__ import annotations

from agentprog.lang import ast
from agentprog.lang.table import Row


class Listing:
    """The listing of one program. `text` is its source; the spans of its nodes refer to its lines."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._lines = text.splitlines()
        width = len(str(len(self._lines)))
        self.lines = tuple(f"{number:>{width}} {line}" for number, line in enumerate(self._lines, 1))
        """Each line with its number."""

    @property
    def numbered(self) -> str:
        """The whole program, with line numbers."""
        return "\n".join(self.lines)

    def statement(self, row: Row) -> str:
        """The line of a row as written, without indentation and comment."""
        return self.written(row.node)

    def written(self, node: ast.Line) -> str:
        """A line as written, without indentation and comment."""
        line = node.span.line
        if not 1 <= line <= len(self._lines):
            return type(node).__name__
        text = self._lines[line - 1].strip()
        beside = node.beside
        return text.removesuffix(beside).rstrip() if beside else text

    def sentence(self, row: Row) -> str:
        """The statement with the lines that belong to its step; a person's words are looked up in it."""
        details = row.node.details if isinstance(row.node, ast.Action) else ()
        return " ".join((self.statement(row), *(str(detail) for detail in details)))
