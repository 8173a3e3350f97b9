"""Words to fields: variables, substitutions, splitting, and file name patterns."""

from __future__ import annotations

import ast
import fnmatch
import operator
import posixpath
from collections.abc import Awaitable, Callable, Sequence

from agentprog.phone.facade import Files
from agentprog.phone.shell.call import ShellState
from agentprog.phone.shell.syntax import (
    Arithmetic,
    Literal,
    Part,
    Script,
    ShellSyntaxError,
    Substitution,
    Variable,
    Word,
)

_GLOB = "*?["
_MARK = "\0"
"""Before a character that was quoted, so that patterns can tell `*` from `'*'`."""

_OPERATIONS: dict[type[ast.operator] | type[ast.unaryop] | type[ast.cmpop], Callable[..., int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: lambda a, b: int(a / b),
    ast.FloorDiv: lambda a, b: int(a / b),
    ast.Mod: lambda a, b: int(a - b * int(a / b)),
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Lt: lambda a, b: int(a < b),
    ast.Gt: lambda a, b: int(a > b),
    ast.LtE: lambda a, b: int(a <= b),
    ast.GtE: lambda a, b: int(a >= b),
    ast.Eq: lambda a, b: int(a == b),
    ast.NotEq: lambda a, b: int(a != b),
}


class Expander:
    """Expands the words of one shell."""

    def __init__(
        self, state: ShellState, files: Files, substitute: Callable[[Script], Awaitable[tuple[str, int]]]
    ) -> None:
        self._state = state
        self._files = files
        self._substitute = substitute
        self.substituted = 0
        """The exit code of the last substitution: that of an assignment."""

    async def text(self, word: Word) -> str:
        """A word that stays one, as in assignments and redirections."""
        return "".join([await self._value(part) for part in word.parts])

    async def fields(self, words: Sequence[Word]) -> list[str]:
        """All words expanded, split and globbed."""
        fields: list[str] = []
        for word in words:
            for field in await self._split(word):
                fields.extend(self._glob(field))
        return fields

    async def _split(self, word: Word) -> list[str]:
        if len(word.parts) == 1 and isinstance(word.parts[0], Variable) and word.parts[0].name == "@":
            return [_mark(argument) for argument in self._state.arguments]
        fields: list[str] = []
        current: str | None = None
        for part in word.parts:
            value = await self._value(part)
            if part.quoted:
                current = (current or "") + _mark(value)
            elif isinstance(part, Literal):
                current = (current or "") + value
            elif value:
                pieces = value.split()
                if value[0].isspace() and current is not None:
                    fields.append(current)
                    current = None
                for at, piece in enumerate(pieces):
                    if at:
                        fields.append(current or "")
                        current = None
                    current = (current or "") + piece
                if value[-1].isspace() and current is not None:
                    fields.append(current)
                    current = None
        if current is not None:
            fields.append(current)
        return fields

    async def _value(self, part: Part) -> str:
        if isinstance(part, Literal):
            if not part.quoted and part.text.startswith("~"):
                return self._state.variables.get("HOME", "/").rstrip("/") + part.text[1:]
            return part.text
        if isinstance(part, Substitution):
            text, self.substituted = await self._substitute(part.script)
            return text
        if isinstance(part, Arithmetic):
            return str(self._calculate(await self.text(part.expression)))
        return await self._variable(part)

    async def _variable(self, part: Variable) -> str:
        value = self._lookup(part.name)
        if not part.operator:
            return value or ""
        if part.operator == "length":
            return str(len(value or ""))
        operand = await self.text(part.operand) if part.operand is not None else ""
        if part.operator in (":-", "-", ":=", "="):
            missing = not value if part.operator.startswith(":") else value is None
            if missing and part.operator.endswith("="):
                self._state.variables[part.name] = operand
            return operand if missing else value or ""
        if part.operator in (":+", "+"):
            return operand if value else ""
        return _trimmed(value or "", part.operator, operand)

    def _lookup(self, name: str) -> str | None:
        state = self._state
        if name == "?":
            return str(state.status)
        if name == "$":
            return str(state.pid)
        if name == "#":
            return str(len(state.arguments))
        if name in ("@", "*"):
            return " ".join(state.arguments)
        if name.isdigit():
            at = int(name)
            if at == 0:
                return "/system/bin/sh"
            return state.arguments[at - 1] if at <= len(state.arguments) else None
        return state.directory if name == "PWD" else state.variables.get(name)

    def _calculate(self, expression: str) -> int:
        try:
            tree = ast.parse(expression.strip() or "0", mode="eval").body
            return self._evaluate(tree)
        except (SyntaxError, ZeroDivisionError, KeyError, TypeError, ValueError) as exc:
            raise ShellSyntaxError(f"{expression}: unexpected token in expression") from exc

    def _evaluate(self, node: ast.expr) -> int:
        if isinstance(node, ast.Constant):
            return int(node.value) if isinstance(node.value, int) else int(str(node.value))
        if isinstance(node, ast.Name):
            return int(self._lookup(node.id) or "0")
        if isinstance(node, ast.BinOp):
            return _OPERATIONS[type(node.op)](self._evaluate(node.left), self._evaluate(node.right))
        if isinstance(node, ast.UnaryOp):
            return _OPERATIONS[type(node.op)](self._evaluate(node.operand))
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            return _OPERATIONS[type(node.ops[0])](self._evaluate(node.left), self._evaluate(node.comparators[0]))
        raise ValueError(ast.dump(node))

    def _glob(self, field: str) -> list[str]:
        plain = field.replace(_MARK, "")
        unquoted = [c for at, c in enumerate(field) if c in _GLOB and (at == 0 or field[at - 1] != _MARK)]
        if not unquoted:
            return [plain]
        return sorted(self._matches(_pattern(field))) or [plain]

    def _matches(self, pattern: str) -> list[str]:
        absolute = pattern.startswith("/")
        found = ["/" if absolute else ""]
        for piece in pattern.strip("/").split("/"):
            following: list[str] = []
            for base in found:
                following.extend(self._children(base, piece))
            found = following
        return found

    def _children(self, base: str, piece: str) -> list[str]:
        directory = posixpath.join(self._state.directory, base)
        if not any(c in piece for c in _GLOB):
            path = posixpath.join(base, piece)
            return [path] if self._files.stat(posixpath.join(self._state.directory, path)) else []
        try:
            names = [entry.name for entry in self._files.list(directory)]
        except OSError:
            return []
        hidden = piece.startswith(".")
        return [
            posixpath.join(base, name)
            for name in names
            if fnmatch.fnmatchcase(name, piece) and (hidden or not name.startswith("."))
        ]


def _mark(text: str) -> str:
    return "".join(_MARK + c if c in _GLOB else c for c in text)


def _pattern(field: str) -> str:
    """A pattern for fnmatch, in which what was quoted matches only itself."""
    out = ""
    at = 0
    while at < len(field):
        if field[at] == _MARK:
            out += f"[{field[at + 1]}]"
            at += 2
        else:
            out += field[at]
            at += 1
    return out


def _trimmed(value: str, how: str, pattern: str) -> str:
    ends = range(len(value) + 1)
    if how.startswith("#"):
        order = ends if how == "#" else reversed(ends)
        at = next((n for n in order if fnmatch.fnmatchcase(value[:n], pattern)), 0)
        return value[at:]
    order = reversed(ends) if how == "%" else ends
    at = next((n for n in order if fnmatch.fnmatchcase(value[n:], pattern)), len(value))
    return value[:at]
