"""Programs on a phone: grounding, evidence, gate, reading, conditions, honest ends."""

from __future__ import annotations

from agentprog.ports import OutcomeKind, PressKey, Tap, TypeText
from agentprog.runtime.journal.events import (
    ActionIntended,
    StepFinished,
)
from agentprog.runtime.roles import Act, Roles, StepDone
from tests.runtime.conftest import actions_in_words, acts

ADD = 'In the "Notes" app, add the note "Milk"\n'
IF = 'In the "Notes" app:\n    if {}:\n        set {{answer}} to 1\n    else:\n        set {{answer}} to 2\n'
SEND = 'In the "Chat" app, send "hello" to +1234567\n'


def test_a_step_in_plain_words_changes_the_phone_and_is_verified(lab) -> None:
    outcome = lab.run(ADD)
    assert outcome.kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["Milk"]
    assert lab.phone.closed == 1
    finished = lab.events.of(StepFinished)[-1]
    assert (finished.status, finished.tier, finished.actions) == ("verified", "semantic", 4)


def test_the_machine_itself_opens_the_app_once(lab) -> None:
    lab.run(ADD + 'In the "Notes" app, add the note "Eggs"\n')
    assert actions_in_words(lab).count('open app "Notes"') == 1
    assert lab.events.of(ActionIntended)[0].why == "enter app"


def test_the_app_scope_sticks_to_later_steps(lab) -> None:
    assert lab.run(ADD + 'add the note "Eggs"\n').kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["Milk", "Eggs"]
    assert lab.grounder.contexts[-1].seen.app == "Notes"


def test_a_task_runs_in_the_app_of_its_call(lab) -> None:
    program = 'define a task named "T"\n    add the note "Milk"\nIn the "Notes" app:\n    execute task "T"\n'
    assert lab.run(program).kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["Milk"]


def test_a_loop_over_a_list_runs_the_step_for_each(lab) -> None:
    text = 'set {l} to ["Milk", "Eggs"]\nfor each {x} in {l}:\n    In the "Notes" app, add the note "{x}"\n'
    outcome = lab.run(text + SEND)
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.notes == ["Milk", "Eggs"]
    assert lab.phone.messages == [("+1234567", "hello")]


def test_an_app_that_is_not_installed_is_infeasible_and_names_the_nearest(lab) -> None:
    outcome = lab.run('In the "Noted" app, add the note "Milk"\n')
    assert outcome.kind is OutcomeKind.INFEASIBLE
    assert outcome.exit_code == 8
    assert '"Notes"' in outcome.reason


def test_a_step_without_evidence_leaves_the_run_unverified(lab) -> None:
    class Hasty:
        def next_move(self, context):
            fields = [e for e in context.seen.screen.elements if e.editable]
            if fields and not acts(context):
                return Act(action=TypeText(text="x", target=fields[0]))
            return StepDone(reason="surely done")

    lab.roles = Roles(grounder=Hasty())
    outcome = lab.run(SEND)
    assert outcome.kind is OutcomeKind.UNVERIFIED
    assert outcome.exit_code == 7
    assert "line 1" in outcome.reason
    assert "hello" in lab.events.of(StepFinished)[-1].detail


def test_a_text_that_was_only_typed_is_no_evidence(lab) -> None:
    class Typist:
        def next_move(self, context):
            field = next(e for e in context.seen.screen.elements if e.label == "Message")
            if field.text != "hello":
                return Act(action=TypeText(text="hello", target=field))
            return StepDone(reason="typed", evidence="hello")

    lab.roles = Roles(grounder=Typist())
    assert lab.run(SEND).kind is OutcomeKind.UNVERIFIED


def test_a_later_verify_confirms_a_step_without_evidence(lab) -> None:
    class Blind:
        def next_move(self, context):
            if not acts(context):
                lab.phone.notes.append("Milk")
                return Act(action=Tap(target=next(e for e in context.seen.screen.elements if e.label == "New")))
            return StepDone(reason="trust me")

    lab.roles = Roles(grounder=Blind())
    assert lab.run(ADD).kind is OutcomeKind.UNVERIFIED
    lab.phone.page = "notes"
    outcome = lab.run(ADD + 'press back\nverify that "Milk" appears\n')
    assert outcome.kind is OutcomeKind.VERIFIED


def test_the_missing_element_proves_a_deletion(lab) -> None:
    lab.phone.notes = ["Milk", "Eggs"]
    outcome = lab.run('In the "Notes" app, delete the note "Milk"\n')
    assert outcome.kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["Eggs"]


def test_a_verify_that_fails_fails_the_run(lab) -> None:
    outcome = lab.run(ADD + 'verify that "Eggs" appears\nset {answer} to 1\n')
    assert outcome.kind is OutcomeKind.FAILED
    assert "line 2" in outcome.reason
    assert outcome.answer is None
    assert lab.clock.seconds >= 103


def test_a_verify_in_words_is_judged_by_looking(lab) -> None:
    assert lab.run(ADD + 'verify that the note "Milk" exists\n').kind is OutcomeKind.VERIFIED


def test_an_unverifiable_verify_goes_on_but_is_not_verified(lab) -> None:
    outcome = lab.run(ADD + "verify that perhaps all is well\nset {answer} to 1\n")
    assert outcome.kind in (OutcomeKind.UNVERIFIED, OutcomeKind.NEEDS_HUMAN)


