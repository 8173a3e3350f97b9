"""Follows a person's actions on the phone itself: each stroke with the screen that it met.

A person does not wait until the screen has been read. So the screen is read when a recording begins and after each
stroke; a stroke before the end of a reading meets an unknown screen, and its line says so.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable

from agentprog import ports
from agentprog.app.session.phone import SharedPhone
from agentprog.errors import AgentProgError
from agentprog.frozen import frozen
from agentprog.ports.touches import Begun, Heard, Pressed, Stroke, Unheard

HELD = 0.5
"""Seconds after which a resting finger is a long press."""
CARRIED = 0.5
"""Seconds of rest before a movement that make it a drag."""
_MOVED = 24
_SIDE = 0.05
"""Share of the screen's width at each side in which the system's back swipe starts."""
_FOOT = 0.03
"""Share of the screen's height at its bottom in which the system's home swipe starts."""
_REACTS = 0.3
"""Seconds in which a phone may begin to react to a touch; an earlier screen does not show the result."""
_RECENTS = 0.8
"""Seconds from which on a swipe from the bottom edge shows the apps in use."""
_BACKS = ("/back", "/home", "/recent_apps")
UNREAD = "the touch came before the screen was read: check that the line names the right element"
SEVERAL = "several fingers at once: no line of the language repeats that"
NOWHERE = "the phone did not report the finger's position"
EDGE = "it was swiped from the foot of the screen"
ENDED = "it is not known what the keyboard's key did"


@frozen
class Done:
    """A person's action on the phone. `action` is None if the touch had no effect, or if no action describes it; then
    `doubt` explains why. Otherwise `doubt` says why the person may have intended another action.
    """

    action: ports.Action | None
    before: ports.Screen
    after: ports.Screen
    doubt: str = ""


@frozen
class _Met:
    heard: Stroke | Pressed
    screen: ports.Screen
    known: bool
    ended: float


class Follower:
    """Follows one phone from `start` to `stop`. Calls `did` with each deed, and `lost` with the reason if listening
    ends. Both calls come from the follower's own thread.
    """

    def __init__(self, phone: SharedPhone, *, did: Callable[[Done], None], lost: Callable[[str], None]) -> None:
        self._phone, self._did, self._lost = phone, did, lost
        self._met: queue.Queue[_Met | Unheard | None] = queue.Queue()
        self._under: tuple[ports.Screen, bool] | None = None
        self._changed = 0.0
        self._stop: Callable[[], None] | None = None
        self._worker = threading.Thread(target=self._work, name="agentprog glass", daemon=True)

    def start(self) -> bool:
        """Begin to listen. False if adb may not read the phone's touches. Raises DeviceError."""
        self._phone.observe()
        self._stop = self._phone.touches(self._heard)
        if self._stop is not None:
            self._worker.start()
        return self._stop is not None

    def stop(self, *, wait: float = 0.0) -> None:
        """Stop listening; `wait` seconds at most until finished strokes are reported. Safe to call twice."""
        if self._stop is None:
            return
        self._stop()
        self._stop = None
        self._met.put(None)
        if threading.current_thread() is not self._worker:
            self._worker.join(wait)

    def _heard(self, heard: Heard) -> None:
        """Handle a stroke, in the listening thread: the finger meets the screen that is known at this moment."""
        match heard:
            case Begun():
                seen = self._phone.seen
                self._under = (seen[0], seen[1] >= self._changed) if seen is not None else None
            case Stroke() | Pressed():
                self._changed = time.monotonic()
                if self._under is not None:
                    self._met.put(_Met(heard=heard, screen=self._under[0], known=self._under[1], ended=self._changed))
            case Unheard():
                self._met.put(heard)

    def _work(self) -> None:
        while (met := self._met.get()) is not None:
            if isinstance(met, Unheard):
                self._lost(met.why)
                return
            time.sleep(max(0.0, met.ended + _REACTS - time.monotonic()))
            try:
                self._did(done_by(met.heard, met.screen, self._phone.observe(), known=met.known))
            except AgentProgError as exc:
                self._lost(exc.message)
                return


