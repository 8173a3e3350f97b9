"""Finds parts of a program that a run cannot see with its installed parts, before it begins.

An app that draws its own screens gives accessibility nothing. Cards list these apps. Only their pixels remain: the
extra `ocr` reads their words, and a model that sees can point at places.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Literal

from agentprog import resources
from agentprog.frozen import frozen
from agentprog.identity import same
from agentprog.lang.ast import Program
from agentprog.lang.resolve import resolve_apps

_OCR = 'pip install "agentprog[ocr]"'


@frozen
class DrawnApp:
    """An app that draws its screens itself. Its touchable things have words (`texts`) or only pictures (`pictures`)."""

    label: str
    names: tuple[str, ...]
    shows: Literal["texts", "pictures"]


@cache
def _drawn() -> tuple[DrawnApp, ...]:
    """The apps that draw their screens, by the cards. The cards are read as plain data, since importing their reader
    takes a second.
    """
    found = []
    for file in sorted((resources.folder("devices") / "apps").glob("*.toml")):
        card = tomllib.loads(file.read_text(encoding="utf-8"))
        if card.get("drawn"):
            names = (card["label"], card["package"], *card.get("aliases", ()))
            found.append(DrawnApp(label=card["label"], names=names, shows=card["drawn"]))
    return tuple(found)


def drawn_apps(program: Program) -> Iterator[DrawnApp]:
    """The apps in a program that draw their screens themselves, in the order of its lines."""
    app_names = dict.fromkeys(str(app) for app in resolve_apps(program).values() if app is not None)
    for name in app_names:
        yield from (app for app in _drawn() if any(same(name, app_name) for app_name in app.names))


def needed(app: DrawnApp) -> str:
    """The needs of an app that draws its screens, in any case."""
    equipment = "a model that sees (locator_model)"
    if app.shows == "texts":
        equipment = f"their words read from pixels ({_OCR}) or {equipment}"
    return f"{app.label} draws its screens itself: {equipment} is needed to do anything there"


def foreseen(program: Program, *, ocr: bool, seeing: str | None) -> tuple[str, ...]:
    """A sentence for each app that draws its screens: what works there and what does not, with or without OCR, and with
    the seeing model, if there is one.
    """
    return tuple(f"{app.label} draws its screens itself: {_works(app, ocr, seeing)}" for app in drawn_apps(program))


def _works(app: DrawnApp, ocr: bool, seeing: str | None) -> str:
    found = f"{seeing} finds things on its pictures" if seeing is not None else ""
    if app.shows == "pictures":
        return found or "what counts there has no words, so nothing works without a model that sees (locator_model)"
    if ocr:
        read = "its words are read from their pixels and may err in single characters"
        return f"{read}; {found}" if found else f"{read}; what has no words cannot be touched without a locator_model"
    if found:
        return f"{found}; none of its texts can be read ({_OCR})"
    return f"nothing there can be read or touched with this run; {_OCR} reads its words, a locator_model sees the rest"
