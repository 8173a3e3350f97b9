"""Apps that could do harm beyond their own pages, and switches of the phone itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agentprog.ports import Role
from agentprog.runtime.safety.powers import is_harmful, is_setting, is_the_phones
from tests.runtime.safety.pages import part, shown

NONE: frozenset[str] = frozenset()


@pytest.mark.parametrize(
    ("package", "permissions", "harmful"),
    [
        ("org.notes", NONE, False),
        ("org.notes", frozenset({"android.permission.VIBRATE"}), False),
        ("org.notes", frozenset({"android.permission.VIBRATE", "android.permission.SEND_SMS"}), True),
        ("org.notes", None, True),
        ("com.android.chrome", NONE, True),
        ("com.android.settings", NONE, True),
        ("com.android.systemui", NONE, True),
        ("com.google.android.apps.nexuslauncher", None, False),
    ],
)
def test_an_app_is_harmful_by_its_part_in_the_phone_or_by_a_permission(
    package: str, permissions: frozenset[str] | None, harmful: bool
) -> None:
    assert is_harmful(package, permissions) is harmful


def test_the_system_and_launchers_are_the_phones_and_apps_are_not() -> None:
    phones = ("com.android.systemui", "com.sec.android.app.launcher", "org.notes")
    assert [is_the_phones(package) for package in phones] == [True, True, False]


@pytest.mark.parametrize(
    ("of_switch", "in_front", "setting"),
    [
        ("com.android.settings", "org.notes", True),
        ("com.maker.settings", "org.notes", True),
        ("org.notes", "com.android.settings", False),
        ("", "com.android.settings", True),
        ("", "org.notes", False),
    ],
)
def test_a_switch_is_the_phones_by_its_own_package_or_else_by_the_screens(
    of_switch: str, in_front: str, setting: bool
) -> None:
    switch = replace(part("Wi-Fi", 300, role=Role.SWITCH, checkable=True), package=of_switch)
    assert is_setting(switch, shown(switch, package=in_front)) is setting
