"""The manifest: the apps, files and people of a program, and the effects of its lines, as far as its text shows
them."""

from __future__ import annotations

import pytest

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


def of(text: str) -> Manifest:
    program = parse(text).program
    assert program is not None
    return manifest(program)


def test_apps_inputs_files_and_tools() -> None:
    found = of(TEXT)
    assert found.apps == ("Contacts", "Messages", "Bank", "Store")
    assert found.allowed == ("Contacts", "Messages", "Bank")
    assert [(i.name, i.type, i.required) for i in found.inputs] == [("day", "date", True), ("note", "text", False)]
    assert [(f.path, f.access) for f in found.files] == [("in.csv", "read"), ("old.csv", "read"), ("out.csv", "write")]
    assert found.tools == ("weather",)


def test_people_are_names_numbers_and_addresses() -> None:
    assert of(TEXT).people == ("+1 066 290 8339", "Hana Ferreira", "{person.number}", "ana@example.org")


def test_effects_come_from_the_words_of_a_step_not_from_quotations_or_denials() -> None:
    assert [(e.kind, e.app, e.line) for e in of(TEXT).effects] == [
        ("create", "Contacts", 7),
        ("send", "Messages", 8),
        ("delete", "Messages", 10),
        ("install", "Store", 13),
    ]


def test_the_manifest_is_shown_and_given_as_data() -> None:
    found = of(TEXT)
    assert "send     line 8" in found.render()
    assert found.to_json()["apps"] == list(found.apps)


@pytest.mark.parametrize(
    "line",
    [
        'Text Hana Ferreira "hi"',
        'In the "Messages" app, tell Hana Ferreira that I am late',
        "Reply to the newest message",
        'Tap "SMS"',
        "Schreibe Hana Ferreira, dass ich später komme",
        'Envía "hola" a Hana Ferreira',
        'Envoie "bonjour" à Hana Ferreira',
        "给Hana发短信",
        "أرسل رسالة إلى Hana Ferreira",
    ],
)
def test_a_program_that_sends_texts_never_has_no_effects(line: str) -> None:
    """At 2c6f866 the manifest showed "none found" for most of these."""
    assert of(line).effects[0].kind == "send"


def test_a_step_without_a_known_verb_has_an_unknown_effect() -> None:
    assert [effect.kind for effect in of("Handle everything that she asks for").effects] == ["unknown"]
    assert [effect.kind for effect in of('Tap "Next"').effects] == ["unknown"]


@pytest.mark.parametrize(
    "line", ['Open the "Contacts" app', 'Look up the number of "Ann"', 'Verify that "Sent" appears', "Press back"]
)
def test_a_step_that_only_looks_has_no_effect(line: str) -> None:
    assert of(line).effects == ()
    assert "none: it only reads" in of(line).render()


def test_a_manifest_is_shown_line_by_line() -> None:
    assert of(TEXT).render().splitlines() == [
        "apps     Contacts, Messages, Bank, Store",
        "allowed  Contacts, Messages, Bank",
        "inputs   day: date, note: text (optional)",
        "files    in.csv (read, line 14), old.csv (read, line 15), out.csv (write, line 16)",
        "tools    weather",
        "people   +1 066 290 8339, Hana Ferreira, {person.number}, ana@example.org",
        "effects  create   line 7: create a contact named Hana Ferreira with number +1 066 290 8339",
        '         send     line 8: send "please pay and delete this" to {person.number} and to ana@example.org',
        "                  to     {person.number}, known only when it runs  (a model says it)",
        '         delete   line 10: tap "Delete"',
        "         install  line 13: Install the app Signal",
    ]
    assert of("Press back\n").render().splitlines() == [
        "apps     none named",
        "allowed  any app (the header names none)",
        "inputs   none",
        "files    none",
        "tools    none",
        "people   none named",
        "effects  none: it only reads and calculates",
    ]
    tools = of('Use tool "a", record as {x}\nUse tool "b", record as {y}\nUse tool "a", record as {z}\n')
    assert "tools    a, b" in tools.render().splitlines()


def test_a_manifest_as_data_has_every_part() -> None:
    data = of(TEXT).to_json()
    assert list(data) == ["apps", "allowed", "inputs", "files", "tools", "people", "effects"]
    assert data["inputs"] == [
        {"name": "day", "type": "date", "description": "when", "required": True},
        {"name": "note", "type": "text", "description": "", "required": False},
    ]
    assert data["files"] == [
        {"path": "in.csv", "access": "read", "line": 14},
        {"path": "old.csv", "access": "read", "line": 15},
        {"path": "out.csv", "access": "write", "line": 16},
    ]
    assert data["tools"] == ["weather"]
    assert data["people"] == ["+1 066 290 8339", "Hana Ferreira", "{person.number}", "ana@example.org"]
    assert data["effects"] == [effect.to_json() for effect in of(TEXT).effects]
