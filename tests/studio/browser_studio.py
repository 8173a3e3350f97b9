"""The page in headless Chromium, on a run with a simulated phone. Run by `make test-browser`: it needs Chromium."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from agentprog.app.launching.job import Job
from agentprog.app.launching.launch import launch
from agentprog.app.launching.programs import Program
from agentprog.app.session.session import RunSession
from agentprog.app.settings.model import Settings
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.safety.interaction import Consent, RiskyAction
from agentprog.studio.desk import Desk
from agentprog.studio.server import opened
from benchmarks.report import long_run
from tests.report.chromium import ARGUMENTS, browser_path

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")
DESKTOP, PHONE = {"width": 1280, "height": 860}, {"width": 390, "height": 844}
CONTACT = (
    'Open the "Contacts" app\nTap "Create contact"\nAsk user "Which name?", record as {name}\nTell user "{name}"\n'
)
ASK = 'Ask user "<img src=x onerror=alert(1)> Which day?", record as {day}\nTell user "{day}"\n'


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as play:
        started = play.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
        yield started
        started.close()


class Watched:
    """A run, the link to its page, and what the page complained of."""

    def __init__(self, session: RunSession, link: str, browser: Browser) -> None:
        self.session, self.link, self.browser = session, link, browser
        self.context: BrowserContext = browser.new_context(viewport=DESKTOP)
        self.complaints: list[str] = []

    def page(self, path: str = "") -> Page:
        page = self.context.new_page()
        page.on("console", lambda message: self.complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(self.link)
        if path:
            page.goto(page.url.split("/runs")[0] + path)
        return page


@pytest.fixture
def watch(browser: Browser, tmp_path: Path) -> Iterator[Any]:
    made: list[Any] = []

    def watched(text: str, *, sim: bool = False, held: bool = False) -> Watched:
        job = Job(settings=Settings(run_dir=tmp_path / "runs", sim=sim), program=Program(text=text))
        session, desk = RunSession(job), Desk(job)
        desk.watch(session)
        serving = opened(desk)
        link = serving.__enter__()
        if held:
            session.pause()
        session.start(launch)
        made.append((serving, session, found := Watched(session, link, browser)))
        return found

    yield watched
    for serving, session, found in made:
        found.context.close()
        session.cancel("the test is over")
        serving.__exit__(None, None, None)
        session.wait(30)


def test_a_run_at_work_is_visible_at_its_line(watch: Any) -> None:
    found = watch('Set {n} to 1\nTell user "{n}"\n', held=True)
    page = found.page()
    page.wait_for_selector(".sheet .now")
    assert page.locator(".sheet .now .line").inner_text() == "Set {n} to 1"
    assert found.complaints == []


def test_what_is_approved_in_one_tab_is_gone_in_the_other_and_a_late_answer_is_refused(watch: Any) -> None:
    found = watch(ASK)
    one, other = found.page(), found.page()
    other.wait_for_selector(".question")
    one.locator(".question input").fill("Monday")
    one.get_by_role("button", name="Send").click()
    other.wait_for_selector(".question", state="detached")
    assert found.session.wait(20).outcome.kind == "completed"
    assert [answer.value for answer in found.session.questions.answers] == ["Monday"]
    assert found.complaints == []


def test_what_a_question_says_is_text_and_stands_outside_of_the_picture(watch: Any) -> None:
    page = watch(ASK).page()
    page.wait_for_selector(".question")
    assert "<img src=x" in page.locator(".question .text").inner_text()
    assert page.locator(".question img").count() == 0
    assert page.locator(".glass .question").count() == 0
    assert page.get_by_role("alertdialog", name="agentprog asks you").is_visible()


def test_a_question_about_a_selection_counts_it_shows_it_and_explains_its_answers(watch: Any, tmp_path: Path) -> None:
    found = watch(CONTACT, sim=True, held=True)
    page = found.page()
    page.wait_for_selector(".status.held", timeout=60_000)
    page.get_by_role("button", name="Step", exact=True).click()
    page.wait_for_selector("img.pixels:not([hidden])", timeout=60_000)
    frames = ((0, 300, 1080, 460), (0, 460, 1080, 620))
    about = {"about": ("Ann Reed", "Bob Ray"), "count": 2, "frames": frames, "size": (1080, 2400)}
    wanted = RiskyAction(action='tap "Delete"', risk="delete", step="tidy up", app="Contacts", **about)
    answers: list[Consent] = []
    asking = threading.Thread(target=lambda: answers.append(found.session.questions.permit(wanted)), daemon=True)
    asking.start()
    page.wait_for_selector(".question .thumbnails canvas")
    painted = "all => all.length === 2 && all.every(one => one.width > 40 && one.height > 5)"
    page.wait_for_function(f"() => ({painted})([...document.querySelectorAll('.thumbnails canvas')])", timeout=20_000)
    told = page.locator(".question .facts").first.inner_text()
    assert "about 2" in told
    assert "What is deleted may be gone for good." in told
    page.get_by_text("What the answers mean").click()
    assert "whatever else this step wants is asked about anew" in page.locator(".question .meaning").inner_text()
    page.screenshot(path=tmp_path / "question.png")
    page.get_by_role("button", name="Refuse").click()
    asking.join(20)
    assert answers == [Consent.NO]
    assert found.complaints == []


def test_a_finger_on_the_picture_is_soon_seen_and_a_killed_tab_leaves_the_run_held(watch: Any) -> None:
    found = watch(CONTACT, sim=True, held=True)
    page = found.page()
    page.wait_for_selector(".status.held", timeout=60_000)
    page.get_by_role("button", name="Step", exact=True).click()
    page.wait_for_selector("img.pixels:not([hidden])", timeout=60_000)
    page.wait_for_function("() => document.querySelector('.sheet .now')?.value === 2", timeout=60_000)
    page.get_by_role("button", name="Take over").click()
    page.wait_for_selector(".phone.mine")
    took = []
    for number in range(7):
        seen = page.eval_on_selector("img.pixels", "image => image.dataset.n")
        box = page.locator("img.pixels").bounding_box()
        assert box is not None
        # The three tabs of the app's bottom bar, one after the other.
        page.mouse.move(box["x"] + box["width"] * (1 + 2 * (number % 3)) / 6, box["y"] + box["height"] * 0.935)
        began = time.monotonic()
        page.mouse.down()
        page.mouse.up()
        changed = "n => document.querySelector('img.pixels').dataset.n !== n"
        try:
            page.wait_for_function(changed, arg=seen, timeout=3000, polling=10)
            took.append(time.monotonic() - began)
        except Exception:  # noqa: BLE001 - a tap on the tab in front changes nothing
            continue
        page.wait_for_timeout(900)
    assert len(took) >= 3
    page.close()
    again = found.page()
    again.wait_for_selector(".status.held")
    assert found.session.place is not None
    assert found.session.steering.in_hand


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_both_themes_and_widths_without_a_complaint(watch: Any, size: Any, scheme: Any) -> None:
    found = watch(ASK)
    found.context.close()
    found.context = found.browser.new_context(viewport=size, color_scheme=scheme)
    page = found.page()
    page.wait_for_selector(".question")
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (sum(int(part) for part in paper[4:-1].split(",")[:3]) > 384) == (scheme == "light")
    assert found.complaints == []


def test_all_of_it_can_be_used_by_keyboard_and_has_names(watch: Any) -> None:
    page = watch(ASK).page()
    page.wait_for_selector(".question")
    nameless = page.evaluate(
        "[...document.querySelectorAll('button, input, select, textarea')]"
        ".filter(one => !(one.getAttribute('aria-label') || one.innerText.trim())).length"
    )
    assert nameless == 0
    page.locator(".question input").focus()
    page.keyboard.type("Sunday")
    page.keyboard.press("Enter")
    page.wait_for_selector(".question", state="detached")


def test_it_speaks_chinese(watch: Any) -> None:
    page = watch(ASK).page()
    page.get_by_label("Language").select_option("zh")
    assert page.get_by_role("alertdialog", name="agentprog 在问你").is_visible()
    assert page.get_by_role("button", name="接管手机").is_visible()


def test_any_step_of_a_long_run_is_drawn(browser: Browser, tmp_path: Path) -> None:
    folder = long_run(tmp_path / "runs", steps=60)
    desk = Desk(Job(settings=Settings(run_dir=tmp_path / "runs")), extra=folder)
    with opened(desk) as link:
        page = browser.new_page(viewport=DESKTOP)
        page.goto(link)
        page.wait_for_selector(".scrub")
        drawn = """at => new Promise(done => {
            const bar = document.querySelector('.scrub input[type=range]'), began = performance.now();
            bar.value = at;
            bar.dispatchEvent(new Event('input', { bubbles: true }));
            setTimeout(() => done(performance.now() - began));
        })"""
        last = int(page.locator(".scrub input[type=range]").get_attribute("max") or 0)
        took = [page.evaluate(drawn, arg=last * part // 10) for part in (1, 9, 2, 8, 5, 10, 0)]
        assert len(took) == 7
        page.close()


def test_the_gutter_stops_it_a_condition_holds_and_it_runs_to_a_line(watch: Any) -> None:
    found = watch('Set {n} to 0\nRepeat 4 times:\n    Calculate {n} + 1, record as {n}\nTell user "{n}"\n', held=True)
    page = found.page()
    page.wait_for_selector(".status.held")
    page.get_by_role("button", name="Breakpoint at line 3").click()
    page.wait_for_selector("button.stop[aria-pressed=true]")
    page.get_by_role("tab", name="Breakpoints").click()
    page.get_by_label("Only if: line 3").fill("the note is there")
    page.keyboard.press("Enter")
    page.wait_for_selector("input[aria-invalid=true]")
    page.get_by_label("Only if: line 3").fill("{n} is 2")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('button.stop[aria-pressed=true]').innerText === '◆'")
    page.get_by_role("button", name="Resume").click()
    page.wait_for_function("() => document.querySelector('.sheet .now')?.value === 3")
    assert found.session.state()["held"]["line"] == 3
    page.get_by_role("button", name="Run to line 4").click()
    page.wait_for_function("() => document.querySelector('.sheet .now')?.value === 4")
    assert [(one.line, one.condition) for one in found.session.steering.breakpoints] == [(3, "{n} is 2")]
    assert found.complaints == []


def test_an_event_stops_it(watch: Any) -> None:
    found = watch(ASK, held=True)
    page = found.page()
    page.wait_for_selector(".status.held")
    page.get_by_role("tab", name="Breakpoints").click()
    page.get_by_label("needs a person", exact=True).check()
    page.get_by_label("Only if: needs a person").wait_for()
    page.get_by_role("button", name="Resume").click()
    page.wait_for_function("() => document.querySelector('.status').innerText.includes('needs a person')")
    assert found.session.questions.open == ()
    page.get_by_role("button", name="Resume").click()
    page.wait_for_selector(".question")
    assert found.complaints == []


def test_what_is_done_by_hand_in_the_middle_of_a_run_goes_into_its_program(watch: Any) -> None:
    found = watch('Open the "Contacts" app\nRepeat 1 times:\n    Tell user "there"\n', sim=True, held=True)
    page = found.page()
    page.wait_for_selector(".status.held", timeout=60_000)
    page.get_by_role("button", name="Run to line 3").click()
    page.wait_for_function("() => document.querySelector('.sheet .now')?.value === 3", timeout=60_000)
    page.get_by_role("button", name="Take over").click()
    page.get_by_role("button", name="Record", exact=True).click()
    page.get_by_role("button", name="Stop recording").wait_for()
    _tap(page, found.session, "Create contact")
    page.locator(".recording pre", has_text='Tap "Create contact"').wait_for(timeout=30_000)
    page.get_by_role("button", name="Stop recording").click()
    draft = page.get_by_label("Edit the program").input_value()
    assert draft.splitlines()[1:] == ["Repeat 1 times:", '    Tap "Create contact"', '    Tell user "there"']
    page.get_by_role("button", name="Use this program").click()
    page.locator(".sheet", has_text="Create contact").wait_for()
    assert found.complaints == []


def _tap(page: Page, session: RunSession, label: str) -> None:
    """A finger on the middle of what is called so."""
    shown = session.look()
    x, y = next(one.bounds.center for one in shown.elements if one.label == label)
    box = page.locator("img.pixels").bounding_box()
    assert box is not None
    place = {"x": box["width"] * x / shown.width, "y": box["height"] * y / shown.height}
    page.locator("img.pixels").click(position=place)


def test_a_recorded_screen_is_inspected(browser: Browser, tmp_path: Path) -> None:
    job = Job(settings=Settings(run_dir=tmp_path / "runs", sim=True), program=Program(text=CONTACT.split("Ask")[0]))
    folder = RunFolder.open(launch(job).folder)
    with opened(Desk(job, extra=folder)) as link:
        page = browser.new_page(viewport=DESKTOP)
        page.goto(link)
        page.wait_for_selector(".scrub")
        page.get_by_role("button", name="Later").click()
        page.get_by_role("button", name="Inspect").click()
        page.locator(".tree button", has_text="Create contact").first.click()
        page.locator(".lines code", has_text='Tap "Create contact"').first.wait_for()
        box = page.locator(".plate .glass").first.bounding_box()
        assert box is not None
        page.locator(".tree button", has_text="Contacts").first.click()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert page.locator(".mark .candidate").count() == 1
        page.close()


def test_a_line_goes_in_at_the_cursor_and_what_is_recorded_before_its_line(browser: Browser, tmp_path: Path) -> None:
    desk = Desk(Job(settings=Settings(run_dir=tmp_path / "runs", sim=True)))
    with opened(desk) as link:
        page = browser.new_page(viewport=DESKTOP)
        page.goto(link)
        page.goto(page.url.rstrip("/") + "/phone")
        page.wait_for_selector(".phone.mine img.pixels:not([hidden])", timeout=60_000)
        editor = page.get_by_role("textbox", name="Program")
        editor.fill("Repeat 2 times:\n    Press back\nPress home\n")
        editor.evaluate("one => one.setSelectionRange(22, 22)")
        page.get_by_role("button", name="Inspect").click()
        page.locator(".tree button", has_text="Contacts").first.click()
        page.locator(".lines button").first.click()
        lines = editor.input_value().splitlines()
        assert lines[2].startswith("    Tap ")
        assert lines[3] == "Press home"
        editor.evaluate("one => one.setSelectionRange(4, 4)")
        page.get_by_role("button", name="Record", exact=True).click()
        page.get_by_role("button", name="Home").click()
        page.wait_for_function("() => document.querySelector('textarea').value.startsWith('Press home\\nRepeat 2')")
        page.close()
        desk.close()
