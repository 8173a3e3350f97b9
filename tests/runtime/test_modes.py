"""The fused mode of the program counter: prompts show the next steps, and their moves carry over.
`test_separate.py` has the other mode.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from agentprog.ports import Bounds, Element, OutcomeKind, Role, Tap, TypeText, Window
from agentprog.runtime.journal.events import MoveDecided
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.journal.resume import load
from agentprog.runtime.operations import IllegalOperation
from agentprog.runtime.roles import (
    Act,
    ConditionContext,
    Next,
    Roles,
    StepContext,
    StepDone,
    Verdict,
)
from tests.runtime.conftest import SensibleExtractor

pytestmark = pytest.mark.usefixtures("asked_anew")

LOOP = 'for each {x} in ["Milk", "Eggs"]:\n    In the "Notes" app, add the note "{x}"\n'
TWO = 'In the "Notes" app, add the note "Milk"\nIn the "Notes" app, add the note "Eggs"\n'


@dataclass
class Foresighted:
    """Adds notes like the lab's grounder; the end of a step gives the first action of the step named by `choose`."""

    inner: Any
    choose: str = ""
    because: str = ""
    operation: str = "continue"
    contexts: list[StepContext] = field(default_factory=list)

    def next_move(self, context: StepContext) -> Any:
        self.contexts.append(context)
        move = self.inner.next_move(context)
        if not isinstance(move, StepDone):
            return move
        move = replace(move, operation=self.operation)
        wanted = [s for s in context.goal.successors if self.choose in (s.name, "first")]
        new = next((e for e in context.seen.screen.elements if e.label == "New"), None)
        if not wanted or new is None:
            return move
        then = Next(step=wanted[0].name, act=Act(action=Tap(target=new)), because=self.because)
        return replace(move, then=then)


def foresight(lab: Any, **options: str) -> Foresighted:
    grounder = Foresighted(lab.grounder, **options)
    lab.roles = Roles(grounder=grounder)
    return grounder


def next_of(context: StepContext) -> list[tuple[str, str]]:
    """The names and sentences of the steps that may come next."""
    return [(s.name, s.step) for s in context.goal.successors if not s.behind]


def test_the_goal_shows_the_following_steps(lab) -> None:
    grounder = foresight(lab)
    lab.run(
        'for each {x} in ["Milk", "Eggs", "Salt"]:\n    In the "Notes" app, add the note "{x}"\n'
        'In the "Notes" app, add the note "Tea"\n'
    )
    shown: dict[str, list[tuple[str, str, bool]]] = {}
    for context in grounder.contexts:
        shown.setdefault(context.goal.step, [(s.name, s.step, s.behind) for s in context.goal.successors])
    assert shown['add the note "Milk"'] == [
        ("2, next round", 'add the note "Eggs"', False),
        ("2, next round but one", 'add the note "Salt"', True),
    ]
    assert shown['add the note "Eggs"'][1] == ("3", 'add the note "Tea"', True)


def test_the_steps_that_may_follow_are_shown_with_their_values(lab) -> None:
    grounder = foresight(lab)
    program = (
        'for each {x} in ["Milk", "Eggs"]:\n    In the "Notes" app, add the note "{x}"\n'
        '    if {x} is "Eggs":\n        In the "Notes" app, delete the note "{x}"\n'
        'In the "Notes" app, add the note "Tea"\n'
    )
    assert lab.run(program).kind is OutcomeKind.VERIFIED
    first = next_of(grounder.contexts[0])
    assert first == [("2, next round", 'add the note "Eggs"')], "Milk is not deleted"
    last_round = [(s.name, s.step) for s in grounder.contexts[-1].goal.successors]
    assert last_round == []
    of_eggs = [(s.name, s.step) for c in grounder.contexts if "Eggs" in c.goal.step for s in c.goal.successors]
    assert of_eggs[0] == ("4", 'delete the note "Eggs"')
    assert ("5", 'add the note "Tea"') in [(s.name, s.step) for c in grounder.contexts for s in c.goal.successors]


