"""The suite is AndroidWorld's; its results are reported honestly: an episode that raised counts as failed."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from agentprog.app.settings.model import Settings
from agentprog.bench.androidworld.campaign import Order, plain, run_order
from agentprog.bench.androidworld.checkout import Checkout
from agentprog.bench.androidworld.environment import android_world_env
from agentprog.bench.androidworld.oracle.solutions import SOLUTIONS
from agentprog.bench.androidworld.players import PLAYERS
from agentprog.bench.androidworld.suite import Judged, leave_out, make_suite, prepare, run_suite, tally, task_names
from agentprog.errors import ModelError, UsageError
from agentprog.ports import Capabilities, ModelReply, Usage

CONTACTS = "com.google.android.contacts"


class Player:
    """An agent that brings Contacts to the front, and declares it done."""

    name = "player"
    transition_pause: float | None = 1.0

    def __init__(self, env: Any, phone: Any) -> None:
        self.env, self._phone = env, phone

    def step(self, goal: str) -> Any:
        self._phone.handle.start_app(CONTACTS)
        self._phone.handle.advance(2.0)
        return SimpleNamespace(done=True, data={"goal": goal})


def test_an_episode_that_raised_counts_as_failed_here_and_is_left_out_by_androidworld(
    checkout: Checkout, transport: Any, sim_phone: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    suite = make_suite(checkout, tasks=["BringFront", "Broken"], instances=2, seed=30)
    with android_world_env(checkout, transport) as env:
        agent = Player(env, sim_phone)
        judged = run_suite(checkout, suite, agent, tmp_path)
    assert agent.transition_pause is None
    assert [(one.task, one.instance, one.score) for one in judged] == [
        ("BringFront", 0, 1.0),
        ("BringFront", 1, 1.0),
        ("Broken", 0, None),
        ("Broken", 1, None),
    ]
    assert "no snapshot" in judged[-1].error
    sums = tally(judged)
    assert (sums.episodes, sums.judged, sums.right, sums.mean, sums.their_mean) == (4, 2, 2, 0.5, 1.0)
    kept = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    assert kept["tally"]["mean"] == 0.5
    assert kept["tried_with"]["android_env"] == "1.2.3"
    assert (tmp_path / "android_world" / "Broken.json").is_file()
    assert "a table of AndroidWorld's" not in capsys.readouterr().out


def test_an_empty_tally_has_the_mean_zero() -> None:
    assert tally(()).mean == 0.0
    assert (
        tally((Judged(task="a", instance=0, goal="", score=None, steps=0, seconds=1.0, error="x"),)).their_mean == 0.0
    )


def test_tasks_whose_apps_are_missing_are_left_out_with_the_app(checkout: Checkout, transport: Any) -> None:
    suite = make_suite(checkout, tasks=["BringFront", "Elsewhere"], instances=2, seed=30)
    for task in suite["Elsewhere"]:
        task.app_names = ("contacts", "maps")
    suite["Elsewhere"][1].params["app_name"] = "contacts"
    with android_world_env(checkout, transport) as env:
        assert leave_out(checkout, env, suite) == {"Elsewhere": "maps"}
        assert [len(suite["BringFront"]), len(suite["Elsewhere"])] == [2, 1]
        suite["Elsewhere"][0].params.clear()
        leave_out(checkout, env, suite)
    assert list(suite) == ["BringFront"]


def test_a_fresh_phone_is_prepared_for_the_apps_that_it_has(checkout: Checkout, transport: Any) -> None:
    with android_world_env(checkout, transport) as env:
        prepare(checkout, env)
    assert checkout.world("utils.app_snapshot").saved == ["contacts"]


def test_an_unknown_task_or_agent_is_reported_with_the_known_ones(checkout: Checkout, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no task 'Nothing'") as caught:
        make_suite(checkout, tasks=["Nothing"], instances=1, seed=1)
    assert caught.value.hint == "`agentprog bench androidworld --list` lists the tasks."
    with pytest.raises(UsageError) as caught:
        make_suite(checkout, tasks=["BringFronts"], instances=1, seed=1)
    assert caught.value.hint.startswith("Did you mean BringFront?")
    assert {"BringFront", "Elsewhere"} <= set(task_names(checkout))
    order = Order(checkout=checkout, agent="m4a", folder=tmp_path)
    with pytest.raises(UsageError, match="no agent 'm4a'"):
        run_order(order, Settings(), print)


@pytest.mark.phone
def test_the_oracle_looks_its_task_up_and_ends_its_automation(
    checkout: Checkout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SOLUTIONS, "BringFront", lambda hand, task: hand.open(task.params["app"]))  # type: ignore[misc]
    order = Order(checkout=checkout, agent="oracle", folder=tmp_path / "out", tasks=("BringFront", "Elsewhere"))
    messages: list[str] = []
    outcome = run_order(order, Settings(), messages.append)
    assert [one.score for one in outcome.judged] == [1.0, 1.0], outcome.judged
    assert plain(outcome)["tally"]["right"] == 2
    assert messages == []


class Talker:
    """A model with a single answer, or one that fails."""

    id = "fake:talker"

    def __init__(self, *, vision: bool, fails: bool = False) -> None:
        self.capabilities = Capabilities(context=8000, vision=vision)
        self._fails = fails
        self.asked: list[Any] = []

    def complete(self, request: Any) -> ModelReply:
        self.asked.append(request)
        if self._fails:
            raise ModelError("gone")
        return ModelReply(text="Reason: x", usage=Usage())


def test_the_oracle_opens_every_app_that_a_task_may_name() -> None:
    opened: list[str] = []
    hand: Any = SimpleNamespace(open=opened.append)
    for name in ("clock", "contacts", "dialer", "settings"):
        SOLUTIONS["OpenAppTaskEval"](hand, SimpleNamespace(params={"app_name": name}))
    assert opened == [
        "com.google.android.deskclock", CONTACTS, "com.google.android.dialer", "com.android.settings"
    ]  # fmt: skip


def test_their_agents_ask_a_model_of_ours(checkout: Checkout, tmp_path: Path) -> None:
    model: Any = Talker(vision=False)
    agent = PLAYERS["t3a"](checkout, None, model, tmp_path)
    assert agent.llm.predict("what now?") == ("Reason: x", True, {"text": "Reason: x"})
    assert model.asked[0].messages[0].text == "what now?"
    failing: Any = Talker(vision=False, fails=True)
    assert PLAYERS["t3a"](checkout, None, failing, tmp_path).llm.predict("?") == ("Error calling LLM", None, None)
    with pytest.raises(UsageError, match="M3A looks at pictures"):
        PLAYERS["m3a"](checkout, None, model, tmp_path)
    assert PLAYERS["m3a"](checkout, None, Talker(vision=True), tmp_path).name == "M3A"  # type: ignore[arg-type]


def test_ours_is_the_agent_of_the_adapter(checkout: Checkout, tmp_path: Path) -> None:
    model: Any = Talker(vision=False)
    agent = PLAYERS["agentprog"](checkout, None, model, tmp_path)
    assert agent.name == "agentprog"
