"""A loop that sets a part of its item sets it in the list too."""

from __future__ import annotations

import pytest

from agentprog.ports import OutcomeKind


@pytest.mark.parametrize(
    ("program", "answer"),
    [
        (
            (
                'set {rows} to [{"q": 2, "p": 3}, {"q": 1, "p": 5}]\nfor each row {r} in {rows}:\n'
                "    set {r.total} to {r.q} * {r.p}\nset {answer} to the sum of {rows.total}\n"
            ),
            11,
        ),
        (
            (
                'set {rows} to [{"q": 2}, {"q": 2}, {"q": 3}]\nfor each {r} in {rows}:\n'
                "    if {r.q} is 2, increase {r.q} by {loop.iteration}\nset {answer} to {rows}\n"
            ),
            [{"q": 3}, {"q": 4}, {"q": 3}],
        ),
        (
            (
                'create an empty table {t} with columns "a"\nadd {"a": 1} to {t}\nadd {"a": 2} to {t}\n'
                "for each {r} in {t}:\n    set {r.b} to {r.a} + 1\n    set {r.c} to {r.b} + 1\n"
                "set {answer} to the sum of {t.c}\n"
            ),
            7,
        ),
        (
            (
                'set {p} to {"x": 1, "y": 2}\nfor each {e} in {p}:\n    set {e.value} to {e.value} * 10\n'
                "set {answer} to {p}\n"
            ),
            {"x": 10, "y": 20},
        ),
        (
            (
                'set {g} to [{"m": [{"n": 1}, {"n": 2}]}]\nfor each {one} in {g}:\n    for each {m} in {one.m}:\n'
                "        set {m.n} to {m.n} + 5\nset {answer} to {g}\n"
            ),
            [{"m": [{"n": 6}, {"n": 7}]}],
        ),
        (
            (
                'set {l} to [{"n": 1}, {"n": 2}]\nfor each {a} in {l}:\n    for each {b} in {l}:\n'
                "        increase {b.n} by 1\n    set {a.k} to {a.n}\nset {answer} to {l}\n"
            ),
            [{"n": 3, "k": 2}, {"n": 4, "k": 4}],
        ),
        (
            (
                'set {l} to [{"n": 1}, {"n": 2}]\nfor each {a} in {l}:\n    remove {a} from {l}\n    set {a.k} to 1\n'
                "set {answer} to {l}\n"
            ),
            [],
        ),
        (
            (
                'set {l} to [{"n": 1}]\nset {other} to {"n": 7}\nfor each {a} in {l}:\n    set {a} to {other}\n'
                "    set {a.k} to 1\nset {answer} to {l}\n"
            ),
            [{"n": 1}],
        ),
    ],
)
def test_the_list_has_the_new_part(lab, program: str, answer: object) -> None:
    outcome = lab.exact(program)
    assert outcome.kind is OutcomeKind.COMPLETED, outcome
    assert outcome.answer == answer


def test_the_key_of_an_entry_cannot_be_set(lab) -> None:
    outcome = lab.exact('set {p} to {"x": 1}\nfor each {e} in {p}:\n    set {e.key} to "y"\n')
    assert outcome.kind is OutcomeKind.FAILED
    assert "cannot be set" in str(outcome.error)


@pytest.mark.parametrize("line", ["set {best} to the maximum of {rows}", "sort {rows}"])
def test_objects_have_no_order(lab, line: str) -> None:
    program = f'set {{rows}} to []\nadd {{"a": 3}} to {{rows}}\nadd {{"a": 2}} to {{rows}}\n{line}\n'
    outcome = lab.exact(program)
    assert outcome.kind is OutcomeKind.FAILED
    assert "has no order" in str(outcome.error)
