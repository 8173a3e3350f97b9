"""Committed effects before a program was amended, so that none is repeated."""

from __future__ import annotations

from collections.abc import Mapping

from agentprog.frozen import field, frozen
from agentprog.identity import canon, same, unquoted, words_of
from agentprog.lang import ast
from agentprog.lang.effects.kinds import BY_CONTENT, LASTING, Risk
from agentprog.runtime.evaluation.mentions import literals_of
from agentprog.runtime.record import StepRecord
from agentprog.runtime.safety.risk import asks_for, risk_table
from agentprog.runtime.witness.intent import nouns, without_app

Rounds = Mapping[tuple[int, str], int]
"""The round of each open loop, by its frame and its id."""


@frozen
class Deed:
    """One execution of a statement: its text with `values`, and its rounds in the loops around it."""

    text: str
    values: tuple[str, ...] = ()
    rounds: Rounds = field(default_factory=dict)

    @property
    def bare(self) -> str:
        """The statement's text, without the leading app name."""
        return without_app(self.text)


class Amendments:
    """The amendments of one run, and the effects committed before the last of them."""

    def __init__(self) -> None:
        self.count = 0
        self.by_models = 0
        """The number of amendments by a model."""
        self.committed: list[Deed] = []
        """Action statements that have made something lasting."""
        self._before: tuple[Deed, ...] = ()
        self._from_line = 0

    def done(self, record: StepRecord, rounds: Rounds) -> None:
        """Record a finished statement with a lasting effect."""
        if isinstance(record.row.node, ast.Action):
            self.committed.append(Deed(text=record.text, values=record.values, rounds=rounds))

    def amended(self, line: int, *, by_model: bool) -> None:
        """Record that the program changes from this line on."""
        self.count += 1
        self.by_models += by_model
        self._before, self._from_line = tuple(self.committed), line

    def already(self, line: int, deed: Deed) -> bool:
        """True if a new line would repeat an effect that was committed before the program was amended."""
        if not self.count or line < self._from_line:
            return False
        return any(same_effect(deed, committed) for committed in self._before)


def same_effect(first: Deed, second: Deed) -> bool:
    """True if two statements order the same lasting effect: the same words, or one kind of effect on the same values
    with no differing words, and not in different rounds of a common loop.
    """
    if any(second.rounds.get(loop, at) != at for loop, at in first.rounds.items()):
        return False
    if same(first.bare, second.bare):
        return True
    values = _values(first)
    if not values or values != _values(second):
        return False
    return any(_one_effect(risk, first, second) for risk in LASTING.difference(BY_CONTENT))


def _values(deed: Deed) -> frozenset[str]:
    quoted_values = literals_of(deed.text.removesuffix(deed.bare), ())
    texts = (*literals_of(deed.bare, ()), *(value for value in deed.values if value not in quoted_values))
    return frozenset(canon(value) for value in texts)


def _one_effect(risk: Risk, first: Deed, second: Deed) -> bool:
    if not (asks_for(risk, [first.bare]) and asks_for(risk, [second.bare])):
        return False
    first_words, second_words = _distinguishing_words(risk, first), _distinguishing_words(risk, second)
    return first_words <= second_words or second_words <= first_words


def _distinguishing_words(risk: Risk, deed: Deed) -> frozenset[str]:
    """The words that distinguish two effects of one kind, without values, verb and noun of the kind."""
    rest = unquoted(deed.bare, put=" ")
    for value in sorted(_values(deed), key=len, reverse=True):
        rest = canon(rest).replace(value, " ")
    bare = risk_table().classes[risk].words.sub(" ", canon(rest))
    return frozenset(words_of(bare)) - {word for noun in nouns() for word in words_of(noun)}
