"""The apps of a phone: which can be opened, what people call them, and opening one."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches

from agentprog.devices.cards import AppCard, cards
from agentprog.devices.state import PhoneState
from agentprog.devices.transport import Transport
from agentprog.ports import App

_QUERY = "cmd package query-activities --brief -a android.intent.action.MAIN -c android.intent.category.LAUNCHER"
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
"""What a launcher sends for a tapped icon: the task as it was comes to the front, or a new one is begun."""
_COMPONENT = re.compile(r"^\s*(?P<package>[A-Za-z][\w.]*\.[\w.]+)/(?P<activity>[\w.$]+)\s*$")
_FILLER = re.compile(r"^(?:the|my)\s+|\s+(?:app|application)$")
_NOT_WORDS = re.compile(r"[\W_]+")
_GENERIC = {"android", "app", "apps", "main", "mobile", "com", "pro", "lite", "free", "client", "release", "google"}
_OPEN_SECONDS = 10.0
_POLL = 0.05
_DIALOG_OWNERS = ("permissioncontroller", "packageinstaller")
_SUGGESTIONS = 4


@dataclass(frozen=True, kw_only=True, slots=True)
class Installed:
    """An app with the activity that its icon starts."""

    app: App
    activity: str

    @property
    def component(self) -> str:
        return f"{self.app.package}/{self.activity}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Opened:
    """What came of opening an app."""

    ok: bool
    detail: str = ""
    app: App | None = None


def read_installed(transport: Transport) -> tuple[Installed, ...]:
    """Every app with an icon, sorted by label."""
    found = parse_components(transport.shell(_QUERY).out)
    if not found:
        # Before Android 7 there is no `cmd package`. Packages alone do not say which have an icon: those the user
        # installed and those that people know by name are taken to have one.
        own = _packages(transport.shell("pm list packages -3").out)
        found = dict.fromkeys(own + [p for p in _packages(transport.shell("pm list packages").out) if p in cards()], "")
    known = cards()
    installed = [
        Installed(app=make_app(package, known.get(package)), activity=activity) for package, activity in found.items()
    ]
    return tuple(sorted(installed, key=lambda one: (one.app.label.casefold(), one.app.package)))


def _packages(listing: str) -> list[str]:
    return [line.removeprefix("package:").strip() for line in listing.splitlines() if line.startswith("package:")]


def parse_components(output: str) -> dict[str, str]:
    """Package to launch activity, the first of each package."""
    found: dict[str, str] = {}
    for line in output.splitlines():
        if (match := _COMPONENT.match(line)) is not None:
            found.setdefault(match["package"], match["activity"])
    return found


def make_app(package: str, card: AppCard | None, learned: str = "") -> App:
    """The app with the best label known: what its icon was seen to say, its card, else a name from its package."""
    if card is not None:
        label = learned or card.label
        names = (card.label, *card.aliases)
        return App(package=package, label=label, aliases=tuple(name for name in dict.fromkeys(names) if name != label))
    return App(package=package, label=learned or label_from_package(package))


def label_from_package(package: str) -> str:
    """`org.example.notes` -> `Notes`: the last part that says anything."""
    parts = [part for part in package.split(".") if part.casefold() not in _GENERIC]
    return (parts[-1] if parts else package).replace("_", " ").capitalize()


def fold(name: str) -> str:
    """A name as it is compared: without case, punctuation, "the" and "app"."""
    words = " ".join(_NOT_WORDS.sub(" ", name.casefold()).split())
    return _FILLER.sub("", words).strip() or words


def resolve(name: str, installed: tuple[Installed, ...]) -> Installed | tuple[str, ...]:
    """The app that a person means, else names that are near.

    Label before alias before package; then a name that is part of one app's names and of no other's.
    """
    wanted = fold(name)
    by_package = [one for one in installed if one.app.package == name.strip()]
    by_label = [one for one in installed if fold(one.app.label) == wanted]
    by_alias = [one for one in installed if wanted in (fold(alias) for alias in one.app.aliases)]
    by_tail = [one for one in installed if fold(one.app.package.rsplit(".", 1)[-1]) == wanted]
    for found in (by_package, by_label, by_alias, by_tail):
        if found:
            return found[0]
    partly = [one for one in installed if wanted and _shares_words(wanted, one.app)]
    if len(partly) == 1:
        return partly[0]
    if partly:
        return tuple(one.app.label for one in partly[:_SUGGESTIONS])
    return near_names(wanted, installed)


def _shares_words(wanted: str, app: App) -> bool:
    """Whether the wanted name is made of words of one of the app's names, or the other way round."""
    words = set(wanted.split())
    names = [set(fold(name).split()) for name in (app.label, *app.aliases)]
    return any(words <= name or name <= words for name in names if name)


def near_names(wanted: str, installed: tuple[Installed, ...]) -> tuple[str, ...]:
    """Labels of apps whose names look like the wanted one."""
    names: dict[str, str] = {}
    for one in installed:
        for known in (one.app.label, *one.app.aliases):
            names.setdefault(fold(known), one.app.label)
    close = get_close_matches(wanted, list(names), n=_SUGGESTIONS, cutoff=0.55)
    return tuple(dict.fromkeys(names[match] for match in close))


class Apps:
    """The apps of one phone. The list is read once and again when a name is not in it."""

    def __init__(self, transport: Transport, state: Callable[[], PhoneState]) -> None:
        self._transport = transport
        self._state = state
        self._installed: tuple[Installed, ...] | None = None
        self._learned: dict[str, str] = {}

    def all(self, *, fresh: bool = False) -> tuple[Installed, ...]:
        if self._installed is None or fresh:
            self._installed = read_installed(self._transport)
            for package, label in self._learned.items():
                self._relabel(package, label)
        return self._installed

    def learn(self, package: str, label: str) -> None:
        """Remember what an app's icon says on this phone, in its own language."""
        self._learned[package] = label
        self._relabel(package, label)

    def _relabel(self, package: str, label: str) -> None:
        known: Mapping[str, AppCard] = cards()
        self._installed = tuple(
            replace(one, app=make_app(package, known.get(package), label)) if one.app.package == package else one
            for one in self._installed or ()
        )

    def find(self, name: str) -> Installed | tuple[str, ...]:
        """The app a person means, else near names. An app installed meanwhile is found."""
        found = resolve(name, self.all())
        return found if isinstance(found, Installed) else resolve(name, self.all(fresh=True))

    def open(self, one: Installed, seconds: float = _OPEN_SECONDS) -> Opened:
        """Start the app as its icon does and wait until it is in front."""
        if one.activity:
            answer = self._transport.shell([*_START, "-n", one.component])
            failed = re.findall(r"^(?:Error.*|.*Exception:.*)", answer.words, re.MULTILINE)
        else:
            package = one.app.package
            answer = self._transport.shell(["monkey", "-p", package, "-c", "android.intent.category.LAUNCHER", "1"])
            failed = re.findall(r"No activities found.*", answer.words)
        if failed:
            return Opened(ok=False, detail=f"{one.app.label} does not start: {failed[-1].strip()}", app=one.app)
        return self.wait_for(one.app, seconds)

    def wait_for(self, app: App, seconds: float = _OPEN_SECONDS) -> Opened:
        """Watch until the app is in front; a permission dialog over it counts and is said."""
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


def not_found(name: str, near: tuple[str, ...]) -> str:
    """Why no app was opened, in one sentence."""
    hint = f"; near names: {', '.join(near)}" if near else ""
    return f"no app called {name!r} is installed{hint}"
