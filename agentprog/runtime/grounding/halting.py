"""A person at a step in plain words: they hold it, tell it something, have the phone in hand, or are needed for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentprog.lang.table import Row
from agentprog.ports import describe
from agentprog.runtime.record import StepRecord
from agentprog.runtime.roles import Act, Code, StepStuck
from agentprog.runtime.safety.risk import for_people_only
from agentprog.runtime.safety.steering import Place

if TYPE_CHECKING:
    from agentprog.runtime.grounding.pursuit import Pursuit
    from agentprog.runtime.machine import Machine

BY_HAND = "A person had the phone in hand in between. Judge by the screen what is done and what is missing."
_MOST_SAID = 5
"""Remarks of a person that prompts have, the latest."""


def halted(
    machine: Machine, row: Row, record: StepRecord, pursuit: Pursuit, *, before: Act | Code | None = None
) -> bool:
    """Wait here while a person holds the run. True when they said or did something: what was decided `before` they did
    is decided anew, on what they left."""
    session = machine.kit.session
    action = "" if before is None else describe(before.action) if isinstance(before, Act) else "a few lines of code"
    place = Place(line=row.line, text=record.sentence, action=action, within=True)
    heard = session.halt(record.step, place)
    if any(remark.taken_over for remark in heard):
        machine.kit.handset.look_away()
        pursuit.last = None
        pursuit.window.clear()
        pursuit.remarks.append(BY_HAND)
    return bool(heard)


def told(machine: Machine) -> list[str]:
    """What the person at the run has told it so far."""
    return [f"The user says: {text}" for text in machine.kit.session.remarks[-_MOST_SAID:]]


def helped(machine: Machine, row: Row, record: StepRecord, pursuit: Pursuit, move: StepStuck) -> str:
    """A person's words; where the screen asks for somebody who is no program, their hands. Raises NeedsHuman."""
    asked = for_people_only(machine.kit.handset.current(record))
    if not asked:
        return machine.kit.interaction.ask(f"Line {row.line} is stuck: {move.reason} What should be done?")
    said = machine.kit.handset.hand_over(record, f'line {row.line}: the screen asks for a person ("{asked}")')
    pursuit.last = None
    pursuit.window.clear()
    pursuit.remarks.append(BY_HAND)
    return said
