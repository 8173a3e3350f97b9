"""The tree of a header: texts, lists and pairs, each with its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

VALUE_TAG = "!value"
"""Before a text in quotes: the text is a value to be worked out, such as `!value '{a} + 1'`."""


@dataclass(kw_only=True, slots=True)
class Node:
    """A text, or the items of a list or of pairs. `start` and `end` are places in the text of the sheet."""

    start: int = 0
    end: int = 0
    text: str = ""
    tag: str = ""
    style: str = ""
    """The quotes of a text; the sign of a text block; empty for a bare one."""
    pairs: bool = False
    flow: bool = True
    """Whether a list stands in brackets."""
    items: list[tuple[Node | None, Node]] | None = None
    """None for a text. The first of each is its key, None in a list."""
    awaiting: Node | None = None
    """The key that waits for its value."""

    def add(self, node: Node) -> None:
        """The next node inside this one: a key, the value of the key before, or an item."""
        if self.items is None:
            return
        if self.pairs and self.awaiting is None:
            self.awaiting = node
            return
        self.items.append((self.awaiting, node))
        self.awaiting = None

    @property
    def empty(self) -> bool:
        """Whether nothing was written."""
        return self.items is None and not self.text and not self.style

    def entries(self) -> Iterator[tuple[Node | None, Node]]:
        """Its pairs, including those of its items, so that `- name: text` and `{name}` are pairs as well."""
        for key, value in self.items or ():
            if key is None and value.pairs:
                yield from value.entries()
            else:
                yield key, value
