"""SWIRL's recipe on sums: a Teacher writes the first step of a sum, a Student the result.

As in the paper, the reward is 1 for a right result, else 0, without a term for form; the Teacher is paid by the
frozen Student's result. Unlike the paper, both are warmed up first: a model that has never seen a sum earns no
reward to learn from. The Teacher then knows several first steps and the Student one of them, so only the results
show which one helps. Sums stand in for MATH, which is not shipped.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product

from agentprog.agents.prompting import render
from agentprog.frozen import frozen
from agentprog.learn.metrics import Metrics
from agentprog.learn.training.policy import Policy
from agentprog.learn.training.recipes import Course
from agentprog.learn.training.stage import Item, Reward
from agentprog.ports import Message

_NUMBER = re.compile(r"-?\d+")
_TOKENS = 12
"""Token limit of a greedy answer; longer answers count as wrong."""

Ask = tuple[Message, ...]


@frozen
class Problem:
    """A sum, its possible first steps, and its result. The Student is warmed up with the first of them."""

    text: str
    firsts: tuple[str, ...]
    result: str


def problems(below: int, held_out: int, seed: int) -> tuple[tuple[Problem, ...], tuple[Problem, ...]]:
    """All sums of three numbers below a bound, in seeded order: those to learn from, and `held_out` held-out ones."""
    every = [
        Problem(
            text=f"{a} + {b} + {c}",
            firsts=(f"{a}+{b}={a + b}", f"{b}+{c}={b + c}", f"{a}+{c}={a + c}"),
            result=str(a + b + c),
        )
        for a, b, c in product(range(below), repeat=3)
    ]
    random.Random(f"sums {seed}").shuffle(every)
    return tuple(every[held_out:]), tuple(every[:held_out])


def teacher_prompt(problem: Problem) -> Ask:
    """The prompt for the first step."""
    return render("arithmetic_teacher", problem=problem.text)


def student_prompt(problem: Problem, first: str) -> Ask:
    """The prompt for the result."""
    return render("arithmetic_student", problem=problem.text, first=first)


def worth(reply: str, problem: Problem) -> float:
    """1 if the last number of a reply is the result, else 0."""
    numbers = _NUMBER.findall(reply)
    return float(bool(numbers) and numbers[-1] == problem.result)


def teacher_items(found: Sequence[Problem], policy: Policy, student: str) -> list[Item]:
    """The Teacher's items; the reward is the frozen Student's result from the first step."""

    def paid(problem: Problem, replies: Sequence[str]) -> list[float]:
        prompts = [student_prompt(problem, reply) for reply in replies]
        return [worth(result, problem) for result in policy.likeliest(student, prompts, _TOKENS)]

    return [
        Item(
            messages=teacher_prompt(to_solve),
            target=to_solve.firsts[place % len(to_solve.firsts)],
            reward=partial(paid, to_solve),
        )
        for place, to_solve in enumerate(found)
    ]


def student_items(found: Sequence[Problem], firsts: Sequence[str]) -> list[Item]:
    """The Student's questions, each with a first step of the Teacher's."""

    def reward(problem: Problem) -> Reward:
        return lambda replies: [worth(reply, problem) for reply in replies]

    return [
        Item(messages=student_prompt(to_solve, first), target=to_solve.result, reward=reward(to_solve))
        for to_solve, first in zip(found, firsts, strict=True)
    ]


def solved(policy: Policy, found: Sequence[Problem]) -> Metrics:
    """The share of problems that Teacher and Student solve, as SR; type and place do not apply."""
    firsts = policy.likeliest("teacher", [teacher_prompt(problem) for problem in found], _TOKENS)
    prompts = [student_prompt(problem, first) for problem, first in zip(found, firsts, strict=True)]
    replies = policy.likeliest("student", prompts, _TOKENS)
    right = [worth(reply, problem) for reply, problem in zip(replies, found, strict=True)]
    return Metrics(steps=len(found), type=None, gr=None, sr=sum(right) / len(right))


def tutoring(
    course: Course, train: Sequence[Problem], held_out: Sequence[Problem], *, rounds: int, parallel: bool = False
) -> None:
    """Warms up both roles, then trains in rounds: the Teacher against the frozen Student, the Student on the
    Teacher's steps.

    With `parallel` both learn against the other as it was at the round's beginning.
    """
    policy, plan = course.policy, course.plan
    for role in ("teacher", "student", "teacher-before", "student-before"):
        policy.add(role, plan.seed)
    count: Callable[[], Metrics] = partial(solved, policy, held_out)
    course.count("base", count)
    course.run("warm-teacher", "teacher", "sft", lambda: teacher_items(train, policy, "student"), plan.warm)
    own_firsts = [problem.firsts[0] for problem in train]
    course.run("warm-student", "student", "sft", lambda: student_items(train, own_firsts), plan.warm)
    course.count("round 0", count)

    def told(teacher: str) -> list[Item]:
        return student_items(train, policy.likeliest(teacher, [teacher_prompt(problem) for problem in train], _TOKENS))

    for number in range(1, rounds + 1):
        policy.copy("teacher-before", "teacher")
        policy.copy("student-before", "student")
        paid = partial(teacher_items, train, policy, "student-before")
        course.run(f"round-{number}-teacher", "teacher", "grpo", paid, plan.steps)
        student_questions = partial(told, "teacher-before" if parallel else "teacher")
        course.run(f"round-{number}-student", "student", "grpo", student_questions, plan.steps)
        course.count(f"round {number}", count)
