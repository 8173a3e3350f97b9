"""Sums for a Teacher and a Student: the questions, the rewards, the turns of learning, the held-out sums."""

from __future__ import annotations

import importlib.util
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from agentprog.learn.training.arithmetic import (
    Problem,
    problems,
    student_items,
    student_prompt,
    teacher_items,
    teacher_prompt,
    tutoring,
    worth,
)

needs_torch = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None, reason="torch is not installed: it comes with agentprog[learn]"
)
quiet = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::UserWarning")
SUM = Problem(text="2 + 3 + 4", firsts=("2+3=5", "3+4=7", "2+4=6"), result="9")


def test_held_out_sums_are_not_among_those_to_learn_from() -> None:
    learned, held = problems(4, 10, 3)
    assert len(held) == 10
    assert len({one.text for one in (*learned, *held)}) == 4**3
    assert problems(4, 10, 3) == (learned, held)
    assert problems(4, 10, 4) != (learned, held)


def test_every_way_to_begin_a_sum_leads_to_its_result() -> None:
    learned, _ = problems(4, 1, 0)
    for one in learned:
        numbers = [int(part) for part in one.text.split(" + ")]
        assert str(sum(numbers)) == one.result
        for first in one.firsts:
            parts, total = first.split("=")
            assert sum(map(int, parts.split("+"))) == int(total)


@pytest.mark.parametrize(
    ("reply", "paid"),
    [("9", 1.0), ("That is 9", 1.0), ("2+3=5, so 9", 1.0), ("9, or 8", 0.0), ("19", 0.0), ("-9", 0.0), ("", 0.0)],
)
def test_the_last_number_of_a_reply_is_its_result(reply: str, paid: float) -> None:
    assert worth(reply, SUM) == paid


def test_the_student_sees_the_first_step_and_the_teacher_does_not() -> None:
    assert "2+3=5" in student_prompt(SUM, "2+3=5")[-1].text
    assert "2+3=5" not in "".join(message.text for message in teacher_prompt(SUM))
    assert "2 + 3 + 4" in teacher_prompt(SUM)[-1].text


class Adding:
    """A Student that continues only from a first step with the first two numbers."""

    def likeliest(self, role: str, asked: Any, most: int) -> list[str]:
        assert role == "student"
        return ["9" if "First: 2+3=5" in messages[-1].text else "8" for messages in asked]


def test_the_teacher_is_paid_by_the_result_of_the_frozen_student() -> None:
    (item,) = teacher_items([SUM], Adding(), "student")  # type: ignore[arg-type]
    assert item.reward is not None
    assert item.reward(["2+3=5", "3+4=7", "2+3=5"]) == [1.0, 0.0, 1.0]


def test_the_teacher_is_warmed_up_with_every_way_and_the_student_with_its_given_way() -> None:
    warmed = teacher_items([SUM] * 3, Adding(), "student")  # type: ignore[arg-type]
    assert [item.target for item in warmed] == list(SUM.firsts)
    (item,) = student_items([SUM], ["3+4=7"])
    assert "First: 3+4=7" in item.messages[-1].text
    assert item.target == "9"


@needs_torch
@quiet
@pytest.mark.slow
@pytest.mark.parametrize("parallel", [False, True])
def test_one_role_learns_while_the_other_is_frozen_round_by_round(tmp_path: Path, parallel: bool) -> None:
    from agentprog.learn.training.fresh import fresh_policy
    from agentprog.learn.training.journal import Journal
    from agentprog.learn.training.recipes import Course, Plan

    plan = Plan(warm=1, steps=1, batch=2, count=2, most=4, seed=3, rate=1e-3, reward_rate=2e-3)
    made = Course(fresh_policy(width=32, heads=2, rank=4), Journal(tmp_path, {"seed": 3}), plan)
    learned, held = problems(3, 4, 3)
    tutoring(made, learned, held, rounds=2, parallel=parallel)
    ends = [line for line in made.journal.lines() if "frozen" in line]
    assert [line["stage"] for line in ends[2:]] == [f"round-{n}-{r}" for n in (1, 2) for r in ("teacher", "student")]
    for before, after in pairwise(ends[2:]):
        learner = after["stage"].rpartition("-")[2]
        other = before["stage"].rpartition("-")[2]
        assert learner not in after["frozen"]
        assert after["frozen"][other] == before["trained"]
    assert [one.steps for one in made.journal.measured().values()] == [4, 4, 4, 4]


@needs_torch
@quiet
def test_questions_of_different_lengths_are_answered_together_as_alone() -> None:
    from tests.learn.training.tiny import tiny_policy

    policy = tiny_policy("one")
    asked = [teacher_prompt(SUM)[-1:], student_prompt(SUM, "2+3=5")[-1:]]
    together = policy.likeliest("one", asked, 5)
    assert together == [policy.likeliest("one", [each], 5)[0] for each in asked]
    answers = [[65, 66], [67]]
    both = policy.logprobs("one", asked, answers).detach()
    for row, (each, answer) in enumerate(zip(asked, answers, strict=True)):
        alone = policy.logprobs("one", [each], [answer]).detach()
        assert both[row, : len(answer)].tolist() == pytest.approx(alone[0].tolist(), abs=1e-4)
    assert both[1, 1] == 0.0
