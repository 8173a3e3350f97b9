"""Steps with their exact lines: without a model, beside one, and killed at every point."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from agentprog.ports import ActionResult, Element, OutcomeKind, Role, Tap, TypeText, describe
from agentprog.runtime.journal.events import ActionIntended, MoveDecided, StepFinished
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.roles import Act, Move, Roles, StepContext, StepDone, StepStuck
from tests.runtime.conftest import FakePhone, Lab
from tests.runtime.resuming.lives import IN_QUARTERS, Killed, deaths, first_life, fresh, of_quarter, second_life

ADD = """In the "Notes" app, add the note "Milk"
    exactly:
        Tap "New"
        Type "Milk" into "Title"
        Tap "Save"
"""
LOOP = """for each {x} in ["Milk", "Eggs", "Tea"]:
    In the "Notes" app, add the note "{x}"
        exactly:
            Tap "New"
            Type {x} into "Title"
            Tap "Save"
            Verify that "{x}" appears
set {answer} to "done"
"""
SEND = """In the "Chat" app, send "hello" to +1234567
    exactly:
        Type "+1234567" into "Number"
        Type "hello" into "Message"
        Tap "Send"
"""


@pytest.fixture(autouse=True)
def _no_disk_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", lambda _descriptor: None)


def alone(lab: Lab, text: str, **options: Any) -> Any:
    """A run without any model."""
    lab.roles = Roles()
    return lab.run(text, **options)


def acts(lab: Lab) -> list[str]:
    return [describe(action) for action in lab.phone.actions]


def test_the_lines_do_the_step_without_a_model_and_its_sentence_is_proven(lab) -> None:
    outcome = alone(lab, ADD)
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.notes == ["Milk"]
    finished = lab.events.of(StepFinished)[0]
    assert (finished.tier, finished.status, finished.model_calls) == ("exact", "verified", 0)
    assert {event.why for event in lab.events.of(ActionIntended)} == {"enter app", "exactly"}


def test_in_a_loop_the_lines_read_the_rounds_variable(lab) -> None:
    outcome = alone(lab, LOOP)
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.notes == ["Milk", "Eggs", "Tea"]


def test_exact_lines_ask_no_model(lab) -> None:
    assert lab.run(LOOP).kind is OutcomeKind.VERIFIED
    assert lab.grounder.contexts == []


def test_without_a_model_a_failing_exact_line_is_named_and_ends_the_run(lab) -> None:
    outcome = alone(lab, ADD.replace('"Save"', '"Store"'))
    assert outcome.kind is OutcomeKind.FAILED
    assert outcome.reason.startswith('line 5: there is no element "Store" on the screen')
    assert "--model" in outcome.error.hint
    assert acts(lab)[-1] == 'type "Milk" into field "Title"'


def test_an_exact_line_touches_neither_of_two_namesakes(lab) -> None:
    lab.phone.notes = ["Milk", "Milk"]
    outcome = alone(lab, 'In the "Notes" app, show the note "Milk"\n    exactly:\n        Tap "Milk"\n')
    assert outcome.reason.startswith('line 3: "Milk" is on the screen 2 times')
    assert acts(lab) == ['open app "Notes"']


def test_a_search_that_ends_at_two_namesakes_reports_them(lab) -> None:
    lab.phone.notes = ["Milk", "Milk"]
    step = 'In the "Notes" app, show the note "Milk"\n    exactly:\n        Scroll to the item "Milk"\n'
    assert alone(lab, step).reason.startswith('line 3: item "Milk" is on the screen 2 times')
    assert lab.run('In the "Notes" app, scroll to the item "Milk"\n').reason.startswith('line 1: item "Milk" is on')
    assert "not found by scrolling" in alone(lab, step.replace('item "Milk"', 'item "Oil"')).reason


def test_a_popup_is_sent_away_by_the_model_and_the_lines_go_on(lab) -> None:
    def rate(action) -> bool:
        if describe(action) == 'tap button "New"' and not rated:
            rated.append(True)
            lab.phone._tap("New")
            lab.phone.popup = "Do you like this app?"
            return False
        return True

    rated: list[bool] = []
    lab.phone.before_action = rate
    outcome = lab.run(ADD)
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert acts(lab) == [
        'open app "Notes"', 'tap button "New"', 'tap button "Later"', 'type "Milk" into field "Title"',
        'tap button "Save"',
    ]  # fmt: skip
    assert len(lab.grounder.contexts) == 1, "one move, and the lines take over again"
    hints = " ".join(lab.grounder.contexts[0].background.hints)
    assert 'Done already, never again: Tap "New".' in hints
    assert 'This could not be done as it is written: Type "Milk" into "Title"' in hints
    assert 'Then these were to follow: Tap "Save".' in hints


def test_a_renamed_button_is_left_to_the_model_which_finishes_the_step(lab) -> None:
    outcome = lab.run(ADD.replace('Tap "Save"', 'Tap "Store"\n        Press back'))
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.notes == ["Milk"]
    assert acts(lab)[-1] == 'tap button "Save"', "the line behind the renamed one is not run any more"


def test_exact_lines_that_the_model_did_are_not_done_again(lab) -> None:
    """The model answers the popup, and then writes and sends the message itself: nothing goes out twice."""
    lab.phone.popup = "Back up your messages?"
    moves = iter([
        lambda shown: Act(action=TypeText(text="+1234567", target=shown["Number"])),
        lambda shown: Act(action=TypeText(text="hello", target=shown["Message"])),
        lambda shown: Act(action=Tap(target=shown["Send"])),
    ])  # fmt: skip

    class Eager:
        def next_move(self, context: StepContext) -> Move:
            shown = {element.label: element for element in context.seen.screen.elements}
            lab.phone.popup = ""
            move = next(moves, None)
            if "Number" not in shown:
                return Act(action=Tap(target=shown["Later"]))
            return move(shown) if move is not None else StepDone(reason="sent")

    lab.roles = Roles(grounder=Eager())
    outcome = lab.run('In the "Chat" app, send "hello" to +1234567\n    exactly:\n' + SEND.split("exactly:\n")[1])
    assert lab.phone.messages == [("+1234567", "hello")], outcome


def test_a_false_verify_inside_a_step_hands_over_and_one_after_it_fails(lab) -> None:
    inside = ADD + '        Verify that "Bread" appears\n'
    assert alone(lab, inside).reason == "line 6: it does not hold"
    again = Lab()
    assert again.run(ADD + 'Verify that "Bread" appears\n').reason.startswith("line 6: this does not hold")


def test_conditions_and_loops_of_the_lines_follow_the_screen(lab) -> None:
    lab.phone.notes = [f"note {n}" for n in range(12)]
    program = """In the "Notes" app, delete the note "note 11"
    exactly:
        If "nothing here" appears:
            Tap "New"
        Otherwise:
            Repeat until "note 11" appears:
                Scroll down
        Tap "note 11"
        Tap "Delete"
        If "Delete this note?" appears:
            Tap "OK" in the dialog
        Repeat until "note 10" appears:
            Scroll down
