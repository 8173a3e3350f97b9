from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agentprog.phone.kernel import loop
from agentprog.phone.process.assembly import PhoneOptions, SimulatedPhone
from agentprog.phone.records import ROOT, Intent
from agentprog.phone.system.hand import Hand
from agentprog.phone.system.phone import SimPhone

NUMBER = "+15550130067"


@pytest.fixture
def calling(tmp_path: Path) -> Iterator[SimulatedPhone]:
    sim = SimulatedPhone(PhoneOptions(storage=tmp_path, image="calling"))
    sim.phone.clock.advance(1.0)
    yield sim
    sim.phone.close()


@pytest.fixture
def hand(calling: SimulatedPhone) -> Hand:
    assert isinstance(calling.phone, SimPhone)
    return Hand(calling.phone)


def test_a_typed_number_is_called_and_logged_after_the_call(calling: SimulatedPhone, hand: Hand) -> None:
    hand.open("Phone")
    for key in "5550130067":
        hand.tap(desc=key)
    hand.tap(desc="Call")
    calling.phone.clock.advance(0.5)
    assert hand.texts("contactgrid_status_text") == ["Calling…"]
    (call,) = calling.phone.calls.list()
    assert (call.number, call.state) == ("5550130067", "DIALING")
    calling.phone.clock.advance(5.0)
    assert calling.phone.calls.list()[0].state == "ACTIVE"
    hand.tap(desc="End call")
    assert calling.phone.calls.list() == ()
    rows = calling.phone.providers.query(
        "content://call_log/calls", projection=("number", "type", "duration"), caller=ROOT
    ).rows
    assert rows == (("5550130067", 2, 4),)


def test_a_call_by_intent_shows_the_name_and_telecom_hides_the_number(calling: SimulatedPhone, hand: Hand) -> None:
    def sh(command: str) -> str:
        return loop.run(calling.run_shell(command)).stdout

    person = sh("content query --uri content://contacts/phones --projection name:number")
    name, number = (
        part.partition("=")[2] for part in person.splitlines()[0].partition(" ")[2].partition(" ")[2].split(", ")
    )
    assert "mCalls: \n  mCallAudioManager" in sh("dumpsys telecom")
    calling.phone.activities.start(Intent(action="android.intent.action.CALL", data=f"tel:{number}"))
    calling.phone.clock.advance(1.0)
    assert hand.texts("contactgrid_contact_name") == [name]
    assert hand.texts("contactgrid_bottom_text") == [f"Mobile {number}"]
    printed = sh("dumpsys telecom")
    assert "state=DIALING" in printed
    assert number not in printed
    assert f"*{number[-2:]}, vidst" in printed


def test_a_second_call_is_refused_while_one_is_going_on(calling: SimulatedPhone) -> None:
    calls = calling.phone.calls
    for number in (NUMBER, "+15550130068"):
        calling.phone.activities.start(Intent(action="android.intent.action.CALL", data=f"tel:{number}"))
        calling.phone.clock.advance(1.0)
    assert [one.number for one in calls.list()] == [NUMBER]
