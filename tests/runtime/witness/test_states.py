"""The state of the setting that a step names."""

from __future__ import annotations

import pytest

from agentprog.identity import Kind, Record
from agentprog.ports import Store, Unread
from agentprog.runtime.witness.finding import Finding, Verdict
from agentprog.runtime.witness.intent import intent_of
from agentprog.runtime.witness.states import (
    alters,
    asks_for_effect,
    holds_of_setting,
    judge_setting,
    stated,
    wanted_end,
    wanted_state,
)


def settings(**values: str) -> dict[Store, tuple[Record, ...]]:
    return {
        Store.SETTINGS: tuple(
            Record(kind=Kind.SETTING, labels=(key, key.replace("_", " ")), facts={"value": value}, id=f"global/{key}")
            for key, value in values.items()
        )
    }


def judged(step: str, before: dict[str, str], after: dict[str, str]) -> str:
    intent = intent_of(step, goal=step, values=())
    found = judge_setting(intent, settings(**before), settings(**after))
    return f"{found.verdict}: {found.words}" if found is not None else "nothing"


@pytest.mark.parametrize("step", ["Turn on Wi-Fi", "Switch off Bluetooth", "Disable the 7:00 alarm", "Turn Wi-Fi on",
                                  'Delete "Ann"', "Create a note"])  # fmt: skip
def test_a_step_that_switches_something_orders_a_change(step: str) -> None:
    assert alters(step)


@pytest.mark.parametrize("step", ["Read the title", "Open Wi-Fi", "Switch to the second tab", "Find the note"])
def test_a_step_that_looks_or_opens_orders_no_change(step: str) -> None:
    assert not alters(step)


@pytest.mark.parametrize(
    ("step", "before", "after", "finding"),
    [
        ("Turn on Wi-Fi", {"wifi_on": "0"}, {"wifi_on": "1"}, 'proven: "wi-fi" is 1'),
        ("Turn on Wi-Fi", {"wifi_on": "1"}, {"wifi_on": "1"}, 'proven: "wi-fi" is 1, already so'),
        ("Turn wifi off", {"wifi_on": "1"}, {"wifi_on": "1"}, 'unknown: "wi-fi" is 1'),
        ("Turn on airplane mode", {"airplane_mode_on": "0"}, {"airplane_mode_on": "1"},
         'proven: "airplane mode" is 1'),
        ("Enable the dark theme", {"ui_night_mode": "1"}, {"ui_night_mode": "1"},
         'unknown: "dark theme" is 1'),
        ("Set the brightness to the maximum", {"screen_brightness": "90"}, {"screen_brightness": "255"},
         'proven: "brightness" is 255'),
        ("Turn on haptic feedback", {"haptic_feedback_enabled": "0"}, {"haptic_feedback_enabled": "1"},
         'proven: "haptic_feedback_enabled" is 1'),
        ("Turn on the flashlight", {"wifi_on": "0"}, {"wifi_on": "1"}, "nothing"),
        ("Open the Wi-Fi settings", {"wifi_on": "0"}, {"wifi_on": "0"}, "nothing"),
    ],
)  # fmt: skip
def test_a_setting_is_proven_by_its_state(
    step: str, before: dict[str, str], after: dict[str, str], finding: str
) -> None:
    assert judged(step, before, after) == finding


def test_a_quoted_text_gives_no_state() -> None:
    assert wanted_state('Send "turn it on" to Ann') is None
    assert wanted_end('Send "the maximum" to Ann') is None


def test_a_slider_is_at_its_end_or_not() -> None:
    assert judged("Set the brightness to the minimum", {}, {"screen_brightness": "1"}) == ('proven: "brightness" is 1')
    assert judged("Set the brightness to the minimum", {}, {"screen_brightness": "0"}).startswith("proven")
    assert judged("Set the brightness to the minimum", {}, {"screen_brightness": "2"}) == ('unknown: "brightness" is 2')
    for low in ("0", "1"):
        assert judged("Set the brightness to the maximum", {}, {"screen_brightness": low}).startswith("unknown")
    assert judged("Set wifi to the maximum", {}, {"wifi_on": "1"}) == "nothing", "it has no ends"


