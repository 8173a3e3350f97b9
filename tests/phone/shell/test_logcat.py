"""logcat: its entries, filters and formats."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from agentprog.phone.process.assembly import SimulatedPhone
from agentprog.phone.records import Dialect
from agentprog.phone.rig import ShellResult

Sh = Callable[[str], ShellResult]
CONTACTS = "com.google.android.contacts"
START = f"am start -n {CONTACTS}/com.android.contacts.activities.PeopleActivity"


@pytest.mark.parametrize(
    ("form", "line"),
    [
        ("brief", r"W/mine    \( *\d+\): hello"),
        ("process", r"W\( *\d+\) hello  \(mine\)"),
        ("raw", r"hello"),
        ("tag", r"W/mine    : hello"),
        ("thread", r"W\( *\d+: *\d+\) hello"),
        ("threadtime", r"\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} +\d+ +\d+ W mine    : hello"),
        ("time", r"\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} W/mine    \( *\d+\): hello"),
        ("threadtime,year,usec,UTC", r"2023-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6} \+0000 +\d+ +\d+ W mine    : hello"),
        ("time epoch", r" *16973\d{5}\.\d{3} W/mine    \( *\d+\): hello"),
        ("threadtime uid", r"\S+ \S+ +2000 +\d+ +\d+ W mine    : hello"),
    ],
)
def test_a_format_is_logcats_own(sh: Sh, form: str, line: str) -> None:
    sh("logcat -c; log -p w -t mine hello")
    assert re.fullmatch(f"--------- beginning of main\n{line}\n", sh(f"logcat -d -v '{form}' -s mine").stdout)


def test_the_long_format_has_a_head_of_its_own(sh: Sh) -> None:
    sh("logcat -c; log -t mine hello")
    printed = sh("logcat -d -v long -s mine").stdout
    assert re.fullmatch(r"-+ beginning of main\n\[ \S+ \S+ +\d+: *\d+ I/mine     \]\nhello\n\n", printed)


def test_commands_are_not_in_the_log(sh: Sh) -> None:
    sh("logcat -c; echo secret; input keyevent 3")
    assert "secret" not in sh("logcat -d").stdout


def test_starts_and_displays_are_in_the_log(sh: Sh) -> None:
    sh(f"am force-stop {CONTACTS}; logcat -c; {START}")
    printed = sh("logcat -d -v raw -b system").stdout
    assert f"START u0 {{cmp={CONTACTS}/com.android.contacts.activities.PeopleActivity}} from uid 2000" in printed
    assert re.search(rf"Start proc \d+:{CONTACTS}/u0a\d+ for pre-top-activity", printed)
    assert re.search(rf"Displayed {CONTACTS}/\S+: \+\d+ms", printed)


def test_a_crash_has_a_buffer_of_its_own_and_a_dialog_the_second_time(sh: Sh, inner_phone: SimulatedPhone) -> None:
    phone = inner_phone.phone
    for count, shown in ((1, False), (2, True)):
        sh(f"{START}; logcat -b crash -c; am crash {CONTACTS}")
        printed = sh("logcat -b crash -d -v raw").stdout
        assert re.search(rf"FATAL EXCEPTION: main\nProcess: {CONTACTS}, PID: \d{{4,}}\njava\.lang\.\w+", printed), count
        assert ("Contacts keeps stopping" in phone.accessibility.dump(Dialect.U2)) is shown
        assert "FATAL" not in sh("logcat -b main -d").stdout
    phone.stage.tune("never_idle", False)
    sh("settings put global show_first_crash_dialog 1")
    phone.clock.advance(300)
    sh(f"am crash {CONTACTS}")
    assert "Contacts has stopped" in phone.accessibility.dump(Dialect.U2)


def test_logcat_filters_its_lines(sh: Sh) -> None:
    sh("logcat -c; log -p d -t one first; log -p e -t two second; log -p i -t one third")

    def raw(words: str) -> list[str]:
        return sh(f"logcat -d -v raw {words}").stdout.splitlines()[1:]

    assert raw("-b main") == ["first", "second", "third"]
    assert raw("-t 2 -b main") == ["second", "third"]
    assert raw("one:I '*:S'") == ["third"]
    assert raw("-e 'ir' -b main") == ["first", "third"]
    assert raw("-m 1 -b main") == ["first"]
    assert raw("--pid=1 -b main") == []
    assert raw("-T '10-15 00:00:00.000' '*:E'") == ["second"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("-v nonsense", 'Invalid parameter "nonsense" to -v'),
        ("-b nowhere", "Unknown buffer 'nowhere'"),
        ("-t yesterday", "not in time format"),
        ("--nothing", "unrecognized arguments"),
    ],
)
def test_logcat_refuses_an_unknown_option(sh: Sh, words: str, message: str) -> None:
    done = sh(f"logcat -d {words}")
    assert done.code == 1
    assert message in done.stderr


def test_each_buffer_marks_its_beginning(sh: Sh) -> None:
    sh(f"logcat -c; log -t mine one; {START}; log -t mine two")
    lines = sh("logcat -d").stdout.splitlines()
    assert [line for line in lines if line.startswith("---")] == [
        "--------- beginning of main",
        "--------- beginning of system",
    ]
    assert "--------- switch to main" in sh("logcat -d -D").stdout


def test_a_buffers_size_is_set_and_printed(sh: Sh) -> None:
    assert sh("logcat -G 16M").code == 0
    assert "main: ring buffer is 16 MiB (" in sh("logcat -g").stdout
    assert sh("logcat -G much").code == 1
    sh("logcat -G 256K")


def test_a_start_leaves_events_that_only_their_own_buffer_shows(sh: Sh) -> None:
    sh(f"am force-stop {CONTACTS}; logcat -c; {START}")
    printed = sh("logcat -b events -d -v tag").stdout
    assert re.search(
        rf"^I/am_proc_start: \[0,\d+,\d+,{CONTACTS},next-top-activity,{{{CONTACTS}/", printed, re.MULTILINE
    )
    assert re.search(rf"^I/wm_set_resumed_activity: \[0,{CONTACTS}/", printed, re.MULTILINE)
    assert "am_proc_start" not in sh("logcat -d").stdout


def test_the_log_goes_into_a_file(sh: Sh) -> None:
    sh("logcat -c; log -t mine hello")
    assert sh("logcat -d -s mine -v raw -f /sdcard/l.txt").stdout == ""
    assert sh("cat /sdcard/l.txt; rm /sdcard/l.txt").stdout == "--------- beginning of main\nhello\n"


def test_entries_of_some_users_alone_are_shown(sh: Sh) -> None:
    sh("logcat -c; log -t mine hello")
    assert "hello" in sh("logcat -d --uid=2000,1000 -s mine").stdout
    assert "hello" not in sh("logcat -d --uid=1000").stdout
