"""One phone over several Agents, touched directly in between."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from agentprog import Agent, Phone
from agentprog.app.embedding import phone as module
from agentprog.errors import DeviceBusy, DeviceError
from agentprog.ports import Device
from tests.runtime.conftest import FakePhone


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> FakePhone:
    made = FakePhone(notes=["Milk"])

    def opened(settings: Any, stack: ExitStack, *, run: str) -> Device:
        del settings, run
        stack.callback(made.notes.append, "closed")
        return made

    monkeypatch.setattr(module, "open_phone", opened)
    return made


@pytest.fixture
def phone(fake: FakePhone) -> Iterator[Phone]:
    del fake
    with Phone() as opened:
        yield opened


def test_several_agents_share_a_phone_which_is_closed_at_the_end(fake: FakePhone, tmp_path: Path) -> None:
    with Phone() as phone:
        for text in ("Eggs", "Tea"):
            program = f'Open the "Notes" app\nTap "New"\nType "{text}" into "Title"\nTap "Save"\n'
            assert Agent(program=program, device=phone, run_dir=tmp_path).run_sync().ok
        assert fake.notes == ["Milk", "Eggs", "Tea"]
    assert fake.notes[-1] == "closed"


def test_a_program_touches_the_phone_directly(phone: Phone, fake: FakePhone) -> None:
    phone.open_app("Notes")
    phone.tap("New")
    phone.type_text("Bread", into="Title")
    phone.tap("Save")
    assert phone.screen().shows("Bread")
    assert fake.notes == ["Milk", "Bread"]


def test_an_impossible_action_is_an_error_with_the_reason(phone: Phone) -> None:
    with pytest.raises(DeviceError, match='there is no element "Save everything"'):
        phone.tap("Save everything")
    with pytest.raises(DeviceError):
        phone.open_app("Nowhere")
    with pytest.raises(DeviceError, match="no picture"):
        phone.screenshot()


@pytest.mark.phone
@pytest.mark.slow
def test_a_simulated_one_ends_with_its_block() -> None:
    with Phone(sim=True) as phone:
        serial = phone.info.serial
        phone.open_app("Contacts")
        shot = phone.screenshot()
        assert (shot.media_type, shot.width) == ("image/jpeg", phone.info.width)
        with pytest.raises(DeviceBusy):
            Phone(serial)
    with pytest.raises(DeviceError):
        Phone(serial)
