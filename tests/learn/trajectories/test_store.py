"""Steps on disk, their splits, and the same steps without personal data."""

from __future__ import annotations

from pathlib import Path

import pytest

from agentprog.agents.strategies.deed import Deed
from agentprog.errors import UsageError
from agentprog.learn.trajectories.making import candidates_of, state_after
from agentprog.learn.trajectories.records import Verdict
from agentprog.learn.trajectories.redacting import redacted
from agentprog.learn.trajectories.splits import split
from agentprog.learn.trajectories.store import episodes, keep_picture, picture, read_steps, write_steps
from tests.learn.steps import look, step


def test_written_steps_are_read_again(tmp_path: Path) -> None:
    steps = (step(0), step(1, Deed(kind="type", text="Ann Ø"), verdict=Verdict(by="storage", score=0.5, wrong=["x"])))
    path = tmp_path / "deep" / "steps.jsonl"
    assert write_steps(path, steps) == 2
    assert read_steps(path) == steps
    assert [len(episode) for episode in episodes(steps)] == [2]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"schema_version":1', '"schema_version":2', "line 2 is not a step of a trajectory: schema_version"),
        ('"number":1', '"number":-1', "number"),
        ('"kind":"click"', '"kind":"fly"', "action.kind"),
        ('"task":', '"tusk":', "task"),
    ],
)
def test_a_line_that_is_no_step_of_this_version_is_named(tmp_path: Path, old: str, new: str, why: str) -> None:
    path = tmp_path / "steps.jsonl"
    write_steps(path, [step(0), step(1, candidates=[])])
    first, second = path.read_text(encoding="utf-8").splitlines()
    assert old in second
    path.write_text(f"{first}\n{second.replace(old, new)}\n", encoding="utf-8")
    with pytest.raises(UsageError, match=why):
        read_steps(path)


def test_a_picture_is_stored_once_by_its_digest_and_a_changed_picture_is_refused(tmp_path: Path) -> None:
    digest = keep_picture(tmp_path, b"pixels")
    assert keep_picture(tmp_path, b"pixels") == digest
    assert picture(tmp_path, digest) == b"pixels"
    assert picture(tmp_path, "") is None
    next((tmp_path / "pictures").iterdir()).write_bytes(b"others")
    with pytest.raises(UsageError, match="does not match its name"):
        picture(tmp_path, digest)


def test_a_split_holds_whole_tasks_and_whole_apps_out() -> None:
    steps = [
        step(n, episode=f"{task}-{e}", task=task, seen=look("Save", app=app))
        for task, app in (("a", "x"), ("b", "x"), ("c", "y"), ("d", "y"), ("e", "z"))
        for e in range(3)
        for n in range(4)
    ]
    for by in ("app", "task"):
        for seed in range(5):
            found = split(steps, by=by, share=0.4, seed=seed)  # type: ignore[arg-type]
            assert len(found.train) + len(found.held) == len(steps)
            assert {getattr(s, by) for s in found.train} & {getattr(s, by) for s in found.held} == set()
            assert {s.episode for s in found.train} & {s.episode for s in found.held} == set()
            assert found.held
    held = [{one.task for one in split(steps, by="task", seed=seed).held} for seed in range(12)]
    assert len({tuple(sorted(tasks)) for tasks in held}) > 1
    assert {one.task for one in split(steps[::-1], by="task", seed=3).held} == held[3]


def test_nothing_can_be_held_out_of_one_task() -> None:
    with pytest.raises(UsageError, match="fewer than two tasks"):
        split([step(0), step(1)], by="task")


def test_a_redacted_step_has_no_word_of_the_users_and_keeps_its_actions() -> None:
    seen = look("Save", "Ann Weber")
    typed = step(
        1,
        Deed(kind="type", text="Ann Weber"),
        seen=seen,
        instruction='save "Ann Weber" with 0175 555',
        low="type Ann Weber",
        history=['tap button "Ann Weber"'],
    )
    tapped = step(0, seen=seen, instruction='save "Ann Weber" with 0175 555')
    found = tuple(redacted([typed, tapped]))
    text = "".join(one.model_dump_json() for one in found)
    for word in ("Ann", "Weber", "0175", "555"):
        assert word not in text
    assert [one.number for one in found] == [0, 1]
    assert found[0].action == tapped.action
    assert found[0].box == tapped.box
    assert found[1].action.text in found[1].history[0], "the same words have the same placeholders"


def test_candidates_are_the_actions_that_the_screen_allows() -> None:
    kinds = [candidate.kind for candidate in candidates_of(look("Save", "field Name"), ["Ann"])]
    assert kinds == ["click", "click", "type", *["scroll"] * 4, "press_back", "press_home", "wait", "finished"]
    assert "type" not in [candidate.kind for candidate in candidates_of(look("Save"), ["Ann"])]


def test_the_state_names_the_last_actions_and_counts_the_others() -> None:
    assert state_after([]) == "Task just started, nothing has been done."
    assert state_after(["a", "b"]) == "Done so far: a; b."
    assert state_after(list("abcdefgh")) == "Done so far: 2 earlier actions; c; d; e; f; g; h."
