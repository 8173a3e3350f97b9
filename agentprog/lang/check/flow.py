"""Checks control flow: jumps, unreachable and empty blocks, endless loops, conditions that cannot change."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from agentprog.lang.ast import (
    Boolean,
    Branch,
    Break,
    Compute,
    Continue,
    Expr,
    FileExists,
    ForEach,
    FunctionDef,
    If,
    Line,
    Loop,
    Not,
    Number,
    OnScreen,
    Range,
    Ref,
    Repeat,
    RepeatUntil,
    Return,
    Semantic,
    Span,
    Statement,
    Stop,
    Try,
    Verify,
    Wait,
    While,
    Within,
)  # fmt: skip
from agentprog.lang.check.report import Pass
from agentprog.lang.check.values.constants import changed
from agentprog.lang.check.wording.sentence import heads, until_words
from agentprog.lang.phrases.expressions import exact
from agentprog.lang.phrases.wording import ExpressionWriter
from agentprog.lang.reading.about_program import any_of
from agentprog.lang.reading.countings import as_list, literal
from agentprog.lang.reading.recognise import recognise
from agentprog.lang.source.text import Piece, top_level
from agentprog.lang.visit import blocks, statements, walk
from agentprog.lang.vocabulary.orders import DENSE
from agentprog.lang.vocabulary.words import Words

_LIVE = Semantic | Compute | OnScreen | FileExists


class FlowPass(Pass):
    def run(self) -> None:
        self._block(self.program.body, loop=False, task=False, top=True)

    def _block(self, body: tuple[Statement, ...], *, loop: bool, task: bool, top: bool = False) -> bool:
        """Checks a block. True if control never reaches its end."""
        ended: Statement | None = None
        reported = False
        ends = self.report.lines(("STP128",))
        spoken = self.report.lines(("STP136",))
        self._after_waits(body)
        for statement in body:
            lines = {_place(node).line for node in (statement, ended) if node is not None}
            same = len(lines) == 1 and lines <= spoken
            if ended and not reported and not same and not isinstance(statement, FunctionDef):
                reported = True
                message = "this is never reached: the line before ends the block"
                hint = f"line {_place(ended).line} ends the block: remove that line, or move this one before it"
                self.report.add("STP302", message, _place(statement), hint)
            leaves = self._statement(statement, loop=loop, task=task, top=top)
            ended = ended or (statement if leaves and _place(statement).line not in ends else None)
        return ended is not None

    def _after_waits(self, body: tuple[Statement, ...]) -> None:
        """Reports a wait for what cannot change, and a branch below a wait or a verify for the case that it fails."""
        for statement, following in pairwise((*body, None)):
            waited = statement.until if isinstance(statement, Wait) else None
            if waited is not None:
                self._unchanging_wait(waited)
            waited = statement.condition if isinstance(statement, Verify) else waited
            if waited is not None and statement is not None and isinstance(following, If):
                self._in_vain(waited, statement.span.line, following)

    def _in_vain(self, waited: Expr, place: int, following: If) -> None:
        branch = following.branches[0]
        same, opposite = self._compared(waited, branch.condition)
        if branch.span.line and (opposite or (same and following.orelse is not None)):
            message = f"this is {'never' if opposite else 'always'} true: otherwise the program fails in line {place}"
            once, handler = (self.words.canonical(form) for form in ("try_once", "on_error"))
            ways = f"write `{once}` above line {place}, indent it, and write `{handler}` above the lines for that case"
            self.report.add("STP305", message, branch.condition.span, ways)

    def _compared(self, waited: Expr, tested: Expr) -> tuple[bool, bool]:
        """Whether a branch tests what a line above waited for, and whether it tests the opposite."""
        if isinstance(tested, Semantic):
            said = str(tested.text).casefold()
            shown = str(waited.text) if isinstance(waited, OnScreen | Semantic) else ""
            if not shown or shown.casefold() not in said:
                return False, False
            no = any_of(self.words.all("itself", "absent"))
            rest = said.replace(shown.casefold(), " ")
            return not rest.strip(), re.fullmatch(rf"\s*(?:{no})\s*|.*(?:{no})\s*", rest) is not None
        opposite = tested == Not(operand=waited) or waited == Not(operand=tested)
        return tested == waited, opposite

    def _unchanging_wait(self, waited: Expr) -> None:
        inside = list(walk(waited))
        names = sorted({node.name for node in inside if isinstance(node, Ref)})
        if names and not any(isinstance(node, _LIVE) for node in inside):
            listed = ", ".join(f"{{{name}}}" for name in names)
            message = f"nothing changes {listed} while this line waits, so the condition never changes"
            hint = f"write `{self.words.canonical('if')}`"
            self.report.add("STP307", message, waited.span, hint)

    def _statement(self, statement: Statement, *, loop: bool, task: bool, top: bool) -> bool:
        if isinstance(statement, Break | Continue | Return | Stop):
            self._jump(statement, loop=loop, task=task)
            return True
        if isinstance(statement, If):
            return self._if(statement, loop=loop, task=task)
        if isinstance(statement, FunctionDef):
            if not top:
                message = "a task is defined inside a block"
                self.report.add("STP117", message, statement.span, "define it at the left margin")
            self._empty(statement, statement.body, "this task")
            self._block(statement.body, loop=False, task=True)
        elif isinstance(statement, Loop):
            return self._loop(statement, task=task)
        elif isinstance(statement, Try):
            return self._try(statement, loop=loop, task=task)
        elif isinstance(statement, Within):
            self._empty(statement, statement.body, "this app scope")
            return self._block(statement.body, loop=loop, task=task)
        return False

    def _try(self, statement: Try, *, loop: bool, task: bool) -> bool:
        """Checks a `try`. True if control never reaches the end of its block or of its `on error`."""
        self._empty(statement, statement.body, "this try")
        ended = self._block(statement.body, loop=loop, task=task)
        times = statement.times
        if isinstance(times, Number) and times.value < 1:
            self.report.add("STP306", f"this is tried {times.value} times", times.span, "try once or more")
        if statement.handler is None:
            return ended
        self._empty(statement.handler, statement.handler.body, "this block")
        return self._block(statement.handler.body, loop=loop, task=task) and ended

    def _jump(self, statement: Statement, *, loop: bool, task: bool) -> None:
        if isinstance(statement, Break | Continue) and not loop:
            word = "break" if isinstance(statement, Break) else "continue"
            hint = "put it into a loop; `stop the program` ends the program"
            hint = (
                hint
                if isinstance(statement, Break)
                else "leave it out: the lines below run anyway; or put it into a loop"
            )
            self.report.add("STP301", f"there is no loop around this {word}", statement.span, hint)
        if isinstance(statement, Stop) and loop and self._is_bare(statement):
            message = "this ends the whole program, not only the loop"
            self.report.add("STP308", message, statement.span, "write `break the loop`, or `stop the program`")
        if isinstance(statement, Return) and not task:
            message = "there is no task around this return: it ends the program"
            advice = "" if statement.value is None else self.report.raw(statement.value)
            if statement.value is not None and exact(Piece(advice, vocabulary=self.words)) is None:
                advice = ExpressionWriter(self.words.language).expression(statement.value)
            hint = f"write `{{answer}} = {advice}` for the program's answer" if advice else "write `stop the program`"
            self.report.add("STP304", message, statement.span, hint)

    def _is_bare(self, statement: Stop) -> bool:
        """True if the statement is one word without an object, such as `stop`."""
        text = self.report.raw(statement).strip().rstrip(".!;")
        forms = (p.form for p in self.words.patterns(text) if text and p.match(text))
        return next(forms, "") == "stop_bare"

    def _if(self, statement: If, *, loop: bool, task: bool) -> bool:
        ends: list[bool] = []
        for branch in statement.branches:
            self._empty(branch, branch.body, "this branch")
            self._constant(branch.condition)
            ends.append(self._block(branch.body, loop=loop, task=task))
        if statement.orelse is not None:
            self._empty(statement.orelse, statement.orelse.body, "this branch")
            ends.append(self._block(statement.orelse.body, loop=loop, task=task))
        return statement.orelse is not None and all(ends)

    def _loop(self, statement: Repeat | ForEach | While | RepeatUntil, *, task: bool) -> bool:
        self._empty(statement, statement.body, "this loop")
        self._block(statement.body, loop=True, task=task)
        if isinstance(statement, Repeat):
            times = statement.times
            if isinstance(times, Number) and times.value < 1:
                self.report.add("STP306", f"this loop runs {times.value} times", times.span, "repeat once or more")
            return False
        if isinstance(statement, ForEach):
            self._downwards(statement.items)
            self._ends_early(statement.items)
            return False
        return self._endless(statement)

    def _downwards(self, items: Expr) -> None:
        """Reports `For each {i} from 10 to 1`: numbers are counted upwards only."""
        low, high = (literal(items.low), literal(items.high)) if isinstance(items, Range) else (None, None)
        if low is not None and high is not None and low > high:
            numbers = as_list(low, high, -1)
            message = f"a loop counts upwards, and from {low:g} to {high:g} there is no number: it never runs"
            hint = f"to count downwards write `{numbers}` for them" if numbers else "write the lower number first"
            self.report.add("STP306", message, items.span, hint)

    def _ends_early(self, items: Expr) -> None:
        """Reports `in {rows} until {n} is 2`: the list is worked out before the first round."""
        if not isinstance(items, Compute | Semantic) or not items.text.refs or not items.span.line:
            return
        known, text = self.words, self.report.raw(items)
        piece = Piece(text, vocabulary=known)
        ends = _until(known)
        for at in top_level(piece.plain, " ,，"):
            rest = piece.cut(at + 1).raw.strip()
            until = ends.match(rest)
            loop = recognise(Piece(f"{rest}:", vocabulary=known), children=True)
            if not until and not isinstance(loop, While):
                continue
            test = rest[loop.condition.span.start :] if isinstance(loop, While) else until["test"] if until else ""
            form = "if" if until else "unless"
            written = known.canonical(form).replace("<condition>", test)
            message = f"{rest!r} ends no round: the list is worked out once, before the first round"
            hint = f"leave it out, and write in the loop `{written}` with `{known.canonical('break')}` below it"
            self.report.add("STP135", message, items.span, hint)
            return

    def _endless(self, statement: While | RepeatUntil) -> bool:
        constant = _truth(statement.condition)
        forever = constant is (not isinstance(statement, RepeatUntil))
        if forever and not _leaves(statement.body):
            message = "this loop cannot end: its condition never changes, and nothing leaves it"
            self.report.add("STP303", message, statement.span, "add a condition, or `break the loop` in a branch")
            return True
        if constant is not None and not forever and isinstance(statement, While):
            self.report.add("STP306", "this loop never runs", statement.condition.span, "its condition is false")
        elif constant is None and not _leaves(statement.body):
            self._unchanging(statement)
        if (
            constant is None
            and isinstance(statement, While)
            and any(isinstance(inner, Break) for inner in statement.body)
        ):
            message = "the break in this block depends on no condition, so the loop ends in its first round"
            hint = f"write `{self.words.canonical('if')}`"
            self.report.add("STP307", message, statement.condition.span, hint)
        return forever and not _breaks(statement.body)

    def _unchanging(self, statement: While | RepeatUntil) -> None:
        """Reports an exact loop condition if its block sets none of the condition's variables."""
        inside = list(walk(statement.condition))
        names = {node.name for node in inside if isinstance(node, Ref)}
        if any(isinstance(node, _LIVE) for node in inside) or not names or "loop" in names:
            return
        if not names & _set_in(statement.body):
            listed = ", ".join(f"{{{name}}}" for name in sorted(names))
            message = f"nothing in this loop changes {listed}, so the condition never changes"
            self.report.add("STP307", message, statement.condition.span, "change it in the block")

    def _empty(self, line: Line, body: tuple[Statement, ...], block: str) -> None:
        if not body:
            hint = self._jump_in_front(line) or "indent its steps under it"
            self.report.add("STP108", f"{block} has no steps", line.span, hint)

    def _jump_in_front(self, line: Line) -> str:
        """The advice for `Next if {item} is empty`, whose first word is a jump and is read as a word like `then`."""
        row = "".join(self.report.text.split("\n")[line.span.line - 1 : line.span.line])
        first, _, rest = row.strip(" :：").partition(" ")
        jump = recognise(Piece(first, vocabulary=self.words))
        if not isinstance(line, Branch) or not rest or not isinstance(jump, Break | Continue | Stop):
            return ""
        form = "break" if isinstance(jump, Break) else "continue" if isinstance(jump, Continue) else "stop"
        return f"indent its steps under it; did you mean `{rest}: {self.words.written(form)}`?"

    def _constant(self, condition: Expr) -> None:
        truth = _truth(condition)
        if truth is not None:
            word = "true" if truth else "false"
            self.report.add("STP305", f"this condition is always {word}", condition.span, "compare a variable")


