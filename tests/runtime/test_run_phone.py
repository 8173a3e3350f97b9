"""Programs on a phone: grounding, evidence, gate, reading, conditions, honest ends."""

from __future__ import annotations

import pytest

from agentprog.errors import DeviceGone, ModelUnreachable
from agentprog.ports import OpenApp, OutcomeKind, PressKey, Scroll, Tap, TypeText, describe
from agentprog.runtime.journal.events import (
    ActionDone,
    ActionIntended,
    ActionRefused,
    BeliefChanged,
    Confirmed,
    ItemDone,
    RunFinished,
    StepFinished,
    Told,
    VariableSet,
)
from agentprog.runtime.roles import Act, Reading, Roles, StepDone
from agentprog.runtime.safety.limits import Limits
from agentprog.runtime.safety.policy import Policy, Rule

from .conftest import SensibleExtractor, SensibleGrounder

ADD = 'In the "Notes" app, add the note "Milk"\n'
IF = 'In the "Notes" app:\n    if {}:\n        set {{answer}} to 1\n    else:\n        set {{answer}} to 2\n'
SEND = 'In the "Chat" app, send "hello" to +1234567\n'


def acts(context) -> list[object]:
    """What the grounder itself has done in the step: entering the app is the machine's."""
    return [attempt.action for attempt in context.tried.attempts if not isinstance(attempt.action, OpenApp)]


def said(lab) -> list[str]:
    return [describe(action) for action in lab.phone.actions]


def test_a_step_in_plain_words_changes_the_phone_and_is_verified(lab) -> None:
    outcome = lab.run(ADD)
    assert outcome.kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["Milk"]
    assert lab.phone.closed == 1
    finished = lab.events.of(StepFinished)[-1]
    assert (finished.status, finished.tier, finished.actions) == ("verified", "semantic", 4)


def test_the_app_is_entered_once_by_the_machine_itself(lab) -> None:
    lab.run(ADD + 'In the "Notes" app, add the note "Eggs"\n')
    assert said(lab).count('open app "Notes"') == 1
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


def test_what_was_only_typed_is_no_evidence(lab) -> None:
    class Typist:
        def next_move(self, context):
            field = next(e for e in context.seen.screen.elements if e.label == "Message")
            if field.text != "hello":
                return Act(action=TypeText(text="hello", target=field))
            return StepDone(reason="typed", evidence="hello")

    lab.roles = Roles(grounder=Typist())
    assert lab.run(SEND).kind is OutcomeKind.UNVERIFIED


def test_a_later_verify_confirms_what_had_no_evidence(lab) -> None:
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


def test_removing_is_proven_by_what_is_gone(lab) -> None:
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


def test_what_no_screen_tells_a_person_is_asked(lab) -> None:
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


# ---------------------------------------------------------------- direct commands


def test_direct_commands_need_no_model(lab) -> None:
    lab.roles = Roles()
    outcome = lab.run('open the "Notes" app\ntap "New"\ntype "Milk" into "Title"\ntap "Save"\npress home\n')
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.notes == ["Milk"]
    assert said(lab)[0] == 'open app "Notes"'
    assert lab.phone.actions[-1] == PressKey(key="home")


def test_a_target_that_is_not_there_is_an_error_with_the_nearest_names(lab) -> None:
    lab.roles = Roles()
    outcome = lab.run('open the "Notes" app\ntap "New"\ntap "Sve"\n')
    assert outcome.kind is OutcomeKind.FAILED
    assert 'line 3: there is no element "Sve"' in outcome.reason
    assert "'Save'" in outcome.reason


def test_typing_what_a_field_holds_already_is_proven(lab) -> None:
    lab.roles = Roles()
    program = 'open the "Notes" app\ntap "New"\ntype "Milk" into "Title"\ntype "Milk" into "Title"\n'
    outcome = lab.run(program)
    assert [proof.proven for proof in outcome.proofs] == [True, True, True]


def test_a_part_of_a_word_is_no_target(lab) -> None:
    lab.roles = Roles()
    outcome = lab.run('open the "Notes" app\ntap "Ne"\n')
    assert outcome.reason == "line 2: there is no element \"Ne\" on the screen; there is 'New'"


def test_an_ambiguous_target_is_an_error_that_lists_all_or_left_to_the_model_that_wrote_it(lab) -> None:
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


def test_scrolling_to_a_text_ends_where_it_is_or_at_the_end(lab) -> None:
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


# ---------------------------------------------------------------- reading


