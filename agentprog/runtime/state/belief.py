"""What the run believes about the phone: hypotheses, some of which the screen itself can confirm or refute.

Models send changes, the runtime gives out ids and refuses unknown ones. What nobody mentions stays, until its scope
ends. Predicates are checked at every observation and cost nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from agentprog.ports import Screen, Window


class Status(StrEnum):
    ASSUMED = "assumed"
    CONFIRMED = "confirmed"
    REFUTED = "refuted"


class Lifetime(StrEnum):
    """How long a hypothesis is of interest: while this screen is shown, this app is in front, or the run lasts."""

    SCREEN = "screen"
    APP = "app"
    RUN = "run"


@dataclass(frozen=True, kw_only=True, slots=True)
class ForegroundApp:
    """This package is in front."""

    package: str


@dataclass(frozen=True, kw_only=True, slots=True)
class TextPresent:
    """This text can be read on the screen."""

    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class FieldValue:
    """The field with this label holds this text."""

    label: str
    value: str


Predicate = ForegroundApp | TextPresent | FieldValue


def check(predicate: Predicate, screen: Screen) -> bool | None:
    """Whether the screen bears it out; None when it cannot tell (the field is not there)."""
    match predicate:
        case ForegroundApp(package=package):
            return screen.package == package if screen.package else None
        case TextPresent(text=text):
            return screen.shows(text)
        case FieldValue(label=label, value=value):
            for element in screen.elements:
                names = (element.label, element.hint, element.description)
                if element.editable and label.casefold() in (name.casefold() for name in names):
                    return None if element.password else element.text == value
            return None


@dataclass(frozen=True, kw_only=True, slots=True)
class Belief:
    """One hypothesis. `made_in` is the package and the screen signature it was made on, for its lifetime."""

    id: str
    text: str
    lifetime: Lifetime = Lifetime.APP
    status: Status = Status.ASSUMED
    predicate: Predicate | None = None
    package: str = ""
    signature: str = ""

    @property
    def line(self) -> str:
        """As prompts show it."""
        return f"[{self.id}] {self.text} ({self.status})"


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """What became of one belief: add, confirm, refute, revise or drop."""

    kind: str
    belief: Belief


class UnknownBelief(ValueError):
    """A change names an id that the runtime never gave out, or that is gone."""


class BeliefState:
    """The hypotheses of one run. Every change is reported to `on_change`."""

    def __init__(self, on_change: Callable[[Change], object] = lambda _change: None, *, cap: int = 20) -> None:
        self._beliefs: dict[str, Belief] = {}
        self._count = 0
        self._cap = cap
        self._on_change = on_change

    def __iter__(self) -> Iterator[Belief]:
        return iter(tuple(self._beliefs.values()))

    def add(
        self,
        text: str,
        *,
        screen: Screen | None = None,
        lifetime: Lifetime = Lifetime.APP,
        predicate: Predicate | None = None,
    ) -> Belief:
        """A new hypothesis; the oldest refuted, else the oldest, goes when the list is full. A known one is kept."""
        for known in self._beliefs.values():
            if known.text == text and known.predicate == predicate:
                return known
        if len(self._beliefs) >= self._cap:
            ranked = sorted(self._beliefs.values(), key=lambda belief: belief.status is not Status.REFUTED)
            self.drop(ranked[0].id)
        self._count += 1
        belief = Belief(
            id=f"b{self._count}",
            text=text,
            lifetime=lifetime,
            predicate=predicate,
            package=screen.package if screen is not None else "",
            signature=screen.signature if screen is not None else "",
        )
        self._beliefs[belief.id] = belief
        self._on_change(Change(kind="add", belief=belief))
        return belief

    def confirm(self, belief_id: str) -> None:
        self._mark(belief_id, Status.CONFIRMED, "confirm")

    def refute(self, belief_id: str) -> None:
        self._mark(belief_id, Status.REFUTED, "refute")

    def revise(self, belief_id: str, text: str) -> None:
        """Say it otherwise; it is assumed again."""
        belief = replace(self._known(belief_id), text=text, status=Status.ASSUMED, predicate=None)
        self._beliefs[belief_id] = belief
        self._on_change(Change(kind="revise", belief=belief))

    def drop(self, belief_id: str) -> None:
        belief = self._known(belief_id)
        del self._beliefs[belief_id]
        self._on_change(Change(kind="drop", belief=belief))

    def observe(self, screen: Screen) -> tuple[Belief, ...]:
        """Check every predicate against the screen and let expired ones go; returns those newly refuted."""
        gaps: list[Belief] = []
        for belief in tuple(self._beliefs.values()):
            if _expired(belief, screen):
                self.drop(belief.id)
                continue
            held = check(belief.predicate, screen) if belief.predicate is not None else None
            if held is True and belief.status is not Status.CONFIRMED:
                self.confirm(belief.id)
            elif held is False and belief.status is not Status.REFUTED:
                self.refute(belief.id)
                gaps.append(self._beliefs[belief.id])
        return tuple(gaps)

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(belief.line for belief in self._beliefs.values())

    def _known(self, belief_id: str) -> Belief:
        try:
            return self._beliefs[belief_id]
        except KeyError:
            raise UnknownBelief(f"there is no belief {belief_id!r}") from None

    def _mark(self, belief_id: str, status: Status, kind: str) -> None:
        belief = self._known(belief_id)
        if belief.status is not status:
            self._beliefs[belief_id] = replace(belief, status=status)
            self._on_change(Change(kind=kind, belief=self._beliefs[belief_id]))


def _expired(belief: Belief, screen: Screen) -> bool:
    dialog = any(element.window is Window.DIALOG for element in screen.elements)
    if belief.lifetime is Lifetime.SCREEN:
        return bool(belief.signature) and belief.signature != screen.signature and not dialog
    return False


def predicate_data(predicate: Predicate | None) -> dict[str, Any] | None:
    """The predicate as plain data, for events."""
    match predicate:
        case ForegroundApp(package=package):
            return {"foreground": package}
        case TextPresent(text=text):
            return {"text": text}
        case FieldValue(label=label, value=value):
            return {"field": label, "value": value}
        case None:
            return None
