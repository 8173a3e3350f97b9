"""agentprog as an AndroidWorld agent: one action a step, an honest end, and no error that leaves the mean."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agentprog.app.androidworld import make_agent
from agentprog.errors import ModelNotConfigured, UsageError

PLAN = '''
[[rule]]
purpose = "plan"
pattern = "contact named Ada"
reply = """
Open the "Contacts" app
Tap "Create contact"
Type "Ada" into "First name"
Tap "Save"
Verify that "Ada" appears
Set {answer} to "Ada, saved"
"""

[[rule]]
purpose = "plan"
pattern = "Mars"
reply = "Open the \\"Mars Rover Control\\" app"
'''
GOAL = "Create a contact named Ada"


@pytest.fixture
def options(tmp_path: Path) -> dict[str, Any]:
    (tmp_path / "model.toml").write_text(PLAN)
    return {"model": f"scripted:{tmp_path / 'model.toml'}", "run_dir": tmp_path / "runs"}


@pytest.fixture
def agent(android_world: None, env: Any, options: dict[str, Any]) -> Iterator[Any]:
    made = make_agent(env, **options)
    yield made
    made.close()


def steps(agent: Any, goal: str, most: int = 12) -> list[Any]:
    found = []
    for _ in range(most):
        found.append(agent.step(goal))
        if found[-1].done:
            break
    return found


def test_one_action_a_step_until_done_with_the_answer(agent: Any, env: Any) -> None:
    found = steps(agent, GOAL)
    assert [action.action_type for action in env.done] == ["open_app", "click", "click", "click", "answer"]
    assert env.done[0].app_name == "com.google.android.contacts"
    assert [one.done for one in found] == [False, False, False, True]
    assert all(one.data["action"] for one in found)
    assert env.interaction_cache == "Ada, saved"
    assert found[-1].data["outcome"] == "verified"


def test_after_the_end_a_further_step_does_nothing_and_reports_no_action(agent: Any, env: Any) -> None:
    found = steps(agent, GOAL)
    before = len(env.done)
    again = agent.step(GOAL)
    assert again.done
    assert again.data["outcome"] == found[-1].data["outcome"]
    assert (again.data["action"], again.data["ok"]) == ("", None)
    assert len(env.done) == before


def test_a_reset_in_the_middle_begins_anew(agent: Any, env: Any) -> None:
    agent.step(GOAL)
    agent.step(GOAL)
    agent.reset(go_home=True)
    assert env.resets == [True]
    before = len(env.done)
    assert agent.step(GOAL).data["action"].startswith("open app")
    assert len(env.done) == before + 1


def test_an_impossible_task_is_declared_infeasible(agent: Any, env: Any) -> None:
    found = steps(agent, "Drive the Mars rover")
    assert found[-1].done
    assert env.done[-1].action_type == "status"
    assert env.done[-1].goal_status == "infeasible"


def test_a_limit_of_steps_ends_the_run_without_a_claim(agent: Any, env: Any) -> None:
    agent.set_max_steps(2)
    found = steps(agent, GOAL, most=4)
    assert not any(one.done for one in found)
    assert found[-1].data["outcome"] == "out of budget"
    assert len(env.done) == 2


@pytest.mark.parametrize("method", ["get_state", "execute_action"])
def test_an_environment_that_raises_is_a_failed_episode_and_no_exception(
    agent: Any, env: Any, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    """AndroidWorld leaves an episode that raised out of its mean."""

    def broken(*args: object, **kwargs: object) -> None:
        raise RuntimeError("the emulator went away")

    monkeypatch.setattr(env, method, broken)
    found = steps(agent, GOAL, most=3)
    assert len(found) == 3
    assert not any(one.done for one in found)
    assert "AndroidWorld's environment could not" in found[0].data["reason"]


def test_a_run_that_crashes_is_a_failed_episode_too(agent: Any, env: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "agentprog.app.androidworld.episode.Agent.run_sync", lambda _: (_ for _ in ()).throw(ZeroDivisionError("oh"))
    )
    found = agent.step(GOAL)
    assert (found.done, found.data["outcome"], found.data["reason"]) == (False, "crashed", "oh")


def test_by_serial_our_own_layer_acts_and_lets_the_phone_go_at_the_end(
    android_world: None, env: Any, options: dict[str, Any], sim_phone: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The judge looks at the screen once the agent has ended; the one automation connection must be free for it."""
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(sim_phone.server.port))
    sim_phone.handle.reset(keep_automation=False)
    agent = make_agent(env, serial=sim_phone.serial, **options)
    agent.step(GOAL)
    assert sim_phone.handle.state()["automation"] is not None
    found = steps(agent, GOAL)
    assert found[-1].done
    assert [action.action_type for action in env.done] == ["answer"]
    assert sim_phone.handle.state()["automation"] is None
    assert "hierchary dumped" in sim_phone.shell("uiautomator dump")
    agent.close()


def test_a_missing_phone_is_a_failed_episode(
    android_world: None, env: Any, options: dict[str, Any], sim_phone: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(sim_phone.server.port))
    agent = make_agent(env, serial="emulator-5599", **options)
    found = agent.step(GOAL)
    assert (found.done, found.data["outcome"]) == (False, "crashed")
    assert "emulator-5599" in found.data["reason"]


def test_androidworld_is_only_needed_when_it_is_asked_for(env: Any) -> None:
    assert "android_world" not in sys.modules
    with pytest.raises(UsageError, match="not installed"):
        make_agent(env)


def test_a_missing_model_is_reported_before_the_first_episode(android_world: None, env: Any) -> None:
    with pytest.raises(ModelNotConfigured):
        make_agent(env)
