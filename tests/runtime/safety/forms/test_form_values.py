"""A question about a form lists all its values, whether the run or the app entered them; another value is another
question.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from agentprog.errors import NeedsHuman
from agentprog.ports import Action, Element, Role, Screen, Tap, Window
from agentprog.runtime.safety.forms.values import in_dialog, parts_of
from agentprog.runtime.safety.gate import Authority, Gate
from agentprog.runtime.safety.gate.matter import Passage
from agentprog.runtime.safety.interaction import Consent, NobodyThere, RiskyAction
from agentprog.runtime.safety.leaving import ON_CLIPBOARD
from agentprog.runtime.safety.policy import Policy
from tests.runtime.safety.pages import BODY, NETWORK, SEND, at, judged, shown

ASK = "What is in my calendar today?"
DATES = "org.dates"
TITLE = at(60, 300, 900, 120, "Title", Role.FIELD, editable=True, text="Call the bank", resource_id="title")
DAY = at(60, 600, 500, 100, "October 15 (Sun)", text="October 15 (Sun)", resource_id="day")
TIME = at(700, 600, 200, 100, "16:00", text="16:00", resource_id="time")
REPEATS = at(60, 800, 400, 100, "No repetition", text="No repetition", resource_id="repeats")
GUEST = at(60, 1000, 900, 100, "Tell the guests", Role.CHECKBOX, checkable=True, checked=True, resource_id="tell")
OFF = at(60, 1200, 900, 100, "All-day", Role.CHECKBOX, checkable=True, resource_id="all_day")
ACCOUNT = at(60, 1400, 900, 100, "work@office.example", Role.SPINNER, resource_id="account")
SAVE = at(900, 120, 150, 120, "Save")
FORM = shown(TITLE, DAY, TIME, REPEATS, GUEST, OFF, ACCOUNT, SAVE, package=DATES)


@dataclass
class Agreeable(NobodyThere):
    """Answers yes once, and keeps the questions."""

    asked: list[RiskyAction] = field(default_factory=list)

    def permit(self, wanted: RiskyAction) -> Consent:
        self.asked.append(wanted)
        return Consent.ONCE


class Run:
    def __init__(self, ask: str) -> None:
        self.ask, self.person = ask, Agreeable()
        self.gate = Gate(Policy(), Authority(instruction=ask), self.person)

    def does(self, action: Action, on: Screen) -> Passage:
        return self.gate.pass_(action, on, step=self.ask, apps=(), described="it", permissions=NETWORK)


def test_a_question_about_a_form_lists_the_values_that_the_app_filled_in() -> None:
    with pytest.raises(NeedsHuman) as asked:
        judged(ASK, SAVE, FORM, NETWORK)
    for value in (
        "Call the bank",
        "October 15 (Sun)",
        "16:00",
        "No repetition",
        "Tell the guests",
        "work@office.example",
    ):
        assert value in str(asked.value), str(asked.value)
    assert "All-day" not in str(asked.value), "what is not ticked does not happen"


def test_a_question_about_a_form_shows_the_value_of_a_named_spinner() -> None:
    named = replace(ACCOUNT, label="From", text="work@office.example")
    with pytest.raises(NeedsHuman) as asked:
        judged(ASK, SAVE, shown(TITLE, named, SAVE, package=DATES), NETWORK)
    assert "work@office.example" in str(asked.value)


def test_a_question_lists_form_values_out_of_sight_also_after_a_touch() -> None:
    run = Run(ASK)
    run.does(Tap(target=TIME), FORM)
    run.does(Tap(target=SAVE), shown(REPEATS, GUEST, OFF, ACCOUNT, SAVE, package=DATES))
    assert {"Call the bank", "October 15 (Sun)"} <= set(run.person.asked[-1].about)


def test_a_page_without_a_part_of_the_form_is_another_form() -> None:
    run = Run(ASK)
    run.does(Tap(target=SAVE), FORM)
    note = replace(TITLE, text="hello", resource_id="note")
    run.does(Tap(target=SAVE), shown(note, SAVE, package=DATES))
    assert not {"Call the bank", "16:00", "Tell the guests"} & set(run.person.asked[-1].about)


def dial(hour: str, minute: str) -> list[Element]:
    """A window for choosing a time."""
    over: dict[str, Any] = {"window": Window.DIALOG}
    hours = [at(100 + 90 * n, 1100, 80, 80, str(n), text=str(n), selected=str(n) == hour, **over) for n in range(9)]
    return [
        at(300, 800, 120, 120, hour, Role.RADIO, checkable=True, checked=True, text=hour, **over),
        at(430, 800, 20, 120, ":", Role.TEXT, **over),
        at(460, 800, 120, 120, minute, Role.RADIO, checkable=True, text=minute, **over),
        *hours,
        at(500, 1500, 150, 100, "Cancel", **over),
    ]


OK = at(700, 1500, 150, 100, "OK", window=Window.DIALOG)
ADD = at(450, 1900, 180, 180, "Add alarm")


@pytest.mark.parametrize("button", [OK, replace(OK, label="Fertig")])
def test_a_yes_to_the_button_before_does_not_answer_a_time_picker(button: Element) -> None:
    run = Run("What time is it?")
    run.does(Tap(target=ADD), shown(ADD, package="org.clock"))
    assert "7 : 34" not in run.person.asked[-1].question
    run.does(Tap(target=button), shown(*dial("7", "34"), button, package="org.clock"))
    assert len(run.person.asked) == 2
    assert "7 : 34" in run.person.asked[-1].question
    assert "8" not in run.person.asked[-1].about, "the other hours of the dial are none of its values"


def test_a_window_that_only_asks_is_answered_by_that_yes() -> None:
    run, over = Run("What time is it?"), {"window": Window.DIALOG}
    text = at(200, 1000, 600, 90, "Go on with it?", Role.TEXT, **over)  # type: ignore[arg-type]
    no = at(500, 1500, 150, 100, "No", **over)  # type: ignore[arg-type]
    head = at(200, 150, 400, 80, "Alarms", Role.TEXT)
    run.does(Tap(target=ADD), shown(head, ADD, package="org.clock"))
    run.does(Tap(target=OK), shown(text, no, OK, package="org.clock"))
    assert len(run.person.asked) == 1


def test_the_values_of_a_dialog_are_its_filled_fields_but_for_the_search() -> None:
    def box(label: str, top: int, text: str) -> Element:
        return at(60, top, 900, 120, label, Role.FIELD, editable=True, text=text, window=Window.DIALOG)

    page = shown(box("Name", 300, "Ann"), box("Search", 500, "Bob"), box("City", 700, " "), box("Pin", 900, "7"), OK)
    assert in_dialog(page) == ("Ann", "7")


PASTE = at(60, 1900, 200, 100, "Paste", window=Window.DIALOG)


@pytest.mark.parametrize(
    ("ask", "asked"),
    [
        ("Tell Mina Ueda that I am late", 2),
        ("Paste what I have copied into a message to Mina Ueda, and send it", 0),
    ],
)
def test_a_pasted_text_is_shown_to_the_person_before_it_is_sent(ask: str, asked: int) -> None:
    run = Run(ask)
    title = at(200, 150, 400, 80, "Mina Ueda", Role.TEXT)
    empty = replace(BODY, text="", focused=True)
    run.does(Tap(target=PASTE), shown(title, empty, SEND, PASTE))
    run.does(Tap(target=SEND), shown(title, replace(BODY, text="481276"), SEND))
    assert len(run.person.asked) == asked, [one.question for one in run.person.asked]
    if asked:
        assert ON_CLIPBOARD in run.person.asked[-1].doubt
        assert run.person.asked[-1].says == "481276"


@pytest.mark.parametrize(("checked", "now"), [(True, "on now"), (False, "off now")])
def test_a_question_about_a_switch_names_its_app_and_its_state(checked: bool, now: str) -> None:
    head, app = at(200, 150, 400, 80, "App info", Role.TEXT), at(200, 400, 400, 80, "Notes", Role.TEXT)
    camera = at(60, 900, 900, 100, "Camera", Role.SWITCH, checkable=True, checked=checked)
    below = at(200, 1400, 400, 80, "Asked for in 2023", Role.TEXT)
    run = Run("Turn Bluetooth off")
    run.does(Tap(target=camera), shown(head, app, camera, below, package="com.android.settings"))
    assert run.person.asked[-1].about == ("App info", "Notes", now)


@pytest.mark.parametrize(
    ("holds", "values"),
    [
        (at(100, 800, 300, 100, "Name", Role.FIELD, editable=True, text="Ida"), ("Ida",)),
        (at(100, 800, 300, 100, "Name", Role.FIELD, editable=True, text="  "), ()),
        (at(100, 800, 300, 100, "Search", Role.FIELD, editable=True, text="Ida"), ()),
        (at(100, 800, 300, 100, "Size", Role.SPINNER, text="Large"), ("Large",)),
        (at(100, 800, 300, 100, "Daily", Role.CHECKBOX, checkable=True, checked=True), ("Daily",)),
        (at(100, 800, 300, 100, "Daily", Role.CHECKBOX, checkable=True), ()),
        (at(100, 800, 300, 100, "minute", Role.RADIO, checkable=True, text=" 34 "), ("34",)),
        (at(100, 800, 300, 100, "half", Role.RADIO, checkable=True, text="34 past"), ()),
        (at(100, 800, 300, 100, "34", Role.BUTTON, text="34"), ()),
    ],
)
def test_the_values_of_a_dialog_are_its_entered_chosen_and_figure_elements(
    holds: Element, values: tuple[str, ...]
) -> None:
    screen = shown(replace(holds, window=Window.DIALOG), OK, package=DATES)
    assert in_dialog(screen) == values
    assert in_dialog(shown(holds, OK, package=DATES)) == (), "the page below is no part of the dialog"


def test_each_part_of_a_form_is_chosen_entered_or_empty() -> None:
    search = at(60, 100, 900, 100, "Search", Role.FIELD, editable=True, text="Ida")
    found = {value: chosen for _, value, chosen in parts_of(shown(search, *FORM.elements, package=DATES)) if value}
    assert found == {
        "Call the bank": False,
        "October 15 (Sun)": False,
        "16:00": False,
        "No repetition": False,
        "Tell the guests": True,
        "work@office.example": True,
    }