def test_rounds_that_do_nothing_are_passed_on_the_way_to_the_next_step(lab) -> None:
    grounder = foresight(lab, choose="first")
    program = (
        "set {limit} to 2\nfor each {n} in [3, 1, 2, 4]:\n    if {n} > {limit}:\n"
        '        In the "Notes" app, add the note "note {n}"\n'
    )
    assert lab.run(program).kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["note 3", "note 4"]
    (following,) = grounder.contexts[0].goal.successors
    assert (following.name, following.step) == ("4, next round", 'add the note "note 4"')
    assert [event.carried for event in lab.events.of(MoveDecided)].count(True) == 1


def test_after_an_unknown_condition_the_goal_shows_both_branches(lab) -> None:
    grounder = foresight(lab)
    program = (
        'for each {x} in ["Milk", "Eggs", "Salt"]:\n    In the "Notes" app, add the note "{x}"\n    add 1 to {count}\n'
        '    if {count} > 1:\n        In the "Notes" app, add the note "{x} again"\n'
    )
    lab.run("set {count} to 0\n" + program)
    shown = next_of(grounder.contexts[0])
    assert shown == [("6", 'add the note "Milk again"'), ("3, next round", 'add the note "Eggs"')]


def test_a_step_ahead_is_not_shown_with_a_value_of_the_last_round(lab) -> None:
    grounder = foresight(lab)
    lab.roles = Roles(grounder=grounder, extractor=SensibleExtractor())
    program = (
        'for each {x} in ["Milk", "Eggs"]:\n    In the "Notes" app, add the note "{x}", record as {found}\n'
        '    In the "Notes" app, add the note "{found} found"\n'
    )
    lab.run(program)
    steps = [context.goal for context in grounder.contexts]
    assert {goal.step for goal in steps if goal.line == 2} == {'add the note "Milk"', 'add the note "Eggs"'}
    ahead = {(s.line, s.step) for goal in steps if goal.line == 2 for s in goal.successors}
    assert ahead == set(), "what the step now finds is not known before it has"


TASKS = """define a task named "keep":
    task input: {what} (Text), {times}
    In the "Notes" app, add the note "{what}"
    if {times} is 2:
        In the "Notes" app, add the note "{what} again"
    return
execute task "keep", {what} is "Milk", {times} is 2
In the "Notes" app, add the note "Tea"
for each {x} in ["Eggs", "Salt"]:
    execute task "keep", {what} is {x}, {times} is 1
In the "Notes" app, add the note "{x} at last"
"""


def test_the_goal_shows_steps_after_a_return_and_inside_a_call(lab) -> None:
    grounder = foresight(lab)
    assert lab.run(TASKS).kind is OutcomeKind.VERIFIED
    shown = {}
    for context in grounder.contexts:
        shown.setdefault(context.goal.step, next_of(context))
    assert shown['add the note "Milk"'] == [("5", 'add the note "Milk again"')]
    assert shown['add the note "Milk again"'] == [("8", 'add the note "Tea"')]
    assert shown['add the note "Tea"'] == [("3, next call", 'add the note "Eggs"')]
    assert shown['add the note "Eggs"'] == [("3, next call", 'add the note "Salt"')]
    assert shown['add the note "Salt"'] == [("11", 'add the note "Salt at last"')]


def test_the_action_of_a_step_in_another_task_is_taken_over(lab, new_lab) -> None:
    grounder = foresight(lab, choose="8")
    assert lab.run(TASKS).kind is OutcomeKind.VERIFIED
    plain = new_lab()
    calm = foresight(plain)
    plain.run(TASKS)
    assert lab.phone.notes == plain.phone.notes == ["Milk", "Milk again", "Tea", "Eggs", "Salt", "Salt at last"]
    assert len([event for event in lab.events.of(MoveDecided) if event.carried]) == 1
    assert len(grounder.contexts) == len(calm.contexts) - 1


