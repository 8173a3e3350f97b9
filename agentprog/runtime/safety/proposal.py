"""Effects of a program that its person has not ordered: found before the run does anything, and approved, edited or
refused as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from agentprog.frozen import frozen
from agentprog.identity import says
from agentprog.lang.effects.amounts import written_in
from agentprog.lang.effects.delegation import NEVER, delegates
from agentprog.lang.effects.effect import Argument, Effect
from agentprog.lang.effects.kinds import Risk, commits_as
from agentprog.lang.effects.manifest import Manifest
from agentprog.lang.effects.orders import orders
from agentprog.lang.effects.portions import about
from agentprog.lang.effects.possible_values import Origin
from agentprog.runtime.safety.permits import Permit
from agentprog.runtime.safety.policy import Policy, Rule
from agentprog.runtime.safety.risk import risk_table
from agentprog.runtime.safety.texts import visible

_MOST = 12
"""Effects in a question; all are in the manifest."""


@frozen
class Pending:
    """An effect that a person's words do not cover, and why."""

    effect: Effect
    why: str

    def to_json(self) -> dict[str, Any]:
        return {**self.effect.to_json(), "why": self.why}

    @property
    def permit(self) -> Permit:
        """The permit of a yes: these kinds, with the values shown."""
        values = (value for argument in self.effect.arguments for value in argument.values)
        kinds = frozenset().union(*map(commits_as, self.effect.kinds))
        return Permit(kinds=kinds, texts=tuple(dict.fromkeys(values)))


@frozen
class Proposal:
    """A question for approval before a run does anything. `program` is its text, `written_by` the author, `how` the way
    to approve it if nobody is there.
    """

    manifest: Manifest
    pending: tuple[Pending, ...]
    program: str = ""
    written_by: str = "the model"
    how: str = ""

    @property
    def question(self) -> str:
        """The question in one line."""
        deeds = "; ".join(_pending_text(effect) for effect in self.pending[:_MOST])
        more = f"; and {len(self.pending) - _MOST} more" if len(self.pending) > _MOST else ""
        return visible(
            f"Before the run does anything: the program, written by {self.written_by}, would {deeds}{more}. Approve it?"
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "manifest": self.manifest.to_json(),
            "pending": [effect.to_json() for effect in self.pending],
            "written_by": self.written_by,
            "program": self.program,
            "how": self.how,
        }

    def __str__(self) -> str:
        return self.question


@frozen
class Approval:
    """A person's answer to a proposal. `program` is the text to run in its place, empty: as it is."""

    yes: bool
    program: str = ""


def _pending_text(pending: Pending) -> str:
    values = (
        f"{argument.role} {', '.join(argument.values)}" for argument in pending.effect.arguments if _shows(argument)
    )
    about = f" ({'; '.join(values)})" if any(map(_shows, pending.effect.arguments)) else ""
    return f'{pending.effect.kind}: line {pending.effect.line} "{pending.effect.text}"{about}, because {pending.why}'


def _shows(argument: Argument) -> bool:
    return argument.role != "app" and not argument.literal and bool(argument.values)


def pending_in(
    manifest: Manifest, words: Sequence[str], policy: Policy, *, kinds: frozenset[Risk]
) -> tuple[Pending, ...]:
    """The effects of these kinds that nobody has ordered and that the policy would ask about. `words` are a person's
    texts with orders and names.
    """
    found = []
    delegated = delegates(words)
    for effect in manifest.effects:
        if delegated and effect.author is Origin.PLAN and not NEVER.intersection(effect.kinds):
            continue  # the gate asks with the followed text, once the run has read it
        if not kinds.intersection(effect.kinds) or policy.rule(effect.kinds[0]) is not Rule.ASK:
            continue
        reason = uncovered(effect, words)
        if reason:
            found.append(Pending(effect=effect, why=reason))
    return tuple(found)


def uncovered(effect: Effect, words: Sequence[str]) -> str:
    """Why a person's words do not cover an effect, as far as the program's text shows; empty if they do. The gate asks
    later about values that only the run can show.
    """
    if effect.author is not Origin.PERSON and not any(orders(kind, words) for kind in effect.kinds):
        return f"nobody asked to {effect.kind}" if any(words) else "nobody here has approved this line yet"
    theirs = effect.author is Origin.PERSON
    reasons = (
        _slipped(argument, words) if theirs else _strange(argument, effect.kinds, words)
        for argument in effect.arguments
    )
    return next((reason for reason in reasons if reason), "")


def _slipped(argument: Argument, words: Sequence[str]) -> str:
    """A value from a line that nobody has approved, in an effect of a person's line; empty if there is none."""
    if argument.origin is not Origin.PLAN or (
        argument.values and all(_mentioned(value, words) for value in argument.values)
    ):
        return ""
    return f'"{", ".join(argument.values) or argument.text}" comes from a line that nobody here has approved'


def _strange(argument: Argument, kinds: Sequence[Risk], every: Sequence[str]) -> str:
    words = about(every, frozenset(kinds))
    match argument.role:
        case "recipient":
            uncovered = next((value for value in argument.values if not _mentioned(value, words)), "")
            return f'"{uncovered}" is no recipient in your words{_elsewhere(uncovered, every)}' if uncovered else ""
        case "amount":
            written_amounts = written_in(every)
            uncovered = next((amount for amount in argument.values if Decimal(amount) not in written_amounts), "")
            return f"{uncovered} is no amount in your words" if uncovered else ""
        case "object" if kinds[:1] == (Risk.DELETE,) and not _everything(words):
            uncovered = next((value for value in argument.values if not _mentioned(value, words)), "")
            return f'your words do not name "{uncovered}"{_elsewhere(uncovered, every)}' if uncovered else ""
    return ""


def _elsewhere(value: str, words: Sequence[str]) -> str:
    """Suffix for a reason if the words name the value, but for another order."""
    return " for this" if _mentioned(value, words) else ""


def _mentioned(value: str, words: Sequence[str]) -> bool:
    return any(says(text, value) for text in words)


def _everything(words: Sequence[str]) -> bool:
    return any(says(text, word) for text in words for word in risk_table().every)
