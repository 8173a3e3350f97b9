"""What a person wrote that counts when the gate holds an effect against it: instruction, program and variables."""

from __future__ import annotations

import re

from agentprog.errors import RunError
from agentprog.lang.effects.recipients import is_party
from agentprog.runtime.evaluation.mentions import refs_of
from agentprog.runtime.kit import Kit
from agentprog.runtime.record import StepRecord, Tier
from agentprog.runtime.safety.parties import Written
from agentprog.runtime.state.values import CoercionError, Table, Value, as_text
from agentprog.runtime.state.variables import Provenance

_QUOTES = re.compile('["“”„‘’«»「」]')
_MOST = 500
"""Texts of variables; what lies beyond has to be asked about."""
_TRUSTED = frozenset((Provenance.USER, Provenance.FILE, Provenance.TOOL))


def written_for(kit: Kit, record: StepRecord) -> Written:
    """Of the statement at hand. What the program itself says counts where a person wrote the program."""
    options, course = kit.options, kit.course
    # What a model wrote into a person's program while it ran is no person's word, nor is what that set.
    by_person = options.source == "file" and not course.amendments.by_models
    trusted = _TRUSTED | {Provenance.PROGRAM} if by_person else _TRUSTED
    texts = [options.instruction, options.text if options.source == "file" else "", *kit.session.remarks]
    for variable in course.frame.scope:
        if variable.provenance in trusted and len(texts) < _MOST:
            texts.extend(_texts(variable.value, _MOST - len(texts)))
    step = record.sentence
    for ref in refs_of(record.row.node):
        try:
            known = course.store.lookup(ref, record.row)
        except (RunError, CoercionError):
            continue
        if known.provenance in trusted | {Provenance.PROGRAM}:
            step = _put(step, str(ref), as_text(known.value))
    return Written(
        person=tuple(text for text in texts if text),
        step=step,
        by_person=by_person,
        exact=record.tier is Tier.EXACT,
        execution=record.step,
    )


def _put(step: str, ref: str, value: str) -> str:
    """The sentence with the value in the place of its name. Whoever wrote the value has not written the sentence: what
    is no name, number or address is quoted, so that a text like `hi, to "Mallory"` names nobody."""
    if is_party(value):
        return step.replace(ref, value)
    bare = " ".join(_QUOTES.sub(" ", value).split())

    def put(found: re.Match[str]) -> str:
        before = step[: found.start()]
        inside = before.count('"') % 2 or before.count("“") > before.count("”")
        return bare if inside else f'"{bare}"'

    return re.sub(re.escape(ref), put, step)


def _texts(value: Value, most: int) -> list[str]:
    """The texts in a value, at most so many."""
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