def test_a_task_that_calls_itself_names_its_steps_apart(lab) -> None:
    grounder = foresight(lab)
    program = (
        'define a task named "count":\n    task input: {n} (Number)\n    if {n} > 0:\n'
        '        In the "Notes" app, add the note "note {n}"\n        execute task "count", {n} is {n} - 1\n'
        '        In the "Notes" app, add the note "back {n}"\nexecute task "count", {n} is 2\n'
    )
    assert lab.run(program).kind is OutcomeKind.VERIFIED
    shown = {}
    for context in grounder.contexts:
        shown.setdefault(context.goal.step, next_of(context))
    assert shown['add the note "note 2"'] == [("4, next call", 'add the note "note 1"')]
    assert shown['add the note "note 1"'] == [("6", 'add the note "back 1"')]
    assert shown['add the note "back 1"'] == [("6, after the return", 'add the note "back 2"')]
    assert lab.phone.notes == ["note 2", "note 1", "back 1", "back 2"]


def test_the_successors_are_found_without_asking_anybody(lab) -> None:
    foresight(lab)
    program = (
        'define a task named "keep":\n    task input: {what} (Text)\n    In the "Notes" app, add the note "{what}"\n'
        'In the "Notes" app, add the note "Milk"\nexecute task "keep", {what} is {nothing}\n'
    )
    outcome = lab.run(program)
    assert outcome.kind is OutcomeKind.FAILED
    assert "{nothing}" in outcome.reason
    assert lab.phone.notes == ["Milk"]


@pytest.mark.parametrize("program", [LOOP, TWO])
def test_the_answer_that_ends_a_step_gives_the_next_steps_action(lab, new_lab, program: str) -> None:
    grounder = foresight(lab, choose="first")
    assert lab.run(program).kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["Milk", "Eggs"]
    carried = [event for event in lab.events.of(MoveDecided) if event.carried]
    assert len(carried) == 1
    calm = new_lab()
    plain = foresight(calm)
    calm.run(program)
    assert len(grounder.contexts) == len(plain.contexts) - 1, "one call less"


def test_an_action_for_a_step_that_does_not_come_next_is_dropped(lab) -> None:
    foresight(lab, choose="4")
    program = (
        'set {n} to 1\nIn the "Notes" app, add the note "Milk"\nif {n} is 2:\n'
        '    In the "Notes" app, add the note "Never"\nelse:\n    In the "Notes" app, add the note "Eggs"\n'
    )
    assert lab.run(program).kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["Milk", "Eggs"]
    assert not any(event.carried for event in lab.events.of(MoveDecided))


def test_an_action_for_another_screen_is_dropped(lab) -> None:
    foresight(lab, choose="first")
    program = 'In the "Notes" app, add the note "Milk"\ntell user "half"\nIn the "Notes" app, add the note "Eggs"\n'
    lab.person.tell = lambda _text: setattr(lab.phone, "page", "editor")
    lab.run(program)
    assert not any(event.carried for event in lab.events.of(MoveDecided))


@pytest.mark.parametrize(
    "besides",
    [{}, {"role": Role.TEXT}, {"role": Role.TEXT, "window": Window.SYSTEM}, {"role": Role.FIELD, "focused": True}],
    ids=["a row above", "a toast", "a clock", "a caret"],
)
def test_a_carried_action_survives_unrelated_changes_of_the_screen(lab, besides: dict[str, Any]) -> None:
    foresight(lab, choose="first")
    program = 'In the "Notes" app, add the note "Milk"\ntell user "half"\nIn the "Notes" app, add the note "Eggs"\n'
    bare, over = lab.phone.observe, Bounds(0, 2000, 1080, 2100)

    def changed(_text: str) -> None:
        if not besides:
            lab.phone.notes.insert(0, "Surprise")
            return
        more = (Element(index=90, label="09:01", bounds=over, **besides),)
        lab.phone.observe = lambda **how: replace(bare(**how), elements=(*bare(**how).elements, *more))

    lab.person.tell = changed
    assert lab.run(program).kind is OutcomeKind.VERIFIED
    assert lab.phone.notes[-2:] == ["Milk", "Eggs"]
    assert [event.carried for event in lab.events.of(MoveDecided)].count(True) == 1


