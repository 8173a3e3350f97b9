"""`content` and `appops`: the rows that adb's shell may read and write, and the words of a refusal."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from agentprog.phone.rig import ShellResult

Sh = Callable[[str], ShellResult]
SMS = "content://sms"


def rows(sh: Sh, uri: str, columns: str, where: str = "") -> list[str]:
    clause = f' --where "{where}"' if where else ""
    out = sh(f"content query --uri {uri} --projection {columns}{clause}").stdout
    return [] if out == "No result found.\n" else [re.sub(r"^Row: \d+ ", "", line) for line in out.splitlines()]


def test_the_shell_stores_messages_only_where_it_was_allowed_to(sh: Sh) -> None:
    insert = f"content insert --uri {SMS} --bind address:s:+1555 --bind body:s:'a: b, c' --bind type:i:1"
    mine = "address='+1555'"
    assert (sh(insert).stderr, rows(sh, SMS, "address:body", mine)) == ("", [])
    assert sh("appops set com.android.shell WRITE_SMS allow").code == 0
    sh(insert)
    assert rows(sh, SMS, "address:body", mine) == ["address=+1555, body=a: b, c"]
    sh("appops set com.android.shell WRITE_SMS default")
    sh(f'content delete --uri {SMS} --where "{mine}"')
    assert len(rows(sh, SMS, "_id", mine)) == 1
    sh(f'appops set com.android.shell android:write_sms allow; content delete --uri {SMS} --where "{mine}"')
    assert rows(sh, SMS, "_id", mine) == []
    sh("appops reset com.android.shell")


def test_the_call_log_is_closed_to_the_shell(sh: Sh) -> None:
    for command in ("query", "delete"):
        done = sh(f"content {command} --uri content://call_log/calls")
        assert (done.code, done.stdout) == (0, "")
        assert done.stderr.startswith(
            "Error while accessing provider:call_log\njava.lang.SecurityException: Permission "
        )
        assert "uid=2000) requires android.permission.READ_CALL_LOG or android.permission.WRITE_CALL_LOG" in done.stderr
        assert "\n\tat " in done.stderr


def test_the_clock_keeps_its_alarms_to_itself(sh: Sh) -> None:
    done = sh("content query --uri content://com.android.deskclock/alarms")
    assert re.search(r"ClockProvider from \(null\) .* that is not exported from UID 101\d\d", done.stderr)


def test_content_reports_an_error_and_still_succeeds(sh: Sh) -> None:
    for command, message in {
        "content": "Unsupported operation: null",
        "content query": "Content provider URI not specified. Did you specify --uri argument?",
        "content insert --uri content://sms --bind body": "Binding not well formed",
    }.items():
        done = sh(command)
        assert (done.code, done.stderr) == (0, "")
        assert f"[ERROR] {message}" in done.stdout
    unknown = sh("content query --uri content://nobody/x")
    assert (unknown.code, unknown.stdout) == (0, "")
    assert "java.lang.IllegalStateException: Could not find provider: nobody" in unknown.stderr
    assert (
        "no such column: nonsense (code 1 SQLITE_ERROR)"
        in sh(f"content query --uri {SMS} --projection nonsense").stderr
    )


def test_a_contact_is_rows_of_data(sh: Sh) -> None:
    data, raw = "content://com.android.contacts/data", "content://com.android.contacts/raw_contacts"
    sh(f"content insert --uri {raw} --bind account_type:n: --bind account_name:n:")
    number = rows(sh, raw, "_id")[-1].removeprefix("_id=")
    item = "vnd.android.cursor.item"
    for kind, values in {"name": "data1:s:'Ida Lund'", "phone_v2": "data1:s:+15550148"}.items():
        row = f"--bind raw_contact_id:i:{number} --bind mimetype:s:{item}/{kind} --bind {values}"
        sh(f"content insert --uri {data} {row}")
    found = rows(sh, data, "mimetype:data1:display_name", f"raw_contact_id={number}")
    assert found == [
        f"mimetype={item}/name, data1=Ida Lund, display_name=Ida Lund",
        f"mimetype={item}/phone_v2, data1=+15550148, display_name=Ida Lund",
    ]
    lookup = "content://com.android.contacts/phone_lookup/5550148"
    assert rows(sh, lookup, "display_name") == []
    assert rows(sh, f"{lookup[:-7]}%2B15550148", "display_name:contact_id") == [
        f"display_name=Ida Lund, contact_id={number}"
    ]
    mine = f"raw_contact_id={number} AND data1='+15550148'"
    sh(f'content update --uri {data} --bind data1:s:+15550149 --where "{mine}"')
    assert rows(sh, "content://contacts/phones", "number:name", f"person={number}") == [
        "number=+15550149, name=Ida Lund"
    ]
    sh(f'content delete --uri {raw} --where "_id={number}"')
    assert rows(sh, data, "_id", f"raw_contact_id={number}") == []


def test_the_calendar_takes_events_of_a_calendar(sh: Sh) -> None:
    calendars, events = "content://com.android.calendar/calendars", "content://com.android.calendar/events"
    assert sh(f"content query --uri {events}").stdout == "No result found.\n"
    assert "must specify a calendar_id" in sh(f"content insert --uri {events} --bind title:s:Tea").stderr
    sh(f"content insert --uri {calendars} --bind account_name:s:me --bind calendar_displayName:s:Home")
    sh(
        f"content insert --uri {events} --bind calendar_id:i:1 --bind title:s:Tea --bind dtstart:l:1697500000000"
        " --bind eventTimezone:s:UTC"
    )
    assert rows(sh, events, "title:dtstart:calendar_displayName") == [
        "title=Tea, dtstart=1697500000000, calendar_displayName=Home"
    ]
    sh(f"content delete --uri {events}/1")
    assert rows(sh, events, "_id") == []


def test_an_event_that_repeats_happens_each_time(sh: Sh) -> None:
    calendars, events = "content://com.android.calendar/calendars", "content://com.android.calendar/events"
    sh(f"content insert --uri {calendars} --bind account_name:s:me --bind calendar_displayName:s:Home")
    standup = "--bind title:s:Standup --bind dtstart:l:1697526000000 --bind eventTimezone:s:Europe/Vienna"
    weekly = "--bind duration:s:PT15M --bind rrule:s:'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=5'"
    sh(f"content insert --uri {events} --bind calendar_id:i:1 {standup} {weekly}")
    span = "content://com.android.calendar/instances/when/1697500800000/1698796800000"
    starts = [1697526000000, 1697698800000, 1698130800000, 1698303600000, 1698739200000]  # one more hour in winter
    instances = rows(sh, span, "title:begin:end")
    assert instances == [f"title=Standup, begin={start}, end={start + 900000}" for start in starts]
    assert rows(sh, span, "begin", "begin > 1698700000000") == ["begin=1698739200000"]
    assert "Unknown URL" in sh("content query --uri content://com.android.calendar/instances").stderr
    sh(f"content delete --uri {events} --where title=\\'Standup\\'")
    assert rows(sh, span, "begin") == []


def test_a_multimedia_message_has_its_addresses_and_parts_apart(sh: Sh) -> None:
    sh("appops set com.android.shell WRITE_SMS allow")
    sh("content insert --uri content://mms --bind msg_box:i:2 --bind date:l:1697500000 --bind m_type:i:128")
    (row,) = rows(sh, "content://mms/sent", "_id:msg_box")
    number = row.partition("=")[2].partition(",")[0]
    for kind, address in ((137, "insert-address-token"), (151, "+15550130001"), (151, "+15550130002")):
        sh(f"content insert --uri content://mms/{number}/addr --bind type:i:{kind} --bind address:s:{address}")
    sh(f"content insert --uri content://mms/{number}/part --bind ct:s:text/plain --bind text:s:hello")
    to = rows(sh, f"content://mms/{number}/addr", "address", "type=151")
    assert to == ["address=+15550130001", "address=+15550130002"]
    assert rows(sh, "content://mms/part", "mid:text") == [f"mid={number}, text=hello"]
    assert rows(sh, "content://mms/inbox", "_id") == []
    sh("appops reset com.android.shell")


def test_media_lists_the_files_of_shared_storage(sh: Sh) -> None:
    files, images = "content://media/external/file", "content://media/external/images/media"
    sh("mkdir -p /sdcard/DCIM/Trip; echo x > /sdcard/DCIM/Trip/lake.jpg; echo y > /sdcard/Download/plan.txt")
    wanted = "_display_name:relative_path:mime_type:_size"
    assert rows(sh, images, wanted, "_display_name='lake.jpg'") == [
        "_display_name=lake.jpg, relative_path=DCIM/Trip/, mime_type=image/jpeg, _size=2"
    ]
    (before,) = rows(sh, files, "_id", "_data LIKE '%/lake.jpg'")
    sh("rm /sdcard/Download/plan.txt")
    assert rows(sh, "content://media/external/downloads", "_id", "_display_name='plan.txt'") == []
    assert rows(sh, files, "_id", "_data LIKE '%/lake.jpg'") == [before]
    assert rows(sh, images, "_id", "_data LIKE '%Markor%'") == []


@pytest.mark.parametrize(
    ("command", "printed"),
    [
        ("appops get com.google.android.contacts", "No operations.\n"),
        ("cmd appops get com.android.shell WRITE_SMS", "No operations.\nDefault mode: ignore\n"),
        ("appops set com.android.chrome CAMERA deny; appops get com.android.chrome", "CAMERA: deny\n"),
        ("appops query-op CAMERA deny", "com.android.chrome\n"),
        ("appops reset com.android.chrome", "Reset all modes for: user 0, package com.android.chrome\n"),
    ],
)
def test_app_operations_are_printed(sh: Sh, command: str, printed: str) -> None:
    assert sh(command).stdout == printed


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("appops get com.nowhere", "No UID for com.nowhere"),
        ("appops set com.android.shell FLY allow", "Unknown operation string: FLY"),
        ("appops set com.android.shell CAMERA maybe", "Mode maybe is not valid"),
    ],
)
def test_app_operations_refuse_unknown_names(sh: Sh, command: str, message: str) -> None:
    done = sh(command)
    assert done.code == 255
    assert message in done.stderr


def test_a_setting_is_changed_and_deleted_by_a_condition_on_its_name(sh: Sh) -> None:
    table = "content://settings/system"
    sh("settings put system lamp 1; settings put system door 1")
    sh(f"content update --uri {table} --bind value:s:5 --where \"name='lamp'\"")
    assert sh("settings get system lamp; settings get system door").stdout == "5\n1\n"
    sh(f"content delete --uri {table} --where 'name=\"lamp\"'")
    assert sh("settings get system lamp; settings get system door").stdout == "null\n1\n"
    assert "Supported SQL" in sh(f"content update --uri {table} --bind value:s:5 --where 'value=1'").stderr
    assert "\n=" not in sh("settings list system").stdout
