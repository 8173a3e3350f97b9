"""Checks of a run's view of the screen: tree, pixels, the app in front."""

from __future__ import annotations

import io

from PIL import Image

from agentprog.devices.conformance.bench import Bench, Unknown, must
from agentprog.ports import CaptureKind, OpenApp, OpenNotifications, PressKey, Scroll, Tap, Window

_SLACK = 2


def tree(bench: Bench) -> str:
    """The tree of the app in front has elements, all inside the display."""
    screen = bench.settings()
    kinds = {issue.kind for issue in screen.issues}
    must(CaptureKind.NO_TREE not in kinds, "Settings shows no tree")
    app = [e for e in screen.elements if e.window is Window.APP]
    must(len(app) >= 3, f"Settings shows {len(app)} elements")
    outside = [e.descriptor for e in app if e.bounds.right > screen.width + _SLACK or e.bounds.left < -_SLACK]
    must(not outside, f"outside the display: {outside[:3]}")
    must(screen.taken_at.tzinfo is not None, "the phone's time has no zone")
    return f"{len(app)} elements, all inside {screen.width}x{screen.height}"


def at_rest(bench: Bench) -> str:
    """Two reads of a resting screen are equal."""
    bench.settings()
    first, second = bench.device.observe(), bench.device.observe()
    must(first.signature == second.signature, "two looks at a resting screen differ")
    return "two looks are equal"


def pixels(bench: Bench) -> str:
    """A screenshot shows the whole display, in more than one colour."""
    screen = bench.settings()
    screen = bench.device.observe(screenshot=True)
    if any(issue.kind is CaptureKind.SECURE for issue in screen.issues):
        raise Unknown("Settings forbids screenshots on this phone")
    shot = screen.screenshot
    if shot is None:
        must(False, f"no picture: {[issue.detail for issue in screen.issues]}")
        return ""
    must({shot.width, shot.height} == {screen.width, screen.height}, f"the picture is {shot.width}x{shot.height}")
    with Image.open(io.BytesIO(shot.data)) as image:
        low, high = image.convert("L").getextrema()
    must(low != high, "the picture is of one colour")
    return f"{shot.width}x{shot.height} {shot.media_type}, {len(shot.data) // 1000} kB"


def home(bench: Bench) -> str:
    """The Home key shows the launcher."""
    settings = bench.settings()
    screen = bench.home()
    must(screen.package not in ("", settings.package), f"{screen.package or 'nothing'} is in front after Home")
    return f"{screen.package} is in front"


def apps(bench: Bench) -> str:
    """The phone lists its apps, each with a name."""
    found = bench.device.apps()
    must(bool(found), "no app with an icon is listed")
    must(all(app.label and app.package for app in found), "an app has no name")
    return f"{len(found)} apps"


def unknown_app(bench: Bench) -> str:
    """Opening an unknown app reports an error and opens no other app."""
    bench.home()
    result = bench.device.perform(OpenApp(name="no.such.app.of.agentprog"))
    must(not result.ok, "an app that does not exist was opened")
    return result.detail


def scrolling(bench: Bench) -> str:
    """Settings scrolls with a drag, and scrolls back."""
    bench.settings()
    down = bench.device.perform(Scroll(direction="down"))
    if "nothing moved" in down.detail:
        raise Unknown("the first page of Settings fits on the screen")
    must(down.ok, f"scrolling down: {down.detail}")
    moved = bench.device.perform(Scroll(direction="up"))
    must(moved.ok, f"scrolling up: {moved.detail}")
    return "down and up again"


def tapping(bench: Bench) -> str:
    """A tap opens the search of Settings; Back leaves it."""
    field = bench.search_field()
    inside = bench.device.observe()
    must(any(e.editable for e in inside.elements), f"{field.descriptor} is gone")
    for _ in range(3):  # the keyboard takes the first Back
        bench.device.perform(PressKey(key="back"))
        if not any(e.editable and e.focused for e in bench.device.observe().elements):
            return "search opened and left"
    must(False, "Back does not leave the search of Settings")
    return ""


def notifications(bench: Bench) -> str:
    """The notification shade opens and closes."""
    bench.home()
    before = bench.device.observe().signature
    must(bench.device.perform(OpenNotifications()).ok, "the shade does not open")
    opened = bench.device.observe()
    bench.device.perform(PressKey(key="back"))
    must(opened.signature != before, "the shade was opened, and the screen is the same")
    return "opened and closed"


def entry(bench: Bench) -> str:
    """An entry of Settings opens a page of its own."""
    screen = bench.settings()
    rows = [e for e in screen.elements if e.clickable and e.window is Window.APP and "search" not in e.resource_id]
    if not rows:
        raise Unknown("the first page of Settings has no entry")
    bench.device.perform(Tap(target=rows[0]))
    after = bench.device.observe()
    bench.device.perform(PressKey(key="back"))
    must(after.signature != screen.signature, f"tapping {rows[0].descriptor} changed nothing")
    return f"{rows[0].descriptor} leads to a page"
