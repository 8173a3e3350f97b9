"""Extract statements: read data off the phone into a variable, and search for it if the screen does not show it yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from agentprog.errors import RunError
from agentprog.lang import ast
from agentprog.ports import Element, NoElement
from agentprog.runtime.evaluation.expressions import Known
from agentprog.runtime.grounding.concluding import belongs_elsewhere, missing_on, unmet_here
from agentprog.runtime.grounding.counter import begun
from agentprog.runtime.grounding.loop import ground
from agentprog.runtime.grounding.reading import (
    AppClosed,
    Found,
    element_known,
    is_many,
    read_screen,
    read_value,
    say_doubts,
    screen_known,
)
from agentprog.runtime.grounding.recovery import steady
from agentprog.runtime.grounding.reported import ReportedValue, asked_of, is_single, nowhere_yet, sought_by
from agentprog.runtime.grounding.scope import face_app
from agentprog.runtime.journal.events import Resolved
from agentprog.runtime.pointing import description_of, find, shown_by, with_values
from agentprog.runtime.recalling.listing import RecallingRows
from agentprog.runtime.recalling.seeking import go, seek
from agentprog.runtime.roles import StepDone
from agentprog.runtime.state.values import as_text, from_json
from agentprog.runtime.step import Handlers, Step

_ELSEWHERE = "elsewhere"


def extract(step: Step) -> None:
    """Handler of Extract statements."""
    node = step.node(ast.Extract)
    question = step.text(node.what)
    step.record.text = question
    sought = sought_by(question, step.wanted_kind())
    looked = _Looking(
        step=step,
        wanted=sought.words,
        name=node.capture.name,
        kind=sought.kind,
        learned=RecallingRows(step, sought.words),
    )
    known = None
    while known is None:
        known = _found(looked, step.literals(node.what))
    unmet = unmet_here(step, step.literals(node.what))
    if sought.counted and isinstance(known.value, list):
        known = screen_known(len(known.value), node.returns)
    record(step, node, known)
    belongs_elsewhere(step, unmet, as_text(known.value))


def record(step: Step, node: ast.Extract | ast.Action, known: Known) -> None:
    """Set the variable of a line to the result; each of several variables gets the part with its name."""
    if node.capture is None:
        return
    if not node.also:
        step.set(node.capture, known)
        return
    rows = known.value if isinstance(known.value, list) else [known.value]
    for ref in (node.capture, *(extra.ref for extra in node.also)):
        column = [row.get(ref.name) for row in rows]
        is_list = isinstance(known.value, list) and step.course.table.uses.of_name(node, ref.name).many
        step.set(ref, replace(known, value=column if is_list else column[0] if column else None))


def read_element(step: Step) -> None:
    """Handler of readings of one element: its text, without a model if only one element fits."""
    node = step.node(ast.ReadElement)
    step.record.text = with_values(step, node.target, step.record.sentence)
    face_app(step)
    target = description_of(step, node.target)
    read = step.resolve("element", lambda: _shown(find(step, target)))
    known = element_known(read["text"], node.returns, name=node.capture.name) if "text" in read else None
    if known is not None:
        step.notes.ledger.reading()
        step.set(node.capture, known)
    elif step.roles.extractor is not None:
        step.set(node.capture, read_value(step, step.record.text, kind=node.returns))
    else:
        problem = read.get("why", f"it does not clearly show {node.returns}")
        raise RunError(f"line {step.line}: {problem}", hint="Name its row or its id, so that only one element fits.")


def _shown(found: Element | NoElement) -> dict[str, str]:
    return {"text": shown_by(found)} if isinstance(found, Element) else {"why": str(found)}


def _found(looked: _Looking, literals: tuple[str, ...]) -> Known | None:
    """Search for the value from the current screen. None if the app closed meanwhile; the search then begins again
    after the app has opened. Recoveries of one statement are bounded.
    """
    step = looked.step
    face_app(step)
    receiver: ReportedValue | None = None
    if is_single(looked.kind):
        receiver = asked_of(step, looked.wanted, looked.kind, looked.name)
        arrived = partial(nowhere_yet, step, looked.wanted)
        known = seek(step, goal=looked.wanted, literals=literals, receiver=receiver, arrived=arrived)
        if known is not None:
            step.record.detail = step.record.detail or as_text(known.value)[:120]
            return known
    moves = step.roles.grounder is not None
    if not is_single(looked.kind):
        away = looked.elsewhere(literals)
        go(step, looked, literals=literals, away=away and moves, rows_known=not away and looked.known())
    elif looked.found(leads=moves) is None and moves:
        ground(
            step,
            goal=looked.wanted,
            literals=literals,
            arrived=looked.found,
            remarks=looked.remarks,
            way=looked.way,
            reads=True,
        )
    first = looked.first
    if first is not None and not is_many(from_json(first["value"]), looked.kind):
        say_doubts(step, str(first["evidence"]), first)
        return screen_known(first["value"], looked.kind)
    try:
        return read_value(step, looked.wanted, kind=looked.kind, first=first, learned=looked.learned)
    except AppClosed:
        return None


@dataclass(slots=True, kw_only=True)
class _Looking:
    """Reads every screen on the way until one shows the value."""

    step: Step
    wanted: str
    name: str
    kind: str
    learned: RecallingRows
    first: Found | None = None
    """The reading of the latest screen, if it has the value."""
    way: tuple[str, ...] = ()
    """The labels of the elements that lead to the value, by the reading of a page without it."""
    remarks: list[str] = field(default_factory=list)
    """Refused parts of readings, for the next prompt."""

    def elsewhere(self, names: Sequence[str]) -> bool:
        """True if the value is not on this page: the previous answer leads away from it, or it shows none of the
        sentence's names. For a resumed run the journal answers.
        """
        step, self.first = self.step, None
        if step.replay is not None:
            following = step.following()
            known = isinstance(following, Resolved) and following.what == _ELSEWHERE
            return bool(known and step.resolve(_ELSEWHERE, bool))
        if not step.phone.connection.there or step.options.dry_run:
            return False
        strange = bool(names) and len(missing_on(step, step.screen(), names)) == len(names)
        away = strange or begun(step, self.wanted)
        return away and bool(step.resolve(_ELSEWHERE, lambda: True))

    def known(self) -> bool:
        """True if a recipe knows the rows of this page; a resumed run reads in the journal whether a way was gone."""
        return self.step.replay is None and self.learned.known(self.step.screen()) is not None

    def found(self, *, leads: bool = False) -> StepDone | None:
        steady(self.step, self.wanted)
        reading = read_screen(self.step, self.wanted, kind=self.kind, learned=self.learned, leads=leads)
        self.way = tuple(reading.get("way", ()))
        self.remarks[:] = [
            f"A reading of this screen does not count: {reason}." for reason in reading.get("refused", ())
        ]
        self.first = reading if reading["value"] is not None else None
        if self.first is None:
            return None
        return StepDone(reason="the screen shows the value", evidence=str(reading["evidence"]))


HANDLERS: Handlers = {ast.Extract: extract, ast.ReadElement: read_element}
