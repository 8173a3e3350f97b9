"""The size of each room: its lines of code, without docstrings, comments and blank lines, within its stated budget."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

_ROW = re.compile(r"^\| `(?P<room>[^`]+)` \| (?P<then>[\d,]+|new) \| (?P<budget>[\d,]+) \|$", re.MULTILINE)
_SUM = re.compile(r"^\| (?P<which>old|new) rooms \| (?P<then>[\d,]*) ?\| (?P<budget>[\d,]+) \|$", re.MULTILINE)
_APART = ("bench", "phone")
"""Rooms that the bar leaves out."""
_LOOSE = "agentprog/*.py"


def lines_of_code(source: str) -> int:
    """Lines with code. A string as a statement is a docstring; any other string counts whole."""
    docstrings: set[int] = set()
    held: set[int] = set()
    waiting: list[ast.AST] = [ast.parse(source)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            docstrings.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        elif isinstance(node, ast.Constant | ast.JoinedStr) and node.end_lineno != node.lineno:
            held.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        if not (isinstance(node, ast.stmt | ast.expr) and node.end_lineno == node.lineno):
            waiting += ast.iter_child_nodes(node)
    lines = enumerate((line.strip() for line in source.split("\n")), start=1)
    return sum(
        number not in docstrings and (number in held or (bool(line) and line[0] != "#")) for number, line in lines
    )


def table(checkout: Path) -> tuple[dict[str, int], dict[str, int], str]:
    """By room: its budget, its lines at the commit of the bar, and the page."""
    page = (checkout / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = list(_ROW.finditer(page))
    budgets = {row["room"]: _number(row["budget"]) for row in rows}
    return budgets, {row["room"]: _number(row["then"]) for row in rows if row["then"] != "new"}, page


def _number(text: str) -> int:
    return int(text.replace(",", ""))


def room_of(file: Path, rooms: set[str]) -> str:
    """The innermost listed room that holds a file, relative to `agentprog`."""
    inside = [str(folder.as_posix()) for folder in file.parents]
    return next((room for room in inside if room in rooms), _LOOSE if inside == ["."] else "")


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ('"""Says what it is."""\n\nX = 1\n', 1),
        ("X = 1  # a remark\n# a remark\n\n\nY = (\n    1,\n)\n", 4),
        ('TEXT = """one\n\n# two\n"""\n', 4),
        ('class A:\n    x: int = 0\n    """Says what it is,\n    in two lines.\n    """\n', 2),
        ('def f(x):\n    return f"""{x}\n\nend"""\n', 4),
    ],
)
def test_only_code_counts(source: str, count: int) -> None:
    assert lines_of_code(source) == count


def test_every_room_keeps_its_budget(checkout: Path) -> None:
    budgets, _, _ = table(checkout)
    counts: Counter[str] = Counter()
    for file in (checkout / "agentprog").rglob("*.py"):
        if "_data" not in file.parts:
            room = room_of(file.relative_to(checkout / "agentprog"), set(budgets))
            counts[room] += lines_of_code(file.read_text(encoding="utf-8"))
    assert {room: count for room, count in counts.items() if count > budgets.get(room, 0)} == {}, (
        "these rooms are over their budget in docs/architecture.md: delete code, or raise the budget with the reason"
    )
    assert set(budgets) == set(counts), "a room of the table is gone, or has no code"


def test_the_sums_of_the_table_are_right(checkout: Path) -> None:
    budgets, then, page = table(checkout)
    old = [room for room in then if room not in _APART]
    sums = {row["which"]: (row["then"], _number(row["budget"])) for row in _SUM.finditer(page)}
    new = sum(budget for room, budget in budgets.items() if room not in then)
    assert sums == {
        "old": (f"{sum(then[room] for room in old):,}", sum(budgets[room] for room in old)),
        "new": ("", new),
    }
