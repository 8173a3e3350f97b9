from __future__ import annotations

from agentprog.phone.records import Intent
from agentprog.phone.system.hand import Hand
from agentprog.phone.system.phone import SimPhone


def test_wifi_is_switched_by_its_row_and_listed_with_its_own_hyphen(phone: SimPhone, hand: Hand) -> None:
    hand.open("Settings")
    hand.tap("Network & internet")
    hand.tap("Internet")
    hand.tap("Wi‑Fi")
    assert phone.settings.get("global", "wifi_on") == "0"
    assert not hand.sees("AndroidWifi")
    hand.tap("Wi‑Fi")
    assert phone.settings.get("global", "wifi_on") == "1"
    assert hand.find(id="android:id/switch_widget").checked


def test_airplane_mode_takes_the_radios_and_gives_wifi_back(phone: SimPhone, hand: Hand) -> None:
    hand.open("Settings")
    hand.tap("Network & internet")
    hand.tap("Airplane mode")
    values = [phone.settings.get("global", k) for k in ("airplane_mode_on", "wifi_on", "bluetooth_on")]
    assert values == ["1", "0", "0"]
    assert hand.sees(desc="Airplane mode.")
    hand.tap("Internet")
    hand.tap("Wi‑Fi")
    assert phone.settings.get("global", "wifi_on") == "2"
    hand.press("back")
    hand.tap("Airplane mode")
    assert phone.settings.get("global", "airplane_mode_on") == "0"


def test_bluetooth_by_its_page(phone: SimPhone, hand: Hand) -> None:
    hand.open("Settings")
    hand.tap("Connected devices")
    hand.tap("Connection preferences")
    hand.tap("Bluetooth")
    assert hand.texts("switch_text") == ["Use Bluetooth"]
    hand.tap("Use Bluetooth")
    assert phone.settings.get("global", "bluetooth_on") == "0"


def test_brightness_goes_to_its_ends(phone: SimPhone, hand: Hand) -> None:
    hand.open("Settings")
    hand.scroll_to("Display")
    hand.tap("Display")
    hand.tap("Brightness level")
    bar = hand.find(id="slider").bounds
    for x, value in ((bar.right - 1, "255"), (bar.left, "1")):
        phone.touch.swipe([bar.center, (x, bar.center[1])], duration=0.5)
        assert phone.settings.get("system", "screen_brightness") == value


def test_dark_theme_and_font_size_change_the_picture(phone: SimPhone, hand: Hand) -> None:
    hand.open("Settings")
    hand.scroll_to("Display")
    hand.tap("Display")
    light = phone.capture.image().getpixel((540, 2200))
    hand.scroll_to("Dark theme")
    hand.tap("Dark theme")
    dark = phone.capture.image().getpixel((540, 2200))
    assert isinstance(light, tuple)
    assert isinstance(dark, tuple)
    assert sum(dark) < sum(light) / 3
    hand.tap("Font size")
    hand.tap("Largest")
    assert phone.settings.get("system", "font_scale") == "1.3"


def test_search_and_intents_lead_to_pages(phone: SimPhone, hand: Hand) -> None:
    hand.open("Settings")
    hand.tap("Search settings")
    phone.editor.commit("blue")
    hand.tap("Bluetooth")
    assert hand.sees("Use Bluetooth")
    phone.activities.start(Intent(action="android.settings.DATE_SETTINGS"))
    hand.wait(1)
    hand.tap("Use 24-hour format")
    assert hand.texts("clock") == ["3:34"]


def test_app_info_can_revoke_a_permission(phone: SimPhone, hand: Hand) -> None:
    package = "com.simplemobiletools.smsmessenger"
    intent = Intent(action="android.settings.APPLICATION_DETAILS_SETTINGS", data=f"package:{package}")
    phone.activities.start(intent)
    hand.wait(1)
    hand.tap("Post notifications")
    info = phone.packages.get(package)
    assert info is not None
    assert info.permissions["android.permission.POST_NOTIFICATIONS"] is False
    phone.stage.incoming_sms("+1555000", "silent")
    assert phone.notifications.list() == ()


def test_date_and_time_are_set_with_the_pickers(phone: SimPhone, hand: Hand) -> None:
    phone.activities.start(Intent(action="android.settings.DATE_SETTINGS"))
    hand.wait(1)
    hand.tap("Date")
    hand.tap(desc="Next month")
    hand.tap(desc="03 November 2023")
    hand.tap("OK")
    hand.tap("Time")
    hand.tap(desc="9 hours")
    hand.tap(desc="30 minutes")
    hand.tap("OK")
    assert phone.clock.now().strftime("%Y-%m-%d %H:%M") == "2023-11-03 09:30"
