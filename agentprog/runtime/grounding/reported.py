"""A value that the acting model gives together with the end of a step, so that no second question has to read it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from agentprog.frozen import frozen
from agentprog.runtime.evaluation.expressions import Known
from agentprog.runtime.grounding.recovery import steady
from agentprog.runtime.roles import StepDone
from agentprog.runtime.state.shaping import shaped
from agentprog.runtime.state.values import CoercionError
from agentprog.runtime.state.variables import Provenance
from agentprog.runtime.step import Step

ASKED = "This step reads one value: where the screen shows it, answer done and give it in value, copied as it stands."
_COUNT = re.compile(r"\s*(?:count|how many)\s+", re.IGNORECASE)
_KINDS = ("", "text", "number")
"""Kinds of a single value: a list may continue below the screen, and parts have names of their own."""


@dataclass(slots=True, kw_only=True)
class ReportedValue:
    """The value of one step. `known` is None until the screen shows a given value."""

    wanted: str
    kind: str
    name: str
    known: Known | None = None

    def hear(self, step: Step, done: StepDone) -> None:
        """Take the value of an answer if the screen shows it and the question does not already contain it."""
        if not done.value.strip():
            return
        found = step.resolve("told", lambda: self._readable(step, done.value.strip()))
        if found is None:
            return
        try:
            self.known = Known(shaped(str(found), self.kind, self.name), Provenance.SCREEN)
        except CoercionError:
            return  # the role that reads screens is asked for it
        step.notes.ledger.reading()

    def _readable(self, step: Step, text: str) -> str | None:
        return text if step.screen().answers(self.wanted, text) else None


def asked_of(step: Step, question: str, kind: str, name: str) -> ReportedValue | None:
    """None if the step reads several values, or its model cannot give one."""
    if step.roles.grounder is None or not is_single(kind):
        return None
    return ReportedValue(wanted=question, kind=kind, name=name) if step.resolve("tells", step.roles.tells) else None


@frozen
class Sought:
    """The goal of a reading, in words and by its kind. `counted`: the value is the number of the items found."""

    words: str
    kind: str
    counted: bool = False


def sought_by(sentence: str, kind: str) -> Sought:
    """The goal of a reading's sentence. The runtime counts items itself, since a model sees only one screen of a longer
    list.
    """
    counted = _COUNT.match(sentence)
    if counted is None:
        return Sought(words=sentence, kind=kind)
    return Sought(words=f"each one of these, a list: {sentence[counted.end() :]}", kind="list", counted=True)


def is_single(kind: str) -> bool:
    """True if a reading gives one value."""
    return kind in _KINDS


def nowhere_yet(step: Step, question: str) -> StepDone | None:
    """The value comes with the end of the step; until then only recovery runs."""
    steady(step, question)
    return None
