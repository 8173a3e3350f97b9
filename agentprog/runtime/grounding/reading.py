"""Reads data off the phone: one screen, or a list screen by screen, merged without duplicates, to its proven end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from agentprog.errors import RunError
from agentprog.identity import is_piece, piece
from agentprog.ports import Screen, Scroll
from agentprog.runtime.evaluation.expressions import Known
from agentprog.runtime.grounding.recovery import steady
from agentprog.runtime.grounding.rows import Merger, as_data, as_page, at_end, page_of
from agentprog.runtime.grounding.scope import face_app
from agentprog.runtime.record import Tier
from agentprog.runtime.roles import Reading
from agentprog.runtime.state.shaping import shaped
from agentprog.runtime.state.values import Table, Value, as_text, from_json, to_json
from agentprog.runtime.state.variables import Provenance
from agentprog.runtime.step import Step
from agentprog.runtime.watching import scroll_to
from agentprog.runtime.witness.finding import PICTURE
from agentprog.runtime.witness.wholeness import is_whole

Found = dict[str, Any]
"""The reading of one screen as the journal keeps it: `value`, `evidence`, `end`, `refused` and the places of a list."""
READ_ON = "read on"
_UNSEEN = {
    "pictured": "by the picture alone",
    "inferred": "counted or reckoned, since no text of the screen says it",
}
"""Reasons why no text of the screen contains a value."""
_MOST_SCREENS = 40
_MOST_MISSED = 5


class LearnedRows(Protocol):
    """Earlier readings of a list, to learn from."""

    def known(self, screen: Screen) -> list[Any] | None:
        """The rows of this screen; None if a model must read them."""
        ...

    def heard(self, found: Found) -> None:
        """Learn from the reading of a screen."""
        ...


class AppClosed(RunError):
    """The app closed in the middle of a list and was opened again: the rows read so far are not the whole list."""


def read_value(
    step: Step,
    question: str,
    *,
    kind: str,
    first: Found | None = None,
    learned: LearnedRows | None = None,
) -> Known:
    """Read a value from this screen and, if it is a list or not found at once, from the screens below.

    `first` is an earlier reading of this screen; it counts unless the list has to be scrolled to its top. If the end of
    a list was not seen or rows may be missing, the value is marked and the run is not verified. Raises RunError if no
    screen shows the value, AppClosed if the app closed in the middle of a list.
    """
    step.record.rises_to(Tier.SEMANTIC)
    face_app(step)
    if is_many(None, kind) or (first is not None and is_many(from_json(first["value"]), kind)):
        first = None if _to_the_top(step) else first
    pages = _Pages(step=step, wanted=question, kind=kind, learned=learned)
    pages.read(first)
    merged: Value = pages.single if pages.single is not None else _whole(pages.merger, pages.shape)
    if merged is None:
        refusals = f" ({'; '.join(pages.refused)})" if pages.refused else ""
        raise RunError(f"line {step.line}: no screen shows the value: {question}{refusals}", line=step.line)
    step.record.detail = step.record.detail or as_text(merged)[:120]
    step.notes.ledger.reading()
    if pages.single is None:
        _judge_completeness(step, pages)
    say_doubts(step, step.record.detail, pages.doubts)
    return screen_known(to_json(merged), kind)


@dataclass(slots=True, kw_only=True)
class _Pages:
    """The screens of one reading, from the top on."""

    step: Step
    wanted: str
    kind: str
    learned: LearnedRows | None
    merger: Merger = field(default_factory=Merger)
    single: Value = None
    shape: type = list
    ended: bool = False
    refused: list[str] = field(default_factory=list)
    doubts: Found = field(default_factory=dict)
    """Doubts about the value from its screens."""

    def read(self, first: Found | None) -> None:
        for _screen in range(_MOST_SCREENS):
            if steady(self.step, self.wanted) and self.merger.items:
                raise AppClosed(
                    f"line {self.step.line}: the app closed while the run read a list from it: {self.wanted}",
                    line=self.step.line,
                    hint="It crashed, or a person closed it: run again.",
                )
            found = first or read_screen(self.step, self.wanted, kind=self.kind, learned=self.learned)
            first = None
            if self._taken(found) or not self._scrolled(found):
                break

    def _taken(self, found: Found) -> bool:
        """Add the reading of one screen. True if the value is single, so that no further screen is needed."""
        self.doubts |= {doubt: True for doubt in _UNSEEN if found.get(doubt)}
        self.refused += [refusal for refusal in found.get("refused", ()) if refusal not in self.refused]
        value = from_json(found["value"])
        if value is not None and not is_many(value, self.kind):
            self.single = value
            self.doubts |= found
            return True
        if value is not None:
            self.shape = Table if isinstance(value, Table) else self.shape
            self.merger.add(as_page(found, _items(value)))
        return False

    def _scrolled(self, found: Found) -> bool:
        """Scroll down; False at the end, or if the phone does not scroll."""
        if found["end"]:
            self.ended = True
            return False
        done = self.step.act(Scroll(direction="down"), why=READ_ON)
        if done.dry:
            return False
        if done.interrupted:
            return True  # the next look shows whether it moved
        if not done.attempt.ok or not done.attempt.changed:
            self.ended = done.attempt.ok
            return False
        return True


def _items(value: Value) -> list[Value]:
    if isinstance(value, Table):
        return [dict(row) for row in value.rows]
    return list(value) if isinstance(value, list) else [value]


def _cut_off(found: Found) -> bool:
    """True if the value is one object that contains a list, and more of the list may be below the screen."""
    value = from_json(found.get("value"))
    listed = isinstance(value, dict) and any(isinstance(part, list) for part in value.values())
    return listed and not found["end"]


def _whole(merger: Merger, shape: type) -> Value:
    if not merger.items:
        return None
    return (
        Table.of([dict(item) for item in merger.items if isinstance(item, Mapping)]) if shape is Table else merger.items
    )


def _to_the_top(step: Step) -> bool:
    """Scroll a list to its top if an earlier step left it in the middle. True if it had to be scrolled."""
    looks = 0

    def at_top() -> bool:
        nonlocal looks
        looks += 1
        return not step.resolve("more above", lambda: _more_above(step.screen()))

    scroll_to(step, at_top, direction="up", why=READ_ON)
    return looks > 1


def _more_above(screen: Screen) -> bool:
    return any(element.scrollable and element.more_above for element in screen.elements)


def _judge_completeness(step: Step, pages: _Pages) -> None:
    """Judge whether the list is complete: its end was seen, each screen continued the one before, no row was
    refused.
    """
    merger = pages.merger
    count, left = f"{len(merger.items)} items", merger.left_out
    rows = ", ".join(f'"{row}"' for row in left[:3])
    whole = is_whole(pages.wanted)
    if pages.ended and not merger.gaps and not merger.doubts and not pages.refused and not (left and whole):
        remainder = f", {len(left)} rows left out ({rows})" if left else ""
        step.record.detail = f"{count}, to the end of the list{remainder}: {step.record.detail}"[:160]
        return
    reason = f"the end was not seen after {_MOST_SCREENS} screens"
    if pages.ended:
        alike = "rows that look alike cannot be counted exactly"
        reason = "rows between two screens may be missing" if merger.gaps else alike
        reason = f"the step needs all rows, and these were not read: {rows}" if left and whole else reason
        reason = f"some of what was read does not count: {'; '.join(pages.refused)}" if pages.refused else reason
    _doubt(step, "incomplete", f"{count}, but {reason}")


def say_doubts(step: Step, read: str, found: Found) -> None:
    """Record the doubts about a value that no text shows, for example in a picture, or about a list
    that may continue.
    """
    if _cut_off(found):
        _doubt(step, "incomplete", f"a list in it was read from one screen, and continues below: {read}")
    for doubt, reason in _UNSEEN.items():
        if found.get(doubt):
            step.record.witness = PICTURE if doubt == "pictured" else ""
            _doubt(step, "unverifiable", f"{reason}: {read}")


def _doubt(step: Step, status: str, reason: str) -> None:
    """Mark a value as doubtful: it cannot verify the run."""
    step.end(status, reason[:300])
    if not step.options.dry_run:
        step.notes.ledger.unverifiable.append(step.line)


def read_screen(
    step: Step, question: str, *, kind: str, learned: LearnedRows | None = None, leads: bool = False
) -> Found:
    """Read one screen, and whether it shows the end of the list. Refused parts of the answer are reported to the model
    once, with the same screen; parts refused twice are returned as `refused`. `leads`: if the screen does not have the
    value, the answer may name the `way` to it.
    """

    def look() -> Found:
        screen = step.screen()
        rows = learned.known(screen) if learned is not None else None
        reading = Reading(value=rows, evidence=", ".join(map(as_text, (rows or ())[:3])))
        by_recipe = rows is not None and not _missed(screen, reading, question)
        if not by_recipe:
            reading = _model_reading(step, question, kind, screen, leads=leads)
        read: Found = {"value": to_json(reading.value), "evidence": reading.evidence, "end": at_end(screen)}
        if by_recipe:
            read["learned"] = True
        if reading.value is None and reading.way:
            read["way"] = list(reading.way)
        if reading.refused:
            read["refused"] = list(reading.refused)
        read |= {doubt: True for doubt in _UNSEEN if getattr(reading, doubt)}
        if isinstance(reading.value, list | Table):
            read |= as_data(page_of(screen, _items(reading.value)))
        return read

    found: Found = step.resolve("reading", look)
    if learned is not None:
        learned.heard(found)
    return found


def _model_reading(step: Step, question: str, kind: str, screen: Screen, *, leads: bool) -> Reading:
    """The model's reading of a screen."""
    extractor = step.need(step.roles.extractor, "reads data off the screen")
    step.session.cancel.check()
    refused: tuple[str, ...] = ()
    for attempt in range(2):
        context = step.contexts.extract(
            step.record, question, kind=kind, app=step.app(), screen=screen, refused=refused, leads=leads
        )
        reading = extractor.read(context)
        refused = reading.refused
        missed = _missed(screen, reading, question) if attempt == 0 and not refused else ()
        if not refused and not missed:
            break
        refused = refused or missed
    return reading


