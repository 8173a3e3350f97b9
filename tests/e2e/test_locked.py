"""A lock that only the phone's owner can open ends a run with "needs human"; unlocked, the run continues."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from agentprog.phone.client import PhoneHandle
from tests.e2e.conftest import Command

pytestmark = [pytest.mark.slow, pytest.mark.phone]

PROGRAM = """Open the "Contacts" app
Tap "Create contact"
Type "Grete" into "First name"
Tap "Save"
Verify that "Grete" appears
"""


def test_a_pin_needs_a_human_and_the_run_is_resumed_after_it(
    agentprog: Command, phones: Callable[[], PhoneHandle], adb_port: int, tmp_path: Path
) -> None:
    phone = phones()
    (tmp_path / "p.stp").write_text(PROGRAM, encoding="utf-8")
    for fault in ("pin_lock", "sleep"):
        phone.set_fault(fault)
    ended = agentprog("run", "-s", phone.serial, "p.stp")
    assert ended.returncode == 6, ended.stdout + ended.stderr
    assert "needs human, for the reason above" in ended.stderr + ended.stdout
    assert "Unlock the phone" in ended.stderr + ended.stdout
    assert "trouble with the phone: " in ended.stderr + ended.stdout

    still = agentprog("resume", "--json")
    assert still.returncode == 6, still.stdout + still.stderr

    phone.clear_fault()
    done = agentprog("resume", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(done.stdout.splitlines()[-1])["outcome"] == "verified"
    stored = "com.android.providers.contacts"
    names = phone.sql(stored, "contacts2.db", "SELECT display_name FROM contacts")
    assert [row["display_name"] for row in names].count("Grete") == 1
