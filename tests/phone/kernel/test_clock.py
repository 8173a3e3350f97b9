from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agentprog.phone.kernel.clock import FIRST_BOOT, Clock
from agentprog.phone.system.hand import ManualTime


def test_time_starts_on_the_benchmarks_sunday_and_runs_on() -> None:
    clock = Clock(ManualTime())
    assert clock.now() == datetime(2023, 10, 15, 15, 34, tzinfo=UTC)
    clock.advance(90)
    assert clock.now() == datetime(2023, 10, 15, 15, 35, 30, tzinfo=UTC)
    assert clock.monotonic() == 90


def test_timers_fire_in_order_and_see_the_time_they_were_due() -> None:
    clock, seen = Clock(ManualTime()), []
    clock.after(5, lambda: seen.append(("late", clock.monotonic())))
    clock.after(
        2, lambda: (seen.append(("early", clock.monotonic())), clock.after(1, lambda: seen.append(("child", 3))))
    )
    clock.advance(10)
    assert seen == [("early", 2), ("child", 3), ("late", 5)]


def test_a_cancelled_timer_does_not_fire_and_a_period_is_not_made_up_for() -> None:
    clock, seen = Clock(ManualTime()), []
    clock.after(1, lambda: seen.append("never")).cancel()
    clock.every(10, lambda: seen.append("tick"))
    clock.advance(35)
    assert seen == ["tick"]
    clock.advance(5)
    assert seen == ["tick", "tick"]


def test_setting_the_wall_clock_leaves_uptime_alone() -> None:
    clock = Clock(ManualTime())
    clock.advance(10)
    clock.set_wall(FIRST_BOOT.replace(year=2025))
    assert clock.now().year == 2025
    assert clock.monotonic() == 10
    with pytest.raises(ValueError, match="forward"):
        clock.advance(-1)
