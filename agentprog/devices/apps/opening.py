"""The apps of a phone: listing, naming and opening them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from agentprog.devices.apps.cards import AppCard, cards
from agentprog.devices.apps.labels import Labels
from agentprog.devices.link.transport import Transport
from agentprog.devices.prints.packages import (
    LAUNCHERS,
    PACKAGES,
    parse_launchers,
    parse_packages,
    parse_permissions,
    parse_version,
)
from agentprog.devices.prints.starting import parse_start
from agentprog.devices.prints.state import PhoneState
from agentprog.errors import DeviceError
from agentprog.frozen import frozen, replace
from agentprog.ports import App, NoApp, choose_app

_START = (
    "am",
    "start",
    "-a",
    "android.intent.action.MAIN",
    "-c",
    "android.intent.category.LAUNCHER",
    "-f",
    "0x10200000",
)
"""The intent of a tapped icon: bring the task to the front, or start a new one."""
_GENERIC = {"android", "app", "apps", "main", "mobile", "com", "pro", "lite", "free", "client", "release", "google"}
_OPEN_SECONDS = 10.0
_POLL = 0.05
_DIALOG_OWNERS = ("permissioncontroller", "packageinstaller")
_CARDS_LANGUAGE = "en"
_FIRST_LOOK_SECONDS = 2.0
"""Time limit for reading the labels before the first action."""
_SEARCH_SECONDS = 6.0
"""Time limit for reading the labels when no app has the name."""


@frozen
class Installed:
    """An app with the activity that its icon starts."""

    app: App
    activity: str

    @property
    def component(self) -> str:
        return f"{self.app.package}/{self.activity}"


@frozen
class Opened:
    """The result of opening an app."""

    ok: bool
    detail: str = ""
    app: App | None = None


def read_installed(transport: Transport) -> tuple[Installed, ...]:
    """Every app with an icon, named by its card or its package."""
    found = parse_launchers(transport.shell(LAUNCHERS).out)
    if not found:
        # Android before 7 has no `cmd package`, and package names do not show which apps have an icon. User-installed
        # apps and apps with a card count as having one.
        own_packages = parse_packages(transport.shell(f"{PACKAGES} -3").out)
        every = parse_packages(transport.shell(PACKAGES).out)
        found = dict.fromkeys([*own_packages, *(package for package in every if package in cards())], "")
    known = cards()
    return tuple(
        Installed(app=make_app(package, known.get(package)), activity=activity) for package, activity in found.items()
    )


def make_app(package: str, card: AppCard | None, learned: str = "") -> App:
    """The app with the best known label: its icon's on this phone, its card's, else a name from its package."""
    if card is not None:
        label = learned or card.label
        names = (card.label, *card.aliases)
        aliases = tuple(name for name in dict.fromkeys(names) if name != label)
        return App(package=package, label=label, aliases=aliases, commits=card.commits, opens=card.opens)
    return App(package=package, label=learned or label_from_package(package))


def label_from_package(package: str) -> str:
    """`org.example.notes` -> `Notes`: the last part that is not generic."""
    parts = [part for part in package.split(".") if part.casefold() not in _GENERIC]
    return (parts[-1] if parts else package).replace("_", " ").capitalize()


def resolve(name: str, installed: Sequence[Installed]) -> Installed | NoApp:
    """The app that a person means by a name."""
    found = choose_app(name, [candidate.app for candidate in installed])
    return found if isinstance(found, NoApp) else next(candidate for candidate in installed if candidate.app == found)


class Apps:
    """The apps of one phone. It reads the list once, and again if a name is not in it.

    It reads labels from the packages: first those of apps without a card (of all apps if the phone's language differs
    from the cards'), and the rest if a name matches no app.
    """

    def __init__(self, transport: Transport, state: Callable[[], PhoneState], labels: Labels) -> None:
        self._transport = transport
        self._state = state
        self._labels = labels
        self._installed: tuple[Installed, ...] | None = None
        self._learned: dict[str, str] = {}
        self._looked = False

    def all(self, *, fresh: bool = False) -> tuple[Installed, ...]:
        """Every app with an icon, sorted by label."""
        if self._installed is None or fresh:
            found = read_installed(self._transport)
            self._labels.refresh()
            foreign = not self._labels.language.startswith(_CARDS_LANGUAGE)
            components = [installed.component for installed in found if foreign or installed.app.package not in cards()]
            self._labels.read(components, 0.0 if self._looked else _FIRST_LOOK_SECONDS)
            self._looked = True
            self._installed = found
            self._name()
        return self._installed

    def permissions(self, package: str) -> frozenset[str] | None:
        """The permissions that a package requests; None if unknown."""
        try:
            return parse_permissions(self._transport.shell(["dumpsys", "package", package]).out, package)
        except DeviceError:
            return None

    def version(self, package: str) -> str:
        """The version of a package; empty if the phone does not report it."""
        try:
            return parse_version(self._transport.shell(["dumpsys", "package", package]).out, package)
        except DeviceError:
            return ""

    def learn(self, package: str, label: str) -> None:
        """Remembers an app's label on this phone, in its language."""
        self._learned[package] = label
        self._name()

    def _name(self) -> None:
        """Gives each app its best known name."""
        found = self._installed or ()
        read = self._labels.known([installed.component for installed in found])
        apps = [
            replace(installed, app=make_app(package, cards().get(package), self._learned.get(package) or label))
            for installed in found
            for package, label in [(installed.app.package, read.get(installed.component, ""))]
        ]
        self._installed = tuple(
            sorted(apps, key=lambda installed: (installed.app.label.casefold(), installed.app.package))
        )

    @property
    def all_named(self) -> bool:
        """True if every icon's label is known, so that none has to be searched on the launcher."""
        found = self.all()
        read = self._labels.known([installed.component for installed in found])
        return all(installed.app.package in cards() or read.get(installed.component) for installed in found)

    def find(self, name: str) -> Installed | NoApp:
        """The app a person means. It also finds an app that was installed meanwhile, and an app known only by its
        package."""
        found = resolve(name, self.all())
        if isinstance(found, NoApp) and not found.choices:
            found = resolve(name, self.all(fresh=True))
        if isinstance(found, NoApp):
            self._labels.read([installed.component for installed in self.all()], _SEARCH_SECONDS)
            self._name()
            found = resolve(name, self.all())
        return found

    def open(self, installed: Installed, seconds: float = _OPEN_SECONDS) -> Opened:
        """Starts the app like its icon and waits until it is in front."""
        package = installed.app.package
        launch = ["monkey", "-p", package, "-c", "android.intent.category.LAUNCHER", "1"]
        started = parse_start(
            self._transport.shell([*_START, "-n", installed.component] if installed.activity else launch).words
        )
        if not started.ok:
            return Opened(
                ok=False, detail=f"{installed.app.label} does not start: {started.problem}", app=installed.app
            )
        return self.wait_for(installed.app, seconds)

    def wait_for(self, app: App, seconds: float = _OPEN_SECONDS) -> Opened:
        """Waits until the app is in front; a permission dialog over it counts and is reported."""
        deadline = self._transport.deadline(f"waiting for {app.label}", seconds)
        state = PhoneState(now=None)
        while not deadline.over:
            state = self._state()
            if state.package == app.package:
                return Opened(ok=True, app=app)
            if state.package.endswith(_DIALOG_OWNERS):
                return Opened(ok=True, detail="a permission dialog covers it", app=app)
            if state.package == "android":
                return Opened(ok=True, detail=f"a system dialog covers it: {state.activity}", app=app)
            time.sleep(_POLL)
        front = state.package or "nothing"
        return Opened(ok=False, detail=f"{app.label} was started, but {front} is in front", app=app)
