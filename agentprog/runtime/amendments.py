"""What had been done for good before a program was amended: an effect that was committed is never done again."""

from __future__ import annotations

import re

from agentprog.lang import ast
from agentprog.runtime.evaluation.mentions import literals_of
from agentprog.runtime.record import StepRecord
from agentprog.runtime.safety.policy import Risk
from agentprog.runtime.safety.risk import asks_for

_LASTING = (Risk.SEND, Risk.CALL, Risk.PAY, Risk.DELETE, Risk.INSTALL, Risk.SHARE)
_APP = re.compile(r"^\s*In the\b[^,]*,\s*", re.IGNORECASE)


class Amendments:
    """Of one run: how many there were, and what had been committed before the last of them."""

    def __init__(self) -> None:
        self.count = 0
        self.by_models = 0
        """Of them, those that a model wrote."""
        self.committed: list[str] = []
        """Action statements, with their values, that have made something lasting."""
        self._before: tuple[str, ...] = ()
        self._from_line = 0

    def done(self, record: StepRecord) -> None:
        """A statement has ended that committed something."""
        if isinstance(record.row.node, ast.Action):
            self.committed.append(record.text)

    def amended(self, line: int, *, by_model: bool) -> None:
        """The program is another from this line on."""
        self.count += 1
        self.by_models += by_model
        self._before, self._from_line = tuple(self.committed), line

    def already(self, line: int, text: str) -> bool:
        """Whether a new line would do again what was committed before the program was amended."""
        if not self.count or line < self._from_line:
            return False
        return any(same_effect(text, other) for other in self._before)


def same_effect(one: str, other: str) -> bool:
    """Whether two statements ask for the same lasting thing: equal words, or one kind of effect on the same values."""
    if _words(one) == _words(other):
        return True
    values = set(literals_of(without_app(one), ()))
    if not values or values != set(literals_of(without_app(other), ())):
        return False
    return any(asks_for(risk, [one]) and asks_for(risk, [other]) for risk in _LASTING)


def without_app(sentence: str) -> str:
    """The sentence without the app that it names in front."""
    return _APP.sub("", sentence)


def _words(sentence: str) -> str:
    return " ".join(re.sub(r"[^\w+@.]+", " ", without_app(sentence).casefold()).split())
