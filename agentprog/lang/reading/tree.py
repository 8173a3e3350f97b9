"""Builds statements from rows, with their blocks and their branches."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from agentprog.lang.ast import (
    Action,
    AddTo,
    Ask,
    AskAI,
    Assign,
    Between,
    Block,
    Branch,
    Call,
    Compare,
    Exactly,
    Extract,
    FileExists,
    FunctionDef,
    If,
    IsEmpty,
    Logic,
    Not,
    OnError,
    Otherwise,
    Statement,
    Switch,
    Tell,
    Template,
    Try,
    UseTool,
    Verify,
    Wait,
)  # fmt: skip
from agentprog.lang.kinds.flow import case_meant, case_of
from agentprog.lang.phrases.expressions import exact
from agentprog.lang.phrases.markers import CaseLine, ElseIfLine, ElseLine, InputLine, OnErrorLine, ReturnsLine
from agentprog.lang.phrases.parts import Declared, LineParts, take_apart
from agentprog.lang.reading.about_program import about_itself
from agentprog.lang.reading.asides import (
    block_heads,
    bracketed,
    foreign_remark,
    is_open_wait,
    labelled,
    limited,
    questioned,
    rounds_in_front,
    unclosed,
    verifying,
)  # fmt: skip
from agentprog.lang.reading.below import in_stp, tested_below
from agentprog.lang.reading.details import begins_a_block, comments_of, detail, failing, is_line, joined, try_above
from agentprog.lang.reading.paraphrases import other_words
from agentprog.lang.reading.recognise import action, is_escaped, is_exactly, recognise, several
from agentprog.lang.reading.slips import behind_a_sentence, ends_as_block, foreign, slip_inside, slip_of
from agentprog.lang.reading.word_order import Slip, asked_inside
from agentprog.lang.source.lines import LogicalLine, Notes
from agentprog.lang.source.repairs import bold_marks, bullet_end, has_line_numbers, line_number_end
from agentprog.lang.source.text import Piece
from agentprog.lang.tiers import tier_of
from agentprog.lang.visit import blocks

_SOFT = Verify | Extract | Wait | Tell
"""Constructs in plain words. With lines indented under them, they become an Action with details."""
_JOINABLE = Assign | Call | AddTo | Tell | Ask | AskAI | UseTool
_MAX_JOINED_CHILDREN = 60
_VALUES = re.compile(r"\{[^\W\d]\w*\}")
"""A variable in a line."""


class TreeBuilder:
    """Builds the statements of one program. It sets spans and comments; the ids are set later."""

    def __init__(self, source: str, known: Declared, notes: Notes) -> None:
        self.source = source
        self.known = known
        self.notes = notes
        self.depth = -1
        self.numbered = False
        """True if the lines begin with rising numbers: `10 LET X = 1`."""

    def block(self, rows: Sequence[LogicalLine]) -> tuple[Statement, ...]:
        """The statements of a block. A branch joins the `if` above it."""
        found: list[Statement] = []
        self.depth += 1
        self.numbered = self.numbered or has_line_numbers(row.piece.raw for row in rows)
        for above, row, below in zip([None, *rows], rows, [*rows[1:], None], strict=False):
            if above is not None and tested_below(above, row, self.known) is not None:
                continue
            if self.depth or row is not rows[-1]:
                self._ending(row, above)
            for statement in self._tested_below(row, below) or self._statements(row):
                failed = failing(statement, found[-1] if found else None, row.piece.words)
                if failed is not None:
                    self._handler(failed, row, found)
                elif isinstance(statement, ElseIfLine | ElseLine):
                    self._branch(statement, row, found)
                elif isinstance(statement, OnErrorLine):
                    self._handler(statement, row, found)
                elif isinstance(statement, CaseLine):
                    self._case(row, found)
                elif isinstance(statement, InputLine | ReturnsLine):
                    self._stray(statement, row, found)
                else:
                    found.append(statement)
        self.depth -= 1
        return tuple(found)

    def _tested_below(self, row: LogicalLine, below: LogicalLine | None) -> list[Statement]:
        """A loop whose condition stands below its steps, which it reports; empty for any other line."""
        loop = tested_below(row, below, self.known)
        if loop is None or below is None:
            return []
        message = "this is the loop of another language, with its condition below the steps"
        hint = f"write `{in_stp(loop, row.piece.words)}` above the steps, and remove the line below them"
        both = replace(row.piece.span(), end=below.piece.span().end)
        self.notes.structure("STP128", "loop", message, both, hint)
        return [self._commented(replace(loop, body=self.block(row.children)), row)]

    # ------------------------------------------------------------------------------------------------ one row

    def _statements(self, row: LogicalLine) -> list[Statement]:
        """The statements of a row: usually one; more if it holds several, or if lines under it move out beside it."""
        if self.notes.lenient:
            self._strip(row)
        children = bool(row.children)
        statement = self._recognised(row, children=children)
        if not children and not isinstance(statement, Switch):
            found = several(row.piece, self.known, statement)
            return self._several(found, row) if found else [self._commented(statement, row)]
        if isinstance(statement, Action):
            joined = self._join_children(row)
            return [joined] if joined is not None else [self._detailed(statement, row)]
        if isinstance(statement, _SOFT) and tier_of(statement) == "semantic":
            line = take_apart(row.piece, self.known, children=True)
            return [self._detailed(action(line), row)]
        with_block = self._with_block(statement, row)
        if with_block is not None:
            return [self._commented(with_block, row)]
        message, hint = (
            "nothing can be indented under this line",
            "remove the indentation, or end the line above as a block",
        )
        self.notes.structure("STP101", "indentation", message, row.children[0].piece.span(), hint)
        return [self._commented(statement, row), *self.block(row.children)]

    def _recognised(self, row: LogicalLine, *, children: bool) -> Statement:
        """The statement of a row. For a small mistake it returns the intended statement and reports an error."""
        fault = unclosed(row.piece, self.known)
        if fault is not None:
            self.notes.report(*fault)
        row.piece = row.piece.cut(0, len(row.piece.plain.rstrip("; ")) or len(row.piece))
        if is_exactly(row.piece, children=children):
            self._misplaced(row)
            return action(take_apart(row.piece, self.known))
        self._remark(row, children=children)
        statement = recognise(row.piece, self.known, children=children)
        if not isinstance(statement, Action) and not is_open_wait(statement):
            slip = slip_inside(statement, row.piece, self.known, children=children)
            if slip is None:
                self._foreign_inside(statement, row)
                return statement
            self._slip(slip, row.piece)
            return slip.statement
        line = take_apart(row.piece, self.known)
        if is_escaped(line):
            return statement
        bullet, end = bullet_end(row.piece.raw) or (line_number_end(row.piece.raw) if self.numbered else 0), 0
        if not bullet:
            bullet, end = bold_marks(row.piece.plain)
        if bullet:
            message = "a program has no bullets, numbers or marks around its lines"
            hint = "remove it, or run `agentprog fmt --from-list FILE`"
            self.notes.structure("STP126", "bullet", message, row.piece.span(0, bullet), hint)
            row.piece = row.piece.cut(bullet, len(row.piece) - end)
            return self._recognised(row, children=children)
        if self._elsewhere(line, row.piece):
            return statement
        slip = slip_of(line, children=children) if isinstance(statement, Action) else limited(line) or bracketed(line)
        if slip is None:
            if children or not several(row.piece, self.known, statement):
                self._hidden(line)
            return statement
        self._slip(slip, row.piece)
        return slip.statement

    def _slip(self, slip: Slip, piece: Piece) -> None:
        message = "this is almost an exact line"
        lost = [text.group() for text in _VALUES.finditer(piece.raw) if text.group().strip("{}") not in slip.text]
        loss = slip.loss or (f" That leaves out {' and '.join(lost)}." if lost and "#" not in slip.text else "")
        hint = f"did you mean `{slip.text}`?{loss} If not, begin it with `do:`"
        self.notes.structure("STP121", "spelling", message, piece.span(), hint)

    def _remark(self, row: LogicalLine, *, children: bool) -> None:
        """Cuts off a remark in another language's syntax, and reports it."""
        at = foreign_remark(row.piece, self.known, children=children)
        if at is not None:
            message, hint = "this is the comment sign of another language", "write `#` before a comment"
            self.notes.structure("STP128", "comment", message, row.piece.span(at), hint)
            row.piece = row.piece.cut(0, at)

    def _hidden(self, line: LineParts) -> None:
        """Reports an exact line or condition inside a step in plain words."""
        rest = behind_a_sentence(line)
        if rest is None:
            self._labelled(line)
            self._report_unused(line)
            question = asked_inside(line)
            if question is not None:
                message = (
                    "this condition is exact, but it is part of a step in plain words, so a model decides when it holds"
                )
                hint = f"write {question.text}, or begin the line with `do:`"
                self.notes.report("STP129", message, question.statement.span, hint)
        else:
            message = "this is an exact line, but it follows a sentence, so it is read as part of a step"
            times = rounds_in_front(line.rest.cut(0, rest.offset - line.rest.offset))
            repeat = line.words.written("repeat", times=times)
            hint = "put it on its own line, or begin the line with `do:`"
            hint = f"write `{repeat} {rest.raw.strip()}`" if times else hint
            self.notes.report("STP129", message, rest.span(), hint)

    def _report_unused(self, line: LineParts) -> None:
        """Reports a condition or a question that nothing uses: `{n} is 3`."""
        test, question = exact(line.core), questioned(line)
        if question:
            message = "the answer to this question is never used: it is read as a step in plain words"
            self.notes.report("STP135", message, line.whole.span(), question)
        elif line.capture is None and isinstance(test, Between | Compare | FileExists | IsEmpty | Logic | Not):
            message = "this condition decides nothing: it is read as a step in plain words"
            hint = f"write `{verifying(line)}`, or `{{name}} = ...`"
            self.notes.report("STP135", message, line.whole.span(), hint)

    def _labelled(self, line: LineParts) -> None:
        """Reports a label in front of a step: `Note: ...`."""
        found = labelled(line)
        if found is not None:
            message = "the word and the colon in front are read as part of a step in plain words"
            self.notes.report("STP134", message, *found)

    def _foreign_inside(self, statement: Statement, row: LogicalLine) -> None:
        """Reports keywords of other languages in the steps on a construct's own line."""
        arm = statement.branch if isinstance(statement, ElseIfLine | ElseLine) else None
        for block in blocks(statement) if arm is None else (arm.body,):
            for inner in block:
                start = inner.span.start - row.piece.offset
                part = row.piece.cut(start, start + inner.span.end - inner.span.start)
                line = take_apart(part, self.known) if isinstance(inner, Action) else None
                slip = None if line is None or self._elsewhere(line, part) else slip_of(line, children=False)
                if slip is not None:
                    self._slip(slip, part)

    def _elsewhere(self, line: LineParts, piece: Piece) -> bool:
        """True if a step is a keyword of another language or is about the program itself, which it reports."""
        advice = foreign(piece)
        if advice:
            self.notes.report("STP128", "this is a word of another language", piece.span(), advice)
            return True
        if self.notes.lenient or line.app or line.capture or line.colon:
            return False
        found = about_itself(line.core)
        if found is not None:
            self.notes.report(found.code, found.message, piece.span(), found.advice)
        return found is not None

    def _ending(self, row: LogicalLine, above: LogicalLine | None) -> None:
        """Reports an `end` right below a block: in other languages it ends the block, here it would end the program."""
        if above is None or not above.children or row.children:
            return
        if row.piece.plain.strip(" .;").casefold() in row.piece.words.all("ends", "words"):
            message = "this would end the program, not the block above it"
            hint = "indentation ends a block: remove this line, or write `stop the program`"
            self.notes.report("STP128", message, row.piece.span(), hint)

    def _several(self, statements: Sequence[Statement], row: LogicalLine) -> list[Statement]:
        """Gives the comments above to the first construct of a line, and the other comments to the last."""
        first = replace(statements[0], before=tuple(row.before))
        last = replace(statements[-1], beside=row.beside, after=tuple(row.after))
        return [first, *statements[1:-1], last]

    def _with_block(self, statement: Statement, row: LogicalLine) -> Statement | None:
        if isinstance(statement, FunctionDef):
            return self._function(statement, row)
        if isinstance(statement, Switch):
            return self._switch(statement, row)
        if isinstance(statement, If):
            branch, block = statement.branches[0], self.block(row.children)
            if statement.orelse is not None:
                return replace(statement, orelse=_with_commands(statement.orelse, block))
            return replace(statement, branches=(_with_commands(branch, block),))
        if isinstance(statement, ElseIfLine):
            block = self.block(row.children)
            if statement.orelse is not None:
                return replace(statement, orelse=_with_commands(statement.orelse, block))
            return replace(statement, branch=_with_commands(statement.branch, block))
        if isinstance(statement, ElseLine):
            return replace(statement, branch=_with_commands(statement.branch, self.block(row.children)))
        if isinstance(statement, OnErrorLine):
            return replace(statement, arm=_with_commands(statement.arm, self.block(row.children)))
        if isinstance(statement, CaseLine):
            return replace(statement, body=self.block(row.children))
        return _with_commands(statement, self.block(row.children)) if isinstance(statement, Block) else None

    def _function(self, statement: FunctionDef, row: LogicalLine) -> FunctionDef:
        """Builds a task. Its declarations may stand anywhere in its block."""
        inputs, returns = list(statement.inputs), list(statement.returns)
        body: list[LogicalLine] = []
        for child in row.children:
            found = recognise(child.piece, self.known) if not child.children else None
            if isinstance(found, InputLine):
                inputs += found.inputs
            elif isinstance(found, ReturnsLine):
                returns += found.returns
            else:
                body.append(child)
                continue
            row.before += child.comments()
        return replace(statement, inputs=tuple(inputs), returns=tuple(returns), body=self.block(body))

    def _switch(self, statement: Switch, row: LogicalLine) -> Statement:
        """Builds a switch with its cases."""
        cases: list[Branch] = []
        orelse: Otherwise | None = None
        for child in row.children:
            line = self._arm(child)
            block = self.block(child.children)
            if isinstance(line, CaseLine) and orelse is None:
                case = case_of(statement.subject, replace(line, body=line.body + block))
                cases.append(replace(case, **comments_of(child)))
            elif isinstance(line, ElseLine) and orelse is None and cases:
                orelse = replace(line.branch, body=line.branch.body + block, **comments_of(child))
            else:
                last = child.piece.words.canonical("else").rstrip(":：")
                message = f"a switch has only cases, and `{last.casefold()}` as the last one"
                hint = child.children and case_meant(child.piece)
                self.notes.report("STP107", message, child.piece.span(), hint or "indent it under its case")
        if not cases:
            self.notes.report("STP107", "this switch has no case", row.piece.span(), 'write `case "...":` under it')
            return self._sentence(row)
        return replace(statement, branches=tuple(cases), orelse=orelse)

    def _arm(self, row: LogicalLine) -> Statement:
        """A line of a switch; for a misspelt `case` or `otherwise` the intended one, which it reports."""
        line = recognise(row.piece, self.known, children=bool(row.children))
        slip = slip_of(take_apart(row.piece, self.known), children=True) if isinstance(line, Action) else None
        if slip is None or not isinstance(slip.statement, CaseLine | ElseLine):
            return line
        self._slip(slip, row.piece)
        return slip.statement

    # ------------------------------------------------------------------------------------------------ details

    def _detailed(self, statement: Action, row: LogicalLine, *, reported: bool = False) -> Action:
        """An Action with the lines under it as details. `reported`: an error already says that it is no construct."""
        details: list[Template] = []
        rows, implementation = self._implementation(row)
        opens = bool(rows) and (ends_as_block(row.piece) or begins_a_block(row, self.known))
        if not reported and opens and not self.notes.lenient:
            message = "this line is no construct, so the lines under it are read as details of a step, not as steps"
            hint = f"begin a block as {block_heads(row.piece.words, row.piece.plain)}"
            hint += "; without the colon these lines are details" if ends_as_block(row.piece) else ""
            self.notes.report("STP123", message, row.piece.span(), hint)
        self._collect(rows, details, reported=reported, steps=opens)
        row.after = [text for child in rows for text in child.comments()] + row.after
        whole = replace(statement, details=tuple(details), implementation=implementation)
        found = self._commented(whole, row)
        return found if isinstance(found, Action) else statement

    def _implementation(self, row: LogicalLine) -> tuple[Sequence[LogicalLine], Exactly | None]:
        """Separates the details of a step from its exact lines, which come last."""
        rows = list(row.children)
        if not rows or not is_exactly(rows[-1].piece, children=bool(rows[-1].children)):
            return rows, None
        last = rows.pop()
        body = self.block(last.children)
        return rows, Exactly(body=body, span=last.piece.span(), **comments_of(last))

    def _strip(self, row: LogicalLine) -> None:
        """Removes the exact lines of a step: a model that plans has not seen the screens, so it cannot know them."""
        last = row.children[-1] if row.children else None
        if last is not None and is_exactly(last.piece, children=bool(last.children)):
            row.children = row.children[:-1]
            self.notes.mend(
                "exactly", "the exact lines of a step were removed: only its words count here", last.piece.span()
            )

    def _misplaced(self, row: LogicalLine) -> None:
        message = "these exact lines belong to no step in plain words"
        hint = "indent them under a step, once, below its details"
        self.notes.report("STP130", message, row.piece.span(), hint)

    def _collect(
        self, rows: Sequence[LogicalLine], details: list[Template], *, reported: bool, steps: bool = False
    ) -> None:
        """`steps`: the line above them looks like the head of a block, so that they are hardly details."""
        for row in rows:
            if is_exactly(row.piece, children=bool(row.children)):
                self._misplaced(row)
            details.append(detail(row.piece, self.known))
            if not reported:
                self._inside(row, steps=steps)
            self._collect(row.children, details, reported=reported, steps=steps)

    def _inside(self, row: LogicalLine, *, steps: bool) -> None:
        """Reports a construct under a step, or a step in an app of its own: there it is only text."""
        if is_line(row, self.known, steps=steps):
            message = "this looks like a separate line, but it is indented under a step, so it is a detail of that step"
            hint = "move it to the left, or write the line above as a block"
            self.notes.report("STP118", message, row.piece.span(), hint)

    def _join_children(self, row: LogicalLine) -> Statement | None:
        """Joins `Create an object {c} with:` and the attributes below it, if together they make one exact statement."""
        rows = row.children
        usable = row.piece.plain.endswith(":") and len(rows) <= _MAX_JOINED_CHILDREN
        if not usable or is_escaped(take_apart(row.piece, self.known)) or any(r.children or r.comments() for r in rows):
            return None
        found = recognise(joined(row, self.source), self.known)
        if not isinstance(found, _JOINABLE):
            return None
        return self._commented(found, row)

    # ------------------------------------------------------------------------------------------------ branches

    def _branch(self, line: ElseIfLine | ElseLine, row: LogicalLine, found: list[Statement]) -> None:
        """Joins a branch to the `if` above it. Without an `if` it becomes a step and is reported."""
        above = found[-1] if found else None
        if not isinstance(above, If) or isinstance(above, Switch):
            plain = isinstance(line, ElseLine) and line.inline and any(isinstance(s, Action) for s in line.branch.body)
            code = "" if plain else "STP105"
            self._orphan(code, "this belongs to no if", row, found)
        elif above.orelse is not None:
            message = "this branch follows the else of its if"
            self.notes.report("STP106", message, row.piece.span(), "move it above the else")
            found.append(self._sentence(row))
        elif isinstance(line, ElseLine):
            found[-1] = replace(above, orelse=replace(line.branch, **comments_of(row)))
        else:
            branch = replace(line.branch, **comments_of(row))
            found[-1] = replace(above, branches=(*above.branches, branch), orelse=line.orelse)

    def _handler(self, line: OnErrorLine, row: LogicalLine, found: list[Statement]) -> None:
        """Joins an `on error` to the `try` above it."""
        above = found[-1] if found else None
        if isinstance(above, Try) and above.handler is None:
            found[-1] = replace(above, handler=replace(line.arm, **comments_of(row)))
        else:
            self._orphan("STP107", "this belongs to no try", row, found, try_above(row.piece.words))

    def _orphan(
        self, code: str, message: str, row: LogicalLine, found: list[Statement],
        hint: str = "put it directly below its block",
    ) -> None:  # fmt: skip
        """Turns a branch without its partner into a step, and reports it if `code` is given."""
        if code:
            self.notes.report(code, message, row.piece.span(), hint)
        found.append(self._sentence(row))

    def _case(self, row: LogicalLine, found: list[Statement]) -> None:
        """A case without a switch: the `if` that it means, or a step."""
        message = "this belongs to no switch"
        slip = other_words(take_apart(row.piece, self.known, children=bool(row.children)))
        if slip is None:
            self._orphan("STP107", message, row, found)
        else:
            self.notes.report("STP107", message, row.piece.span(), f"did you mean `{slip.text}`?")
            found.append(self._commented(self._with_block(slip.statement, row) or slip.statement, row))

    def _stray(self, line: InputLine | ReturnsLine, row: LogicalLine, found: list[Statement]) -> None:
        kind = "input" if isinstance(line, InputLine) else "result"
        message = f"a task's {kind} is declared outside a task"
        self.notes.report("STP116", message, row.piece.span(), "indent it under its task")
        found.append(self._sentence(row))

    def _sentence(self, row: LogicalLine) -> Action:
        line = take_apart(row.piece, self.known, children=bool(row.children))
        return self._detailed(action(line), row, reported=True)

    # ------------------------------------------------------------------------------------------------ comments

    def _commented(self, statement: Statement, row: LogicalLine) -> Statement:
        if isinstance(statement, If) and not isinstance(statement, Switch):
            first = replace(statement.branches[0], **comments_of(row))
            return replace(statement, branches=(first, *statement.branches[1:]))
        if isinstance(statement, ElseIfLine | ElseLine | CaseLine | OnErrorLine):
            return statement
        return replace(statement, **notes) if (notes := comments_of(row)) else statement


_Head = TypeVar("_Head", bound=Block | Branch | Otherwise | OnError)


def _with_commands(head: _Head, block: tuple[Statement, ...]) -> _Head:
    """Puts a block behind the commands on the line of its head."""
    return replace(head, body=head.body + block)
