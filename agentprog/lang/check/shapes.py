"""Reports a part that no value of a variable has: `{item.name}` in a list of texts fails in the first round."""

from __future__ import annotations

from agentprog.lang.ast import Program
from agentprog.lang.check.report import Findings
from agentprog.lang.uses import Uses


class ShapesPass:
    def __init__(self, program: Program, report: Findings) -> None:
        self.program = program
        self.report = report

    def run(self) -> None:
        for found in Uses(self.program).impossible():
            message = f"{found.ref} asks for {found.part!r}, and what it holds has {found.given}"
            hint = (
                f'give it objects, such as {{"{found.part}": "..."}}, or read it without a type, so that it has parts'
            )
            self.report.add("STP217", message, found.ref.span, hint)
