"""The page of a run as a browser shows it. Run by `make test-browser`, not by `make test`: it needs Chromium."""

from __future__ import annotations

import dataclasses
import random
import re
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Browser, Page

from agentprog.ports import Event
from agentprog.report import write_report
from agentprog.runtime.journal import events as e
from agentprog.runtime.journal.folder import RunFolder
from benchmarks.report import long_run

LONG = "x" * 3000
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}


def everything(base: Path) -> RunFolder:
    """A run with each kind of event, an endless program line, an endless word and a huge variable."""
    folder = RunFolder.create(base, instruction=f"All kinds of things {LONG}", now=datetime(2026, 1, 2, tzinfo=UTC))
    folder.append(e.RunStarted(at=0.0, run="r", instruction="x", started_at="2026-01-02T00:00:00+00:00"), durable=False)
    text = f'Tap "{LONG}"\nrepeat 2 times:\n    Tell user "{"long words " * 300}"\n'
    folder.append(e.ProgramReady(at=0.0, text=text, source="model", digest="d"), durable=False)
    step: dict[str, Any] = {"at": 1.0, "step": 1, "node": "n"}
    folder.append(e.StepStarted(**step, line=1, kind="Action", text=f'Tap "{LONG}"'), durable=False)
    done = ("RunStarted", "ProgramReady", "StepStarted", "StepFinished", "RunFinished")
    for kind in e.EVENTS:
        if kind.__name__ not in done:
            folder.append(_one(kind), durable=False)
    folder.append(
        e.VariableSet(at=2.0, step=1, line=1, name="big", kind="list", provenance="screen", preview=LONG * 5),
        durable=False,
    )
    folder.append(
        e.StepFinished(**step, line=1, kind="Action", operation="continue", status="verified", tier="semantic",
                       seconds=1.0, detail=f'"{LONG}" has appeared'), durable=False,
    )  # fmt: skip
    folder.append(e.RunFinished(at=9.0, outcome="verified", reason="seen", exit_code=0, answer=LONG), durable=False)
    folder.close()
    return folder


def _one(kind: type[Event]) -> Event:
    """The least event of a kind; its texts name the kind."""
    given: dict[str, Any] = {}
    for field in dataclasses.fields(kind):
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            base = str(field.type).split("[")[0]
            values = {"int": 1, "float": 1.0, "str": f"{kind.__name__} {field.name}", "bool": True, "list": []}
            given[field.name] = values.get(base, {})
    if kind is e.ProgramAmended:
        given |= {"diff": "--- a\n+++ b\n-old line\n+new line\n", "text": f'Tap "{LONG}"\nTap "new"\n', "line": 2}
    return kind(**given)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory, five_hundred: RunFolder) -> dict[str, Path]:
    base = tmp_path_factory.mktemp("runs")
    runs = {"all": everything(base), "short": long_run(base, steps=12), "long": five_hundred}
    return {name: write_report(run) for name, run in runs.items()}


