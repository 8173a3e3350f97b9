"""The run's beliefs about the phone: hypotheses, some of which the screen itself can confirm or refute.

Models send changes; the runtime gives out ids and refuses unknown ones. A hypothesis stays until its scope ends.
Predicates are checked at every observation, without a model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum

from agentprog.frozen import frozen, replace
from agentprog.ports import Screen, Window
from agentprog.runtime.roles import BeliefChange
from agentprog.runtime.state.predicates import (
    ClipboardHolds,
    FieldValue,
    Predicate,
    check,
    field_of,
    predicate_from,
    subject,
)

ALERT_IDS = frozenset(("android:id/alertTitle", "android:id/button1", "android:id/button2", "android:id/button3"))
"""Android's own ids for the parts of an alert dialog (AlertDialog)."""


class Status(StrEnum):
    ASSUMED = "assumed"
    CONFIRMED = "confirmed"
    REFUTED = "refuted"


class Lifetime(StrEnum):
    """Lifetime of a hypothesis: until the next action, while this screen is shown, until this app is left, or to the
    end of the run.
    """

    ACTION = "action"
    SCREEN = "screen"
    APP = "app"
    RUN = "run"


@frozen
class Belief:
    """One hypothesis. `package` and `place` are where it was made, for its lifetime, `step` is when."""

    id: str
    text: str
    lifetime: Lifetime = Lifetime.APP
    status: Status = Status.ASSUMED
    predicate: Predicate | None = None
    package: str = ""
    place: str = ""
    step: int = 0

    @property
    def line(self) -> str:
        """The hypothesis as prompts show it."""
        return f"[{self.id}] {self.text} ({self.status})"


@frozen
class Change:
    """A change to one belief: add, confirm, refute, revise or drop."""

    kind: str
    belief: Belief


class UnknownBelief(ValueError):
    """A change names an id that the runtime never gave out, or a dropped belief."""