def test_a_list_is_read_screen_by_screen_without_doubling(lab) -> None:
    lab.phone.notes = [f"note {number}" for number in range(13)]
    outcome = lab.run('In the "Notes" app, get all notes from the screen, record as {answer} (list of text)\n')
    assert outcome.answer == lab.phone.notes, outcome
    assert lab.events.of(VariableSet)[0].provenance == "screen"
    assert all(isinstance(action, OpenApp | Scroll) for action in lab.phone.actions)


def test_equal_items_of_a_list_are_all_kept(lab) -> None:
    lab.phone.notes = ["a", "b", "a", "b", "a", "c", "d", "e"]
    outcome = lab.run('In the "Notes" app, get all notes from the screen, record as {answer} (list of text)\n')
    assert outcome.answer == lab.phone.notes


def test_a_step_with_a_result_reads_it_after_it_is_done(lab) -> None:
    lab.phone.notes = [f"note {number}" for number in range(8)] + ["Ann +1555"]
    outcome = lab.run('In the "Notes" app, find the number of "Ann", record as {answer}\n')
    assert outcome.answer == "Ann +1555"


class Opens(SensibleGrounder):
    """Opens the note of that name, on whose page its title does not stand again as the step says it."""

    def next_move(self, context):  # type: ignore[no-untyped-def]
        shown = {element.label: element for element in context.seen.screen.elements}
        if "Ann +1555" in shown and "New" in shown:
            return Act(action=Tap(target=shown["Ann +1555"]))
        return StepDone(reason="it is open")


@pytest.mark.parametrize(
    ("words", "kind", "status"),
    [
        ('open what "Annabel" wrote', OutcomeKind.COMPLETED, "verified"),
        ('delete what "Annabel" wrote', OutcomeKind.UNVERIFIED, "unverified"),
    ],
)
def test_a_step_that_reads_is_proven_by_what_was_read_and_not_by_its_words(
    lab, words: str, kind: OutcomeKind, status: str
) -> None:
    class First(SensibleExtractor):
        def read(self, context):  # type: ignore[no-untyped-def]
            return Reading(value="Ann +1555", evidence="Ann +1555")

    lab.phone.notes = ["Ann +1555"]
    lab.roles = Roles(grounder=Opens(), extractor=First())
    outcome = lab.run(f'In the "Notes" app, {words}, record as {{answer}}\n')
    step = lab.events.of(StepFinished)[-1]
    assert (outcome.kind, step.status) == (kind, status), (outcome, step)
    assert outcome.answer == "Ann +1555"


def test_what_no_screen_says_fails_the_run(lab) -> None:
    lab.phone.notes = ["Bob"]
    outcome = lab.run('In the "Notes" app, find the number of "Ann", record as {answer}\n')
    assert outcome.kind is OutcomeKind.FAILED
    assert "line 1: no screen says what is wanted" in outcome.reason
    assert outcome.answer is None


def test_things_on_the_phone_can_be_gone_through(lab) -> None:
    lab.phone.notes = ["Milk", "Eggs"]
    program = 'set {answer} to ""\nIn the "Notes" app:\n    for each {n} in all the notes:\n'
    program += '        set {answer} to "{answer}{n} "\n'
    assert lab.run(program).answer == "Milk Eggs "


# ---------------------------------------------------------------- stuck, repeated, refused


def test_a_stuck_step_asks_a_person_and_tells_the_grounder(lab) -> None:
    lab.person.answers["No idea"] = "press home"
    outcome = lab.run('In the "Notes" app, juggle the note "Milk"\n')
    assert outcome.kind is OutcomeKind.FAILED
    assert any("The user says: press home" in hint for c in lab.grounder.contexts for hint in c.background.hints)
    assert lab.run('In the "Notes" app, juggle "Milk"\n', interactive=False).kind is OutcomeKind.NEEDS_HUMAN
    assert lab.run('In the "Notes" app, do the impossible\n').kind is OutcomeKind.INFEASIBLE


class Stubborn:
    def next_move(self, context):
        return Act(action=Tap(target=next(e for e in context.seen.screen.elements if e.label == "notes")))


def test_repeating_without_effect_is_hinted_at_then_ends_the_step(lab) -> None:
    hints: list[tuple[str, ...]] = []

    class Watched(Stubborn):
        def next_move(self, context):
            hints.append(context.background.hints)
            return super().next_move(context)

    lab.roles = Roles(grounder=Watched())
    outcome = lab.run(ADD, interactive=False)
    assert outcome.kind is OutcomeKind.FAILED
    assert "repeats itself" in outcome.reason
    assert len(hints) == 3
    assert any("changed nothing" in hint for hint in hints[1])
    assert any("more than once" in hint for hint in hints[2])