def test_an_action_for_other_values_is_dropped(lab) -> None:
    grounder = foresight(lab, choose="first")
    program = (
        'set {x} to 1\nIn the "Notes" app, add the note "Milk"\nadd 1 to {x}\nIn the "Notes" app, add the note "{x}"\n'
    )
    assert lab.run(program).kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["Milk", "2"]
    assert all(context.goal.successors == () for context in grounder.contexts), "what {x} will be is not known"


@dataclass
class Judging:
    """Gives the test's answers, and remembers its questions."""

    holds: bool = True
    asked: list[str] = field(default_factory=list)

    def judge(self, context: ConditionContext) -> Verdict:
        self.asked.append(context.condition)
        return Verdict(holds=self.holds, evidence="")


BRANCHES = """In the "Notes" app, add the note "Milk"
if there is something to drink:
    In the "Notes" app, add the note "Cups"
else:
    In the "Notes" app, add the note "Plates"
"""


def judging(lab: Any, program: str, *, holds: bool = True, **options: str) -> Judging:
    navigator = Judging(holds)
    lab.roles = Roles(grounder=Foresighted(lab.grounder, **options), navigator=navigator)
    assert lab.run(program).kind is OutcomeKind.VERIFIED
    return navigator


def test_an_answer_with_the_first_move_of_a_branch_decides_its_condition(lab, new_lab) -> None:
    assert judging(lab, BRANCHES, choose="3", because="Milk").asked == []
    assert lab.phone.notes == ["Milk", "Cups"]
    other = new_lab()
    assert judging(other, BRANCHES, choose="5").asked == []
    assert other.phone.notes == ["Milk", "Plates"]


@pytest.mark.parametrize("because", ["", "Tea"])
def test_a_condition_that_no_text_on_the_screen_shows_is_asked_about(lab, because: str) -> None:
    assert judging(lab, BRANCHES, holds=False, choose="3", because=because).asked == ["there is something to drink"]
    assert lab.phone.notes == ["Milk", "Plates"]


def test_a_condition_on_another_page_is_asked_about(lab) -> None:
    program = BRANCHES.replace("if there", 'tell user "half"\nif there', 1)
    lab.person.tell = lambda _text: setattr(lab.phone, "page", "editor")
    navigator = Judging()
    lab.roles = Roles(grounder=Foresighted(lab.grounder, choose="6"), navigator=navigator)
    lab.run(program)
    assert navigator.asked == ["there is something to drink"]


def test_a_successor_is_shown_with_the_conditions_before_it(lab) -> None:
    grounder = foresight(lab)
    lab.roles = Roles(grounder=grounder, navigator=Judging())
    lab.run(BRANCHES + 'In the "Notes" app, add the note "Tea"\n')
    conditions = [(s.name, s.when) for s in grounder.contexts[0].goal.successors]
    assert conditions == [("3", "if there is something to drink"), ("5", "unless there is something to drink")]
    behind = next(context for context in grounder.contexts if context.goal.line == 3)
    assert [(s.name, s.when) for s in behind.goal.successors] == [("6", "")]


def test_a_step_after_both_branches_shows_no_condition(lab) -> None:
    grounder = foresight(lab)
    lab.roles = Roles(grounder=grounder, navigator=Judging())
    program = """In the "Notes" app, add the note "Milk"
if there is something to drink:
    set {x} to 1
In the "Notes" app, add the note "Tea"
"""
    lab.run(program)
    assert [(s.name, s.given, s.when) for s in grounder.contexts[0].goal.successors] == [("4", (), "")]


