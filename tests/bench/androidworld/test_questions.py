"""Questions about the calendar are answered from the lists of its days."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from agentprog.bench.androidworld.oracle import questions
from agentprog.bench.aw.oracle import datebook


def test_an_event_that_runs_past_midnight_is_named_once(monkeypatch: pytest.MonkeyPatch) -> None:
    party = ("23:59 - 00:59", "Party")
    shown = {date(2023, 10, 21): [party], date(2023, 10, 22): [party, ("10:00 - 11:00", "Walk")]}

    def rows(_hand: Any, day: date) -> list[tuple[str, str]]:
        return shown.get(day, [])

    monkeypatch.setattr(datebook, "rows", rows)
    assert questions.events_in_next_week(None, None) == "Party, Walk"  # type: ignore[arg-type]
