"""The hand-labelled programs, and how well the parser agrees: precision and recall of every kind of construct.

`python -m tests.lang.labelled` prints the figures.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from agentprog.lang import ast as a
from agentprog.lang.ast import Program
from agentprog.lang.parser import parse

FILE = Path(__file__).resolve().parent.parent / "golden" / "labelled.txt"
LABELS: dict[type, str] = {
    a.Action: "action", a.Assign: "assign", a.AddTo: "data", a.RemoveFrom: "data", a.Sort: "data", a.Filter: "data",
    a.Tell: "tell", a.Ask: "ask", a.AskAI: "askai", a.Repeat: "repeat", a.ForEach: "foreach", a.While: "while",
    a.RepeatUntil: "until", a.Within: "within", a.Break: "break", a.Continue: "continue", a.Return: "return",
    a.Stop: "stop", a.FunctionDef: "function", a.Call: "call", a.Extract: "extract", a.Verify: "verify",
    a.Wait: "wait", a.ReadTable: "file", a.ReadText: "file", a.SaveFile: "file", a.CheckFile: "file",
    a.UseTool: "tool", a.DirectUI: "ui", a.Switch: "switch", a.Try: "try",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Labelled:
    dialect: str
    title: str
    text: str
    labels: tuple[str, ...]
    rows: tuple[str, ...]
    """The text of each label; empty for what stands on the line above."""


def programs(file: Path = FILE) -> list[Labelled]:
    found: list[Labelled] = []
    for block in file.read_text(encoding="utf-8").split("\n=== ")[1:]:
        head, _, rest = block.partition("\n")
        dialect, _, title = head.partition(": ")
        rows = [line.split("|", 1) for line in rest.split("\n") if "|" in line]
        # An empty line belongs to the line above: one line may hold several constructs.
        text = "\n".join(line for _, line in rows if line)
        labels, lines = tuple(label.strip() for label, _ in rows), tuple(line for _, line in rows)
        found.append(Labelled(dialect, title, text, labels, lines))
    return found


def parsed_labels(program: Labelled) -> list[str]:
    """The parser's labels of a program, in the order of the text."""
    mode = "lenient" if program.dialect == "model" else "strict"
    result = parse(program.text, mode="lenient" if mode == "lenient" else "strict").program or Program()
    return [label for statement in result.body for label in _labels(statement)]


def _labels(statement: a.Statement) -> list[str]:
    if isinstance(statement, a.If):
        found: list[str] = []
        for number, branch in enumerate(statement.branches):
            found += ["elif" if number else "if", *_inside(branch.body)]
        return found + (["else", *_inside(statement.orelse.body)] if statement.orelse else [])
    found = [LABELS[type(statement)]]
    if isinstance(statement, a.FunctionDef):
        returns = ["returns"] if statement.returns else []
        return [*found, *(["input"] if statement.inputs else []), *_inside(statement.body), *returns]
    if isinstance(statement, a.Action):
        return [*found, *["detail" for _ in statement.details]]
    body = getattr(statement, "body", ())
    return found + _inside(body)


def _inside(body: tuple[a.Statement, ...]) -> list[str]:
    return [label for statement in body for label in _labels(statement)]


@dataclass(frozen=True, slots=True)
class Score:
    label: str
    count: int
    precision: float
    recall: float


def scores() -> list[Score]:
    """Per kind of construct, over all programs. Lines are compared in order; a line too many or too few counts."""
    right: Counter[str] = Counter()
    labelled: Counter[str] = Counter()
    meant: Counter[str] = Counter()
    for program in programs():
        got = parsed_labels(program)
        width = max(len(got), len(program.labels))
        pairs = zip(_padded(got, width), _padded(list(program.labels), width), strict=True)
        for one, other in pairs:
            labelled[one] += 1
            meant[other] += 1
            right[one] += one == other
    return [
        Score(label, meant[label], right[label] / (labelled[label] or 1), right[label] / (meant[label] or 1))
        for label in sorted(meant | labelled)
        if label
    ]


def _padded(labels: list[str], width: int) -> list[str]:
    return labels + [""] * (width - len(labels))


def table() -> str:
    rows = [f"{s.label:9} {s.count:4}  {s.precision:7.1%}  {s.recall:7.1%}" for s in scores()]
    return "\n".join(["kind     lines  precision  recall", *rows])


if __name__ == "__main__":
    import sys

    sys.stdout.write(table() + "\n")
    for item in programs():
        if parsed_labels(item) != list(item.labels):
            sys.stdout.write(f"{item.dialect}: {item.title}\n  {item.labels}\n  {tuple(parsed_labels(item))}\n")
