"""Each fault as stock clients see it: the symptoms that were observed on real phones."""

from __future__ import annotations

import http.client
import io
import re
import threading
import time
from typing import Any

import pytest
from PIL import Image

CONTACTS = "com.google.android.contacts"


def later(seconds: float, act: Any) -> None:
    threading.Timer(seconds, act).start()


@pytest.fixture
def away(sim_phone: Any) -> Any:
    """Reconnects afterwards, for faults that cost the connection."""
    yield sim_phone
    sim_phone.handle.clear_fault()
    sim_phone.reconnect()


def test_unauthorized(away: Any) -> None:
    import adbutils

    away.handle.set_fault("unauthorized")
    away.server.run("disconnect", away.serial)
    assert "failed to authenticate" in away.server.connect(away.serial)
    assert f"{away.serial}\tunauthorized".encode() in away.server.run("devices").stdout
    with pytest.raises(adbutils.AdbError, match="unauthorized"):
        away.device.shell("id")


def test_offline(away: Any) -> None:
    away.handle.set_fault("offline")
    away.server.run("disconnect", away.serial)
    connecting = threading.Thread(target=away.server.connect, args=(away.serial,))
    connecting.start()  # adb waits ten seconds for a silent phone
    deadline = time.monotonic() + 5
    while f"{away.serial}\toffline".encode() not in away.server.run("devices").stdout:
        assert time.monotonic() < deadline
    assert b"device offline" in away.adb("shell", "id").stderr
    away.server.run("disconnect", away.serial)
    connecting.join()


def test_frozen_adbd(away: Any) -> None:
    import subprocess

    away.handle.set_fault("adbd_frozen")
    with pytest.raises(subprocess.TimeoutExpired):
        away.adb("shell", "id", timeout=0.5)


def test_dropped_in_the_middle_of_a_command(away: Any) -> None:
    import adbutils

    away.handle.set_fault("drop_mid_command", times=1)
    assert away.device.shell("sleep 3; echo done") == ""
    away.reconnect()
    away.handle.set_fault("drop_mid_command", times=1)
    with pytest.raises(adbutils.AdbError, match="shell output invalid"):
        away.device.shell2("sleep 3; echo done")


def test_the_server_dies_between_calls_and_is_silently_restarted(sim_phone: Any) -> None:
    assert sim_phone.ui.info["sdkInt"] == 33
    sim_phone.handle.set_fault("u2_killed")
    assert sim_phone.handle.state()["automation"] is None
    assert sim_phone.ui.info["sdkInt"] == 33


def test_the_server_dies_in_the_middle_of_a_call(sim_phone: Any) -> None:
    ui = sim_phone.ui
    assert ui.info
    sim_phone.handle.set_fault("u2_dies_mid_call", times=1)
    with pytest.raises((http.client.RemoteDisconnected, ConnectionError)):
        ui.dump_hierarchy()
    assert "<node" in ui.dump_hierarchy()


def test_a_call_hangs(sim_phone: Any) -> None:
    assert sim_phone.ui.info
    sim_phone.handle.set_fault("u2_hang", {"seconds": 0.6}, times=1)
    started = time.monotonic()
    assert sim_phone.ui.info
    assert time.monotonic() - started > 0.6


def test_automation_is_lost_once_or_for_good(sim_phone: Any) -> None:
    from uiautomator2.exceptions import UiAutomationNotConnectedError

    ui = sim_phone.ui
    sim_phone.handle.set_fault("ui_automation_lost", times=1)
    assert "<node" in ui.dump_hierarchy()
    sim_phone.handle.set_fault("ui_automation_lost")
    with pytest.raises(UiAutomationNotConnectedError):
        ui.dump_hierarchy()
    sim_phone.handle.clear_fault()
    sim_phone.handle.set_fault("dead_object")
    with pytest.raises(UiAutomationNotConnectedError, match="DeadObjectException"):
        ui.dump_hierarchy()


def test_a_second_automation_client_is_refused(sim_phone: Any) -> None:
    from uiautomator2.exceptions import AccessibilityServiceAlreadyRegisteredError

    sim_phone.handle.set_fault("u2_killed")
    sim_phone.handle.set_fault("already_registered")
    with pytest.raises(AccessibilityServiceAlreadyRegisteredError, match="already registered"):
        sim_phone.connect_ui()


def test_the_shells_dump_never_finds_rest_but_ends_with_zero(sim_phone: Any) -> None:
    sim_phone.handle.set_fault("u2_killed")
    sim_phone.handle.set_fault("could_not_get_idle_state")
    done = sim_phone.adb("shell", "uiautomator dump /sdcard/w.xml")
    assert (done.returncode, done.stdout) == (0, b"ERROR: could not get idle state.\n")
    sim_phone.handle.clear_fault()
    sim_phone.handle.set_fault("never_idle")
    assert sim_phone.shell("uiautomator dump") == "ERROR: could not get idle state."


