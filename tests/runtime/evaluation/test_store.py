"""Variables are set in their frame, and read by references to their parts."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from agentprog.lang import ast
from agentprog.lang.parser import parse
from agentprog.lang.table import compile_program
from agentprog.runtime.evaluation.store import Store
from agentprog.runtime.session import Session
from agentprog.runtime.state.frames import Frame
from agentprog.runtime.state.values import CoercionError
from agentprog.runtime.state.variables import Provenance, Scope
from tests.runtime.conftest import Events


@pytest.fixture
def made() -> Any:
    program = parse("set {declared} to 1\n").program
    assert program is not None
    table = compile_program(program)
    events = Events()
    frames = [Frame(pc=0, scope=Scope())]
    store = Store(table, frames, Session(listeners=[events]))
    return SimpleNamespace(store=store, frames=frames, row=table[0], events=events)


def test_a_task_does_not_change_a_variable_of_the_program(made: Any) -> None:
    made.store.define("declared", 1, Provenance.PROGRAM)
    outer = made.frames[0].scope
    made.frames.append(Frame(pc=0, scope=Scope(outer=outer), id=1))
    made.store.define("declared", 9, Provenance.SCREEN)
    assert made.frames[-1].scope.get("declared").value == 9
    made.frames.pop()
    assert outer.get("declared").value == 1


def test_a_reference_names_a_piece_of_a_text_unless_a_key_has_that_name(made: Any) -> None:
    made.store.define("x", {"name": "Hana de Souza", "last word": "a key"}, Provenance.PROGRAM, line=1)

    def value(*path: str | int) -> Any:
        return made.store.lookup(ast.Ref(name="x", path=path), made.row).value

    assert value("name", "later words") == "de Souza"
    assert value("name", "Last_Word") == "Souza"
    assert value("last word") == "a key"
    with pytest.raises(CoercionError, match="it has no 'second word'"):
        value("name", "second word")
