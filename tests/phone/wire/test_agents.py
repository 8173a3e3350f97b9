"""Other agents over adb alone, as their traces show it: each step in their own words."""

from __future__ import annotations

import re

from tests.conftest import SimPhone

CONTACTS = "com.google.android.contacts"
FIELDS = {"First name": "Ada", "Last name": "Lovelace", "Phone": "+15550142"}


def _middle(phone: SimPhone, label: str) -> str:
    """The middle of a node, read from `uiautomator dump /dev/tty` by a regular expression, as agents do."""
    dump = phone.shell("uiautomator dump /dev/tty")
    found = re.search(rf'(?:text|content-desc)="{label}"[^>]*bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"', dump)
    assert found is not None, dump[:3000]
    left, top, right, bottom = map(int, found.groups())
    return f"{(left + right) // 2} {(top + bottom) // 2}"


def test_a_contact_is_made_as_mobilerun_makes_it_without_its_helper_on_the_phone(sim_phone: SimPhone) -> None:
    sim_phone.handle.reset(keep_automation=False)
    sim_phone.handle.advance(0.5)
    assert f"package:{CONTACTS}" in sim_phone.shell("pm list packages").splitlines()
    component = sim_phone.shell(f"cmd package resolve-activity --brief {CONTACTS}").splitlines()[-1]
    assert sim_phone.shell(f"am start -n {component}").startswith("Starting: Intent")
    sim_phone.handle.advance(2.0)
    sim_phone.shell(f"input tap {_middle(sim_phone, 'Create contact')}")
    sim_phone.handle.advance(1.0)
    for label, value in FIELDS.items():
        sim_phone.shell(f"input tap {_middle(sim_phone, label)}")
        assert sim_phone.shell("input keycombination KEYCODE_CTRL_LEFT KEYCODE_A") == ""
        sim_phone.shell("input keyevent 67")
        sim_phone.shell(f"input text {value}")
    sim_phone.shell(f"input tap {_middle(sim_phone, 'Save')}")
    sim_phone.handle.advance(1.0)
    query = "SELECT given_name, family_name, number FROM contacts JOIN phones ON contact_id = contacts.id"
    made = sim_phone.handle.sql("com.android.providers.contacts", "contacts2.db", query)
    assert {"given_name": "Ada", "family_name": "Lovelace", "number": "+15550142"} in made
