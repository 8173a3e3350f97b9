"""A person's actions on the phone itself: strokes as actions, and the lines from them."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from agentprog.app.handiwork.glass import EDGE, ENDED, NOWHERE, SEVERAL, UNREAD, Done, Follower, done_by
from agentprog.app.handiwork.recorder import Recorder
from agentprog.app.session.phone import SharedPhone
from agentprog.errors import DeviceError
from agentprog.ports import Drag, LongPress, PressKey, Role, Screen, Swipe, Tap, TypeText, Window
from agentprog.ports.touches import Begun, Hears, Pressed, Stroke, Unheard
from tests.app.handiwork.test_naming import screen
from tests.runtime.conftest import FakePhone

FIELD = {"editable": True, "hint": "Title", "focused": True, "resource_id": "a:id/title"}
LIST = screen((Role.ITEM, "Milk", (0, 200, 1080, 300), {}), (Role.ITEM, "Oats", (0, 300, 1080, 400), {}))
KEYS = (Role.BUTTON, "q", (0, 1700, 100, 1800), {"window": Window.KEYBOARD})
BAR = (Role.BUTTON, "Back", (0, 2300, 300, 2400), {"window": Window.SYSTEM, "resource_id": "com.android.systemui:id/back"})  # fmt: skip # noqa: E501


def typing(text: str, **more: Any) -> Screen:
    found = screen((Role.FIELD, "Title", (0, 800, 1080, 900), {**FIELD, "text": text, **more}), KEYS)
    return replace(found, keyboard_shown=True)


def stroke(x: int, y: int, to: tuple[int, int] | None = None, **more: Any) -> Stroke:
    """On a screen of 1080 by 2400 pixels."""
    end = to or (x, y)
    given = {"seconds": 0.1, "rested": 0.1, **more}
    (x0, y0), (x1, y1) = (((across + 0.5) / 1080, (down + 0.5) / 2400) for across, down in ((x, y), end))
    return Stroke(start=(x0, y0), end=(x1, y1), **given)


def line_of(done: Done) -> str:
    recorder = Recorder(lambda _package: ())
    if done.action is not None:
        recorder.did(done.action, done.before, done.after, doubt=done.doubt)
    return recorder.program().strip() if recorder.deeds else ""


@pytest.mark.parametrize(
    ("done", "kind", "line"),
    [
        (stroke(500, 250), Tap, 'Tap "Milk"'),
        (stroke(500, 350, seconds=0.7), LongPress, 'Long press "Oats"'),
        (stroke(500, 1500, (500, 600), rested=0.02), Swipe, "Swipe up"),
        (stroke(500, 1500, (100, 1480), rested=0.02), Swipe, "Swipe left"),
    ],
)
def test_a_stroke_becomes_the_line_of_the_touched_element(done: Stroke, kind: type, line: str) -> None:
    found = done_by(done, LIST, LIST)
    assert type(found.action) is kind
    assert line_of(found) == line
    assert found.doubt == ""


def test_a_stroke_that_no_line_can_repeat_is_reported() -> None:
    carried = done_by(stroke(500, 250, (500, 350), rested=0.6, seconds=0.9), LIST, LIST)
    assert isinstance(carried.action, Drag)
    recorder = Recorder(lambda _package: ())
    recorder.did(carried.action, LIST, LIST)
    assert recorder.deeds == ()
    assert "no line of the language" in recorder.remarks[0]
    assert done_by(stroke(500, 250, fingers=2), LIST, LIST) == Done(action=None, before=LIST, after=LIST, doubt=SEVERAL)
    assert done_by(stroke(500, 250, known=False), LIST, LIST).doubt == NOWHERE


def test_a_stroke_on_an_unread_screen_is_in_doubt() -> None:
    found = done_by(stroke(500, 250), LIST, LIST, known=False)
    recorder = Recorder(lambda _package: ())
    assert found.action is not None
    recorder.did(found.action, found.before, found.after, doubt=found.doubt)
    assert recorder.deeds[0].doubt == UNREAD


def test_keys_of_the_phones_keyboard_become_the_typed_text() -> None:
    recorder = Recorder(lambda _package: ())
    texts = ["", "B", "Be", "B", "Br"]  # a slip taken back is none
    for was, now in itertools.pairwise(texts):
        found = done_by(stroke(50, 1750), typing(was), typing(now))
        assert isinstance(found.action, TypeText)
        recorder.did(found.action, found.before, found.after, doubt=found.doubt)
    assert recorder.program() == 'Type "Br" into "Title"\n'


def test_a_touch_between_keys_or_without_a_change_is_no_touch_of_the_app() -> None:
    assert done_by(stroke(900, 2200), typing("a"), typing("a")).action is None
    assert done_by(stroke(900, 2200), typing("a"), typing("ab")).action == TypeText(text="ab", replace=True)
    put_away = replace(typing("a"), keyboard_shown=False)
    assert done_by(stroke(900, 2200), typing("a"), put_away) == Done(action=None, before=typing("a"), after=put_away)


def test_a_key_that_leads_elsewhere_is_enter_and_marked_as_a_guess() -> None:
    found = done_by(stroke(900, 2200), typing("a"), LIST)
    assert (found.action, found.doubt) == (PressKey(key="enter"), ENDED)


def test_a_text_typed_into_a_password_field_is_not_recorded() -> None:
    found = done_by(stroke(50, 1750), typing("", password=True), typing("••", password=True))
    recorder = Recorder(lambda _package: ())
    assert found.action is not None
    recorder.did(found.action, found.before, found.after)
    assert "•" not in recorder.program()
    assert recorder.deeds[0].secret == "title"


def test_edges_of_the_screen_are_the_systems_where_it_has_no_buttons() -> None:
    back = stroke(10, 1200, (500, 1210), rested=0.02)
    assert done_by(back, LIST, LIST).action == PressKey(key="back")
    assert done_by(stroke(1075, 1200, (600, 1210), rested=0.02), LIST, LIST).action == PressKey(key="back")
    up = stroke(540, 2390, (540, 1500), rested=0.02, seconds=0.2)
    assert done_by(up, LIST, LIST).action == PressKey(key="home")
    slow = done_by(replace(up, seconds=1.2), LIST, LIST)
    assert (slow.action, slow.doubt) == (PressKey(key="recents"), EDGE)
    buttons = screen((Role.ITEM, "Milk", (0, 200, 1080, 300), {}), BAR)
    assert isinstance(done_by(back, buttons, LIST).action, Swipe)
    assert done_by(stroke(100, 2350), buttons, LIST).action == PressKey(key="back")


def test_a_key_of_the_phone_itself_is_pressed() -> None:
    assert done_by(Pressed(key="home"), LIST, LIST).action == PressKey(key="home")


class Glassy(FakePhone):
    """A phone in memory that reports its touch screen; the test sets `hears`."""

    hears: Hears
    stopped = 0

    def touches(self, hears: Hears) -> Callable[[], None] | None:
        self.hears = hears
        return self._stop

    def _stop(self) -> None:
        self.stopped += 1


def test_a_follower_reports_each_touch_with_its_screen() -> None:
    phone, done = Glassy(), []
    follower = Follower(SharedPhone(phone), did=done.append, lost=lambda why: None)
    assert follower.start()
    for heard in (Begun(), Stroke(start=(0.5, 0.5), end=(0.5, 0.5), seconds=0.1, rested=0.1)):
        phone.hears(heard)
    follower.stop(wait=10)
    follower.stop()
    assert (len(done), phone.stopped) == (1, 1)
    assert done[0].before.package == phone.observe().package
    assert done[0].doubt == ""


def test_a_second_stroke_is_in_doubt_until_the_screen_was_read() -> None:
    reading = threading.Event()

    class Slow(Glassy):
        def observe(self, *, screenshot: bool = False) -> Screen:
            reading.wait(10)
            return super().observe(screenshot=screenshot)

    phone, done = Slow(), []
    reading.set()
    follower = Follower(SharedPhone(phone), did=done.append, lost=lambda why: None)
    assert follower.start()
    reading.clear()
    for _ in range(2):
        phone.hears(Begun())
        phone.hears(Stroke(start=(0.5, 0.5), end=(0.5, 0.5), seconds=0.1, rested=0.1))
    reading.set()
    follower.stop(wait=10)
    assert [one.doubt for one in done] == ["", UNREAD]


def test_a_silent_phone_is_not_followed_and_a_lost_phone_gives_the_reason() -> None:
    assert not Follower(SharedPhone(FakePhone()), did=lambda done: None, lost=lambda why: None).start()
    phone, lost, why = Glassy(), threading.Event(), []
    follower = Follower(
        SharedPhone(phone), did=lambda done: None, lost=lambda reason: (why.append(reason), lost.set())[0]
    )
    assert follower.start()
    phone.hears(Unheard(why="the cable was pulled"))
    assert lost.wait(10)
    assert why == ["the cable was pulled"]


def test_a_phone_that_cannot_be_read_after_a_stroke_is_lost() -> None:
    class Gone(Glassy):
        reads = 0

        def observe(self, *, screenshot: bool = False) -> Screen:
            self.reads += 1
            if self.reads > 1:
                raise DeviceError("the phone is gone")
            return super().observe(screenshot=screenshot)

    phone, lost, why = Gone(), threading.Event(), []
    follower = Follower(
        SharedPhone(phone), did=lambda done: None, lost=lambda reason: (why.append(reason), lost.set())[0]
    )
    assert follower.start()
    phone.hears(Begun())
    phone.hears(Pressed(key="back"))
    assert lost.wait(10)
    assert why == ["the phone is gone"]
