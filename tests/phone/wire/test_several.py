"""Several phones on one adb server keep apart."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from agentprog.phone.client import PhoneHandle, start_phone


@pytest.fixture
def others(adb_server: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Two more phones that the adb server knows."""
    monkeypatch.setenv("AGENTPROG_STATE_DIR", str(tmp_path))
    phones = [start_phone(seed=seed, lifetime="command") for seed in (11, 12)]
    for phone in phones:
        assert "connected to" in adb_server.connect(phone.serial)
    yield phones
    for phone in phones:
        adb_server.run("disconnect", phone.serial)
        phone.stop()


def test_each_answers_for_itself_at_the_same_time(sim_phone: Any, others: list[PhoneHandle]) -> None:
    handles = [sim_phone.handle, *others]
    script = "for i in 1 2 3; do getprop ro.serialno; sleep 0.05; done > /sdcard/n; cat /sdcard/n"
    printed: dict[str, str] = {}

    def work(serial: str) -> None:
        printed[serial] = sim_phone.server.run("-s", serial, "shell", script).stdout.decode()

    threads = [threading.Thread(target=work, args=(handle.serial,)) for handle in handles]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    numbers = {serial: set(text.split()) for serial, text in printed.items()}
    assert all(len(found) == 1 for found in numbers.values())
    assert len(set.union(*numbers.values())) == 3


def test_adb_refuses_to_choose_among_several_phones(sim_phone: Any, others: list[PhoneHandle]) -> None:
    done = sim_phone.server.run("shell", "id")
    assert done.returncode == 1
    assert b"more than one device" in done.stderr


def test_each_has_an_automation_server_of_its_own(sim_phone: Any, others: list[PhoneHandle]) -> None:
    import uiautomator2

    client = sim_phone.server.client()
    for handle in others:
        ui = uiautomator2.connect(client.device(handle.serial))
        ui.set_clipboard(handle.serial)
        assert handle.state()["clipboard"] == handle.serial
        ui.stop_uiautomator()
    assert sim_phone.handle.state()["clipboard"] is None
