"""Checks data flow: each variable has a value where it is used, and each value is used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache

from agentprog.lang.ast import (
    Action,
    Apply,
    Ask,
    Boolean,
    Break,
    Continue,
    ForEach,
    FunctionDef,
    If,
    Line,
    Node,
    Number,
    Program,
    Ref,
    Repeat,
    RepeatUntil,
    Return,
    Span,
    Statement,
    Stop,
    Template,
    Try,
    While,
    Within,
)  # fmt: skip
from agentprog.lang.check.report import Findings, Pass
from agentprog.lang.check.values.captures import Unkept, around, several_captured
from agentprog.lang.diagnostics import Names, did_you_mean
from agentprog.lang.phrases.expressions import exact
from agentprog.lang.phrases.references import parse_ref
from agentprog.lang.reading.paraphrases import braces, with_parts
from agentprog.lang.reading.recognise import recognise
from agentprog.lang.source.text import Piece
from agentprog.lang.visit import all_defined_by, arms, blocks, expressions, statements, used_by
from agentprog.lang.vocabulary.detecting import languages
from agentprog.lang.vocabulary.words import words

ANSWER = "answer"
LOOP = "loop"
ERROR = "error"
"""Variable that holds the error message in an `on error` block."""
_ENDS = Break | Continue | Return | Stop


@dataclass(slots=True)
class _Flow:
    """State at one place: variables surely set, variables perhaps set, and whether control has left."""

    sure: frozenset[str]
    maybe: frozenset[str]
    ended: bool = False


def _in_broken_header(report: Findings) -> frozenset[str]:
    """The words of a header that the parser could not read: each may be an input."""
    head, rule, _ = report.text.removeprefix("---\n").partition("\n---")
    broken = rule and report.text.startswith("---\n") and report.lines(("STP111",))
    return frozenset(re.findall(r"[^\W\d]\w*", head)) if broken else frozenset()


@dataclass(slots=True)
class _Scope:
    """One frame: the program or a task."""

    inputs: frozenset[str]
    names: frozenset[str]
    task: bool
    loops: list[str] = field(default_factory=list)
    jumps: list[list[tuple[Statement, frozenset[str]]]] = field(default_factory=list)
    """For each loop around: its jumps, with the variables that are surely set there."""
    reported: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    outside: frozenset[str] = frozenset()
    near: Names | None = None
    """The names in the frame, for suggestions. Created on first use."""


class NamesPass(Pass):
    """Walks the program's frames one by one."""

    def __init__(self, program: Program, report: Findings) -> None:
        super().__init__(program, report)
        self.inputs = frozenset(entry.name for entry in program.header.inputs) | _in_broken_header(report)
        self.all_used: set[str] = set()
        self.line: Statement | None = None

    def run(self) -> None:
        body = tuple(s for s in self.program.body if not isinstance(s, FunctionDef))
        top = _names(body)
        scope = _Scope(inputs=self.inputs, names=top | self.inputs, task=False)
        self._block(body, _Flow(self.inputs, self.inputs), scope)
        self._unused(body, scope)
        for task in statements(self.program):
            if isinstance(task, FunctionDef):
                self._task(task, top)
        self._unused_inputs()

    def _task(self, task: FunctionDef, outside: frozenset[str]) -> None:
        inputs = frozenset(entry.name for entry in task.inputs) | self.inputs
        for entry in task.inputs:
            if entry.name in self.inputs:
                message = f"this input hides the program's input {{{entry.name}}}"
                self.report.add("STP204", message, entry.span, "give it another name")
        names = _names(task.body)
        scope = _Scope(inputs=inputs, names=names | inputs, task=True, outside=outside)
        scope.used |= {ref.name for ref in task.returns}
        self._block(task.body, _Flow(inputs, inputs), scope)
        for ref in task.returns:
            if ref.name not in names | inputs:
                self.report.add(
                    "STP409",
                    f"the task returns {{{ref.name}}}, but never sets it",
                    ref.span,
                    did_you_mean(ref.name, names, "{{}}") or "set it in the task",
                )
        self._unused(task.body, scope)

    # ------------------------------------------------------------------------------------------------ walking

    def _block(self, body: tuple[Statement, ...], flow: _Flow, scope: _Scope) -> _Flow:
        for statement in body:
            flow = self._statement(statement, flow, scope)
        return flow

    def _statement(self, statement: Statement, flow: _Flow, scope: _Scope) -> _Flow:
        self.line = statement
        if isinstance(statement, If):
            self._uses(statement.app, flow, scope)
            return self._if(statement, flow, scope)
        if isinstance(statement, RepeatUntil):
            return self._until(statement, flow, scope)
        if isinstance(statement, Break | Continue) and scope.jumps:
            scope.jumps[-1].append((statement, flow.sure))
        self._loops_nowhere(statement, flow, scope)
        self._several(statement, scope)
        self._kept_nowhere(statement, flow, scope)
        for ref in used_by(statement):
            self._use(ref, flow, scope)
        self._braces(statement, scope)
        self._reserved(statement)
        if isinstance(statement, ForEach | While | Repeat):
            return self._loop(statement, flow, scope)
        if isinstance(statement, Within):
            return self._block(statement.body, flow, scope)
        if isinstance(statement, Try):
            return self._try(statement, flow, scope)
        if isinstance(statement, FunctionDef):
            return flow
        if isinstance(statement, Action) and statement.implementation is not None:
            # Only the step's own result outlives its exact lines.
            self._block(statement.implementation.body, flow, scope)
        assigned = {target.name for target in all_defined_by(statement) if not target.path}
        if assigned:
            flow = replace(flow, sure=flow.sure | assigned, maybe=flow.maybe | assigned)
        return replace(flow, ended=flow.ended or isinstance(statement, _ENDS))

    def _several(self, statement: Statement, scope: _Scope) -> None:
        """Reports a capture by several variables once, instead of at each use of the variables."""
        refs = several_captured(statement, self.report.text, self.words)
        if not refs:
            return
        listed = " and ".join(f"{{{ref.name}}}" for ref in refs)
        hint = "write a line for each variable"
        self.report.add("STP210", f"{listed} cannot all take the result of one step", around(refs), hint)
        scope.reported |= {ref.name for ref in refs}

    def _loops_nowhere(self, statement: Statement, flow: _Flow, scope: _Scope) -> None:
        """`Count down from 5 to 1 as {n}` with {n} in the lines under it: the author intended the head of a loop."""
        if not isinstance(statement, Action) or statement.capture is not None or not statement.details:
            return
        known = flow.sure | flow.maybe | scope.outside | scope.reported | {LOOP, ERROR}
        below = {ref.name for detail in statement.details for ref in detail.refs}
        references = [ref for ref in statement.text.refs if ref.name not in known and not ref.path]
        if not any(ref.name in below for ref in references):
            return
        message = (
            f"nothing gives {references[0]} a value: this is no loop, and the lines under it are details of a step"
        )
        head = self.words.written("foreach")
        if not any(
            finding.code == "STP123" and finding.span.line == statement.span.line for finding in self.report.found
        ):
            place = _first_line(statement.span, self.report.text)
            self.report.add("STP123", message, place, f"write `{head}` for a loop")
        scope.reported |= {ref.name for ref in references}

    def _kept_nowhere(self, statement: Statement, flow: _Flow, scope: _Scope) -> None:
        """Reports a step whose last word is an undefined variable: the author wanted to keep a result in it."""
        if not isinstance(statement, Action) or statement.capture is not None:
            return
        parts = [part for part in statement.text.parts if isinstance(part, Ref) or part.strip(" .;!")]
        if len(parts) > 1 and str(parts[-1]).strip(" .;!") in self.words.all("inflected", "parting"):
            parts.pop()  # the end of a verb: `Lies sie als {x} ein`
        before, last = parts[-2:] if len(parts) > 1 else ("", "")
        if not isinstance(before, str) or before.rstrip().endswith(":"):
            return
        known = flow.sure | flow.maybe
        if (
            not isinstance(last, Ref)
            or last.path
            or last.name in known | scope.outside | scope.reported | {LOOP, ERROR}
        ):
            return
        if did_you_mean(last.name, known):
            return
        message = f"{{{last.name}}} is not defined, and this step stores nothing in it"
        before = self.report.text[statement.span.start : last.span.start]
        hint = Unkept(before, last, self.words).advice()
        self.report.add("STP218", message, last.span, hint)
        scope.reported.add(last.name)

    def _if(self, statement: If, flow: _Flow, scope: _Scope) -> _Flow:
        ends: list[_Flow] = [] if statement.orelse else [flow]
        for arm in arms(statement):
            for ref in used_by(arm):
                self._use(ref, flow, scope)
            self._braces(arm, scope)
            ends.append(self._block(arm.body, replace(flow, ended=False), scope))
        return _joined(flow, ends)

    def _try(self, statement: Try, flow: _Flow, scope: _Scope) -> _Flow:
        """The state after a `try`. A failure may leave variables of its block unset, and ends the program without `on
        error`."""
        end = self._block(statement.body, replace(flow, ended=False), scope)
        if statement.handler is None:
            return replace(end, ended=flow.ended or end.ended)
        known = _Flow(flow.sure | {ERROR}, flow.maybe | end.maybe | {ERROR})
        after = self._block(statement.handler.body, known, scope)
        after = replace(after, sure=after.sure - {ERROR}, maybe=after.maybe - {ERROR})
        return _joined(flow, [end, after])

    def _loop(self, statement: ForEach | While | Repeat, flow: _Flow, scope: _Scope) -> _Flow:
        inside = _names(statement.body)
        start = _Flow(flow.sure, flow.maybe | inside)
        if isinstance(statement, ForEach):
            self._shadow(statement, flow, scope)
            start = replace(start, sure=start.sure | {statement.target.name})
        scope.loops.append(statement.target.name if isinstance(statement, ForEach) else "")
        scope.jumps.append([])
        end = self._block(statement.body, start, scope)
        scope.loops.pop()
        jumps = scope.jumps.pop()
        certain = isinstance(statement, Repeat) and isinstance(statement.times, Number) and statement.times.value >= 1
        forever = isinstance(statement, While) and statement.condition == Boolean(value=True)
        breaks = [sure for jump, sure in jumps if isinstance(jump, Break)]
        ends = [end.sure, *(sure for _, sure in jumps)] if certain else breaks if forever and breaks else [flow.sure]
        return _Flow(sure=frozenset.intersection(*ends), maybe=end.maybe, ended=flow.ended)

    def _until(self, statement: RepeatUntil, flow: _Flow, scope: _Scope) -> _Flow:
        inside = _names(statement.body)
        scope.loops.append("")
        scope.jumps.append([])
        end = self._block(statement.body, _Flow(flow.sure, flow.maybe | inside), scope)
        jumps = scope.jumps.pop()
        rounds = frozenset.intersection(end.sure, *(sure for jump, sure in jumps if isinstance(jump, Continue)))
        after = _Flow(
            sure=frozenset.intersection(rounds, *(sure for _, sure in jumps)), maybe=end.maybe, ended=flow.ended
        )
        for ref in used_by(statement):
            self._use(ref, replace(after, sure=rounds), scope)
        scope.loops.pop()
        self._braces(statement, scope)
        return after

    # ------------------------------------------------------------------------------------------------ findings

    def _uses(self, node: Node | None, flow: _Flow, scope: _Scope) -> None:
        for item in expressions(node) if node is not None else ():
            if isinstance(item, Ref):
                self._use(item, flow, scope)

    def _use(self, ref: Ref, flow: _Flow, scope: _Scope) -> None:
        name = ref.name
        scope.used.add(name)
        self.all_used.add(name)
        if name == LOOP and name not in flow.maybe:
            if not scope.loops:
                self.report.add("STP205", "{loop} has a value only inside a loop", ref.span, "use it in a loop's block")
            return
        if name in flow.sure or name in scope.reported:
            return
        scope.reported.add(name)
        if name in flow.maybe:
            message = f"{{{name}}} may have no value here: it is not set on every path to this line"
            self.report.add("STP202", message, ref.span, f"set {{{name}}} before")
        else:
            hint = self._of_a_list(ref, flow) or self._advice(name, flow, scope)
            if self.report.text[ref.span.start + 1 : ref.span.start + 2].isspace():  # `if (x) { y }` in a text
                hint += "; braces that are text are written `\\{`"
            self.report.add("STP201", f"{{{name}}} is not defined", ref.span, hint)

    def _of_a_list(self, ref: Ref, flow: _Flow) -> str:
        """The advice for `{number of items in stock}`, which is read as a key of a variable `{items_in_stock}`."""
        raw = self.report.raw(ref).strip("{}")
        owner = next((name for name in sorted(flow.sure | flow.maybe) if re.search(rf"(?<!\w){name}$", raw)), "")
        value = f"{raw.removesuffix(owner)}{{{owner}}}"
        if not owner or not isinstance(exact(Piece(value, vocabulary=self.words)), Apply):
            return ""
        return f"write `{{n}} = {value}` above, and {{n}} here"

    def _advice(self, name: str, flow: _Flow, scope: _Scope) -> str:
        question = self.line.question if isinstance(self.line, Ask) and self.line.capture is None else None
        if isinstance(question, Template) and isinstance(question.parts[-1], Ref) and question.parts[-1].name == name:
            capture = self.words.written("capture", target=f"{{{name}}}")
            return f"put the question in quotes, followed by `{capture}`"
        if isinstance(self.line, ForEach) and name == self.line.target.name:
            return f"it has a value only inside the loop: test {{{name}}} there with `if`"
        if scope.task and name in scope.outside:
            return f"a task sees only its inputs: add `Task input: {{{name}}}` and give it in the call"
        if scope.near is None:
            scope.near = Names(sorted(scope.names | flow.maybe))
        around = Names(filter(None, reversed(scope.loops))).nearest(name) if scope.loops else ""
        nearest = around or scope.near.nearest(name)
        if "error" in flow.sure and name.replace("_", " ").casefold() in self.words.all("values", "error"):
            nearest = "error"
        found = f"did you mean {{{nearest}}}?" if nearest in flow.maybe | flow.sure else ""
        if isinstance(recognise(Piece(name, vocabulary=self.words)), Break | Continue | Stop):
            return f"a jump has no braces: write `{name}`"
        if isinstance(self.line, Action) and name not in scope.names and not found:
            return f"nothing sets it: write `{{{name}}} = ...`, here or above, or declare it in the header"
        return found or f"set {{{name}}} first, or declare it as an input in the header"

    def _shadow(self, statement: ForEach, flow: _Flow, scope: _Scope) -> None:
        name = statement.target.name
        if name in scope.loops:
            message = f"{{{name}}} is already the variable of a loop around this one"
        elif name in scope.inputs:
            message = f"{{{name}}} is an input, and this loop replaces its value"
        elif name in flow.sure:
            message = f"{{{name}}} already has a value, and this loop replaces it"
        else:
            return
        self.report.add("STP204", message, statement.target.span, "give the loop's variable another name")

    def _reserved(self, statement: Statement) -> None:
        for target in all_defined_by(statement):
            if target.name == LOOP:
                self.report.add("STP208", "{loop} is reserved for loops", target.span, "choose another name")

    def _braces(self, line: Line, scope: _Scope) -> None:
        for item in expressions(line):
            if isinstance(item, Template):
                for part in item.parts:
                    if isinstance(part, str) and "{" in part:
                        self._brace(part, item.span, scope)

    def _brace(self, part: str, span: Span, scope: _Scope) -> None:
        odd = [found.group() for found in _ODD_KEY.finditer(part) if self._is_odd_key(found, scope, span)]
        for found in _CODE_IN_BRACES.finditer(part):
            if parse_ref(found[1], self.words) is not None or found.group() in odd:
                continue
            named = scope.names.intersection(re.findall(r"\w+", found[1].partition(":")[0]))
            scope.used.update(named)
            sum_of = with_parts(braces(found[1].rstrip("} "), scope.names))
            computed = exact(Piece(sum_of, vocabulary=self.words)) is not None
            begins_with_name = found[1][0].isalpha() or found[1][0] == "_"
            if named and (begins_with_name or computed or _SIGN.search(found[1], 1)):
                message = f"{found.group()} would appear unchanged: braces hold a variable, not a calculation"
                hint = f"calculate it above, `{{result}} = {sum_of if computed else '...'}`, and write {{result}} here"
                self.report.add("STP223", message, span, hint)
            elif begins_with_name:
                message = f"{found.group()} is not a reference, so it is read as text"
                self.report.add("STP207", message, span, "set a variable first, and refer to it")

    def _is_odd_key(self, found: re.Match[str], scope: _Scope, span: Span) -> bool:
        """Reports `{person.Tel.}`, a key with signs that need quotes; `{n.price * 2}` is a calculation."""
        inside = found.group()[1:-1]
        sums = with_parts(braces(inside, scope.names))
        is_sum = exact(Piece(sums, vocabulary=self.words)) is not None or _ARITHMETIC.search(found["key"])
        if found["name"] not in scope.names or parse_ref(inside, self.words) is not None or is_sum:
            return False
        scope.used.add(found["name"])
        sign = '"' if "'" in found["key"] else "'"
        message = f"{found.group()} would appear unchanged: a key with signs in it needs quotes"
        self.report.add("STP223", message, span, f"write {{{found['name']}[{sign}{found['key'].strip()}{sign}]}}")
        return True

    def _unused(self, body: tuple[Statement, ...], scope: _Scope) -> None:
        seen: set[str] = set()
        for statement in _frame(body):
            for target in () if isinstance(statement, ForEach) else all_defined_by(statement):
                if target.path or target.name in seen or target.span.column < 1:  # a repair: no position
                    continue
                seen.add(target.name)
                if target.name not in scope.used and target.name not in (ANSWER, LOOP) and target.name[0] != "_":
                    message = f"{{{target.name}}} is set, but never used"
                    answers = target.name.casefold() in _answers()
                    hint = f"the program's answer is {{{ANSWER}}}" if answers else "use it, or leave it out"
                    self.report.add("STP203", message, target.span, hint)

    def _unused_inputs(self) -> None:
        for entry in self.program.header.inputs:
            if entry.name not in self.all_used:
                message = f"the input {{{entry.name}}} is never used"
                self.report.add("STP206", message, entry.span, "use it, or remove it from the header")


