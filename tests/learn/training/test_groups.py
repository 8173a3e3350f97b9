"""Advantages, reweighting and selection, at their bounds."""

from __future__ import annotations

import random
from statistics import fmean

import pytest

from agentprog.learn.training.groups import (
    RULES,
    advantages,
    refilled,
    shuffled,
    spread_over,
    worth_rounds,
    worth_warming,
)


def test_advantages_are_standard_scores_and_nothing_where_all_are_equal() -> None:
    assert advantages([1.0, 0.0, 1.0, 0.0]) == [1.0, -1.0, 1.0, -1.0]
    assert advantages([0.3, 0.3, 0.3]) == [0.0, 0.0, 0.0]
    found = advantages([0.1, 0.28, 1.0, 0.1])
    assert fmean(found) == pytest.approx(0.0)
    assert fmean(one * one for one in found) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("rewards", "kept"),
    [
        # rewards: by the paper (0.1 < mean < 1), by the code (max > 0.1 and min < 1), of sums (0.2 < mean < 0.8)
        ([0.1, 0.1], (False, False, False)),
        ([0.0, 0.2], (False, True, False)),
        ([0.0, 0.21], (True, True, False)),
        ([1.0, 1.0], (False, False, False)),
        ([1.0, 0.9], (True, True, False)),
        ([1.0, 0.6], (True, True, False)),
        ([1.0, 0.5], (True, True, True)),
        ([0.0, 0.4], (True, True, False)),
        ([0.0, 0.0], (False, False, False)),
    ],
)
def test_each_rule_keeps_its_groups(rewards: list[float], kept: tuple[bool, bool, bool]) -> None:
    assert tuple(RULES[name](rewards) for name in ("paper", "code", "arithmetic")) == kept
    assert RULES["none"](rewards)


def test_a_batch_is_filled_up_with_its_selected_samples() -> None:
    found = refilled([True, False, True, False], random.Random(1))
    assert (found[0], found[2]) == (0, 2)
    assert {found[1], found[3]} <= {0, 2}
    assert refilled([False, False], random.Random(1)) == []
    assert refilled([True, True], random.Random(1)) == [0, 1]


def test_selection_takes_samples_that_are_neither_known_nor_hopeless() -> None:
    assert worth_warming([1, 1, 1, 0, 0, 0, 0, 0])
    assert not worth_warming([1, 1, 0, 0, 0, 0, 0, 0])
    assert not worth_warming([1, 1, 1, 1, 0, 0, 0, 0])
    assert worth_rounds([1, 1, 0, 0, 0, 0, 0, 0])  # mean 0.25, variance 0.1875
    assert not worth_rounds([1, 0, 0, 0, 0, 0, 0, 0])  # variance 0.109
    assert not worth_rounds([1, 1, 1, 1, 1, 0, 0, 0])  # mean 0.625


def test_an_advantage_is_zero_outside_of_the_plan() -> None:
    assert spread_over([True, True, False, False], 1.7) == [1.7, 1.7, 0.0, 0.0]


def test_shuffled_rewards_are_the_same_ones_elsewhere() -> None:
    groups = [[0.0, 0.1, 0.2, 0.3, 0.4], [1.0, 2.0, 3.0, 4.0, 5.0]]
    found = shuffled(groups, random.Random(3))
    assert [sorted(group) for group in found] == groups
    assert found != groups
