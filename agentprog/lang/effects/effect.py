"""An effect as data: its kind, and its arguments with their sources."""

from __future__ import annotations

from typing import Any, Literal

from agentprog.frozen import frozen
from agentprog.lang.effects.kinds import Risk
from agentprog.lang.effects.possible_values import Origin

UNKNOWN = "unknown"
"""The kind of an effect that only the run shows."""
Role = Literal["recipient", "content", "object", "amount", "setting", "tapped", "typed", "app"]
_SHOWN = 8
"""How many values of one argument a person sees."""
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
    Origin.SCREEN: "read from the screen",
}


@frozen
class Argument:
    """One argument of an effect: its text in the line (`text`) and its possible values; none if only the run shows
    them."""

    role: Role
    text: str
    values: tuple[str, ...] = ()
    origin: Origin = Origin.PERSON

    def to_json(self) -> dict[str, Any]:
        return {"role": self.role, "said": self.text, "values": list(self.values), "origin": self.origin.value}

    @property
    def literal(self) -> bool:
        """True if the value itself stands in the line."""
        return self.values == (self.text,) and self.role != "typed"

    def render(self) -> str:
        """The argument on one line, with values instead of variable names where possible."""
        shown = ", ".join(_short(value) for value in self.values[:_SHOWN]) or f"{self.text}, known only when it runs"
        more = f" and {len(self.values) - _SHOWN} more" if len(self.values) > _SHOWN else ""
        aside = f"  ({_FROM[self.origin]})" if _FROM[self.origin] else ""
        return f"{_SAYS[self.role]:<6} {shown}{more}{aside}"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return f'"{line if len(line) <= _LONG else line[: _LONG - 1] + "…"}"'


@frozen
class Effect:
    """An effect of a line. `kinds` holds the possible kinds, the likeliest first; empty means unknown. `each` names the
    list of its loop; empty means once. `author` is the author of the line."""

    kinds: tuple[Risk, ...] = ()
    text: str
    line: int
    node: str = ""
    arguments: tuple[Argument, ...] = ()
    each: str = ""
    times: int | None = 1
    """The number of repetitions; None if only the run shows it."""
    author: Origin = Origin.PERSON

    @property
    def kind(self) -> str:
        return self.kinds[0].value if self.kinds else UNKNOWN

    def values(self, role: Role) -> tuple[str, ...]:
        """The values of an argument that are in the text."""
        return tuple(value for argument in self.arguments if argument.role == role for value in argument.values)

    @property
    def app(self) -> str:
        return next(
            (", ".join(argument.values) or argument.text for argument in self.arguments if argument.role == "app"), ""
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "or": [kind.value for kind in self.kinds[1:]],
            "line": self.line,
            "text": self.text,
            "author": self.author.value,
            "arguments": [argument.to_json() for argument in self.arguments],
            "each": self.each,
            "times": self.times,
        }

    def render(self) -> list[str]:
        """The line of the program, and below it the arguments of its effect."""
        kinds = " or ".join(kind.value for kind in self.kinds) or "?"
        often = self.each and f"  [for each {self.each}{'' if self.times is None else f': {self.times}'}]"
        left = "" if self.kinds else "  (only the run shows its effect)"
        lines = [f"{kinds:<8} line {self.line}: {self.text}{often}{left}"]
        return lines + [
            f"         {argument.render()}"
            for argument in self.arguments
            if argument.role != "app" and not argument.literal
        ]
