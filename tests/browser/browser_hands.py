"""The phone on its page: touched and typed on, inspected, recorded as a program."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from agentprog.agents.screen_text import element_line
from agentprog.app.handiwork.naming import pointed_at
from agentprog.app.launching.job import Job
from agentprog.app.launching.launch import launch
from agentprog.app.launching.programs import Program
from agentprog.app.session.session import RunSession
from agentprog.app.settings.model import Settings
from agentprog.lang import ast
from agentprog.lang.check import check_text
from agentprog.phone.client import start_phone
from agentprog.ports import Element, OpenApp, Screen
from agentprog.runtime.journal.events import TookOver
from agentprog.studio.desk import PHONE, Desk
from agentprog.studio.handheld import Handheld
from tests.browser.conftest import Seen, Serve, Watch, desk_of, drawn, finger, held, held_at, tap, until

CONTACT = (
    'Open the "Contacts" app\nTap "Create contact"\nAsk user "Which name?", record as {name}\nTell user "{name}"\n'
)
APPS = ("Contacts", "Settings", "Clock", "Files")
CLICKS, HITS = 30, 28
MEMBERS = """<!doctype html><title>Club</title><h1>Members</h1>
<form action="/in"><label for=w>Your word</label><input type=password id=w name=w><button>Enter</button></form>"""
WORD = "Zebra-7431"
CHROME = "com.android.chrome/com.google.android.apps.chrome.Main"


def in_hand(watch: Watch, text: str, line: int) -> tuple[Any, Page]:
    """A run on a simulated phone, paused before that line, with the phone controlled by the page."""
    found = watch(text, sim=True, held=True)
    page = held(found.page())
    page.get_by_role("button", name=f"Run to line {line}").click()
    held_at(page, line)
    page.wait_for_selector("img.pixels[data-n]")
    page.get_by_role("button", name="Take over").click()
    page.wait_for_selector(".phone.mine")
    return found, page


@pytest.fixture
def bench(serve: Serve, tmp_path: Path) -> tuple[Desk, Seen, Page]:
    """The page of a simulated phone without a run."""
    desk = desk_of(tmp_path, sim=True, seed=11)
    seen, link = serve(desk)
    page = seen.open(link)
    page.get_by_role("link", name="Open the phone").click()
    page.wait_for_selector(".phone.mine img.pixels[data-n]")
    return desk, seen, page


def hand_of(desk: Desk) -> Handheld:
    seat = desk.seat(PHONE)
    assert seat is not None
    assert isinstance(seat.held, Handheld)
    return seat.held


def test_a_click_a_drag_and_keys_on_the_picture_reach_the_phone_and_are_recorded(watch: Watch) -> None:
    found, page = in_hand(watch, CONTACT, 2)
    tap(page, found.session.look(), "Create contact")
    until(lambda: any(element.label == "First name" for element in found.session.look().elements))
    tap(page, found.session.look(), "First name")
    until(lambda: any(element.focused and element.label == "First name" for element in found.session.look().elements))
    page.locator("img.pixels").focus()
    page.keyboard.type("Ada")
    until(lambda: any(element.text == "Ada" for element in found.session.look().elements))
    page.get_by_label("Type on the phone").fill(" Byron")
    page.get_by_role("button", name="Send").click()
    until(lambda: any(element.text == "Ada Byron" for element in found.session.look().elements))
    box = page.locator("img.pixels").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.5)
    page.mouse.down()
    # The finger rests for half a second by the page's own clock: what lies under it is carried.
    page.evaluate("() => new Promise(done => setTimeout(done, 600))")
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.3, steps=4)
    page.mouse.up()
    page.get_by_role("button", name="Hand back").click()
    page.wait_for_selector(".phone:not(.mine)")
    until(lambda: _taken(found.session))
    (taken,) = _taken(found.session)
    # Keys that come slowly are several texts.
    kinds = [kind for kind, _ in itertools.groupby(action["what"]["type"] for action in taken.actions)]
    assert kinds == ["Tap", "TypeText", "Drag"]
    assert "".join(action["what"].get("text", "") for action in taken.actions) == "Ada Byron"
    assert found.complaints == []


def _taken(session: RunSession) -> list[TookOver]:
    return [event.event for event in session.events() if isinstance(event.event, TookOver)]


def test_only_one_page_has_the_phone_and_after_its_end_the_run_stays_held(watch: Watch) -> None:
    found, page = in_hand(watch, CONTACT, 2)
    other = found.page()
    expect(other.locator(".hand")).to_have_text("Another page has the phone in hand.")
    expect(other.get_by_role("button", name="Take over")).to_be_disabled()
    other.wait_for_selector("img.pixels[data-n]")
    tap(other, found.session.look(), "Create contact")
    expect(other.locator(".said")).to_contain_text("Take the phone over first")
    page.close()
    expect(other.get_by_role("button", name="Take over")).to_be_enabled()
    held(other)
    assert found.session.place is not None
    assert found.session.steering.in_hand
    assert any(element.label == "Create contact" for element in found.session.look().elements)
    assert found.complaints == []


def test_the_shown_lines_of_thirty_clicked_elements_find_them_again(bench: tuple[Desk, Seen, Page]) -> None:
    desk, seen, page = bench
    hand = hand_of(desk)
    clicked = hits = 0
    page.get_by_role("button", name="Inspect", exact=True).click()
    for app in APPS:
        hand.phone.perform(OpenApp(name=app))
        shown = _refreshed(page, hand)
        wanted = [element for element in shown.elements if element.window.value == "app" and element.clickable]
        for element in wanted[: CLICKS - clicked]:
            clicked += 1
            hits += _line_for(page, shown, element) == element
    assert clicked == CLICKS
    assert hits >= HITS
    assert seen.complaints == []


def _refreshed(page: Page, hand: Handheld) -> Screen:
    """The screen that the page has looked at now, once its tree shows it."""
    looks = hand.phone.looks
    page.get_by_role("button", name="Refresh").click()
    until(lambda: hand.phone.looks > looks)
    shown = hand.phone.last
    assert shown is not None
    expect(page.locator(".tree button")).to_have_text([element_line(element) for element in shown.elements])
    return shown


def _line_for(page: Page, shown: Screen, element: Element) -> Element | None:
    """The element that the page's first line finds, for a click in the middle of an element."""
    finger(page.locator("img.pixels"), shown, element.bounds.center)
    page.wait_for_selector(".lines code")
    line = page.locator(".lines code").first.inner_text()
    program = check_text(line, name="line").parsed.program
    node = program.body[0] if program is not None else None
    return pointed_at(shown, node) if isinstance(node, ast.DirectUI) else None


