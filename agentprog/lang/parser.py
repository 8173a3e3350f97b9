"""Parses text into a program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from agentprog.frozen import frozen, replace
from agentprog.lang.ast import Assign, Header, ListExpr, Program, Span
from agentprog.lang.diagnostics import Diagnostic, Repair
from agentprog.lang.ids import identify
from agentprog.lang.phrases.parts import Declared, keys_in, names_in
from agentprog.lang.reading.header import said_language, split_header
from agentprog.lang.reading.possessives import keep_whole
from agentprog.lang.reading.recognise import recognise, several
from agentprog.lang.reading.reindenting import Adopter
from agentprog.lang.reading.tree import TreeBuilder
from agentprog.lang.shapes import shape_of
from agentprog.lang.source.lines import LineReader, LogicalLine, Notes, SourceLine, source_lines
from agentprog.lang.source.repairs import mend
from agentprog.lang.source.strictness import look_at_lines
from agentprog.lang.source.text import CURLY, plain
from agentprog.lang.visit import walk
from agentprog.lang.vocabulary.detecting import language_of, name_of
from agentprog.lang.vocabulary.words import LANGUAGES, Words, words

Mode = Literal["strict", "lenient"]
_TABLES = frozenset(("table", "read_table"))


@frozen
class ParseResult:
    """The result of parsing. `program` is None only for a text without statements and header."""

    program: Program | None
    diagnostics: tuple[Diagnostic, ...]
    """Structural faults in source order."""
    repairs: tuple[Repair, ...]
    """The repairs made in lenient mode."""
    text: str
    """The source, for excerpts."""

    @property
    def ok(self) -> bool:
        """True if the program can run: it exists and has no errors."""
        return self.program is not None and all(d.severity != "error" for d in self.diagnostics)


def parse(text: str, *, mode: Mode = "strict", name: str = "", known_apps: Iterable[str] = ()) -> ParseResult:
    """Parses a program. Never raises: errors are in `diagnostics`.

    `lenient` accepts model-written text and lists each repair. Names in `known_apps` and in the header's apps need no
    word "app" beside them.
    """
    notes = Notes(lenient=mode == "lenient")
    source = _straightened(text, notes)
    lines = source_lines(source)
    if notes.lenient:
        lines = mend(lines, notes)
    head, body = split_header(lines, notes)
    language = said_language(head or ()) or _found_language(body, head or [], notes)
    header = replace(_header(head, notes, words(language)), language=language)
    look_at_lines(body, notes)
    rows, leftover = LineReader(source, body, notes, words(language)).read()
    known = Declared(
        apps=_apps((*header.apps, *known_apps)), tasks=_tasks(rows), keys=keys_in(text), names=names_in(text),
        tables=_tables(rows, header), lists=_lists(rows, header),
    )  # fmt: skip
    if notes.lenient:
        rows = Adopter(known, notes).adopt(rows)
    statements = TreeBuilder(source, known, notes).block(rows)
    whole = Span(start=0, end=len(text), line=1, column=1)
    program = Program(header=header, body=statements, name=name, comments=tuple(leftover), span=whole)
    keep_whole(program, text, words(language))
    identify(program)
    has_header = any(line.text.strip() for line in head or ())
    found = program if statements or has_header else None
    ordered = sorted(notes.diagnostics, key=lambda d: (d.span.start, d.code))
    return ParseResult(program=found, diagnostics=tuple(ordered), repairs=tuple(notes.repairs), text=text)


def _header(head: list[SourceLine] | None, notes: Notes, vocabulary: Words) -> Header:
    """Parses the header lines. Loads the YAML reader only if there is a header."""
    if head is None:
        return Header()
    from agentprog.lang.reading.fields import HeaderReader

    return HeaderReader(notes, vocabulary).read(head)


def _found_language(body: list[SourceLine], head: list[SourceLine], notes: Notes) -> str:
    """The language of the program's words. For an unknown language, adds a diagnostic and returns English."""
    found = language_of((line.text for line in body), (line.text for line in head))
    name = name_of(found)
    if not name:
        return found
    line = next(line for line in body if line.text.strip())
    span = Span(start=line.offset, end=line.offset + len(line.text), line=line.number, column=1)
    message = f"this looks like {name}, and STP has no words for it"
    hint = "write it in " + ", ".join(LANGUAGES) + "; steps in plain words may be in any language"
    notes.report("STP122", message, span, hint)
    return "en"


def _straightened(text: str, notes: Notes) -> str:
    """In lenient mode, replaces curly quotes by straight ones where the line keeps its meaning."""
    if not notes.lenient or text.isascii():
        return text
    found = "\n".join(_straight(line) for line in text.split("\n"))
    if found != text:
        at = next(i for i, (old, new) in enumerate(zip(text, found, strict=True)) if old != new)
        line = text.count("\n", 0, at) + 1
        column = at - text.rfind("\n", 0, at)
        notes.mend("quotes", "curly quotes were straightened", Span(start=at, end=at + 1, line=line, column=column))
    return found


def _straight(line: str) -> str:
    found = line.translate(CURLY)
    return found if plain(found) == plain(line) else line


def _apps(names: Iterable[str]) -> dict[str, str]:
    return {name.casefold(): name for name in reversed(list(names))}


def _tables(rows: list[LogicalLine], header: Header) -> frozenset[str]:
    """The inputs that are tables, and the names in braces in lines that make or read one."""
    found = {entry.name for entry in header.inputs if entry.type == "table"}
    for row in _every(rows):
        text = row.piece.plain
        if "{" in text and row.piece.words.has_form(text, *_TABLES):
            found |= names_in(row.piece.raw)
    return frozenset(found)


def _lists(rows: list[LogicalLine], header: Header) -> frozenset[str]:
    """The inputs that are lists, and the variables that a line sets to a list."""
    found = {entry.name for entry in header.inputs if shape_of(entry.type).many}
    for row in _every(rows):
        text, known = row.piece.plain, row.piece.words
        named = (*known.all("values", "empty_list"), *known.all("values", "lists"))
        if "{" in text and ("[" in text or any(one in text.casefold() for one in named)):
            one = recognise(row.piece)
            for made in (one, *several(row.piece, Declared(), one)):
                found |= {
                    node.target.name
                    for node in walk(made)
                    if isinstance(node, Assign) and isinstance(node.value, ListExpr) and not node.target.path
                }
    return frozenset(found)


def _every(rows: Iterable[LogicalLine]) -> Iterator[LogicalLine]:
    """All rows, also those in blocks."""
    stack = list(rows)
    while stack:
        row = stack.pop()
        yield row
        stack.extend(row.children)


def _tasks(rows: list[LogicalLine]) -> frozenset[str]:
    """The names of the program's tasks, to recognise calls without quotes."""
    found: set[str] = set()
    for row in rows:
        text = row.piece.plain.rstrip(": ")
        for pattern in row.piece.words.patterns(text):
            if pattern.form == "function" and (hit := pattern.match(text)):
                found.add(hit.group("name").strip("\"'`").casefold())
                break
    return frozenset(found)
