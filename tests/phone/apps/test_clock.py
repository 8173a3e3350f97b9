from __future__ import annotations

from agentprog.phone.records import Intent
from agentprog.phone.system import SimPhone
from agentprog.phone.system.hand import Hand


def test_a_timer_is_entered_without_being_started(phone: SimPhone, hand: Hand) -> None:
    hand.open("Clock")
    hand.tap(desc="Timer")
    for digit in ("1", "3", "0", "0", "5"):
        hand.tap(id=f"timer_setup_digit_{digit}")
    assert hand.texts("timer_setup_time") == ["01h 30m 05s"]
    hand.tap(id="timer_setup_delete")
    assert hand.texts("timer_setup_time") == ["00h 13m 00s"]


def test_a_timer_counts_down_pauses_and_is_extended(phone: SimPhone, hand: Hand) -> None:
    hand.open("Clock")
    hand.tap(desc="Timer")
    hand.tap(id="timer_setup_digit_2")
    hand.tap(id="timer_setup_digit_00")
    hand.tap(desc="Start")
    hand.wait(30)
    assert hand.texts("timer_text") == ["01:30"]
    hand.tap(desc="Pause")
    before = hand.texts("timer_text")
    hand.wait(30)
    assert hand.texts("timer_text") == before
    hand.tap("+ 1:00")
    assert hand.texts("timer_text")[0].startswith("02:")
    phone.activities.force_stop("com.google.android.deskclock")
    hand.open("Clock")
    hand.tap(desc="Timer")
    assert hand.texts("timer_text")[0].startswith("02:")
    hand.tap(id="close")
    assert hand.sees(id="timer_setup_time")


def test_the_stopwatch_runs_on_the_phones_clock(phone: SimPhone, hand: Hand) -> None:
    hand.open("Clock")
    hand.tap(desc="Stopwatch")
    hand.tap(desc="Start")
    hand.wait(65)
    assert hand.texts("stopwatch_time_text") == ["01:05"]
    hand.tap(desc="Lap")
    assert hand.texts("lap_number") == ["# 1"]
    hand.tap(desc="Pause")
    shown = hand.texts("stopwatch_time_text")
    hand.wait(10)
    assert hand.texts("stopwatch_time_text") == shown
    hand.tap(desc="Reset")
    assert hand.texts("stopwatch_time_text") == ["00:00"]
    assert not hand.sees(id="lap_number")


def test_alarms_are_made_labelled_repeated_and_deleted(phone: SimPhone, hand: Hand) -> None:
    hand.open("Clock")
    hand.tap(desc="Alarm")
    assert hand.texts("alarms_empty_view") == ["No Alarms"]
    hand.tap(desc="Add alarm")
    hand.tap(desc="22 hours")
    hand.tap(desc="40 minutes")
    hand.tap("OK")
    assert hand.texts("snackbar_text") == ["Alarm set for 7 hours and 6 minutes from now."]
    hand.tap(desc="Monday")
    assert hand.texts("days_of_week") == ["Mon"]
    hand.tap(id="edit_label")
    hand.phone.editor.commit("Pills")
    hand.tap("OK")
    assert hand.texts("edit_label") == ["Pills"]
    hand.tap(id="onoff")
    assert not hand.find(id="onoff").checked
    hand.tap(desc="Delete")
    assert hand.sees("Alarm deleted")
    hand.tap("undo")
    assert hand.texts("digital_clock") == ["22:40"]


def test_the_time_can_be_typed(phone: SimPhone, hand: Hand) -> None:
    hand.open("Clock")
    hand.tap(desc="Alarm")
    hand.tap(desc="Add alarm")
    hand.tap(id="material_timepicker_mode_button")
    hand.write("7", id="material_hour_text_input")
    hand.write("05", id="material_minute_text_input")
    hand.tap("OK")
    assert hand.texts("digital_clock") == ["07:05"]


def test_an_intent_sets_an_alarm(phone: SimPhone, hand: Hand) -> None:
    extras = {"android.intent.extra.alarm.HOUR": "6", "android.intent.extra.alarm.MINUTES": "45"}
    phone.activities.start(Intent(action="android.intent.action.SET_ALARM", extras=extras))
    hand.wait(1)
    assert hand.texts("digital_clock") == ["06:45"]
