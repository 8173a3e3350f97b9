"""Variables: named values with their provenance, one set for each frame."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from enum import StrEnum

from agentprog.frozen import frozen
from agentprog.runtime.state.previews import preview, size_of
from agentprog.runtime.state.values import Value, kind_of

ANSWER = "answer"
"""The variable with the program's final answer, in whichever frame it was set."""


class Provenance(StrEnum):
    """The source of a value. In order of trust: a value made from several takes the least trusted of them."""

    PROGRAM = "program"
    USER = "user"
    FILE = "file"
    TOOL = "tool"
    MODEL = "model"
    SCREEN = "screen"


_TRUST = {provenance: rank for rank, provenance in enumerate(Provenance)}


def least_trusted(provenances: Iterable[Provenance]) -> Provenance:
    """The provenance of a value made from these; PROGRAM if there are none."""
    return max(provenances, key=_TRUST.__getitem__, default=Provenance.PROGRAM)


@frozen
class Variable:
    """`line` is where it was last set, 0 for an input of the run."""

    name: str
    value: Value
    provenance: Provenance
    line: int = 0

    def preview(self, limit: int = 120) -> str:
        """Name, value, kind, size and provenance in one line; the value in at most about `limit` characters."""
        kind = kind_of(self.value).removeprefix("a ").removeprefix("an ")
        shown = preview(self.value, limit)
        return f"{{{self.name}}} = {shown} ({kind}{size_of(self.value)}, {self.provenance})"


class Scope:
    """The variables of one frame. A function reads the program's variables too, but sets its own."""

    def __init__(self, outer: Scope | None = None) -> None:
        self._own: dict[str, Variable] = {}
        self._outer = outer

    def get(self, name: str) -> Variable | None:
        """The variable of this frame or, in a task, of the program; None if neither has it."""
        found = self._own.get(name)
        if found is None and self._outer is not None:
            return self._outer.get(name)
        return found

    def own(self, name: str) -> Variable | None:
        """The variable that `set` would replace: one of this frame, never a variable of the program seen from
        a task.
        """
        if name == ANSWER and self._outer is not None:
            return self._outer.own(name)
        return self._own.get(name)

    def set(self, variable: Variable) -> None:
        """Set a variable of this frame. The answer always belongs to the program."""
        if variable.name == ANSWER and self._outer is not None:
            self._outer.set(variable)
        else:
            self._own[variable.name] = variable

    def values(self) -> dict[str, Value]:
        """Every readable variable with its full value, by name, as code sees it."""
        return {variable.name: variable.value for variable in self}

    def remove(self, name: str) -> None:
        self._own.pop(name, None)

    def __iter__(self) -> Iterator[Variable]:
        """All readable variables, this frame's own last."""
        if self._outer is not None:
            yield from (variable for variable in self._outer if variable.name not in self._own)
        yield from self._own.values()

    def nearest(self, name: str) -> str | None:
        """The known name most similar to this one, for messages."""
        close = difflib.get_close_matches(name, [variable.name for variable in self], n=1)
        return close[0] if close else None
