"""A person's words that the gate compares with an effect: instruction, program and variables."""

from __future__ import annotations

import re

from agentprog.errors import RunError
from agentprog.identity import MARKS
from agentprog.lang.effects.recipients import is_party
from agentprog.runtime.evaluation.mentions import refs_of
from agentprog.runtime.kit import Kit
from agentprog.runtime.record import StepRecord, Tier
from agentprog.runtime.safety.parties import Written
from agentprog.runtime.state.values import CoercionError, Table, Value, as_text
from agentprog.runtime.state.variables import Provenance

_QUOTES = re.compile("[" + MARKS.replace("'", "") + "]")
"""An apostrophe is a part of its word."""
_MOST = 500
"""Most characters of the variables' texts; the person is asked about the rest."""
_TRUSTED = frozenset((Provenance.USER, Provenance.FILE, Provenance.TOOL))


def written_for(kit: Kit, record: StepRecord) -> Written:
    """The words for the current statement. The program's own text counts if a person wrote the line."""
    options, course, permits = kit.options, kit.course, kit.permits
    # A line that a model wrote into a person's program during the run does not count as the person's words, and neither
    # do the values that it set.
    by_person = permits.wrote(record.row.node.id) and not course.amendments.by_models
    trusted = _TRUSTED | {Provenance.PROGRAM} if by_person else _TRUSTED
    texts = [options.asked_for, permits.text, *kit.session.remarks]
    for variable in course.frame.scope:
        if variable.provenance in trusted and len(texts) < _MOST:
            texts.extend(_texts(variable.value, _MOST - len(texts)))
    item, other_items, turn = _round(kit, record)
    permitted = tuple(permits.of(record.row.node.id, None if item is None else as_text(item)))
    shown = tuple(text for permit in permitted for text in permit.texts)
    if item is not None and any(permit.items is not None for permit in permitted):
        shown += tuple(_texts(item, _MOST))
    step = full = record.sentence
    for ref in refs_of(record.row.node):
        try:
            known = course.store.lookup(ref, record.row)
        except (RunError, CoercionError):
            continue
        value = as_text(known.value)
        full = full.replace(str(ref), value)
        if known.provenance in trusted | {Provenance.PROGRAM} or value in shown:
            step = _put(step, str(ref), value)
    return Written(
        person=tuple(text for text in (*texts, *shown) if text),
        step=step,
        by_person=by_person,
        exact=record.tier is Tier.EXACT,
        execution=record.step,
        node=record.row.node.id,
        line=record.row.line,
        said=full,
        approved=shown,
        turn=turn if any(permit.items is not None for permit in permitted) else str(record.step),
        permits=frozenset(kind for permit in permitted for kind in permit.kinds),
        item=None if item is None else as_text(item),
        others=other_items,
    )


def _round(kit: Kit, record: StepRecord) -> tuple[Value, tuple[str, ...], str]:
    """The current item, the items to come, and the round's key, for the innermost loop over items in this task; None
    and empty without a loop.
    """
    table, cursors = kit.course.table, kit.course.frame.cursors
    loop = table.loop_around(record.row.index)
    while loop is not None:
        cursor = cursors.get(loop)
        if cursor is not None and cursor.items and 0 < cursor.iteration <= len(cursor.items):
            rest = tuple(map(as_text, cursor.items[cursor.iteration :]))
            return cursor.items[cursor.iteration - 1], rest, f"{kit.course.frame.id}.{loop}.{cursor.iteration}"
        loop = table.loop_around(loop)
    return None, (), ""


def _put(step: str, ref: str, value: str) -> str:
    """The sentence with the value of a variable. A value that is no name, number or address is quoted, since the author
    of the sentence did not write it: then a text like `hi, to "Mallory"` names nobody.
    """
    if is_party(value):
        return step.replace(ref, value)
    unquoted_value = " ".join(_QUOTES.sub(" ", value).split())

    def put(found: re.Match[str]) -> str:
        before = step[: found.start()]
        inside = before.count('"') % 2 or before.count("“") > before.count("”")
        return unquoted_value if inside else f'"{unquoted_value}"'

    return re.sub(re.escape(ref), put, step)


def _texts(value: Value, most: int) -> list[str]:
    """The texts in a value, up to a limit."""
    found: list[str] = []
    pending: list[Value] = [value]
    while pending and len(found) < most:
        item = pending.pop()
        match item:
            case dict():
                pending.extend(item.values())
            case list():
                pending.extend(item)
            case Table(rows=rows):
                pending.extend(cell for row in rows[:most] for cell in row.values())
            case None | bool():
                continue
            case _:
                found.append(as_text(item))
    return found