@lru_cache(maxsize=8)
def _until(known: Words) -> re.Pattern[str]:
    """A word for until and a condition behind it; none of the words for the end of a list."""
    joined = until_words(known)
    when = any_of((*known.all("itself", "moments"), *heads(known, ("if",))))
    stops = "|".join(word for word in heads(known, ("break", "stop")) if word < DENSE) or "(?!)"
    joined += rf"|(?:{stops})\w{{0,5}}\s(?:{when})"
    ends = any_of((*known.all("itself", "things"), *known.all("itself", "moves"), *known.all("itself", "between")))
    return re.compile(rf"(?:{joined})\s*+(?!(?:(?:{ends})\W*)+$)(?P<test>.+)", re.IGNORECASE)


def _place(statement: Statement) -> Span:
    return statement.branches[0].span if isinstance(statement, If) else statement.span


def _truth(condition: Expr) -> bool | None:
    """The constant value of a condition; None if it depends on a variable or the phone."""
    if isinstance(condition, Boolean):
        return condition.value
    if isinstance(condition, Not):
        inner = _truth(condition.operand)
        return None if inner is None else not inner
    return None


def _leaves(body: tuple[Statement, ...]) -> bool:
    """True if the block can end its loop: by its own break, or by a return or stop at any depth."""
    return _breaks(body) or any(isinstance(s, Return | Stop) for block in body for s in _self_and_below(block))


def _breaks(body: tuple[Statement, ...]) -> bool:
    """True if the block contains a break of its own loop."""
    for statement in body:
        if isinstance(statement, Break):
            return True
        if isinstance(statement, Loop | FunctionDef):
            continue
        if any(_breaks(block) for block in blocks(statement)):
            return True
    return False


def _self_and_below(statement: Statement) -> list[Statement]:
    return [statement, *statements(statement)]


def _set_in(body: tuple[Statement, ...]) -> set[str]:
    """Variables that a block sets or changes in place."""
    return {ref.name for block in body for line in _self_and_below(block) for ref in changed(line)}
