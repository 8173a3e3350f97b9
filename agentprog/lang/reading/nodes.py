"""The tree of a header: texts, lists and pairs, each with its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

VALUE_TAG = "!value"
"""Tag before a quoted text that holds an expression, as in `!value '{a} + 1'`."""


@dataclass(kw_only=True, slots=True)
class Node:
    """A text, a list or a set of pairs. `start` and `end` are offsets in the text of the sheet."""

    start: int = 0
    end: int = 0
    text: str = ""
    tag: str = ""
    style: str = ""
    """The quote mark of a text, or the mark of a text block; empty for bare text."""
    pairs: bool = False
    flow: bool = True
    """True if the list stands in brackets."""
    items: list[tuple[Node | None, Node]] | None = None
    """None for a text. Each item is a key and a value; items of a list have no key."""
    awaiting: Node | None = None
    """A key whose value comes next."""

    def add(self, node: Node) -> None:
        """Adds the next node inside this one: a key, the value of the last key, or an item."""
        if self.items is None:
            return
        if self.pairs and self.awaiting is None:
            self.awaiting = node
            return
        self.items.append((self.awaiting, node))
        self.awaiting = None

    @property
    def empty(self) -> bool:
        """True if the author wrote nothing here."""
        return self.items is None and not self.text and not self.style

    def entries(self) -> Iterator[tuple[Node | None, Node]]:
        """Its pairs. Pairs inside list items count too, so `- name: text` and `{name}` give pairs."""
        for key, value in self.items or ():
            if key is None and value.pairs:
                yield from value.entries()
            else:
                yield key, value
