"""From a change to the sentence that asks for it."""

from __future__ import annotations

import tomllib

import pytest

from agentprog.bench.aw.state import SETTINGS
from agentprog.learn.exploring.differences import TABLES, Change
from agentprog.learn.exploring.proposing import proposed
from agentprog.resources import read_text

ANN = {"id": 1, "name": "Ann Tamm", "company": "", "number": "555"}


def added(table: str, **row: str | int | None) -> Change:
    return Change(table=table, kind="added", row=row)


@pytest.mark.parametrize(
    ("change", "instruction"),
    [
        (added("contacts", **ANN), 'Create a contact with the name "Ann Tamm" and the number 555.'),
        (added("contacts", **{**ANN, "number": ""}), 'Create a contact with the name "Ann Tamm".'),
        (added("contacts", **{**ANN, "name": ""}), ""),
        (added("expenses", name="Tea", amount=250), 'Add an expense with the name "Tea" and the amount 2.50.'),
        (added("alarms", hour=7, minutes=5), "Set an alarm for 07:05."),
        (added("stopwatch", started=1), ""),
        (Change(table="wifi_on", kind="changed", row={"value": "0"}), "Turn Wi-Fi off."),
        (
            Change(table="contacts", kind="changed", row={"company": "Mill"}, was=ANN),
            'Change the company of the contact "Ann Tamm" to "Mill".',
        ),
        (Change(table="contacts", kind="changed", row={"company": "Mill", "number": "7"}, was=ANN), ""),
    ],
)
def test_a_change_becomes_a_sentence_with_its_values_or_none(change: Change, instruction: str) -> None:
    assert proposed([change]) == instruction


def test_several_changes_at_once_have_no_words() -> None:
    one = added("contacts", **ANN)
    assert proposed([one]) != ""
    assert proposed([one, one]) == ""
    assert proposed([]) == ""


def test_every_wording_is_of_something_that_the_storage_has() -> None:
    known = {*TABLES, "files", *(key for _, key in SETTINGS)}
    found = tomllib.loads(read_text("devices/suites/wordings.toml"))
    assert set(found) <= known
    assert {kind for kinds in found.values() for kind in kinds} <= {"added", "removed", "changed"}
