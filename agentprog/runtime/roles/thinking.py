"""Roles that answer with words and values: code over data, questions of a program, summaries, plans; and token
counters.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Protocol

from agentprog.frozen import frozen
from agentprog.ports import Screen, Screenshot
from agentprog.runtime.roles.acting import Seen


@frozen
class ComputeContext:
    """A data statement in plain words. `error` is the exception of the previous code, if that failed."""

    statement: str
    variables: tuple[str, ...]
    code: str = ""
    error: str = ""


class Coder(Protocol):
    def write(self, context: ComputeContext) -> str:
        """A few lines of Python over the variables whose last expression is the result."""
        ...


@frozen
class AdviceContext:
    """A question of the program to the model itself (`ask AI "..."`). `kind` is the wanted type, if the program names
    one.
    """

    prompt: str
    now: datetime
    kind: str = ""
    variables: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    language: str = ""


class Adviser(Protocol):
    def advise(self, context: AdviceContext) -> Any:
        """The answer, as a value of the wanted kind. Raises ModelError."""
        ...


@frozen
class QueryContext:
    """A question of the code to the model (`llm.query`). `schema` is the JSON schema of the wanted value."""

    parts: tuple[str | Screenshot, ...]
    schema: Mapping[str, Any]
    now: datetime
    problem: str = ""
    language: str = ""


class Querier(Protocol):
    def query(self, context: QueryContext) -> Any:
        """Plain data that should satisfy the schema; the runtime checks it. Raises ModelError."""
        ...


@frozen
class SummaryContext:
    """One move to sum up in a line, with the screen after it. `before` is None if no screen was seen before it."""

    goal: str
    move: str
    before: Screen | None
    seen: Seen


class Summariser(Protocol):
    def summarise(self, context: SummaryContext) -> str:
        """One line: the attempt, and whether the screen shows its effect. Raises ModelError."""
        ...


@frozen
class ManageContext:
    """A task to plan, or whose plan is updated after a move. `plan` and `progress` are the present ones; empty at
    first."""

    task: str
    plan: tuple[str, ...]
    progress: str
    moves: tuple[str, ...]
    seen: Seen


@frozen
class Agenda:
    """Remaining parts of the task in order, and finished ones."""

    plan: tuple[str, ...]
    progress: str


class Manager(Protocol):
    def manage(self, context: ManageContext) -> Agenda:
        """The plan after the latest move. Raises ModelError."""
        ...


class TokenCounter(Protocol):
    """Counts tokens like the model that will be asked. `context` is the size of its context in tokens."""

    @property
    def tokenizer(self) -> str:
        """The tokenizer's owner; empty for an estimate."""
        ...

    @property
    def context(self) -> int:
        """The size of the model's context, in tokens."""
        ...

    def count_tokens(self, text: str) -> int:
        """The length of a text in tokens; an estimate if the model has no tokenizer here."""
        ...
