"""Who looks at one screen: conditions, readings, things without a label, and what to believe of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Protocol

from agentprog.ports import Element, Screen
from agentprog.runtime.roles.acting import BeliefChange, Seen


@dataclass(frozen=True, kw_only=True, slots=True)
class BeliefContext:
    """What is believed, and what is seen after an action. `last` is the action in words, `expectation` what
    was to be seen after it, `gaps` what the screen contradicts. `believed` are the ids, `beliefs` their lines."""

    step: str
    seen: Seen
    last: str
    expectation: str
    gaps: tuple[str, ...]
    beliefs: tuple[str, ...]
    believed: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Revision:
    """Changes to the hypotheses, and the routine that would bring belief and phone together again, if one is needed.

    `gap` says in a sentence what is not as it was believed to be, empty when nothing is.
    """

    changes: tuple[BeliefChange, ...] = ()
    gap: str = ""
    routine: Literal["", "dismiss dialog", "relaunch app", "navigate back", "redo", "rewind"] = ""


class Believer(Protocol):
    def revise(self, context: BeliefContext) -> Revision:
        """What to believe now. Raises ModelError."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class ConditionContext:
    """A condition or postcondition in plain words, values in place of references. `hints` are what the person at the
    run has told it, here and in the contexts below."""

    condition: str
    seen: Seen
    variables: tuple[str, ...] = ()
    beliefs: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    """`holds` is None when the screen cannot tell. `pictured`: the screen's picture was looked at, and no text of the
    screen is the evidence."""

    holds: bool | None
    evidence: str = ""
    pictured: bool = False


class Navigator(Protocol):
    def judge(self, context: ConditionContext) -> Verdict: ...


@dataclass(frozen=True, kw_only=True, slots=True)
class ExtractContext:
    """Data wanted off one screen. `wanted` is the step's sentence; `kind` what the variable has to hold, by its
    declaration and by how the lines below use it: a type as `agentprog.lang.shapes` writes it. `program` is what the
    value is for, `line` the one that reads it."""

    wanted: str
    variable: str
    seen: Seen
    kind: str = ""
    variables: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    program: str = ""
    line: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """What one screen says: `value` None when it says nothing of what is wanted. `refused` are the parts of the answer
    that do not count, each with the reason. `pictured`: some of it was seen on the screen's picture, and no text says
    it. `inferred`: a number that no text says, so that it was counted or reckoned."""

    value: Any
    evidence: str = ""
    refused: tuple[str, ...] = ()
    pictured: bool = False
    inferred: bool = False


class Extractor(Protocol):
    def read(self, context: ExtractContext) -> Reading: ...


@dataclass(frozen=True, kw_only=True, slots=True)
class LocateContext:
    """A description of one thing on the screen that no label answers to. `field`: it must take text."""

    description: str
    screen: Screen
    field: bool = False


class Locator(Protocol):
    def locate(self, context: LocateContext) -> Element | None:
        """The one element of the screen that is meant; None when it is not there. Raises ModelError."""
        ...