"""
    outcome = alone(lab, program)
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert "note 11" not in lab.phone.notes
    assert acts(lab).count("scroll down") == 5


def test_a_loop_of_the_lines_has_the_limit_of_every_loop(lab) -> None:
    program = 'In the "Notes" app, look\n    exactly:\n        Repeat until "never" appears:\n            Scroll down\n'
    lab.roles = Roles()
    outcome = lab.run("---\nbudget: {iterations: 4}\n---\n" + program)
    assert outcome.kind is OutcomeKind.OUT_OF_BUDGET
    assert outcome.reason == "the loop of line 6 has run 4 times, which is its limit"


def test_readings_are_the_lines_own_but_for_the_result_of_the_step(lab) -> None:
    lab.phone.notes = ["Milk", "Eggs"]
    program = """set {seen} to "before"
In the "Notes" app, find the last note, record as {last}
    exactly:
        Read the screen text of item number 1, record as {seen}
        Tap "{seen}"
        Press back
        Read the screen text of the last item, record as {last}
        Read the screen text of item number 2, record as {last}
set {answer} to "{seen}, {last}"
"""
    outcome = alone(lab, program.replace("        Read the screen text of the last item, record as {last}\n", ""))
    assert outcome.answer == "before, Eggs", outcome
    assert 'tap item "Milk"' in acts(lab)


def test_a_reading_takes_the_piece_of_the_text_that_it_names(lab) -> None:
    lab.phone.notes = ['Ask for "plan.md" at 5']
    program = """In the "Notes" app, find the file that is asked for, record as {file}
    exactly:
        Read the screen text of item number 1, record as {file} (quoted words)
Read the screen text of item number 1, record as {hour} (only number)
set {answer} to "{file}, {hour}"
"""
    assert alone(lab, program).answer == "plan.md, 5"
    lab.phone.notes = ["Ask for nothing at all"]
    failed = alone(lab, program)
    assert failed.reason == "line 3: it does not clearly show quoted words"
    failed = alone(lab, 'In the "Notes" app:\n    Read the screen text of item number 1, record as {n} (only number)\n')
    assert failed.reason == "line 2: it does not clearly show only number"


def test_a_result_that_no_exact_line_read_fails_the_step(lab) -> None:
    program = """In the "Notes" app, find the note, record as {it}
    exactly:
        If "Milk" appears:
            Read the screen text of "Milk", record as {it}
