"""Makes our actions in AndroidWorld's environment: by its JSON actions, else by its own adb connection."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable, Mapping
from typing import Any

from agentprog.app.androidworld.world import World
from agentprog.devices.apps.cards import cards
from agentprog.errors import DeviceError
from agentprog.ports import (
    Action,
    ActionResult,
    App,
    Bounds,
    ClearText,
    DoubleTap,
    Drag,
    LongPress,
    OpenApp,
    OpenLink,
    OpenNotifications,
    OpenQuickSettings,
    PointTarget,
    PressKey,
    ReadClipboard,
    Rotate,
    Scroll,
    SetClipboard,
    StopApp,
    Swipe,
    Tap,
    Target,
    TypeText,
    Wait,
    WakeUp,
)
from agentprog.ports.naming import NoApp, choose_app

_NAVIGATION = {"back": "navigate_back", "home": "navigate_home", "enter": "keyboard_enter"}
_KEYCODES = {"recents": 187, "delete": 67, "search": 84, "menu": 82}
_CONTROL, _A, _DELETE, _PASTE, _WAKE_UP = 113, 29, 67, 279, 224
_KEYBOARD = "com.android.adbkeyboard/.AdbIME"
"""The input method by which agents type Unicode, if it is installed."""
_SWIPE_MS, _DRAG_MS = 300, 1000
_ROTATIONS = {"portrait": 0, "landscape": 1, "upside down": 2, "landscape right": 3}
_FINGER = {"down": (0, 1), "up": (0, -1), "right": (1, 0), "left": (-1, 0)}

_DONE = ActionResult(ok=True)
Way = Callable[[Any], ActionResult]


class EnvHand:
    """Makes actions, and reports every action that the environment cannot make."""

    def __init__(self, world: World, screen: Callable[[], tuple[int, int]]) -> None:
        """`screen` gives the width and height of the screen in pixels."""
        self._world = world
        self._screen = screen
        self.ways: Mapping[type[Action], Way] = {
            Tap: lambda a: self._json("click", **_at(a.target)),
            DoubleTap: lambda a: self._json("double_tap", **_at(a.target)),
            LongPress: lambda a: self._json("long_press", **_at(a.target)),
            TypeText: self._type,
            ClearText: self._clear_text,
            PressKey: self._press,
            Swipe: self._swipe,
            Scroll: self._scroll,
            Drag: self._drag,
            OpenApp: self._open,
            StopApp: self._stop,
            OpenLink: lambda a: self._shell("am", "start", "-a", "android.intent.action.VIEW", "-d", _quoted(a.url)),
            OpenNotifications: lambda _: self._shell("cmd", "statusbar", "expand-notifications"),
            OpenQuickSettings: lambda _: self._shell("cmd", "statusbar", "expand-settings"),
            SetClipboard: self._copy,
            ReadClipboard: self._read_clipboard,
            Rotate: self._rotate,
            WakeUp: lambda _: self._shell("input", "keyevent", str(_WAKE_UP), "&&", "wm", "dismiss-keyguard"),
            Wait: self._wait,
        }

    def do(self, action: Action) -> ActionResult:
        """Make an action; `ok` is False if the environment cannot make it. Raises DeviceError."""
        way = self.ways.get(type(action))
        if way is None:
            return ActionResult(ok=False, detail=f"AndroidWorld has no way to do {type(action).__name__}")
        return way(action)

    def apps(self) -> tuple[App, ...]:
        """Installed apps that have a card, by label."""
        known = cards()
        found = (known[package] for package in self._world.packages() if package in known)
        return tuple(
            App(package=card.package, label=card.label, aliases=card.aliases)
            for card in sorted(found, key=lambda card: card.label.casefold())
        )

    def _json(self, kind: str, **fields: Any) -> ActionResult:
        self._world.do(action_type=kind, **fields)
        return _DONE

    def _shell(self, *words: str) -> ActionResult:
        self._world.shell(*words)
        return _DONE

    def _type(self, action: TypeText) -> ActionResult:
        """Type like AndroidWorld, without the Enter that its own action presses at the end."""
        if action.target is not None:
            self._json("click", **_at(action.target))
        if action.replace:
            self._clear()
        if all(" " <= letter <= "~" or letter == "\n" for letter in action.text):
            self._world.type(action.text)
            return _DONE
        return self._type_unicode(action)

    def _type_unicode(self, action: TypeText) -> ActionResult:
        """Type by a Unicode keyboard, or paste: `input text` knows only the characters on a keyboard's keys."""
        if _KEYBOARD in self._world.shell("ime", "list", "-s", "-a").split():
            before = self._world.shell("settings", "get", "secure", "default_input_method").strip()
            self._world.shell("ime", "enable", _KEYBOARD, "&&", "ime", "set", _KEYBOARD)
            encoded = base64.b64encode(action.text.encode()).decode()
            self._world.shell("am", "broadcast", "-a", "ADB_INPUT_B64", "--es", "msg", encoded)
            self._world.shell("ime", "set", before)
            return _DONE
        self._copy(action)
        if action.target is not None:
            self._json("click", **_at(action.target))
        return self._shell("input", "keyevent", str(_PASTE))

    def _clear_text(self, action: ClearText) -> ActionResult:
        if action.target is not None:
            self._json("click", **_at(action.target))
        return self._clear()

    def _clear(self) -> ActionResult:
        """Select all and delete, as AndroidWorld's own action does."""
        select = ("input", "keycombination", str(_CONTROL), str(_A))
        return self._shell(*select, "&&", "input", "keyevent", str(_DELETE))

    def _press(self, action: PressKey) -> ActionResult:
        if action.key in _NAVIGATION:
            return self._json(_NAVIGATION[action.key])
        return self._shell("input", "keyevent", str(_KEYCODES[action.key]))

    def _swipe(self, action: Swipe) -> ActionResult:
        if action.target is None:
            return self._json("swipe", direction=action.direction)
        return self._move(action.target, action.direction, share=0.8)

    def _scroll(self, action: Scroll) -> ActionResult:
        if action.target is None:
            return self._json("scroll", direction=action.direction)
        against = {"down": "up", "up": "down", "left": "right", "right": "left"}
        return self._move(action.target, against[action.direction], share=0.6)

    def _move(self, target: Target, direction: str, *, share: float) -> ActionResult:
        """Move the finger over a share of the target, in a direction."""
        area = Bounds(0, 0, *self._screen()) if isinstance(target, PointTarget) else target.bounds
        x, y = (target.x, target.y) if isinstance(target, PointTarget) else area.center
        across, down = (
            round(sign * share / 2 * side)
            for sign, side in zip(_FINGER[direction], (area.width, area.height), strict=True)
        )
        return self._shell("input", "swipe", *map(str, (x - across, y - down, x + across, y + down, _SWIPE_MS)))

    def _drag(self, action: Drag) -> ActionResult:
        ends = (*_at(action.start).values(), *_at(action.end).values())
        return self._shell("input", "draganddrop", *map(str, (*ends, _DRAG_MS)))

    def _open(self, action: OpenApp) -> ActionResult:
        """Open an app by its package: some of AndroidWorld's names mean another app than a person would."""
        found = choose_app(action.name, self.apps())
        if isinstance(found, NoApp):
            return ActionResult(ok=False, detail=str(found))
        return self._json("open_app", app_name=found.package)

    def _stop(self, action: StopApp) -> ActionResult:
        found = choose_app(action.name, self.apps())
        if isinstance(found, NoApp):
            return ActionResult(ok=False, detail=str(found))
        return self._shell("am", "force-stop", found.package)

    def _copy(self, action: SetClipboard | TypeText) -> ActionResult:
        before = self._world.front()
        self._world.copy(action.text)
        return self._json("open_app", app_name=before)

    def _read_clipboard(self, action: ReadClipboard) -> ActionResult:  # noqa: ARG002 - one signature for all actions
        before = self._world.front()
        value = self._world.copied()
        self._json("open_app", app_name=before)
        return ActionResult(ok=True, value=value)

    def _rotate(self, action: Rotate) -> ActionResult:
        side = str(_ROTATIONS[action.orientation])
        self._shell("settings", "put", "system", "accelerometer_rotation", "0")
        return self._shell("settings", "put", "system", "user_rotation", side)

    def _wait(self, action: Wait) -> ActionResult:
        time.sleep(max(0.0, action.seconds))
        return _DONE

    def seconds_of_phone(self) -> int:
        """The phone's clock, in Unix seconds. Raises DeviceError if the phone does not report it."""
        answer = self._world.shell("date", "+%s").strip()
        if not answer.isdigit():
            raise DeviceError("the phone does not say its time", evidence=answer[:200])
        return int(answer)


def _at(target: Target) -> dict[str, int]:
    x, y = (target.x, target.y) if isinstance(target, PointTarget) else target.bounds.center
    return {"x": x, "y": y}


def _quoted(text: str) -> str:
    """A word quoted for the phone's shell."""
    return "'" + text.replace("'", "'\\''") + "'"