@pytest.mark.parametrize("value", ["0", "off", "OFF", "False", "null", ""])
def test_each_word_for_off_is_off(value: str) -> None:
    assert judged("Turn wifi off", {}, {"wifi_on": value}) == f'proven: "wi-fi" is {value}'.strip()
    assert judged("Turn wifi on", {}, {"wifi_on": value}).startswith("unknown")


def test_a_longer_setting_name_wins_and_two_of_one_length_decide_nothing() -> None:
    on = {"alpha_beta": "1", "gamma_rays": "1", "beta": "0"}
    assert judged("Turn on alpha beta", {}, on) == 'proven: "alpha_beta" is 1'
    assert judged("Turn on alpha beta, gamma rays", {}, {**on, "gamma_rays": "0"}) == "nothing"


def test_each_setting_of_a_list_must_have_its_ordered_state() -> None:
    both = {"wifi_on": "1", "bluetooth_on": "1"}
    assert judged("Turn on Wi-Fi and Bluetooth", {}, both).startswith("proven")
    assert judged("Turn on Wi-Fi and Bluetooth", both, both).endswith("already so")
    half = judge_setting(
        intent_of("Turn on Bluetooth and Wi-Fi", goal="Turn on Bluetooth and Wi-Fi", values=()),
        {}, settings(**both | {"wifi_on": "0"}),
    )  # fmt: skip
    assert half is not None
    assert (half.verdict, half.missing, half.note) == (Verdict.UNKNOWN, ("Wi-Fi",), "is not known to be in that state")
    first = judge_setting(
        intent_of("Turn on Wi-Fi and Bluetooth", goal="Turn on Wi-Fi and Bluetooth", values=()),
        settings(wifi_on="0", bluetooth_on="1"), settings(**both),
    )  # fmt: skip
    assert first is not None
    assert not first.already, "one of them was not so before"


def test_without_a_reading_of_the_settings_nothing_is_known() -> None:
    intent = intent_of("Turn on Wi-Fi", goal="Turn on Wi-Fi", values=())
    assert judge_setting(intent, {}, {}) is None
    assert judge_setting(intent, {}, {Store.SETTINGS: Unread(why="refused")}) is None


# ------------------------------------------------------------ conditions


@pytest.mark.parametrize(
    ("condition", "state"),
    [
        ("Wi-Fi is on", True),
        ("Wi-Fi is turned on.", True),
        ("Wi-Fi is off", False),
        ("Wi-Fi is disabled", False),
        ("Wi-Fi is there", None),
        ('"it is on" appears', None),
    ],
)
def test_a_condition_gives_on_off_or_neither(condition: str, state: bool | None) -> None:
    assert stated(condition) is state


def test_a_setting_decides_a_condition_about_it() -> None:
    def holds(condition: str, **values: str) -> Finding | None:
        return holds_of_setting(condition, settings(**values)[Store.SETTINGS])

    assert holds("Wi-Fi is on", wifi_on="1") == Finding(
        verdict=Verdict.PROVEN, witness="settings", found=("wi-fi",), note="is 1"
    )
    assert holds("Wi-Fi is off", wifi_on="1") == Finding(
        verdict=Verdict.CONTRADICTED, witness="settings", found=("wi-fi",), note="is 1"
    )
    own = holds("haptic feedback is off", haptic_feedback_enabled="0")
    assert own is not None
    assert (own.verdict, own.found) == (Verdict.PROVEN, ("haptic_feedback_enabled",))
    night = holds("the dark theme is on", ui_night_mode="1")
    assert night is not None
    assert night.verdict is Verdict.CONTRADICTED, "its values for on are its own"
    for condition in ("Wi-Fi is there", "Bluetooth is on", "it is on"):
        assert holds(condition, wifi_on="1") is None


@pytest.mark.parametrize(
    ("instruction", "asks"),
    [
        ("Send a message to Ann", True),
        ("Turn on Wi-Fi", True),
        ("What is the time?", False),
        ("How many notes are there? Answer with the number only", False),
        ("How many notes are there？ Answer with the number only", False),
        ("كم عدد الملاحظات؟ Answer with the number only", False),
        ("Answer Ann's message", True),
        ("Who wrote? Answer 'yes'", True),
        ("Who wrote? Delete the note", True),
    ],
)
def test_an_instruction_asks_for_an_effect_unless_its_answer_goes_to_the_user(instruction: str, asks: bool) -> None:
    assert asks_for_effect(instruction) is asks
