"""Reports a question to the user whose answer no variable keeps."""

from __future__ import annotations

from agentprog.lang.ast import Ask, Semantic, Statement
from agentprog.lang.check.report import Pass
from agentprog.lang.visit import arms, expressions, statements

_ALREADY_REPORTED = ("STP121", "STP138", "STP201", "STP214", "STP218")
"""Findings that already say how to keep the answer, or that the line is no question yet."""


class AnswersPass(Pass):
    def run(self) -> None:
        reported = self.report.lines(_ALREADY_REPORTED)
        found = list(statements(self.program))
        for ask, following in zip(found, [*found[1:], None], strict=False):
            if not isinstance(ask, Ask) or ask.capture is not None or not ask.span.line:
                continue
            if ask.span.line in reported or (following is not None and self._uses_the_answer(following)):
                continue
            capture = self.words.written("capture", target="{reply}")
            message = "the user is asked this, but no variable records the answer"
            hint = f"end the line with `{capture}`; if it needs no answer, write `{self.words.canonical('tell')}`"
            self.report.add("STP225", message, ask.span, hint)

    def _uses_the_answer(self, following: Statement) -> bool:
        """True for `If the user says yes`, whose own finding says how to keep the answer."""
        lines = (following, *arms(following))
        conditions = (str(node.text) for line in lines for node in expressions(line) if isinstance(node, Semantic))
        return any(self.words.lexicon(text).regex("self").match(text) for text in conditions)
