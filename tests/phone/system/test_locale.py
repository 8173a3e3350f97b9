"""Profiles that differ in language, direction and display, as people and clients see them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from agentprog.phone.records import Rect
from agentprog.phone.system.agreement import disagreements
from agentprog.phone.system.hand import Hand, ManualTime
from agentprog.phone.system.phone import SimPhone, build_phone

CONTACTS = "com.google.android.contacts"
Build = Callable[[str], tuple[SimPhone, Hand]]


@pytest.fixture
def build(tmp_path: Path) -> Iterator[Build]:
    made: list[SimPhone] = []

    def one(profile: str) -> tuple[SimPhone, Hand]:
        phone = build_phone(root=tmp_path / profile, image="default", seed=7, clock=ManualTime(), profile=profile)
        assert isinstance(phone, SimPhone)
        phone.open(CONTACTS)
        phone.clock.advance(1)
        made.append(phone)
        return phone, Hand(phone)

    yield one
    for phone in made:
        phone.close()


def test_arabic_mirrors_the_layout_and_the_taps_with_it(build: Build) -> None:
    phone, hand = build("pixel-ar")
    plain, other = build("pixel")
    width = phone.display.info.width
    straight, mirrored = (h.find(id="floating_action_button").bounds for h in (other, hand))
    assert mirrored == Rect(width - straight.right, straight.top, width - straight.left, straight.bottom)
    assert hand.sees("البحث في جهات الاتصال")
    hand.tap(desc="إنشاء جهة اتصال")
    assert hand.sees("الاسم الأول")
    phone.editor.commit("علي")
    assert disagreements(phone) == []
    assert disagreements(plain) == []


def test_chinese_chrome_and_the_names_people_gave(build: Build) -> None:
    phone, hand = build("pixel-zh")
    assert hand.sees("搜索联系人")
    name = phone.storage.databases()
    assert "contacts2" in name
    phone.stage.anr(CONTACTS)
    assert hand.sees("通讯录无响应")
    hand.tap("等待")
    assert hand.sees(desc="新建联系人")
    assert disagreements(phone) == []


def test_a_foldable_closes_and_opens(build: Build) -> None:
    phone, hand = build("foldable")
    assert (phone.display.info.width, phone.display.info.physical_width) == (1840, 1840)
    phone.display.fold(True)
    assert phone.capture.image().size == (1080, 2092)
    assert hand.find(id="floating_action_button").bounds.right <= 1080
    assert disagreements(phone) == []
    phone.display.fold(False)
    assert phone.capture.image().size == (1840, 2208)
    with pytest.raises(ValueError, match="pixel does not fold"):
        build("pixel")[0].display.fold(True)


def test_a_reset_phone_is_upright_open_and_of_its_size(build: Build) -> None:
    phone, _ = build("foldable")
    phone.display.rotate(1)
    phone.display.fold(True)
    phone.display.override(size=(600, 800), density=200)
    phone.settings.put("secure", "ui_night_mode", "2")
    phone.snapshots.reset()
    info = phone.display.info
    assert (info.width, info.height, info.rotation, info.density) == (1840, 2208, 0, 380)
    assert not phone.theme().dark


def test_a_fixed_rotation_outlives_a_boot(build: Build) -> None:
    phone, _ = build("pixel")
    phone.settings.put("system", "accelerometer_rotation", "0")
    phone.settings.put("system", "user_rotation", "1")
    phone.snapshots.save("turned")
    phone.snapshots.restore("turned")
    assert phone.display.info.rotation == 1


@pytest.mark.parametrize("package", [CONTACTS, "com.android.settings", "com.simplemobiletools.smsmessenger"])
def test_dark_mode_reaches_every_screen(build: Build, package: str) -> None:
    phone, _ = build("pixel")
    phone.open(package)
    phone.clock.advance(1)
    light = phone.capture.image().convert("L").resize((1, 1)).getpixel((0, 0))
    phone.settings.put("secure", "ui_night_mode", "2")
    dark = phone.capture.image().convert("L").resize((1, 1)).getpixel((0, 0))
    assert isinstance(light, int)
    assert isinstance(dark, int)
    assert light > 200
    assert dark < 70
    assert disagreements(phone) == []
