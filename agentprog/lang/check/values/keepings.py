"""Reports values that no variable keeps."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agentprog.lang.ast import (
    Action,
    Ask,
    Assign,
    Extract,
    Loop,
    Program,
    Ref,
    Semantic,
    Statement,
)
from agentprog.lang.check.report import QUOTE, Findings, Pass
from agentprog.lang.check.values.held import kinds_held
from agentprog.lang.phrases.parts import NOTHING_DECLARED, split_scope
from agentprog.lang.source.text import QUOTED, Piece, plain, without_texts
from agentprog.lang.visit import arms, blocks, defined_by, expressions, statements, used_by

_ALREADY_REPORTED = ("STP121", "STP138", "STP201", "STP214", "STP218")
"""Findings that already say how to keep the answer, or that the line is no question yet."""


class KeepingsPass(Pass):
    def __init__(self, program: Program, report: Findings) -> None:
        super().__init__(program, report)
        self.puts = {line.id: ref for line in statements(program) for ref in self._put(line)}
        """The variable of each line that keeps a value in words for collecting: put, note, keep ... in."""
        self.known = kinds_held(program, but=frozenset(self.puts)) if self.puts else {}

    def run(self) -> None:
        self._answers()
        if self.puts:
            self._block(self.program.body, loop=None)

    def _put(self, line: Statement) -> Iterator[Ref]:
        ref = defined_by(line) if isinstance(line, Assign | Extract | Action) and line.span.line else None
        if ref is None or ref.path:
            return
        raw = self.report.row(line).rstrip(" .。")
        text = split_scope(Piece(raw, vocabulary=self.words), NOTHING_DECLARED)[1].plain
        if any(found["target"] == str(ref) for _, found in self.words.matches(text, "keep_in")):
            yield ref

    def _block(self, body: tuple[Statement, ...], loop: Statement | None) -> None:
        """Reports a line that would keep one value more, but replaces those kept before: `Put "y" in {bag}` where {bag}
        begins as empty, or `note the sender in {names}` where {names} is a list."""
        waiting: set[str] = set()
        for line in body:
            ref = self.puts.get(line.id)
            if ref is not None:
                kinds = self.known.get(ref.name, frozenset())
                lost = ref.name in waiting or (loop is not None and not _uses(loop, ref.name))
                if "list" in kinds or (lost and kinds <= {"nothing"}):
                    self._report(line, ref, is_list="list" in kinds)
            waiting = {name for name in waiting if not _uses(line, name)}
            waiting |= {ref.name} if ref is not None else set()
            inner = line if isinstance(line, Loop) else loop
            for block in blocks(line):
                self._block(block, inner)

    def _report(self, line: Statement, ref: Ref, *, is_list: bool) -> None:
        if is_list and not isinstance(line, Assign):
            kept = self.words.written("capture", target="{item}").strip(" ,，")
            more = self.words.written("add_to", target=str(ref), value="{item}")
            hint = f"end the reading with `{kept}`, and write `{more}` below it"
            spoken = without_texts(str(line.what), QUOTE) if isinstance(line, Extract) else ""
            lexicon, text = self.words.lexicon(spoken), re.search(QUOTED, plain(self.report.row(line)))
            things = lexicon.content(spoken.replace(QUOTE, " "), lexicon.verb_of(spoken))
            if text and spoken.count(QUOTE) == 1 and not set(things).difference(lexicon.words("leads")):
                hint = f"did you mean `{self.words.written('add_to', target=str(ref), value=text.group())}`?"
        elif is_list and isinstance(line, Assign):
            value = self.report.raw(line.value)
            hint = f"did you mean `{self.words.written('add_to', target=str(ref), value=value)}`?"
        else:
            empty = self.words.written("assign", target=str(ref), value="[]")
            hint = f"write `{empty}` above, and this line adds to the list"
        whole = "the whole list in" if is_list else "the value that is already in"
        self.report.add("STP232", f"this replaces {whole} {ref}, and adds nothing to it", line.span, hint)

    def _answers(self) -> None:
        """Reports a question to the user whose answer no variable keeps."""
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


def _uses(line: Statement, name: str) -> bool:
    """True if a line, or a line below it, reads the variable."""
    lines = [one for statement in (line, *statements(line)) for one in (statement, *arms(statement))]
    return any(ref.name == name for one in lines for ref in used_by(one))