def test_a_step_has_a_hold_limit(lab) -> None:
    class Restless:
        def next_move(self, context):
            down = len(acts(context)) % 2 == 0
            return Act(action=Scroll(direction="down" if down else "up"))

    lab.phone.notes = [str(number) for number in range(99)]
    lab.roles = Roles(grounder=Restless())
    outcome = lab.run(ADD, limits=Limits(holds=6), repeats=99)
    assert outcome.kind is OutcomeKind.OUT_OF_BUDGET
    assert "6 actions" in outcome.reason


def test_actions_are_a_budget_that_is_never_passed(lab) -> None:
    outcome = lab.run(ADD, limits=Limits(actions=3))
    assert outcome.kind is OutcomeKind.OUT_OF_BUDGET
    assert len(lab.phone.actions) == 3
    assert lab.phone.notes == []


def test_a_risky_action_nobody_asked_for_is_asked_about(lab) -> None:
    class Deceived:
        def next_move(self, context):
            labels = {e.label: e for e in context.seen.screen.elements}
            return Act(action=Tap(target=labels["Send"])) if len(acts(context)) < 2 else StepDone(reason="fine")

    lab.roles = Roles(grounder=Deceived())
    lab.person.allows = False
    program = 'In the "Chat" app, read what is new\n'
    lab.run(program)
    assert lab.phone.messages == []
    assert len(lab.events.of(ActionRefused)) == 2
    assert not lab.events.of(Confirmed)[0].allowed
    assert lab.run(program, interactive=False).kind is OutcomeKind.NEEDS_HUMAN
    lab.run(program, policy=Policy(default=Rule.DENY), interactive=False)
    assert lab.phone.messages == []


def test_a_model_written_program_is_no_authority(lab) -> None:
    denied = {"policy": Policy(default=Rule.DENY), "source": "model", "interactive": False}
    lab.run(SEND, instruction="What is new?", **denied)
    assert lab.phone.messages == []
    outcome = lab.run(SEND, instruction="Say hello to +1234567: send it", **denied)
    assert outcome.kind is OutcomeKind.VERIFIED
    assert lab.phone.messages == [("+1234567", "hello")]


def test_the_header_keeps_the_program_in_its_apps(lab) -> None:
    outcome = lab.run("---\napps: [Notes]\n---\n" + ADD)
    assert outcome.kind is OutcomeKind.VERIFIED


def test_a_dry_run_touches_nothing_and_says_what_it_would_do(lab) -> None:
    outcome = lab.run('open the "Notes" app\n' + SEND, dry_run=True)
    assert outcome.dry
    assert lab.events.of(RunFinished)[0].dry
    assert lab.phone.actions == []
    assert outcome.kind is OutcomeKind.COMPLETED
    assert lab.events.of(ActionIntended)[0].text == 'open app "Notes"'
    assert lab.grounder.contexts == []
    assert all(event.dry for event in lab.events.of(ActionIntended))
    assert lab.events.of(ActionDone) == []


def test_a_dry_run_opens_an_app_in_words_once(lab) -> None:
    lab.run('open the "Notes" app\ntap "New"\n' + ADD + 'press home\ntap "New"\n', dry_run=True)
    would = [event.text for event in lab.events.of(ActionIntended)]
    assert would == ['open app "Notes"', "press home", 'open app "Notes"']
    ended = lab.events.of(StepFinished)
    assert [event.status for event in ended] == ["not done"] * 5
    assert "is not in front" in ended[1].detail


def test_a_dry_run_tells_nobody_anything(lab) -> None:
    assert lab.run('tell user "It is sent."\n', dry_run=True).kind is OutcomeKind.COMPLETED
    assert lab.person.told == []
    assert [(event.text, event.dry) for event in lab.events.of(Told)] == [("It is sent.", True)]


# ---------------------------------------------------------------- errors of the world


def test_a_phone_that_breaks_ends_the_run_with_its_exit_code_and_is_closed(lab) -> None:
    def unplug(action) -> bool:
        if isinstance(action, Tap):
            raise DeviceGone("the phone fake-1 has gone")
        return True

    lab.phone.before_action = unplug
    outcome = lab.run(ADD)
    assert outcome.kind is OutcomeKind.FAILED
    assert outcome.exit_code == 3
    assert isinstance(outcome.error, DeviceGone)
    assert lab.phone.closed == 1
    assert lab.events.of(StepFinished)[-1].status == "failed"


