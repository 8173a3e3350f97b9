"""What a snippet may call, and what each call does. Every touch of the phone is an action of the handset: gate, budget
and journal are those of any other action; what is read or judged on the way is resolved, so that a journal can answer.
"""

from __future__ import annotations

import difflib
import inspect
import math
from collections.abc import Callable
from typing import Any, Literal, cast, get_args

from agentprog.ports import (
    Action,
    ClearText,
    DoubleTap,
    Drag,
    Element,
    LongPress,
    OpenApp,
    OpenLink,
    OpenNotifications,
    OpenQuickSettings,
    Orientation,
    Pinch,
    PressKey,
    ReadClipboard,
    Rotate,
    Scroll,
    ScrollTo,
    SetClipboard,
    StopApp,
    Swipe,
    Tap,
    TypeText,
    Wait,
    WaitUntil,
    WakeUp,
)
from agentprog.runtime.compute.sandbox import Call, Denied, Handle
from agentprog.runtime.forms.sight import Sight
from agentprog.runtime.handset.done import Done
from agentprog.runtime.step import Step

Did = Callable[[Done, str], None]
"""Told of every action that was tried, with the text that was expected of it."""

CODE = "code"
_MOST_CALLS = 60
_MOST_REPEATS = 20
_MOST_SWIPES = 5
_SWIPED = 0.6
"""The part of a view that one swipe moves."""
_Key = Literal["back", "home", "enter", "recents", "delete", "search", "menu"]
_Way = Literal["up", "down", "left", "right"]


class EndOfSnippet(Denied):
    """The snippet has done what one snippet may do: the screen must be looked at before anything else is done."""


