"""Lists the apps, inputs, files, people and effects that the text of a program shows.

It helps people to decide whether to run the program. It permits nothing: the gate asks again during the run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from agentprog.frozen import frozen
from agentprog.identity import unquoted
from agentprog.lang.ast import (
    Action,
    Assign,
    CheckFile,
    Expr,
    FileExists,
    Line,
    Program,
    ReadTable,
    ReadText,
    Ref,
    SaveFile,
    Template,
    UseTool,
)  # fmt: skip
from agentprog.lang.effects.effect import Effect
from agentprog.lang.effects.kinds import LASTING
from agentprog.lang.effects.tracing import Author, Tracing, by_person
from agentprog.lang.resolve import names_app, resolve_apps
from agentprog.lang.visit import expressions, statements, walk
from agentprog.lang.vocabulary.words import LANGUAGES, table_of


@frozen
class InputNeed:
    name: str
    type: str
    description: str
    required: bool


@frozen
class FileUse:
    path: str
    access: str
    """`read` or `write`."""
    line: int


@frozen
class Manifest:
    apps: tuple[str, ...]
    """Apps that steps name, in order; a reference stands as `{x}`."""
    allowed: tuple[str, ...]
    """The apps that the header allows; empty means any."""
    inputs: tuple[InputNeed, ...]
    files: tuple[FileUse, ...]
    tools: tuple[str, ...]
    people: tuple[str, ...]
    """Names, telephone numbers and addresses in the text; a reference stands as `{x}`."""
    effects: tuple[Effect, ...]

    def to_json(self) -> dict[str, object]:
        return {
            "apps": list(self.apps),
            "allowed": list(self.allowed),
            "inputs": [
                {"name": i.name, "type": i.type, "description": i.description, "required": i.required}
                for i in self.inputs
            ],
            "files": [{"path": f.path, "access": f.access, "line": f.line} for f in self.files],
            "tools": list(self.tools),
            "people": list(self.people),
            "effects": [effect.to_json() for effect in self.effects],
        }

    def render(self) -> str:
        """The manifest as text."""
        lines = [
            f"apps     {', '.join(self.apps) or 'none named'}",
            f"allowed  {', '.join(self.allowed) or 'any app (the header names none)'}",
            f"inputs   {', '.join(_input(i) for i in self.inputs) or 'none'}",
            f"files    {', '.join(f'{f.path} ({f.access}, line {f.line})' for f in self.files) or 'none'}",
            f"tools    {', '.join(self.tools) or 'none'}",
            f"people   {', '.join(self.people) or 'none named'}",
        ]
        shown = [line for effect in self.effects for line in effect.render()]
        lines.append("effects  " + ("\n         ".join(shown) or "none: it only reads and calculates"))
        return "\n".join(lines)


def _input(need: InputNeed) -> str:
    kind = f": {need.type}" if need.type else ""
    return f"{need.name}{kind}" + ("" if need.required else " (optional)")


def manifest(program: Program, *, author: Author = by_person, inputs: Mapping[str, Any] | None = None) -> Manifest:
    """The manifest of a program. `author` returns the author of a line; `inputs` gives the values of the inputs."""
    apps = resolve_apps(program)
    named = [str(app) for s in statements(program) if (app := names_app(s)) is not None]
    needs = (
        InputNeed(name=i.name, type=i.type, description=i.description, required=i.default is None)
        for i in program.header.inputs
    )
    effects = Tracing(program, apps, author=author, inputs=inputs or {}).effects()
    tools = [s.name for s in statements(program) if isinstance(s, UseTool)]
    return Manifest(
        apps=tuple(dict.fromkeys(named)),
        allowed=program.header.apps,
        inputs=tuple(needs),
        files=tuple(_files(program)),
        tools=tuple(dict.fromkeys(tools)),
        people=tuple(dict.fromkeys(_people(program))),
        effects=effects,
    )


def _unquoted(text: Template) -> str:
    """The words outside quotes: a message about a payment pays nothing."""
    return _without_quotes("".join(part if isinstance(part, str) else " " for part in text.parts))


def _without_quotes(sentence: str) -> str:
    stripped = unquoted(sentence, put=" ")
    return stripped if stripped.strip() else sentence


def changes(sentence: str) -> bool:
    """True if the words of a step order to make, change, send or delete something."""
    words = _without_quotes(sentence).casefold()
    begin, anywhere = _ordering()
    if anywhere.search(words):
        return True
    return any(not words[: found.start()].rstrip().endswith(_NOT) for found in begin.finditer(words))


@cache
def _ordering() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Two patterns of the words that order a change, in any language of programs: ASCII words match whole, other words
    match anywhere.
    """
    effects = [table_of(language)["effects"] for language in LANGUAGES]
    listed = {word for table in effects for kind in (*LASTING, "change") for word in table.get(kind, ())}
    whole, anywhere = (
        "|".join(re.escape(word) for word in sorted(listed) if word.isascii() == ascii_only) or "(?!)"
        for ascii_only in (True, False)
    )
    return re.compile(rf"(?<!\w)(?=(?:{whole})(?!\w))"), re.compile(anywhere)