@cache
def _answers() -> frozenset[str]:
    """The answer variable's name in all languages, because a short program may not reveal its language."""
    return frozenset({ANSWER, *(name for code in languages() for name in words(code).all("values", "answer"))})


_CODE_IN_BRACES = re.compile(
    r"\{\{?\s*([^\W\d][\w.]*\s*(?:[(+*/:\-|!]|\}\}|\s\w+\s+['‘\d]|\[\s*[^\W\d]\w*\s*[-+*/])[^{}\n\"]{0,60}"
    r"|[-+(（\d][^{}\n\"]{0,60})\}?"
)
"""Code in braces: a name and a sign or a call, or a number, a sign or a bracket in front of a name."""
_SIGN = re.compile(r"[-+*/%×÷−]")
_ODD_KEY = re.compile(r"\{\s*(?P<name>[^\W\d]\w*)\.(?P<key>[^{}\n\"\[\]]{1,60})\}")
"""A variable and a key, perhaps with signs: `{person.Straße & Nr}`."""
_ARITHMETIC = re.compile(r"\w\(|\s[-+*/%×÷−]\s|[*×÷−]|[-+/]\s?\d|:[.,<>^]?\d|[!?]|\|")
"""Signs of a call, a sum or a format in code; a key has none of them."""


def _first_line(span: Span, text: str) -> Span:
    end = text.find("\n", span.start, span.end)
    return span if end < 0 else replace(span, end=end)


def _joined(before: _Flow, ends: list[_Flow]) -> _Flow:
    """The state where several paths meet."""
    reached = [end for end in ends if not end.ended] or ends
    return _Flow(
        sure=frozenset.intersection(*[end.sure for end in reached]),
        maybe=frozenset.union(*[end.maybe for end in ends]),
        ended=before.ended or all(end.ended for end in ends),
    )


def _frame(body: tuple[Statement, ...]) -> Iterator[Statement]:
    """Every statement of one frame: tasks inside are separate frames."""
    for statement in body:
        yield statement
        if not isinstance(statement, FunctionDef):
            for block in blocks(statement):
                yield from _frame(block)


def _names(body: tuple[Statement, ...]) -> frozenset[str]:
    """Every variable that these blocks set."""
    return frozenset(target.name for line in _frame(body) for target in all_defined_by(line))
