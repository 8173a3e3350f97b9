"""The rest of the catalogue as clients see it; every fault has a symptom."""

from __future__ import annotations

import ast
import io
import time
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from agentprog.phone.faults import CATALOGUE

CONTACTS = "com.google.android.contacts"
SMS = "com.simplemobiletools.smsmessenger"
SMS_TABLE = "SELECT type FROM sms WHERE body = 'late news'"


def _tested() -> set[str]:
    """Faults that some test beside this one sets, by literal name or as a parameter."""
    found: set[str] = set()
    for file in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                if node.func.attr == "set_fault":
                    found |= {arg.value for arg in node.args[:1] if isinstance(arg, ast.Constant)}
                elif node.func.attr == "parametrize":
                    found |= {
                        c.value for c in ast.walk(node) if isinstance(c, ast.Constant) and isinstance(c.value, str)
                    }
    return found


@pytest.mark.parametrize("fault", sorted(CATALOGUE))
def test_every_fault_of_the_catalogue_has_a_test_of_its_symptom(fault: str) -> None:
    assert fault in _tested(), f"no test under tests/phone/faults sets {fault!r} and looks at what a client sees"


def seconds(act: Any) -> float:
    began = time.monotonic()
    act()
    return time.monotonic() - began


def front(sim_phone: Any) -> str:
    return str(sim_phone.handle.state()["package"])


def open_contacts(sim_phone: Any) -> Any:
    sim_phone.handle.start_app(CONTACTS)
    sim_phone.handle.advance(1)
    return sim_phone.ui


def test_a_slow_link_and_a_hanging_shell(sim_phone: Any) -> None:
    sim_phone.handle.set_fault("slow_link", {"milliseconds": 400})
    assert seconds(lambda: sim_phone.shell("id")) > 0.4
    sim_phone.handle.clear_fault()
    sim_phone.handle.set_fault("shell_hang", {"seconds": 0.5})
    assert seconds(lambda: sim_phone.shell("id")) > 0.5


def test_every_connection_breaks_and_can_be_made_again(sim_phone: Any) -> None:
    sim_phone.handle.set_fault("drop_connection")
    deadline = time.monotonic() + 5
    line = f"{sim_phone.serial}\tdevice".encode()
    while line in sim_phone.server.run("devices").stdout and time.monotonic() < deadline:
        time.sleep(0.02)
    assert line not in sim_phone.server.run("devices").stdout
    sim_phone.reconnect()
    assert sim_phone.shell("echo back") == "back"


def test_uiautomator_is_killed_and_the_list_of_input_methods_is_empty(sim_phone: Any) -> None:
    sim_phone.handle.set_fault("u2_killed")
    sim_phone.handle.set_fault("uiautomator_killed")
    done = sim_phone.adb("shell", "uiautomator dump")
    assert (done.returncode, done.stderr) == (137, b"Killed\n")
    sim_phone.handle.set_fault("ime_list_empty")
    assert sim_phone.shell("ime list -s -a") == ""


def test_the_server_is_slow_to_answer_and_to_start(sim_phone: Any) -> None:
    ui = sim_phone.ui
    assert ui.info
    sim_phone.handle.set_fault("u2_slow", {"milliseconds": 300})
    assert seconds(lambda: ui.info) > 0.3
    sim_phone.handle.clear_fault()
    sim_phone.handle.set_fault("u2_killed")
    sim_phone.handle.set_fault("u2_slow_boot", {"seconds": 1.0})
    assert seconds(lambda: ui.info) > 1.0


def test_the_server_ends_before_it_listens(sim_phone: Any) -> None:
    assert sim_phone.ui.info
    sim_phone.handle.set_fault("u2_killed")
    sim_phone.handle.set_fault("u2_will_not_start")
    command = "CLASSPATH=/data/local/tmp/u2.jar app_process / com.wetest.uia2.Main -p 9008"
    assert sim_phone.adb("shell", command).returncode != 0
    assert sim_phone.handle.state()["automation"] is None


