"""Which actions are risky: decided by the runtime from what is touched, never by a model."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from agentprog import resources
from agentprog.ports import Action, DoubleTap, Drag, Element, LongPress, OpenLink, PressKey, Screen, Tap, Window


class Risk(StrEnum):
    """What an action commits beyond the step it belongs to."""

    SEND = "send"
    CALL = "call"
    PAY = "pay"
    DELETE = "delete"
    BLOCK = "block"
    INSTALL = "install"
    GRANT = "grant"
    SHARE = "share"


@dataclass(frozen=True, kw_only=True, slots=True)
class _Class:
    labels: re.Pattern[str]
    ids: frozenset[str]
    words: re.Pattern[str]
    packages: frozenset[str]


@dataclass(frozen=True, kw_only=True, slots=True)
class RiskTable:
    """The declarations of `devices/policy.toml`, ready to match."""

    classes: dict[Risk, _Class]
    system: frozenset[str]
    launchers: tuple[str, ...]
    confirm: frozenset[str]
    commit: frozenset[str]
    plain_links: frozenset[str]
    broken_texts: tuple[str, ...]
    broken_buttons: tuple[str, ...]
    broken_packages: frozenset[str]


@cache
def risk_table() -> RiskTable:
    """Read once, at the first action."""
    data = tomllib.loads(resources.read_text("devices/policy.toml"))
    return RiskTable(
        classes={risk: _class(data[risk.value]) for risk in Risk},
        system=frozenset(data["system"]["packages"]),
        launchers=tuple(data["system"]["launchers"]),
        confirm=frozenset(data["confirm"]["labels"]),
        commit=frozenset(data["commit"]["labels"]),
        plain_links=frozenset(data["link"]["plain"]),
        broken_texts=tuple(text.casefold() for text in data["broken"]["texts"]),
        broken_buttons=tuple(data["broken"]["buttons"]),
        broken_packages=frozenset(data["broken"]["packages"]),
    )


def _class(data: dict[str, Any]) -> _Class:
    labels = "|".join(re.escape(label) for label in sorted(data["labels"], key=len, reverse=True))
    words = "|".join(re.escape(word) for word in data["words"])
    return _Class(
        labels=re.compile(rf"(?:{labels})(?:\s+\S+){{0,2}}$"),
        ids=frozenset(data["ids"]),
        words=re.compile(rf"\b(?:{words})\b"),
        packages=frozenset(data["packages"]),
    )


def classify(action: Action, screen: Screen) -> Risk | None:
    """The class of what this action would commit on this screen; None when it commits nothing risky."""
    if isinstance(action, Tap | DoubleTap | LongPress | Drag):
        target = action.end if isinstance(action, Drag) else action.target
        element = target if isinstance(target, Element) else _under(screen, target.x, target.y)
        return _of_element(element, screen) if element is not None else None
    if isinstance(action, OpenLink):
        return Risk.SHARE if _carries_data(action.url) else None
    if isinstance(action, PressKey) and action.key == "enter" and any(_typing_into(e) for e in screen.elements):
        return Risk.SEND if any(_sends(element, screen) for element in screen.elements) else None
    return None


def _under(screen: Screen, x: int, y: int) -> Element | None:
    """The smallest element at a place: a tap by coordinates is judged by what it hits."""
    hit = [element for element in screen.elements if element.bounds.contains(x, y)]
    return min(hit, key=lambda element: element.bounds.width * element.bounds.height, default=None)


def _carries_data(url: str) -> bool:
    """Whether opening a link can tell somebody something: it has a query, or goes to an app that acts on it."""
    parts = urlsplit(url.strip())
    plain = parts.scheme.casefold() in risk_table().plain_links or not parts.scheme
    return not plain or bool(parts.query or parts.username)


def _typing_into(element: Element) -> bool:
    return element.focused and element.editable


def _sends(element: Element, screen: Screen) -> bool:
    return element.clickable and not element.editable and _of_element(element, screen) is Risk.SEND


def _of_element(element: Element, screen: Screen) -> Risk | None:
    if element.editable:
        return None
    table = risk_table()
    names = [" ".join(name.casefold().split()) for name in (element.text, element.label, element.description) if name]
    tail = element.resource_id.rpartition("/")[2].casefold()
    parts = {tail, *tail.split("_")}
    package = element.package or screen.package
    for risk, rules in table.classes.items():
        if rules.packages and package not in rules.packages:
            continue
        if any(rules.labels.match(name) for name in names) or (element.clickable and parts & rules.ids):
            return risk
    if any(name in table.confirm for name in names):
        return _of_dialog(element, screen)
    return None


def _of_dialog(button: Element, screen: Screen) -> Risk | None:
    """What a confirming button commits: the first class whose verb the dialog's own text speaks of."""
    dialog = [e for e in screen.elements if e.window is button.window and e is not button]
    if button.window is not Window.DIALOG:
        dialog = [e for e in dialog if not e.clickable]
    text = " ".join(f"{e.text} {e.label}" for e in dialog).casefold()
    for risk in (Risk.DELETE, Risk.BLOCK, Risk.PAY, Risk.INSTALL):
        if any(re.search(rf"\b{word}", text) for word in _verbs(risk)):
            return risk
    return None


@cache
def _verbs(risk: Risk) -> tuple[str, ...]:
    data = tomllib.loads(resources.read_text("devices/policy.toml"))
    return tuple(re.escape(label) for label in data[risk.value]["labels"] if label != "get")


def commits(action: Action, risk: str) -> bool:
    """Whether an action may have made something lasting, so that doing the way to it again would double it."""
    if risk or (isinstance(action, PressKey) and action.key in ("enter", "delete")):
        return True
    if isinstance(action, Drag):
        return True
    if not isinstance(action, Tap | DoubleTap | LongPress):
        return False
    target = action.target
    if not isinstance(target, Element) or target.checkable:
        return True
    names = {" ".join(name.casefold().split()) for name in (target.label, target.text, target.description)}
    return bool(names & risk_table().commit)


def asks_for(risk: Risk, texts: Iterable[str]) -> bool:
    """Whether a person's words speak of this effect."""
    words = risk_table().classes[risk].words
    return any(words.search(text.casefold()) for text in texts)
