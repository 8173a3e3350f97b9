"""Reports texts in calculations and in order comparisons with numbers, and calculations in texts.

`"30 minutes" - 5` has no result, and `"{net} - 50000"` would appear unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from agentprog.lang.ast import (
    AddTo,
    Apply,
    Arithmetic,
    Assign,
    Between,
    Compare,
    Compute,
    DirectUI,
    Expr,
    ForEach,
    ListExpr,
    Negative,
    Node,
    Nothing,
    Number,
    Program,
    Range,
    Ref,
    RemoveFrom,
    Tell,
    Template,
)
from agentprog.lang.check.report import Findings, Pass
from agentprog.lang.check.values.constants import values_given
from agentprog.lang.check.values.held import kinds_held
from agentprog.lang.visit import statements, walk
from agentprog.lang.vocabulary.words import words

_MONEY = r"(?:[$€£¥₹]|USD|EUR|GBP)?"
_NUMBER = re.compile(rf"\s*{_MONEY}\s*[-+]?[\d.,\s']*\d\s*{_MONEY}\s*", re.IGNORECASE)
_CLOCK = re.compile(r"(?P<hours>\d{1,2}):(?P<minutes>\d{2})")
_AMOUNT = re.compile(r"(?P<number>\d+(?:[.,]\d+)?)\s*[^\W\d]+.*")
_PERCENT = re.compile(r"(?P<number>\d+(?:[.,]\d+)?)\s*(?P<unit>%|[^\W\d][\w ]*)")
_SEVERAL = re.compile(r"[,\n\[]")
"""A mark by which a loop takes a text apart."""
_ORDER = ("<", "<=", ">", ">=")
_RESULTS = Number | Arithmetic | Apply | Negative | Compute
_FIGURE = r"(?:0|[1-9][\d,]*)(?:\.\d+)?"
_AFTER = re.compile(rf"\s*(?P<op>[-+*/×÷−])\s*(?P<value>{_FIGURE})(?![\w.,:/-]*[\w/:-])(?!\s*=)")
_BEFORE = re.compile(rf"(?<![\w.,:/-])(?P<value>{_FIGURE})\s*(?P<op>[-+*/×÷−])\s*")
_BETWEEN = re.compile(r"\s*(?P<op>[-+*/×÷−])\s*")
_SIGNS = {"×": "*", "÷": "/", "−": "-"}
_LOOSE = frozenset("+*×÷")
"""Signs that mean a calculation also without spaces: `-` may join a range, `/` a share."""


class TextsPass(Pass):
    def __init__(self, program: Program, report: Findings) -> None:
        super().__init__(program, report)
        self.texts, self.numbers = known_values(program)
        self.percent = words(program.header.language).all("changing", "percent")
        self.nothing = _only_nothing(program)
        sums = (line for line in statements(program) if isinstance(line, Assign) and isinstance(line.value, Arithmetic))
        kinds = kinds_held(program, but=frozenset(line.id for line in sums))
        self.lists = {name for name, held in kinds.items() if held == {"list"}}
        self.counting = frozenset(_numbers(program)) - set(self.texts)

    def run(self) -> None:
        for node in walk(self.program):
            if isinstance(node, Arithmetic):
                self._sum(node)
                self._without_value(node.left)
                self._without_value(node.right)
            elif isinstance(node, AddTo | RemoveFrom):
                self._without_value(node.target)
            elif isinstance(node, ForEach):
                self._goes_over(node.items)
            elif isinstance(node, Negative):
                self._tell(node.operand, "this calculates with")
            elif isinstance(node, Compare) and node.op in _ORDER:
                for side, other in ((node.left, node.right), (node.right, node.left)):
                    if self._counts(other):
                        self._tell(side, "this compares a number with")
            elif isinstance(node, Assign) and isinstance(node.value, Arithmetic):
                self._changed_list(node, node.value)
        self._inside()

    def _changed_list(self, line: Assign, value: Arithmetic) -> None:
        """Reports `Increase {rows} by 1`, which would add 1 to a list as an item."""
        target, row = line.target, self.report.row(line).rstrip(" .。")
        forms = {pattern.form for pattern in self.words.patterns(row) if pattern.match(row)}
        is_list = target.name in self.lists and not target.path and str(value.left) == str(target)
        if is_list and forms & {"increase", "decrease", "multiply", "divide"}:
            item = self.words.written("add_to", target=str(target), value=self.report.raw(value.right))
            hint = (
                f"write `{item}` to add an item"
                if value.op == "+"
                else "calculate with its items, or with their number"
            )
            self.report.add("STP224", f"this calculates with {target}, a list", value.span, hint)

    def _sum(self, node: Arithmetic) -> None:
        """Reports a text operand. `+` also joins texts (`"file" + 1`), so there the text must begin with a digit."""
        for side, other in ((node.left, node.right), (node.right, node.left)):
            text = self._text(side)
            is_number = text[:1].isdigit() and (self._counts(other) or self._text(other)[:1].isdigit())
            if node.op != "+" or is_number:
                self._tell(side, "this calculates with")

    def _without_value(self, expr: Expr) -> None:
        """Reports `Add 1 to {n}` once for each variable that holds nothing."""
        if isinstance(expr, Ref) and not expr.path and expr.name in self.nothing:
            self.nothing -= {expr.name}
            message = f"this calculates with {expr}, but the program sets it only to nothing"
            self.report.add("STP224", message, expr.span, f"set {expr} to 0 above, or to [] to collect values in it")

    def _goes_over(self, items: Expr) -> None:
        text = self._text(items) if isinstance(items, Ref) else ""
        if text and not _SEVERAL.search(text):
            message = f'{items} is one text, "{text}": the loop has one round'
            self.report.add("STP229", message, items.span, f'set {items} to a list above: ["...", "..."]')

    def _counts(self, expr: Expr) -> bool:
        return isinstance(expr, Number | Arithmetic | Apply) or (
            isinstance(expr, Ref) and not expr.path and expr.name in self.numbers
        )

    def _text(self, expr: Expr) -> str:
        if isinstance(expr, Template):
            text = expr.constant or ""
            return "" if _NUMBER.fullmatch(text) else text
        return self.texts.get(expr.name, "") if isinstance(expr, Ref) and not expr.path else ""

    def _tell(self, expr: Expr, begin: str) -> None:
        text = self._text(expr)
        if not text:
            return
        named = isinstance(expr, Ref)
        message = (
            f'{begin} {expr}, which is the text "{text}", not a number'
            if named
            else (f'{begin} "{text}", which is a text, not a number')
        )
        clock, amount = _CLOCK.fullmatch(text), _AMOUNT.fullmatch(text)
        hint = f"set {expr} to a number above" if named else "write a number, without quotes"
        if clock:
            hint = (
                f"a time of day is a text: to calculate, count minutes, "
                f"such as {int(clock['hours'])} * 60 + {int(clock['minutes'])}"
            )
        elif (share := _PERCENT.fullmatch(text)) and share["unit"].casefold() in self.percent:
            fraction = f"{Decimal(share['number'].replace(',', '.')) / 100:f}"
            hint = f"set {expr} to {fraction} above" if named else f"write {fraction}"
        elif amount:
            ways = f"set {expr} to {amount['number']} above" if named else f"write {amount['number']}"
            hint = f"{ways}, and write the unit in the message to the user"
        self.report.add("STP224", message, expr.span, hint)

    def _inside(self) -> None:
        """Reports a calculation beside braces in a quoted text: `"{net} - 50000"`."""
        for line in statements(self.program) if self.counting else ():
            text = (
                line.message if isinstance(line, Tell) else line.value if isinstance(line, Assign)
                else line.text if isinstance(line, DirectUI) else None
            )  # fmt: skip
            if isinstance(text, Template) and text.span.line and len(text.parts) > 1:
                found = next(self._sums(text), None)
                if found:
                    sum_text, value = found
                    message = f'"{sum_text}" would appear unchanged: a text inserts values, and calculates nothing'
                    hint = f"calculate it above, `{{result}} = {value}`, and write {{result}} here"
                    self.report.add("STP228", message, text.span, hint)

    def _sums(self, text: Template) -> Iterator[tuple[str, str]]:
        """Yields each calculation as the text has it, and as a line of STP has it."""
        parts = text.parts
        for at, part in enumerate(parts):
            if not isinstance(part, Ref) or part.name not in self.counting:
                continue
            before, after = (parts[i] if 0 <= i < len(parts) else "" for i in (at - 1, at + 1))
            other = parts[at + 2] if at + 2 < len(parts) else None
            last = parts[at + 3] if at + 3 < len(parts) else ""
            if isinstance(after, str):
                found = _AFTER.match(after)
                if found and _calculates(found):
                    yield _suggested(f"{part}{found.group()}", part, found, found["value"])
                joined = _BETWEEN.fullmatch(after)
                equals = isinstance(last, str) and last.lstrip().startswith("=")
                if (
                    joined
                    and isinstance(other, Ref)
                    and other.name in self.counting
                    and not equals
                    and _calculates(joined)
                ):
                    yield _suggested(f"{part}{after}{other}", part, joined, str(other))
            if isinstance(before, str):
                found = next((match for match in _BEFORE.finditer(before) if match.end() == len(before)), None)
                if found and _calculates(found):
                    op = _SIGNS.get(found["op"], found["op"])
                    yield f"{found.group()}{part}", f"{found['value'].replace(',', '')} {op} {part}"


def _only_nothing(program: Program) -> frozenset[str]:
    """Variables that lines set to nothing, and otherwise only calculate with."""
    given = values_given(program, but=(AddTo, RemoveFrom))
    anew = {name: [value for value in values if not _goes_on(value, name)] for name, values in given.items()}
    return frozenset(name for name, values in anew.items() if values and all(isinstance(v, Nothing) for v in values))


def _goes_on(value: Expr | None, name: str) -> bool:
    """True for `{n} + 1` as the new value of {n}."""
    nodes = walk(value) if isinstance(value, Number | Arithmetic | Apply) else ()
    return any(isinstance(node, Ref) and node.name == name for node in nodes)


def known_values(program: Program) -> tuple[dict[str, str], frozenset[str]]:
    """Variables set only to texts that are no numbers, each with its first text, and variables set only to numbers."""
    texts: dict[str, str] = {}
    numbers: set[str] = set()
    for name, given in values_given(program).items():
        values = [value for value in given if not _goes_on(value, name)]
        words_of = [(value.constant or "") if isinstance(value, Template) else "" for value in values]
        if values and all(text and not _NUMBER.fullmatch(text) for text in words_of):
            texts[name] = words_of[0]
        elif values and all(isinstance(value, Number | Arithmetic | Apply) for value in values):
            numbers.add(name)
    return texts, frozenset(numbers)


def _suggested(text: str, left: Ref, found: re.Match[str], right: str) -> tuple[str, str]:
    return text, f"{left} {_SIGNS.get(found['op'], found['op'])} {right.replace(',', '')}"


def _calculates(found: re.Match[str]) -> bool:
    """False for `-` and `/` without spaces, as in `{from}-{to}` and `{done}/10`."""
    sign = found["op"]
    return sign in _LOOSE or f" {sign} " in f"{found.group()} "


def _numbers(program: Program) -> Iterator[str]:
    """Variables that a line sets to a number or a result, or calculates with, or compares with a number."""
    for line in statements(program):
        if isinstance(line, Assign) and isinstance(line.value, _RESULTS):
            yield line.target.name
        if isinstance(line, ForEach):
            items = line.items.items if isinstance(line.items, ListExpr) else ()
            if isinstance(line.items, Range) or (items and all(isinstance(item, Number) for item in items)):
                yield line.target.name
    for entry in program.header.inputs:
        if str(entry.type).startswith("number"):
            yield entry.name
    for node in walk(program):
        for side in _calculated(node):
            if isinstance(side, Ref) and not side.path:
                yield side.name


def _calculated(node: Node) -> tuple[Node, ...]:
    if isinstance(node, Arithmetic):
        return (node.left, node.right) if node.op != "+" else ()
    if isinstance(node, Compare) and node.op in ("<", "<=", ">", ">="):
        return (node.left, node.right)
    return (node.operand, node.low, node.high) if isinstance(node, Between) else ()
