"""Totals of a run: its spending, with money only if a price is known."""

from __future__ import annotations

import pytest

from agentprog.errors import Cancelled, OutOfBudget
from agentprog.ports import Usage
from agentprog.runtime.safety.budget import CancelToken, Meter, Spent
from agentprog.runtime.safety.limits import Limits
from tests.runtime.conftest import FakeClock


def test_totals_name_all_that_was_spent() -> None:
    spent = Spent(steps=2, actions=3)
    usage = Usage(prompt=10, cached=4, completion=5, seconds=1.23456, reasoning=2)
    spent.charge(usage, 0.12345678)
    assert spent.totals() == {
        "steps": 2,
        "actions": 3,
        "model_calls": 1,
        "tokens": 15,
        "prompt_tokens": 10,
        "cached_tokens": 4,
        "completion_tokens": 5,
        "reasoning_tokens": 2,
        "money": 0.123457,
        "unpriced_calls": 0,
        "model_seconds": 1.235,
    }


def test_money_is_missing_only_if_no_call_has_a_price() -> None:
    spent = Spent()
    assert spent.totals()["money"] == 0
    spent.charge(Usage(), None)
    assert "money" not in spent.totals()
    spent.charge(Usage(), 0.5)
    assert (spent.totals()["money"], spent.totals()["unpriced_calls"]) == (0.5, 1)


def test_a_run_is_cancelled_for_the_first_reason() -> None:
    token = CancelToken()
    token.check()
    token.cancel("Ctrl-C")
    token.cancel("too late")
    with pytest.raises(Cancelled, match="Ctrl-C"):
        token.check()


def test_the_time_is_used_up_when_its_last_second_has_passed_without_the_pauses() -> None:
    clock = FakeClock()
    meter = Meter(Limits(seconds=60), clock)
    clock.sleep(70)
    meter.paused(20)
    meter.check_time()
    clock.sleep(10)
    with pytest.raises(OutOfBudget, match="60 seconds"):
        meter.check_time()