set {answer} to {it}
"""
    assert alone(lab, program).reason == "line 1: no line has read {it}"


def test_an_effect_outside_the_sentence_is_refused(lab) -> None:
    lab.phone.notes = ["Milk"]
    lab.person.allows = False
    program = (
        'In the "Notes" app, show the note "Milk"\n    exactly:\n        Tap "Milk"\n        Tap "Delete"\n'
        '        Tap "OK"\n'
    )
    outcome = alone(lab, program)
    assert lab.phone.notes == ["Milk"]
    assert outcome.kind is OutcomeKind.INFEASIBLE
    assert outcome.reason == "line 4: not allowed: a person refused to delete"


def test_lines_that_were_run_and_did_nothing_that_lasts_are_left_to_the_model(lab) -> None:
    typed = 'In the "Notes" app, add the note "Milk"\n    exactly:\n        Tap "New"\n'
    outcome = lab.run(typed)
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.notes == ["Milk"]
    assert len(lab.events.of(MoveDecided)) >= 2


def test_a_dry_run_of_exact_lines_does_nothing(lab) -> None:
    alone(lab, ADD, dry_run=True)
    assert lab.phone.actions == []


# ------------------------------------------------------------------------------------------------ a second life


@IN_QUARTERS
def test_killed_at_any_line_of_its_journal_nothing_is_lost_or_doubled(new_lab, tmp_path, quarter: int) -> None:
    calm = new_lab()
    assert not first_life(calm, fresh(tmp_path), LOOP)
    left = deaths(new_lab, tmp_path, LOOP)
    for count, (phone, path) in of_quarter(left, quarter):
        outcome, second = second_life(new_lab, phone, path)
        assert outcome.kind is OutcomeKind.VERIFIED, (count, outcome)
        assert phone.notes == calm.phone.notes, count
        assert second.grounder.contexts == [], count


def test_a_message_is_sent_once_despite_a_kill_during_the_send(new_lab, tmp_path) -> None:
    for count in range(1, 5):
        lab, folder = new_lab(), fresh(tmp_path)

        def die(action, lab=lab, count=count) -> bool:
            if len(lab.phone.actions) == count:
                lab.phone.before_action = lambda _action: True
                lab.phone.perform(action)
                raise Killed
            return True

        lab.phone.before_action = die
        assert first_life(lab, folder, SEND)
        lab.phone.before_action = lambda action: True
        outcome, _second = second_life(new_lab, lab.phone, folder.path)
        assert lab.phone.messages == [("+1234567", "hello")], (count, outcome)


@IN_QUARTERS
def test_killed_at_any_line_with_a_popup_in_the_way_nothing_is_doubled(new_lab, tmp_path, quarter: int) -> None:
    def with_popup() -> FakePhone:
        phone = FakePhone()
        phone.popup = "Do you like this app?"
        return phone

    left = deaths(new_lab, tmp_path, ADD, phone=with_popup())
    assert any(isinstance(event, MoveDecided) for event in RunFolder.open(left[-1][1]).events())
    for count, (phone, path) in of_quarter(left, quarter):
        phone = copy.deepcopy(phone)
        outcome, _second = second_life(new_lab, phone, path)
        assert outcome.kind is OutcomeKind.VERIFIED, (count, outcome)
        assert phone.notes == ["Milk"], count


def test_an_action_that_the_phone_fails_goes_to_the_model(lab) -> None:
    failed: list[str] = []
    real = lab.phone.perform

    def perform(action):
        if describe(action) == 'tap button "Save"' and not failed:
            failed.append("once")
            return ActionResult(ok=False, detail="the touch was lost")
        return real(action)

    lab.phone.perform = perform
    outcome = lab.run(ADD)
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.notes == ["Milk"]


def test_a_stuck_model_ends_the_step_as_any_other(lab) -> None:
    class Stuck:
        def next_move(self, context: StepContext) -> Move:
            return StepStuck(reason="No idea.", infeasible=True)

    lab.roles = Roles(grounder=Stuck())
    outcome = lab.run(ADD.replace('"Save"', '"Store"'), interactive=False)
    assert outcome.kind is OutcomeKind.INFEASIBLE, outcome
    assert lab.phone.notes == []
    assert all(isinstance(a.target, Element) and a.target.role is not Role.TEXT for a in lab.phone.actions[1:])


DOWN = """Define a task named "Down":
    Task input: {n} (number)
    If {n} > 0:
        In the "Notes" app, add the note "number {n}"
            exactly:
                Read the screen text of the button "New", record as {label}
                Tap "{label}"
                Type "number {n}" into "Title"
                If "Save" appears:
                    Tap "Save"
                Otherwise:
                    Press back
        Call "Down" with n = {n} - 1
        In the "Notes" app, delete the note "number {n}"
            exactly:
                Tap "number {n}"
                Tap "Delete"
                Tap "OK" in the dialog
Set {label} to "mine"
Call "Down" with n = 3
Set {answer} to {label}
"""


@IN_QUARTERS
def test_a_run_killed_inside_a_recursive_task_resumes_each_call_at_its_own_line(
    new_lab, tmp_path, quarter: int
) -> None:
    left = deaths(new_lab, tmp_path, DOWN)
    for count, (phone, path) in of_quarter(left, quarter):
        outcome, second = second_life(new_lab, phone, path)
        assert (outcome.kind, outcome.answer) == (OutcomeKind.VERIFIED, "mine"), (count, outcome)
        assert phone.notes == [], count
        assert second.grounder.contexts == [], count
