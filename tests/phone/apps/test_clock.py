from __future__ import annotations

from typing import Any

import pytest

from agentprog.phone.apps.clock.ringing import DATABASE
from agentprog.phone.kernel.storage import open_database
from agentprog.phone.records import Intent, ProviderError
from agentprog.phone.system.hand import Hand
from agentprog.phone.system.phone import SimPhone

CLOCK = "com.google.android.deskclock"


def _rows(phone: SimPhone, sql: str) -> list[tuple[Any, ...]]:
    with open_database(phone.storage, DATABASE, "") as db:
        found = [tuple(row) for row in db.execute(sql)]
    db.close()
    return found


def _set_alarm(phone: SimPhone, hand: Hand, hour: int, minutes: int) -> None:
    extras = {"android.intent.extra.alarm.HOUR": str(hour), "android.intent.extra.alarm.MINUTES": str(minutes)}
    phone.activities.start(Intent(action="android.intent.action.SET_ALARM", extras=extras))
    hand.wait(1)


def _notes(phone: SimPhone) -> list[tuple[str, str]]:
    return [(n.title, n.text) for n in phone.notifications.list()]


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


def test_an_alarm_rings_over_another_app_although_the_clock_is_dead(phone: SimPhone, hand: Hand) -> None:
    _set_alarm(phone, hand, 15, 40)
    phone.activities.kill(CLOCK)
    hand.open("Contacts")
    phone.clock.advance(240)
    assert not hand.sees("Dismiss")
    phone.clock.advance(180)
    assert hand.sees(id="dismiss")
    assert _notes(phone) == [("Alarm", "Sun 15:40")]
    hand.press("back")
    hand.tap("Dismiss")
    assert not hand.sees("Dismiss")
    assert hand.sees("Search contacts")
    assert _notes(phone) == []
    assert _rows(phone, "SELECT hour, minutes, enabled FROM alarm_templates") == [(15, 40, 0)]
    assert _rows(phone, "SELECT alarm_state FROM alarm_instances") == [(7,)]


def test_a_snoozed_alarm_rings_again_and_gives_up_when_nobody_answers(phone: SimPhone, hand: Hand) -> None:
    _set_alarm(phone, hand, 15, 40)
    phone.clock.advance(400)
    hand.tap("Snooze")
    assert _notes(phone) == [("Alarm", "Snoozing until 15:50")]
    assert not hand.sees("Snooze")
    phone.clock.advance(700)
    assert hand.sees("Snooze")
    phone.clock.advance(700)
    hand.wait(1.1)
    assert not hand.sees("Snooze")
    assert _notes(phone) == [("Missed alarm", "Sun 15:50")]


def test_a_weekly_alarm_stays_on_and_a_removed_one_is_silent(phone: SimPhone, hand: Hand) -> None:
    _set_alarm(phone, hand, 15, 40)
    hand.tap(desc="Sunday")
    phone.clock.advance(400)
    hand.tap("Dismiss")
    assert _rows(phone, "SELECT enabled FROM alarm_templates") == [(1,)]
    hand.tap(desc="Delete")
    phone.clock.advance(8 * 86400)
    assert not hand.sees("Dismiss")


def test_an_alarm_wakes_a_sleeping_locked_phone_and_survives_a_reboot(phone: SimPhone, hand: Hand) -> None:
    _set_alarm(phone, hand, 15, 40)
    wall = phone.clock.now()
    phone.shut_down()
    phone.boot(wall)
    phone.power.sleep()
    phone.clock.advance(400)
    assert phone.power.awake
    assert _notes(phone) == [("Alarm", "Sun 15:40")]
    phone.power.unlock()
    hand.tap("Dismiss")


def test_a_timer_reports_its_end_and_stop_resets_it(phone: SimPhone, hand: Hand) -> None:
    hand.open("Clock")
    hand.tap(desc="Timer")
    hand.tap(id="timer_setup_digit_5")
    hand.tap(desc="Start")
    hand.press("home")
    phone.activities.kill(CLOCK)
    phone.clock.advance(10)
    assert _notes(phone) == [("Timer", "Time’s up")]
    phone.notifications.open_shade()
    hand.tap("Time’s up")
    hand.wait(1)
    assert hand.texts("timer_text")[0].startswith("-00:")
    hand.tap(desc="Stop")
    assert hand.texts("timer_text") == ["00:05"]
    assert hand.sees(desc="Start")
    hand.tap(desc="Start")
    phone.clock.advance(10)
    assert len(_notes(phone)) == 1
    hand.tap(id="close")
    assert _notes(phone) == []


def test_other_apps_may_read_alarms_but_not_write_them(phone: SimPhone, hand: Hand) -> None:
    _set_alarm(phone, hand, 6, 5)
    found = phone.providers.query(f"content://{CLOCK}/alarms", projection=("hour", "minutes"))
    assert found.rows == ((6, 5),)
    with pytest.raises(ProviderError, match="Permission Denial"):
        phone.providers.delete(f"content://{CLOCK}/alarms")
