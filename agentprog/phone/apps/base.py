"""The building blocks of an app: App (one process), Screens (its activities), and Context (its access to the phone)."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import ClassVar, Protocol

from agentprog.frozen import frozen
from agentprog.phone.apps.faces import LauncherIcon
from agentprog.phone.kernel.clock import Timer
from agentprog.phone.kernel.seeding import Seeder
from agentprog.phone.kernel.storage import Storage
from agentprog.phone.records import Intent, Namespace, WindowKind
from agentprog.phone.widgets.bars import Item, snackbar
from agentprog.phone.widgets.base import MATCH, Callback, Widget, pad
from agentprog.phone.widgets.layout import Stack
from agentprog.phone.widgets.overlay import Alert, Overlay, drawer, menu
from agentprog.phone.widgets.pickers import TimePicker
from agentprog.phone.widgets.states import EditState
from agentprog.phone.widgets.theme import Theme

SNACKBAR_SECONDS = 2.75


class Context(Protocol):
    """The system's services for one app."""

    package: str

    def now(self) -> datetime: ...

    def now_ms(self) -> int: ...

    def after(self, seconds: float, action: Callback) -> Timer: ...

    def every(self, seconds: float, action: Callback) -> Timer: ...

    def invalidate(self) -> None: ...

    def toast(self, text: str, *, long: bool = False) -> None: ...

    def start(self, intent: Intent, *, on_result: Callable[[object], object] | None = None) -> bool: ...

    def finish(self, screen: Activity, result: object = None) -> None: ...

    def database(self, path: str, schema: str) -> sqlite3.Connection: ...

    @property
    def storage(self) -> Storage: ...

    def theme(self) -> Theme: ...

    def setting(self, namespace: Namespace, key: str, default: str = "") -> str: ...

    def set_setting(self, namespace: Namespace, key: str, value: str) -> None: ...

    def copy(self, text: str) -> None: ...

    def clipboard(self) -> str: ...

    def notify(self, title: str, text: str, intent: Intent | None = None) -> int: ...

    def granted(self, permission: str) -> bool: ...

    def ask_permission(self, permission: str, answered: Callable[[bool], object]) -> None: ...

    def knob(self, name: str) -> float: ...

    def query(
        self, uri: str, projection: Sequence[str], where: str = "", args: Sequence[str] = ()
    ) -> list[Mapping[str, object]]: ...

    def provider(self, authority: str) -> object: ...

    def show_keyboard(self, edit: EditState) -> None: ...

    def hide_keyboard(self) -> None: ...

    # For the launcher and Settings

    def installed(self) -> Mapping[str, type[App]]: ...

    def launch(self, package: str) -> bool: ...

    def own_screen(self) -> Activity | None: ...

    def open_shade(self) -> None: ...

    def uninstall(self, package: str) -> None: ...

    def force_stop(self, package: str) -> None: ...

    def granted_to(self, package: str, permission: str) -> bool: ...

    def grant(self, package: str, permission: str, granted: bool) -> None: ...

    def set_clock(self, when: datetime) -> None: ...

    def recent_apps(self) -> list[tuple[type[App], int]]: ...

    def bring_recent(self, task: int) -> None: ...

    def remove_recent(self, task: int) -> None: ...


