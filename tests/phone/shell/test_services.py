"""The small system services that scripts call, and their effects."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import pytest

from agentprog.phone.process.assembly import SimulatedPhone
from agentprog.phone.records import UiNode
from agentprog.phone.rig import ShellResult

Sh = Callable[[str], ShellResult]


@pytest.mark.parametrize(
    ("command", "printed"),
    [
        ("cmd notification set_dnd priority; settings get global zen_mode", "1\n"),
        ("cmd notification set_dnd on; settings get global zen_mode", "2\n"),
        ("cmd notification set_dnd off; settings get global zen_mode", "0\n"),
        ("cmd bluetooth_manager disable; settings get global bluetooth_on", "disable: Success\n0\n"),
        ("cmd bluetooth_manager enable; settings get global bluetooth_on", "enable: Success\n1\n"),
        ("pm has-feature android.hardware.camera; echo $?", "true\n0\n"),
        ("pm has-feature android.hardware.nfc; echo $?", "false\n1\n"),
        ("dumpsys diskstats | grep -c Data-Free", "1\n"),
        ("df -h /data | tail -1", "/dev/block/dm-47  108G   21G   87G  20% /data\n"),
        ("date -u -d @1700000000 +%F", "2023-11-14\n"),
        ("grep -c x /dev/null; echo a | tee /dev/null", "0\na\n"),
        ("mount | grep -c ' /data '; mount -o remount,rw /", "1\n"),
        ("run-as com.android.chrome ls 2>&1", "run-as: package not debuggable: com.android.chrome\n"),
        ("nosuch -x 2>&1 | cat", "/system/bin/sh: nosuch: inaccessible or not found\n"),
        ("f() { echo f; }; f 2>&1 | cat", "f\n"),
        ("locksettings set-disabled true >/dev/null; locksettings get-disabled", "true\n"),
        ("cmd location set-location-enabled false; cmd location is-location-enabled", "false\n"),
        ("cmd location set-location-enabled true; cmd location is-location-enabled", "true\n"),
        ("cmd audio set-volume 3 9; settings get system volume_music_speaker", "9\n"),
        ("cmd audio adj-volume 3 RAISE; settings get system volume_music_speaker", "10\n"),
        ("cmd audio set-ringer-mode VIBRATE; settings get global mode_ringer", "1\n"),
        (
            "service check notification; service check nosuch",
            "Service notification: found\nService nosuch: not found\n",
        ),
        ("cmd jobscheduler get-battery-charging", "true\n"),
    ],
)
def test_a_service_command_has_its_effect(sh: Sh, command: str, printed: str) -> None:
    assert sh(command).stdout == printed


def test_media_shows_and_sets_the_volume(sh: Sh) -> None:
    assert "[V] will set volume to index=4\n" in sh("media volume --stream 3 --set 4").stdout
    assert sh("cmd media_session volume --stream 3 --get").stdout.endswith("[V] volume is 4 in range [0..15]\n")
    assert sh("media").code == 1


def test_services_are_listed_with_a_number_and_an_interface(sh: Sh) -> None:
    lines = sh("service list").stdout.splitlines()
    assert lines[0] == f"Found {len(lines) - 1} services:"
    assert all(re.fullmatch(r"\d+\t[\w.]+: \[[\w.]*\]", line) for line in lines[1:])
    assert any(line.endswith("activity: [android.app.IActivityManager]") for line in lines)


def test_jobs_that_nobody_planned_are_not_found(sh: Sh) -> None:
    assert sh("cmd jobscheduler run -f com.android.chrome 7").stdout.startswith("Could not find job 7")
    assert sh("cmd jobscheduler run com.nowhere 7").stdout == "Package not found: com.nowhere / user 0\n"


def test_a_notification_with_the_tag_of_another_takes_its_place(sh: Sh) -> None:
    sh("cmd notification post -t First parcel 'at noon'; cmd notification post -t Second parcel 'at one'")
    sh("cmd notification post -S bigtext -t Third letter 'now'")
    listed = sh("cmd notification list").stdout.splitlines()
    assert [line.split("|")[3] for line in listed] == ["letter", "parcel"]
    shown = sh("dumpsys notification --noredact").stdout
    assert "android.title=String (Second)" in shown
    assert "First" not in shown
    assert sh("cmd notification post alone").code == 255


def test_a_disabled_package_cannot_be_started(sh: Sh) -> None:
    package = "net.gsantner.markor"
    printed = sh(f"pm disable-user --user 0 {package}").stdout
    assert printed == f"Package {package} new state: disabled-user\n"
    assert sh("pm list packages -d").stdout == f"package:{package}\n"
    assert f"package:{package}\n" not in sh("pm list packages -e").stdout
    assert f"package:{package}\n" in sh("pm list packages").stdout
    assert sh(f"monkey -p {package} -c android.intent.category.LAUNCHER 1").code == 252
    assert sh(f"am start -n {package}/.activity.MainActivity").code == 1
    assert "enabled=3" in sh(f"dumpsys package {package}").stdout
    assert sh(f"pm enable {package}; pm list packages -d").stdout == f"Package {package} new state: enabled\n"
    assert sh(f"monkey -p {package} -c android.intent.category.LAUNCHER 1").code == 0
    assert "Shell cannot change component state" in sh(f"pm disable {package}").stderr


def test_the_last_column_of_ps_has_no_trailing_blanks(sh: Sh) -> None:
    rows = sh("ps -A").stdout.splitlines()[1:]
    assert rows
    assert [row for row in rows if row != row.rstrip()] == []
    assert any(row.endswith(" S system_server") for row in rows)


def test_ps_filters_processes_by_user(sh: Sh) -> None:
    assert {row.split()[0] for row in sh("ps -u shell").stdout.splitlines()[1:]} == {"shell"}
    assert {row.split()[0] for row in sh("ps -u root,system").stdout.splitlines()[1:]} == {"root", "system"}


def test_the_kernel_lists_its_processors(sh: Sh) -> None:
    assert sh("grep -c ^processor /proc/cpuinfo").stdout == "8\n"
    first, second = (sh("head -n1 /proc/stat; sleep 1").stdout.split() for _ in range(2))
    assert first[0] == "cpu"
    assert len(first) == 11
    assert int(second[4]) > int(first[4])
    assert "ro.product.model=Pixel 6\n" in sh("cat /system/build.prop").stdout


def test_a_file_keeps_the_time_it_was_given(sh: Sh) -> None:
    sh("echo x > /sdcard/Download/later.txt; touch -t 203001020304 /sdcard/Download/later.txt")
    assert sh("stat -c %Y /sdcard/Download/later.txt").stdout == "1893553440\n"


def test_keys_pressed_together_select_and_do_not_type(sh: Sh, inner_phone: SimulatedPhone) -> None:
    phone = inner_phone.phone
    sh("am start -a android.intent.action.SENDTO -d smsto:+15550111")
    phone.clock.advance(1)
    field = next(n for root in phone.accessibility.tree() for n in _walk(root) if n.editable)
    phone.touch.tap(*field.bounds.center)
    sh("input text Lovelace")
    assert _text(inner_phone) == "Lovelace"
    assert sh("input keycombination KEYCODE_CTRL_LEFT KEYCODE_A").code == 0
    assert sh("input keyevent 67").code == 0
    assert _text(inner_phone) == ""
    sh("input text ada; input keycombination 59 KEYCODE_B")
    assert _text(inner_phone) == "adaB"
    assert sh("input keycombination 113").code == 255
    assert "Unknown keycode: NOKEY" in sh("input keycombination 113 NOKEY").stderr


def _walk(node: UiNode) -> Iterator[UiNode]:
    yield node
    for child in node.children:
        yield from _walk(child)


def _text(inner_phone: SimulatedPhone) -> str:
    editor = inner_phone.phone.editor.focused()
    assert editor is not None
    return editor.text


def test_the_viewport_names_its_physical_frame(sh: Sh) -> None:
    """Agents for AndroidWorld read it to know how the screen is turned."""
    found = re.search(r"orientation=(\d).*physicalFrame=\[0, 0, (\d+), (\d+)\]", sh("dumpsys input").stdout)
    assert found is not None
    assert found.groups() == ("0", "1080", "2400")


def test_settings_have_the_keys_that_every_phone_has(sh: Sh) -> None:
    """AndroidWorld reads all three tables, parses the theme and deletes `zen_duration`."""
    secure = dict(line.split("=", 1) for line in sh("settings list secure").stdout.splitlines())
    assert secure["zen_duration"] == "0"
    assert "_applied_timestamp" in json.loads(secure["theme_customization_overlay_packages"])
    assert len(sh("settings list system").stdout.splitlines()) > 25
    assert "wifi_on=1\n" in sh("settings list global").stdout


@pytest.mark.parametrize(
    ("package", "permission"),
    [
        ("com.android.chrome", "POST_NOTIFICATIONS"),
        ("com.simplemobiletools.calendar.pro", "WRITE_CALENDAR"),
        ("com.google.android.contacts", "WRITE_CONTACTS"),
    ],
)
def test_a_permission_of_the_real_apps_manifest_can_be_granted(sh: Sh, package: str, permission: str) -> None:
    full = f"android.permission.{permission}"
    assert f"{full}: granted=false" in sh(f"dumpsys package {package}").stdout
    assert sh(f"pm grant {package} {full}").code == 0
    assert f"{full}: granted=true" in sh(f"dumpsys package {package}").stdout


def test_planned_alarms_of_an_app_are_printed(sh: Sh) -> None:
    assert "  0 pending alarms" in sh("dumpsys alarm").stdout
    extras = "--ei android.intent.extra.alarm.HOUR 7 --ei android.intent.extra.alarm.MINUTES 30"
    sh(f"am start -a android.intent.action.SET_ALARM {extras}")
    printed = sh("dumpsys alarm").stdout
    assert "  1 pending alarms" in printed
    assert re.search(r"Next alarm clock information: \n    user:0 .* = 2023-10-16 07:30:00\.000\n", printed)
    assert "com.google.android.deskclock}" in printed
    assert "triggerTime=2023-10-16 07:30:00.000" in printed


def test_a_notifications_words_are_hidden_unless_they_are_asked_for(sh: Sh) -> None:
    sh("cmd notification post -t Parcel tag1 'At the door'")
    assert "android.title=String [length=6]" in sh("dumpsys notification").stdout
    assert "android.text=String (At the door)" in sh("dumpsys notification --noredact").stdout
    assert "tag=tag1" in sh("dumpsys notification").stdout