_NOT = (" not", "don't", "never", "without", "instead of")

# ---------------------------------------------------------------------------------------------------- files, people


def _files(program: Program) -> Iterator[FileUse]:
    for s in statements(program):
        if isinstance(s, ReadTable | ReadText | CheckFile):
            yield FileUse(path=str(s.path), access="read", line=s.span.line)
        elif isinstance(s, SaveFile):
            yield FileUse(path=str(s.path), access="write", line=s.span.line)
        lines: list[Line] = [s, *getattr(s, "branches", ())]
        for item in (found for line in lines for found in expressions(line)):
            if isinstance(item, FileExists) and item.path is not None:
                yield FileUse(path=str(item.path), access="read", line=item.span.line)


_PHONE = re.compile(r"(?<![\w.])\+?\d[\d \-().]{5,18}\d(?![\w])")
_MAIL = re.compile(r"[\w.+\-]{1,64}@[\w\-]{1,60}(?:\.[\w\-]{1,30}){1,4}")
_NAMED = re.compile(
    r"(?:contact|person|contact named|named|friend|colleague|to|for|with|from|call|text|message|email|invite)\s+"
    r"(?P<name>[A-Z][\w'’\-]+(?:\s[A-Z][\w'’\-]+){0,3})"
)
_RECIPIENT = re.compile(r"(?:contact named|contact|person|to|message|text|call|email|invite)\s+$", re.IGNORECASE)
_SENDING = re.compile(r"\b(?:send|text|message|sms|e-?mail|call|invite|contact|share|forward|reply)\b", re.IGNORECASE)


def _people(program: Program) -> Iterator[str]:
    for statement in statements(program):
        if isinstance(statement, Action):
            yield from _in_sentence(statement.text)
            for detail in statement.details:
                yield from _in_sentence(detail)
        elif isinstance(statement, Assign):
            yield from _in_data(statement.value)


def _in_sentence(text: Template) -> Iterator[str]:
    sentence = str(text)
    yield from _numbers(sentence)
    if not _SENDING.search(_unquoted(text)):
        return
    before = ""
    for part in text.parts:
        if isinstance(part, Ref) and _RECIPIENT.search(before):
            yield str(part)
        before = part if isinstance(part, str) else ""
    for found in _NAMED.finditer(unquoted(sentence, put=" ")):
        yield found.group("name")


def _in_data(value: Expr) -> Iterator[str]:
    for item in walk(value):
        if isinstance(item, Template):
            yield from _numbers(str(item))


def _numbers(text: str) -> Iterator[str]:
    yield from (found.group().strip() for found in _MAIL.finditer(text))
    for found in _PHONE.finditer(text):
        if sum(sign.isdigit() for sign in found.group()) >= 7 and not re.fullmatch(r"\d{4}-\d\d-\d\d", found.group()):
            yield found.group().strip()
