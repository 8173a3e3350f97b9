"""A run stopped and changed on its page: at lines, at events, under conditions, with another rest of its program."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from agentprog.runtime.journal.events import ModelCalled
from tests.browser.conftest import MODEL, Watch, held, held_at, tap, until

ASK = 'Ask user "Which day?", record as {day}\nTell user "{day}"\n'
COUNT = 'Set {n} to 0\nRepeat 4 times:\n    Calculate {n} + 1, record as {n}\nTell user "{n}"\n'


def breakpoints(page: Page) -> Page:
    page.get_by_role("tab", name="Breakpoints").click()
    return page


def test_the_gutter_stops_it_a_condition_holds_and_it_runs_to_a_line(watch: Watch) -> None:
    found = watch(COUNT, held=True)
    page = held(found.page())
    page.get_by_role("button", name="Breakpoint at line 3").click()
    page.wait_for_selector("button.stop[aria-pressed=true]")
    condition = breakpoints(page).get_by_label("Only if: line 3")
    condition.fill("the note is there")
    page.keyboard.press("Enter")
    expect(condition).to_have_attribute("aria-invalid", "true")
    condition.fill("{n} is 2")
    page.keyboard.press("Enter")
    expect(page.locator("button.stop[aria-pressed=true]")).to_have_text("◆")
    page.get_by_role("button", name="Resume").click()
    held_at(page, 3)
    place = found.session.state()["held"]
    assert place["line"] == 3
    page.get_by_role("tab", name="Variables").click()
    expect(page.locator("#panel td").first).to_contain_text("{n} = 2")
    page.get_by_role("button", name="Run to line 4").click()
    held_at(page, 4)
    assert [(one.line, one.condition) for one in found.session.steering.breakpoints] == [(3, "{n} is 2")]
    assert found.complaints == []


def test_breakpoints_that_are_set_one_right_after_the_other_are_all_there(watch: Watch) -> None:
    found = watch(COUNT, held=True)
    page = held(found.page())
    page.evaluate(
        "() => [...document.querySelectorAll('button.stop:not(.to)')].slice(0, 3).forEach(one => one.click())"
    )
    until(lambda: [one.line for one in found.session.steering.breakpoints] == [1, 2, 3])
    assert found.complaints == []


def test_an_event_breakpoint_stops_the_run(watch: Watch) -> None:
    found = watch(ASK, held=True)
    page = breakpoints(held(found.page()))
    page.get_by_label("needs a person", exact=True).click()
    page.get_by_label("Only if: needs a person").wait_for()
    page.get_by_role("button", name="Resume").click()
    expect(page.locator(".status")).to_contain_text("needs a person")
    assert found.session.questions.open == ()
    page.get_by_role("button", name="Resume").click()
    page.wait_for_selector(".question")
    assert found.complaints == []


def test_an_effect_and_a_failed_check_stop_it_before_they_count(watch: Watch) -> None:
    found = watch('Open the "Contacts" app\nVerify that "Nobody at all" appears\n', sim=True, held=True)
    page = breakpoints(held(found.page()))
    for moment in ("effect", "failed check"):
        page.get_by_label(moment, exact=True).click()
        page.get_by_label(f"Only if: {moment}").wait_for()
    page.get_by_role("button", name="Resume").click()
    expect(page.locator(".status")).to_contain_text(re.compile("paused.*failed check"))
    assert not found.session.ended
    assert found.complaints == []


def test_a_model_call_stops_it_before_the_model_is_asked(watch: Watch, tmp_path: Path) -> None:
    (tmp_path / "model.toml").write_text(MODEL, encoding="utf-8")
    text = 'In the "Contacts" app, find whether the list of contacts is shown\n'
    found = watch(text, sim=True, held=True, model=f"scripted:{tmp_path / 'model.toml'}")
    page = breakpoints(held(found.page()))
    page.get_by_label("model call", exact=True).click()
    page.get_by_label("Only if: model call").wait_for()
    page.get_by_role("button", name="Resume").click()
    expect(page.locator(".status")).to_contain_text(re.compile("paused.*model call"))
    assert [event for event in found.session.events() if isinstance(event.event, ModelCalled)] == []
    page.get_by_label("model call", exact=True).click()
    expect(page.get_by_label("Only if: model call")).to_have_count(0)
    page.get_by_role("button", name="Resume").click()
    until(lambda: found.session.ended)
    assert [event for event in found.session.events() if isinstance(event.event, ModelCalled)]
    assert found.complaints == []


def test_a_step_goes_over_a_statement_and_into_its_rounds(watch: Watch) -> None:
    found = watch(COUNT, held=True)
    page = held(found.page())
    for line in (2, 3):
        page.get_by_role("button", name="Step", exact=True).click()
        held_at(page, line)
    assert found.session.state()["held"]["line"] == 3
    page.get_by_role("button", name="Step into", exact=True).click()
    until(lambda: (found.session.state()["held"] or {}).get("line") in (2, 3))
    held(page)
    assert found.complaints == []


def test_the_rest_of_a_program_is_edited_and_its_past_is_not(watch: Watch) -> None:
    found = watch(COUNT, held=True)
    page = held(found.page())
    page.get_by_role("button", name="Step", exact=True).click()
    held_at(page, 2)
    page.get_by_role("button", name="Edit the program").click()
    editor = page.get_by_label("Edit the program")
    editor.fill(COUNT.replace("to 0", "to 7"))
    page.get_by_role("button", name="Use this program").click()
    expect(page.locator(".said")).not_to_be_empty()
    expect(editor).to_be_visible()
    editor.fill(COUNT.replace("Repeat 4", "Repeat 2"))
    page.get_by_role("button", name="Use this program").click()
    expect(page.locator(".sheet .line").nth(1)).to_have_text("Repeat 2 times:")
    page.get_by_role("button", name="Resume").click()
    until(lambda: found.session.ended)
    page.get_by_role("tab", name="Variables").click()
    expect(page.locator("#panel td").first).to_contain_text("{n} = 2")
    assert found.complaints == []


def test_actions_by_hand_during_a_run_go_into_its_program(watch: Watch) -> None:
    found = watch('Open the "Contacts" app\nRepeat 1 times:\n    Tell user "there"\n', sim=True, held=True)
    page = held(found.page())
    page.get_by_role("button", name="Run to line 3").click()
    held_at(page, 3)
    page.get_by_role("button", name="Take over").click()
    page.get_by_role("button", name="Record", exact=True).click()
    page.get_by_role("button", name="Stop recording").wait_for()
    page.wait_for_selector("img.pixels[data-n]")
    tap(page, found.session.look(), "Create contact")
    page.locator(".recording pre", has_text='Tap "Create contact"').wait_for()
    page.get_by_role("button", name="Stop recording").click()
    editor = page.get_by_label("Edit the program")
    expect(editor).to_have_value(re.compile("Create contact"))
    lines = editor.input_value().splitlines()
    assert lines[1:] == ["Repeat 1 times:", '    Tap "Create contact"', '    Tell user "there"']
    page.get_by_role("button", name="Use this program").click()
    page.locator(".sheet", has_text="Create contact").wait_for()
    assert found.complaints == []
