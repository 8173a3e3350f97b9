from __future__ import annotations

from agentprog.ports import OutcomeKind


def test_a_step_in_plain_words_changes_the_phone_and_is_verified(lab) -> None:
    outcome = lab.run('In the "Notes" app, add the note "Milk"')
    assert outcome.kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["Milk"]
    assert lab.phone.closed == 1


def test_a_loop_over_a_list_runs_the_step_for_each(lab) -> None:
    text = 'set {l} to ["Milk", "Eggs"]\nfor each {x} in {l}:\n    In the "Notes" app, add the note "{x}"\n'
    outcome = lab.run(text + 'In the "Chat" app, send "hello" to +1234567\n')
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.notes == ["Milk", "Eggs"]
    assert lab.phone.messages == [("+1234567", "hello")]