def test_a_null_root_leaves_the_file_of_before(sim_phone: Any) -> None:
    sim_phone.handle.set_fault("u2_killed")
    sim_phone.shell("uiautomator dump /sdcard/w.xml")
    before = sim_phone.handle.read_file("/sdcard/w.xml")
    sim_phone.handle.set_fault("null_root")
    sim_phone.handle.start_app(CONTACTS)
    assert "null root node returned by UiTestAutomationBridge" in sim_phone.shell("uiautomator dump /sdcard/w.xml")
    assert sim_phone.handle.read_file("/sdcard/w.xml") == before


def test_the_shells_dump_is_killed_while_the_server_runs(sim_phone: Any) -> None:
    assert sim_phone.ui.info
    done = sim_phone.adb("shell", "uiautomator dump")
    assert (done.returncode, done.stderr) == (137, b"Killed\n")


def test_a_secure_window_is_black_and_its_tree_readable(sim_phone: Any) -> None:
    sim_phone.handle.start_app(CONTACTS)
    sim_phone.handle.advance(1)
    sim_phone.handle.set_fault("secure_window")
    assert sim_phone.ui.screenshot().convert("L").getextrema()[1] < 10
    png = sim_phone.adb("exec-out", "screencap", "-p").stdout
    assert Image.open(io.BytesIO(png)).convert("L").getextrema() == (0, 0)
    assert CONTACTS in sim_phone.ui.dump_hierarchy()
    sim_phone.handle.clear_fault("secure_window")
    assert sim_phone.ui.screenshot().convert("L").getextrema()[1] > 200


def test_screenshots_fail_one_way_or_the_other(sim_phone: Any) -> None:
    ui = sim_phone.ui
    sim_phone.handle.set_fault("screenshot_null")
    assert ui.screenshot().size == (1080, 2400)
    sim_phone.handle.set_fault("screencap_fails")
    assert ui.screenshot().getextrema() == ((0, 0), (0, 0), (0, 0))
    assert sim_phone.adb("exec-out", "screencap -p").stdout == b"Capturing failed.\n"
    sim_phone.handle.set_fault("screencap_garbage")
    sim_phone.handle.clear_fault("screencap_fails")
    garbage = sim_phone.adb("exec-out", "screencap -p").stdout
    assert not garbage.startswith(b"\x89PNG")
    assert b"\x89PNG" in garbage


def test_trees_without_nodes(sim_phone: Any) -> None:
    ui = sim_phone.ui
    sim_phone.handle.set_fault("empty_hierarchy", times=3)
    assert "<node" not in ui.dump_hierarchy()
    sim_phone.handle.start_app(CONTACTS)
    sim_phone.handle.advance(1)
    sim_phone.handle.set_fault("empty_hierarchy_active")
    xml = ui.dump_hierarchy()
    assert f'package="{CONTACTS}"' not in xml
    assert 'package="com.android.systemui"' in xml
    sim_phone.handle.clear_fault()
    sim_phone.handle.set_fault("no_nodes")
    assert xml.count("<node") >= ui.dump_hierarchy().count(f'package="{CONTACTS}"')


def test_a_stale_tree_stays_under_every_change(sim_phone: Any) -> None:
    ui = sim_phone.ui
    sim_phone.handle.set_fault("stale_hierarchy")
    before = ui.dump_hierarchy()
    ui.app_start(CONTACTS)
    sim_phone.handle.advance(1)
    assert ui.dump_hierarchy() == before
    sim_phone.handle.clear_fault()
    assert ui.dump_hierarchy() != before


def test_windows_come_in_another_order(sim_phone: Any) -> None:
    ui = sim_phone.ui
    straight = ui.dump_hierarchy()
    sim_phone.handle.set_fault("shuffled_windows")
    shuffled = ui.dump_hierarchy()
    assert shuffled != straight
    assert sorted(shuffled.split()) == sorted(straight.split())


def test_deep_trees_overflow_the_servers_stack(sim_phone: Any) -> None:
    from uiautomator2.exceptions import RPCStackOverflowError

    sim_phone.handle.set_fault("stack_overflow")
    with pytest.raises(RPCStackOverflowError):
        sim_phone.ui.dump_hierarchy()


def test_injected_input_is_refused_and_adbutils_reports_nothing(sim_phone: Any) -> None:
    sim_phone.handle.set_fault("injection_denied")
    done = sim_phone.adb("shell", "input tap 5 5")
    assert done.returncode == 255
    assert b"INJECT_EVENTS permission" in done.stderr
    assert sim_phone.device.click(5, 5) is None
    with pytest.raises(Exception, match="SecurityException"):
        sim_phone.ui.click(5, 5)
    assert sim_phone.handle.trace("tap") == []


def test_installing_is_refused_by_the_vendor(sim_phone: Any) -> None:
    sim_phone.handle.set_fault("install_restricted")
    sim_phone.handle.write_file("/data/local/tmp/x.apk", b"x")
    words = "Failure [INSTALL_FAILED_USER_RESTRICTED: Install canceled by user]"
    assert sim_phone.shell("pm install /data/local/tmp/x.apk") == words


