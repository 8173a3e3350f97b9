"""One headless Chromium, runs on their own pages, and a long run. `make test-browser` runs the files named
`browser_*.py` here; `make test` does not collect them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from filelock import FileLock
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

from agentprog.app.launching.job import Job
from agentprog.app.launching.launch import launch
from agentprog.app.launching.programs import Program
from agentprog.app.session.session import RunSession
from agentprog.app.settings.model import Settings
from agentprog.ports import Screen
from agentprog.runtime.journal.folder import RunFolder
from agentprog.studio.desk import Desk
from agentprog.studio.server import opened
from benchmarks.report import long_run
from tests.browser.chromium import ARGUMENTS, browser_path

DESKTOP, PHONE = {"width": 1280, "height": 860}, {"width": 390, "height": 844}
REBOUND = "rebound.example"
"""A name of another site that leads to this computer."""
MODEL = r"""
[capabilities]
scoring = false

[[rule]]
purpose = "ground"
reply = '{"judgement": "The list of contacts is in front.", "action": "done", "expectation": "Contacts"}'
"""
"""Answers for any step that Contacts is in front."""
_PICTURES = 40
"""Different ones of a long run: each takes a while to draw."""
_LONGEST = 120_000
"""Milliseconds until a test gives up waiting: a busy computer is no finding."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """uiautomator2 and playwright leave sockets to the garbage collector."""
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.filterwarnings("ignore::ResourceWarning"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=_LONGEST)
    with sync_playwright() as play:
        started = play.chromium.launch(
            executable_path=browser_path(), args=[*ARGUMENTS, f"--host-resolver-rules=MAP {REBOUND} 127.0.0.1"]
        )
        yield started
        started.close()


@pytest.fixture(scope="session")
def five_hundred(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    """A recorded run of 500 steps, in a folder of runs of its own: made once for all processes of the tests."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return long_run(tmp_path_factory.mktemp("long") / "runs", steps=500, pictures=_PICTURES)
    shared = tmp_path_factory.getbasetemp().parent / "five hundred"
    with FileLock(f"{shared}.lock"):
        if not shared.exists():
            made = long_run(tmp_path_factory.mktemp("long") / "runs", steps=500, pictures=_PICTURES)
            made.path.parent.rename(shared)
    return RunFolder.open(next(shared.iterdir()))


class Seen:
    """A browser's profile, and the complaints of its pages."""

    def __init__(self, browser: Browser, *, size: dict[str, int] | None = None, scheme: str = "light") -> None:
        self.context: BrowserContext = browser.new_context(viewport=size or DESKTOP, color_scheme=scheme)  # type: ignore[arg-type]
        self.context.set_default_timeout(_LONGEST)
        self.complaints: list[str] = []

    def open(self, address: str) -> Page:
        page = self.context.new_page()
        page.on("console", lambda message: self.complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(address)
        return page


class Watched(Seen):
    """A run at work on a desk, and the link to its page."""

    def __init__(self, session: RunSession, desk: Desk, link: str, seen: Seen) -> None:
        self.session, self.desk, self.link = session, desk, link
        self.context, self.complaints = seen.context, seen.complaints

    def page(self) -> Page:
        return self.open(self.link)


Watch = Callable[..., Watched]


@pytest.fixture
def watch(browser: Browser, tmp_path: Path) -> Iterator[Watch]:
    """Runs a program and serves its page; `held`: paused before its first line; `sim`: on a simulated phone."""
    made: list[tuple[object, RunSession, Seen]] = []

    def watched(
        text: str,
        *,
        sim: bool = False,
        held: bool = False,
        by_model: bool = False,
        size: dict[str, int] | None = None,
        scheme: str = "light",
        **settings: object,
    ) -> Watched:
        chosen = Settings(run_dir=tmp_path / "runs", sim=sim, **settings)  # type: ignore[arg-type]
        job = Job(settings=chosen, program=Program(text=text, by_model=by_model))
        session, desk = RunSession(job), Desk(job)
        desk.watch(session)
        serving = opened(desk)
        found = Watched(session, desk, serving.__enter__(), Seen(browser, size=size, scheme=scheme))
        if held:
            session.pause()
        session.start(launch)
        made.append((serving, session, found))
        return found

    yield watched
    for serving, session, found in made:
        found.context.close()
        session.cancel("the test is over")
        serving.__exit__(None, None, None)  # type: ignore[attr-defined]
        session.wait(30)


@pytest.fixture
def serve(browser: Browser) -> Iterator[Callable[[Desk], tuple[Seen, str]]]:
    """The page of a desk: a browser for it and its link."""
    made: list[tuple[object, Seen, Desk]] = []

    def served(desk: Desk) -> tuple[Seen, str]:
        serving = opened(desk)
        link, seen = serving.__enter__(), Seen(browser)
        made.append((serving, seen, desk))
        return seen, link

    yield served
    for serving, seen, desk in made:
        seen.context.close()
        serving.__exit__(None, None, None)  # type: ignore[attr-defined]
        desk.close()


Serve = Callable[[Desk], tuple[Seen, str]]


def desk_of(folder: Path, *, text: str = "", extra: RunFolder | None = None, **settings: object) -> Desk:
    """A desk whose runs lie in a folder."""
    chosen = Settings(run_dir=folder / "runs", **settings)  # type: ignore[arg-type]
    return Desk(Job(settings=chosen, program=Program(text=text)), extra=extra)


def held(page: Page) -> Page:
    """The page, once it shows that its run is held."""
    page.wait_for_selector(".status.held")
    return page


def held_at(page: Page, line: int) -> None:
    """Wait until the page shows the run held before that line of its program: a run at work passes by lines as well."""
    page.wait_for_function(
        "line => document.querySelector('.status.held') && document.querySelector('.sheet .now')?.value === line",
        arg=line,
    )


def drawn(page: Page) -> None:
    """Wait until every picture that the page shows is drawn: until then its parts still move."""
    page.wait_for_function("() => [...document.images].every(one => one.hidden || (one.complete && one.naturalWidth))")


def until(holds: Callable[[], object], *, seconds: float = _LONGEST / 1000) -> None:
    """Wait until the condition holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not come to pass"
        time.sleep(0.02)


def tap(page: Page, screen: Screen, label: str) -> None:
    """A touch on the picture of that screen, on the middle of the element with this label."""
    x, y = next(element.bounds.center for element in screen.elements if element.label == label)
    finger(page.locator("img.pixels"), screen, (x, y))


def finger(picture: Locator, screen: Screen, at: tuple[int, int]) -> None:
    """A click on the picture at a place of the phone's own pixels."""
    drawn(picture.page)
    box = picture.bounding_box()
    assert box is not None
    place = {"x": box["width"] * at[0] / screen.width, "y": box["height"] * at[1] / screen.height}
    picture.click(position=place)  # type: ignore[arg-type]
