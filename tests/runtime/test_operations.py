"""Node kind x operation: the whole table, every illegal pair an error with a code."""

from __future__ import annotations

from pathlib import Path

import pytest

from agentprog.runtime.operations import IllegalOperation, NodeKind, Operation, Transition, legal, transition

TABLE = {
    NodeKind.STEP: {
        "hold": Transition.SAME,
        "continue": Transition.NEXT,
        "break": Transition.LEAVE_LOOP,
        "return": Transition.LEAVE_FUNCTION,
    },
    NodeKind.CONDITION: {"hold": Transition.SAME, "continue": Transition.ENTER, "break": Transition.OTHERWISE},
    NodeKind.LOOP: {"hold": Transition.SAME, "continue": Transition.ENTER, "break": Transition.NEXT},
    NodeKind.TRY: {"continue": Transition.ENTER, "break": Transition.NEXT},
    NodeKind.BLOCK: {"continue": Transition.ENTER},
    NodeKind.CALL: {"continue": Transition.CALL},
    NodeKind.BREAK: {"break": Transition.LEAVE_LOOP},
    NodeKind.SKIP: {"continue": Transition.NEXT_ROUND},
    NodeKind.RETURN: {"return": Transition.LEAVE_FUNCTION},
    NodeKind.STOP: {"return": Transition.END},
}
PAIRS = [(kind, operation) for kind in NodeKind for operation in Operation]


@pytest.mark.parametrize(("kind", "operation"), PAIRS)
def test_every_pair_moves_the_counter_or_is_an_error(kind: NodeKind, operation: Operation) -> None:
    expected = TABLE[kind].get(operation.value)
    if expected is None:
        with pytest.raises(IllegalOperation, match=rf"line 7: a {kind} cannot {operation}") as caught:
            transition(kind, operation, line=7, in_loop=True)
        assert caught.value.code == "PC101"
        assert operation not in legal(kind)
    else:
        assert transition(kind, operation, line=7, in_loop=True) is expected
        assert operation in legal(kind)


@pytest.mark.parametrize(
    ("kind", "operation"),
    [(NodeKind.STEP, Operation.BREAK), (NodeKind.BREAK, Operation.BREAK), (NodeKind.SKIP, Operation.CONTINUE)],
)
def test_leaving_a_loop_outside_of_one_is_an_error(kind: NodeKind, operation: Operation) -> None:
    with pytest.raises(IllegalOperation) as caught:
        transition(kind, operation, line=3, in_loop=False)
    assert caught.value.code == "PC102"


def test_the_documented_table_equals_the_operations(checkout: Path) -> None:
    text = (checkout / "docs" / "machine.md").read_text(encoding="utf-8")
    documented = text.split("<!-- operations -->\n")[1].split("<!-- end -->")[0]
    rows = ["| node | " + " | ".join(Operation) + " |", "|---|---|---|---|---|"]
    for kind in NodeKind:
        cells = [str(transition(kind, op, line=1, in_loop=True)) if op in legal(kind) else "" for op in Operation]
        rows.append(f"| {kind} | " + " | ".join(cells) + " |")
    assert documented.splitlines() == rows
