from __future__ import annotations

from pathlib import Path

import pytest

from agentprog.errors import ConfigError
from agentprog.phone.facade import Phone
from agentprog.phone.system.hand import Hand, ManualTime
from agentprog.phone.system.phone import SimPhone, build_phone


def _people(phone: Phone) -> tuple[tuple[object, ...], ...]:
    return phone.providers.query("content://contacts/phones", projection=("display_name", "number")).rows


def _messages(phone: Phone) -> tuple[tuple[object, ...], ...]:
    return phone.providers.query("content://sms", projection=("address", "body", "date", "type")).rows


def test_an_image_is_a_function_of_its_seed(tmp_path: Path) -> None:
    a, b, c = (
        build_phone(root=tmp_path / name, seed=seed, clock=ManualTime())
        for name, seed in (("a", 3), ("b", 3), ("c", 4))
    )
    assert _people(a) == _people(b) != _people(c)
    assert _messages(a) == _messages(b) != _messages(c)
    assert len(_people(a)) == 8
    assert len(a.providers.query("content://sms/conversations").rows) == 4
    for phone in (a, b, c):
        phone.close()


def test_the_empty_image_holds_nothing(tmp_path: Path) -> None:
    phone = build_phone(root=tmp_path / "p", image="empty", clock=ManualTime())
    assert _people(phone) == _messages(phone) == ()
    phone.close()


def test_an_unknown_name_lists_the_known_names(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no device image 'nope'") as caught:
        build_phone(root=tmp_path / "p", image="nope")
    assert "default" in caught.value.hint
    with pytest.raises(ConfigError, match="no name"):
        build_phone(root=tmp_path / "p", profile="../etc")


def test_a_phone_boots_again_as_it_was_left(tmp_path: Path) -> None:
    phone = build_phone(root=tmp_path / "p", clock=ManualTime())
    phone.stage.incoming_sms("+1555", "kept")
    phone.settings.put("system", "screen_brightness", "200")
    phone.clock.advance(600)
    left = phone.clock.now()
    phone.close()
    again = build_phone(root=tmp_path / "p", clock=ManualTime())
    assert again.clock.now() == left
    assert ("+1555", "kept") in {(r[0], r[1]) for r in _messages(again)}
    assert again.settings.get("system", "screen_brightness") == "200"
    again.close()


def test_snapshots_bring_back_rows_settings_and_clock(phone: SimPhone, hand: Hand) -> None:
    before, when = _messages(phone), phone.clock.now()
    phone.snapshots.save("fresh")
    hand.open("SMS Messenger")
    phone.stage.incoming_sms("+1555", "later")
    phone.files.write("/sdcard/later.txt", b"x")
    assert _messages(phone) != before
    phone.snapshots.restore("fresh")
    assert _messages(phone) == before
    assert phone.clock.now() == when
    assert phone.files.stat("/sdcard/later.txt") is None
    top = phone.activities.resumed()
    assert top is not None
    assert top.package == phone.home_package
    assert phone.snapshots.list() == ("fresh",)
    with pytest.raises(KeyError):
        phone.snapshots.restore("none")
    assert phone.snapshots.delete("fresh")
    assert phone.snapshots.list() == ()


def test_reset_returns_to_the_image(phone: SimPhone) -> None:
    before = _people(phone)
    phone.packages.clear("com.android.providers.contacts")
    phone.clock.advance(1000)
    phone.snapshots.reset()
    assert _people(phone) == before
    assert phone.clock.now().minute == 34


def test_settings_are_stored_and_unset_settings_have_no_value(phone: SimPhone) -> None:
    assert phone.settings.get("secure", "nothing") is None
    phone.settings.put("global", "wifi_on", "0")
    assert phone.providers.query("content://settings/global", where="name='wifi_on'").rows[0][1:] == ("wifi_on", "0")
    assert phone.settings.delete("global", "wifi_on")
    assert not phone.settings.delete("global", "wifi_on")


def test_unknown_knobs_are_refused(phone: SimPhone) -> None:
    with pytest.raises(KeyError):
        phone.stage.tune("no_such_knob", 1)


def test_a_toast_is_gone_after_its_time_but_remembered(phone: SimPhone) -> None:
    phone.toasts.post("x", "done")
    assert phone.toasts.shown() == ("done",)
    phone.clock.advance(2.5)
    assert phone.toasts.shown() == ()
    assert phone.toasts.last() == "done"
    phone.toasts.clear()
    assert phone.toasts.last() is None


def test_the_profile_with_three_buttons_navigates_by_them(tmp_path: Path) -> None:
    phone = build_phone(root=tmp_path / "p", profile="pixel-buttons", clock=ManualTime())
    hand = Hand(phone)
    hand.open("Contacts")
    hand.tap(desc="Create contact")
    hand.press("back")
    hand.tap(id="com.android.systemui:id/back")
    assert hand.sees("Search contacts")
    hand.tap(id="com.android.systemui:id/recent_apps")
    assert hand.sees(id="task")
    hand.tap(id="com.android.systemui:id/home")
    assert hand.sees(id="workspace")
    assert phone.props.get("ro.build.version.sdk") == "34"
    phone.close()


def test_quick_settings_switch_the_settings(phone: SimPhone, hand: Hand) -> None:
    phone.notifications.open_shade(quick_settings=True)
    hand.tap(desc="Airplane mode,Off")
    assert phone.settings.get("global", "airplane_mode_on") == "1"
    assert hand.find(desc="Airplane mode,On").checked
    hand.press("back")
    assert not phone.notifications.shade_open()
