"""The simulated phone's records, read through its shell like those of a real phone."""

from __future__ import annotations

import time
from typing import Any

import pytest

from agentprog.devices.link.adb import AdbServer
from agentprog.devices.link.transport import ShellResult, Transport
from agentprog.devices.prints.provider import Provider
from agentprog.devices.witness import PhoneWitness, stores
from agentprog.identity import Kind, Match, Record
from agentprog.ports import Readout, Store, Unread


@pytest.fixture
def witness(sim_phone: Any) -> PhoneWitness:
    env = {"ANDROID_ADB_SERVER_PORT": str(sim_phone.server.port)}
    return PhoneWitness(Transport(AdbServer.from_environment(env), sim_phone.serial, timeout=20.0))


def records(found: Readout) -> tuple[Record, ...]:
    assert not isinstance(found, Unread), found.why
    return found


def test_a_message_that_came_is_read_with_its_sender_and_its_box(sim_phone: Any, witness: PhoneWitness) -> None:
    before = {record.id for record in records(witness.read(Store.MESSAGES))}
    sim_phone.handle.incoming_sms("+15550130001", "lunch, address=+1999, body=no")
    (new,) = [record for record in records(witness.read(Store.MESSAGES)) if record.id not in before]
    assert new.labels == ("lunch, address=+1999, body=no",)
    assert new.numbers == ("+15550130001",)
    assert new.facts["box"] == "received"


def test_people_are_read_with_their_numbers(sim_phone: Any, witness: PhoneWitness) -> None:
    for bind in ("--bind account_type:n: --bind name:s:Hana\\ Ferreira",):
        sim_phone.shell(f"content insert --uri content://com.android.contacts/raw_contacts {bind}")
    (hana,) = [record for record in records(witness.read(Store.CONTACTS)) if record.name == "Hana Ferreira"]
    sim_phone.shell(
        "content insert --uri content://com.android.contacts/data --bind mimetype:s:vnd.android.cursor.item/phone_v2"
        f" --bind raw_contact_id:i:{hana.id} --bind data1:s:+10662908339"
    )
    (hana,) = [record for record in records(witness.read(Store.CONTACTS)) if record.name == "Hana Ferreira"]
    assert hana.fits("0662908339") is Match.EQUAL


def test_files_and_folders_are_distinguished_under_any_name(sim_phone: Any, witness: PhoneWitness) -> None:
    before = {record.id for record in records(witness.read(Store.FILES))}
    sim_phone.handle.write_file("/sdcard/Documents/a b\nc.md", b"one")
    sim_phone.shell("mkdir -p /sdcard/Documents/plans /sdcard/Android/data/x /sdcard/.hidden")
    new = {record.id: record for record in records(witness.read(Store.FILES)) if record.id not in before}
    assert {path: one.kind for path, one in new.items()} == {
        "/sdcard/Documents/a b\nc.md": Kind.FILE,
        "/sdcard/Documents/plans": Kind.FOLDER,
    }
    assert witness.text_of(new["/sdcard/Documents/a b\nc.md"]) == "one"


def test_settings_are_read_with_their_values(sim_phone: Any, witness: PhoneWitness) -> None:
    sim_phone.shell("settings put global airplane_mode_on 1")
    found = {record.id: record for record in records(witness.read(Store.SETTINGS))}
    assert found["global/airplane_mode_on"].facts == {"value": "1"}
    assert found["global/airplane_mode_on"].fits("airplane mode") is Match.WORDS


def test_packages_are_read(witness: PhoneWitness) -> None:
    assert "com.android.settings" in {record.name for record in records(witness.read(Store.PACKAGES))}


def test_an_alarm_that_is_set_is_read_and_an_alarm_that_is_off_is_not(sim_phone: Any, witness: PhoneWitness) -> None:
    before = {record.id for record in records(witness.read(Store.ALARMS))}
    sim_phone.shell(
        "am start -a android.intent.action.SET_ALARM --ei android.intent.extra.alarm.HOUR 19"
        " --ei android.intent.extra.alarm.MINUTES 5"
    )
    sim_phone.handle.advance(1.0)
    (new,) = [record for record in records(witness.read(Store.ALARMS)) if record.id not in before]
    assert new.kind is Kind.ALARM
    assert new.labels == ("19:05", "7:05 PM")
    assert new.facts["at"].endswith(" 19:05")


