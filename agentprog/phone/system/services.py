"""Small services: display, clipboard, toasts, notifications, power."""

from __future__ import annotations

from agentprog.frozen import frozen, replace
from agentprog.phone.kernel.profile import Panel, Profile
from agentprog.phone.records import DisplayInfo, Intent, Notification
from agentprog.phone.system.inside import System
from agentprog.phone.widgets.base import Direction

TOAST_SECONDS = {False: 2.0, True: 3.5}


class Display:
    """Size, density and rotation."""

    def __init__(self, phone: System, profile: Profile) -> None:
        self._phone = phone
        self._profile = profile
        self._size: tuple[int, int] | None = None
        self._density: int | None = None
        self._rotation = 0
        self._folded = False

    @property
    def info(self) -> DisplayInfo:
        panel = self._panel
        width, height = self._size or (panel.width, panel.height)
        if self._rotation in (1, 3):
            width, height = height, width
        return DisplayInfo(
            width=width,
            height=height,
            density=self._density or panel.density,
            rotation=self._rotation,
            physical_width=panel.width,
            physical_height=panel.height,
            physical_density=panel.density,
        )

    @property
    def _panel(self) -> Panel:
        return self._profile.panel(folded=self._folded)

    @property
    def status_bar(self) -> int:
        """Height of the status bar in pixels."""
        return self._panel.status_bar

    @property
    def foldable(self) -> bool:
        return self._profile.folded is not None

    @property
    def folded(self) -> bool:
        return self._folded

    def fold(self, folded: bool) -> None:
        """Close or open a foldable: switches the display and lays out all apps again. Raises ValueError for other
        phones.
        """
        if self._profile.folded is None:
            raise ValueError(f"a {self._profile.name} does not fold")
        self._folded = folded
        self._phone.ime_manager.dismiss()
        self._phone.invalidate()

    def forget(self) -> None:
        """At boot: restore the real size, and the upright position unless the owner fixed another rotation."""
        settings = self._phone.settings
        fixed = not settings.flag("system", "accelerometer_rotation")
        self._rotation = int(settings.get("system", "user_rotation") or 0) % 4 if fixed else 0
        self._size = self._density = None
        self._folded = False

    def rotate(self, rotation: int) -> None:
        if rotation not in (0, 1, 2, 3):
            raise ValueError(f"rotation is 0..3, not {rotation}")
        self._rotation = rotation
        self._phone.invalidate()

    def freeze(self, frozen: bool) -> None:
        self._phone.settings.put("system", "accelerometer_rotation", "0" if frozen else "1")
        if not frozen:
            self.rotate(0)

    def override(self, *, size: tuple[int, int] | None = None, density: int | None = None) -> None:
        self._size, self._density = size, density
        self._phone.invalidate()


class Clipboard:
    def __init__(self) -> None:
        self._text: str | None = None

    def get(self) -> str | None:
        return self._text

    def set(self, text: str) -> None:
        self._text = text

    def forget(self) -> None:
        """Clear the clipboard at boot."""
        self._text = None


class Toasts:
    """One toast is on the screen at a time, as on Android 12 and later."""

    def __init__(self, phone: System) -> None:
        self._phone = phone
        self._last: str | None = None
        self._shown: str | None = None
        self._until = 0.0

    def last(self) -> str | None:
        self._phone.settle()
        return self._last

    def clear(self) -> None:
        self._last = None

    def shown(self) -> tuple[str, ...]:
        if self._shown is None or self._phone.clock.monotonic() >= self._until:
            return ()
        return (self._shown,)

    def post(self, package: str, text: str, *, long: bool = False) -> None:
        self._last = self._shown = text
        self._until = self._phone.clock.monotonic() + TOAST_SECONDS[long]
        self._phone.clock.after(TOAST_SECONDS[long], self._phone.invalidate)
        self._phone.invalidate()

    def forget(self) -> None:
        self._last = self._shown = None


@frozen
class _Posted:
    note: Notification
    intent: Intent | None


class Notifications:
    """Notifications of apps, and the shade that shows them."""

    def __init__(self, phone: System) -> None:
        self._phone = phone
        self._posted: dict[int, _Posted] = {}
        self._next = 1
        self.shade = False
        self.quick_settings = False

    def list(self) -> tuple[Notification, ...]:
        """The notifications, the newest first."""
        return tuple(p.note for p in reversed(self._posted.values()))

    def post(self, package: str, title: str, text: str, *, intent: Intent | None = None, tag: str = "") -> int:
        replaced = [n for n, p in self._posted.items() if tag and (p.note.package, p.note.tag) == (package, tag)]
        number = replaced[0] if replaced else self._next
        self._next += not replaced
        when = self._phone.clock.now()
        note = Notification(id=number, package=package, title=title, text=text, when=when, tag=tag)
        self._posted.pop(number, None)
        self._posted[number] = _Posted(note=note, intent=intent)
        self._phone.invalidate()
        return number

    def dismiss(self, notification: int) -> bool:
        dismissed = self._posted.pop(notification, None)
        self._phone.invalidate()
        return dismissed is not None

    def clear_all(self) -> None:
        self._posted.clear()
        self.close_shade()

    def open(self, notification: int) -> None:
        """Open a tapped notification."""
        posted = self._posted.get(notification)
        if posted is None:
            return
        self.close_shade()
        self._phone.power.unlock()
        self.dismiss(notification)
        intent = posted.intent or Intent(action="android.intent.action.MAIN", package=posted.note.package)
        self._phone.activities.start(replace(intent, clear_task=True))

    def open_shade(self, *, quick_settings: bool = False) -> None:
        if self._phone.power.awake:
            self.shade, self.quick_settings = True, quick_settings
            self._phone.ime_manager.dismiss()

    def close_shade(self) -> None:
        self.shade = self.quick_settings = False
        self._phone.invalidate()

    def shade_open(self) -> bool:
        return self.shade

    def swiped(self, direction: Direction) -> None:
        if direction == "up":
            self.close_shade()
        elif direction == "down":
            self.quick_settings = True
            self._phone.invalidate()

    def forget(self) -> None:
        self._posted.clear()
        self.shade = self.quick_settings = False


class Power:
    """Screen and lock. The screen turns off after the time the settings say, unless it stays on while plugged in."""

    def __init__(self, phone: System) -> None:
        self._phone = phone
        self.awake = True
        self.locked = False

    def wake(self) -> None:
        self.awake = True
        self._phone.invalidate()

    def sleep(self) -> None:
        self.awake = False
        self.locked = not self._phone.settings.flag("secure", "lockscreen.disabled")
        self._phone.notifications.close_shade()
        self._phone.ime_manager.dismiss()

    def lock(self) -> None:
        self.locked = True
        self._phone.ime_manager.dismiss()

    def unlock(self) -> None:
        """Unlock the phone, unless the lock asks for a PIN."""
        self.awake = True
        self.locked = self.locked and bool(self._phone.knobs["pin_lock"])
        self._phone.invalidate()

    def forget(self) -> None:
        self.awake, self.locked = True, False