class Activity:
    """One activity. `build` is called whenever something may have changed; fields hold state between calls."""

    name: ClassVar[str] = ""
    secure: ClassVar[bool] = False
    translucent: ClassVar[bool] = False
    edge_to_edge: ClassVar[bool] = False
    affinity: ClassVar[str] = ""
    """Its task, if not the app's own; when it ends, the screen below returns."""
    snack_above: ClassVar[float] = 0
    """Height in dp of a bar at the bottom; a snackbar appears above it."""

    def __init__(self, app: App, intent: Intent) -> None:
        self.app = app
        self.ctx = app.ctx
        self.intent = intent
        self.focus: EditState | None = None
        self.overlays: list[Overlay] = []
        self._snack: tuple[str, Item | None] | None = None
        self._snack_timer: Timer | None = None
        self.finished = False
        self.resumed = False

    @property
    def t(self) -> Theme:
        return self.app.theme()

    # Methods that an app overrides

    def create(self) -> None:
        """Called once, when the activity starts."""

    def resume(self) -> None:
        """Called each time it comes to the front."""

    def pause(self) -> None:
        """Called each time it leaves the front, also before it finishes, but not when its process is killed."""

    def new_intent(self, intent: Intent) -> None:
        """Called when it is started again while at the top."""

    def back(self) -> bool:
        """True if the screen has handled Back; False finishes the activity."""
        return False

    def build(self) -> Widget:
        raise NotImplementedError

    def background(self) -> str:
        return self.t.background

    def bar_color(self) -> str:
        """Colour behind the status bar; "" means the background."""
        return ""

    def light_bars(self) -> bool:
        """True if the bars are on a light background and need dark ink."""
        return not self.t.dark

    # Methods that an app uses

    def finish(self, result: object = None) -> None:
        self.ctx.finish(self, result)

    def push(self, screen: type[Activity], **extras: str) -> None:
        """Start another activity of this app."""
        component = f"{self.app.package}/{screen.name}"
        self.ctx.start(Intent(component=component, extras=extras))

    def show(self, overlay: Overlay) -> Overlay:
        self.overlays.append(overlay)
        if overlay.focus is not None:
            self.ctx.show_keyboard(overlay.focus)
        self.ctx.invalidate()
        return overlay

    def close(self, overlay: Overlay) -> None:
        if overlay in self.overlays:
            self.overlays.remove(overlay)
        self.ctx.invalidate()

    def alert(self, alert: Alert, *, focus: EditState | None = None, cancelable: bool = True) -> Overlay:
        """Show an alert dialog."""
        overlay = Overlay(content=alert.build, focus=focus, cancelable=cancelable)
        alert.close = lambda: self.close(overlay)
        return self.show(overlay)

    def menu(self, items: Sequence[Item]) -> None:
        """Show an overflow menu."""
        overlay = Overlay(content=lambda: menu(self.t, items, lambda: self.close(overlay)), kind=WindowKind.POPUP)
        overlay.anchor, overlay.dim = "menu", False
        self.show(overlay)

    def drawer(self, title: str, items: Sequence[Item], *, chosen: str, id: str) -> None:
        """Show a navigation drawer; `chosen` is the title of the current entry."""

        def content() -> Widget:
            return drawer(self.t, title, items, chosen, lambda: self.close(overlay), id=id)

        overlay = self.show(Overlay(content=content, anchor="start"))

    def sheet(self, content: Callable[[], Widget]) -> Overlay:
        """Show a bottom sheet."""
        return self.show(Overlay(content=content, anchor="bottom"))

    def ask_time(self, hour: int, minute: int, done: Callable[[int, int], object]) -> None:
        """Show Material's clock; `done` gets the accepted hour and minute."""
        twelve = self.ctx.setting("system", "time_12_24", "24") == "12"
        picker = TimePicker(theme=self.t, hour=hour, minute=minute, done=done, twelve=twelve)
        overlay = self.show(Overlay(content=picker.build, max_width=340))
        picker.close = lambda: self.close(overlay)

        def focus(edit: EditState) -> None:
            overlay.focus = edit
            self.ctx.show_keyboard(edit)

        picker.focus = focus

    def snack(self, text: str, action: Item | None = None, *, seconds: float = SNACKBAR_SECONDS) -> None:
        if self._snack_timer is not None:
            self._snack_timer.cancel()
        self._snack = (text, action)
        self._snack_timer = self.ctx.after(seconds, self._unsnack)
        self.ctx.invalidate()

    def _unsnack(self) -> None:
        self._snack = None
        self.ctx.invalidate()

    def content(self) -> Widget:
        """The whole content below the status bar, including the snackbar."""
        built = self.build()
        built.width = built.height = MATCH
        if self._snack is None:
            return built
        text, action = self._snack
        shown = Item(title=action.title, action=self._acting(action)) if action else None
        bar = snackbar(self.t, text, shown)
        bar.margin = pad(8, 8, bottom=8 + self.snack_above)
        return Stack([built, bar])

    def _acting(self, action: Item) -> Callback:
        def act() -> None:
            self._unsnack()
            action.action()

        return act

    def focus_on(self, edit: EditState) -> None:
        """Move the cursor into a field of this screen and show the keyboard."""
        self.focus = edit
        edit.end_of_text()
        self.ctx.show_keyboard(edit)
        self.ctx.invalidate()

    def blur(self) -> None:
        self.focus = None
        self.ctx.hide_keyboard()
        self.ctx.invalidate()