class Seen:
    """A page, with its errors and its network requests."""

    def __init__(self, page: Page, path: Path) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        page.goto(path.as_uri())

    def too_wide(self) -> int:
        """Pixels by which the page can be scrolled sideways."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


@pytest.mark.parametrize("name", ["all", "short", "long"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_report_opens_without_an_error_and_fits_the_window(
    browser: Browser, pages: dict[str, Path], name: str, size: Any, scheme: Any, request: pytest.FixtureRequest
) -> None:
    context = browser.new_context(viewport=size, color_scheme=scheme)
    seen = Seen(context.new_page(), pages[name])
    assert seen.complaints == []
    assert [url for url in seen.requests if not url.startswith(("file:", "data:"))] == []
    assert seen.too_wide() == 0
    paper = seen.page.evaluate("getComputedStyle(document.body).backgroundColor")
    light = sum(int(part) for part in paper[4:-1].split(",")[:3]) > 384
    assert light == (scheme == "light")
    context.close()


def test_folds_open_and_close(browser: Browser, pages: dict[str, Path]) -> None:
    page = Seen(browser.new_page(viewport=DESKTOP), pages["short"]).page
    assert page.locator("#timeline article details[open]").count() >= 12
    page.get_by_role("button", name="fold all", exact=True).click()
    assert page.locator("#timeline details[open]").count() == 0
    page.locator("#step-3 > details > summary").click()
    assert page.locator("#timeline details[open]").count() == 1
    page.get_by_role("button", name="unfold all").click()
    assert page.locator("#timeline details:not([open])").count() == 0
    page.close()


def test_a_line_of_the_program_leads_to_its_step(browser: Browser, pages: dict[str, Path]) -> None:
    page = Seen(browser.new_page(viewport=DESKTOP), pages["short"]).page
    page.get_by_role("button", name="fold all", exact=True).click()
    page.locator("#program a").last.click()
    target = page.evaluate("location.hash")
    page.wait_for_function("document.querySelector(location.hash + ' details').open")
    assert target.startswith("#step-")
    assert page.locator(target).evaluate("found => found.getBoundingClientRect().top") < 900
    page.close()


def test_a_screen_is_enlarged_with_the_keyboard_alone(browser: Browser, pages: dict[str, Path]) -> None:
    page = Seen(browser.new_page(viewport=DESKTOP), pages["short"]).page
    shot = page.locator(".shot").first
    before = shot.bounding_box()
    shot.focus()
    page.keyboard.press("Enter")
    after = shot.bounding_box()
    assert before is not None
    assert after is not None
    assert after["width"] > before["width"] * 2
    assert shot.get_attribute("aria-expanded") == "true"
    page.close()


def test_everything_that_can_be_used_can_be_reached_by_tab(browser: Browser, pages: dict[str, Path]) -> None:
    page = Seen(browser.new_page(viewport=DESKTOP), pages["all"]).page
    reached = set()
    for _ in range(80):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.tagName + '.' + document.activeElement.className"))
    assert {"A.", "SUMMARY.", "BUTTON."} <= reached
    page.close()


def test_it_prints_every_step(browser: Browser, pages: dict[str, Path]) -> None:
    page = Seen(browser.new_page(viewport=DESKTOP), pages["short"]).page
    page.emulate_media(media="print")
    assert not page.locator(".tools").is_visible()
    assert page.pdf(format="A4").startswith(b"%PDF")
    page.close()


def test_five_hundred_steps_scroll_to_the_last(browser: Browser, pages: dict[str, Path]) -> None:
    assert pages["long"].stat().st_size < 10_000_000
    page = Seen(browser.new_page(viewport=DESKTOP), pages["long"]).page
    assert page.locator("article.step").count() == 500
    page.locator("#step-500").scroll_into_view_if_needed()
    assert page.locator("#step-500 .shot").is_visible()
    assert "url(" in page.locator("#step-500 .shot").evaluate("shot => getComputedStyle(shot).backgroundImage")
    page.close()


def test_a_page_beyond_fifteen_megabytes_has_smaller_then_fewer_pictures_with_a_note(
    browser: Browser, five_hundred: RunFolder, tmp_path: Path
) -> None:
    """A picture of noise compresses worst: 500 of them do not fit."""
    run = RunFolder.open(Path(shutil.copytree(five_hundred.path, tmp_path / "noise")))
    noise = Image.frombytes("RGB", (200, 444), random.Random(1).randbytes(200 * 444 * 3))
    for at, shot in enumerate(sorted((run.path / "steps").glob("*.jpg"))):
        ImageChops.offset(noise, at).save(shot, "JPEG", quality=95)
    whole, some = write_report(run), write_report(run, tmp_path / "some.html", most=5_000_000)
    assert whole.stat().st_size <= 15_000_000
    assert some.stat().st_size <= 5_000_000
    for file, note in ((whole, "shows its pictures smaller"), (some, r"leaves out the pictures of [1-9]\d* screens")):
        seen = Seen(browser.new_page(viewport=DESKTOP), file)
        seen.page.get_by_text(re.compile(note)).wait_for()
        assert seen.page.locator("article.step").count() == 500
        assert seen.complaints == []
        seen.page.close()
