"""Finds the installed app that a person means by a name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches

from agentprog.frozen import frozen
from agentprog.identity import unaccented
from agentprog.ports.device import App

_FILLER = re.compile(r"^(?:the|my)\s+|\s+(?:app|application)$")
_NOT_WORDS = re.compile(r"[\W_]+")
_WORDLESS = re.compile(r"([\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff])")
"""Scripts written without spaces: each character counts as one word."""
_SAY_LITTLE = {"android", "google", "mobile", "pro", "lite", "free", "simple"}
"""Words that a person may add to an app's name without changing its meaning."""
_SUGGESTIONS = 4


@frozen
class NoApp:
    """No single app matches: several do (`choices`), or none does and these look alike (`near`)."""

    name: str
    choices: tuple[App, ...] = ()
    near: tuple[str, ...] = ()

    def __str__(self) -> str:
        """The reason, in one sentence."""
        if self.choices:
            return f"{len(self.choices)} apps fit {self.name!r}: {', '.join(self._suggestions())}; name one of them"
        hint = f"; near names: {', '.join(self.near)}" if self.near else ""
        return f"no app called {self.name!r} is installed{hint}"

    def _suggestions(self) -> Iterator[str]:
        labels = [app.label for app in self.choices]
        for app in self.choices[:_SUGGESTIONS]:
            yield app.label if labels.count(app.label) == 1 else f"{app.label} ({app.package})"
        if len(labels) > _SUGGESTIONS:
            yield "..."


def fold_name(name: str) -> str:
    """A name in the form used for comparison: without case, accents, punctuation, "the" and "app"."""
    words = " ".join(_NOT_WORDS.sub(" ", _WORDLESS.sub(r" \1 ", unaccented(name))).split())
    return _FILLER.sub("", words).strip() or words


def choose_app(name: str, apps: Sequence[App]) -> App | NoApp:
    """Finds the app that a person means.

    Its package or whole label wins, then another whole name of it, then the end of its package. A part of a name counts
    in whole words, a beginning before other places, and only if it occurs in one app's names alone. Of several apps
    with the same whole name, the first in the list is taken.
    """
    folded = fold_name(name)
    if not folded:
        return NoApp(name=name)
    whole: tuple[Callable[[App], bool], ...] = (
        lambda app: app.package == name.strip(),
        lambda app: fold_name(app.label) == folded,
        lambda app: folded in map(fold_name, app.aliases),
        lambda app: fold_name(app.package.rsplit(".", 1)[-1]) == folded,
    )
    for fits in whole:
        if (found := next(filter(fits, apps), None)) is not None:
            return found
    words = folded.split()
    for part in (_begins, _holds, _is_held):
        several = [app for app in apps if any(part(known.split(), words) for known in _names(app))]
        if several:
            return several[0] if len(several) == 1 else NoApp(name=name, choices=tuple(several))
    return NoApp(name=name, near=_near(folded, apps))


def _names(app: App) -> list[str]:
    return [fold_name(name) for name in (app.label, *app.aliases)]


def _begins(known: list[str], words: list[str]) -> bool:
    return known[: len(words)] == words


def _holds(known: list[str], words: list[str]) -> bool:
    return any(known[at : at + len(words)] == words for at in range(len(known)))


def _is_held(known: list[str], words: list[str]) -> bool:
    """True if the wanted name is the known one plus filler words."""
    return bool(known) and _holds(words, known) and set(words) - set(known) <= _SAY_LITTLE


def _near(name: str, apps: Sequence[App]) -> tuple[str, ...]:
    """Labels of apps with names similar to the wanted one."""
    labels: dict[str, str] = {}
    for app in apps:
        for known in _names(app):
            labels.setdefault(known, app.label)
    close = get_close_matches(name, list(labels), n=_SUGGESTIONS, cutoff=0.55)
    return tuple(dict.fromkeys(labels[match] for match in close))
