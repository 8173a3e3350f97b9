"""A phone's outputs are recorded without personal data, and read again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from agentprog.devices.doctor.discretion import discreet, discreet_serial
from agentprog.devices.doctor.readers import READERS
from agentprog.devices.doctor.recording import Recorded, Recording, against, load, record
from agentprog.errors import UsageError


def recorded(phone: Any, file: Path) -> Recording:
    return record(phone.serial, {"ANDROID_ADB_SERVER_PORT": str(phone.server.port)}, file)


def test_a_recording_holds_every_print_and_no_person(sim_phone: Any, tmp_path: Path) -> None:
    phone = sim_phone
    phone.handle.set_fault("incoming_sms", {"address": "+15550142", "body": "Dinner with Wanda Quimby?"})
    phone.handle.set_fault("open_shade")
    files = phone.shell("ls /data/local/tmp")
    file = tmp_path / "phone.json"
    made = recorded(phone, file)
    written = file.read_text(encoding="utf-8")
    assert [one.reader for one in made.prints] == [reader.name for reader in READERS]
    assert [one.reader for one in made.prints if one.problem] == []
    for personal in ("Wanda", "Quimby", "5550142", phone.serial):
        assert personal not in written
    assert "x" * 5 in written  # the shade's texts are there, in their form
    assert phone.shell("ls /data/local/tmp") == files
    assert "agentprog" not in phone.shell("settings list global")
    assert load(file) == made


def test_a_recording_is_read_as_the_phone_would_be(sim_phone: Any, tmp_path: Path) -> None:
    file = tmp_path / "phone.json"
    recorded(sim_phone, file)
    found = {check.name: check for check in against(load(file))}
    assert set(found) == {reader.name for reader in READERS}
    assert found["window"].ok
    assert sim_phone.handle.state()["package"] in found["window"].detail
    assert found["writing settings"].detail == "refused false"
    assert "Awake" in found["power"].detail


def test_an_unreadable_print_is_reported() -> None:
    recording = Recording(
        maker="x",
        prints=(
            Recorded(reader="power", out="nothing that we know\n"),
            Recorded(reader="power", problem="the phone went away"),
            Recorded(reader="from the future", out="y"),
            Recorded(reader="notification"),
        ),
    )
    assert [(check.ok, check.detail.split(":")[0]) for check in against(recording)] == [
        (None, "nothing was read"),
        (None, "the phone did not answer"),
        (None, "this version has no such parser"),
        (True, "packages [], lasting []"),
    ]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("mail me at jo.doe+x@example.org", "mail me at xx.xxx+x@xxxxxxx.xxx"),
        ("handle=tel:+49 151 2345678,", "handle=tel:+00 000 0000000,"),
        ("fl=81812180", "fl=81812180"),
        ("Window{dc9225c u0 org.bank.app/org.bank.app.Main}", "Window{dc9225c u0 xxx.xxxx.xxx/xxx.xxxx.xxx.Xxxx}"),
        ("Window{a1 u0 com.android.settings/.Settings}", "Window{a1 u0 com.android.settings/.Settings}"),
        ("com.vivo.launcher/.Home org.bank/.Main", "com.vivo.launcher/.Home xxx.xxxx/.Xxxx"),
        ("package:/data/app/~~aB==/org.bank-x==/base.apk=org.bank",
         "package:/data/app/~~aB==/xxx.xxxx-x==/base.apk=xxx.xxxx"),
        ('<node text="Hi Jo 1" content-desc="" hint="x" class="android.view.View"/>',
         '<node text="Xx Xx 0" content-desc="" hint="x" class="android.view.View"/>'),
        ("NotificationRecord(0x0a: pkg=android user=UserHandle{0} id=7 tag=jo@x key=0|4917012345678",
         "NotificationRecord(0x0a: pkg=android user=UserHandle{0} id=7"),
    ],
)  # fmt: skip
def test_personal_data_is_reduced_to_its_form(text: str, shown: str) -> None:
    assert discreet(text, ("vivo",)) == shown


def test_serials_keep_their_form_and_adbs_suffix() -> None:
    serial = "adb-R5CT10ABCDE-Xy12Zq (2)._adb-tls-connect._tcp"
    masked = discreet_serial(f"{serial} device transport_id:3\n", (serial,))
    assert masked == "adb-X0XX00XXXXX-Xx00Xx (0)._adb-tls-connect._tcp device transport_id:3\n"


@pytest.mark.parametrize(
    ("content", "message"),
    [("no json", "is no recording"), ('{"maker": "x"}', "prints: Field required"), (None, "cannot read")],
)
def test_a_file_that_is_no_recording_is_reported(tmp_path: Path, content: str | None, message: str) -> None:
    file = tmp_path / "x.json"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    with pytest.raises(UsageError, match=message):
        load(file)


def test_a_recording_is_plain_json(sim_phone: Any, tmp_path: Path) -> None:
    file = tmp_path / "phone.json"
    recorded(sim_phone, file)
    assert json.loads(file.read_text(encoding="utf-8"))["format"] == 1
