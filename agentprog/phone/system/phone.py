"""The simulated phone: every service wired to every other, booted from an image."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from agentprog.phone.apps.registry import apps_of, providers_for
from agentprog.phone.facade import Phone, TimeSource
from agentprog.phone.kernel.alarms import Alarms
from agentprog.phone.kernel.calls import Calls
from agentprog.phone.kernel.clock import FIRST_BOOT, Clock, HostTime
from agentprog.phone.kernel.log import Log
from agentprog.phone.kernel.profile import ImageSpec, Profile, load_image, load_profile
from agentprog.phone.kernel.providers import Providers, SettingsProvider
from agentprog.phone.kernel.rights import AppOps, Rights
from agentprog.phone.kernel.seeding import Seeder
from agentprog.phone.kernel.settings import Props, Settings
from agentprog.phone.kernel.storage import Files, Storage, StorageDoor
from agentprog.phone.records import Intent
from agentprog.phone.render.fonts import use_locale
from agentprog.phone.system.accessibility import Accessibility
from agentprog.phone.system.capture import ScreenCapture
from agentprog.phone.system.ime import Editor, ImeManager
from agentprog.phone.system.inside import Knobs
from agentprog.phone.system.keys import Keys
from agentprog.phone.system.locale import load_locale
from agentprog.phone.system.packages import PackageManager
from agentprog.phone.system.processes import ActivityManager
from agentprog.phone.system.services import Clipboard, Display, Notifications, Power, Toasts
from agentprog.phone.system.snapshots import Snapshots
from agentprog.phone.system.stage import Stage, default_knobs
from agentprog.phone.system.text_menu import TextMenu
from agentprog.phone.system.touch import Touch
from agentprog.phone.system.windows import WindowManager, Windows
from agentprog.phone.widgets.states import ScrollState
from agentprog.phone.widgets.theme import DARK, LIGHT, Theme

_STATE = "state.json"
_BRIGHTNESS_MAX = 255


class SimPhone:
    """One phone. Its attributes are the services of the facade, and those only the inside uses."""

    def __init__(self, root: Path, profile: Profile, image: ImageSpec, seed: int, source: TimeSource) -> None:
        self._root = root
        self.profile = profile
        self.image = image
        self.seed = seed
        self._changes = 0
        self._closed = False
        self.clock = Clock(source, FIRST_BOOT)
        self.log = Log(self.clock)
        self.alarms, self.calls = Alarms(), Calls(self.clock, self.invalidate)
        self.knobs: Knobs = default_knobs()
        self.disk = Storage(root / "fs", self.clock, lambda package: self.package_manager.uid(package))
        self.files = Files(self.disk, self.settle)
        self.storage = StorageDoor(self.disk, self.settle)
        self.props = Props(profile.props)
        self.settings = Settings(self.disk, _merged(_first_settings(profile), profile.settings, image.settings))
        self.locale = load_locale(profile.locale, right_to_left=profile.right_to_left)
        use_locale(profile.locale)
        self.display = Display(self, profile)
        self.clipboard = Clipboard()
        self.toasts = Toasts(self)
        self.notifications = Notifications(self)
        self.power = Power(self)
        self.stage = Stage(self)
        self.package_manager: PackageManager = PackageManager(self, apps_of(profile))
        self.packages = self.package_manager
        self.activities = ActivityManager(self)
        self.window_manager = WindowManager(self)
        self.windows = Windows(self)
        self.accessibility = Accessibility(self)
        self.text_menu = TextMenu(self)
        self.ime_manager = ImeManager(self)
        self.ime = self.ime_manager
        self.editor = Editor(self)
        self.keys = Keys(self)
        self.touch = Touch(self)
        self.capture = ScreenCapture(self)
        self.snapshots = Snapshots(self, root / "snapshots")
        self.appops = AppOps(self.disk)
        self.providers = self._providers()
        self.settings.listen(lambda namespace, key: self._setting_changed(namespace, key))

    def _providers(self) -> Providers:
        """Every content provider, with its access rules."""
        package = self.package_manager
        rights = Rights(package.granted, package.uid, self.appops, withheld=self.profile.withheld)
        providers = Providers(self.settle, rights)
        for provider in (SettingsProvider(self.settings), *providers_for(self)):
            providers.register(provider)
        return providers

    @property
    def home_package(self) -> str:
        """The package of the maker's launcher."""
        return self.profile.launcher.package

    # Life

    def start(self) -> None:
        """Boot: from the existing contents of the root, else from the image."""
        state = self._root / _STATE
        if state.is_file():
            self.boot(datetime.fromisoformat(json.loads(state.read_text(encoding="utf-8"))["wall"]))
            return
        self._build_image()
        self.snapshots.save_factory()
        self.boot(FIRST_BOOT)
        self._save_state()

    def _build_image(self) -> None:
        self.disk.prepare()
        self.package_manager.keep_only(self.image.apps)
        self.package_manager.write_files()
        for package in self.package_manager.apps:
            self.disk.mkdir(f"/data/data/{package}/databases", parents=True)
        rng = random.Random(f"{self.image.name}:{self.seed}")
        for app in self.package_manager.apps.values():
            table = self.image.seed.get(app.package, {})
            app_random = random.Random(rng.random())
            permit = self.package_manager.grant
            seeder = Seeder(app.package, self.disk, self.clock, app_random, table, permit, self.image.home)
            app.seed(seeder)
            seeder.close()
        self.package_manager.save()

    def boot(self, wall: datetime) -> None:
        """Bring up the system from storage: no app runs but home."""
        self.clock.restart(wall)
        self.settings.load()
        self.appops.load()
        self.package_manager.load()
        self.display.forget()
        self.power.forget()
        self.log.clear()
        self.alarms.forget()
        self.calls.forget()
        self.clipboard.forget()
        self.toasts.forget()
        self.notifications.forget()
        self.stage.forget()
        self.knobs.update(default_knobs())
        self.knobs.update({k: v for k, v in self.profile.timing.items() if k in self.knobs})
        self.clock.every(60 - self.clock.now().second or 60, self.invalidate)
        self.providers.boot()
        self.activities.go_home()
        self.invalidate()

    def shut_down(self) -> None:
        """End every process and close every file."""
        self.activities.stop_all()
        self.providers.close()
        self.ime_manager.dismiss()

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._save_state()
            self.shut_down()

    def _save_state(self) -> None:
        state = {"wall": self.clock.now().isoformat(), "image": self.image.name, "seed": self.seed}
        (self._root / _STATE).write_text(json.dumps(state), encoding="utf-8")

    # Change

    def settle(self) -> None:
        """Let everything due happen, and continue flings and animations."""
        self.clock.settle()
        now = self.clock.monotonic()
        for state in self._flings():
            state.animate(now)
            self.invalidate()

    def _flings(self) -> Sequence[ScrollState]:
        return [scroll for scroll in self.window_manager.scrolls() if scroll.fling is not None]

    def moving(self) -> bool:
        return self.activities.switching() or bool(self._flings())

    def invalidate(self) -> None:
        self._changes += 1
        self.window_manager.invalidate()

    def version(self) -> str:
        return f"{self._changes}"

    def _setting_changed(self, namespace: str, key: str) -> None:
        if (namespace, key) == ("system", "user_rotation") and not self.settings.flag(
            "system", "accelerometer_rotation"
        ):
            self.display.rotate(int(self.settings.get("system", "user_rotation") or 0) % 4)
        self.invalidate()

    # What the system's parts ask of the whole

    def theme(self) -> Theme:
        return DARK if self.settings.get("secure", "ui_night_mode") == "2" else LIGHT

    def time_text(self, when: datetime) -> str:
        if self.settings.get("system", "time_12_24") == "12":
            return when.strftime("%-I:%M")
        return when.strftime("%H:%M")

    def brightness(self) -> float:
        return int(self.settings.get("system", "screen_brightness") or 0) / _BRIGHTNESS_MAX

    def set_brightness(self, value: float) -> None:
        level = min(_BRIGHTNESS_MAX, max(1, round(value * _BRIGHTNESS_MAX)))
        self.settings.put("system", "screen_brightness", str(level))

    def toggle(self, key: str) -> None:
        self.settings.put("global", key, "0" if self.settings.flag("global", key) else "1")

    def bars_on_light(self) -> bool:
        """True if the bars need dark ink."""
        if self.theme().dark:
            return False
        if self.notifications.shade:
            return True
        entry = self.activities.top()
        if self.power.locked or entry is None or entry.activity is None:
            return False
        return not entry.cls.translucent and entry.activity.light_bars()

    def leave_system_screens(self) -> None:
        """Close the system's screens over apps, before another one comes to the front."""
        self.notifications.close_shade()
        home = self.activities.running.get(self.home_package)
        if home is not None:
            home.app.leave_overview()

    def show_recents(self) -> None:
        self.activities.go_home()
        home = self.activities.running.get(self.home_package)
        if home is not None:
            home.app.show_overview()

    def deliver_sms(self, address: str, body: str) -> None:
        """A text message arrives from the network; without a messaging app it is stored all the same."""
        for app in self.package_manager.apps.values():
            if app.receives_sms:
                running = self.activities.process(app)
                running.app.receive_sms(address, body)
                return
        values: dict[str, str | int | float | None] = {"address": address, "body": body}
        self.providers.insert("content://sms/inbox", values)

    def open(self, package: str) -> bool:
        """Start an app as its icon does."""
        intent = Intent(
            action="android.intent.action.MAIN",
            package=package,
            categories=("android.intent.category.LAUNCHER",),
        )
        return self.activities.start(intent).ok


def _first_settings(profile: Profile) -> dict[str, dict[str, str]]:
    """The keyboard that the phone comes with is in use."""
    id = profile.keyboard.id
    return {"secure": {"default_input_method": id, "enabled_input_methods": id}}


def _merged(*tables: object) -> dict[str, dict[str, str]]:
    merged: dict[str, dict[str, str]] = {"system": {}, "secure": {}, "global": {}}
    for table in tables:
        if isinstance(table, dict):
            for name, values in table.items():
                merged[name].update(values)
    return merged


def build_phone(
    *, root: Path, profile: str = "pixel", image: str = "default", seed: int = 0, clock: TimeSource | None = None
) -> Phone:
    """A booted phone whose storage lies under `root`; a root that already holds one is booted again as it was left.

    Raises ConfigError for an unknown profile or image.
    """
    root.mkdir(parents=True, exist_ok=True)
    phone = SimPhone(root, load_profile(profile), load_image(image), seed, clock or HostTime())
    phone.start()
    return phone
