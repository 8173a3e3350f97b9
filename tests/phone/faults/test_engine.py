"""Faults begin, strike and end as they are scheduled, the same way for the same seed."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from agentprog.phone.faults import CATALOGUE, FaultError, Faults, Schedule


class Stage:
    """A clock to turn, and a record of the events."""

    def __init__(self, seed: int = 0) -> None:
        self.now = 0.0
        self.log: list[tuple[str, object]] = []
        self.faults = Faults(seed=seed, now=lambda: self.now, happen=self._happen, throw=self._throw)

    def _happen(self, name: str, params: Mapping[str, object]) -> None:
        self.log.append((name, dict(params)))

    def _throw(self, name: str, on: bool, params: Mapping[str, object]) -> None:
        self.log.append((name, on))


def test_a_state_strikes_until_it_is_cleared() -> None:
    stage = Stage()
    assert stage.faults.strikes("u2_hang") is None
    stage.faults.set("u2_hang", {"seconds": 2})
    assert stage.faults.strikes("u2_hang") == {"seconds": 2}
    assert stage.faults.strikes("u2_hang") is not None
    stage.faults.clear("u2_hang")
    assert stage.faults.strikes("u2_hang") is None


def test_a_fault_strikes_as_often_as_scheduled() -> None:
    stage = Stage()
    stage.faults.set("screenshot_null", schedule=Schedule(times=2))
    assert [stage.faults.strikes("screenshot_null") is not None for _ in range(4)] == [True, True, False, False]
    assert stage.faults.describe() == []


def test_a_fault_waits_for_its_event() -> None:
    stage = Stage()
    stage.faults.set("dialog", {"title": "Hi"}, Schedule(event="tap", count=3))
    for _ in range(2):
        stage.faults.note("tap")
        stage.faults.note("key")
    assert stage.log == []
    stage.faults.note("tap")
    assert stage.log == [("dialog", {"title": "Hi", "message": "Install it now?"})]
    stage.faults.note("tap")
    assert len(stage.log) == 1


def test_a_repeated_fault_waits_for_its_event_each_time() -> None:
    stage = Stage()
    stage.faults.set("home", schedule=Schedule(event="tap", count=2, times=2))
    for _ in range(6):
        stage.faults.note("tap")
    assert stage.log == [("home", {}), ("home", {})]


def test_a_scheduled_fault_begins_and_ends_at_its_times() -> None:
    stage = Stage()
    stage.faults.set("never_idle", schedule=Schedule(seconds=5, lasting=10))
    stage.faults.poll()
    assert stage.log == []
    stage.now = 5.0
    stage.faults.poll()
    assert stage.log == [("never_idle", True)]
    stage.now = 15.0
    stage.faults.poll()
    assert stage.log == [("never_idle", True), ("never_idle", False)]
    assert not stage.faults.waiting


def test_a_switch_is_thrown_back_when_cleared_or_replaced() -> None:
    stage = Stage()
    stage.faults.set("never_idle")
    stage.faults.set("never_idle")
    stage.faults.clear()
    assert stage.log == [("never_idle", True), ("never_idle", False), ("never_idle", True), ("never_idle", False)]


def test_chance_is_the_same_for_the_same_seed() -> None:
    def strikes(seed: int) -> list[bool]:
        faults = Stage(seed).faults
        faults.set("screenshot_null", schedule=Schedule(probability=0.5))
        return [faults.strikes("screenshot_null") is not None for _ in range(40)]

    assert strikes(1) == strikes(1)
    assert strikes(1) != strikes(2)
    assert 5 < sum(strikes(1)) < 35


def test_an_unknown_fault_or_parameter_is_refused() -> None:
    faults = Stage().faults
    with pytest.raises(FaultError, match="did you mean 'u2_hang'"):
        faults.set("u2_hung")
    with pytest.raises(FaultError, match="it takes seconds"):
        faults.set("u2_hang", {"minutes": 1})
    with pytest.raises(FaultError, match="must be like"):
        faults.set("u2_hang", {"seconds": "long"})
    with pytest.raises(FaultError, match="cannot count"):
        faults.set("u2_hang", schedule=Schedule(event="sneeze", count=1))
    with pytest.raises(FaultError, match="probability"):
        faults.set("u2_hang", schedule=Schedule(probability=2))
    assert faults.describe() == []


def test_every_fault_has_a_description() -> None:
    assert len(CATALOGUE) >= 50
    assert all(spec.what.endswith(".") and spec.name == name for name, spec in CATALOGUE.items())
