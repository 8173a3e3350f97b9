"""Writes a program as canonical text. `parse(unparse(p)) == p` holds for every program whose names can be written.

Writes each line plainly and parses it again. If the meaning differs, writes the unambiguous form: `do: "..."` for
steps, `judge "..."` and `compute "..."` for questions to a model.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from agentprog.lang import ast
from agentprog.lang.phrases.parts import Declared
from agentprog.lang.phrases.references import prose
from agentprog.lang.phrases.wording import escape
from agentprog.lang.reading.recognise import is_exactly, recognise, several
from agentprog.lang.reading.tree import TreeBuilder
from agentprog.lang.source.lines import LineReader, Notes, source_lines
from agentprog.lang.source.text import Piece, comment_start, open_brackets, plain
from agentprog.lang.visit import Arm, arms, blocks, walk
from agentprog.lang.vocabulary.detecting import language_of
from agentprog.lang.writing.header import header_lines
from agentprog.lang.writing.statements import Writer

INDENT = "    "
WIDTH = 110
"""Longest line, in characters. In a longer line, a list or object puts each item on its own line."""


def unparse(program: ast.Program, *, known_apps: Iterable[str] = ()) -> str:
    """The canonical text with comments and a final newline."""
    return Unparser(program, known_apps).program()


class Unparser:
    """Writes one program in the language of its header."""

    def __init__(self, program: ast.Program, known_apps: Iterable[str] = ()) -> None:
        self._program = program
        self._writer = Writer(program.header.language)
        names = (*program.header.apps, *known_apps)
        tasks = frozenset(name.casefold() for name in program.functions)
        refs = (node for node in walk(program) if isinstance(node, ast.Ref))
        keys = frozenset(part.casefold() for ref in refs for part in ref.path if isinstance(part, str))
        self._known = Declared(apps={name.casefold(): name for name in reversed(names)}, tasks=tasks, keys=keys)
        self._lines: list[str] = []

    def program(self) -> str:
        self._remarks(self._program.comments, 0)
        self._block(self._program.body, 0)
        # Text that resembles another language needs a `language` entry.
        header = self._program.header
        about = header_lines(header, self._writer, with_language=False)
        with_language = header.language != "en" or language_of(self._lines, about) != "en"
        self._lines = [*header_lines(header, self._writer, with_language=with_language), *self._lines]
        while self._lines and not self._lines[-1]:
            self._lines.pop()
        return "\n".join(self._lines) + "\n" if self._lines else ""

    # ------------------------------------------------------------------------------------------------ structure

    def _block(self, body: Sequence[ast.Statement], depth: int) -> None:
        for statement in body:
            self._statement(statement, depth)

    def _remarks(self, comments: Sequence[str], depth: int) -> None:
        for text in comments:
            if text or (self._lines and self._lines[-1]):
                self._lines.append(INDENT * depth + text if text else "")

    def _put(self, text: str, line: ast.Line, depth: int) -> None:
        self._remarks(line.before, depth)
        whole = f"{text}  {line.beside}" if line.beside else text
        if line.beside and comment_start(plain(whole)) != len(text) + 2:
            # `:#note` is a comment only after its colon. Without the colon, the comment moves above the line.
            self._remarks((line.beside,), depth)
            whole = text
        self._lines.append(INDENT * depth + whole)

    def _statement(self, statement: ast.Statement, depth: int) -> None:
        if isinstance(statement, ast.If) and not isinstance(statement, ast.Switch):
            self._if(statement, depth)
            return
        first, *more = self._wrapped(self.line(statement), statement, depth)
        self._put(first, statement, depth)
        self._lines += [INDENT * depth + text for text in more]
        if isinstance(statement, ast.FunctionDef):
            for text in self._writer.declarations(statement):
                self._lines.append(INDENT * (depth + 1) + text)
        if isinstance(statement, ast.Action):
            for detail in statement.details:
                self._lines.append(INDENT * (depth + 1) + self._detail(detail))
            self._implementation(statement, depth + 1)
        self._block(getattr(statement, "body", ()), depth + 1)
        deeper = depth + 1 if isinstance(statement, ast.Switch) else depth
        for arm in arms(statement):
            self._arm(arm, self._writer.arm(arm), deeper)
        self._remarks(statement.after, depth)

    def _implementation(self, statement: ast.Action, depth: int) -> None:
        found = statement.implementation
        if found is not None:
            self._put(self._writer.exactly(), found, depth)
            self._block(found.body, depth + 1)
            self._remarks(found.after, depth)

    def _arm(self, arm: Arm, text: str, depth: int) -> None:
        self._put(text, arm, depth)
        self._block(arm.body, depth + 1)
        self._remarks(arm.after, depth)

    def _if(self, statement: ast.If, depth: int) -> None:
        """Writes an `if`. Its line is the line of its first branch."""
        for number, arm in enumerate(arms(statement)):
            single = replace(statement, branches=(replace(statement.branches[0], body=()),), orelse=None)
            self._arm(arm, self._writer.arm(arm) if number else self.line(single), depth)

    def _wrapped(self, text: str, statement: ast.Statement, depth: int) -> list[str]:
        """The line; if it is too long, its list or object with one item per line."""
        value = statement.value if isinstance(statement, ast.Assign) else None
        if len(text) + len(INDENT) * depth <= WIDTH or not isinstance(value, ast.ListExpr | ast.ObjectExpr):
            return [text]
        whole = self._writer.expression(value)
        items = self._writer.items_of(value)
        if len(items) < 2 or not text.endswith(whole):
            return [text]
        return [text[: -len(whole)] + whole[0], *[f"{INDENT}{item}," for item in items], whole[-1]]

    # ------------------------------------------------------------------------------------------------ lines

    def exactly(self) -> str:
        """The line above the exact lines of a step."""
        return self._writer.exactly()

    def arm(self, arm: Arm, *, first: bool) -> str:
        """The line of an arm. `first` marks the first branch of an `if`."""
        if first and type(arm) is ast.Branch:
            return self.line(ast.If(branches=(replace(arm, body=()),)))
        return self._writer.arm(arm)

    def line(self, statement: ast.Statement) -> str:
        """One line, without its block, that parses to the same statement."""
        if isinstance(statement, ast.Action):
            return self._action(statement)
        if isinstance(statement, ast.Extract):
            ways = self._writer.extract_ways(statement)
            return next((text for text in ways[:-1] if self._same(text, statement)), ways[-1])
        plainly = self._writer.line(statement)
        return (
            plainly if self._same(plainly, statement) else Writer(self._writer.language, guarded=True).line(statement)
        )

    def _piece(self, text: str) -> Piece:
        return Piece(text, vocabulary=self._writer.words)

    def _same(self, text: str, statement: ast.Statement) -> bool:
        if not _one_line(text):
            return False
        children = any(blocks(statement)) or isinstance(statement, ast.Switch)
        piece = self._piece(text)
        found = recognise(piece, self._known, children=children)
        return found == _without_body(statement) and (children or not several(piece, self._known, found))

    def _detail(self, detail: ast.Template) -> str:
        text = str(detail)
        other = text.casefold().startswith("do") or is_exactly(self._piece(text), children=True)
        if _one_line(text) and not other and prose(self._piece(text)) == detail:
            return text
        return f"do: {escape(detail)}"

    def _action(self, statement: ast.Action) -> str:
        for text in self._writer.action_ways(statement):
            if self._reads_back(text, statement):
                return text
        return self._writer.action_ways(statement)[-1]

    def _reads_back(self, text: str, statement: ast.Action) -> bool:
        """True if the text and its details parse to this step. Details and slips can change how a line is read."""
        if not _one_line(text):
            return False
        below = [self._detail(detail) for detail in statement.details]
        plain_statement = statement
        if statement.implementation is not None:
            below.append(self._writer.exactly())
            plain_statement = replace(statement, implementation=ast.Exactly())
        source = "\n".join([text, *[INDENT + line for line in below]])
        notes = Notes()
        rows, _ = LineReader(source, source_lines(source), notes, self._writer.words).read()
        found = TreeBuilder(source, self._known, notes).block(rows)
        return found == (plain_statement,) and all(d.severity != "error" for d in notes.diagnostics)


def _without_body(statement: ast.Statement) -> ast.Statement:
    if isinstance(statement, ast.FunctionDef):
        return replace(statement, body=(), inputs=(), returns=())
    if isinstance(statement, ast.Switch):
        return replace(statement, branches=(), orelse=None)
    if isinstance(statement, ast.Try):
        return replace(statement, body=(), handler=None)
    if isinstance(statement, ast.If):
        return statement
    return replace(statement, body=()) if blocks(statement) else statement  # type: ignore[call-arg]


def _one_line(text: str) -> bool:
    """True if the text is a single line without comments or surrounding space."""
    shadow = plain(text)
    return (
        bool(text)
        and text == text.strip().strip("\ufeff")
        and "\n" not in text
        and "\r" not in text
        and "\t" not in text
        and comment_start(shadow) is None
        and not shadow.startswith("---")
        and not (shadow[-1:] in "[{(," and open_brackets(shadow) > 0)
    )
