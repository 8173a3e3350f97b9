"""Writes the code in an advice in the language of the program: the checks quote it in English."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from agentprog.identity import unquoted
from agentprog.lang import ast
from agentprog.lang.parser import parse
from agentprog.lang.phrases.expressions import exact
from agentprog.lang.phrases.wording import ExpressionWriter, escape
from agentprog.lang.source.text import Piece
from agentprog.lang.vocabulary.orders import DENSE
from agentprog.lang.vocabulary.patterns import fill
from agentprog.lang.vocabulary.words import words
from agentprog.lang.writing.unparse import unparse

_CODE = re.compile(r"`([^`]+)`")
_OPEN = re.compile(r"\{\.\.\.\}|(?<![\"“\w])\.\.\.(?![\"”\w])")
_SLOT = "{stp_slot}"
"""Stands for `...` while the code is read."""
_BLOCK = "\n    Press home"
_CAPTURE = re.compile(r", record as (?P<target>\{[^{}]+\})")
_PARTS = ("task_input", "task_returns", "case")


def in_language(advice: str, language: str) -> str:
    """The advice with each piece of English code in the words of this language."""
    if language == "en" or "`" not in advice:
        return advice
    return _CODE.sub(lambda found: f"`{_written(found[1], language)}`", advice)


@lru_cache(maxsize=512)
def _written(code: str, language: str) -> str:
    if (
        not any(sign.isalpha() for sign in code)
        or any(sign >= DENSE for sign in unquoted(code))
        or _reads(code, language)
    ):
        return code
    gaps = _OPEN.findall(code)
    text = _OPEN.sub(_SLOT, code)
    found = next((way for way in _ways(text, language) if way), text)
    for gap in gaps:
        found = found.replace(_SLOT, gap, 1)
    return found


def _ways(code: str, language: str) -> Iterator[str]:
    if " " in code:
        yield _statement(code, language)
    yield _word(code, language)
    captured = _CAPTURE.fullmatch(code)
    if captured:
        yield fill(words(language).own["capture"]["canonical"], {"target": captured["target"], "returns": ""})
    yield _expression(code, language)
    yield _part(code, language)


def _reads(code: str, language: str) -> bool:
    """True if the code is exact in the program's own language, not by the English that a program may hold."""
    own = words(language)
    if "en" in own.tables or (code[:1].isalpha() and words().patterns(code)):
        return False
    found = _parsed(code, language)
    return found is not None or exact(Piece(code, vocabulary=own)) is not None


def _parsed(code: str, language: str) -> ast.Program | None:
    """The program of one exact line."""
    found = parse(f"---\nlanguage: {language}\n---\n{code}{_BLOCK if code.endswith(':') else ''}\n")
    if found.program is None or len(found.program.body) != 1 or not found.ok:
        return None
    return None if isinstance(found.program.body[0], ast.Action | ast.Extract) else found.program


def _word(code: str, language: str) -> str:
    """`do:`, `judge`, `or`, `if`: a word by itself."""
    english, local = words("en").own, words(language).own
    word = code.rstrip(":").casefold()
    colon = code[len(word) :]
    for name, known in english["escape"].items():
        if word in known:
            return str(local["escape"][name][0]) + colon
    for name in ("AND", "OR", "EQ"):
        if word in english["operators"][name]:
            return str(local["operators"]["canonical"][name])
    for form, table in english["forms"].items():
        head = _head(table["canonical"])
        if head and (head == word or (head.startswith(f"{word} ") and " " not in word)):
            return _head(local["forms"][form]["canonical"]) or ""
    return ""


def _head(canonical: str) -> str:
    return re.split(r"[<\[]", canonical)[0].strip(" :：,，").casefold()


def _expression(code: str, language: str) -> str:
    found = exact(Piece(code, vocabulary=words("en")))
    return "" if found is None else ExpressionWriter(language).expression(found)


def _statement(code: str, language: str) -> str:
    program = _parsed(code, "en")
    if program is None:
        step = (parse(code).program or ast.Program()).body[:1]
        app = step[0].app if step and isinstance(step[0], ast.Action) else None
        scope = words(language).own["scope"]["canonical"]
        return "" if app is None else fill(scope, {"app": escape(app)}) + "..."
    text = unparse(replace(program, header=replace(program.header, language=language)))
    line = text.rpartition("---\n")[2].partition("\n")[0]
    return line if code.endswith(":") else line.rstrip(":：")


def _part(code: str, language: str) -> str:
    """A line that stands only under the head of a task or a switch."""
    for form, found in words("en").matches(code.rstrip(":"), *_PARTS):
        return fill(words(language).canonical(form), {name: text for name, text in found.groupdict().items() if text})
    return ""
