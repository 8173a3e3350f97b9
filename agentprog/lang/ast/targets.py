"""Which element of a screen a line means, where its label alone does not say."""

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
"""What an element is to a person."""
Window = Literal["app", "dialog", "system"]


@frozen
class Target(Node):
    """One element, by all that is said of it. With a `row` and nothing else it is the row itself."""

    label: Template | None = None
    role: Role | None = None
    """None: any."""
    resource: Template | None = None
    """Its resource id, whole or the part behind the slash."""
    row: Template | None = None
    """A text that its row shows."""
    position: Expr | None = None
    """Which of several, from 1; -1 is the last."""
    window: Window | None = None

    @property
    def tells(self) -> bool:
        """Whether it says enough to mean one element."""
        return any(part is not None for part in (self.label, self.resource, self.row, self.position))