class Primitives:
    """The methods of `mobile`, for one snippet. `changes` is how many of them may change the screen."""

    def __init__(self, step: Step, did: Did, *, changes: int) -> None:
        self._step = step
        self._did = did
        self._changes = changes
        self._calls = 0
        self._sight = Sight(step)
        self.ended = False
        """A call came after the last change that was allowed: the rest of the snippet was not run."""
        self.dry = False

    def answer(self, call: Call) -> Any:
        """The value of one call. Raises Denied for what the code may know, anything else to end the run or step."""
        self._step.session.cancel.check()
        self._step.session.meter.check_time()
        self._calls += 1
        if self.ended or self._calls > _MOST_CALLS:
            self.ended = True
            raise EndOfSnippet("this snippet is over: the screen has changed, look at it first")
        if call.owner == "llm":
            if call.name != "query":
                raise Denied(f"llm has no {call.name!r}, only query", AttributeError)
            return self._sight.query(call)
        method = METHODS.get(call.name)
        if method is None:
            near = difflib.get_close_matches(call.name, METHODS, n=3, cutoff=0.3)
            raise Denied(
                f"mobile has no {call.name[:40]!r}; there is {', '.join(near or METHODS)[:160]}", AttributeError
            )
        try:
            bound = inspect.signature(method).bind(self, *call.args, **call.kwargs)
        except TypeError as exc:
            raise Denied(f"mobile.{call.name}: {exc}", TypeError) from exc
        if call.name in _CHANGING:
            self._one_change_more()
        return method(*bound.args, **bound.kwargs)

    # ------------------------------------------------------------ doing

    def _one_change_more(self) -> None:
        if self._changes <= 0:
            self.ended = True
            raise EndOfSnippet("the screen has changed since this code was written: look at it before the next action")
        self._changes -= 1

    def _act(self, action: Action, expect: str = "") -> bool:
        done = self._step.act(action, why=CODE, expectation=_text(expect, "expect"))
        self._did(done, _text(expect, "expect"))
        if done.dry:
            self.dry = self.ended = True
        if done.refused:
            raise Denied(done.attempt.detail, PermissionError)
        if not done.attempt.ok:
            raise Denied(done.attempt.detail or "the phone could not do it")
        return done.attempt.changed

    def start_app(self, app_name: str, expect: str = "") -> bool:
        return self._act(OpenApp(name=_text(app_name, "app_name")), expect)

    def kill_app(self, app_name: str) -> bool:
        return self._act(StopApp(name=_text(app_name, "app_name")))

    def open_link(self, url: str, expect: str = "") -> bool:
        return self._act(OpenLink(url=_text(url, "url")), expect)

    def back(self, expect: str = "") -> bool:
        return self._act(PressKey(key="back"), expect)

    def home(self) -> bool:
        return self._act(PressKey(key="home"))

    def press(self, key: str, expect: str = "") -> bool:
        if key not in get_args(_Key):
            raise Denied(f"there is no key {str(key)[:40]!r}, only {', '.join(get_args(_Key))}", ValueError)
        return self._act(PressKey(key=cast(_Key, key)), expect)

    def click(self, view_description: str, expect: str = "") -> bool:
        return self._act(Tap(target=self._sight.find(view_description)), expect)

    def double_click(self, view_description: str, expect: str = "") -> bool:
        return self._act(DoubleTap(target=self._sight.find(view_description)), expect)

    def long_click(self, view_description: str, expect: str = "") -> bool:
        return self._act(LongPress(target=self._sight.find(view_description)), expect)

    def drag(self, view_description: str, to: str) -> bool:
        return self._act(Drag(start=self._sight.find(view_description), end=self._sight.find(to)))

    def pinch(self, direction: str = "out", view_description: str = "") -> bool:
        if direction not in ("in", "out"):
            raise Denied("direction must be 'in' or 'out'", ValueError)
        return self._act(Pinch(direction=cast(Literal["in", "out"], direction), target=self._view(view_description)))

    def input(self, view_description: str, text: str, expect: str = "") -> bool:
        field = self._sight.find(view_description, field=True)
        return self._act(TypeText(text=_text(text, "text"), target=field), expect)

    def clear(self, view_description: str) -> bool:
        return self._act(ClearText(target=self._sight.find(view_description, field=True)))

    def input_by_pasting(self, view_description: str, text: str, expect: str = "") -> bool:
        """Through the clipboard: put there, the field held, "Paste" tapped; typed where no such choice comes up."""
        field = self._sight.find(view_description, field=True)
        self._act(SetClipboard(text=_text(text, "text")))
        if not field.text:
            self._act(LongPress(target=field))
            paste = self._sight.labelled("Paste")
            if paste is not None:
                return self._act(Tap(target=paste), expect)
        return self._act(TypeText(text=_text(text, "text"), target=field), expect)

    def get_clipboard(self) -> str:
        done = self._step.act(ReadClipboard(), why=CODE)
        if not done.attempt.ok:
            raise Denied(done.attempt.detail or "the clipboard cannot be read")
        return str(self._step.resolve("clipboard value", lambda: done.value))

    def set_clipboard(self, text: str) -> bool:
        return self._act(SetClipboard(text=_text(text, "text")))

    def expand_notification_panel(self) -> bool:
        return self._act(OpenNotifications())

    def open_quick_settings(self) -> bool:
        return self._act(OpenQuickSettings())

    def rotate(self, orientation: str) -> bool:
        if orientation not in get_args(Orientation):
            raise Denied(f"orientation must be one of {', '.join(get_args(Orientation))}", ValueError)
        return self._act(Rotate(orientation=cast(Orientation, orientation)))

    def wake_up(self) -> bool:
        return self._act(WakeUp())

    def wait(self, seconds: float = 1.0) -> bool:
        return self._act(Wait(seconds=_number(seconds, "seconds", most=30.0)))

    def scroll(self, direction: str, view_description: str = "") -> bool:
        return self._act(Scroll(direction=_way(direction), target=self._view(view_description)))

    def scroll_to(self, text: str, direction: str = "down", view_description: str = "") -> bool:
        view = self._view(view_description)
        return self._act(ScrollTo(text=_text(text, "text"), direction=_way(direction), target=view))

    def swipe_upward(self, view_description: str = "", distance: float | None = None) -> bool:
        return self._swipe("up", view_description, distance)

    def swipe_downward(self, view_description: str = "", distance: float | None = None) -> bool:
        return self._swipe("down", view_description, distance)

    def swipe_leftward(self, view_description: str = "", distance: float | None = None) -> bool:
        return self._swipe("left", view_description, distance)

    def swipe_rightward(self, view_description: str = "", distance: float | None = None) -> bool:
        return self._swipe("right", view_description, distance)

    def _swipe(self, way: _Way, description: str, distance: float | None) -> bool:
        """One finger movement; as many as it takes for a distance (in pixels) larger than one of them moves."""
        view, times = self._view(description), 1
        if distance is not None:
            wanted = _number(distance, "distance", most=1e6)
            times = int(self._step.resolve("swipes", lambda: self._swipes(view, way, wanted)))
        changed = False
        for _ in range(times):
            changed = self._act(Swipe(direction=way, target=view)) or changed
        return changed

    def _swipes(self, view: Element | None, way: _Way, distance: float) -> int:
        screen = self._step.screen()
        upright = way in ("up", "down")
        extent = screen.height if upright else screen.width
        if view is not None:
            extent = view.bounds.height if upright else view.bounds.width
        return min(_MOST_SWIPES, max(1, math.ceil(distance / max(1.0, extent * _SWIPED))))

    def back_to(self, description: str, max_steps: int = 5) -> bool:
        """Press back until the screen is the one described."""
        for left in range(int(_number(max_steps, "max_steps", most=_MOST_REPEATS)), -1, -1):
            if self._sight.check(_text(description, "description")):
                return True
            if left:
                self._act(PressKey(key="back"))
        return False

    def swipe_until(
        self,
        view_description: str,
        expected_desc: str,
        towards: str = "up",
        duration: float = 1000,
        max_retry: int = 10,
    ) -> bool:
        """Swipe until the screen is as expected, or shows nothing new. `duration` (ms) is the phone's own here."""
        del duration
        for left in range(int(_number(max_retry, "max_retry", most=_MOST_REPEATS)), -1, -1):
            if self._sight.check(_text(expected_desc, "expected_desc")):
                return True
            if not left or not self._act(Swipe(direction=_way(towards), target=self._view(view_description))):
                return False
        return False

    # ------------------------------------------------------------ looking

    def _view(self, description: str) -> Element | None:
        """The view to move over; none is named by an empty description or "screen"."""
        words = _text(description, "view_description").casefold().strip()
        return None if words in ("", "screen", "the screen") else self._sight.find(description)

    def check(self, description: str) -> bool:
        return self._sight.check(_text(description, "description"))

    def wait_until(self, description: str, waitInterval: float = 0.5, timeout: float = 5) -> bool:
        """Look again and again until the screen is as described. What is quoted, or a label, needs no model."""
        most = _number(timeout, "timeout", most=60.0)
        return self._sight.wait(_text(description, "description"), _number(waitInterval, "waitInterval", most=10), most)

    def wait_for_text(self, text: str, timeout: float = 10, gone: bool = False) -> bool:
        return self._act(
            WaitUntil(text=_text(text, "text"), seconds=_number(timeout, "timeout", most=60), gone=bool(gone))
        )

    def get_input_field_text(self, view_description: str) -> str:
        found = self._sight.find(view_description, field=True)
        return "" if found.password else found.text

    def take_screenshot(self) -> Handle:
        return self._sight.picture()


_CHANGING = frozenset(
    (
        *("start_app", "kill_app", "open_link", "back", "home", "press", "click", "double_click", "long_click", "drag"),
        *("pinch", "input", "clear", "input_by_pasting", "expand_notification_panel", "open_quick_settings", "rotate"),
        *("wake_up", "scroll", "scroll_to", "swipe_upward", "swipe_downward", "swipe_leftward", "swipe_rightward"),
        *("back_to", "swipe_until"),
    )
)
METHODS: dict[str, Callable[..., Any]] = {
    name: method
    for name, method in vars(Primitives).items()
    if inspect.isfunction(method) and not name.startswith("_") and name != "answer"
}
"""What `mobile` has, by name."""


def _text(value: Any, name: str) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise Denied(f"{name} must be a text, not {type(value).__name__}", TypeError)
    return str(value)


def _number(value: Any, name: str, *, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value < 0:
        raise Denied(f"{name} must be a number from 0 to {most:g}", TypeError)
    return min(float(value), most)


def _way(value: Any) -> _Way:
    if value not in get_args(_Way):
        raise Denied(f"a direction is one of {', '.join(get_args(_Way))}, not {str(value)[:40]!r}", ValueError)
    return cast(_Way, value)
