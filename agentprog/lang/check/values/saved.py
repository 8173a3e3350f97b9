"""Reports a line that saves a file where its words hardly mean one: `Save {x} in "Notes"`, `Save {x} in {total}`.

It also reports a comparison of two literals that goes into a list: `Remove "a" is not "b" from {l}`.
"""

from __future__ import annotations

import re

from agentprog.lang.ast import (
    AddTo,
    Assign,
    Boolean,
    Compare,
    ListExpr,
    Negative,
    Nothing,
    Number,
    ObjectExpr,
    Program,
    Ref,
    RemoveFrom,
    SaveFile,
    Statement,
    TableExpr,
    Template,
)  # fmt: skip
from agentprog.lang.check.report import Findings
from agentprog.lang.check.values.defined import all_defined_by
from agentprog.lang.visit import statements
from agentprog.lang.vocabulary.patterns import fill
from agentprog.lang.vocabulary.words import words

_NO_TEXT = Number | Negative | Boolean | Nothing | ListExpr | ObjectExpr | TableExpr | Compare
_PATH = re.compile(r"[./\\]")
"""A mark of a path: a file has an ending, or is in a folder."""


class SavedPass:
    def __init__(self, program: Program, report: Findings) -> None:
        self.program = program
        self.report = report
        self.words = words(program.header.language)

    def run(self) -> None:
        for line in statements(self.program):
            if isinstance(line, SaveFile) and line.span.line:
                self._file(line)
            elif isinstance(line, AddTo | RemoveFrom) and isinstance(line.value, Compare) and line.span.line:
                self._constant(line, line.value)

    def _file(self, line: SaveFile) -> None:
        language, path = self.program.header.language, line.path
        value = self.report.text[line.value.span.start : line.value.span.end]
        named = path.parts[0] if len(path.parts) == 1 and isinstance(path.parts[0], Ref) else None
        if named is not None and not named.path and self._holds_no_path(named.name):
            sets = fill(self.words.canonical("assign", language), {"target": str(named), "value": value})
            message = f"this writes a file, whose name is the value of {named}: {named} keeps its value"
            self.report.add("STP236", message, line.span, f"did you mean `{sets}`? For a file give {named} a path above")
        name = path.constant
        if name and not _PATH.search(name):
            saves = fill(self.words.canonical("save_file", language), {"value": value, "path": f'"{name}.txt"'})
            scope = self.words.table(language)["scope"]["canonical"].replace("<app>", f'"{name}"')
            message = f'this writes a file with the name "{name}", without an ending'
            hint = f"write `{saves}` for a file; for something in an app begin with `{scope}`"
            self.report.add("STP236", message, line.span, hint)

    def _holds_no_path(self, name: str) -> bool:
        """True if lines set a variable to nothing but literals and results, and none of them looks like a path."""
        declared = {entry.name for entry in self.program.header.inputs}
        declared |= {entry.name for task in self.program.functions.values() for entry in task.inputs}
        setting = [line for line in statements(self.program) if any(ref.name == name for ref in all_defined_by(line))]
        return bool(setting) and name not in declared and all(map(_is_no_path, setting))

    def _constant(self, line: AddTo | RemoveFrom, value: Compare) -> None:
        """A comparison without a variable is always true or always false."""
        if all(isinstance(side, Template | Number) and not _refs(side) for side in (value.left, value.right)):
            first = self.report.text[value.left.span.start : value.left.span.end]
            message = "this is a comparison of two fixed values, and no item of a list"
            self.report.add("STP305", message, value.span, f"did you mean `{first}`?")


def _is_no_path(line: Statement) -> bool:
    if not isinstance(line, Assign):
        return False
    text = line.value.constant if isinstance(line.value, Template) else None
    return isinstance(line.value, _NO_TEXT) or (text is not None and not _PATH.search(text))


def _refs(side: Template | Number) -> bool:
    return isinstance(side, Template) and bool(side.refs)
