"""Every command of `conformance.toml`, run with the stock adb program."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

_FILE = Path(__file__).parent / "conformance.toml"
COMMANDS: list[dict[str, Any]] = tomllib.loads(_FILE.read_text(encoding="utf-8"))["command"]
CONTACTS = "com.google.android.contacts"


@pytest.fixture(scope="module")
def _ready(sim_phone_process: Any) -> None:
    sim_phone_process.handle.reset(keep_automation=False)
    sim_phone_process.handle.advance(0.5)
    sim_phone_process.handle.snapshot("conformance")


@pytest.fixture
def phone(sim_phone_process: Any, _ready: None) -> Any:
    """The phone with Contacts in front."""
    sim_phone_process.handle.restore("conformance", keep_automation=False)
    sim_phone_process.handle.start_app(CONTACTS)
    sim_phone_process.handle.advance(2.0)
    return sim_phone_process


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: str(command["run"])[:60])
def test_command(phone: Any, command: dict[str, Any]) -> None:
    done = phone.adb("shell", command["run"])
    assert done.returncode == command.get("code", 0), done
    for stream, shape in ((done.stdout, command.get("out", "")), (done.stderr, command.get("err", "^$"))):
        text = stream.decode("utf-8", "replace")
        assert re.search(shape, text), f"{shape!r} is not in {text[:2000]!r}"