def test_notifications_are_read_without_their_texts(sim_phone: Any, witness: PhoneWitness) -> None:
    before = {record.id for record in records(witness.read(Store.NOTIFICATIONS))}
    sim_phone.handle.incoming_sms("+15550130001", "a secret for you")
    new = [record for record in records(witness.read(Store.NOTIFICATIONS)) if record.id not in before]
    assert [one.name for one in new] == ["com.simplemobiletools.smsmessenger"]
    assert "secret" not in repr(new)


def test_a_photo_in_the_storage_is_read_with_its_size(sim_phone: Any, witness: PhoneWitness) -> None:
    before = {record.id for record in records(witness.read(Store.MEDIA))}
    sim_phone.handle.write_file("/sdcard/DCIM/Camera/PXL_20260101.jpg", b"12345")
    sim_phone.handle.write_file("/sdcard/Documents/notes.txt", b"12345")
    (new,) = [record for record in records(witness.read(Store.MEDIA)) if record.id not in before]
    assert (new.kind, new.name, new.facts["size"]) == (Kind.PHOTO, "PXL_20260101.jpg", "5")
    assert new.fits("PXL_20260101") is Match.EQUAL
    assert new.fits("PXL") is Match.NONE


def test_a_new_group_message_is_read_with_all_its_recipients() -> None:
    tables = {"content://sms": [], "content://mms": ["_id=4, msg_box=1, date=5, sub=NULL"]}
    tables["content://mms/part"] = ["_id=1, mid=4, text=old"]
    sender, *to = (f"_id={at}, type={kind}, address=" for at, kind in ((1, 137), (2, 151), (3, 151)))
    rows = [f"{sender}insert-address-token", f"{to[0]}+15550130001", f"{to[1]}+15550130002"]
    addresses = {"content://mms/9/addr": rows}
    asked: list[str] = []

    def answer(words: Any) -> ShellResult:
        uri, columns = words[3], words[5].split(":")
        asked.append(uri)
        held = (tables | addresses).get(uri, [])
        kept = [", ".join(cell for cell in row.split(", ") if cell.split("=")[0] in columns) for row in held]
        out = "".join(f"Row: {at} {row}\n" for at, row in enumerate(kept)) or "No result found.\n"
        return ShellResult(out=out, err="", code=0)

    multimedia = stores.Multimedia()
    assert [record.numbers for record in records(stores.messages(Provider(answer), multimedia))] == [()]
    assert not any(uri.endswith("/addr") for uri in asked)
    tables["content://mms"] += ["_id=9, msg_box=2, date=6, sub=NULL"]
    tables["content://mms/part"] += ["_id=2, mid=9, text=both of you"]
    (old, new) = records(stores.messages(Provider(answer), multimedia))
    assert (new.id, new.labels, new.numbers) == ("mms/9", ("both of you",), ("+15550130001", "+15550130002"))
    assert old.numbers == ()


def test_a_store_that_hangs_or_is_huge_costs_its_bound_once(sim_phone: Any) -> None:
    env = {"ANDROID_ADB_SERVER_PORT": str(sim_phone.server.port)}
    slow = PhoneWitness(Transport(AdbServer.from_environment(env), sim_phone.serial, timeout=20.0), bound=0.5)
    sim_phone.handle.set_fault("shell_hang")
    began = time.monotonic()
    for _ in range(3):
        found = slow.read(Store.MESSAGES)
        assert found == Unread(why="the phone took longer than 0.5 seconds to read it")
    assert time.monotonic() - began < 2.0


def test_a_store_that_the_phone_refuses_is_unread_and_not_empty() -> None:
    denied = "java.lang.SecurityException: Permission Denial: opening provider requires android.permission.READ_SMS"

    def refuse(words: Any) -> ShellResult:
        return ShellResult(out="", err=denied, code=0)

    refused = Unread(why=f"the phone does not let the shell read it ({denied})")
    assert stores.messages(Provider(refuse), stores.Multimedia()) == refused
    assert stores.contacts(Provider(refuse)) == refused
    assert stores.media(Provider(refuse)) == refused


def test_an_event_has_its_start_in_its_own_zone() -> None:
    def answer(words: Any) -> ShellResult:
        numbers = "Row: 0 _id=7, dtstart=1772877600000, dtend=1772881200000, allDay=0, deleted=0"
        texts = ", title=Dentist, eventLocation=NULL, description=, eventTimezone=Europe/Vienna, rrule=NULL"
        return ShellResult(out=f"{numbers}{texts}\n", err="", code=0)

    (event,) = records(stores.events(Provider(answer)))
    assert event.labels == ("Dentist",)
    assert event.facts == {"start": "2026-03-07 11:00", "end": "2026-03-07 12:00"}
