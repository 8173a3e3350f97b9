"""Observes one phone: last tree, time of rest, and whole observations."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any

from agentprog.devices.automation.info import DisplayInfo, read_info
from agentprog.devices.automation.server import Automation
from agentprog.devices.hierarchy import Hierarchy, Reading, mask_passwords, read_elements, read_hierarchy
from agentprog.devices.link.conditions import Condition
from agentprog.devices.link.foreign import RpcRefused, StayedAway
from agentprog.devices.link.transport import Transport
from agentprog.devices.prints.state import PhoneState, read_state
from agentprog.devices.screen.capture import Camera, Settled, is_black, shape, upright
from agentprog.devices.screen.emoji import EmojiReader
from agentprog.devices.screen.health import Findings, conditions_of, issues_of
from agentprog.devices.screen.scrolling import ScrollMemory
from agentprog.errors import DeviceError, DeviceGone, DeviceOffline, DeviceTimeout
from agentprog.frozen import frozen
from agentprog.ports import Screen, Screenshot

_FRESH = 0.25
"""Seconds for which a tree at rest counts as current."""
_GRACE = 0.3
"""Time for a phone to react to a touch, in seconds."""
_LIMIT = 3.0
_INFO_SECONDS = 3.0
_STATE_SECONDS = 5.0
_BEARABLE = (DeviceTimeout, RpcRefused)
"""Errors of reading the tree after which the phone can still be viewed and touched."""


@frozen
class _Pixels:
    """A screenshot, or the reason why there is none."""

    shot: Screenshot | None = None
    error: DeviceError | None = None


@frozen
class _Trouble:
    """An error for a part that could not be read although the phone is there."""

    tree: DeviceError | None = None
    state: DeviceError | None = None


class Observer:
    """Reads the screen of one phone and remembers the last reading."""

    def __init__(
        self, transport: Transport, automation: Automation, camera: Camera, keyboards: tuple[str, ...]
    ) -> None:
        self._transport = transport
        self._automation = automation
        self._camera = camera
        self._keyboards = keyboards
        self._pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="agentprog observes")
        self._size = (0, 0)
        self._rotation = 0
        self._screen_on: bool | None = None
        self._clock: tuple[datetime, float] | None = None
        self._xml: str | None = None
        self._rest = 0.0
        self._known_blank = ""
        self._known_pair = ("", "")
        self._emoji = EmojiReader(automation)
        self._parse = lru_cache(maxsize=2)(read_hierarchy)
        self._focus = ""
        self.reading: Reading | None = None
        self.scrolls = ScrollMemory()
        self.injection_denied = False
        self.dark = False

    def notice(self, condition: Condition, *, mended: bool = False, detail: str = "") -> None:
        """Record a trap that this phone showed."""
        self._transport.health.notice(condition, mended=mended, detail=detail)

    @property
    def size(self) -> tuple[int, int]:
        return self._size

    def look_at_display(self) -> DisplayInfo:
        """Size, wakefulness and rotation of the display, from the automation server."""
        found = read_info(self._automation.call("deviceInfo", seconds=min(_INFO_SECONDS, self._transport.timeout)))
        if found.sized:
            self._size = (found.width, found.height)
        self._rotation, self._screen_on = found.rotation, found.screen_on
        return found

    def state(self) -> PhoneState:
        """The phone's current state; remembers its clock."""
        state = read_state(self._transport, seconds=min(_STATE_SECONDS, self._transport.timeout))
        if state.now is not None:
            self._clock = (state.now, time.monotonic())
        return state

    def tree(self) -> str:
        """The last tree; read now if there is none."""
        if self._xml is None:
            self._xml = self._camera.hierarchy()
        return self._xml

    def look(self) -> str:
        """The current tree, whether or not it is at rest."""
        self._xml = self._camera.hierarchy()
        self._rest = 0.0
        return self._xml

    def settle(self, before: str | None, *, grace: float = _GRACE) -> Settled:
        """Wait until the screen is at rest after an action, and read it."""
        settled = self._camera.settle(before, grace=grace, limit=_LIMIT, blank=self._is_blank)
        self._xml, self._rest = settled.xml, time.monotonic()
        self._known_blank = "" if self._shows_something(settled.xml) else shape(settled.xml)
        return settled

    def _is_blank(self, xml: str) -> bool:
        """True if no app shows anything yet. After the whole waiting time a screen without contents counts as blank,
        not as late."""
        return not self._shows_something(xml) and shape(xml) != self._known_blank

    def _shows_something(self, xml: str) -> bool:
        return self._read(self._parse(xml)).readable

    def read(self) -> Reading:
        """The elements of the last tree."""
        self.tree()
        self.reading = self._read(self._hierarchy(None))
        return self.reading

    def _read(self, hierarchy: Hierarchy) -> Reading:
        size = self._size if self._size[0] > 0 else None
        return read_elements(hierarchy, size=size, focus=self._focus, keyboards=self._keyboards)

    def observe(self, *, screenshot: bool) -> Screen:
        """One whole observation. Raises DeviceError only if the phone returns nothing at all."""
        facts = self._pool.submit(_caught, self.state)
        _, hung = _caught(self.look_at_display)
        # If the server does not answer now, or the phone is lost, reading the tree would wait just as long.
        moved, tree_error = (False, hung) if isinstance(hung, DeviceTimeout | StayedAway) else self._come_to_rest()
        state, state_error = facts.result()
        if tree_error is not None and (state_error is not None or not isinstance(tree_error, _BEARABLE)):
            raise tree_error
        if moved:
            _caught(self.look_at_display)
        if moved or isinstance(state_error, DeviceGone | DeviceOffline):
            # An answer from a moving screen may name the previous window, and a lost link is back by now.
            newer_state, state_error = _caught(self.state)
            state = newer_state or state
        self._focus = state.package if state else ""
        hierarchy = self._hierarchy(tree_error)
        self.reading = self._read(hierarchy)
        if state is not None and tree_error is None and self._disagrees(state):
            state, tree_error = self._again(state)
            hierarchy = self._hierarchy(tree_error)
            self.reading = self._read(hierarchy)
        pixels = self._pixels(screenshot, state)
        seen = pixels.result() if pixels else _Pixels()
        return self._screen(state, hierarchy, _Trouble(tree=tree_error, state=state_error), screenshot, seen)

    def _hierarchy(self, tree_error: DeviceError | None) -> Hierarchy:
        if tree_error is not None:
            return Hierarchy(roots=())
        hierarchy = self._parse(self._xml or "")
        restored, _ = _caught(lambda: self._emoji.restore(self._xml or "", hierarchy))
        return restored or hierarchy

    def _disagrees(self, state: PhoneState) -> bool:
        """True if tree and phone name different apps in front: one of them is out of date."""
        pair = (state.package, self.reading.package if self.reading else "")
        return bool(state.package) and pair[0] != pair[1] and pair != self._known_pair

    def _again(self, state: PhoneState) -> tuple[PhoneState, DeviceError | None]:
        """Reads tree and state once more; a remaining difference is accepted from then on."""
        newer, package = state, ""
        for restart in (False, True):
            # A server may return an old tree for ever; only a restart helps (u2#867).
            _, error = _caught(self._settle_anew if restart else self._settle_now)
            newer = _caught(self.state)[0] or newer
            self._focus = newer.package
            if error is not None:
                return newer, error
            package = self._read(self._parse(self._xml or "")).package
            if not newer.package or package in ("", newer.package):
                self.notice(Condition.STALE_TREE, mended=True)
                return newer, None
        self._known_pair = (newer.package, package)
        self.notice(Condition.STALE_TREE)
        return newer, None

    def _settle_now(self) -> Settled:
        return self.settle(None)

    def _settle_anew(self) -> Settled:
        self._automation.restart()
        return self.settle(None)

    def _come_to_rest(self) -> tuple[bool, DeviceError | None]:
        """Wait for a tree at rest. True if it moved meanwhile."""
        if self._xml and time.monotonic() - self._rest < _FRESH:
            return False, None
        before = self._xml
        try:
            first = self.look()
            if first == before and not self._is_blank(first):
                self._rest = time.monotonic()
                return False, None
            settled = self.settle(None)
        except DeviceError as exc:
            return False, exc
        return settled.xml != first, None

    def _pixels(self, screenshot: bool, state: PhoneState | None) -> Future[_Pixels] | None:
        if not screenshot or self._screen_on is False or (state is not None and state.secure):
            return None
        return self._pool.submit(self._take)

    def _take(self) -> _Pixels:
        shot, error = _caught(self.picture)
        return _Pixels(shot=shot, error=error)

    def picture(self) -> Screenshot:
        """The current pixels, upright. Raises DeviceError."""
        return upright(self._camera.screenshot(), self._rotation, self._size)

    def _screen(
        self,
        state: PhoneState | None,
        hierarchy: Hierarchy,
        trouble: _Trouble,
        shot_wanted: bool,
        pixels: _Pixels,
    ) -> Screen:
        reading = self.reading or self.read()
        black = pixels.shot is not None and is_black(pixels.shot) and bool(reading.elements)
        findings = Findings(
            state=state,
            screen_on=self._screen_on,
            readable=reading.readable,
            tree_problem=hierarchy.problem,
            tree_error=trouble.tree,
            state_error=trouble.state,
            shot_wanted=shot_wanted,
            shot_error=pixels.error,
            shot_black=black,
            injection_denied=self.injection_denied,
        )
        self.dark = self._screen_on is False or (state is not None and state.locked)
        for condition in conditions_of(findings, hierarchy):
            self.notice(condition)
        width, height = self._size if self._size[0] else (reading.display.width, reading.display.height)
        package = state.package if state and state.package else reading.package
        activity = state.activity if state else ""
        elements = () if self._screen_on is False else reading.elements
        return Screen(
            package=package,
            activity=activity,
            width=width,
            height=height,
            taken_at=self._now(),
            elements=self.scrolls.apply(package, activity, elements),
            rotation=hierarchy.rotation or 0,
            keyboard_shown=reading.keyboard_shown,
            issues=issues_of(findings),
            screenshot=None if black else pixels.shot,
            hierarchy=mask_passwords(self._xml or "") if trouble.tree is None else "",
        )

    def _now(self) -> datetime:
        return self.clock_at(time.monotonic()) or datetime.now(UTC)

    def clock_at(self, moment: float) -> datetime | None:
        """The phone's time at a moment of `time.monotonic`: its last reading, continued by this computer's clock."""
        if self._clock is None:
            return None
        reading, at = self._clock
        return reading + timedelta(seconds=moment - at)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def _caught(function: Callable[[], Any]) -> tuple[Any, DeviceError | None]:
    """The result, or the device's error in its place."""
    try:
        return function(), None
    except DeviceError as exc:
        return None, exc
