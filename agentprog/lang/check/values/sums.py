"""Reports a calculation beside braces in a quoted text, which would appear unchanged: `"{net} - 50000"`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agentprog.lang.ast import (
    Apply,
    Arithmetic,
    Assign,
    Between,
    Compare,
    Compute,
    DirectUI,
    ForEach,
    ListExpr,
    Negative,
    Node,
    Number,
    Program,
    Range,
    Ref,
    Tell,
    Template,
)  # fmt: skip
from agentprog.lang.check.report import Findings, Pass
from agentprog.lang.check.values.texts import known_values
from agentprog.lang.visit import statements, walk

_RESULTS = Number | Arithmetic | Apply | Negative | Compute
_FIGURE = r"(?:0|[1-9][\d,]*)(?:\.\d+)?"
_AFTER = re.compile(rf"\s*(?P<op>[-+*/×÷−])\s*(?P<value>{_FIGURE})(?![\w.,:/-]*[\w/:-])(?!\s*=)")
_BEFORE = re.compile(rf"(?<![\w.,:/-])(?P<value>{_FIGURE})\s*(?P<op>[-+*/×÷−])\s*")
_BETWEEN = re.compile(r"\s*(?P<op>[-+*/×÷−])\s*")
_SIGNS = {"×": "*", "÷": "/", "−": "-"}
_LOOSE = frozenset("+*×÷")
"""Signs that mean a calculation also without spaces: `-` may join a range, `/` a share."""


class SumsPass(Pass):
    def __init__(self, program: Program, report: Findings) -> None:
        super().__init__(program, report)
        self.texts, _ = known_values(program)
        self.numbers = frozenset(_numbers(program)) - set(self.texts)

    def run(self) -> None:
        for line in statements(self.program) if self.numbers else ():
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
            if not isinstance(part, Ref) or not self._counts(part):
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
                if joined and isinstance(other, Ref) and self._counts(other) and not equals and _calculates(joined):
                    yield _suggested(f"{part}{after}{other}", part, joined, str(other))
            if isinstance(before, str):
                found = next((match for match in _BEFORE.finditer(before) if match.end() == len(before)), None)
                if found and _calculates(found):
                    op = _SIGNS.get(found["op"], found["op"])
                    yield f"{found.group()}{part}", f"{found['value'].replace(',', '')} {op} {part}"

    def _counts(self, ref: Ref) -> bool:
        return ref.name in self.numbers


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
