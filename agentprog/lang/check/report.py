"""What every pass has: the program, its words, and the diagnostics of the passes before it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from agentprog.lang.ast import Node, Program, Span
from agentprog.lang.diagnostics import Diagnostic
from agentprog.lang.source.text import Piece
from agentprog.lang.vocabulary.words import words

QUOTE = "\x01"
"""Placeholder for a quoted text in a masked sentence."""
VALUE = "\x02"
"""Placeholder for a variable."""
COMPUTED = "\x03"
"""Placeholder for a variable that only arithmetic and similar lines set."""
SHOWN = "has no quotes, and is shown word for word"
"""The end of a message about words that the user is shown."""
_WRITTEN: Mapping[str, str] = {
    written: shown
    for sign, shown in ((QUOTE, '"..."'), (VALUE, "{...}"), (COMPUTED, "{...}"))
    for written in (sign, repr(sign)[1:-1])
}
"""The text shown to a reader for each placeholder, plain or as `repr` writes it."""

READINGS = frozenset(
    ("STP105", "STP106", "STP107", "STP115", "STP118", "STP123", "STP128", "STP129", "STP134", "STP135", "STP136",
     "STP137", "STP138", "STP209", "STP214", "STP215", "STP216", "STP218", "STP219", "STP220", "STP221", "STP222",
     "STP304")
)  # fmt: skip
"""Findings about the reading of a line or of some words of it."""


@dataclass(slots=True)
class Findings:
    """The findings of one check. `text` is the source, or empty."""

    text: str = ""
    found: list[Diagnostic] = field(default_factory=list)

    def add(self, code: str, message: str, span: Span, suggestion: str = "") -> None:
        for sign, shown in _WRITTEN.items():
            message, suggestion = message.replace(sign, shown), suggestion.replace(sign, shown)
        self.found.append(Diagnostic(code=code, message=message, span=span, suggestion=suggestion))

    def raw(self, node: Node) -> str:
        """The source of a node."""
        return self.text[node.span.start : node.span.end]

    def row(self, node: Node) -> str:
        """The first line of the source of a node."""
        return self.raw(node).partition("\n")[0]

    def lines(self, codes: Collection[str]) -> set[int]:
        """The numbers of the lines with a finding of one of these codes."""
        return {finding.span.line for finding in self.found if finding.code in codes}


class Pass:
    """Looks for faults of one kind in a program."""

    def __init__(self, program: Program, report: Findings) -> None:
        self.program = program
        self.report = report
        self.words = words(program.header.language)

    def piece(self, node: Node) -> Piece:
        """The first line of the source of a node, at its place."""
        place = node.span
        return Piece(
            self.report.row(node), offset=place.start, line=place.line, column=place.column, vocabulary=self.words
        )

    def run(self) -> None:
        """Adds the findings of this kind to the report."""
        raise NotImplementedError
