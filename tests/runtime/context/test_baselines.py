"""The paper's baselines on our machine: the contents of their prompts, the models that they ask, and the context after
a resume."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from agentprog.app.launching.launch import in_one_step
from agentprog.lang import ast
from agentprog.runtime.journal.events import ContextBuilt, RunFinished
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.roles import Agenda, ManageContext, Roles, StepContext, SummaryContext
from agentprog.runtime.state.memory import Execution
from tests.runtime.conftest import Lab, SensibleGrounder

PROGRAM = 'In the "Notes" app, add the note "Milk"\nIn the "Notes" app, add the note "Eggs"\n'


@dataclass
class Recounts:
    """Writes the summaries and plans that the test gives it."""

    summed: list[SummaryContext] = field(default_factory=list)
    managed: list[ManageContext] = field(default_factory=list)

    def summarise(self, context: SummaryContext) -> str:
        self.summed.append(context)
        seen = len(context.seen.screen.elements) - (len(context.before.elements) if context.before else 0)
        return f"did {context.move},\n {seen:+d} elements"

    def manage(self, context: ManageContext) -> Agenda:
        self.managed.append(context)
        return Agenda(plan=(f"do: {context.task}",), progress=f"{len(context.moves)} moves, last {context.moves[-1:]}")


@dataclass
class Ground:
    lab: Lab
    recounts: Recounts

    @property
    def contexts(self) -> list[StepContext]:
        return self.lab.grounder.contexts


@pytest.fixture
def run(new_lab: Callable[..., Lab]) -> Callable[..., Ground]:
    def running(context: str, text: str = PROGRAM, **more: Any) -> Ground:
        lab, recounts = more.pop("lab", None) or new_lab(), Recounts()
        lab.roles = Roles(grounder=lab.grounder, summariser=recounts, manager=recounts)
        outcome = lab.run(text, context=context, belief=False, **more)
        assert outcome.exit_code == 0, outcome
        return Ground(lab, recounts)

    return running


@pytest.mark.parametrize("context", ["summary", "window", "plan"])
def test_a_baseline_gets_the_same_work_done_without_knowing_the_program(run, context: str) -> None:
    ground = run(context)
    assert ground.lab.phone.notes == ["Milk", "Eggs"]
    for question in ground.contexts:
        known = question.background
        assert (question.goal.program, known.path, known.variables, known.beliefs, known.earlier) == (
            "",
            (),
            (),
            (),
            (),
        )
        assert question.tried.skipped == len(question.tried.attempts), "the account tells the moves"
    built = [event for event in ground.lab.events.of(ContextBuilt) if event.purpose == "ground"]
    assert {event.manager for event in built} == {context}
    assert all(tokens <= event.budgets[name] for event in built for name, tokens in event.sections.items())


def test_the_summary_baseline_writes_a_line_after_each_move_and_shows_all_lines(run) -> None:
    ground = run("summary")
    moves = [context.move for context in ground.recounts.summed]
    assert len(moves) == 6
    first = ground.recounts.summed[0]
    assert first.goal == 'add the note "Milk"'
    assert first.before is not None
    history = ground.contexts[-1].background.history
    assert history[0] == "Summary of the moves so far:"
    assert [line.split(". ")[0] for line in history[1:]] == [str(n) for n in range(1, len(history))]
    assert "did tap" in history[1]
    assert "\n" not in "".join(history)


def test_the_window_baseline_shows_five_screens_and_earlier_moves_in_words(run) -> None:
    text = "".join(f'In the "Notes" app, add the note "Number {n}"\n' for n in range(4))
    ground = run("window", text)
    last = ground.contexts[-1]
    assert [len(context.background.glances) for context in ground.contexts][:6] == [0, 1, 2, 3, 3, 4]
    assert len(last.background.glances) == 5
    assert [frame.move.split(". ")[0] for frame in last.background.glances] == ["8", "9", "10", "11", "12"]
    assert last.background.history[0] == "Moves so far:"
    assert len(last.background.history) == 8
    assert not {frame.move for frame in last.background.glances} & set(last.background.history)
    assert last.background.glances[0].screen.elements


def test_the_plan_baseline_plans_at_the_start_and_updates_after_each_move(run) -> None:
    ground = run("plan")
    assert len(ground.recounts.managed) == 2 + 6
    assert ground.recounts.managed[0].plan == ()
    assert ground.recounts.managed[1].plan[0].startswith("do: add the note")
    history = ground.contexts[-1].background.history
    assert history[:2] == ("Plan, what is left of it:", '- do: add the note "Eggs"')
    assert history[2].startswith("Progress: 5 moves")
    assert history[3] == "Latest moves:"
    assert len(history) == 4 + 5


def test_a_resumed_run_has_the_account_of_its_first_life(run, run_folder: RunFolder, new_lab) -> None:
    class Breaks(SensibleGrounder):
        def next_move(self, context: StepContext) -> Any:
            if context.goal.step.endswith('"Eggs"') and context.tried.attempts:
                raise KeyboardInterrupt
            return super().next_move(context)

    lab = new_lab(grounder=Breaks())
    lab.roles = Roles(grounder=lab.grounder, summariser=Recounts())
    lab.run(PROGRAM, context="summary", belief=False, folder=run_folder)
    journal = [event for event in run_folder.events() if not isinstance(event, RunFinished)]
    second = new_lab(phone=lab.phone)
    ground = run("summary", lab=second, folder=RunFolder.open(run_folder.path), journal=journal)
    assert second.phone.notes == ["Milk", "Eggs"]
    assert len(ground.recounts.summed) == 2, "only the moves that the first life had not made"
    history = ground.contexts[-1].background.history
    assert [line.split(". ")[0] for line in history[1:]] == ["1", "2", "3", "4", "5", "6"]


def test_a_baseline_without_its_role_reports_the_missing_model(new_lab) -> None:
    lab = new_lab()
    outcome = lab.run(PROGRAM, context="plan")
    assert "needs a model" in outcome.reason
    assert outcome.exit_code == 4


@pytest.mark.parametrize(
    "task",
    [
        'For the following persons: Name: Hana, add "them"',
        "If {a} then b: do # it",
        "Set x to 3\nand save",
        "say \"one\" \\ and 'two'",
    ],
)
def test_a_task_becomes_one_step_for_any_text(task: str) -> None:
    made = in_one_step(task)
    (step,) = made.program.body
    assert isinstance(step, ast.Action)
    assert [line.parts for line in (step.text, *step.details)] == [(line,) for line in task.splitlines()]


def test_a_stored_execution_is_short() -> None:
    actions = [f"tap {n} " + "x" * 5000 for n in range(50)]
    kept = Execution.of(step=1, text="y" * 10**6, actions=actions, result="z" * 10**6, worked=True, place=())
    assert sum(len(line) for line in kept.lines()) < 5000
    assert len(kept.actions) == 13
