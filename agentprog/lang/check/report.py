"""Collects the diagnostics of all passes."""

from __future__ import annotations

from dataclasses import dataclass, field

from agentprog.lang.ast import Span
from agentprog.lang.diagnostics import Diagnostic


@dataclass(slots=True)
class Findings:
    """The findings of one check. `text` is the source, or empty."""

    text: str = ""
    found: list[Diagnostic] = field(default_factory=list)

    def add(self, code: str, message: str, span: Span, suggestion: str = "") -> None:
        self.found.append(Diagnostic(code=code, message=message, span=span, suggestion=suggestion))