def test_an_answer_that_begins_a_round_decides_the_loops_condition(lab) -> None:
    program = """set {n} to 0
In the "Notes" app, add the note "Milk"
while there is room for more:
    set {n} to {n} + 1
    In the "Notes" app, add the note "more"
    if {n} is 2:
        break the loop
"""
    navigator = judging(lab, program, choose="first", because="Milk")
    assert navigator.asked == []
    assert lab.phone.notes == ["Milk", "more", "more"]


def test_a_step_may_leave_its_loop_and_its_task(lab, new_lab) -> None:
    foresight(lab, operation="break")
    assert lab.run(LOOP + "set {answer} to 1\n").answer == 1
    assert lab.phone.notes == ["Milk"]
    assert lab.events.trace == ["1 continue", "2 break", "3 continue"]
    other = new_lab()
    foresight(other, operation="return")
    task = 'define a task named "T"\n    In the "Notes" app, add the note "Milk"\n    set {answer} to 9\n'
    other.run(task + 'execute task "T"\nset {z} to 1\n')
    assert other.events.trace == ["4 continue", "2 return", "5 continue"]


def test_leaving_a_loop_outside_of_one_is_an_error_with_a_code(lab) -> None:
    foresight(lab, operation="break")
    outcome = lab.run('In the "Notes" app, add the note "Milk"\n')
    assert outcome.kind is OutcomeKind.FAILED
    assert isinstance(outcome.error, IllegalOperation)
    assert outcome.error.code == "PC102"


def test_a_carried_action_is_part_of_the_journal(lab, new_lab, run_folder: RunFolder) -> None:
    class Killed(BaseException):
        pass

    foresight(lab, choose="first")

    def die(action) -> bool:
        if isinstance(action, TypeText) and action.text == "Eggs":
            raise Killed
        return True

    lab.phone.before_action = die
    with pytest.raises(Killed):
        lab.run(LOOP, folder=run_folder)
    lab.phone.before_action = lambda action: True
    kept = load(RunFolder.open(run_folder.path))
    second = new_lab(phone=lab.phone)
    foresight(second, choose="first")
    assert second.run(kept.text, folder=kept.folder, journal=kept.journal).kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["Milk", "Eggs"]


def test_a_variable_that_a_round_sets_is_unknown_in_the_next_round(lab) -> None:
    lab.phone.notes = ["1"]
    program = (
        'For each {n} in [1, 2]:\n    If {n} is 1:\n        In the "Notes" app, read the note "1", record as {seen}\n'
        '    In the "Notes" app, add the note "x {n}"\n    If {n} is 1, tell user {seen}\n'
    )
    lab.run(program)
    lines = [line for context in lab.grounder.contexts for line in context.background.variables]
    last = lab.grounder.contexts[-1].background.variables
    assert any(line.startswith("{seen} = ") for line in lines)
    assert not any(line.startswith("{seen} = ") for line in last), "the second round has not read it"


def test_a_variable_from_before_a_loop_or_used_after_it_stays(lab) -> None:
    program = (
        "Set {count} to 0\nFor each {n} in [1, 2, 3]:\n    Increase {count} by 1\n    If {n} is 2, set {found} to {n}\n"
        "Set {answer} to [{count}, {found}]\n"
    )
    assert lab.exact(program).answer == [3, 2]


def test_a_round_that_skips_a_reading_has_no_value_of_the_round_before(lab) -> None:
    program = 'For each {n} in [1, 2]:\n    If {n} is 1, set {seen} to "one"\n    Tell user "{n} {seen}"\n'
    outcome = lab.exact(program)
    assert outcome.kind is OutcomeKind.FAILED
    assert "{seen} has no value" in str(outcome.reason)
