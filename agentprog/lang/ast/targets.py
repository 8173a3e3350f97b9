"""Identifies an element of a screen by more than its label."""

from __future__ import annotations

from typing import Literal

from agentprog.frozen import frozen
from agentprog.lang.ast.expressions import Expr
from agentprog.lang.ast.nodes import Node, Template

Role = Literal[
    "button",
    "field",
    "text",
    "item",
    "checkbox",
    "switch",
    "radio",
    "tab",
    "slider",
    "spinner",
    "image",
    "list",
]
"""The role of an element as a person sees it."""
Window = Literal["app", "dialog", "system"]


@frozen
class Target(Node):
    """One element, described by all set fields. With only `row` set, the row itself."""

    label: Template | None = None
    role: Role | None = None
    """None: any role."""
    resource: Template | None = None
    """The resource id, either whole or the part after the slash."""
    row: Template | None = None
    """A text in the element's row."""
    position: Expr | None = None
    """Position among several matches, from 1; -1 is the last."""
    window: Window | None = None

    @property
    def tells(self) -> bool:
        """True if the description can identify one element."""
        return any(part is not None for part in (self.label, self.resource, self.row, self.position))
