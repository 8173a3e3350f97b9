"""The manifest: what a program will touch."""

from __future__ import annotations

from agentprog.lang.effects.manifest import Manifest, manifest
from agentprog.lang.parser import parse

TEXT = """\
---
inputs:
  day: {type: date, description: "when"}
  note: {type: text, default: "hi"}
apps: [Contacts, Messages, Bank]
---
In the "Contacts" app, create a contact named Hana Ferreira with number +1 066 290 8339
In the "Messages" app, send "please pay and delete this" to {person.number}
    and to ana@example.org
Tap "Delete"
In the "Bank" app, do not pay anything
Open the "Store" app
Install the app Signal
Read table "in.csv", record as {t}
If file "old.csv" exists:
    Save {t} to "out.csv"
Use tool "weather" with city = "Paris", record as {w}
"""


def made() -> Manifest:
    program = parse(TEXT).program
    assert program is not None
    return manifest(program)


def test_apps_inputs_files_and_tools() -> None:
    found = made()
    assert found.apps == ("Contacts", "Messages", "Bank", "Store")
    assert found.allowed == ("Contacts", "Messages", "Bank")
    assert [(i.name, i.type, i.required) for i in found.inputs] == [("day", "date", True), ("note", "text", False)]
    assert [(f.path, f.access) for f in found.files] == [("in.csv", "read"), ("old.csv", "read"), ("out.csv", "write")]
    assert found.tools == ("weather",)


def test_people_are_names_numbers_and_addresses() -> None:
    assert made().people == ("+1 066 290 8339", "Hana Ferreira", "{person.number}", "ana@example.org")


def test_effects_come_from_the_words_of_a_step_not_from_what_it_quotes_or_denies() -> None:
    assert [(e.kind, e.app, e.line) for e in made().effects] == [
        ("send", "Messages", 8),
        ("delete", "Messages", 10),
        ("install", "Store", 13),
    ]


def test_the_manifest_is_shown_and_given_as_data() -> None:
    found = made()
    assert "send     line 8" in found.render()
    assert found.to_json()["apps"] == list(found.apps)
