"""The pictures of the studio's pages in docs/: made anew from runs on simulated phones, in both themes and widths.

    python -m benchmarks.studio_pictures docs/images

Needs playwright and a Chromium (`make test-browser` brings the first).
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from agentprog.app.launching.job import Job
from agentprog.app.launching.launch import launch
from agentprog.app.launching.programs import Program
from agentprog.app.session.session import RunSession
from agentprog.app.settings.model import Settings
from agentprog.ports import Screen
from agentprog.runtime.journal.folder import RunFolder
from agentprog.studio.desk import Desk, Seat
from agentprog.studio.server import opened
from tests.browser.chromium import ARGUMENTS, browser_path

DESKTOP, SMALL = {"width": 1280, "height": 800}, {"width": 390, "height": 780}
_RECORDS, _LOOKS = 3000, 20
"""Milliseconds that a touch may take until it is recorded; looks until something has come."""
COLOURS = 96
"""Of a picture's palette: flat pages lose nothing that can be seen, and files are a third as large."""
SEND = """Open the "Simple SMS Messenger" app
Tap the item number 1
Type "See you at four" into "Type a message…"
Tap "SMS"
"""
COUNT = """Open the "Contacts" app
Set {seen} to 0
For each {name} in ["Ada", "Grace", "Hana"]:
    Calculate {seen} + 1, record as {seen}
    Tell user "{name}"
"""
FAILING = """Open the "Contacts" app
Tap "Create contact"
Type "Ada" into "First name"
Tap "Save"
Verify that "Grace" appears
"""


class Studio:
    """Takes pictures of pages; `folder` gets them."""

    def __init__(self, browser: Browser, folder: Path, runs: Path) -> None:
        self._browser, self._folder = browser, folder
        self.settings = Settings(run_dir=runs, sim=True, seed=3)

    def page(self, link: str, size: Any, scheme: Any) -> Page:
        page = self._browser.new_context(viewport=size, color_scheme=scheme).new_page()
        page.set_default_timeout(60_000)
        page.goto(link)
        return page

    def keep(self, page: Page, name: str) -> None:
        page.wait_for_timeout(500)
        image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        image.quantize(COLOURS, dither=Image.Dither.NONE).save(self._folder / f"{name}.png", optimize=True)
        page.context.close()

    def run(self, text: str, scene: Callable[[str], None], *, held: bool) -> None:
        """A run of a program; `held`: before its first line."""
        job = Job(settings=self.settings, program=Program(text=text, name="tour.stp"))
        desk, session = Desk(job), RunSession(job)
        desk.watch(session)
        if held:
            session.pause()
        session.start(launch)
        with opened(desk) as link:
            scene(link)
            session.cancel("the picture is taken")
            session.wait(30)

    def asking(self, link: str) -> None:
        for name, size, scheme in (("studio-live", DESKTOP, "light"), ("studio-phone", SMALL, "dark")):
            page = self.page(link, size, scheme)
            page.wait_for_selector(".question")
            page.wait_for_selector("img.pixels[data-n]")
            self.keep(page, name)

    def stopped(self, link: str) -> None:
        page = self.page(link, DESKTOP, "dark")
        page.wait_for_selector(".status.held")
        page.get_by_role("button", name="Breakpoint at line 4").click()
        page.get_by_role("tab", name="Breakpoints").click()
        page.get_by_label("Only if: line 4").fill("{seen} is 1")
        page.keyboard.press("Enter")
        page.get_by_label("failed check", exact=True).click()
        page.get_by_label("Only if: failed check").wait_for()
        page.get_by_role("button", name="Resume").click()
        page.wait_for_function("() => document.querySelector('.sheet .now')?.value === 4")
        self.keep(page, "studio-debug")

    def by_hand(self) -> None:
        """The phone without a run: inspected, then recorded."""
        desk = Desk(Job(settings=self.settings))
        with opened(desk) as link:
            page = self.page(link, DESKTOP, "dark")
            page.goto(page.url.rstrip("/") + "/phone")
            page.wait_for_selector(".phone.mine img.pixels[data-n]")
            seat = desk.open_phone()
            page.get_by_role("button", name="Record", exact=True).click()
            page.get_by_role("button", name="Stop recording").wait_for()
            for label in ("Contacts", "Create contact", "First name"):
                _touch(page, seat, label)
            page.get_by_label("Type on the phone").fill("Ada Byron")
            page.get_by_role("button", name="Send").click()
            page.wait_for_function("() => document.querySelector('textarea').value.includes('Ada Byron')")
            page.get_by_role("button", name="Stop recording").click()
            page.get_by_role("button", name="Inspect", exact=True).click()
            page.locator(".tree button", has_text='"Save"').first.click()
            page.wait_for_selector(".lines code")
            page.evaluate("() => scrollTo(0, 0)")
            self.keep(page, "studio-record")
            desk.close()

    def looked_back(self) -> None:
        job = Job(settings=self.settings, program=Program(text=FAILING, name="tour.stp"))
        folder = RunFolder.open(launch(job).folder)
        with opened(Desk(job, extra=folder)) as link:
            for name, size, scheme in (("studio-scrub", DESKTOP, "light"), ("studio-scrub-phone", SMALL, "light")):
                page = self.page(link, size, scheme)
                page.wait_for_selector(".scrub .plate img")
                self.keep(page, name)


def _touch(page: Page, seat: Seat, label: str) -> None:
    """A finger on what is called so, and time for it to be recorded."""
    shown = _showing(seat, label)
    x, y = next(one.bounds.center for one in shown.elements if one.label == label)
    box = page.locator("img.pixels").bounding_box()
    assert box is not None
    place = {"x": box["width"] * x / shown.width, "y": box["height"] * y / shown.height}
    page.locator("img.pixels").click(position=place)
    page.wait_for_timeout(_RECORDS)


def _showing(seat: Seat, label: str) -> Screen:
    for _ in range(_LOOKS):
        shown = seat.held.look()
        if any(one.label == label for one in shown.elements):
            return shown
    sys.exit(f"there is no {label!r} on the screen")


def main() -> None:
    with tempfile.TemporaryDirectory() as runs, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
        studio = Studio(browser, Path(sys.argv[1]), Path(runs))
        studio.looked_back()
        studio.run(SEND, studio.asking, held=False)
        studio.run(COUNT, studio.stopped, held=True)
        studio.by_hand()
        browser.close()


if __name__ == "__main__":
    main()
