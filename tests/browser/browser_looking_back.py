"""Recorded runs on the page: each step, the questions and answers, the changes, two runs side by side."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from agentprog.app.launching.job import Job
from agentprog.app.launching.launch import launch
from agentprog.app.launching.programs import Program
from agentprog.app.settings.model import Settings
from agentprog.report import write_report
from agentprog.runtime.journal.folder import RunFolder
from tests.browser.conftest import MODEL, Seen, Serve, desk_of, drawn

FAILING = """Open the "Contacts" app
Tap "Create contact"
Type "Ada" into "First name"
Tap "Save"
Verify that "Grace" appears
"""
ASKING = 'Open the "Contacts" app\nIn the "Contacts" app, find whether the list of contacts is shown\n'
DRAWN = """at => new Promise(done => {
    const bar = document.querySelector('.scrub input[type=range]'), began = performance.now();
    bar.value = at;
    bar.dispatchEvent(new Event('input', { bubbles: true }));
    const look = () => document.querySelector('.scrub .count').innerText.startsWith(`${at + 1} `)
        && [...document.querySelectorAll('.scrub .plate img')].every(one => one.complete && one.naturalWidth)
        ? done(performance.now() - began) : setTimeout(look, 4);
    look();
})"""


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> tuple[RunFolder, RunFolder]:
    """A run with a failed last line, and one with a model call, both in one folder of runs."""
    base = tmp_path_factory.mktemp("recorded")
    (base / "model.toml").write_text(MODEL, encoding="utf-8")
    settings = Settings(run_dir=base / "runs", sim=True, model=f"scripted:{base / 'model.toml'}")
    done = [launch(Job(settings=settings, program=Program(text=text))) for text in (FAILING, ASKING)]
    return RunFolder.open(done[0].folder), RunFolder.open(done[1].folder)


def at(serve: Serve, folder: RunFolder, *, step: int = 0) -> tuple[Seen, Page]:
    """A recorded run's page, at that step where it is not 0."""
    desk = desk_of(folder.path.parent.parent, extra=folder)
    seen, link = serve(desk)
    page = seen.open(link)
    page.wait_for_selector(".scrub")
    if step:
        page.goto(f"{page.url.split('/runs')[0]}/runs/{folder.name}/steps/{step}")
        page.wait_for_selector(".scrub")
    return seen, page


def test_a_run_that_failed_opens_at_its_failure(serve: Serve, recorded: tuple[RunFolder, RunFolder]) -> None:
    seen, page = at(serve, recorded[0])
    expect(page.locator(".middle h2.bad")).to_contain_text('Verify that "Grace" appears')
    expect(page.locator(".sheet .now .line")).to_have_text('Verify that "Grace" appears')
    page.wait_for_url(f"**/runs/{recorded[0].name}/steps/5")
    assert seen.complaints == []


def test_every_step_has_an_address_and_shows_before_after_touch_and_changes(
    serve: Serve, recorded: tuple[RunFolder, RunFolder]
) -> None:
    seen, page = at(serve, recorded[0], step=2)
    expect(page.locator(".middle h2")).to_contain_text('Tap "Create contact"')
    expect(page.locator(".plate figcaption")).to_have_text(["Before", "After"])
    pictures = page.locator(".plate img")
    assert pictures.first.get_attribute("src") != pictures.last.get_attribute("src")
    expect(page.locator(".plate .mark circle")).to_have_count(1)
    expect(page.locator(".difference .fresh").first).to_be_visible()
    expect(page.locator(".difference")).to_contain_text("First name")
    place = page.locator(".count").inner_text()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".count")).not_to_have_text(place)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".count")).to_have_text(place)
    page.locator(".sheet .line", has_text='Type "Ada"').click()
    expect(page.locator(".middle h2")).to_contain_text('Type "Ada"')
    page.wait_for_url("**/steps/3")
    page.get_by_role("button", name="First failure").click()
    expect(page.locator(".middle h2.bad")).to_contain_text("Grace")
    page.get_by_label("Search").fill("create contact")
    page.keyboard.press("Enter")
    expect(page.locator(".middle h2")).to_contain_text('Tap "Create contact"')
    assert seen.complaints == []


def test_the_prompt_and_the_reply_of_a_call_are_in_its_step(
    serve: Serve, recorded: tuple[RunFolder, RunFolder]
) -> None:
    seen, page = at(serve, recorded[1], step=2)
    call = page.locator(".entries details").first
    call.locator("summary").click()
    expect(call.locator("pre").first).to_contain_text("The list of contacts is in front.")
    expect(call.locator("h4", has_text="Prompt").first).to_be_visible()
    expect(call).to_contain_text("find whether the list of contacts is shown")
    assert seen.complaints == []


def test_two_runs_are_shown_side_by_side_with_their_differences(
    serve: Serve, recorded: tuple[RunFolder, RunFolder]
) -> None:
    seen, page = at(serve, recorded[0])
    page.get_by_label("Compare with").focus()
    page.get_by_label("Compare with").locator("option", has_text=recorded[1].name).wait_for(state="attached")
    page.get_by_label("Compare with").select_option(recorded[1].name)
    page.wait_for_selector("main.both .scrub")
    differing = page.locator("main.both table").first
    expect(differing).to_contain_text('Tap "Create contact"')
    expect(differing).not_to_contain_text('Open the "Contacts" app')
    page.get_by_text("All steps").click()
    expect(page.locator("main.both details table")).to_contain_text('Open the "Contacts" app')
    assert page.locator("main.both .scrub").count() == 2
    assert seen.complaints == []


def test_a_recorded_screen_is_inspected(serve: Serve, recorded: tuple[RunFolder, RunFolder]) -> None:
    seen, page = at(serve, recorded[0], step=2)
    page.get_by_role("button", name="Inspect").click()
    page.locator(".tree button", has_text="Create contact").first.click()
    page.locator(".lines code", has_text='Tap "Create contact"').first.wait_for()
    expect(page.locator(".mark .candidate")).to_have_count(1)
    chosen = page.locator(".tree button[aria-pressed=true]")
    expect(chosen).to_contain_text("Create contact")
    drawn(page)
    page.locator(".plate .glass").first.click()
    expect(chosen).not_to_contain_text("Create contact")
    assert seen.complaints == []


def test_every_step_of_a_run_of_five_hundred_is_drawn_with_its_pictures(serve: Serve, five_hundred: RunFolder) -> None:
    seen, page = at(serve, five_hundred)
    for step in (10, 490, 250, 60, 399, 499, 0, 333):
        page.evaluate(DRAWN, arg=step)
        expect(page.locator(".middle h2 small").first).to_contain_text(f"step {step + 1},")
    assert seen.complaints == []


def test_the_reports_file_is_the_same_page(
    browser: Browser, serve: Serve, recorded: tuple[RunFolder, RunFolder]
) -> None:
    seen, page = at(serve, recorded[0])
    file = Seen(browser).open(write_report(recorded[0]).as_uri())
    for one in (page, file):
        expect(one.locator(".sheet .now .line")).to_have_text('Verify that "Grace" appears')
        one.locator(".sheet .line", has_text='Tap "Create contact"').click()
        one.locator(".difference").wait_for()
    for selector in (".middle h2", ".sheet .now .line", ".scrub .count", ".difference"):
        expect(file.locator(selector)).to_have_text(page.locator(selector).all_text_contents())
    file.context.close()
    assert seen.complaints == []
