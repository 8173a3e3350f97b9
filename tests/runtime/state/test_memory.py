from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from agentprog.runtime.state.memory import Execution, Memory
from agentprog.runtime.state.tree import distance
from tests.examples import examples
from tests.runtime.conftest import Lab


def made(step: int, place: tuple[int, ...], *, worked: bool = True) -> Execution:
    return Execution(step=step, text=f"step {step}", actions=(), result="", worked=worked, place=place)


def test_a_new_statement_recalls_nothing() -> None:
    assert Memory().recall("a", (1, 2)) == ()


def test_the_last_success_comes_before_the_last_failure() -> None:
    memory = Memory()
    for step, worked in ((3, False), (4, True), (5, False), (6, True)):
        memory.add("a", made(step, (1, step), worked=worked))
    assert [(e.step, e.worked) for e in memory.recall("a", (1, 7))] == [(6, True), (5, False)]


def test_a_nearer_execution_outranks_a_later_one() -> None:
    """In a task that calls itself: back in the outer call, its own earlier round is nearer than the inner call's."""
    memory = Memory()
    memory.add("a", made(3, (1, 2)))
    memory.add("a", made(8, (1, 5, 6, 7)))
    assert [e.step for e in memory.recall("a", (1, 9))] == [3]
    assert [e.step for e in memory.recall("a", (1, 5, 6, 9))] == [8]


@examples(60)
@given(st.lists(st.integers(0, 3), max_size=60))
def test_memory_forgets_only_executions_that_could_never_be_the_nearest(walk: list[int]) -> None:
    """Compared with a memory that forgets nothing, on a random walk through blocks that never open twice."""
    memory = Memory()
    every: list[Execution] = []
    place: tuple[int, ...] = ()
    for step, move in enumerate(walk, 1):
        if move == 0 and place:
            place = place[:-1]
        elif move == 1:
            place = (*place, step)
        elif move == 2 and place:
            place = (*place[:-1], step)
        recalled = memory.recall("a", place)
        nearest = min(every, key=lambda known: (distance(known.place, place), -known.step), default=None)
        assert [e.step for e in recalled] == ([nearest.step] if nearest else [])
        execution = made(step, place)
        memory.add("a", execution)
        every.append(execution)
        assert len(memory) <= len(place) + 1 + max((len(e.place) for e in every), default=0)


def test_memory_does_not_grow_with_the_rounds() -> None:
    memory = Memory(statements=10)
    for step in range(10_000):
        memory.add(f"statement {step % 50}", made(step, (1, step), worked=step % 3 > 0))
    assert len(memory) <= 10 * 2 * 3


def test_a_nested_loop_recalls_the_round_before_and_a_new_outer_round_the_latest(lab: Lab) -> None:
    lab.phone.notes = ["A1", "A2", "B1", "B2"]
    lab.run(
        'for each {x} in ["A", "B"]:\n    repeat 2 times:\n        In the "Notes" app, find "{x}{loop.iteration}"\n'
    )
    heads = {
        context.goal.step: context.background.earlier[0] if context.background.earlier else ""
        for context in lab.grounder.contexts
    }
    assert [head.split('"find ')[-1][:4] for head in heads.values()] == ["", '"A1"', '"A2"', '"B1"']


def test_a_failure_is_recalled_with_its_reason(lab: Lab) -> None:
    program = (
        'for each {x} in ["A1", "A2"]:\n    set {y} to {x}\n    In the "Notes" app, find the note "{x}" in all notes\n'
    )
    lab.phone.notes = ["A1"]
    outcome = lab.run(program, interactive=False)
    assert outcome.exit_code != 0
    assert 'worked: "find the note' in lab.grounder.contexts[-1].background.earlier[0]
