"""agentprog embedded: the cases without a phone and without a model."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from agentprog import Agent, RunResult
from agentprog.errors import ProgramError, UsageError
from agentprog.ports import Event, OutcomeKind
from agentprog.runtime.journal.events import RunFinished, StepFinished, Told

COUNT = "Repeat 3 times:\n    Tell user {loop.iteration}\nSet {answer} to 7\n"
FOREVER = "Set {n} to 0\nWhile {n} < 100000:\n    Calculate {n} + 1, record as {n}\n    Wait 0.01 seconds\n"

MakeAgent = Callable[..., Agent]


@pytest.fixture
def make(tmp_path: Path) -> MakeAgent:
    def build(program: str, **options: object) -> Agent:
        return Agent(program=program, run_dir=tmp_path / "runs", **options)  # type: ignore[arg-type]

    return build


def test_a_program_runs_to_its_end(make: MakeAgent) -> None:
    result = make(COUNT).run_sync()
    assert isinstance(result, RunResult)
    assert result.ok
    assert result.answer == 7
    assert result.outcome.kind is OutcomeKind.COMPLETED
    assert (result.folder / "program.stp").read_text(encoding="utf-8") == COUNT


def test_the_same_without_blocking(make: MakeAgent) -> None:
    agent = make(COUNT)
    assert asyncio.run(agent.run()).answer == 7
    assert agent.result is not None


def test_events_come_one_by_one_and_in_order(make: MakeAgent) -> None:
    async def collect() -> list[Event]:
        return [event async for event in make(COUNT).events()]

    events = asyncio.run(collect())
    assert [event.text for event in events if isinstance(event, Told)] == ["1", "2", "3"]
    assert isinstance(events[-1], RunFinished)


def test_leaving_the_events_early_stops_the_run(make: MakeAgent) -> None:
    agent = make(FOREVER)

    async def leave() -> None:
        events = agent.events()
        async for event in events:
            if isinstance(event, StepFinished):
                break
        await events.aclose()

    asyncio.run(leave())
    assert agent.result is not None
    assert agent.result.outcome.kind is OutcomeKind.INTERRUPTED


def test_cancelling_the_task_stops_the_run(make: MakeAgent) -> None:
    agent = make(FOREVER)

    async def cancel() -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(agent.run(), timeout=0.5)

    asyncio.run(cancel())
    assert agent.result is not None
    assert agent.result.outcome.kind is OutcomeKind.INTERRUPTED


def test_steps_and_questions_reach_the_callbacks(make: MakeAgent) -> None:
    steps: list[StepFinished] = []
    agent = make(
        'Ask user "Which day?", record as {day}\nSet {answer} to {day}\n',
        on_step=steps.append,
        on_ask=lambda question: f"{question} Friday",
    )
    assert agent.run_sync().answer == "Which day? Friday"
    assert [step.line for step in steps] == [1, 2]


def test_a_question_without_a_callback_needs_a_person(make: MakeAgent) -> None:
    result = make('Ask user "Which day?", record as {day}\nTell user {day}\n').run_sync()
    assert result.outcome.kind is OutcomeKind.NEEDS_HUMAN
    assert result.outcome.exit_code == 6


def test_tools_of_the_embedding_program_can_be_used(make: MakeAgent) -> None:
    text = 'Use tool "double" with n = 21, record as {answer}\n'
    assert make(text, tools={"double": lambda n: n * 2}).run_sync().answer == 42


def test_a_program_with_errors_raises_before_it_runs(make: MakeAgent, tmp_path: Path) -> None:
    with pytest.raises(ProgramError, match="STP301"):
        make("Break the loop\n").run_sync()
    assert not (tmp_path / "runs").exists()


def test_an_agent_takes_a_task_or_a_program() -> None:
    with pytest.raises(UsageError):
        Agent()
    with pytest.raises(UsageError):
        Agent("do it", program=COUNT)


def test_importing_the_agent_opens_nothing() -> None:
    code = "import json, sys\nfrom agentprog import Agent\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(json.loads(done.stdout))
    assert loaded & {"llama_cpp", "openai", "google.genai", "uiautomator2", "rich", "typer"} == set()
