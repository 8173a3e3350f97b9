"""An Agent that is paused, gets a remark, questions and functions during its run: no phone, no model."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, Field

from agentprog import Agent, Consent, RiskyAction
from agentprog.app.embedding.tools import Tool, fields_of
from agentprog.errors import AnswerMismatch, UsageError
from agentprog.ports import OutcomeKind
from agentprog.runtime.journal.events import Continued, Paused, Remarked, StepStarted, TookOver
from agentprog.runtime.journal.folder import RunFolder

COUNT = "Set {n} to 0\nRepeat 3 times:\n    Calculate {n} + 1, record as {n}\nSet {answer} to {n}\n"

MakeAgent = Callable[..., Agent[Any]]


class Contact(BaseModel):
    name: str
    age: int = Field(description="in years")


@pytest.fixture
def make(tmp_path: Path) -> MakeAgent:
    def build(program: str, **options: Any) -> Agent[Any]:
        return Agent(program=program, run_dir=tmp_path / "runs", **options)

    return build


# ---------------------------------------------------------------- reins


def test_a_paused_run_waits_goes_on_step_by_step_and_to_its_end(make: MakeAgent) -> None:
    async def drive() -> list[object]:
        agent = make(COUNT)
        agent.pause()
        seen: list[object] = []
        steps = 0
        async for event in agent.events():
            seen.append(event)
            if isinstance(event, Paused):
                assert agent.paused
                steps += 1
                agent.tell("mind the gap") if steps == 2 else None
                agent.step() if steps < 3 else agent.go_on()
        assert agent.result is not None
        assert agent.result.answer == 3
        return seen

    seen = asyncio.run(drive())
    assert [event.line for event in seen if isinstance(event, Paused)] == [1, 2, 3]
    assert [event.how for event in seen if isinstance(event, Continued)] == ["one step", "one step", "go on"]
    (remark,) = [event for event in seen if isinstance(event, Remarked)]
    assert (remark.text, remark.line) == ("mind the gap", 2)


def test_a_phone_that_was_taken_over_is_handed_back_with_a_word(make: MakeAgent) -> None:
    async def drive() -> list[object]:
        agent = make(COUNT)
        agent.take_over()
        seen: list[object] = []
        async for event in agent.events():
            seen.append(event)
            if isinstance(event, Paused):
                agent.hand_back("I have logged in")
        return seen

    (taken,) = [event for event in asyncio.run(drive()) if isinstance(event, TookOver)]
    assert (taken.note, taken.reason) == ("I have logged in", "")


def test_another_thread_may_hold_a_run_and_cancel_it_there(make: MakeAgent) -> None:
    held = threading.Event()

    class Watch:
        def on_event(self, event: object) -> None:
            if isinstance(event, Paused):
                held.set()

    agent = make(COUNT, listeners=[Watch()])
    agent.pause()
    threading.Thread(target=lambda: held.wait(10) and agent.cancel("enough")).start()
    result = agent.run_sync()
    assert result.outcome.kind is OutcomeKind.INTERRUPTED
    assert "enough" in result.outcome.reason
    assert not any(isinstance(event, StepStarted) for event in RunFolder.open(result.folder).events())


def test_time_at_a_pause_counts_against_no_limit(make: MakeAgent) -> None:
    async def drive() -> Any:
        agent = make("---\nbudget: {seconds: 0.6}\n---\n" + COUNT)
        agent.pause()
        async for event in agent.events():
            if isinstance(event, Paused):
                await asyncio.sleep(0.7)
                agent.go_on()
        return agent.result

    assert asyncio.run(drive()).answer == 3


def test_an_agent_runs_once_at_a_time(make: MakeAgent) -> None:
    async def drive() -> None:
        agent = make(COUNT)
        agent.pause()
        async for event in agent.events():
            if isinstance(event, Paused):
                with pytest.raises(UsageError, match="runs already"):
                    await asyncio.to_thread(agent.run_sync)
                agent.go_on()
        assert (await agent.run()).answer == 3

    asyncio.run(drive())


# ---------------------------------------------------------------- people


def test_callbacks_may_be_async(make: MakeAgent) -> None:
    async def answer(question: str) -> str:
        await asyncio.sleep(0)
        return question.upper()

    program = 'Ask user "which?", record as {answer}\n'
    assert make(program, on_ask=answer).run_sync().answer == "WHICH?"

    async def drive() -> Any:
        loop = asyncio.get_running_loop()

        async def here(question: str) -> str:
            assert asyncio.get_running_loop() is loop
            return question

        return await make(program, on_ask=here).run()

    assert asyncio.run(drive()).answer == "which?"


def test_cancelling_ends_a_callback_that_never_answers(make: MakeAgent) -> None:
    async def drive() -> Any:
        asked = asyncio.Event()

        async def never(question: str) -> str:
            asked.set()
            await asyncio.Event().wait()
            return question

        agent = make('Ask user "which?", record as {answer}\n', on_ask=never)
        work = asyncio.create_task(agent.run())
        await asked.wait()
        agent.cancel("no answer")
        return await work

    assert asyncio.run(drive()).outcome.kind is OutcomeKind.INTERRUPTED


def test_a_plain_yes_allows_once_and_no_refuses() -> None:
    assert [Consent.of(answer) for answer in (True, False, Consent.RUN)] == [Consent.ONCE, Consent.NO, Consent.RUN]
    wanted = RiskyAction(action="tap Send", risk="send", step="look", app="Chat", doubt="nobody wrote +1")
    assert str(wanted) == (
        'The step "look" wants to tap Send in Chat (send); nobody wrote +1. '
        "A sent message cannot be recalled. Allow it?"
    )
    assert str(replace(wanted, step='Tap "Send"')).startswith("The step 'Tap \"Send\"' wants to tap Send in Chat")


# ---------------------------------------------------------------- answers


def test_the_answer_has_the_requested_type(make: MakeAgent) -> None:
    program = 'Set {answer} to {"name": "Ada", "age": "36"}\n'
    result = make(program, output_model=Contact).run_sync()
    assert result.output == Contact(name="Ada", age=36)
    assert make(program).run_sync().output == {"name": "Ada", "age": "36"}
    listed = make('Set {answer} to [{"name": "Ada", "age": 36}]\n', output_model=list[Contact]).run_sync()
    assert listed.output == [Contact(name="Ada", age=36)]


def test_an_answer_that_does_not_fit_names_the_place_and_the_value(make: MakeAgent) -> None:
    result = make('Set {answer} to {"name": "Ada", "age": "old"}\n', output_model=Contact).run_sync()
    assert result.ok
    with pytest.raises(AnswerMismatch, match=r"the answer is no Contact: age: .*valid integer.*given 'old'"):
        _ = result.output
    with pytest.raises(AnswerMismatch, match="gave no answer"):
        _ = make("Set {n} to 1\nTell user {n}\n", output_model=Contact).run_sync().output


def test_a_planner_sees_the_answer_type_in_the_languages_words() -> None:
    assert fields_of(Contact) == "an object with name (text), age (number: in years)"
    assert fields_of(list[Contact]) == "list of an object with name (text), age (number: in years)"


# ---------------------------------------------------------------- tools


@dataclass(frozen=True)
class Price:
    item: str
    euros: float


def test_functions_receive_their_declared_parameters(make: MakeAgent) -> None:
    agent = make(
        'Use tool "price of" with item = 7, count = "3", record as {price}\n'
        'Use tool "twice" with n = {price.euros}, record as {answer}\n'
    )

    @agent.tool(name="price of")
    def price_of(item: str, count: int = 1) -> Price:
        """What so many of an item cost.

        Not for the model.
        """
        assert item == "7"
        return Price(item, 1.5 * count)

    @agent.tool
    async def twice(n: float) -> float:
        await asyncio.sleep(0)
        return n * 2

    assert agent.run_sync().answer == 9
    assert asyncio.run(agent.run()).answer == 9
    description = (
        'use tool "price of" with item = (text), count = (number, 1 unless said): What so many of an item cost.'
    )
    assert Tool(price_of, "price of").description == description


def test_a_wrong_argument_names_tool_and_argument(make: MakeAgent) -> None:
    agent = make('Use tool "half" with n = "many", record as {answer}\n')

    @agent.tool
    def half(n: int) -> float:
        return n / 2

    result = agent.run_sync()
    assert result.outcome.kind is OutcomeKind.FAILED
    assert 'the tool "half" failed: n: ' in result.outcome.reason
    assert "given 'many'" in result.outcome.reason
    agent = make('Use tool "half" with m = 1, record as {answer}\n', tools={"half": half})
    assert 'it is called like this: use tool "half" with n = (number)' in agent.run_sync().outcome.reason


def test_a_tool_without_a_name_is_refused(make: MakeAgent) -> None:
    with pytest.raises(UsageError, match="needs a name"):
        make(COUNT).tool(lambda: 1)