class BeliefState:
    """The hypotheses of one run. Every change is reported to `on_change`."""

    def __init__(self, on_change: Callable[[Change], object] = lambda _change: None, *, cap: int = 20) -> None:
        self._beliefs: dict[str, Belief] = {}
        self._count = 0
        self._cap = cap
        self._on_change = on_change
        self._gaps: list[Belief] = []

    def __iter__(self) -> Iterator[Belief]:
        return iter(tuple(self._beliefs.values()))

    def add(
        self,
        text: str,
        *,
        screen: Screen | None = None,
        lifetime: Lifetime = Lifetime.APP,
        predicate: Predicate | None = None,
        step: int = 0,
    ) -> Belief:
        """Add a hypothesis. If the list is full, the oldest refuted one goes, else the oldest. A known one stays, and
        is assumed again if it was refuted.
        """
        for known in self._beliefs.values():
            if known.text == text and known.predicate == predicate:
                if known.status is Status.REFUTED:
                    self._mark(known.id, Status.ASSUMED, "revise")
                return self._beliefs[known.id]
        self.supersede(predicate)
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
            place=screen.place if screen is not None else "",
            step=step,
        )
        self._beliefs[belief.id] = belief
        self._on_change(Change(kind="add", belief=belief))
        return belief

    def supersede(self, predicate: Predicate | None) -> None:
        """Drop the former content of a field, the clipboard or a setting."""
        key = subject(predicate)
        if key is not None:
            for known in [belief for belief in self._beliefs.values() if subject(belief.predicate) == key]:
                self.drop(known.id)

    def confirm(self, belief_id: str) -> None:
        self._mark(belief_id, Status.CONFIRMED, "confirm")

    def refute(self, belief_id: str) -> None:
        self._mark(belief_id, Status.REFUTED, "refute")

    def revise(self, belief_id: str, text: str) -> None:
        """Replace the text; the hypothesis counts as assumed again."""
        belief = replace(self._known(belief_id), text=text, status=Status.ASSUMED, predicate=None)
        self._beliefs[belief_id] = belief
        self._on_change(Change(kind="revise", belief=belief))

    def drop(self, belief_id: str) -> None:
        belief = self._known(belief_id)
        del self._beliefs[belief_id]
        self._on_change(Change(kind="drop", belief=belief))

    def apply(self, changes: Iterable[BeliefChange], screen: Screen, *, step: int = 0) -> tuple[str, ...]:
        """Apply a model's changes. Returns a sentence for each error, for the model's next prompt."""
        wrong: list[str] = []
        for change in changes:
            try:
                self._apply(change, screen, step)
            except UnknownBelief as exc:
                wrong.append(f"A change of belief was refused: {exc}.")
        return tuple(wrong)

    def _apply(self, change: BeliefChange, screen: Screen, step: int) -> None:
        match change.kind:
            case "add":
                if not change.text.strip():
                    raise UnknownBelief("it has no text")
                predicate = predicate_from(change.predicate)
                lifetime = Lifetime(change.scope)
                self.add(change.text.strip(), screen=screen, lifetime=lifetime, predicate=predicate, step=step)
            case "revise":
                self.revise(change.id, change.text)
            case "confirm":
                self.confirm(change.id)
            case "refute":
                self.refute(change.id)
            case "drop":
                self.drop(change.id)

    @property
    def wants_clipboard(self) -> bool:
        """True if some hypothesis can only be checked by reading the clipboard."""
        return any(isinstance(belief.predicate, ClipboardHolds) for belief in self._beliefs.values())

    def observe(self, screen: Screen, clipboard: str | None = None) -> tuple[Belief, ...]:
        """Check every predicate and remove expired hypotheses; returns the newly refuted ones."""
        gaps: list[Belief] = []
        for belief in tuple(self._beliefs.values()):
            if _expired(belief, screen):
                self.drop(belief.id)
                continue
            value = check(belief.predicate, screen, clipboard) if belief.predicate is not None else None
            if value is None and _lost(belief, screen):
                value = False
            if value is True and belief.status is not Status.CONFIRMED:
                self.confirm(belief.id)
            elif value is False and belief.status is not Status.REFUTED:
                self.refute(belief.id)
                gaps.append(self._beliefs[belief.id])
        self._gaps.extend(gaps)
        return tuple(gaps)

    def take_gaps(self) -> tuple[Belief, ...]:
        """Beliefs refuted since the last call that are still refuted."""
        found = tuple(self._beliefs[gap.id] for gap in self._gaps if gap.id in self._beliefs)
        self._gaps.clear()
        return tuple(belief for belief in found if belief.status is Status.REFUTED)

    def acted(self, screen: Screen, *, changes_pages: bool) -> None:
        """Record the screen after an action of the run: expectations of the action before have ended. If the action
        `changes_pages` as intended, texts that the screen no longer shows are past, not lost.
        """
        for belief in tuple(self._beliefs.values()):
            made_to_go = (
                changes_pages
                and belief.status is Status.REFUTED
                and belief.lifetime is Lifetime.SCREEN
                and belief.package == screen.package
                and not covered(screen)
            )
            if belief.lifetime is Lifetime.ACTION or made_to_go:
                self.drop(belief.id)

    def settle(self) -> None:
        """A step has ended: expectations of its last action, and refuted beliefs about its screens, have ended too."""
        self._gaps.clear()
        for belief in tuple(self._beliefs.values()):
            refuted = belief.lifetime is Lifetime.SCREEN and belief.status is Status.REFUTED
            if belief.lifetime is Lifetime.ACTION or refuted:
                self.drop(belief.id)

    def leave(self, package: str) -> None:
        """The run itself switches to another app: drop the beliefs about the earlier apps."""
        for belief in tuple(self._beliefs.values()):
            if belief.lifetime is not Lifetime.RUN and belief.package != package:
                self.drop(belief.id)

    def restore(self, belief: Belief, kind: str) -> None:
        """Repeat a recorded change of an earlier life."""
        self._count = max(self._count, int(belief.id.removeprefix("b") or 0))
        if kind == "drop":
            self._beliefs.pop(belief.id, None)
        else:
            self._beliefs[belief.id] = belief

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(belief.line for belief in self._beliefs.values())

    def prompt_lines(self, step: int) -> tuple[str, ...]:
        """The beliefs for a prompt of this step: those about screens only if they are from this step, and the refuted
        ones of any step.
        """
        return tuple(
            belief.line
            for belief in self._beliefs.values()
            if belief.lifetime in (Lifetime.APP, Lifetime.RUN) or belief.status is Status.REFUTED or belief.step == step
        )

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(self._beliefs)

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


def covered(screen: Screen) -> bool:
    """True if a dialog covers the app: the content below still exists."""
    return any(element.window is Window.DIALOG or element.resource_id in ALERT_IDS for element in screen.elements)


def _expired(belief: Belief, screen: Screen) -> bool:
    """True if the belief's screen or app is gone. Refuted beliefs stay until their step ends: they show what must be
    repeated.
    """
    if belief.lifetime is not Lifetime.SCREEN or belief.status is Status.REFUTED or covered(screen):
        return False
    if belief.package and belief.package != screen.package:
        return not isinstance(belief.predicate, FieldValue)
    if isinstance(belief.predicate, FieldValue):
        return field_of(belief.predicate, screen) is None
    return bool(belief.place) and belief.place != screen.place


def lost(belief: Belief) -> bool:
    """True if the belief says that a typed text has disappeared from its field."""
    return isinstance(belief.predicate, FieldValue) and belief.status is Status.REFUTED


def _lost(belief: Belief, screen: Screen) -> bool:
    """True if a typed text is lost because its app is no longer in front."""
    if not isinstance(belief.predicate, FieldValue) or not belief.package or covered(screen):
        return False
    return bool(screen.package) and screen.package != belief.package
