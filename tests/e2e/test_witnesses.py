"""Steps on a whole simulated phone, over adb: proven by its alarm clocks, calls, messages and notifications."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from agentprog.devices import AdbDevice, open_device
from agentprog.lang.parser import parse
from agentprog.phone.client import PhoneHandle, start_phone
from agentprog.ports import Action, Element, OpenNotifications, Outcome, PressKey, Tap, TypeText
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.options import RunOptions
from agentprog.runtime.roles import Act, Move, Roles, StepContext, StepDone
from agentprog.runtime.run import run_program
from agentprog.runtime.safety.policy import Policy, Rule
from agentprog.runtime.session import Session
from tests.conftest import AdbServer

pytestmark = [pytest.mark.phone, pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")]
Way = tuple[str | Action, ...]


@dataclass
class ByHand:
    """Makes the given moves: touches a label or an id, types for `id=text`."""

    way: Way
    done: int = 0

    def next_move(self, context: StepContext) -> Move:
        if self.done == len(self.way):
            return StepDone(reason="all is done")
        move = self.way[self.done]
        self.done += 1
        if isinstance(move, Action):
            return Act(action=move)
        name, typed, text = move.partition("=")
        target = _found(context.seen.screen.elements, name)
        return Act(action=TypeText(text=text, target=target) if typed else Tap(target=target))


def _found(elements: tuple[Element, ...], name: str) -> Element:
    named = [e for e in elements if name in (e.label, e.description, e.text, e.resource_id.rpartition("/")[2])]
    assert named, (name, [(e.label, e.resource_id) for e in elements])
    return named[0]


@pytest.fixture(scope="module")
def phone(adb_server: AdbServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PhoneHandle]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AGENTPROG_STATE_DIR", str(tmp_path_factory.mktemp("phones")))
        with start_phone(image="calling", seed=7, lifetime="command") as handle:
            adb_server.connect(handle.serial)
            handle.snapshot("begin")
            yield handle
            adb_server.run("disconnect", handle.serial)


@pytest.fixture
def device(phone: PhoneHandle, adb_server: AdbServer) -> Iterator[AdbDevice]:
    phone.restore("begin")
    opened = open_device(phone.serial, env={"ANDROID_ADB_SERVER_PORT": str(adb_server.port)}, ocr=False)
    yield opened
    opened.close()


@pytest.fixture
def does(device: AdbDevice, tmp_path: Path) -> Callable[..., tuple[Outcome, Path]]:
    def do(text: str, *way: str | Action, **options: Any) -> tuple[Outcome, Path]:
        program = parse(text, known_apps=tuple(app.label for app in device.apps())).program
        assert program is not None
        folder = RunFolder.create(tmp_path, instruction=text, now=datetime(2026, 5, 2, tzinfo=UTC))
        outcome = run_program(
            program,
            device=device,
            roles=Roles(grounder=ByHand(way)),
            options=RunOptions(text=text, sealing="a key", policy=Policy(default=Rule.ALLOW), **options),
            session=Session(folder=folder),
        )
        folder.close()
        return outcome, folder.path

    return do


def proof(outcome: Outcome) -> tuple[bool, str]:
    return outcome.proofs[-1].proven, outcome.proofs[-1].witness


def person(phone: PhoneHandle) -> tuple[str, str]:
    """A person of the address book with a name that shares no part with any other."""
    rows = phone.shell("content query --uri content://contacts/phones --projection name:number")[1].splitlines()
    name, number = rows[0].partition("name=")[2].split(", number=")
    return name, number


def test_a_call_is_proven_by_telecom_and_the_screen_with_the_name(does: Any, phone: PhoneHandle) -> None:
    name, number = person(phone)
    digits = [f"digits={number}", "dialpad_floating_action_button"]
    outcome, _ = does(f'In the "Phone" app, call {name}', *digits)
    assert proof(outcome) == (True, "calls")
    phone.shell("input keyevent KEYCODE_BACK")


def test_a_call_to_another_is_found_out(does: Any, phone: PhoneHandle) -> None:
    name, number = person(phone)
    other = number[:-2] + f"{(int(number[-2:]) + 1) % 100:02}"
    outcome, _ = does(f'In the "Phone" app, call {name}', f"digits={other}", "dialpad_floating_action_button")
    assert outcome.kind.value == "failed"
    assert "was called, which is another number" in outcome.reason


def test_an_alarm_is_proven_by_the_alarm_manager(does: Any) -> None:
    picks = ["material_timepicker_mode_button", "material_hour_text_input=08", "material_minute_text_input=30"]
    way = ["Alarm", "Add alarm", *picks, "material_timepicker_ok_button"]
    outcome, _ = does('In the "Clock" app, set an alarm for 08:30', *way)
    assert proof(outcome) == (True, "alarms")


def test_notifications_that_are_sent_away_are_proven_by_their_manager(does: Any, phone: PhoneHandle) -> None:
    phone.incoming_sms("+15550130001", "hello")
    outcome, _ = does("Dismiss all notifications", OpenNotifications(), "Clear all")
    assert proof(outcome) == (True, "notifications")


def test_the_run_folder_holds_no_records_that_a_witness_read(does: Any, phone: PhoneHandle) -> None:
    """A message is proven by all messages and people of the phone: the folder has only the texts on its screens."""
    name, number = person(phone)
    old = [str(at) for at in range(30)]
    phone.shell("appops set com.android.shell WRITE_SMS allow")
    for at in old:
        body = f"--bind body:s:zanzibar-{at} --bind type:i:1 --bind date:l:{at}"
        phone.shell(f"content insert --uri content://sms --bind address:s:+1555987{at:0>4} {body}")
    write = ["conversations_fab", f"new_conversation_address={number}", PressKey(key="enter")]
    write += ["thread_type_message=see you at nine", "thread_send_message"]
    outcome, folder = does(f'In the "Simple SMS Messenger" app, send "see you at nine" to {name}', *write)
    assert proof(outcome) == (True, "messages")
    for file in folder.rglob("*"):
        if file.is_file() and file.parent.name != "steps":
            assert b"zanzibar" not in file.read_bytes(), file
    seen = b"".join(file.read_bytes() for file in (folder / "steps").iterdir())
    assert any(f"zanzibar-{at}".encode() not in seen for at in old)
