"""Effects in the user's name, over all runs: kind, recipient and object, time, proof, and the way to undo each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from agentprog.app.runs.listing import folders_in
from agentprog.errors import AgentProgError
from agentprog.frozen import frozen
from agentprog.lang.effects.kinds import Risk, nature_of
from agentprog.ports import Event, TypeText
from agentprog.runtime.handset.entry import Entry
from agentprog.runtime.journal import events as e
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.witness.finding import SCREEN

_LEADING = ("", "stray", "agree")
"""Classes of touches that only lead to an effect."""
_REACHED = ("done", "verified", "unverified")


@frozen
class Done:
    """One effect of a step. `when` is in ISO 8601; empty if the run has no time. `witness` names the evidence;
    `proven`: it proves the effect. `known`: it is known whether the effect happened at all."""

    run: str
    when: str
    line: int
    kind: str
    what: str
    to: tuple[str, ...] = ()
    says: str = ""
    about: tuple[str, ...] = ()
    step: str = ""
    app: str = ""
    known: bool = True
    witness: str = ""
    proven: bool = False

    @property
    def way_back(self) -> str:
        """How to undo it, by its kind; empty if no way is known."""
        return nature_of(self.kind).back

    def data(self) -> dict[str, Any]:
        """The effect as plain values, for JSON."""
        return {**asdict(self), "to": list(self.to), "about": list(self.about), "way_back": self.way_back}


def effects_of(run: str, events: Iterable[Event]) -> tuple[Done, ...]:
    """The effects in a run's journal, in order. A dry run has none."""
    reading = _Reading(run=run)
    for event in events:
        reading.take(event)
    reading.leave_form()
    return tuple(reading.found)


def all_effects(runs: Path) -> tuple[tuple[Done, ...], tuple[str, ...]]:
    """The effects of every run in this folder, the oldest first; and the unreadable runs."""
    found: list[Done] = []
    lost: list[str] = []
    for path in folders_in(runs):
        try:
            found += effects_of(path.name, RunFolder.open(path).events())
        except AgentProgError:
            lost.append(path.name)
    return tuple(found), tuple(lost)


@dataclass(slots=True)
class _Step:
    """A statement at work: its effects so far, and the elements it has touched."""

    line: int
    text: str
    found: list[Done] = field(default_factory=list)
    touched: e.ActionIntended | None = None
    only_opened: bool = True
    """Its touches opened a form and did nothing else."""
    left: bool = False
    """A form is gone since one of its actions."""


@dataclass(slots=True)
class _Reading:
    """Reads one journal."""

    run: str
    found: list[Done] = field(default_factory=list)
    _began: datetime | None = None
    _orders: dict[int, str] = field(default_factory=dict)
    """The kind of effect that a line orders, as far as the program's text shows."""
    _steps: dict[int, _Step] = field(default_factory=dict)
    _intended: e.ActionIntended | None = None
    _form: Done | None = None
    """The ordered effect of a touch that only opened a form. It counts if the form is left with a typed text and no
    other effect: some apps save an entry without a touch."""
    _typed: bool = False

    def take(self, event: Event) -> None:
        match event:
            case e.RunStarted():
                self._began = _moment(event.started_at)
            case e.Manifested():
                effects = event.manifest.get("effects", ())
                self._orders = {
                    effect["line"]: effect["kind"] for effect in reversed(effects) if effect["kind"] != "unknown"
                }
            case e.ProgramAmended():
                self._orders = {line: kind for line, kind in self._orders.items() if line < event.line}
            case e.StepStarted():
                self._steps[event.step] = _Step(line=event.line, text=event.text.strip())
            case e.ActionIntended(dry=False):
                self._intended = event
            case e.ActionDone() if self._intended is not None:
                self._acted(self._intended, event)
                self._intended = None
            case e.StepFinished():
                self._finished(event)

    def _acted(self, intended: e.ActionIntended, done: e.ActionDone) -> None:
        step = self._steps.setdefault(intended.step, _Step(line=0, text=""))
        if not (done.ok or done.unknown):
            return
        step.touched = intended
        step.left = step.left or done.entry == Entry.LEFT
        step.only_opened = step.only_opened and not intended.risk and self._opens(step, done)
        self._typed = self._typed or intended.what.get("type") == TypeText.__name__
        if intended.risk not in _LEADING:
            known = not done.unknown and (done.witnessed or not done.interrupted)
            step.found.append(self._made(step, intended, intended.risk, intended.text, known=known))

    def _opens(self, step: _Step, done: e.ActionDone) -> bool:
        """True if a touch opened a form. A form with entries may belong to a thing that the touch made, a copy for
        example, unless the line orders an edit."""
        edits = self._orders.get(step.line) == Risk.EDIT
        return done.entry == Entry.EMPTY or (edits and done.entry == Entry.FILLED)

    def leave_form(self, *, witness: str = "", proven: bool = False) -> None:
        """Counts the open form if a text was typed since it opened."""
        if self._form is not None and self._typed:
            self.found.append(replace(self._form, witness=witness, proven=proven))
        self._form = None

    def _finished(self, event: e.StepFinished) -> None:
        """Record the end of a step for its effects. An effect without a classified touch has the kind that the line
        orders.
        """
        step = self._steps.pop(event.step, None)
        if step is None:
            return
        kind = self._orders.get(step.line, "")
        reached = event.status in _REACHED
        if kind and step.touched is not None and reached and all(effect.kind != kind for effect in step.found):
            ordered = self._made(step, step.touched, kind, step.text)
            if step.only_opened and event.witness in ("", SCREEN):
                self.leave_form()
                self._form, self._typed = ordered, False
            else:
                step.found.append(ordered)
        proven = event.status == "verified"
        if step.found:
            self._form = None
        elif step.left:
            self.leave_form(witness=event.witness, proven=proven)
        self.found += [replace(effect, witness=event.witness, proven=proven) for effect in step.found]

    def _made(
        self, step: _Step, intended: e.ActionIntended, kind: str, object_text: str, *, known: bool = True
    ) -> Done:
        when = self._began + timedelta(seconds=intended.at) if self._began is not None else None
        return Done(
            run=self.run,
            when=when.isoformat(timespec="seconds") if when is not None else "",
            line=step.line,
            kind=kind,
            what=object_text,
            to=tuple(intended.to),
            says=intended.says,
            about=tuple(intended.about),
            step=step.text,
            app=intended.package,
            known=known,
        )


def _moment(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None
