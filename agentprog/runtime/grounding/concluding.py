"""Ends a step: judges it by its witnesses and remembers it."""

from __future__ import annotations

from collections.abc import Sequence

from agentprog.errors import Contradicted
from agentprog.identity import moment, says
from agentprog.identity.records import file
from agentprog.lang import ast
from agentprog.ports import Screen, TypeText, describe
from agentprog.runtime.grounding.proving import prove
from agentprog.runtime.grounding.pursuit import Pursuit, came_of
from agentprog.runtime.journal.events import Resolved
from agentprog.runtime.roles import Attempt, StepDone
from agentprog.runtime.state.memory import Execution
from agentprog.runtime.step import Step
from agentprog.runtime.witness.finding import Finding, Verdict
from agentprog.runtime.witness.screens import tops
from agentprog.runtime.witness.states import alters
from agentprog.runtime.witness.views import view_of

_UNMET = "unmet"


def conclude(step: Step, pursuit: Pursuit, done: StepDone, before: frozenset[str]) -> None:
    """Judge a finished step by evidence, and remember it. Raises Contradicted if the phone's own records show another
    effect.
    """
    found = Finding.from_data(step.resolve("evidence", lambda: prove(step, pursuit, done, before).as_data()))
    step.record.status = "verified" if found.proven else "unverified"
    step.record.detail, step.record.witness = found.words, found.witness
    if only_reads(step) and found.verdict is not Verdict.CONTRADICTED:
        # The value proves the step or fails it: the words not yet found must appear where the value is read.
        step.record.elsewhere = found.missing
    elif pursuit.effects or not found.proven:
        step.notes.ledger.effect(found, line=step.line, text=pursuit.goal, literals=pursuit.literals)
    elif found.already:
        step.notes.ledger.stood(found, line=step.line, text=pursuit.goal)
    remember(step, pursuit, step.record.detail or done.reason, worked=True, proven=found.proven)
    if found.verdict is Verdict.CONTRADICTED:
        raise Contradicted(
            f"line {step.line}: the phone's own {found.witness} say otherwise: {found.words}",
            hint="Look at the phone before you run it again: you may have to undo actions by hand.",
            line=step.line,
        )


def only_reads(step: Step) -> bool:
    """True if a step only reads: it records a value, orders no change and made nothing lasting."""
    node = step.row.node
    if not isinstance(node, ast.Action) or node.capture is None or step.record.committed:
        return False
    return not alters(step.record.text)


def belongs_elsewhere(step: Step, unmet: Sequence[str], value: str) -> bool:
    """True if the value may belong to another thing: a name of the step was seen nowhere and is not in the value. Then
    the step is not proven.
    """
    strange = tuple(name for name in unmet if not says(value, name))
    if not strange or step.options.dry_run:
        return False
    quoted_names = ", ".join(f'"{name}"' for name in strange)
    step.end("unverified", f"read on a screen that does not show {quoted_names}: {value}"[:160])
    step.notes.ledger.unverifiable.append(step.line)
    return True


def unmet_here(step: Step, names: Sequence[str]) -> tuple[str, ...]:
    """The names that the page of the last reading does not show. For a resumed run the journal answers."""
    if step.replay is not None:
        following = step.following()
        known = isinstance(following, Resolved) and following.what == _UNMET
        return tuple(step.resolve(_UNMET, list)) if known else ()
    if not names or not step.phone.connection.there:
        return ()
    unmet = missing_on(step, step.screen(), names)
    return tuple(step.resolve(_UNMET, lambda: unmet)) if unmet else ()


def missing_on(step: Step, screen: Screen, names: Sequence[str]) -> list[str]:
    """The names that a page does not show: as a text, in a field, or as its title, a file name, a number's owner or a
    day in another notation.
    """
    view, fields = view_of(screen), [e.text for e in screen.elements if e.editable and not e.password]
    heads = [text for line in view.lines if line.head for text in line.texts]
    year = step.kit.now().year

    def met(name: str) -> bool:
        titled = any(file(name).shown_by(head) or step.phone.one_person(head, name, screen.package) for head in heads)
        titled = titled or (bool(moment(name)) and tops(view, name, year))
        return view.says(name) or titled or any(says(text, name) for text in fields)

    return [name for name in names if not met(name)]


def remember(step: Step, pursuit: Pursuit, result: str, *, worked: bool, proven: bool = True) -> None:
    """Store how the step went. After success, moves that failed or led nowhere are left out."""
    attempts = [
        attempt for attempt in pursuit.attempts if not worked or (attempt.ok and attempt.changed) or _types(attempt)
    ]
    actions = [describe(attempt.action) + came_of(attempt) for attempt in attempts]
    place = step.course.tree.place
    execution = Execution.of(
        step=step.record.step,
        text=pursuit.goal,
        actions=actions,
        result=result,
        worked=worked,
        place=place,
        proven=proven,
    )
    step.notes.memory.add(step.row.node.id, execution)


def _types(attempt: Attempt) -> bool:
    """True if the move typed a text; its field may have held it already."""
    return attempt.ok and isinstance(attempt.action, TypeText)