def test_hovering_outlines_an_element_and_the_tree_shows_the_models_text(bench: tuple[Desk, Seen, Page]) -> None:
    desk, seen, page = bench
    shown = hand_of(desk).look()
    page.get_by_role("button", name="Inspect", exact=True).click()
    icon = next(element for element in shown.elements if element.label == "Contacts")
    expect(page.locator(".tree button", has_text='"Contacts"').first).to_be_visible()
    drawn(page)
    box = page.locator("img.pixels").bounding_box()
    assert box is not None
    x, y = icon.bounds.center
    page.mouse.move(box["x"] + box["width"] * x / shown.width, box["y"] + box["height"] * y / shown.height)
    page.wait_for_selector(".mark .candidate")
    page.mouse.down()
    page.mouse.up()
    facts = page.locator(".facts")
    for fact in ("role", "label", "state", "What a model reads"):
        expect(facts).to_contain_text(fact)
    expect(page.locator(".aside")).to_contain_text("matches: 1")
    expect(page.locator(".lines code").first).to_contain_text("Contacts")
    assert seen.complaints == []


def test_three_deletions_by_hand_are_a_loop_that_runs_elsewhere_without_a_model(
    bench: tuple[Desk, Seen, Page], tmp_path: Path
) -> None:
    desk, seen, page = bench
    hand = hand_of(desk)
    hand.phone.perform(OpenApp(name="Contacts"))
    names = _contacts(hand.look())[:3]
    page.get_by_role("button", name="Record", exact=True).click()
    page.get_by_role("button", name="Stop recording").wait_for()
    seat = desk.seat(PHONE)
    assert seat is not None
    assert seat.recorder is not None
    recorder = seat.recorder
    labels = [label for name in names for label in (name, "More options", "Delete", "Delete")]
    for at, label in enumerate(labels):
        _touch(page, hand, label)
        until(lambda done=at + 1: len(recorder.deeds) == done)  # type: ignore[misc]
    page.get_by_label("Say what it was for").fill(f"delete the contact {names[0]}")
    # The loop is chosen while the purpose is still on its way: both count.
    page.get_by_label("Loop suggested").evaluate(
        "box => { document.querySelector('.recording form').requestSubmit(); box.click(); }"
    )
    page.get_by_role("button", name="Stop recording").click()
    page.get_by_role("button", name="Record", exact=True).wait_for()
    editor = page.get_by_role("textbox", name="Program")
    expect(editor).to_have_value(re.compile("For each .* delete the contact", re.DOTALL))
    text = editor.input_value()
    assert [finding for finding in Program(text=text).diagnostics if finding.severity == "error"] == []
    fresh = Settings(sim=True, seed=12, run_dir=tmp_path / "fresh")
    other = Handheld(fresh)
    other.phone.perform(OpenApp(name="Contacts"))
    wanted = _contacts(other.look())[:3]
    other.close()
    head, mark, body = text.rpartition("---\n")
    opened = f'{head}{mark}Open the "Contacts" app\n{body}'
    done = launch(Job(settings=fresh, program=Program(text=opened), inputs={"items": wanted}))
    assert (done.outcome.kind, done.totals.get("model_calls", 0)) == ("verified", 0)
    assert seen.complaints == []


