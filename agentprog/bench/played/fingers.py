"""A phone for the oracle's hand whose touches are moves of the run: the stock client looks, the runtime acts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from agentprog.ports import (
    Action,
    Drag,
    Element,
    LongPress,
    OpenApp,
    PointTarget,
    PressKey,
    Role,
    Screen,
    Scroll,
    Tap,
    Target,
    TypeText,
    Wait,
)

Act = Callable[[Action], Screen]
"""Makes the run do an action; returns the screen after it."""
_LOOKS = 4
"""Most looks until the run's screen shows the same elements as the client's."""
_PAUSE = 0.3
"""Seconds between these looks."""


class Halted(Exception):
    """The hand stops here on request."""


class Fingers:
    """The part of `uiautomator2.connect`'s result that the oracle uses. `restart` ends an app first, so that opening it
    shows its first page.
    """

    def __init__(self, client: Any, act: Act, screen: Screen, *, restart: Callable[[str], None]) -> None:
        self._client, self._act, self._screen, self._restart = client, act, screen, restart
        self.settings: dict[str, Any] = client.settings
        self._halts: tuple[tuple[str, ...], int] = ((), 0)

    def halt_at(self, names: Sequence[str], time: int) -> None:
        """Raise Halted instead of the n-th touch of an element with one of these names."""
        self._halts = tuple(names), time

    def __call__(self, **selector: Any) -> Found:
        return Found(self, self._client(**selector))

    # ------------------------------------------------------------ reading the screen

    def app_wait(self, package: str, **options: Any) -> int:
        return int(self._client.app_wait(package, **options))

    def dump_hierarchy(self) -> str:
        return str(self._client.dump_hierarchy())

    def window_size(self) -> tuple[int, int]:
        width, height = self._client.window_size()
        return int(width), int(height)

    def shell(self, command: str) -> Any:
        return self._client.shell(command)

    # ------------------------------------------------------------ touching

    def app_start(self, package: str, *, stop: bool = False) -> None:
        if stop:
            self._restart(package)
        self._do(OpenApp(name=package))

    def press(self, key: str) -> None:
        if key not in ("back", "home", "enter"):
            raise ValueError(f"the oracle presses no {key}")
        self._do(PressKey(key=key))  # type: ignore[arg-type]

    def click(self, x: float, y: float) -> None:
        self._do(Tap(target=self._at(int(x), int(y), "")))

    def long_click(self, x: float, y: float, duration: float = 0.8) -> None:
        del duration
        self._do(LongPress(target=self._at(int(x), int(y), "")))

    def swipe(self, x1: float, y1: float, x2: float, y2: float, duration: float = 0.3) -> None:
        """Drag a slider; scroll anything else."""
        del duration
        start, end = PointTarget(x=int(x1), y=int(y1)), PointTarget(x=int(x2), y=int(y2))
        under = [e for e in self._screen.elements if e.bounds.contains(start.x, start.y)]
        if any(e.role is Role.SLIDER for e in under):
            self._do(Drag(start=start, end=end))
            return
        across, down = x2 - x1, y2 - y1
        lists = [e for e in under if e.scrollable]
        target = min(lists, key=lambda e: e.bounds.width * e.bounds.height, default=None)
        if abs(down) >= abs(across):
            self._do(Scroll(direction="down" if down < 0 else "up", target=target))
        else:
            self._do(Scroll(direction="right" if across < 0 else "left", target=target))

    def touch(self, info: Mapping[str, Any], make: Callable[[Target], Action]) -> None:
        """Act on the element that the client has found."""
        bounds = info["bounds"]
        x, y = (bounds["left"] + bounds["right"]) // 2, (bounds["top"] + bounds["bottom"]) // 2
        text = str(info.get("text") or info.get("contentDescription") or "")
        self._halt(text)
        self._do(make(self._at(x, y, text)))

    def _at(self, x: int, y: int, text: str) -> Target:
        """The element of the run's screen at that place. The run looks again if the element does not show that text
        yet.
        """
        for _ in range(_LOOKS):
            under = [e for e in self._screen.elements if e.bounds.contains(x, y) and not e.scrollable]
            found = min(under, key=lambda e: e.bounds.width * e.bounds.height, default=None)
            if not text:  # nothing to wait for: painted content has no element
                return found or PointTarget(x=x, y=y)
            if found is not None and any(_holds(e, text) for e in under):
                return found
            self._do(Wait(seconds=_PAUSE))
        return PointTarget(x=x, y=y)

    def _halt(self, text: str) -> None:
        names, time = self._halts
        if text in names:
            self._halts = names, time - 1
            if time == 1:
                raise Halted

    def _do(self, action: Action) -> None:
        self._screen = self._act(action)


def _holds(element: Element, part: str) -> bool:
    return any(part in text for text in (*element.texts, element.hint))


class Found:
    """The elements that a selector finds; the lookup happens on use."""

    def __init__(self, fingers: Fingers, selector: Any) -> None:
        self._fingers, self._selector = fingers, selector

    def __getitem__(self, number: int) -> Found:
        return Found(self._fingers, self._selector[number])

    def __len__(self) -> int:
        return int(self._selector.count)

    @property
    def exists(self) -> bool:
        return bool(self._selector.exists)

    @property
    def count(self) -> int:
        return int(self._selector.count)

    @property
    def info(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self._selector.info
        return found

    def wait(self, timeout: float) -> bool:
        return bool(self._selector.wait(timeout=timeout))

    def click(self) -> None:
        self._fingers.touch(self.info, lambda target: Tap(target=target))

    def long_click(self, duration: float = 0.8) -> None:
        del duration
        self._fingers.touch(self.info, lambda target: LongPress(target=target))

    def set_text(self, value: str) -> None:
        info = {**self.info, "text": ""}
        self._fingers.touch(info, lambda target: TypeText(text=value, target=target))
