"""How a setting stands that a step means."""

from __future__ import annotations

import pytest

from agentprog.identity import Kind, Record
from agentprog.ports import Store
from agentprog.runtime.witness.meant import meant_by
from agentprog.runtime.witness.states import judge_setting, wanted_end, wanted_state


def settings(**values: str) -> dict[Store, tuple[Record, ...]]:
    return {
        Store.SETTINGS: tuple(
            Record(kind=Kind.SETTING, labels=(key, key.replace("_", " ")), facts={"value": value}, id=f"global/{key}")
            for key, value in values.items()
        )
    }


def judged(step: str, before: dict[str, str], after: dict[str, str]) -> str:
    meant = meant_by(step, goal=step, values=())
    found = judge_setting(meant, settings(**before), settings(**after))
    return f"{found.verdict}: {found.words}" if found is not None else "nothing"


@pytest.mark.parametrize(
    ("step", "before", "after", "said"),
    [
        ("Turn on Wi-Fi", {"wifi_on": "0"}, {"wifi_on": "1"}, 'proven: "wi-fi" stands at 1'),
        ("Turn on Wi-Fi", {"wifi_on": "1"}, {"wifi_on": "1"}, 'proven: "wi-fi" stands at 1, already so'),
        ("Turn wifi off", {"wifi_on": "1"}, {"wifi_on": "1"}, 'unknown: "wi-fi" stands at 1'),
        ("Turn on airplane mode", {"airplane_mode_on": "0"}, {"airplane_mode_on": "1"},
         'proven: "airplane mode" stands at 1'),
        ("Enable the dark theme", {"ui_night_mode": "1"}, {"ui_night_mode": "1"},
         'unknown: "dark theme" stands at 1'),
        ("Set the brightness to the maximum", {"screen_brightness": "90"}, {"screen_brightness": "255"},
         'proven: "brightness" stands at 255'),
        ("Turn on haptic feedback", {"haptic_feedback_enabled": "0"}, {"haptic_feedback_enabled": "1"},
         'proven: "haptic_feedback_enabled" stands at 1'),
        ("Turn on the flashlight", {"wifi_on": "0"}, {"wifi_on": "1"}, "nothing"),
        ("Open the Wi-Fi settings", {"wifi_on": "0"}, {"wifi_on": "0"}, "nothing"),
    ],
)  # fmt: skip
def test_a_setting_is_proven_by_how_it_stands(
    step: str, before: dict[str, str], after: dict[str, str], said: str
) -> None:
    assert judged(step, before, after) == said


def test_a_quoted_text_says_no_state() -> None:
    assert wanted_state('Send "turn it on" to Ann') is None
    assert wanted_end('Send "the maximum" to Ann') is None