def _missed(screen: Screen, reading: Reading, question: str) -> tuple[str, ...]:
    """The remark for the reading model about rows of this screen that it left out although all rows are wanted."""
    if not isinstance(reading.value, list | Table) or not is_whole(question):
        return ()
    merger = Merger()
    merger.add(page_of(screen, _items(reading.value)))
    return tuple(f'"{row}" is a row of this list too' for row in merger.left_out[:_MOST_MISSED])


def is_many(value: Value, kind: str) -> bool:
    """True if further items of the value may follow on the next screen."""
    kind_words = kind.casefold()
    if kind_words:
        return kind_words.startswith(("list", "table"))
    return isinstance(value, list | Table)


def screen_known(data: Any, kind: str, name: str = "") -> Known:
    """A value from a screen as `kind`, marked as such. Raises CoercionError."""
    return Known(shaped(from_json(data), kind, name), Provenance.SCREEN)


def element_known(text: str, kind: str, more: str = "", *, name: str = "") -> Known | None:
    """An element's text converted to the type `kind` of its line, or to `more` if the line names none. If the type
    names a piece of a text, that piece; None if the text lacks it.
    """
    if not is_piece(kind):
        return screen_known(text, kind or more, name)
    found = piece(text, kind)
    return screen_known(found, more, name) if found else None
