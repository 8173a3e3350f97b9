"""A person's touches on the simulated phone itself, recorded on the page."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from agentprog.app.launching.job import Job
from agentprog.app.launching.launch import launch
from agentprog.app.launching.programs import Program
from agentprog.app.session.phone import SharedPhone
from agentprog.app.settings.model import Settings
from agentprog.phone.client import PhoneHandle, find_phone
from agentprog.ports import Screen
from agentprog.runtime.journal.events import TookOver
from agentprog.studio.desk import PHONE
from agentprog.studio.handheld import Handheld
from tests.browser.conftest import Serve, Watch, desk_of, held, held_at, until

BOTH = "Touch the picture, or the phone itself: both are recorded."


def glass_of(phone: SharedPhone | None) -> PhoneHandle:
    """The simulated phone behind it, for a finger on its glass."""
    assert phone is not None
    found = find_phone(phone.info.serial)
    assert found is not None
    return found


def touch(phone: PhoneHandle, shown: Screen, label: str, *, seconds: float = 0.08) -> None:
    """A touch on the phone, in the middle of the element with this label."""
    x, y = next(
        element.bounds.center
        for element in shown.elements
        if label in (element.label, element.text, element.description)
    )
    phone.finger((x / shown.width, y / shown.height), seconds=seconds)


def recording(page: Page) -> None:
    page.get_by_role("button", name="Record", exact=True).click()
    page.get_by_role("button", name="Stop recording").wait_for()
    expect(page.locator(".recording .fine")).to_have_text(BOTH)


def test_touches_on_the_phone_itself_become_a_program_that_repeats_them(serve: Serve, tmp_path: Path) -> None:
    desk = desk_of(tmp_path, sim=True, seed=11)
    seen, link = serve(desk)
    page = seen.open(link)
    page.get_by_role("link", name="Open the phone").click()
    page.wait_for_selector(".phone.mine img.pixels[data-n]")
    seat = desk.seat(PHONE)
    assert seat is not None
    assert isinstance(seat.held, Handheld)
    hand = seat.held
    phone = glass_of(hand.phone)
    recording(page)
    editor = page.get_by_role("textbox", name="Program")
    done = [
        ("Contacts", 'Open the "Contacts" app'),
        ("Create contact", 'Tap "Create contact"'),
        ("First name", 'Tap "First name"'),
        *((letter, f'Type "{"ada"[: at + 1]}" into "First name"') for at, letter in enumerate("ada")),
        ("Save", 'Tap "Save"'),
    ]
    page.get_by_label("In plain words").uncheck()
    for label, line in done:
        shown = hand.look()
        touch(phone, shown, label)
        expect(editor).to_have_value(re.compile(re.escape(line)))
    page.get_by_role("button", name="Stop recording").click()
    page.get_by_role("button", name="Record", exact=True).wait_for()
    text = editor.input_value()
    assert [finding for finding in Program(text=text).diagnostics if finding.severity == "error"] == []
    fresh = Settings(sim=True, seed=12, run_dir=tmp_path / "fresh")
    again = launch(Job(settings=fresh, program=Program(text=f'{text}Verify that "ada" appears\n')))
    assert (again.outcome.kind, again.totals.get("model_calls", 0)) == ("verified", 0)
    assert seen.complaints == []


def test_touches_on_a_phone_in_hand_are_recorded_as_a_persons(watch: Watch) -> None:
    found = watch('Open the "Contacts" app\nPress home\n', sim=True, held=True)
    page = held(found.page())
    page.get_by_role("button", name="Run to line 2").click()
    held_at(page, 2)
    page.get_by_role("button", name="Take over").click()
    recording(page)
    session = found.session
    touch(glass_of(session.phone), session.look(), "Create contact")
    page.locator(".recording pre", has_text='Tap "Create contact"').wait_for()
    page.get_by_role("button", name="Stop recording").click()
    page.get_by_role("button", name="Hand back").click()
    until(lambda: [event for event in session.events() if isinstance(event.event, TookOver)])
    (taken,) = [event.event for event in session.events() if isinstance(event.event, TookOver)]
    assert [(action["what"]["type"], action["by"]) for action in taken.actions] == [("Tap", "a hand on the phone")]
    assert found.complaints == []