def test_a_model_that_cannot_be_reached_ends_the_run_with_its_exit_code(lab) -> None:
    class Absent:
        def next_move(self, context):
            raise ModelUnreachable("no connection")

    lab.roles = Roles(grounder=Absent())
    assert lab.run(ADD).exit_code == 4


def test_cancelling_takes_effect_before_the_next_action(lab) -> None:
    def stop(action) -> bool:
        if len(lab.phone.actions) == 2:
            lab.cancel.cancel("stop")
        return True

    lab.phone.before_action = stop
    outcome = lab.run(ADD)
    assert outcome.kind is OutcomeKind.INTERRUPTED
    assert len(lab.phone.actions) == 2
    assert lab.phone.closed == 1


# ---------------------------------------------------------------- what the grounder is told


def test_the_context_holds_what_the_step_needs(lab) -> None:
    program = 'set {x} to "Milk"\nset {unused} to 5\nIn the "Notes" app, add the note {x}\n'
    lab.run(program, instruction="please add Milk")
    first = lab.grounder.contexts[0]
    assert first.goal.instruction == "please add Milk"
    assert (first.goal.line, first.seen.app, first.goal.step) == (3, "Notes", "add the note Milk")
    assert first.goal.literals == ("Milk",)
    assert '3 In the "Notes" app' in first.goal.program
    assert first.background.variables[0].startswith('{x} = "Milk" (text')
    assert len(first.background.variables) == 2
    assert first.background.apps == ("Chat", "Notes")
    assert first.seen.now == lab.phone.today
    assert len(first.background.path) >= 2


@pytest.mark.usefixtures("asked_anew")
def test_earlier_executions_of_the_same_step_are_recalled_and_their_actions_pruned_from_the_path(lab) -> None:
    program = 'for each {x} in ["A1", "B2", "C3"]:\n    In the "Notes" app, add the note "{x}"\n'
    lab.run(program)
    last = lab.grounder.contexts[-1]
    assert any("B2" in line for line in last.background.earlier)
    assert not any("A1" in line for line in last.background.earlier)
    assert not any("type" in line for line in last.background.path)
    lab.phone.notes.clear()
    off = lab.run(program, retrieval=False)
    assert off.kind is OutcomeKind.VERIFIED
    assert lab.grounder.contexts[-1].background.earlier == ()


def test_beliefs_are_checked_at_every_observation(lab) -> None:
    lab.run(ADD)
    changes = [(event.change, event.text) for event in lab.events.of(BeliefChanged)]
    assert ("add", '"Notes" is in front') in changes
    assert ("confirm", '"Notes" is in front') in changes


@pytest.mark.parametrize("name", ["Milk & Ä", "日本語", 'a "quoted" one', "🙂"])
def test_names_of_any_script_are_carried_as_they_are(lab, name: str) -> None:
    program = '---\ninputs:\n  n: {type: text}\n---\nIn the "Notes" app, add the note {n}\n'
    outcome = lab.run(program, inputs={"n": name})
    assert outcome.kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == [name]


def test_a_statement_looks_at_the_phone_no_more_often_than_it_must(lab) -> None:
    lab.roles = Roles()
    lab.run('open the "Notes" app\ntap "New"\ntype "Milk" into "Title"\ntap "Save"\nverify that "Milk" appears\n')
    assert len(lab.phone.actions) == 4
    assert lab.phone.observations == 2 * 4 + 1


def test_a_step_that_is_true_already_has_no_effect_and_nothing_to_verify(lab) -> None:
    lab.phone.notes = ["Milk"]
    assert lab.run(ADD).kind is OutcomeKind.COMPLETED
    assert lab.phone.notes == ["Milk"]


@pytest.mark.usefixtures("asked_anew")
def test_without_the_tree_the_path_is_not_pruned(lab) -> None:
    lab.run('for each {x} in ["A1", "B2", "C3"]:\n    In the "Notes" app, add the note "{x}"\n', tree=False)
    assert any("type" in line for line in lab.grounder.contexts[-1].background.history)


def test_a_loop_over_a_list_keeps_a_ledger_of_what_is_proven_done(lab) -> None:
    text = 'for each {x} in ["Milk", "Eggs"]:\n    In the "Notes" app, add the note "{x}"\n'
    lab.run(text)
    assert [(e.iteration, e.item, e.proven) for e in lab.events.of(ItemDone)] == [(1, "Milk", True), (2, "Eggs", True)]
