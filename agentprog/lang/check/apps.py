"""Apps and files: steps outside any app, apps that the header does not allow, paths that leave the workspace."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from agentprog.lang.ast import (
    Action,
    CheckFile,
    Extract,
    FileExists,
    FunctionDef,
    Line,
    Program,
    ReadTable,
    ReadText,
    SaveFile,
    Statement,
    Template,
)  # fmt: skip
from agentprog.lang.check.meant import QUOTE_SIGNS
from agentprog.lang.check.report import Findings
from agentprog.lang.check.said import QUOTE, masked
from agentprog.lang.diagnostics import did_you_mean
from agentprog.lang.phrases.references import whole_quoted
from agentprog.lang.phrases.wording import escape
from agentprog.lang.resolve import names_app, only_hands_on, resolve_apps
from agentprog.lang.source.text import Piece
from agentprog.lang.visit import blocks, expressions, statements, walk
from agentprog.lang.vocabulary.orders import DENSE
from agentprog.lang.vocabulary.patterns import fill
from agentprog.lang.vocabulary.words import Words, WordTable, words

_ANY = '"..."'
_FILES = ReadTable | ReadText | SaveFile | CheckFile


class AppsPass:
    def __init__(self, program: Program, report: Findings) -> None:
        self.program = program
        self.report = report
        self.allowed = {name.casefold(): name for name in program.header.apps}
        self.used: set[str] = set()
        self.words = words(program.header.language)

    def run(self) -> None:
        for statement in statements(self.program):
            self._allowed(statement)
            implementation = statement.implementation if isinstance(statement, Action) else None
            for line in statements(implementation) if implementation is not None else ():
                self._allowed(line)
        self._outside()
        said = "\n".join(str(one.text) for one in statements(self.program) if isinstance(one, Action)).casefold()
        for key, name in self.allowed.items():
            if key not in self.used and key not in said:
                message = f'no step uses the app "{name}"'
                self.report.add("STP503", message, self.program.header.span, "remove it from the header")

    def _allowed(self, statement: Statement) -> None:
        app = names_app(statement)
        if app is None:
            return
        name = app.constant
        if name is None:
            self.used |= set(self.allowed)  # a variable: any of them
            return
        self.used.add(name.casefold())
        if self.allowed and name.casefold() not in self.allowed:
            message = f'the app "{name}" is not among the apps of the header'
            hint = did_you_mean(name, self.allowed.values(), '"{}"') or "add it to `apps` in the header"
            self.report.add("STP502", message, app.span, hint)

    def _outside(self) -> None:
        apps = resolve_apps(self.program)
        for statement in _outside_tasks(self.program.body):
            if isinstance(statement, Action | Extract) and apps[statement.id] is None and not only_hands_on(statement):
                said = masked(statement.text if isinstance(statement, Action) else statement.what)
                inside = _app_words(self.words).search(said) or _names_before_a_verb(self.words, said)
                message = "this step names its app only in its own words" if inside else "no app is named for this step"
                self.report.add("STP501", message, statement.span, self._in_app(statement, said))

    def _in_app(self, statement: Statement, said: str) -> str:
        """The words that name the app; in a step that only opens a name, the name may be the app."""
        text = self.report.text[statement.span.start : statement.span.end]
        piece = Piece(text, vocabulary=self.words)
        language = self.program.header.language
        if language == "en" and any(sign >= DENSE and sign.isalpha() for sign in said):
            language = "zh"
        for pattern in piece.words.patterns(piece.plain):
            found = pattern.match(piece.plain.rstrip(".。")) if pattern.form == "open_known" else None
            target = piece.cut(*found.span("target")) if found else None
            if target is None:
                continue
            quoted = whole_quoted(target)
            dialect = self.words.dialects[language]
            named = dialect.slots["caps" if dialect.spaces else "name"]
            if quoted is not None or re.fullmatch(named, target.plain):
                canonical = piece.words.canonical("open_app", language)
                name = escape(quoted) if quoted is not None else f'"{target.plain}"'
                return f"to open an app write `{fill(canonical, {'target': name})}`"
        return _begin_in(self.words.table(language), piece.plain)


def _begin_in(table: WordTable, text: str) -> str:
    """The words that put a step into an app: into the place that it names itself, where only names have capitals."""
    canonical = str(table["scope"]["canonical"])
    inside, name = canonical.split(" ")[0], r"([A-Z]\w+(?: [A-Z]\w+){0,3})"
    found = re.search(rf"^(?i:{inside}) {name}(?=\s|,)|\s(?i:{inside}) {name}[.!]?$", text)
    if found is None or table.get("capital_nouns"):
        return f"begin with `{fill(canonical, {'app': _ANY})}`"
    app = found[1] or found[2]
    begin = fill(canonical, {"app": f'"{app}"'})
    return f"begin with `{begin}` if {app} is the app"


@lru_cache(maxsize=8)
def _app_words(known: Words) -> re.Pattern[str]:
    """A word for an app, also at the end of a longer word: `Uhr-App`."""
    names = known.all("scope", "words")
    return re.compile(
        "|".join(rf"{re.escape(one)}\b" if one < DENSE else re.escape(one) for one in names), re.IGNORECASE
    )


def _names_before_a_verb(known: Words, said: str) -> bool:
    """`In "Calendar" cancel it`: a place in quotes in front, without a comma."""
    text = said.replace(QUOTE, '""')
    return any((found := one.prefix(text)) and not text[found.end() :].startswith(",") for one in known.scopes)


def _outside_tasks(body: tuple[Statement, ...]) -> Iterator[Statement]:
    """Statements that no task contains: a task runs in the app of whoever calls it."""
    stack = list(reversed(body))
    while stack:
        statement = stack.pop()
        if not isinstance(statement, FunctionDef):
            yield statement
            stack.extend(inner for block in reversed(blocks(statement)) for inner in reversed(block))


_LEAVES = re.compile(r"^(?:/|~|\\|[A-Za-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)")


_DRIVE = re.compile(r"""["'][A-Za-z]:\\(?:(?![ntr])|[ntr][a-z]\S*$)""")
"""A path of Windows; a letter and a line break before more words ("Q:\\nWhat?") is none."""
_ESCAPE = re.compile(r"""(?<!\\)((?:\\\\)*)\\(?![\\"'{])""")
"""A backslash that is not doubled, and stands before no quote or brace."""


class FilesPass:
    def __init__(self, program: Program, report: Findings) -> None:
        self.program = program
        self.report = report

    def run(self) -> None:
        for statement in statements(self.program):
            if isinstance(statement, _FILES):
                self._path(statement.path)
            self._conditions(statement)
        if ":\\" in self.report.text:
            for node in walk(self.program):
                if isinstance(node, Template) and _DRIVE.match(self._raw(node)):
                    self._escapes(node)

    def _conditions(self, line: Line) -> None:
        lines: list[Line] = [line, *getattr(line, "branches", ())]
        for item in (found for one in lines for found in expressions(one)):
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
            meant = _ESCAPE.sub(instead, raw)
            message = f"{raw} may not say this path: a backslash in a text can begin an escape, such as \\n"
            self.report.add("STP602", message, path.span, f"write {meant}")

    def _raw(self, node: Template) -> str:
        return self.report.text[node.span.start : node.span.end]
