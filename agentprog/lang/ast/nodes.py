"""Base class of all nodes, references, and text that contains references."""

from __future__ import annotations

import re
from collections.abc import Callable

from agentprog.frozen import field, frozen


@frozen
class Span:
    """A range of source text.

    `start` and `end` are offsets in code points, `end` exclusive; `line` and `column` locate `start` and count from 1.
    Line 0: no source text.
    """

    start: int = 0
    end: int = 0
    line: int = 0
    column: int = 0


NOWHERE = Span()


@frozen
class Node:
    """Base class of all nodes in the tree."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)
    """Position in the source."""
    id: str = field(default="", compare=False, repr=False)
    """Unique id in the program. Edits of other lines leave it unchanged."""


_PLAIN_KEY = re.compile(r"[^\W\d]\w*(?:[ \-]+\w+){0,5}")


@frozen
class Ref(Node):
    """`{name.key[0]}`: a variable and a path into its value."""

    name: str
    """Variable name, words joined by underscores: `{first name}` is `first_name`."""
    path: tuple[str | int | Ref, ...] = ()
    """Object keys, list positions (from 0, negative from the end), or variables that hold them."""

    def __str__(self) -> str:
        return "{" + self.unbraced + "}"

    @property
    def unbraced(self) -> str:
        """The reference without its braces."""
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
    """Text that may contain references. Also the text literal of expressions."""

    parts: tuple[str | Ref, ...] = ()
    """No adjacent strings and no empty string; `Template.of` ensures it."""

    @classmethod
    def of(cls, *parts: str | Ref, span: Span = NOWHERE) -> Template:
        """A template of these parts, with adjacent strings joined."""
        joined: list[str | Ref] = []
        for part in parts:
            if isinstance(part, str) and joined and isinstance(joined[-1], str):
                joined[-1] += part
            elif part != "":
                joined.append(part)
        return cls(parts=tuple(joined), span=span)

    def __str__(self) -> str:
        """The text with references in braces, not escaped. `unparse` escapes."""
        return "".join(str(part) for part in self.parts)

    @property
    def refs(self) -> tuple[Ref, ...]:
        return tuple(part for part in self.parts if isinstance(part, Ref))

    @property
    def constant(self) -> str | None:
        """The text if it contains no reference, else None."""
        if self.refs:
            return None
        return "".join(part for part in self.parts if isinstance(part, str))

    def render(self, lookup: Callable[[Ref], str]) -> str:
        """The text with each reference replaced by the result of `lookup`."""
        return "".join(part if isinstance(part, str) else lookup(part) for part in self.parts)
