"""An action was begun and its outcome is not in the journal: it is looked for, else asked about, never done twice."""

from __future__ import annotations

import pytest

from agentprog.ports import OutcomeKind, describe
from agentprog.runtime.journal.events import (
    RunFinished,
)
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.journal.resume import load
from agentprog.runtime.roles import Roles
from tests.runtime.resuming.lives import Killed, first_life, fresh, second_life


def test_a_send_of_unknown_outcome_without_evidence_asks_a_human_and_is_not_repeated(new_lab, tmp_path) -> None:
    lab, folder = new_lab(), fresh(tmp_path)
    program = 'In the "Chat" app, send "hello" to +1234567\n'

    def die(action) -> bool:
        if describe(action) == 'tap button "Send"':
            lab.phone._tap("Send")
            lab.phone.messages.clear()  # this phone shows no trace of a sent message
            lab.phone.package, lab.phone.page = "com.android.launcher3", "home"
            raise Killed
        return True

    lab.phone.before_action = die
    assert first_life(lab, folder, program)
    lab.phone.before_action = lambda action: True
    outcome, _second = second_life(new_lab, lab.phone, folder.path, interactive=False)
    assert outcome.kind is OutcomeKind.NEEDS_HUMAN
    assert "Send" in outcome.reason
    assert lab.phone.messages == []
    outcome, third = second_life(new_lab, lab.phone, folder.path)  # a person confirms that it happened
    assert ["Did it happen?" in asked for asked in third.person.asked] == [True]
    assert lab.phone.messages == []


EXACT = 'open the "Notes" app\ntap "New"\ntype "Milk" into "Title"\ntap "Save"\n'


def interrupted_at(lab, folder: RunFolder, words: str, *, done: bool, gone: bool, program: str) -> None:
    """The process ends during that action; with `gone`, the phone has also returned to its home screen."""

    def die(action) -> bool:
        if describe(action) == words:
            if done:
                lab.phone._tap(action.target.label)
            if gone:
                lab.phone.package, lab.phone.page, lab.phone.fields = "com.android.launcher3", "home", {}
            raise Killed
        return True

    lab.phone.before_action = die
    assert first_life(lab, folder, program)
    lab.phone.before_action = lambda action: True


@pytest.mark.parametrize("words", ['open app "Notes"', 'tap button "New"', 'type "Milk" into field "Title"'])
@pytest.mark.parametrize("gone", [False, True])
def test_an_exact_command_that_was_begun_and_not_done_is_done(new_lab, tmp_path, words: str, gone: bool) -> None:
    lab, folder = new_lab(roles=Roles()), fresh(tmp_path)
    interrupted_at(lab, folder, words, done=False, gone=gone, program=EXACT)
    outcome, _second = second_life(new_lab, lab.phone, folder.path, interactive=False)
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.notes == ["Milk"]


def test_a_half_typed_text_counts_as_not_typed_after_a_kill(new_lab, tmp_path) -> None:
    lab, folder = new_lab(roles=Roles()), fresh(tmp_path)

    def die(action) -> bool:
        if describe(action) == 'type "Milk" into field "Title"':
            lab.phone.fields["Title"] = "Mi"
            raise Killed
        return True

    lab.phone.before_action = die
    assert first_life(lab, folder, EXACT)
    lab.phone.before_action = lambda action: True
    outcome, _second = second_life(new_lab, lab.phone, folder.path, interactive=False)
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.notes == ["Milk"]


@pytest.mark.parametrize("done", [False, True])
@pytest.mark.parametrize("gone", [False, True])
def test_the_programs_own_verify_settles_a_save_of_unknown_outcome(new_lab, tmp_path, done: bool, gone: bool) -> None:
    lab, folder = new_lab(roles=Roles()), fresh(tmp_path)
    lab.phone.notes = [f"note {number}" for number in range(9)]
    program = EXACT + 'verify that "Milk" appears\npress home\n'
    interrupted_at(lab, folder, 'tap button "Save"', done=done, gone=gone, program=program)
    outcome, _second = second_life(new_lab, lab.phone, folder.path, interactive=False)
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.notes.count("Milk") == 1
    assert isinstance(RunFolder.open(folder.path).events()[-1], RunFinished)


CHAT = (
    'open the "Chat" app\ntype "+1234567" into "Number"\ntype "hello" into "Message"\ntap "Send"\n'
    'verify that "hello" appears\n'
)


@pytest.mark.parametrize("done", [False, True])
def test_a_message_of_unknown_outcome_is_looked_for_before_anybody_is_asked(new_lab, tmp_path, done: bool) -> None:
    lab, folder = new_lab(roles=Roles()), fresh(tmp_path)
    interrupted_at(lab, folder, 'tap button "Send"', done=done, gone=True, program=CHAT)
    outcome, _second = second_life(new_lab, lab.phone, folder.path, interactive=False)
    if done:
        assert outcome.kind is OutcomeKind.VERIFIED, outcome
    else:
        assert outcome.kind is OutcomeKind.NEEDS_HUMAN, "that it is not to be seen does not prove that it was not sent"
        third = new_lab(phone=lab.phone, roles=Roles())
        third.person.allows = False
        kept = load(RunFolder.open(folder.path), known_apps=("Notes", "Chat"))
        outcome = third.run(kept.text, folder=kept.folder, journal=kept.journal)
        assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.messages == [("+1234567", "hello")]


@pytest.mark.parametrize("answer", [None, True, False])
def test_a_save_of_unknown_outcome_without_evidence_is_asked_about(new_lab, tmp_path, answer: bool | None) -> None:
    lab, folder = new_lab(roles=Roles()), fresh(tmp_path)
    interrupted_at(lab, folder, 'tap button "Save"', done=bool(answer), gone=True, program=EXACT)
    outcome, _second = second_life(new_lab, lab.phone, folder.path, interactive=False)
    assert outcome.kind is OutcomeKind.NEEDS_HUMAN
    if answer is None:
        return
    third = new_lab(phone=lab.phone, roles=Roles())
    third.person.allows = answer
    kept = load(RunFolder.open(folder.path))
    outcome = third.run(kept.text, folder=kept.folder, journal=kept.journal)
    assert outcome.kind in (OutcomeKind.VERIFIED, OutcomeKind.UNVERIFIED), outcome
    assert lab.phone.notes == ["Milk"]
