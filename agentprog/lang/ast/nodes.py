"""The base of all nodes, references and text with references in it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import field

from agentprog.frozen import frozen


@frozen
class Span:
    """A stretch of source text. `start` and `end` are offsets in code points, `end` exclusive; `line` and `column`
    are those of `start`, counted from 1. Line 0 means: not from a text."""

    start: int = 0
    end: int = 0
    line: int = 0
    column: int = 0


NOWHERE = Span()


@frozen
class Node:
    """Anything in the tree."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)
    """Its place in the source."""
    id: str = field(default="", compare=False, repr=False)
    """Who it is, the same after edits elsewhere. Unique in a program."""


_PLAIN_KEY = re.compile(r"[^\W\d]\w*(?:[ \-]+\w+){0,5}")


@frozen
class Ref(Node):
    """`{name.key[0]}`: a variable and the way into its value."""

    name: str
    """The variable, words joined by underscores: `{first name}` is `first_name`."""
    path: tuple[str | int | Ref, ...] = ()
    """Keys of objects, positions in lists (from 0, negative from the end), or a variable that holds either."""

    def __str__(self) -> str:
        return "{" + self.bare + "}"

    @property
    def bare(self) -> str:
        """As it stands between the braces."""
        text = self.name
        for part in self.path:
            if isinstance(part, str) and _PLAIN_KEY.fullmatch(part) and " of " not in part:
                text += f".{part}"
            elif isinstance(part, str):
                text += "['" + re.sub(r"([\\'\"])", r"\\\1", part) + "']"
            else:
                text += f"[{part}]"
        return text


@frozen
class Template(Node):
    """Text with references in it. Also the text literal of expressions."""

    parts: tuple[str | Ref, ...] = ()
    """Never two strings in a row, never an empty one: build with `Template.of`."""

    @classmethod
    def of(cls, *parts: str | Ref, span: Span = NOWHERE) -> Template:
        """A template of these parts, neighbouring strings joined."""
        joined: list[str | Ref] = []
        for part in parts:
            if isinstance(part, str) and joined and isinstance(joined[-1], str):
                joined[-1] += part
            elif part != "":
                joined.append(part)
        return cls(parts=tuple(joined), span=span)

    def __str__(self) -> str:
        """The text as a person reads it, references in braces. Not escaped: see `unparse`."""
        return "".join(str(part) for part in self.parts)

    @property
    def refs(self) -> tuple[Ref, ...]:
        return tuple(part for part in self.parts if isinstance(part, Ref))

    @property
    def constant(self) -> str | None:
        """The text when it holds no reference, else None."""
        if self.refs:
            return None
        return "".join(part for part in self.parts if isinstance(part, str))

    def render(self, lookup: Callable[[Ref], str]) -> str:
        """The text with the result of `lookup` in place of each reference."""
        return "".join(part if isinstance(part, str) else lookup(part) for part in self.parts)