def test_the_clipboard_is_refused(sim_phone: Any) -> None:
    sim_phone.handle.set_fault("clipboard_denied")
    with pytest.raises(Exception, match="Package android does not belong to 2000"):
        sim_phone.ui.set_clipboard("x")


def test_focus_is_missing_or_null(sim_phone: Any) -> None:
    assert "mCurrentFocus" not in sim_phone.shell("dumpsys window windows")
    assert re.search(r"mCurrentFocus=Window\{\w+ u0 \S+/\S+\}", sim_phone.shell("dumpsys window displays"))
    sim_phone.handle.set_fault("focus_null")
    assert "mCurrentFocus=null" in sim_phone.shell("dumpsys window displays")
    sim_phone.handle.clear_fault()
    sim_phone.handle.set_fault("no_current_focus")
    assert "mCurrentFocus" not in sim_phone.shell("dumpsys window")


def test_broadcasts_find_no_listener(sim_phone: Any) -> None:
    sim_phone.handle.set_fault("broadcast_ignored")
    assert sim_phone.shell("am broadcast -a ADB_KEYBOARD_HIDE").endswith("Broadcast completed: result=0")


def test_disturbances_come_when_they_are_due(sim_phone: Any) -> None:
    ui = sim_phone.ui
    sim_phone.handle.set_fault("dialog", {"title": "Rate this app"}, event="tap", count=2)
    ui.click(540, 1400)
    assert not ui(text="Rate this app").exists
    ui.click(540, 1401)
    assert ui(text="Rate this app").exists
    ui(text="Cancel").click()
    assert not ui(text="Rate this app").exists


@pytest.mark.parametrize(
    ("fault", "params", "package", "words"),
    [
        ("anr", {"package": CONTACTS}, "android", "isn't responding"),
        ("app_crash", {"package": CONTACTS}, "android", "keeps stopping"),
        ("permission_dialog", {"package": CONTACTS}, "com.google.android.permissioncontroller", "Allow"),
    ],
)
def test_system_dialogs_cover_the_app(
    sim_phone: Any, fault: str, params: dict[str, str], package: str, words: str
) -> None:
    sim_phone.handle.start_app(CONTACTS)
    sim_phone.handle.advance(1)
    sim_phone.handle.set_fault(fault, params)
    xml = sim_phone.ui.dump_hierarchy()
    assert words in xml.replace("&apos;", "'").replace("’", "'")
    assert f'package="{package}"' in xml


def test_messages_arrive_and_the_screen_sleeps(sim_phone: Any) -> None:
    sim_phone.handle.set_fault("incoming_sms", {"address": "+15550123", "body": "psst"}, seconds=5)
    assert sim_phone.handle.state()["notifications"] == []
    sim_phone.handle.advance(6)
    deadline = time.monotonic() + 5
    while not sim_phone.handle.state()["notifications"] and time.monotonic() < deadline:
        time.sleep(0.02)
    assert "psst" in str(sim_phone.handle.state()["notifications"])
    sim_phone.handle.set_fault("sleep")
    assert "mWakefulness=Asleep" in sim_phone.shell("dumpsys power")


def test_touches_and_letters_are_lost(sim_phone: Any) -> None:
    ui = sim_phone.ui
    ui.app_start(CONTACTS)
    fab = ui(resourceId=f"{CONTACTS}:id/floating_action_button")
    assert fab.wait(timeout=5)
    sim_phone.handle.set_fault("touches_lost", {"count": 1})
    fab.click()
    assert fab.exists
    fab.click()
    field = ui(className="android.widget.EditText", instance=0)
    field.click()
    sim_phone.handle.set_fault("text_dropped", {"every": 3})
    sim_phone.shell("input text abcdef")
    assert field.get_text() == "abde"


def test_a_full_storage_refuses_every_way_of_writing(sim_phone: Any, tmp_path: Any) -> None:
    (tmp_path / "x").write_text("x")
    sim_phone.handle.set_fault("storage_full")
    assert b"No space left on device" in sim_phone.adb("push", str(tmp_path / "x"), "/sdcard/x").stderr
    assert b"No space left on device" in sim_phone.adb("shell", "echo x > /sdcard/x").stderr
    assert b"No space left on device" in sim_phone.adb("shell", "screencap -p /sdcard/s.png").stderr
    assert sim_phone.adb("exec-out", "screencap -p").stdout.startswith(b"\x89PNG")


def test_a_phone_that_still_boots(sim_phone: Any) -> None:
    sim_phone.handle.set_fault("boot_incomplete")
    sim_phone.handle.set_fault("package_service_missing")
    assert sim_phone.shell("getprop sys.boot_completed") == ""
    done = sim_phone.adb("shell", "pm list packages")
    assert (done.returncode, done.stderr) == (20, b"cmd: Can't find service: package\n")


def test_a_tree_is_cut_at_its_depth(sim_phone: Any) -> None:
    whole = sim_phone.ui.dump_hierarchy().count("<node")
    sim_phone.handle.set_fault("shallow_hierarchy", {"depth": 1})
    assert 0 < sim_phone.ui.dump_hierarchy().count("<node") < whole