def _contacts(screen: Screen) -> list[str]:
    rows = [element for element in screen.elements if element.role.value == "item" and ", " in element.label]
    return [row.label.split(", ")[1] for row in rows]


def _touch(page: Page, hand: Handheld, label: str) -> None:
    """A touch on the picture, on the element with this label: in the dialog, if there is one."""
    until(lambda: any(label in element.label.split(", ") for element in hand.look().elements))
    shown = hand.phone.last
    assert shown is not None
    found = [element for element in shown.elements if label in element.label.split(", ")]
    best = max(found, key=lambda one: (one.window.value == "dialog", one.clickable or one.editable))
    finger(page.locator("img.pixels"), shown, best.bounds.center)


def test_a_recorded_password_is_secret_and_asked_for_before_its_replay(serve: Serve, tmp_path: Path) -> None:
    with start_phone(seed=4, lifetime="run") as phone:
        phone.write_file("/sdcard/Download/club.html", MEMBERS.encode())
        phone.shell(f"am start -a android.intent.action.VIEW -n {CHROME} -d file:///sdcard/Download/club.html")
        desk = desk_of(tmp_path, serial=phone.serial)
        seen, link = serve(desk)
        page = seen.open(link)
        page.get_by_role("link", name="Open the phone").click()
        page.wait_for_selector(".phone.mine img.pixels[data-n]")
        page.get_by_role("button", name="Record", exact=True).click()
        page.get_by_role("button", name="Stop recording").wait_for()
        editor = page.get_by_role("textbox", name="Program")
        _touch(page, hand_of(desk), "Your word")
        expect(editor).to_have_value(re.compile('Tap "Your word"'))
        page.get_by_label("Type on the phone").fill(WORD)
        page.get_by_role("button", name="Send").click()
        expect(editor).to_have_value(re.compile(r"inputs:\n  your_word: .*\{your_word\}", re.DOTALL))
        page.get_by_role("button", name="Stop recording").click()
        assert WORD not in page.content() + editor.input_value()
        replay = page.get_by_role("button", name="Replay")
        replay.click()
        expect(page.get_by_role("alert")).to_have_text("Fill in first: your_word")
        expect(page.get_by_label("keep secret: your_word")).to_be_checked()
        page.locator(".given input[type=password]").fill(WORD)
        replay.click()
        page.wait_for_url("**/runs/**")
        until(lambda: desk.live()[0]["ended"])
        assert desk.live()[0]["outcome"] in ("verified", "finished unverified"), desk.live()[0]["reason"]
        assert [path for path in tmp_path.rglob("*") if path.is_file() and WORD.encode() in path.read_bytes()] == []
        assert seen.complaints == []


