"""The stock uiautomator2 client uses every function of the phone."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from tests.conftest import wait_until

CONTACTS = "com.google.android.contacts"
FAB = {"resourceId": f"{CONTACTS}:id/floating_action_button"}


def open_contacts(sim_phone: Any) -> Any:
    ui = sim_phone.ui
    ui.app_start(CONTACTS)
    assert ui(**FAB).wait(timeout=5)
    return ui


def open_editor(sim_phone: Any) -> Any:
    ui = open_contacts(sim_phone)
    ui(**FAB).click()
    assert ui(className="android.widget.EditText").wait(timeout=5)
    return ui


def test_the_server_describes_the_device(sim_phone: Any) -> None:
    ui = sim_phone.ui
    info = ui.info
    assert (info["displayWidth"], info["displayHeight"], info["displayRotation"]) == (1080, 2400, 0)
    assert (info["sdkInt"], info["screenOn"], info["naturalOrientation"]) == (33, True, True)
    assert (info["displaySizeDpX"], info["displaySizeDpY"]) == (411, 914)
    assert ui.window_size() == (1080, 2400)
    assert ui.device_info["model"] == "Pixel 6"
    assert len(ui.device_info["serial"]) == 12
    assert ui.wlan_ip == "192.168.232.2"


def test_an_app_starts_comes_to_the_front_and_stops(sim_phone: Any) -> None:
    ui = open_contacts(sim_phone)
    assert ui.app_current()["package"] == CONTACTS
    assert ui.app_wait(CONTACTS, front=True) > 0
    assert CONTACTS in ui.app_list_running()
    assert ui.app_info(CONTACTS)["versionName"]
    ui.app_stop(CONTACTS)
    assert CONTACTS not in ui.app_list_running()
    assert ui.app_current()["package"] != CONTACTS


def test_dump_and_screenshot_show_the_same_screen(sim_phone: Any) -> None:
    ui = open_contacts(sim_phone)
    xml = ui.dump_hierarchy()
    assert xml.startswith("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\r\n<hierarchy rotation=\"0\">")
    assert f'package="{CONTACTS}"' in xml
    assert ui.screenshot().size == (1080, 2400)
    for found in ui.xpath("//*[@clickable='true']").all():
        left, top, right, bottom = found.bounds
        assert 0 <= left < right <= 1080
        assert 0 <= top < bottom <= 2400


def test_elements_are_found_read_and_tapped(sim_phone: Any) -> None:
    ui = open_contacts(sim_phone)
    assert ui(**FAB).exists
    assert not ui(text="nobody has this").exists
    info = ui(**FAB).info
    assert info["clickable"] is True
    assert info["packageName"] == CONTACTS
    assert ui(className="android.widget.TextView").count == len(ui(className="android.widget.TextView").info_list())
    ui(**FAB).click()
    assert ui(className="android.widget.EditText").wait(timeout=5)
    assert ui(**FAB).wait_gone(timeout=5)
    ui.press("back")


def test_a_missing_element_is_an_error_of_the_clients_kind(sim_phone: Any) -> None:
    from uiautomator2.exceptions import UiObjectNotFoundError

    ui = sim_phone.ui
    with pytest.raises(UiObjectNotFoundError):
        ui(text="nobody has this").click(timeout=0.1)
    with pytest.raises(UiObjectNotFoundError):
        _ = ui(text="nobody has this").info


@pytest.mark.parametrize("text", ["plain", "héllo 你好 😀", "a'b\"c $HOME `id` \\n %s"])
def test_text_is_typed_with_clipboard_selector_and_keyboard(sim_phone: Any, text: str) -> None:
    ui = open_editor(sim_phone)
    field = ui(className="android.widget.EditText", instance=0)
    field.click()
    ui.send_keys(text)
    assert field.get_text() == text
    field.clear_text()
    field.set_text(text)
    assert field.get_text() == text
    ui.clear_text()
    assert field.get_text() != text


def test_the_automation_keyboard_types_clears_and_is_left_again(sim_phone: Any) -> None:
    ui = open_editor(sim_phone)
    before = ui.current_ime()
    field = ui(className="android.widget.EditText", instance=0)
    field.click()
    ui.set_input_ime()
    assert ui.current_ime() == "com.github.uiautomator/.AdbKeyboard"
    ui.send_keys("你好 😀")
    assert field.get_text() == "你好 😀"
    ui.clear_text()
    assert field.get_text() != "你好 😀"
    ui.hide_keyboard()
    ui.set_input_ime(False)
    assert ui.current_ime() == before


def test_gestures_reach_the_screen(sim_phone: Any) -> None:
    ui = open_contacts(sim_phone)
    ui.swipe(540, 1800, 540, 600, 0.1)
    ui.swipe_points([(540, 1800), (540, 1200), (540, 600)], 0.05)
    ui.drag(540, 600, 540, 1800, 0.1)
    ui.double_click(540, 1000)
    ui.long_click(540, 1000, 0.6)
    ui.swipe_ext("up")
    ui.touch.down(540, 1500).move(540, 1400).up(540, 1400)
    assert len(sim_phone.handle.trace("swipe")) == 4
    assert len(sim_phone.handle.trace("tap")) == 4


def test_a_list_scrolls_to_the_wanted_row(sim_phone: Any) -> None:
    people, data = "content://com.android.contacts/raw_contacts", "content://com.android.contacts/data"
    first = int(sim_phone.shell(f"content query --uri {people} --projection _id").rpartition("_id=")[2]) + 1
    for number in range(first, first + 25):
        sim_phone.handle.shell(f"content insert --uri {people} --bind account_type:n: --bind account_name:n:")
        name = f"--bind mimetype:s:vnd.android.cursor.item/name --bind data1:s:'Person {number}'"
        sim_phone.handle.shell(f"content insert --uri {data} --bind raw_contact_id:i:{number} {name}")
    ui = open_contacts(sim_phone)
    rows = sim_phone.shell("content query --uri content://com.android.contacts/contacts --projection display_name")
    names = sorted(line.partition("display_name=")[2] for line in rows.splitlines())
    assert ui(scrollable=True).scroll.to(text=names[-1])
    assert ui(text=names[-1]).exists
    ui(scrollable=True).scroll.toBeginning()
    assert ui(text=names[0]).exists
    ui(scrollable=True).fling.toEnd()


def test_keys_by_name_and_code(sim_phone: Any) -> None:
    ui = open_contacts(sim_phone)
    assert ui.press("home") is True
    assert ui.app_current()["package"] != CONTACTS
    assert ui.press(187) is True
    assert ui.press("back") is True
    assert ui.press("no such key") is False
    ui.long_press("home")


def test_orientation_turns_the_screen_and_back(sim_phone: Any) -> None:
    ui = sim_phone.ui
    ui.set_orientation("l")
    assert ui.orientation == "left"
    assert ui.window_size() == (2400, 1080)
    assert ui.screenshot().size == (2400, 1080)
    ui.set_orientation("n")
    assert ui.orientation == "natural"
    ui.freeze_rotation(False)


def test_clipboard_holds_any_text(sim_phone: Any) -> None:
    sim_phone.ui.set_clipboard("é 你好 😀\nsecond line")
    assert sim_phone.ui.clipboard == "é 你好 😀\nsecond line"
    assert sim_phone.handle.state()["clipboard"] == "é 你好 😀\nsecond line"


def test_screen_sleeps_and_wakes(sim_phone: Any) -> None:
    ui = sim_phone.ui
    ui.screen_off()
    assert ui.info["screenOn"] is False
    assert sim_phone.device.is_screen_on() is False
    ui.screen_on()
    assert ui.info["screenOn"] is True


def test_notifications_and_quick_settings_open(sim_phone: Any) -> None:
    ui = sim_phone.ui
    ui.open_notification()
    assert "mPanelExpanded=true" in sim_phone.shell("dumpsys statusbar")
    ui.press("back")
    ui.open_quick_settings()
    ui.press("back")


def test_the_last_toast_is_remembered_until_cleared(sim_phone: Any) -> None:
    ui = sim_phone.ui
    assert ui.last_toast is None
    ui.app_start(CONTACTS)
    ui(**FAB).click()
    ui(className="android.widget.EditText", instance=0).set_text("Toasty")
    ui(text="Save").click()
    assert "saved" in ui.toast.get_message(wait_timeout=3, default="")
    ui.clear_toast()
    assert ui.last_toast is None


def test_watchers_of_the_client_run(sim_phone: Any) -> None:
    ui = open_contacts(sim_phone)
    sim_phone.handle.set_fault("dialog", {"title": "Rate us"})
    ui.watcher("rate").when("Rate us").when("Cancel").click()
    assert ui.watcher.run() is True
    ui.watcher.remove()
    assert not ui(text="Rate us").exists


def test_several_clients_share_one_server(sim_phone: Any) -> None:
    open_contacts(sim_phone)
    sizes: list[tuple[int, int]] = []

    def work() -> None:
        sizes.append(sim_phone.connect_ui().screenshot().size)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sizes == [(1080, 2400)] * 3


def test_the_server_stops_with_its_client_and_starts_again(sim_phone: Any) -> None:
    ui = sim_phone.connect_ui()
    sim_phone.ui.stop_uiautomator()
    assert sim_phone.handle.state()["automation"] is None
    assert ui.info["sdkInt"] == 33
    assert sim_phone.handle.state()["automation"] == "u2"
    ui.stop_uiautomator()
    assert "UI hierchary dumped" in sim_phone.shell("uiautomator dump")
    assert sim_phone.ui.info["sdkInt"] == 33


def test_the_server_is_a_process_that_ps_shows_and_kill_ends(sim_phone: Any) -> None:
    ui = sim_phone.ui
    assert ui.info
    rows = [row.split() for row in sim_phone.shell("ps -A").splitlines() if row.endswith(" app_process")]
    assert len(rows) == 1
    assert "com.wetest.uia2.Main" in sim_phone.shell(f"ps -p {rows[0][1]} -o ARGS")
    sim_phone.shell(f"kill {rows[0][1]}")
    assert wait_until(lambda: "app_process" not in sim_phone.shell("ps -A"))
    assert ui.info


def test_a_session_knows_the_process_of_its_app(sim_phone: Any) -> None:
    """It looks for a line of `ps` that ends with the package."""
    with sim_phone.ui.session("com.google.android.contacts") as session:
        assert session.running()
        assert session.pid > 0
        sim_phone.shell("am force-stop com.google.android.contacts")
        assert not session.running()