def test_a_condition_in_plain_words_is_judged_on_the_screen(lab) -> None:
    lab.phone.notes = ["Milk"]
    program = IF.format('the note "Milk" exists')
    assert lab.run(program).answer == 1
    lab.phone.notes = []
    assert lab.run(program).answer == 2


def test_a_person_answers_a_condition_that_no_screen_shows(lab) -> None:
    lab.person.allows = False
    program = IF.format("perhaps it rains")
    assert lab.run(program).answer == 2
    assert "line 2" in lab.person.asked[0].casefold()
    assert lab.run(program, interactive=False).kind is OutcomeKind.NEEDS_HUMAN


def test_a_condition_on_quoted_text_needs_no_model(lab) -> None:
    lab.phone.notes = ["Milk"]
    lab.roles = Roles()
    program = 'open the "Notes" app\nif "Milk" appears:\n    set {answer} to 1\n'
    assert lab.run(program).answer == 1
    assert {event.tier for event in lab.events.of(StepFinished)} == {"exact"}


def test_direct_commands_need_no_model(lab) -> None:
    lab.roles = Roles()
    outcome = lab.run('open the "Notes" app\ntap "New"\ntype "Milk" into "Title"\ntap "Save"\npress home\n')
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.notes == ["Milk"]
    assert actions_in_words(lab)[0] == 'open app "Notes"'
    assert lab.phone.actions[-1] == PressKey(key="home")


def test_a_touch_that_opens_a_form_is_no_effect(lab) -> None:
    opening = 'Open the "Notes" app\nTap "New"\n'
    outcome = lab.run(opening)
    assert (outcome.kind, outcome.did, outcome.proofs) == (OutcomeKind.COMPLETED, 0, ())
    assert lab.events.of(StepFinished)[-1].status == "verified"
    outcome = lab.run(opening + 'Type "Milk" into "Title"\nTap "Save"\n')
    assert (outcome.kind, outcome.did) == (OutcomeKind.VERIFIED, 2)
    assert [proof.line for proof in outcome.proofs] == [3, 4]


def test_a_missing_target_is_an_error_with_the_nearest_names(lab) -> None:
    lab.roles = Roles()
    outcome = lab.run('open the "Notes" app\ntap "New"\ntap "Sve"\n')
    assert outcome.kind is OutcomeKind.FAILED
    assert 'line 3: there is no element "Sve"' in outcome.reason
    assert "'Save'" in outcome.reason


def test_typing_the_text_that_a_field_holds_already_is_proven(lab) -> None:
    lab.roles = Roles()
    program = 'open the "Notes" app\ntap "New"\ntype "Milk" into "Title"\ntype "Milk" into "Title"\n'
    outcome = lab.run(program)
    assert [(proof.line, proof.proven) for proof in outcome.proofs] == [(3, True), (4, True)]


def test_a_part_of_a_word_is_no_target(lab) -> None:
    lab.roles = Roles()
    outcome = lab.run('open the "Notes" app\ntap "Ne"\n')
    assert outcome.reason == "line 2: there is no element \"Ne\" on the screen; there is 'New'"


def test_an_ambiguous_target_lists_all_matches_or_goes_to_the_model(lab) -> None:
    lab.phone.notes = ["Milk", "Milk"]

    class First:
        def next_move(self, context):
            if acts(context):
                return StepDone(reason="tapped")
            return Act(action=Tap(target=next(e for e in context.seen.screen.elements if e.label == "Milk")))

    lab.roles = Roles(grounder=First())
    outcome = lab.run('open the "Notes" app\ntap "Milk"\n')
    assert outcome.kind is OutcomeKind.FAILED
    assert '"Milk" is on the screen 2 times: item "Milk", item "Milk"' in outcome.reason
    lab.phone.page = "notes"
    assert lab.run('open the "Notes" app\ntap "Milk"\n', source="model").kind is OutcomeKind.VERIFIED


def test_scrolling_to_a_text_ends_at_the_text_or_the_lists_end(lab) -> None:
    lab.phone.notes = [f"note {number}" for number in range(20)]
    lab.roles = Roles()
    outcome = lab.run('open the "Notes" app\nscroll down to "note 9"\ntap "note 9"\n')
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.page == "note"
    lab.phone.page, lab.phone.first = "notes", 0
    outcome = lab.run('open the "Notes" app\nscroll down to "note 99"\n')
    assert outcome.kind is OutcomeKind.FAILED
    assert "was not found" in outcome.reason


def test_waiting_for_a_text_has_a_limit(lab) -> None:
    lab.roles = Roles()
    outcome = lab.run('open the "Notes" app\nwait until "Sent" appears\n')
    assert outcome.kind is OutcomeKind.FAILED
    assert "30 seconds" in outcome.reason


def test_a_wait_may_set_its_own_limit(lab) -> None:
    lab.roles = Roles()
    outcome = lab.run('set {n} to 7\nopen the "Notes" app\nwait until "Sent" appears, at most {n} seconds\n')
    assert outcome.kind is OutcomeKind.FAILED
    assert "waited 7 seconds" in outcome.reason
