"""A warning before the run: apps of the program that draw their own screens, as their cards say."""

from __future__ import annotations

from pathlib import Path

import pytest

from agentprog import Agent
from agentprog.app.launching.eyesight import drawn_apps, foreseen
from agentprog.cli.main import status_of
from agentprog.cli.watching.lines import lines_of
from agentprog.lang.ast import Program
from agentprog.lang.parser import parse
from agentprog.ports import Event
from agentprog.runtime.journal.events import Foreseen, StepStarted
from tests.runtime.conftest import FakePhone

TEXT = """In the "Contacts" app, look up Hana
In the "Tally Sheet" app, count one heron more
If it is dark:
    In the "lamp field" app, switch the middle one
In the "Tally Sheet" app, count one wren more
"""


@pytest.fixture
def program() -> Program:
    found = parse(TEXT, name="t", known_apps=("Contacts",)).program
    assert found is not None
    return found


def test_apps_that_draw_are_known_by_their_cards_each_once(program: Program) -> None:
    assert [(app.label, app.shows) for app in drawn_apps(program)] == [
        ("Tally Sheet", "texts"),
        ("Lamp Field", "pictures"),
    ]


@pytest.mark.parametrize(
    ("ocr", "seeing", "sheet", "lamps"),
    [
        (False, None, "nothing there can be read or touched with this run", "nothing works without a model that sees"),
        (True, None, "may err in single characters; what has no words", "nothing works without a model that sees"),
        (False, "gemini:eyes", "gemini:eyes finds things on its pictures; none of its texts", "gemini:eyes finds"),
        (True, "gemini:eyes", "may err in single characters; gemini:eyes finds", "gemini:eyes finds"),
    ],
)
def test_the_reach_of_a_run_follows_from_ocr_and_the_seeing_model(
    program: Program, ocr: bool, seeing: str | None, sheet: str, lamps: str
) -> None:
    notes = foreseen(program, ocr=ocr, seeing=seeing)
    assert [text.split(" draws ")[0] for text in notes] == ["Tally Sheet", "Lamp Field"]
    assert sheet in notes[0]
    assert lamps in notes[1]


def test_a_program_of_other_apps_gets_no_note() -> None:
    plain = parse('In the "Contacts" app, look up Hana\n', name="t", known_apps=("Contacts",)).program
    assert plain is not None
    assert foreseen(plain, ocr=False, seeing=None) == ()


def test_check_names_the_model_that_drawn_apps_need(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "lamps.stp"
    file.write_text('In the "Lamp Field" app, switch the middle one\n', encoding="utf-8")
    assert status_of(["check", str(file)]) == 0
    printed = " ".join(capsys.readouterr().err.split())
    assert "Lamp Field draws its screens itself: a model that sees (locator_model) is needed" in printed


class Heard:
    def __init__(self) -> None:
        self.events: list[Event] = []

    def on_event(self, event: Event) -> None:
        self.events.append(event)


def test_a_run_warns_of_drawn_apps_before_it_begins(tmp_path: Path) -> None:
    heard = Heard()
    text = 'Set {n} to 1\nIf {n} > 2:\n    In the "Lamp Field" app, Tap "on"\n'
    Agent(program=text, run_dir=tmp_path / "runs", listeners=[heard], device=FakePhone()).run_sync()
    kinds = [type(event) for event in heard.events]
    assert kinds.index(Foreseen) < kinds.index(StepStarted)
    (event,) = [event for event in heard.events if isinstance(event, Foreseen)]
    assert lines_of(event) == [(event.texts[0], "yellow")]
    assert "Lamp Field draws its screens itself" in event.texts[0]
