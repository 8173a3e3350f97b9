"""Compiled programs with lists, conditions and functions, run without a model on other data."""

from __future__ import annotations

import pytest

from agentprog.app.compiling import compiled
from agentprog.ports import OutcomeKind
from agentprog.runtime.roles import Roles
from tests.runtime.conftest import FakePhone, Lab
from tests.runtime.recalling.test_conditions import Seeing


@pytest.fixture(autouse=True)
def _no_disk_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", lambda _descriptor: None)


def program(text: str, *, notes: tuple[str, ...] = (), navigator: Seeing | None = None) -> str:
    """The compiled program of a run with a model."""
    lab = Lab(phone=FakePhone(notes=notes))
    if navigator is not None:
        lab.roles = Roles(grounder=lab.grounder, navigator=navigator)
    outcome = lab.run(text)
    assert outcome.kind in (OutcomeKind.VERIFIED, OutcomeKind.COMPLETED), outcome
    made = compiled(lab.events.all)
    return made.text


def alone(text: str, phone: FakePhone) -> OutcomeKind:
    """The outcome of a program without a model."""
    lab = Lab(phone=phone, roles=Roles())
    return lab.run(text).kind


DELETE = 'for each {x} in ["Milk", "Eggs"]:\n    In the "Notes" app, delete the note "{x}"\n'


def test_a_compiled_deletion_deletes_no_note_with_a_longer_name() -> None:
    text = program(DELETE, notes=("Milk", "Eggs", "Tea"))
    phone = FakePhone(notes=["Milk powder", "Eggs", "Tea"])
    assert alone(text, phone) is OutcomeKind.FAILED
    assert phone.notes == ["Milk powder", "Eggs", "Tea"]


def test_a_compiled_step_with_a_name_in_its_sentence_takes_no_longer_name() -> None:
    text = program('In the "Notes" app, delete the note "Milk"\n', notes=("Milk", "Eggs"))
    phone = FakePhone(notes=["Milk powder", "Eggs"])
    assert alone(text, phone) is OutcomeKind.FAILED
    assert phone.notes == ["Milk powder", "Eggs"]


FUNCTION = """Define a task named "Put":
    Task input: {a} (text), {b} (text)
    In the "Notes" app, add the note {a}
    In the "Notes" app, add the note {b}
Call "Put" with a = "Milk", b = "Eggs"
Call "Put" with a = "Tea", b = "Rice"
"""


def test_a_compiled_function_puts_other_values_in() -> None:
    text = program(FUNCTION)
    assert text.count("exactly:") == 2, text
    phone = FakePhone()
    changed = (
        text.replace('"Milk"', '"Oil"').replace('"Eggs"', '"Salt"').replace('"Tea"', '"Nut"').replace('"Rice"', '"Fig"')
    )
    assert alone(changed, phone) is OutcomeKind.VERIFIED
    assert phone.notes == ["Oil", "Salt", "Nut", "Fig"]


CONDITION = """open the "Notes" app
for each {x} in ["Milk", "Rice", "Eggs", "Salt", "Tea", "Oats"]:
    if there is a note "{x}":
        tell user "{x} is there"
    otherwise:
        In the "Notes" app, add the note "{x}"
"""


def test_a_compiled_condition_adds_only_the_missing_notes() -> None:
    text = program(CONDITION, notes=("Milk", "Eggs", "Tea"), navigator=Seeing())
    phone = FakePhone(notes=["Rice pudding", "Salt"])
    changed = text.replace('["Milk", "Rice", "Eggs", "Salt", "Tea", "Oats"]', '["Rice", "Salt"]')
    assert alone(changed, phone) is OutcomeKind.FAILED, "no exact condition says that a note has exactly a name"
    assert phone.notes == ["Rice pudding", "Salt"]


SEND = """for each {p} in [{n: "+15550001", t: "one"}, {n: "+15550002", t: "two"}]:
    In the "Chat" app, send "{p.t}" to {p.n}
"""


def test_a_compiled_message_goes_to_the_number_of_its_row() -> None:
    text = program(SEND)
    phone = FakePhone()
    changed = text.replace('"+15550001"', '"+15550003"').replace('"one"', '"three"')
    assert alone(changed, phone) is OutcomeKind.VERIFIED
    assert phone.messages == [("+15550003", "three"), ("+15550002", "two")]
