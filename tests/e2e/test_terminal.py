"""A run in a real terminal (a pseudo one): the live view, Ctrl-C, the commands at a pause, the lines that remain."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.terminal import Terminal

pytestmark = [pytest.mark.slow, pytest.mark.phone]

PROGRAM = """For each {guest} in ["Ada", "Grace"]:
    In the "Contacts" app, create a contact for the guest {guest}, and save it
    Press back
    Tell user "{guest} is in"
"""
MODEL = r"""
[capabilities]
scoring = false

[[rule]]
pattern = '(?s)\[(?P<n>\d+)\] button "Create contact"'
expand = '{"judgement": "", "action": "tap", "element": \g<n>, "expectation": "First name"}'

[[rule]]
pattern = '(?s)\[(?P<n>\d+)\] field "First name": empty.*Now: [^\n]*guest (?P<name>\w+)'
expand = '{"judgement": "", "action": "type", "element": \g<n>, "text": "\g<name>", "expectation": "\g<name>"}'

[[rule]]
pattern = '(?s)\A(?=.*The user says: [^\n]*\bAcme\b).*\[(?P<n>\d+)\] field "Company": empty'
expand = '{"judgement": "", "action": "type", "element": \g<n>, "text": "Acme", "expectation": "Acme"}'

[[rule]]
pattern = '(?s)\[(?P<n>\d+)\] button "Save"'
expand = '{"judgement": "", "action": "tap", "element": \g<n>}'

[[rule]]
pattern = '(?s)Now: [^\n]*guest (?P<name>\w+)'
expand = '{"judgement": "", "action": "done", "expectation": "\g<name>"}'
"""


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    (tmp_path / "guests.stp").write_text(PROGRAM, encoding="utf-8")
    (tmp_path / "model.toml").write_text(MODEL, encoding="utf-8")
    made = Terminal(tmp_path, "run", "--sim", "guests.stp", "--model", "scripted:model.toml")
    yield made
    made.close()


def test_a_run_is_paused_gets_a_remark_is_taken_over_and_goes_on(terminal: Terminal) -> None:
    terminal.wait_for_event("ActionDone")
    terminal.press("\x03")
    terminal.wait_for("[c]ontinue")
    terminal.answer("tell their company is Acme\n")
    terminal.answer("into\n")
    terminal.answer("over\n")
    terminal.wait_for("hand back> ")
    terminal.answer("had a look\n")
    assert terminal.end() == 0
    (remark,) = terminal.events("Remarked")
    assert remark["text"] == "their company is Acme"
    assert [event["how"] for event in terminal.events("Continued")] == ["one step", "go on"]
    (taken,) = terminal.events("TookOver")
    assert taken["note"] == "had a look"
    typed = [event["text"] for event in terminal.events("ActionIntended") if "Company" in event["text"]]
    assert typed, "the model heeded the remark"
    assert "verified: every effect was seen on the phone" in terminal.output
    assert "Traceback" not in terminal.output


def test_ctrl_c_at_a_pause_stops(terminal: Terminal) -> None:
    terminal.wait_for_event("ActionDone")
    terminal.wait_for("╭")
    terminal.wait_for("▀")  # the phone's picture
    terminal.press("\x03")
    terminal.wait_for("paused> ")
    terminal.press("\x03")
    assert terminal.end() == 130
    assert "stopped at a question" in terminal.text
    assert "interrupted, for the reason above" in terminal.text
    assert "Traceback" not in terminal.output
