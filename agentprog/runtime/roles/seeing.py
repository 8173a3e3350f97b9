"""Seeing roles: conditions, readings, unlabelled elements, and beliefs about one screen."""

from __future__ import annotations

from typing import Any, Literal, Protocol

from agentprog.frozen import frozen
from agentprog.ports import Element, Screen
from agentprog.runtime.roles.acting import BeliefChange, Seen


@frozen
class BeliefContext:
    """Beliefs, and the screen after an action. `last` is the action in words, `expectation` the text expected after it,
    `gaps` the contradictions with the screen. `believed` are the ids, `beliefs` their lines.
    """

    step: str
    seen: Seen
    last: str
    expectation: str
    gaps: tuple[str, ...]
    beliefs: tuple[str, ...]
    believed: tuple[str, ...]


@frozen
class Revision:
    """Changes to the hypotheses, and the routine that would recover, if one is needed.

    `gap` is a sentence about the difference between belief and screen; empty if there is none.
    """

    changes: tuple[BeliefChange, ...] = ()
    gap: str = ""
    routine: Literal["", "dismiss dialog", "relaunch app", "navigate back", "redo", "rewind"] = ""


class Believer(Protocol):
    def revise(self, context: BeliefContext) -> Revision:
        """The revised beliefs. Raises ModelError."""
        ...


@frozen
class ConditionContext:
    """A condition or postcondition in plain words, with values. `hints` are remarks of the person at the run, here and
    in the contexts below.
    """

    condition: str
    seen: Seen
    variables: tuple[str, ...] = ()
    beliefs: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()


@frozen
class Verdict:
    """`holds` is None if the screen cannot decide. `pictured`: the evidence is in the screen's picture and
    in no text.
    """

    holds: bool | None
    evidence: str = ""
    pictured: bool = False


class Navigator(Protocol):
    def judge(self, context: ConditionContext) -> Verdict:
        """The verdict on a condition in plain words. Raises ModelError."""
        ...


@frozen
class ExtractContext:
    """A value to read from one screen. `wanted` is the step's sentence; `kind` the variable's type, by its declaration
    and its uses below, as `agentprog.lang.shapes` writes it. `program` is the value's program, `line` the line that
    reads it. `leads`: if the screen does not have the value, the answer may name the way to it.
    """

    wanted: str
    seen: Seen
    kind: str = ""
    variables: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    program: str = ""
    line: int = 0
    leads: bool = False


@frozen
class Reading:
    """The reading of one screen: `value` is None if the screen does not have it. `refused` are the parts of the answer
    that do not count, each with the reason. `pictured`: part of it is in the picture and in no text. `inferred`: a
    number in no text, so the model counted or computed it. `way` are the labels of the elements to tap, one after the
    other, that lead to a value which the screen does not have.
    """

    value: Any
    evidence: str = ""
    refused: tuple[str, ...] = ()
    pictured: bool = False
    inferred: bool = False
    way: tuple[str, ...] = ()


class Extractor(Protocol):
    def read(self, context: ExtractContext) -> Reading:
        """The value that the screen shows, with its evidence. Raises ModelError."""
        ...


@frozen
class LocateContext:
    """A description of one thing on the screen that matches no label. `field`: the thing must accept text."""

    description: str
    screen: Screen
    field: bool = False


class Locator(Protocol):
    def locate(self, context: LocateContext) -> Element | None:
        """The one described element of the screen; None if it is not there. Raises ModelError."""
        ...
