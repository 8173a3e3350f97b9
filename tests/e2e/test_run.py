"""From an instruction to a changed phone, and the files of the run."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import adbutils
import pytest

from agentprog.phone.client import PhoneHandle
from tests.e2e.conftest import Command

pytestmark = [pytest.mark.slow, pytest.mark.phone]
_NAMES = "SELECT display_name FROM contacts"


def names_on(phone: PhoneHandle) -> list[object]:
    return [row["display_name"] for row in phone.sql("com.android.providers.contacts", "contacts2.db", _NAMES)]


def test_an_instruction_becomes_a_program_and_changes_the_phone(
    agentprog: Command, scripted: str, adb_port: int, phones: Callable[[], PhoneHandle], tmp_path: Path
) -> None:
    phone = phones()
    adbutils.AdbClient(host="127.0.0.1", port=adb_port).connect(phone.serial)
    assert "Grete Hermann" not in names_on(phone)

    done = agentprog("Add a contact called Grete Hermann", "--model", scripted, "--json")

    assert done.returncode == 0, done.stderr
    assert names_on(phone).count("Grete Hermann") == 1
    found = json.loads(done.stdout)
    assert found["outcome"] == "verified"
    assert found["totals"]["actions"] == 4
    assert found["totals"]["model_calls"] == 1
    assert '  | Tap "Create contact"' in done.stderr


def test_the_run_folder_holds_the_whole_run(agentprog: Command, scripted: str, tmp_path: Path) -> None:
    done = agentprog("run", "Add Grete to the contacts", "--sim", "--model", scripted)
    assert done.returncode == 0, done.stderr
    (run,) = (tmp_path / "runs").iterdir()
    events = [json.loads(line) for line in (run / "events.jsonl").read_text(encoding="utf-8").splitlines()]
    kinds = {event["type"] for event in events}
    assert kinds >= {"ModelCalled", "RunStarted", "ProgramReady", "DeviceOpened", "ActionIntended", "RunFinished"}
    assert events[-1]["type"] == "RunFinished"
    assert "Grete Hermann" in (run / "program.stp").read_text(encoding="utf-8")
    asked = json.loads((run / "models" / "0001.json").read_text(encoding="utf-8"))
    assert "Add Grete to the contacts" in json.dumps(asked["request"])
    assert "Create contact" in asked["reply"]["text"]
    pictures = sorted(path for path in (run / "steps").iterdir() if path.suffix in (".png", ".jpg"))
    assert len(pictures) >= 2
    assert list((run / "phone").rglob("contacts2.db"))

    shown = agentprog("trace", "show")
    assert shown.returncode == 0
    assert 'tap button "Create contact"' in shown.stdout
    listed = json.loads(agentprog("trace", "list", "--json").stdout)
    assert [entry["outcome"] for entry in listed] == ["verified"]


def test_quiet_and_json_keep_standard_output_clean(agentprog: Command, tmp_path: Path) -> None:
    (tmp_path / "p.stp").write_text('Tell user "hello"\nSet {answer} to 3 + 4\n', encoding="utf-8")
    quiet = agentprog("p.stp", "--quiet")
    assert quiet.stdout == "hello\n7\n"
    as_json = agentprog("p.stp", "--json")
    assert json.loads(as_json.stdout)["answer"] == 7
    assert "\x1b[" not in as_json.stderr


def test_a_dry_run_changes_nothing(
    agentprog: Command, scripted: str, adb_port: int, phones: Callable[[], PhoneHandle]
) -> None:
    phone = phones()
    adbutils.AdbClient(host="127.0.0.1", port=adb_port).connect(phone.serial)
    before = names_on(phone)
    done = agentprog("run", "Add Grete Hermann", "--dry-run", "--model", scripted)
    assert "would open app" in done.stderr
    assert names_on(phone) == before


def test_plan_shows_the_program_and_runs_nothing(agentprog: Command, scripted: str, tmp_path: Path) -> None:
    done = agentprog("plan", "Add Grete", "--sim", "--model", scripted)
    assert done.returncode == 0, done.stderr
    assert 'Tap "Create contact"' in done.stdout
    assert not (tmp_path / "runs").exists()
