"""How quick the studio's page is, and whether what it writes means what was pointed at.

python -m benchmarks.studio lines      # elements of a simulated phone clicked, and what their lines mean
python -m benchmarks.studio record     # three deletions recorded by hand, replayed on a fresh phone
python -m benchmarks.studio page       # in headless Chromium: a run seen, a click to its frame, steps of a long run
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from agentprog.app.handiwork.naming import element_at, pointed_at, wordings
from agentprog.app.launching.job import Job
from agentprog.app.launching.launch import launch
from agentprog.app.launching.programs import Program
from agentprog.app.session.session import RunSession
from agentprog.app.settings.model import Settings
from agentprog.lang import ast
from agentprog.lang.check import check_text
from agentprog.ports import Element, OpenApp, Screen
from agentprog.studio.asking import asked, do
from agentprog.studio.desk import Desk, Seat
from agentprog.studio.handheld import Handheld
from agentprog.studio.server import opened

APPS = ("Contacts", "Settings", "Simple SMS Messenger", "Clock", "Markor", "Files")
TAB = "page 1"


def lines() -> None:
    """Every element that takes a touch, clicked in its middle: does the first line for it mean it?"""
    phone = Handheld(Settings(sim=True, seed=3))
    hit = said = 0
    try:
        for app in APPS:
            phone.phone.perform(OpenApp(name=app))
            screen = phone.look()
            for element in screen.elements:
                if element.window.value != "app" or not (element.clickable or element.editable or element.checkable):
                    continue
                met = element_at(screen, *element.bounds.center)
                found = wordings(screen, met) if met is not None else ()
                said += 1
                hit += met == element and bool(found) and _means(found[0].line, screen) == element
                if met != element or not found:
                    print(f"  no line: {app}: {element.descriptor}")
    finally:
        phone.close()
    print(f"{hit} of {said} elements: the first line means the element that was clicked")


def _means(line: str, screen: Screen) -> object:
    program = check_text(line, name="line").parsed.program
    node = program.body[0] if program is not None else None
    return pointed_at(screen, node) if isinstance(node, ast.DirectUI) else None


def record() -> None:
    """Deletes three contacts by hand on one phone, and has the program do it on another with other contacts."""
    with tempfile.TemporaryDirectory() as folder:
        base = Settings(sim=True, run_dir=Path(folder))
        hand = Handheld(base.model_copy(update={"seed": 11}))
        try:
            made = _recorded(hand)
        finally:
            hand.close()
        again = base.model_copy(update={"seed": 12})
        fresh = Handheld(again)
        try:
            names = _contacts(fresh)[:3]
        finally:
            fresh.close()
        for form, text in made.items():
            print(f"{form}:\n{text}")
            done = launch(Job(settings=again, program=Program(text=text), inputs={"items": names}))
            print(f"replayed for {', '.join(names)}: {done.outcome.kind} ({done.outcome.reason})")
            print(f"{done.totals.get('actions', 0):.0f} actions, {done.totals.get('model_calls', 0):.0f} model calls")


def _contacts(hand: Handheld) -> list[str]:
    hand.phone.perform(OpenApp(name="Contacts"))
    rows = [one for one in hand.look().elements if one.role.value == "item" and ", " in one.label]
    return [one.label.split(", ")[1] for one in rows]


def _recorded(hand: Handheld) -> dict[str, str]:
    """The program, as exact lines and as a step in plain words with them."""
    seat = Seat(name="phone", held=hand)
    names = _contacts(hand)[:3]
    hand.phone.perform(OpenApp(name="Contacts"))
    _ask(seat, '{"do": "take_over"}')
    _ask(seat, '{"do": "record", "on": true}')
    for name in names:
        for label in (name, "More options", "Delete", "Delete"):
            _tap(seat, label)
    _ask(seat, f'{{"do": "purpose", "text": "delete the contact {names[0]}"}}')
    made = {}
    for form, steps in (("exact lines", "false"), ("a step in plain words", "true")):
        told = do(seat, asked(f'{{"do": "recorded", "loop": true, "steps": {steps}}}'), TAB)
        print(f"deeds recorded; problems: {told['problems']}; doubts: {told['doubts']}; loop over: {told['loop']}")
        made[form] = _opening(told["program"])
    return made


def _opening(program: str) -> str:
    head, mark, body = program.rpartition("---\n")
    return f'{head}{mark}Open the "Contacts" app\n{body}'


def _ask(seat: Seat, line: str) -> None:
    do(seat, asked(line), TAB)


def _tap(seat: Seat, label: str) -> None:
    """A finger on what is called so, as the picture shows it."""
    found = [one for one in seat.held.look().elements if label in one.label.split(", ")]
    best = max(found, key=lambda one: (one.window.value == "dialog", one.clickable), default=None)
    if not isinstance(best, Element):
        sys.exit(f"there is no {label!r} on the screen")
    x, y = best.bounds.center
    _ask(seat, f'{{"do": "touch", "touch": {{"kind": "tap", "x": {x}, "y": {y}}}}}')


def page() -> None:
    """Needs playwright and a Chromium."""
    from playwright.sync_api import sync_playwright

    from benchmarks.report import long_run
    from tests.browser.chromium import ARGUMENTS, browser_path

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
        _seen(Path(folder), browser.new_page)
        _clicked(Path(folder), browser.new_page)
        _scrubbed(long_run(Path(folder) / "long", steps=500).path, browser.new_page)
        browser.close()


def _seen(folder: Path, new_page: Callable) -> None:  # type: ignore[type-arg]
    job = Job(settings=Settings(run_dir=folder), program=Program(text='Set {n} to 1\nTell user "{n}"\n'))
    desk, session = Desk(job), RunSession(job)
    desk.watch(session)
    session.pause()
    session.start(launch)
    with opened(desk) as link:
        tab, began = new_page(), time.monotonic()
        tab.goto(link)
        tab.wait_for_selector(".sheet .now")
        print(f"a run seen at its line after {1000 * (time.monotonic() - began):.0f} ms")
        tab.close()
    session.cancel("measured")
    session.wait(10)


def _clicked(folder: Path, new_page: Callable) -> None:  # type: ignore[type-arg]
    job = Job(settings=Settings(run_dir=folder, sim=True), program=Program(text='Open the "Contacts" app\n'))
    desk = Desk(job)
    with opened(desk) as link:
        tab = new_page()
        tab.goto(link)
        tab.goto(tab.url.rstrip("/") + "/phone")
        tab.wait_for_selector(".phone.mine img.pixels:not([hidden])", timeout=60_000)
        keys = [_last_frame(tab, _PRESS, [name]) for _ in range(10) for name in ("Recents", "Home")]
        picture = []
        for place in _icons(desk):
            picture.append(_last_frame(tab, _TOUCH, place))
            _last_frame(tab, _PRESS, ["Home"])
        desk.close()
        tab.close()
    for what, took in (("Recents or Home pressed", keys), ("an icon touched on the picture", picture)):
        seen = [one for one in took if one]
        told = f"median {statistics.median(seen):.0f} ms, most {max(seen):.0f} ms of {len(seen)}"
        print(f"{what}, to the last frame of what came of it: {told}")


_PRESS = "name => [...document.querySelectorAll('.keys button')].find(one => one.innerText === name).click()"
_TOUCH = """(across, down) => {
    const box = image.getBoundingClientRect();
    const at = { bubbles: true, clientX: box.left + across * box.width, clientY: box.top + down * box.height };
    image.dispatchEvent(new PointerEvent('pointerdown', at));
    image.dispatchEvent(new PointerEvent('pointerup', at));
}"""


def _icons(desk: Desk) -> list[list[float]]:
    """Where the icons of apps stand, in parts of the picture: each leads to a screen that was not there before."""
    phone = desk.open_phone().held
    shown = phone.look()
    assert phone.phone is not None
    named = {app.label for app in phone.phone.apps()}
    places = [one.bounds.center for one in shown.elements if one.clickable and one.label in named]
    return [[x / shown.width, y / shown.height] for x, y in places]


def _last_frame(tab, act: str, given: list) -> float:  # type: ignore[no-untyped-def, type-arg]
    """Milliseconds from what is done on the page to the last new picture of the second after it; 0 where none came."""
    watched = f"""given => new Promise(done => {{
        const image = document.querySelector('img.pixels'), began = performance.now();
        let last = 0;
        new MutationObserver(() => {{ last = performance.now() - began; }})
            .observe(image, {{ attributes: true, attributeFilter: ['data-n'] }});
        setTimeout(() => done(last), 1200);
        ({act})(...given);
    }})"""
    return float(tab.evaluate(watched, given))


def _scrubbed(run: Path, new_page: Callable) -> None:  # type: ignore[type-arg]
    from agentprog.runtime.journal.folder import RunFolder

    desk = Desk(Job(settings=Settings(run_dir=run.parent)), extra=RunFolder.open(run))
    with opened(desk) as link:
        tab = new_page()
        tab.goto(link)
        tab.wait_for_selector(".scrub")
        drawn = """at => new Promise(done => {
            const bar = document.querySelector('.scrub input[type=range]'), began = performance.now();
            bar.value = at;
            bar.dispatchEvent(new Event('input', { bubbles: true }));
            const look = () => document.querySelector('.scrub .count').innerText.startsWith(`${at + 1} `)
                && [...document.querySelectorAll('.scrub .plate img')].every(one => one.complete)
                ? done(performance.now() - began) : setTimeout(look, 4);
            look();
        })"""
        took = [tab.evaluate(drawn, at) for at in (10, 490, 250, 60, 399, 499, 0, 333, 77, 444)]
        print(f"a step of 500 drawn with its picture: median {statistics.median(took):.0f} ms, most {max(took):.0f} ms")
        tab.close()


if __name__ == "__main__":
    {"lines": lines, "record": record, "page": page}[sys.argv[1]]()