def test_a_line_goes_in_at_the_cursor_and_a_recording_before_its_line(bench: tuple[Desk, Seen, Page]) -> None:
    _, seen, page = bench
    editor = page.get_by_role("textbox", name="Program")
    editor.fill("Repeat 2 times:\n    Press back\nPress home\n")
    editor.evaluate("one => one.setSelectionRange(22, 22)")
    page.get_by_role("button", name="Inspect", exact=True).click()
    page.locator(".tree button", has_text="Contacts").first.click()
    page.locator(".lines button").first.click()
    expect(editor).to_have_value(re.compile(r"Press back\n    Tap .*\nPress home"))
    editor.evaluate("one => one.setSelectionRange(4, 4)")
    page.get_by_role("button", name="Record", exact=True).click()
    page.get_by_role("button", name="Stop recording").wait_for()
    page.get_by_role("button", name="Home").click()
    expect(editor).to_have_value(re.compile(r"^Press home\nRepeat 2"))
    # The recording has an action right before its end, although the phone is still busy with it.
    page.get_by_role("button", name="Recents").evaluate(
        "key => { key.click(); document.querySelector('.recording [aria-pressed=true]').click(); }"
    )
    page.get_by_role("button", name="Record", exact=True).wait_for()
    expect(editor).to_have_value(re.compile(r"^Press home\nPress recents\nRepeat 2"))
    assert seen.complaints == []


def test_a_chosen_element_stays_chosen_while_it_is_on_the_screen(bench: tuple[Desk, Seen, Page]) -> None:
    desk, seen, page = bench
    page.get_by_role("button", name="Inspect", exact=True).click()
    icon = page.locator(".tree button", has_text='"Contacts"').first
    icon.click()
    page.locator(".lines code", has_text="Contacts").first.wait_for()
    hand = hand_of(desk)
    _refreshed(page, hand)
    expect(icon).to_have_attribute("aria-pressed", "true")
    page.locator(".lines code", has_text="Contacts").first.wait_for()
    hand.phone.perform(OpenApp(name="Clock"))
    _refreshed(page, hand)
    expect(page.locator(".aside .none")).to_have_text("Nothing is inspected. Click on the picture.")
    assert seen.complaints == []


def test_a_run_in_hand_is_inspected_by_one_look_and_touched_with_the_keyboard(watch: Watch) -> None:
    found, page = in_hand(watch, CONTACT, 2)
    phone = found.session.phone
    page.get_by_role("tab", name="Inspect").click()
    button = page.locator(".tree button", has_text='"Create contact"').first
    button.wait_for()
    looks = phone.looks
    button.focus()
    page.keyboard.press("Enter")
    page.locator(".lines code").first.wait_for()
    page.wait_for_timeout(1500)  # a look that led to the next would have led to several by now
    assert phone.looks == looks
    page.get_by_role("button", name="Touch it").focus()
    page.keyboard.press("Enter")
    page.locator(".tree button", has_text='"First name"').first.wait_for()
    assert found.complaints == []


def test_the_inspected_element_shows_only_its_own_lines(bench: tuple[Desk, Seen, Page]) -> None:
    _, seen, page = bench
    page.get_by_role("button", name="Inspect", exact=True).click()
    page.locator(".tree button", has_text='"Contacts"').first.click()
    page.locator(".lines code", has_text="Contacts").first.wait_for()
    beside = page.locator(".tree button", has_text='"Settings"').first.evaluate(
        """async row => {
            row.click();
            while (row.getAttribute('aria-pressed') !== 'true') await Promise.resolve();
            return [...document.querySelectorAll('.lines code')].map(one => one.innerText);
        }"""
    )
    assert beside == []
    page.locator(".lines code", has_text="Settings").first.wait_for()
    assert seen.complaints == []
