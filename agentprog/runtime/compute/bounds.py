"""Measures values of sandboxed code inside the worker, before they leave it.

A list that contains one list twice, nested forty times, is small in the sandbox and has 10^12 parts outside. So our
function measures the code's last value, and every value passed to the host, under the sandbox's limits.
"""

from __future__ import annotations

import ast
import secrets

MOST_PARTS = 200_000
MOST_LEVELS = 100
MOST_CHARACTERS = 16_000_000
_MOST_BITS = 4096

# The function binds its helpers when it is defined, before any other code runs: that code may redefine `len`.
_MEASURE = """
def {name}(
    value, _is=isinstance, _len=len, _texts=(str, bytes), _int=int, _dict=dict, _unsized=TypeError
):
    waiting = [(value, 1)]
    parts = 0
    characters = 0
    while waiting:
        item, level = waiting.pop()
        parts += 1
        held = 0
        if _is(item, _texts):
            characters += _len(item)
        elif _is(item, _int):
            if item >> {bits} not in (0, -1):
                raise ValueError("the value holds a number of more than {bits} bits")
        else:
            try:  # whatever holds others: a list, a dict, a queue, a view of one
                held = _len(item)
            except _unsized:
                held = 0
        if level > {levels}:
            raise ValueError("the value is nested more than {levels} deep")
        if parts + _len(waiting) + held > {parts}:
            raise ValueError("the value has more than {parts} parts")
        if characters > {characters}:
            raise ValueError("the value has more than {characters} characters")
        if _is(item, _dict):
            for key in item:
                waiting.append((key, level + 1))
                waiting.append((item[key], level + 1))
        elif held:
            for one in item:
                waiting.append((one, level + 1))
    return value
"""


class Bounds:
    """The measuring function of one conversation, under a name that the sandboxed code cannot know."""

    def __init__(self) -> None:
        self._name = f"_measured_{secrets.token_hex(8)}"

    @property
    def definition(self) -> str:
        """The code to run before any other."""
        code = _MEASURE.format(
            name=self._name, parts=MOST_PARTS, levels=MOST_LEVELS, characters=MOST_CHARACTERS, bits=_MOST_BITS
        )
        return f"{code}\nNone"

    def of(self, name: str) -> str:
        """Code that measures the value of a name."""
        return f"{self._name}({name})"

    def around(self, code: str) -> str:
        """The same code, with measured results: its last value and every argument of a call. Raises SyntaxError."""
        try:
            tree = _Measured(self._name).visit(ast.parse(code))
            last = tree.body[-1] if tree.body else None
            if isinstance(last, ast.Expr):
                last.value = _call(self._name, last.value)
            return ast.unparse(ast.fix_missing_locations(tree))
        except (RecursionError, MemoryError, ValueError) as exc:
            raise SyntaxError(f"the code is nested too deep: {exc}") from exc


class _Measured(ast.NodeTransformer):
    def __init__(self, name: str) -> None:
        self._name = name

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        for place, argument in enumerate(node.args):
            if isinstance(argument, ast.Starred):
                argument.value = _call(self._name, argument.value)
            else:
                node.args[place] = _call(self._name, argument)
        for keyword in node.keywords:
            keyword.value = _call(self._name, keyword.value)
        return node


def _call(name: str, argument: ast.expr) -> ast.expr:
    if isinstance(argument, ast.Constant | ast.Lambda):
        return argument  # as large as the code itself
    return ast.Call(func=ast.Name(id=name, ctx=ast.Load()), args=[argument], keywords=[])
