"""Every kind of statement that a line can have has a handler."""

from agentprog.lang import ast
from agentprog.lang.ast.statements import Statement
from agentprog.runtime.run import HANDLERS

# The compiler takes these apart: their branches, cases and lines have rows of their own.
TAKEN_APART = {ast.If, ast.Switch, ast.FunctionDef}


def test_every_kind_of_statement_has_a_handler() -> None:
    kinds = {kind for kind in vars(ast).values() if isinstance(kind, type) and issubclass(kind, Statement)}
    assert len(kinds) > 25
    assert kinds - {Statement} - TAKEN_APART <= set(HANDLERS)
