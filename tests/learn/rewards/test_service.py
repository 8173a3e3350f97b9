"""The reward service over HTTP: the same numbers as in the process, retries within a deadline, clear refusals."""

from __future__ import annotations

import threading
import time

import httpx
import pytest

from agentprog.agents.strategies.deed import Deed
from agentprog.agents.strategies.look import Look
from agentprog.errors import ModelError, UsageError
from agentprog.learn.rewards.executing import read_order
from agentprog.learn.rewards.matching import Truth
from agentprog.learn.rewards.reward import coordinator_reward
from agentprog.learn.rewards.service import RewardClient, serve_rewards
from tests.learn.steps import step

REPLIES = ['<think>a</think><answer>tap "Save"</answer>', "<think>a</think><answer>scroll up</answer>", "hm"]


def test_the_service_gives_the_local_reward() -> None:
    asked = step(0)
    here = [
        coordinator_reward(reply, Truth.of(asked), asked.observation.look, read_order, "ces").total for reply in REPLIES
    ]
    with serve_rewards(read_order) as url:
        client = RewardClient(url)
        assert client.score("coordinator", asked, REPLIES, profile="ces") == here == [1.0, 0.1, 0.0]
        assert client.score("planner", asked, ['Thought: tap "Save"']) == [2.0]
        assert client.score("interactor", asked, ["<answer>click(point='(1, 101)')</answer>"]) == [1.0]


def test_an_executor_that_cannot_be_asked_is_asked_again() -> None:
    times: list[int] = []

    def flaky(order: str, seen: Look) -> Deed | None:
        times.append(1)
        if len(times) < 3:
            raise ModelError("busy")
        return read_order(order, seen)

    with serve_rewards(flaky) as url:
        assert RewardClient(url, pause=0.0).score("coordinator", step(0), REPLIES[:1], profile="ces") == [1.0]
        assert len(times) == 3
        times.clear()
        with pytest.raises(ModelError, match="busy"):
            RewardClient(url, tries=2, pause=0.0).score("coordinator", step(0), REPLIES[:1])


def test_the_deadline_ends_the_asking() -> None:
    release = threading.Event()

    def slow(order: str, seen: Look) -> Deed | None:
        release.wait(30)
        return None

    with serve_rewards(slow) as url:
        started = time.monotonic()
        with pytest.raises(ModelError):
            RewardClient(url, deadline=0.3).score("coordinator", step(0), REPLIES[:1])
        assert time.monotonic() - started < 20
        release.set()


def test_an_absent_service_is_reported_with_the_remedy() -> None:
    with serve_rewards(read_order) as url:
        pass
    with pytest.raises(ModelError, match="does not answer"):
        RewardClient(url, tries=2, pause=0.0).score("planner", step(0), ["x"])


def test_a_malformed_question_is_refused_at_once() -> None:
    with serve_rewards(read_order) as url:
        with pytest.raises(UsageError, match="no profile 'other'"):
            RewardClient(url).score("coordinator", step(0), ["x"], profile="other")
        assert httpx.post(f"{url}/v1/reward", json={"role": "singer"}).status_code == 400
        assert httpx.post(f"{url}/elsewhere", json={}).status_code == 400
