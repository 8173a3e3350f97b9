"""Reports apps that the header does not allow, and paths outside the workspace."""

from __future__ import annotations

import re

from agentprog.lang.ast import (
    Action,
    CheckFile,
    FileExists,
    Line,
    Program,
    ReadTable,
    ReadText,
    Ref,
    SaveFile,
    Statement,
    Template,
)  # fmt: skip
from agentprog.lang.check.report import Findings, Pass
from agentprog.lang.check.values.texts import known_values
from agentprog.lang.check.wording.misreadings import QUOTE_SIGNS
from agentprog.lang.check.wording.sentence import begins, heads
from agentprog.lang.diagnostics import did_you_mean
from agentprog.lang.reading.about_program import any_of
from agentprog.lang.resolve import names_app
from agentprog.lang.source.text import without_texts
from agentprog.lang.visit import expressions, statements, walk

_READ = ReadTable | ReadText | CheckFile
_FILES = _READ | SaveFile
_ENDING = re.compile(r"\.\w{1,5}\b")


class AppsPass(Pass):
    def __init__(self, program: Program, report: Findings) -> None:
        super().__init__(program, report)
        self.allowed = {name.casefold(): name for name in program.header.apps}
        self.used: set[str] = set()

    def run(self) -> None:
        for statement in statements(self.program):
            self._allowed(statement)
            implementation = statement.implementation if isinstance(statement, Action) else None
            for line in statements(implementation) if implementation is not None else ():
                self._allowed(line)
        steps = "\n".join(str(line.text) for line in statements(self.program) if isinstance(line, Action)).casefold()
        for key, name in self.allowed.items():
            if key not in self.used and key not in steps:
                message = f'no step uses the app "{name}"'
                self.report.add("STP503", message, self.program.header.span, "remove it from the header")

    def _allowed(self, statement: Statement) -> None:
        app = names_app(statement)
        if app is None:
            return
        name = app.constant
        if name is None:
            self.used |= set(self.allowed)  # a variable may name any allowed app
            return
        self.used.add(name.casefold())
        if self.allowed and name.casefold() not in self.allowed:
            message = f'the app "{name}" is not among the apps of the header'
            hint = did_you_mean(name, self.allowed.values(), '"{}"') or "add it to `apps` in the header"
            self.report.add("STP502", message, app.span, hint)


_CHANGING = ("save_file", "add_to", "put_in", "assign")
_LEAVES = re.compile(r"^(?:/|~|\\|[A-Za-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)")


_DRIVE = re.compile(r"""["'][A-Za-z]:\\(?:(?![ntr])|[ntr][a-z]\S*$)""")
"""A Windows path. Excludes a letter and a line break before more words ("Q:\\nWhat?")."""
_ESCAPE = re.compile(r"""(?<!\\)((?:\\\\)*)\\(?![\\"'{])""")
"""A backslash that is not doubled and not followed by a quote or brace."""


class FilesPass(Pass):
    def __init__(self, program: Program, report: Findings) -> None:
        super().__init__(program, report)
        paths = (line.path.constant for line in statements(program) if isinstance(line, _FILES))
        self.paths = frozenset(filter(None, paths))
        """The files that exact lines read and write."""
        texts, numbers = known_values(program)
        self.held = {**texts, **dict.fromkeys(numbers, "0")}
        """A value of each variable whose values all are texts, or all are numbers."""

    def run(self) -> None:
        for statement in statements(self.program):
            if isinstance(statement, _FILES):
                self._path(statement.path)
            if isinstance(statement, SaveFile):
                self._saved(statement)
            self._conditions(statement)
        for statement in statements(self.program) if self.paths else ():
            if isinstance(statement, Action) and statement.span.line and not statement.said:
                self._step(statement)
        if ":\\" in self.report.text:
            for node in walk(self.program):
                if isinstance(node, Template) and _DRIVE.match(self._raw(node)):
                    self._escapes(node)

    def _step(self, step: Action) -> None:
        """Reports `Append {x} to "log.txt"` in a program that saves this file in another line."""
        text = str(step.text)
        path = next((path for path in sorted(self.paths) if f'"{path}"' in text or f"“{path}”" in text), "")
        if step.app is None and path and begins(text, *heads(self.words, _CHANGING)):
            escape = self.words.escaped("action")
            save, read = (self.words.canonical(form) for form in ("save_file", "read_text"))
            message = (
                f'this is read as a step for a model, but "{path}" is a file of the program, which no step changes'
            )
            hint = f"write `{save}`; to add to the file, `{read}` above; `{escape}:` in front keeps it as a step"
            self.report.add("STP137", message, step.span, hint)

    def _saved(self, line: SaveFile) -> None:
        """Reports `Save {x} in {y}` and `Save {x} in "Notes"`, where the name of a file is hardly meant."""
        ref = next((part for part in line.path.parts if isinstance(part, Ref)), None)
        alone = ref is not None and str(line.path) == str(ref)
        held = line.path.constant if ref is None else self.held.get(ref.name, "") if alone else ""
        raw = self.report.raw(line)
        named = without_texts(raw, "") if held or (alone and ref is not None and self._is_new(ref, line)) else ""
        if not named or "." in (held or "") or self._means_file(named):
            return
        value = self.report.raw(line.value)
        message, hint = f"this writes a file named {held!r}", "to write into an app, name the app"
        if ref is not None:
            message = f"this writes a file with the name in {ref}, and {ref} keeps its value"
            assign = self.words.written("assign", target=str(ref), value=value)
            quoted = "" if held else f'; for a file with this name, write `"{ref}"`'
            hint = f"to send it, name the app; to set {ref}, write `{assign}`{quoted}"
        self.report.add("STP603", message, line.span, f"{hint}; the name of a file has an ending, such as .txt")

    def _is_new(self, ref: Ref, line: SaveFile) -> bool:
        """True for a bare variable that neither its words in the header nor a reading take for a file."""
        bare = self.report.text[line.path.span.start] not in QUOTE_SIGNS
        read = any(str(other.path) == str(ref) for other in statements(self.program) if isinstance(other, _READ))
        named = [str(ref.path[-1]) if ref.path else ref.name]
        for entry in self.program.header.inputs if not ref.path else ():
            if entry.name == ref.name:
                named += [entry.description, str(entry.default or "")]
        return bare and not read and not any(self._means_file(text) or _ENDING.search(text) for text in named)

    def _means_file(self, text: str) -> bool:
        names = (*self.words.all("operators", "FILE"), *self.words.all("values", "files"))
        return re.search(any_of(names), text.replace("_", " "), re.IGNORECASE) is not None

    def _conditions(self, line: Line) -> None:
        lines: list[Line] = [line, *getattr(line, "branches", ())]
        for item in (found for line in lines for found in expressions(line)):
            if isinstance(item, FileExists) and item.path is not None:
                self._path(item.path)

    def _path(self, path: Template) -> None:
        text = path.constant
        if text is not None and _LEAVES.search(text):
            message = f'"{text}" is outside the workspace folder'
            self.report.add("STP601", message, path.span, "name a file inside the workspace")
        else:
            self._escapes(path, instead="/")

    def _escapes(self, path: Template, *, instead: str = r"\1\\\\") -> None:
        raw = self._raw(path)
        if raw[:1] in QUOTE_SIGNS and _ESCAPE.search(raw):
            escaped = _ESCAPE.sub(instead, raw)
            message = f"{raw} may not be the path you mean: a backslash in a text can begin an escape, such as \\n"
            self.report.add("STP602", message, path.span, f"write {escaped}")

    def _raw(self, node: Template) -> str:
        return self.report.raw(node)
