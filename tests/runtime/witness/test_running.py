"""A timer or stopwatch is proven by its running time, under its own title, from the state that the step set."""

from __future__ import annotations

from agentprog.ports import Screen
from agentprog.runtime.witness.running import span_in

from .test_screens import judged, screen, verdict

STEP = "Start a timer of 2 minutes and 5 seconds"
TIMED = ("2", "5")


def page(*texts: str, head: str = "Timer") -> Screen:
    return screen(head=head, texts=texts, place=".Clock")


SET = page("00h 02m 05s", "Start")


def test_a_timer_counting_down_from_the_ordered_time_is_proven() -> None:
    assert verdict(STEP, TIMED, SET, page("2:05", "Pause"), page("2:04", "Pause")) == "proven"
    assert verdict(STEP, TIMED, SET, page("1:58", "Pause"), page("1:57", "Pause")) == "proven"


def test_a_stopped_or_another_or_earlier_timer_is_not_proven() -> None:
    assert verdict(STEP, TIMED, SET) == "unknown"
    assert verdict(STEP, TIMED, SET, page("2:05", "Pause")) == "unknown"
    assert verdict(STEP, TIMED, SET, page("2:05", "Pause"), page("2:04", "Resume")) == "unknown"
    assert verdict(STEP, TIMED, SET, page("1:05", "Pause"), page("1:04", "Pause")) == "unknown"
    assert verdict(STEP, TIMED, SET, page("3:05", "Pause"), page("3:04", "Pause")) == "unknown"
    assert verdict(STEP, TIMED, SET, page("2:05", "9:01", "Pause"), page("2:04", "9:00", "Pause")) == "unknown"
    assert verdict(STEP, TIMED, page("15:34", head="Clock"), page("2:05", "Pause"), page("2:04", "Pause")) == "unknown"


def test_a_stopwatch_runs_where_its_time_grows_under_its_name() -> None:
    def watch(*texts: str) -> Screen:
        return page(*texts, head="Stopwatch")

    step, still = "Start the stopwatch", watch("00:00", "00", "Start")
    soon = judged(step, (), still, watch("00:00", "31", "Pause"), watch("00:00", "77", "Pause"))
    assert (soon.verdict.value, soon.waits) == ("unknown", True)
    assert verdict(step, (), still, watch("00:00", "31", "Pause"), watch("00:02", "07", "Pause")) == "proven"
    assert verdict(step, (), still, watch("00:02", "31", "Pause"), watch("00:02", "31", "Start")) == "unknown"
    assert verdict("Stop the stopwatch", (), still, watch("00:00", "Pause"), watch("00:02", "Pause")) == "unknown"
    assert verdict("Start the timer", (), still, watch("00:00", "Pause"), watch("00:02", "Pause")) == "unknown"
    assert verdict(step, (), watch("00:10", "Pause"), watch("00:12", "Pause")) == "unknown"


def test_a_length_is_read_in_its_parts() -> None:
    assert span_in("a timer of 9 hours, 54 minutes and 40 seconds") == 35680
    assert span_in("einen Timer von 2 Minuten") == 120
    assert span_in("the 3 timers") == 0