def done_by(heard: Stroke | Pressed, before: ports.Screen, after: ports.Screen, *, known: bool = True) -> Done:
    """The action of a stroke or a key on the screen that it met. `known`: the screen was read after the previous
    action.
    """
    doubt = "" if known else UNREAD
    if isinstance(heard, Pressed):
        return Done(action=ports.PressKey(key=heard.key), before=before, after=after, doubt=doubt)
    if heard.fingers > 1 or not heard.known:
        doubt_of_stroke = SEVERAL if heard.fingers > 1 else NOWHERE
        return Done(action=None, before=before, after=after, doubt=doubt_of_stroke)
    (x, y), (to_x, to_y) = heard.on(before)
    if _on_keyboard(before, x, y):
        return _typed(before, after, doubt)
    key = _system_key(heard, before, (x, y), (to_x, to_y))
    if key is not None:
        sure = doubt or (EDGE if key.key == "recents" else "")
        return Done(action=key, before=before, after=after, doubt=sure)
    return Done(action=_action(heard, (x, y), (to_x, to_y)), before=before, after=after, doubt=doubt)


def _action(stroke: Stroke, start: tuple[int, int], end: tuple[int, int]) -> ports.Action:
    place = ports.PointTarget(x=start[0], y=start[1])
    dx, dy = end[0] - start[0], end[1] - start[1]
    if max(abs(dx), abs(dy)) <= _MOVED:
        return ports.LongPress(target=place) if stroke.seconds >= HELD else ports.Tap(target=place)
    if stroke.rested >= CARRIED:
        return ports.Drag(start=place, end=ports.PointTarget(x=end[0], y=end[1]))
    if abs(dx) > abs(dy):
        return ports.Swipe(direction="right" if dx > 0 else "left", target=place)
    return ports.Swipe(direction="down" if dy > 0 else "up", target=place)


def _system_key(
    stroke: Stroke, screen: ports.Screen, start: tuple[int, int], end: tuple[int, int]
) -> ports.PressKey | None:
    """A system key: one of its buttons, or without buttons a swipe from the edge of the screen."""
    buttons = {element.resource_id.rpartition("/")[2]: element for element in screen.elements if _is_button(element)}
    if buttons:
        met = [name for name, button in buttons.items() if button.bounds.contains(*start)]
        return ports.PressKey(key={"back": "back", "home": "home"}.get(met[0], "recents")) if met else None  # type: ignore[arg-type]
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    if y >= screen.height * (1 - _FOOT) and -dy > max(_MOVED, abs(dx)):
        return ports.PressKey(key="recents" if stroke.seconds > _RECENTS else "home")
    inward = dx if x < screen.width * _SIDE else -dx if x >= screen.width * (1 - _SIDE) else 0
    return ports.PressKey(key="back") if inward > max(_MOVED, abs(dy)) else None


def _is_button(element: ports.Element) -> bool:
    return element.window is ports.Window.SYSTEM and element.resource_id.endswith(_BACKS)


def _on_keyboard(screen: ports.Screen, x: int, y: int) -> bool:
    """True on the keyboard; some keyboards have no nodes for their keys."""
    if not screen.keyboard_shown:
        return False
    tops = [element.bounds.top for element in screen.elements if element.window is ports.Window.KEYBOARD]
    met = any(
        element.window is not ports.Window.KEYBOARD and element.bounds.contains(x, y) for element in screen.elements
    )
    return y >= min(tops) if tops else not met


def _typed(before: ports.Screen, after: ports.Screen, doubt: str) -> Done:
    """A typing action, from the field's content afterwards: trees do not reliably name the keys of the phone's
    keyboard.
    """
    field_before, field_after = _field(before), _field(after)
    if (
        field_before is not None
        and field_after is not None
        and _same(field_before, field_after)
        and field_before.text != field_after.text
    ):
        return Done(action=ports.TypeText(text=field_after.text, replace=True), before=before, after=after, doubt=doubt)
    if _contents(before) == _contents(after):  # another layer of keys, or the keyboard was closed
        return Done(action=None, before=before, after=after)
    return Done(action=ports.PressKey(key="enter"), before=before, after=after, doubt=doubt or ENDED)


def _contents(screen: ports.Screen) -> tuple[object, ...]:
    """The app's contents, without the keyboard."""
    elements = [element for element in screen.elements if element.window in (ports.Window.APP, ports.Window.DIALOG)]
    return (screen.place, *((element.label, element.text, element.checked, element.focused) for element in elements))


def _field(screen: ports.Screen) -> ports.Element | None:
    found = [element for element in screen.elements if element.focused and element.editable]
    return found[0] if len(found) == 1 else None


def _same(first: ports.Element, second: ports.Element) -> bool:
    first_place, second_place = ((e.resource_id, e.class_name, e.bounds.left) for e in (first, second))
    return first_place == second_place