def test_a_misplaced_text_reaches_the_field_after_its_target(sim_phone: Any) -> None:
    ui = open_contacts(sim_phone)
    ui(description="Create contact").click()
    field = ui(text="First name")
    assert field.wait(timeout=5)
    sim_phone.handle.set_fault("set_text_misplaced", times=1)
    field.set_text("Ada")
    assert ui(text="First name").exists
    assert not ui(text="Last name").exists
    assert ui(text="Ada").exists


def test_toasts_and_texts_are_lost_on_the_way(sim_phone: Any) -> None:
    ui = open_contacts(sim_phone)
    ui(description="Create contact").click()
    field = ui(text="First name")
    sim_phone.handle.set_fault("set_text_ignored")
    assert field.wait(timeout=5)
    field.set_text("Ada")
    assert not ui(text="Ada").exists
    sim_phone.handle.clear_fault()
    field.set_text("Ada")
    sim_phone.handle.set_fault("toast_lost")
    ui(text="Save").click()
    assert sim_phone.handle.state()["toast"] == "Ada saved"
    assert ui.toast.get_message(wait_timeout=0.2, default=None) is None
    sim_phone.handle.clear_fault()
    assert ui.toast.get_message(wait_timeout=0.2, default=None) == "Ada saved"


def test_a_turned_phone_misleads(sim_phone: Any) -> None:
    ui = open_contacts(sim_phone)
    sim_phone.handle.set_fault("rotate", {"rotation": 1})
    assert ui.info["displayRotation"] == 1
    assert ui.screenshot().size == (2400, 1080)
    sim_phone.handle.set_fault("screenshot_sideways")
    assert ui.screenshot().size == (1080, 2400)
    png = sim_phone.adb("exec-out", "screencap -p").stdout
    assert Image.open(io.BytesIO(png)).size == (1080, 2400)
    assert "[0,0][2400,1080]" in ui.dump_hierarchy()
    sim_phone.handle.set_fault("display_info_stale")
    assert (ui.info["displayWidth"], ui.info["displayRotation"]) == (1080, 0)


def test_with_a_late_keyboard_back_leaves_the_screen(sim_phone: Any) -> None:
    ui = open_contacts(sim_phone)
    for late in (False, True):
        if late:
            sim_phone.handle.set_fault("keyboard_late", {"seconds": 30.0})
        ui(description="Create contact").click()
        assert ui(text="Phone").wait(timeout=5)
        assert sim_phone.handle.state()["keyboard"] is not late
        ui.press("back")
        assert ui(text="Phone").exists is not late
        ui.press("back")


def test_a_tap_just_after_the_keyboard_is_lost(sim_phone: Any) -> None:
    ui = open_contacts(sim_phone)
    ui(description="Create contact").click()
    ui(text="Phone").click()
    sim_phone.handle.set_fault("touch_after_keyboard_lost", {"seconds": 5.0})
    ui.press("back")
    close = ui(description="Cancel") if ui(description="Cancel").exists else ui(description="Close")
    close.click()
    assert ui(text="Create contact").exists
    sim_phone.handle.advance(6)
    close.click()
    assert not ui(text="Create contact").exists


def test_a_list_jumps_back_after_the_swipe(sim_phone: Any) -> None:
    sim_phone.handle.start_app("com.android.settings")
    sim_phone.handle.advance(1)
    ui = sim_phone.ui

    def tops() -> list[str]:
        return [e.get_text() for e in ui(resourceId="android:id/title")]

    before = tops()
    sim_phone.handle.set_fault("scroll_jump", {"rows": 50})
    ui.swipe(540, 1800, 540, 900, steps=40)
    assert tops() == before
    sim_phone.handle.clear_fault()
    ui.swipe(540, 1800, 540, 900, steps=40)
    assert tops() != before


def test_actions_take_the_phones_time(sim_phone: Any) -> None:
    def clock() -> float:
        return float(sim_phone.handle.state()["uptime"])

    sim_phone.handle.set_fault("slow_actions", {"least": 100.0, "most": 200.0})
    began = clock()
    sim_phone.shell("input tap 5 1200")
    assert 100 <= clock() - began < 210
    sim_phone.handle.clear_fault()
    sim_phone.handle.set_fault("clock_jump", {"seconds": 5000.0})
    assert clock() - began > 5000


