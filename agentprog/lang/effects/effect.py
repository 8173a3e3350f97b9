"""An effect as data: its kind and its arguments, with their sources."""

from __future__ import annotations

from typing import Any, Literal

from agentprog.frozen import frozen
from agentprog.lang.effects.held import Origin
from agentprog.lang.effects.kinds import Risk

UNKNOWN = "unknown"
"""The kind of an effect that only the run can show."""
Role = Literal["recipient", "content", "object", "amount", "setting", "tapped", "typed", "app"]
_SHOWN = 8
"""Values of one argument that are shown to a person."""
_LONG = 60
_SAYS = {
    "recipient": "to",
    "content": "says",
    "object": "what",
    "amount": "amount",
    "setting": "switch",
    "tapped": "taps",
    "typed": "types",
    "app": "in",
}
_FROM = {
    Origin.PERSON: "",
    Origin.PLAN: "from a line that is not yours",
    Origin.FILE: "from a file",
    Origin.TOOL: "from a tool",
    Origin.MODEL: "a model says it",
    Origin.SCREEN: "read off the screen",
}


@frozen
class Argument:
    """One argument of an effect. `said` is its text in the line, `values` its possible values; empty: only the run can
    show them.
    """

    role: Role
    said: str
    values: tuple[str, ...] = ()
    origin: Origin = Origin.PERSON

    def to_json(self) -> dict[str, Any]:
        return {"role": self.role, "said": self.said, "values": list(self.values), "origin": self.origin.value}

    @property
    def literal(self) -> bool:
        """True if the line itself contains the value."""
        return self.values == (self.said,) and self.role != "typed"

    def render(self) -> str:
        """In one line, values and never names of variables where they are known."""
        shown = ", ".join(_short(value) for value in self.values[:_SHOWN]) or f"{self.said}, known only when it runs"
        more = f" and {len(self.values) - _SHOWN} more" if len(self.values) > _SHOWN else ""
        aside = f"  ({_FROM[self.origin]})" if _FROM[self.origin] else ""
        return f"{_SAYS[self.role]:<6} {shown}{more}{aside}"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return f'"{line if len(line) <= _LONG else line[: _LONG - 1] + "…"}"'


@frozen
class Effect:
    """An effect of a line. `kinds` are the possible kinds of its verb, the likeliest first; empty: unknown. `each` is
    the list that it is repeated for, empty: once. `author` is the line's author.
    """

    kinds: tuple[Risk, ...] = ()
    text: str
    line: int
    node: str = ""
    arguments: tuple[Argument, ...] = ()
    each: str = ""
    times: int | None = 1
    """Number of repetitions, if the text gives it; None: only the run can show it."""
    author: Origin = Origin.PERSON

    @property
    def kind(self) -> str:
        return self.kinds[0].value if self.kinds else UNKNOWN

    def values(self, role: Role) -> tuple[str, ...]:
        """The values of this argument that the text tells."""
        return tuple(value for one in self.arguments if one.role == role for value in one.values)

    @property
    def app(self) -> str:
        return next((", ".join(one.values) or one.said for one in self.arguments if one.role == "app"), "")

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "or": [kind.value for kind in self.kinds[1:]],
            "line": self.line,
            "text": self.text,
            "author": self.author.value,
            "arguments": [one.to_json() for one in self.arguments],
            "each": self.each,
            "times": self.times,
        }

    def render(self) -> list[str]:
        """A line of the program, and below it what it is done to."""
        kinds = " or ".join(kind.value for kind in self.kinds) or UNKNOWN
        often = self.each and f"  [for each {self.each}{'' if self.times is None else f': {self.times}'}]"
        lines = [f"{kinds:<8} line {self.line}: {self.text}{often}"]
        return lines + [f"         {one.render()}" for one in self.arguments if one.role != "app" and not one.literal]
