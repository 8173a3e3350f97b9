"""Apps by the names people use."""

from __future__ import annotations

from pathlib import Path

import pytest

from agentprog.devices.apps.cards import AppCard, cards, read_card
from agentprog.devices.apps.opening import Installed, label_from_package, make_app, resolve
from agentprog.devices.prints.packages import parse_launchers
from agentprog.errors import ConfigError
from agentprog.ports import NoApp

PHONE = tuple(
    Installed(app=make_app(package, cards().get(package)), activity=".Main")
    for package in (
        "com.google.android.contacts",
        "com.simplemobiletools.smsmessenger",
        "com.simplemobiletools.calendar.pro",
        "com.android.settings",
        "org.example.notes",
        "com.google.android.apps.photos",
    )
)


@pytest.mark.parametrize(
    ("name", "package"),
    [
        ("Contacts", "com.google.android.contacts"),
        ("contacts app", "com.google.android.contacts"),
        ("the Contacts app", "com.google.android.contacts"),
        ("Simple SMS Messenger", "com.simplemobiletools.smsmessenger"),
        ("SMS  messenger", "com.simplemobiletools.smsmessenger"),
        ("sms", "com.simplemobiletools.smsmessenger"),
        ("Simple Calendar Pro", "com.simplemobiletools.calendar.pro"),
        ("com.android.settings", "com.android.settings"),
        ("Notes", "org.example.notes"),
        ("Google Photos", "com.google.android.apps.photos"),
        ("simple calendar", "com.simplemobiletools.calendar.pro"),
    ],
)
def test_a_name_a_person_uses_finds_the_app(name: str, package: str) -> None:
    found = resolve(name, PHONE)
    assert isinstance(found, Installed)
    assert found.app.package == package


@pytest.mark.parametrize(
    ("name", "near"), [("Contcts", "Contacts"), ("Setings", "Settings"), ("Callendar", "Calendar")]
)
def test_a_misspelt_name_gets_near_names_and_opens_nothing(name: str, near: str) -> None:
    found = resolve(name, PHONE)
    assert isinstance(found, NoApp)
    assert near in found.near


@pytest.mark.parametrize("name", ["", "   ", "Zoom", "!!!"])
def test_an_unknown_name_finds_nothing(name: str) -> None:
    assert resolve(name, PHONE) == NoApp(name=name)


def test_the_icons_label_wins_over_the_card() -> None:
    card = AppCard(package="com.android.settings", label="Settings", aliases=("System settings",))
    app = make_app("com.android.settings", card, "Einstellungen")
    assert (app.label, app.aliases) == ("Einstellungen", ("Settings", "System settings"))


def test_an_app_without_card_is_named_by_its_package() -> None:
    assert label_from_package("org.example.notes") == "Notes"
    assert label_from_package("com.example.diary.android") == "Diary"


def test_the_launcher_query_is_read_in_both_forms() -> None:
    brief = (
        "2 activities found:\n  Activity #0:\n    priority=0 preferredOrder=0 match=0x108000\n"
        "    com.android.settings/.Settings\n  Activity #1:\n    org.x/org.x.Main$Inner\n    org.x/.Second\n"
    )
    assert parse_launchers(brief) == {
        "com.android.settings": "com.android.settings.Settings",
        "org.x": "org.x.Main$Inner",
    }
    assert parse_launchers("No activities found\n") == {}


def test_every_card_that_ships_is_sound_and_named_after_its_package(checkout: Path) -> None:
    files = sorted((checkout / "devices" / "apps").glob("*.toml"))
    assert len(files) == len(cards()) > 20
    assert all(read_card(file).package == file.stem for file in files)


def test_a_wrong_card_names_its_file(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    for text in ("package = 'nodots'\nlabel = 'X'", "label = 'X'", "not toml", "package = 'a.b'\nlabel = ''"):
        file.write_text(text)
        with pytest.raises(ConfigError, match=r"x\.toml"):
            read_card(file)
