"""An Agent that continues a run: with answers, with its tools, under the run's limits and policy."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agentprog import Agent, RunResult
from agentprog.errors import UsageError
from agentprog.lang.effects.kinds import Risk
from agentprog.ports import Event, OutcomeKind
from agentprog.runtime.journal.events import Asked, RunResumed, Told
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.safety.policy import Policy, Rule
from tests.runtime.conftest import FakePhone

ASKS = 'Tell user "first"\nAsk user "Which day?", record as {day}\nSet {answer} to {day}\n'

MakeAgent = Callable[..., Agent[Any]]


@pytest.fixture
def make(tmp_path: Path) -> MakeAgent:
    def build(program: str | None = None, **options: Any) -> Agent[Any]:
        return Agent(program=program, run_dir=tmp_path / "runs", **options)

    return build


@pytest.fixture
def asking(make: MakeAgent) -> RunResult[Any]:
    """A run that found no person to ask."""
    result = make(ASKS).run_sync()
    assert result.outcome.kind is OutcomeKind.NEEDS_HUMAN
    return result


def _setup(result: RunResult[Any]) -> dict[str, Any]:
    manifest = json.loads((result.folder / "manifest.json").read_text(encoding="utf-8"))
    setup: dict[str, Any] = manifest["setup"]
    return setup


def test_a_run_that_needed_a_person_goes_on_with_an_answer(make: MakeAgent, asking: RunResult[Any]) -> None:
    agent = Agent(resume=asking.folder, on_ask=lambda question: f"{question} Friday", output_model=str)
    result = agent.run_sync()
    assert result.output == "Which day? Friday"
    assert result.ok
    assert result.folder == asking.folder
    events = RunFolder.open(result.folder).events()
    assert [event.text for event in events if isinstance(event, Told)] == ["first"]
    with pytest.raises(UsageError, match="has ended: completed"):
        make(resume="last").run_sync()


def test_the_events_of_a_resumed_agent_come_one_by_one(make: MakeAgent, asking: RunResult[Any]) -> None:
    async def answer(question: str) -> str:
        return question.upper()

    async def collect() -> list[Event]:
        return [event async for event in agent.events()]

    agent = make(resume=asking.folder.name, on_ask=answer)
    events = asyncio.run(collect())
    assert isinstance(events[0], RunResumed)
    assert [event.question for event in events if isinstance(event, Asked)] == ["Which day?"], "it is asked again"
    assert agent.result is not None
    assert agent.result.answer == "WHICH DAY?"


def test_a_run_that_was_cut_off_goes_on_without_doing_anything_twice(make: MakeAgent) -> None:
    called: list[int] = []

    def note(n: int) -> int:
        called.append(n)
        if n == 2 and not cut:
            agent.cancel("cut off")
        return n

    text = 'For each {n} in [1, 2, 3]:\n    Use tool "note" with n = {n}, record as {answer}\n'
    cut: list[bool] = []
    agent = make(text, tools={"note": note})
    result = agent.run_sync()
    assert result.outcome.kind is OutcomeKind.INTERRUPTED
    cut.append(True)
    assert make(resume=result.folder, tools={"note": note}).run_sync().answer == 3
    assert called == [1, 2, 3]


def test_limits_and_policy_are_those_it_began_with_unless_others_are_given(make: MakeAgent) -> None:
    deny = Policy(rules={Risk.SEND: Rule.DENY}, default=Rule.ALLOW)
    asking = make(ASKS, steps=7, max_cost=0.5, policy=deny).run_sync()
    again = make(resume=asking.folder).run_sync()
    assert again.outcome.kind is OutcomeKind.NEEDS_HUMAN
    before = _setup(again)
    assert (before["steps"], before["max_cost"]) == (7, 0.5)
    assert before["policy"] == {"default": "allow", "rules": {"send": "deny"}, "apps": []}
    other = _setup(make(resume=asking.folder, steps=9, policy=Policy()).run_sync())
    assert (other["steps"], other["max_cost"]) == (9, 0.5)
    assert other["policy"]["default"] == "ask"


def test_resuming_refuses_options_of_a_new_run(asking: RunResult[Any]) -> None:
    with pytest.raises(UsageError, match="keeps its first settings: inputs, form"):
        Agent(resume=asking.folder, inputs={"n": 1}, form="python")
    with pytest.raises(UsageError, match="one of them"):
        Agent("do it", resume=asking.folder)


def test_an_unknown_run_is_reported(make: MakeAgent, asking: RunResult[Any]) -> None:
    with pytest.raises(UsageError, match=r"no run in .* is called 'nonsense'"):
        make(resume="nonsense").run_sync()


WHEN = """
[capabilities]
scoring = false
[[rule]]
purpose = "plan"
pattern = "on Fri-day"
reply = 'Set {answer} to "on Friday"'
[[rule]]
purpose = "plan"
reply = "Ask: Which day?"
"""


@pytest.fixture
def unplanned(make: MakeAgent, tmp_path: Path) -> RunResult[Any]:
    """A run whose planner had a question and found no person to ask."""
    (tmp_path / "when.toml").write_text(WHEN, encoding="utf-8")
    model = f"scripted:{tmp_path / 'when.toml'}"
    agent = Agent("Remind me", model=model, device=FakePhone(), run_dir=tmp_path / "runs", max_cost=0.5)
    result = agent.run_sync()
    assert result.outcome.kind is OutcomeKind.NEEDS_HUMAN
    return result


def test_a_run_that_asked_while_it_was_planned_is_planned_anew_and_asks(unplanned: RunResult[Any]) -> None:
    asked: list[str] = []

    def answer(question: str) -> str:
        asked.append(question)
        return "on Fri-day"

    nobody = Agent(resume=unplanned.folder, device=FakePhone()).run_sync()
    assert nobody.outcome.kind is OutcomeKind.NEEDS_HUMAN
    result = Agent(resume=unplanned.folder, device=FakePhone(), on_ask=answer).run_sync()
    assert (asked, result.answer, result.folder) == (["Which day?"], "on Friday", unplanned.folder)
    assert result.totals["model_calls"] == 4, "what the lives before spent counts"
    kinds = [type(event).__name__ for event in RunFolder.open(result.folder).events()]
    assert kinds[0] == "RunStarted"
    assert [kinds.count(name) for name in ("RunStarted", "RunResumed", "ProgramReady")] == [1, 2, 1]
    assert _setup(result)["max_cost"] == 0.5
    with pytest.raises(UsageError, match="has ended: finished unverified"):
        Agent(resume=unplanned.folder).run_sync()


def test_a_run_killed_during_planning_is_planned_anew(unplanned: RunResult[Any]) -> None:
    journal = unplanned.folder / "events.jsonl"
    lines = journal.read_text(encoding="utf-8").splitlines(keepends=True)
    journal.write_text("".join(line for line in lines if '"RunFinished"' not in line), encoding="utf-8")
    result = Agent(resume=unplanned.folder, device=FakePhone(), on_ask=lambda _: "on Fri-day").run_sync()
    assert result.answer == "on Friday"
    journal.write_text(lines[0], encoding="utf-8")
    with pytest.raises(UsageError, match="before it had a program"):
        Agent(resume=unplanned.folder).run_sync()