_PROVIDED = {
    "content://com.android.contacts/contacts": "vnd.android.cursor.dir/contact",
    "content://com.android.contacts/raw_contacts": "vnd.android.cursor.dir/raw_contact",
    "content://com.android.calendar/events": "vnd.android.cursor.dir/event",
}
"""The type that a provider reports for a URI."""


@frozen
class IntentFilter:
    """The implicit intents that an activity accepts. Empty fields match anything. `schemes` are those of the data URI,
    `uri` is a regular expression for all of it, `mime` is the intent's type or the provider's type of its data."""

    action: str
    activity: str
    schemes: tuple[str, ...] = ()
    mime: str = ""
    uri: str = ""

    def matches(self, intent: Intent) -> bool:
        if intent.action != self.action:
            return False
        scheme = intent.data.split(":", 1)[0] if ":" in intent.data else ""
        if self.schemes and scheme not in self.schemes:
            return False
        if self.uri and re.fullmatch(self.uri, intent.data) is None:
            return False
        if not self.mime:
            return True
        kind = intent.mime_type or _PROVIDED.get(intent.data.rstrip("/"), "")
        return kind == self.mime or (self.mime.endswith("/*") and kind.startswith(self.mime.removesuffix("*")))


class App:
    """One installed app; an instance is its process. Class attributes are its manifest."""

    package: ClassVar[str] = ""
    label: ClassVar[str] = ""
    version_name: ClassVar[str] = "1.0"
    version_code: ClassVar[int] = 1
    icon: ClassVar[LauncherIcon] = LauncherIcon(symbol="apps", background="#5F6368")
    launch: ClassVar[str] = ""
    activities: ClassVar[tuple[type[Activity], ...]] = ()
    filters: ClassVar[tuple[IntentFilter, ...]] = ()
    permissions: ClassVar[tuple[str, ...]] = ()
    """Permissions that the app asks the person for."""
    requests: ClassVar[tuple[str, ...]] = ()
    """Further permissions in the real app's manifest, so that they can be granted."""
    system: ClassVar[bool] = False
    hidden: ClassVar[bool] = False
    receives_sms: ClassVar[bool] = False
    databases: ClassVar[Mapping[str, str]] = {}

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx

    def create(self) -> None:
        """Called once, when the process starts."""

    def theme(self) -> Theme:
        return self.ctx.theme()

    def stop(self) -> None:
        """Called when the process ends; it must not write afterwards."""

    def show_overview(self) -> None:
        """Show the launcher's recents."""

    def leave_overview(self) -> None:
        """Called when another app comes to the front."""

    def receive_sms(self, address: str, body: str) -> None:
        """Called on an incoming text message, if the app `receives_sms`."""

    @classmethod
    def seed(cls, seeder: Seeder) -> None:
        """Create the contents that the image lists for this app."""

    @classmethod
    def full(cls, activity: str) -> str:
        """The full class name of an activity of this app."""
        return cls.package + activity if activity.startswith(".") else activity

    @classmethod
    def activity_class(cls, activity: str) -> type[Activity] | None:
        """The class of a short or full activity name."""
        full_name = cls.full(activity)
        return next((s for s in cls.activities if cls.full(s.name) == full_name), None)

    @classmethod
    def resolve(cls, intent: Intent) -> str | None:
        """The activity that accepts an implicit intent."""
        return next((f.activity for f in cls.filters if f.matches(intent)), None)
