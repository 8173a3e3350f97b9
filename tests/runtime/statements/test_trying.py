"""`try` and `switch` at run time: retried blocks, blocks that must not be retried, and resumed runs."""

from __future__ import annotations

import pytest

from agentprog.ports import OutcomeKind
from agentprog.runtime.journal.events import Told
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.safety.limits import Limits
from tests.runtime.resuming.lives import IN_QUARTERS, deaths, of_quarter, second_life

COUNTED = """set {n} to 0
try 3 times:
    increase {n} by 1
    if {n} < %d:
        set {x} to {nothing_here[{n}]}
on error:
    tell user "gave up: {error}"
set {answer} to {n}
"""


@pytest.mark.parametrize(("needed", "answer", "messages"), [(1, 1, []), (3, 3, []), (4, 3, ["gave up"])])
def test_a_block_is_tried_as_often_as_given(lab, needed: int, answer: int, messages: list[str]) -> None:
    outcome = lab.exact(COUNTED.replace("{nothing_here[{n}]}", "{n.part}") % needed)
    assert (outcome.kind, outcome.answer) == (OutcomeKind.COMPLETED, answer)
    assert [event.text.split(":")[0] for event in lab.events.of(Told)] == messages


def test_the_error_variable_names_the_failure_and_its_line(lab) -> None:
    lab.exact('set {l} to []\ntry:\n    set {x} to {l[4]}\non error:\n    tell user "{error}"\n')
    assert [event.text for event in lab.events.of(Told)] == ["line 3: {l} has 0 items: there is no [4]"]


def test_without_an_on_error_the_last_failure_is_that_of_the_program(lab) -> None:
    outcome = lab.exact("set {l} to []\ntry 2 times:\n    set {x} to {l[4]}\n")
    assert outcome.kind is OutcomeKind.FAILED
    assert "line 3" in outcome.reason


def test_an_outer_try_handles_a_failure_of_a_task_and_of_an_inner_try(lab) -> None:
    program = """define a task named "Fail":
    set {l} to []
    repeat 2 times:
        try:
            set {x} to {l[4]}
set {n} to 0
for each {i} in [1, 2]:
    try 2 times:
        increase {n} by 1
        execute task "Fail"
    on error:
        increase {n} by 10
set {answer} to {n}
"""
    assert lab.exact(program).answer == 24


def test_jumps_leave_a_try_and_its_loop_correctly(lab) -> None:
    program = """set {n} to 0
for each {i} in [1, 2, 3, 4]:
    try 2 times:
        increase {n} by 1
        if {i} is 1, continue
        if {i} is 3, break the loop
set {answer} to {n}
"""
    assert lab.exact(program).answer == 3


def test_a_sent_message_is_not_sent_again_by_a_retry(lab) -> None:
    program = """try 3 times:
    In the "Chat" app, send "hello" to +1234567
    Verify that "Unheard of" appears
on error:
    tell user "stopped"
"""
    lab.run(program)
    assert lab.phone.messages == [("+1234567", "hello")]
    assert [event.text for event in lab.events.of(Told)] == ["stopped"]


def test_a_stop_is_no_failure(lab) -> None:
    outcome = lab.exact("try:\n    while 1 < 2:\n        set {x} to 1\non error:\n    set {answer} to 1\n",
                        limits=Limits(iterations=5))  # fmt: skip
    assert outcome.kind is OutcomeKind.OUT_OF_BUDGET


TRIES = """set {n} to 0
try 2 times:
    increase {n} by 1
    In the "Notes" app, add the note "Milk {n}"
    Open the "Notes" app
    Verify that "No such thing {n}" appears
on error:
    In the "Notes" app, add the note "gave up"
    tell user "{error}"
set {answer} to {n}
"""


@IN_QUARTERS
def test_killed_at_any_line_it_fails_and_tries_as_it_would_have(new_lab, tmp_path, quarter: int) -> None:
    calm = new_lab()
    undisturbed = calm.run(TRIES)
    ends = {(undisturbed.kind, undisturbed.answer, tuple(calm.phone.notes))}
    for count, (phone, path) in of_quarter(deaths(new_lab, tmp_path, TRIES), quarter):
        outcome, _lab = second_life(new_lab, phone, path)
        ends.add((outcome.kind, outcome.answer, tuple(phone.notes)))
        messages = [event.text for event in RunFolder.open(path).events() if isinstance(event, Told)]
        assert len(messages) == 1, count
    assert len(ends) == 1, ends


@pytest.mark.parametrize(
    ("drink", "answer"), [('"tea"', "green"), ('"herbs"', "green"), ('"coffee"', "black"), ("7", "seven"), ("8", "?")]
)
def test_a_switch_runs_the_first_case_that_has_its_value(lab, drink: str, answer: str) -> None:
    program = f"""set {{drink}} to {drink}
switch {{drink}}:
    case "coffee": set {{answer}} to "black"
    case "tea", "herbs":
        set {{answer}} to "green"
    case "seven": set {{answer}} to "word"
    case 7: set {{answer}} to "seven"
    otherwise:
        set {{answer}} to "?"
"""
    assert lab.exact(program).answer == answer


def test_unless_is_an_if_that_does_not_hold(lab) -> None:
    program = 'set {n} to 3\nunless {n} > 5:\n    set {answer} to "small"\notherwise:\n    set {answer} to "large"\n'
    assert lab.exact(program).answer == "small"
