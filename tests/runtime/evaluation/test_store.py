"""What code of a step assigns becomes variables of the frame that runs it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from agentprog.lang import ast
from agentprog.lang.parser import parse
from agentprog.lang.table import compile_program
from agentprog.runtime.evaluation.store import Store
from agentprog.runtime.journal.events import VariableSet
from agentprog.runtime.session import Session
from agentprog.runtime.state.frames import Frame
from agentprog.runtime.state.values import CoercionError
from agentprog.runtime.state.variables import ANSWER, Provenance, Scope
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


def test_a_new_name_is_auxiliary_and_no_more_trusted_than_what_was_read(made: Any) -> None:
    kept = made.store.keep({"count": 3}, made.row, step=1, sources=[Provenance.SCREEN])
    variable = made.frames[0].scope.get("count")
    assert kept == ("count",)
    assert (variable.value, variable.auxiliary, variable.provenance) == (3, True, Provenance.SCREEN)
    assert variable.preview() == "{count} = 3 (number, screen, auxiliary)"
    made.store.keep({"guess": "x"}, made.row, step=1)
    assert made.frames[0].scope.get("guess").provenance is Provenance.MODEL


def test_a_declared_variable_stays_declared(made: Any) -> None:
    made.store.define("declared", 1, Provenance.PROGRAM, line=1)
    made.store.keep({"declared": 2}, made.row, step=2)
    variable = made.frames[0].scope.get("declared")
    assert (variable.value, variable.auxiliary) == (2, False)


def test_what_did_not_change_is_not_set_again(made: Any) -> None:
    made.store.define("declared", 1, Provenance.PROGRAM, line=1)
    assert made.store.keep({"declared": 1, "other": 1}, made.row, step=2) == ("other",)
    assert made.store.keep({"declared": True}, made.row, step=3) == ("declared",), "true is not 1"
    assert [event.name for event in made.events.of(VariableSet)] == ["declared", "other", "declared"]


def test_names_of_the_runtime_and_of_the_code_itself_are_left_alone(made: Any) -> None:
    assert made.store.keep({"loop": 1, "_hidden": 2, "no name": 3}, made.row, step=1) == ()


def test_it_goes_with_its_frame_but_the_answer_is_the_programs(made: Any) -> None:
    outer = made.frames[0].scope
    made.frames.append(Frame(pc=0, scope=Scope(outer=outer), id=1))
    made.store.define("seen", 1, Provenance.PROGRAM)
    made.store.keep({"helper": 5, ANSWER: "42"}, made.row, step=1)
    made.frames.pop()
    assert outer.get("helper") is None
    assert outer.get("seen") is None
    assert (outer.get(ANSWER).value, outer.get(ANSWER).auxiliary) == ("42", False)


def test_a_task_does_not_change_a_variable_of_the_program(made: Any) -> None:
    made.store.define("declared", 1, Provenance.PROGRAM)
    outer = made.frames[0].scope
    made.frames.append(Frame(pc=0, scope=Scope(outer=outer), id=1))
    made.store.keep({"declared": 9}, made.row, step=1)
    assert made.frames[-1].scope.get("declared").value == 9
    made.frames.pop()
    assert outer.get("declared").value == 1


def test_a_reference_names_a_piece_of_a_text_where_no_key_is_called_so(made: Any) -> None:
    made.store.define("x", {"name": "Hana de Souza", "last word": "a key"}, Provenance.PROGRAM, line=1)

    def value(*path: str | int) -> Any:
        return made.store.lookup(ast.Ref(name="x", path=path), made.row).value

    assert value("name", "later words") == "de Souza"
    assert value("name", "Last_Word") == "Souza"
    assert value("last word") == "a key"
    with pytest.raises(CoercionError, match="it has no 'second word'"):
        value("name", "second word")
