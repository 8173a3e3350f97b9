"""An app's access to the system: everything an app may do outside its own objects."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from agentprog.phone.apps.base import Activity, App
from agentprog.phone.kernel.clock import Timer
from agentprog.phone.kernel.storage import Storage, open_database
from agentprog.phone.records import Intent, Namespace
from agentprog.phone.system.inside import System, Task
from agentprog.phone.widgets.states import EditState
from agentprog.phone.widgets.theme import Theme


class AppContext:
    """Lives as long as the process; `close` ends its timers and databases."""

    def __init__(self, phone: System, app: type[App]) -> None:
        self._phone = phone
        self.package = app.package
        self._databases: dict[str, sqlite3.Connection] = {}
        self._timers: list[Timer] = []
        self._open = True

    def now(self) -> datetime:
        return self._phone.clock.now()

    def now_ms(self) -> int:
        return self._phone.clock.now_ms()

    def after(self, seconds: float, action: Callable[[], object]) -> Timer:
        self._timers = [t for t in self._timers if not t.cancelled]
        timer = self._phone.clock.after(seconds, action)
        self._timers.append(timer)
        return timer

    def every(self, seconds: float, action: Callable[[], object]) -> Timer:
        timer = self._phone.clock.every(seconds, action)
        self._timers.append(timer)
        return timer

    def invalidate(self) -> None:
        self._phone.invalidate()

    def toast(self, text: str, *, long: bool = False) -> None:
        self._phone.toasts.post(self.package, text, long=long)

    def start(self, intent: Intent, *, on_result: Callable[[object], object] | None = None) -> bool:
        caller = self._phone.activities.top()
        screen = caller.activity if caller else None
        own_screen = screen if screen is not None and screen.app.package == self.package else None
        return self._phone.activities.launch(intent, own_screen, on_result).ok

    def finish(self, screen: Activity, result: object = None) -> None:
        self._phone.activities.finish(screen, result)

    def database(self, path: str, schema: str) -> sqlite3.Connection:
        """An SQLite file, relative paths in the app's own `databases` folder."""
        full = path if path.startswith("/") else f"/data/data/{self.package}/databases/{path}"
        if full not in self._databases:
            self._databases[full] = open_database(self._phone.disk, full, schema)
        return self._databases[full]

    def reads(self, package: str) -> bool:
        """True if a database of that package is open here."""
        return any(path.startswith(f"/data/data/{package}/") for path in self._databases)

    @property
    def storage(self) -> Storage:
        return self._phone.disk

    def theme(self) -> Theme:
        return self._phone.theme()

    def setting(self, namespace: Namespace, key: str, default: str = "") -> str:
        value = self._phone.settings.get(namespace, key)
        return default if value is None else value

    def set_setting(self, namespace: Namespace, key: str, value: str) -> None:
        self._phone.settings.put(namespace, key, value)

    def copy(self, text: str) -> None:
        self._phone.clipboard.set(text)

    def clipboard(self) -> str:
        return self._phone.clipboard.get() or ""

    def notify(self, title: str, text: str, intent: Intent | None = None) -> int:
        return self._phone.notifications.post(self.package, title, text, intent=intent)

    def granted(self, permission: str) -> bool:
        return self._phone.package_manager.granted(self.package, permission)

    def ask_permission(self, permission: str, answered: Callable[[bool], object]) -> None:
        self._phone.stage.ask_permission(self.package, permission, answered)

    def knob(self, name: str) -> float:
        return float(self._phone.knobs[name])

    def query(
        self, uri: str, projection: Sequence[str], where: str = "", args: Sequence[str] = ()
    ) -> list[Mapping[str, object]]:
        found = self._phone.providers.query(uri, projection=projection, where=where, args=args)
        return [dict(zip(found.columns, row, strict=True)) for row in found.rows]

    def provider(self, authority: str) -> object:
        return self._phone.providers.get(authority)

    def show_keyboard(self, edit: EditState) -> None:
        self._phone.ime_manager.serve(edit)

    def hide_keyboard(self) -> None:
        self._phone.ime_manager.dismiss()

    # For the launcher and Settings

    def installed(self) -> Mapping[str, type[App]]:
        return self._phone.package_manager.apps

    def launch(self, package: str) -> bool:
        """Start an app, as a tap on its icon does."""
        return self._phone.open(package)

    def own_screen(self) -> Activity | None:
        """This app's topmost living activity."""
        for task in reversed(self._phone.activities.tasks):
            for entry in reversed(task.entries):
                if entry.app.package == self.package and entry.activity is not None:
                    return entry.activity
        return None

    def open_shade(self) -> None:
        self._phone.notifications.open_shade()

    def uninstall(self, package: str) -> None:
        """Ask like the package installer, then remove the app."""
        label = self._phone.package_manager.apps[package].label

        def answered(choice: str | None) -> None:
            if choice == "OK":
                self._phone.package_manager.uninstall(package)

        self._phone.stage.ask(label, "Do you want to uninstall this app?", ("Cancel", "OK"), answered)

    def force_stop(self, package: str) -> None:
        self._phone.activities.force_stop(package)

    def granted_to(self, package: str, permission: str) -> bool:
        return self._phone.package_manager.granted(package, permission)

    def grant(self, package: str, permission: str, granted: bool) -> None:
        self._phone.package_manager.grant(package, permission, granted=granted)
        self._phone.invalidate()

    def set_clock(self, when: datetime) -> None:
        self._phone.clock.set_wall(when)
        self._phone.invalidate()

    def recent_apps(self) -> list[tuple[type[App], int]]:
        return [(task.entries[-1].app, task.number) for task in self._phone.activities.recent()]

    def _task(self, number: int) -> Task | None:
        return next((t for t in self._phone.activities.tasks if t.number == number), None)

    def bring_recent(self, task: int) -> None:
        found = self._task(task)
        if found is not None:
            self._phone.activities.bring(found)

    def remove_recent(self, task: int) -> None:
        found = self._task(task)
        if found is not None:
            self._phone.activities.remove(found)

    def close(self) -> None:
        for timer in self._timers:
            timer.cancel()
        for connection in self._databases.values():
            connection.close()
        self._timers.clear()
        self._databases.clear()
        self._open = False