def test_a_second_display_doubles_the_windows(sim_phone: Any) -> None:
    ui = open_contacts(sim_phone)
    once = ui.dump_hierarchy().count("floating_action_button")
    sim_phone.handle.set_fault("second_display")
    assert ui.dump_hierarchy().count("floating_action_button") == 2 * once == 2


def test_a_process_dies_and_its_task_stays(sim_phone: Any) -> None:
    open_contacts(sim_phone)
    before = sim_phone.shell(f"pidof {CONTACTS}")
    sim_phone.handle.set_fault("process_death", {"package": CONTACTS})
    sim_phone.handle.start_app(CONTACTS)
    sim_phone.handle.advance(1)
    assert sim_phone.shell(f"pidof {CONTACTS}") not in ("", before)


def test_another_person_touches_the_phone(sim_phone: Any) -> None:
    ui = open_contacts(sim_phone)
    sim_phone.handle.set_fault("home")
    assert front(sim_phone) != CONTACTS
    sim_phone.handle.set_fault("notification", {"title": "Parcel", "text": "At the door"})
    sim_phone.handle.set_fault("open_shade")
    assert ui(text="Parcel").exists
    sim_phone.handle.set_fault("lock")
    assert "isStatusBarKeyguard=true" in sim_phone.shell("dumpsys window policy")
    assert sim_phone.handle.state()["locked"]
    sim_phone.handle.set_fault("pin_lock")
    sim_phone.shell("wm dismiss-keyguard")
    assert sim_phone.handle.state()["locked"]


@pytest.mark.parametrize(("fault", "kind"), [("sms_slow", 4), ("sms_fails", 5)])
def test_messages_wait_or_fail(sim_phone: Any, fault: str, kind: int) -> None:
    sim_phone.handle.set_fault(fault)
    sim_phone.shell("am start -a android.intent.action.SENDTO -d sms:+15550199 --es sms_body 'late news'")
    sim_phone.handle.advance(1)
    ui = sim_phone.ui
    send = ui(resourceId=f"{SMS}:id/thread_send_message")
    assert send.wait(timeout=5)
    send.click()
    sim_phone.handle.advance(3)
    rows = sim_phone.handle.sql("com.android.providers.telephony", "mmssms", SMS_TABLE)
    assert [row["type"] for row in rows] == [kind]


def test_a_server_without_keep_alive_answers_each_new_connection(sim_phone: Any) -> None:
    ui = open_contacts(sim_phone)
    sim_phone.handle.set_fault("no_keep_alive")
    assert ui.info["currentPackageName"] == CONTACTS
    with sim_phone.device.create_connection("tcp", 9008) as link:
        ask = b"GET /ping HTTP/1.1\r\nHost: x\r\n\r\n"
        link.sendall(ask)
        assert link.recv(400).startswith(b"HTTP/1.1 200")
        link.sendall(ask)
        assert link.recv(400).startswith(b"busy")


def test_the_packages_of_others_may_be_unreadable(sim_phone: Any) -> None:
    path = sim_phone.shell(f"pm path {CONTACTS}").strip().removeprefix("package:")
    head = f"dd if={path} bs=2 count=1 2>&1"
    assert sim_phone.shell(head).startswith("PK")
    sim_phone.handle.set_fault("apk_unreadable")
    assert "Permission denied" in sim_phone.shell(head)


def test_a_maker_that_closes_settings_and_keyboards_to_adb_refuses_them(sim_phone: Any) -> None:
    sim_phone.handle.set_fault("settings_refused")
    put = sim_phone.adb("shell", "settings put global stay_on_while_plugged_in 3")
    assert put.returncode == 255
    assert b"WRITE_SECURE_SETTINGS" in put.stderr
    assert b"java.lang.SecurityException" in sim_phone.adb("shell", "ime list -s").stderr
    assert sim_phone.shell("settings get global stay_on_while_plugged_in") == "7"
