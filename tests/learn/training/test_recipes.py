"""The training recipes end to end on a tiny model: trained and frozen roles, measurements, resumed training."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from agentprog.agents.strategies.deed import Deed
from agentprog.errors import UsageError
from agentprog.learn.trajectories.records import Step
from tests.learn.steps import look, step

pytestmark = [
    pytest.mark.skipif(
        importlib.util.find_spec("torch") is None, reason="torch is not installed: it comes with agentprog[learn]"
    ),
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::UserWarning"),
]


def steps(app: str) -> list[Step]:
    seen = look("Save", "Cancel", app=app)
    return [
        step(0, seen=seen, episode=f"{app}-1", low='tap "Save"'),
        step(1, Deed(kind="finished"), seen=seen, episode=f"{app}-1", low="finish"),
    ]


TRAIN = [*steps("Contacts"), *steps("Notes")]


def course(folder: Path, **more: Any) -> Any:
    from agentprog.learn.training.journal import Journal
    from agentprog.learn.training.recipes import Course, Plan
    from tests.learn.training.tiny import tiny_policy

    plan = Plan(**{"warm": 1, "steps": 1, "batch": 1, "count": 2, "most": 4, "seed": 3, **more})
    return Course(tiny_policy(), Journal(folder, {"seed": 3}), plan, TRAIN, TRAIN[:2])


def stages(made: Any) -> list[str]:
    return [line["stage"] for line in made.journal.lines() if "step" in line]


def places(made: Any, name: str) -> list[int]:
    (found,) = (line["places"] for line in made.journal.lines() if line.get("chosen") == name)
    return list(found)


def frozen(made: Any) -> list[tuple[str, list[str]]]:
    return [(line["stage"], sorted(line["frozen"])) for line in made.journal.lines() if "frozen" in line]


def test_ces_trains_the_coordinator_and_then_the_tracker_each_with_the_other_frozen(tmp_path: Path) -> None:
    from agentprog.learn.training.recipes import ces

    made = course(tmp_path / "staged")
    ces(made)
    assert stages(made) == ["warm-coordinator", "warm-tracker", "coordinator", "tracker"]
    assert frozen(made)[2:] == [("coordinator", ["tracker"]), ("tracker", ["coordinator"])]
    assert list(made.journal.measured()) == ["base", "warm", "coordinator", "tracker"]
    other = course(tmp_path / "together", steps=4)
    ces(other, staged=False)
    assert stages(other)[2:] == [f"{role}-{turn}" for turn in (1, 2, 3, 4) for role in ("coordinator", "tracker")]
    assert list(other.journal.measured()) == ["base", "warm", "together"]


@pytest.mark.parametrize("parallel", [False, True])
def test_swirl_goes_in_rounds_and_only_one_side_learns_at_a_time(tmp_path: Path, parallel: bool) -> None:
    from agentprog.learn.training.recipes import swirl

    made = course(tmp_path, profile="swirl", rule="none")
    swirl(made, rounds=2, parallel=parallel)
    assert stages(made)[2:] == [f"round-{n}-{role}" for n in (1, 2) for role in ("navigator", "interactor")]
    assert all(stage.rpartition("-")[2] not in kept for stage, kept in frozen(made))
    assert list(made.journal.measured()) == ["base", "round 0", "round 1", "round 2"]


def test_coda_trains_a_planner_for_each_app_and_then_one_for_all(tmp_path: Path) -> None:
    from agentprog.learn.training.specialists import coda

    made = course(tmp_path)
    coda(made, good=0.0)
    assert stages(made) == ["warm-planner-0", "planner-0", "warm-planner-1", "planner-1", "generalist"]
    assert list(made.journal.measured()) == ["base", "specialists", "generalist"]
    assert places(made, "generalist") == [0, 1, 2, 3]


def test_the_generalist_imitates_only_episodes_that_the_judge_calls_right(tmp_path: Path) -> None:
    from agentprog.learn.training.specialists import coda

    seen: list[str] = []

    def verdict(episode: Any) -> bool:
        seen.append(episode[0].episode)
        return bool(episode[0].episode == "Notes-1")

    made = course(tmp_path)
    coda(made, verdicts=verdict)
    assert seen == ["Contacts-1", "Notes-1"]
    assert places(made, "generalist") == [2, 3]
    again = course(tmp_path)
    coda(again, verdicts=lambda _: pytest.fail("an episode was judged twice"))
    assert places(again, "generalist") == [2, 3]


def test_swirl_learns_from_its_selected_samples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from agentprog.learn.training import recipes

    asked: list[int] = []

    def second(rewards: Any) -> bool:
        asked.append(len(rewards))
        return len(asked) % len(TRAIN) == 2

    monkeypatch.setattr(recipes, "worth_warming", second)
    monkeypatch.setattr(recipes, "worth_rounds", second)
    trained: list[tuple[str, int]] = []
    made = course(tmp_path, profile="swirl")
    run = made.run
    monkeypatch.setattr(
        made,
        "run",
        lambda name, role, kind, items, n: (trained.append((name, len(items()))), run(name, role, kind, items, n)),
    )
    recipes.swirl(made, rounds=1, select=True)
    assert asked == [8] * 2 * len(TRAIN)
    assert places(made, "stage 1") == places(made, "stage 2") == [1]
    assert {count for _, count in trained} == {1}


def test_an_empty_selection_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from agentprog.learn.training import recipes

    monkeypatch.setattr(recipes, "worth_warming", lambda rewards: False)
    with pytest.raises(UsageError, match="none of the 4 samples is worth learning from in stage 1"):
        recipes.swirl(course(tmp_path, profile="swirl"), rounds=1, select=True)


def test_a_course_that_is_finished_does_nothing_more(tmp_path: Path) -> None:
    from agentprog.learn.training.curves import draw
    from agentprog.learn.training.recipes import ces

    first = course(tmp_path)
    ces(first)
    log = (tmp_path / "log.jsonl").read_text(encoding="utf-8")
    again = course(tmp_path)
    ces(again)
    assert (tmp_path / "log.jsonl").read_text(encoding="utf-8") == log
    assert {role: again.policy.digest(role) for role in again.policy.roles} == {
        role: first.policy.digest(role) for role in first.policy.roles
    }
    assert draw(again.journal).read_bytes().startswith(b"\x89PNG")


def test_one_role_imitates_and_is_measured_alone(tmp_path: Path) -> None:
    from agentprog.learn.training.recipes import imitate

    for role in ("coordinator", "tracker", "navigator", "interactor", "planner"):
        made = course(tmp_path / role, profile="swirl")
        imitate(made, role)
        assert list(made.journal.measured()) == ([] if role == "tracker" else ["base", "warm"])
