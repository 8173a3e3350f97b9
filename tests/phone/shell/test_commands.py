"""Answers of single commands to unusual requests; the ordinary answers are in the conformance file."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest

from agentprog.phone.process.assembly import SimulatedPhone
from agentprog.phone.rig import ShellResult

Sh = Callable[[str], ShellResult]


def test_input_text_cannot_type_a_character_without_a_key(sh: Sh) -> None:
    done = sh("input text 'é'")
    assert done.code == 255
    assert "NullPointerException: Attempt to get length of null array" in done.stderr


@pytest.mark.parametrize(
    "command", ["input tap 5", "input swipe 1 2 3", "input tap a b", "input keyevent", "input text"]
)
def test_input_refuses_missing_arguments(sh: Sh, command: str) -> None:
    assert sh(command).code == 255


def test_settings_store_their_values(sh: Sh) -> None:
    assert sh("settings get system nothing_here").stdout == "null\n"
    assert sh("settings put system my_key 'a b'; settings get system my_key").stdout == "a b\n"
    assert "my_key=a b\n" in sh("settings list system").stdout
    assert sh("settings delete system my_key").stdout == "Deleted 1 rows\n"
    assert sh("settings get nowhere x").code == 255


def test_properties_of_the_build_cannot_be_set(sh: Sh) -> None:
    assert sh("setprop debug.x 1; getprop debug.x").stdout == "1\n"
    assert sh("setprop ro.product.model Fake").code == 1
    assert sh("getprop ro.nothing fallback").stdout == "fallback\n"


def test_window_size_and_density_can_be_overridden(sh: Sh) -> None:
    assert sh("wm size 720x1600; wm size").stdout == "Physical size: 1080x2400\nOverride size: 720x1600\n"
    assert sh("wm density 320; wm density; wm size").stdout.splitlines()[1:] == [
        "Override density: 320",
        "Physical size: 1080x2400",
        "Override size: 720x1600",
    ]
    assert sh("wm size reset; wm density reset; wm size; wm density").stdout == (
        "Physical size: 1080x2400\nPhysical density: 420\n"
    )


def test_am_refuses_a_missing_component(sh: Sh) -> None:
    missing = sh("am start -n com.none/.Main")
    assert missing.code == 1
    assert "Error type 3" in missing.stderr
    assert "Activity class {com.none/com.none.Main} does not exist." in missing.stderr
    assert "unable to resolve Intent" in sh("am start -a no.such.ACTION").stderr
    assert sh("am start -n nonsense").stderr == "Error: Bad component name: nonsense\n"
    assert sh("am nonsense").code == 255


def test_monkey_launches_by_package_alone(sh: Sh) -> None:
    assert "No activities found to run" in sh("monkey -p com.none -c android.intent.category.LAUNCHER 1").stderr
    done = sh("monkey -p com.google.android.contacts -c android.intent.category.LAUNCHER 1")
    assert (done.code, "Events injected: 1" in done.stdout) == (0, True)


def test_permissions_are_granted_and_revoked(sh: Sh) -> None:
    package, permission = "com.simplemobiletools.smsmessenger", "android.permission.READ_CONTACTS"
    assert sh(f"pm grant {package} {permission}").code == 0
    assert f"{permission}: granted=true" in sh(f"dumpsys package {package}").stdout
    assert sh(f"pm revoke {package} {permission}").code == 0
    assert f"{permission}: granted=false" in sh(f"dumpsys package {package}").stdout
    assert sh("pm grant com.none android.permission.CAMERA").code == 255


def test_installing_nonsense_fails_with_androids_messages(sh: Sh) -> None:
    sh("echo not-an-apk > /data/local/tmp/x.apk")
    assert sh("pm install /data/local/tmp/x.apk").stdout.startswith("Failure [INSTALL_")
    assert "No such file" in sh("pm install /nope.apk").stderr
    assert sh("pm uninstall com.none").code == 1


def test_the_dump_goes_to_the_named_file(sh: Sh, inner_phone: SimulatedPhone) -> None:
    inner_phone.phone.clock.advance(1.0)
    assert sh("uiautomator dump").stdout == "UI hierchary dumped to: /sdcard/window_dump.xml\n"
    assert sh("uiautomator dump /dev/tty").stdout.startswith("<?xml version='1.0'")
    assert sh("uiautomator dump /data/local/tmp/d.xml && grep -c hierarchy /data/local/tmp/d.xml").stdout.endswith(
        "1\n"
    )


def test_screencap_writes_png_and_raw(sh: Sh, inner_phone: SimulatedPhone) -> None:
    assert sh("screencap -p /sdcard/s.png").code == 0
    assert inner_phone.phone.files.read("/sdcard/s.png").startswith(b"\x89PNG\r\n")
    assert sh("screencap /sdcard/s.raw").code == 0
    raw = inner_phone.phone.files.read("/sdcard/s.raw")
    assert len(raw) == 16 + 1080 * 2400 * 4
    assert sh("screencap -d 99 -p").code == 1


def test_a_shell_may_not_touch_other_processes(sh: Sh) -> None:
    pid = sh("pidof com.google.android.apps.nexuslauncher").stdout.strip()
    assert pid.isdigit()
    assert sh(f"kill {pid}").stderr.endswith("Operation not permitted\n")
    assert sh("kill 99999").stderr.endswith("No such process\n")


def test_commands_are_found_in_their_folders(sh: Sh) -> None:
    assert sh("which screencap").stdout == "/system/bin/screencap\n"
    assert sh("/system/bin/id -u").stdout == "2000\n"
    assert sh("toybox md5sum /nope").code == 1
    assert "Unknown command" in sh("toybox nonsense").stderr
    assert sh("cmd nonsense").code == 20


def test_the_automation_server_needs_its_jar(sh: Sh) -> None:
    assert sh("CLASSPATH=/data/local/tmp/u2.jar app_process / com.wetest.uia2.Main").code == 134


def test_rpc_and_shell_agree_on_the_command_line(inner_phone: SimulatedPhone, sh: Sh) -> None:
    """JSON on a command line survives quoting, as agents send it."""
    text = json.dumps({"a": "b'c", "d": [1, 2]})
    quoted = "'" + text.replace("'", "'\\''") + "'"
    assert json.loads(sh(f"echo {quoted}").stdout) == json.loads(text)


def test_the_shell_user_sees_no_apps_data_and_writes_no_system(sh: Sh) -> None:
    """No back door to the ground truth: the files that evaluators read over admin are closed to adb, as on a phone."""
    database = "/data/data/com.android.providers.contacts/databases/contacts2.db"
    assert sh(f"cat {database}").stderr.endswith("Permission denied\n")
    assert sh(f"cp {database} /sdcard/x").code == 1
    assert sh("ls /data/data").stderr == "ls: /data/data: Permission denied\n"
    assert sh(f"ls {database}").stderr == f"ls: {database}: Permission denied\n"
    assert sh("echo x > /system/x").stderr.endswith("Read-only file system\n")
    assert sh("rm -rf /data/data/com.google.android.contacts").code == 1
    assert sh("echo x > /data/local/tmp/x; cat /data/local/tmp/x").stdout == "x\n"


def test_a_contact_is_saved_after_the_contacts_were_cleared(sh: Sh, inner_phone: SimulatedPhone) -> None:
    """Clearing a provider ends the apps that have its file open, so that none uses a deleted file."""
    sh("am start -n com.google.android.contacts/com.android.contacts.activities.PeopleActivity")
    inner_phone.phone.clock.advance(2.0)
    assert sh("pm clear com.android.providers.contacts").stdout == "Success\n"
    sh("am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact -e name 'Ada L' -e phone 5550199")
    inner_phone.phone.clock.advance(2.0)
    sh("uiautomator dump /sdcard/d.xml")
    found = re.search(
        r'text="Save"[^>]*bounds="\[(\d+),(\d+)\]', inner_phone.phone.files.read("/sdcard/d.xml").decode()
    )
    assert found is not None
    sh(f"input tap {int(found[1]) + 5} {int(found[2]) + 5}")
    inner_phone.phone.clock.advance(1.0)
    rows = sh("content query --uri content://com.android.contacts/contacts --projection display_name").stdout
    assert rows == "Row: 0 display_name=Ada L\n"
