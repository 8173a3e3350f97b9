"""Exact lines of people's programs, each with one more word in it: no word that carries meaning is dropped in silence.

`python -m tests.lang.insertions --n 5000 [--seed 1]` prints the figures, and the lines whose reading is unchanged
although no finding is on them; its exit status is 1 if there is one.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from agentprog.lang import ast
from agentprog.lang.ast import Line, Program
from agentprog.lang.check import CheckReport, check_text
from agentprog.lang.source.text import shadow
from agentprog.lang.tiers import tier_of
from agentprog.lang.visit import arms, statements
from tests.lang.hands import HANDS, ODD
from tests.lang.labelled import programs

WORDS = {
    "en": (
        "not", "never", "no", "only", "except", "without", "else", "unless", "until", "seven", "5", "twice",
        "second", "last", "left", "from", "tomorrow", "slowly", "green", "minutes", "at least", "at most",
        "half", "yesterday", "other", "instead", "almost", "before", "after", "back", "up to", "nobody",
        "carefully", "maybe", "loudly", "kitchen", "fewer", "again", "daily", "quietly", "twenty", "10:30",
        "negative",
    ),
    "de": (
        "nicht", "nie", "kein", "nur", "außer", "ohne", "sonst", "bis", "sieben", "5", "zweimal", "zweite",
        "letzte", "links", "unten", "von", "nach", "morgen", "langsam", "grün", "Minuten", "mindestens",
        "höchstens", "halb", "gestern", "andere", "stattdessen", "fast", "vorher", "zurück", "niemand",
        "vielleicht", "laut", "Küche", "weniger", "wieder", "täglich", "zwanzig", "10:30", "negativ",
    ),
    "es": (
        "no", "nunca", "ningún", "solo", "excepto", "sin", "si no", "hasta", "siete", "5", "dos veces",
        "segundo", "último", "izquierda", "abajo", "desde", "hacia", "mañana", "despacio", "verde", "minutos",
        "al menos", "como mucho", "medio", "ayer", "otro", "casi", "antes", "atrás", "nadie", "quizás",
        "cocina", "menos", "otra vez", "diario", "veinte", "10:30", "negativo",
    ),
    "zh": (
        "不", "没有", "别", "只", "除了", "否则", "直到", "七", "5", "两次", "第二个",
        "最后", "左边", "向下", "从", "到", "明天", "慢慢", "绿色", "分钟", "至少",
        "最多", "一半", "昨天", "其他", "几乎", "以前", "以后", "返回", "没人", "也许",
        "厨房", "更少", "再次", "每天", "二十", "10:30", "负",
    ),
}  # fmt: skip
"""Words that carry meaning wherever they stand."""


@dataclass(slots=True)
class Found:
    """The result of a number of inserted words."""

    inserted: int = 0
    kept: int = 0
    """Lines that stay exact with the reading that they had without the word."""
    silent: list[tuple[str, str, str]] = field(default_factory=list)
    """Of these, the lines without a finding: the language, the word, the line."""


@dataclass(frozen=True, slots=True)
class _Exact:
    """A program with the number of one of its exact lines."""

    text: str
    number: int
    report: CheckReport


def exact_lines() -> list[_Exact]:
    found: list[_Exact] = []
    for program in (*programs(HANDS), *programs(ODD)):
        report = check_text(program.text)
        tree = report.parsed.program
        told = {finding.span.line for finding in report.diagnostics}
        if tree is None or tree.header.language not in WORDS:
            continue
        body = len(program.text.split("\n"))
        read = _read(tree)
        for number in range(1, body + 1):
            lines = read.get(number, ())
            if lines and number not in told and all(tier_of(line) == "exact" for line in lines):
                found.append(_Exact(program.text, number, report))
    return found


def _read(program: Program) -> dict[int, list[Line]]:
    """The lines of a program that its rows begin, each without the block below it."""
    found: dict[int, list[Line]] = {}
    for statement in statements(program):
        if not isinstance(statement, ast.If) or isinstance(statement, ast.Switch):
            found.setdefault(statement.span.line, []).append(_alone(statement))
        for arm in arms(statement):
            found.setdefault(arm.span.line, []).append(_alone(arm))
    return found


def _alone(line: Line) -> Line:
    """The line without its block. The noun of a loop decides nothing."""
    empty: dict[str, object] = {name: () for name in ("body", "branches") if hasattr(line, name)}
    empty |= {name: None for name in ("orelse", "handler") if hasattr(line, name)}
    empty |= {"noun": ""} if isinstance(line, ast.ForEach) else {}
    return replace(line, **empty) if empty else line


def insertions(count: int, seed: int) -> Iterator[tuple[_Exact, str, str]]:
    """An exact line, the inserted word, and the row with it; the same for the same seed."""
    chance, lines = random.Random(seed), exact_lines()
    for _ in range(count):
        exact = chance.choice(lines)
        assert exact.report.parsed.program is not None
        language = exact.report.parsed.program.header.language
        row = exact.text.split("\n")[exact.number - 1]
        dense = any(sign >= "\u2e80" for sign in row)
        word = chance.choice(WORDS["zh" if dense else "en" if language == "zh" else language])
        places = _places(row, dense=dense)
        if places:
            at = chance.choice(places)
            yield exact, word, row[:at] + (word if dense else _spaced(row, at, word)) + row[at:]


def _places(row: str, *, dense: bool) -> list[int]:
    """The offsets between two words outside quotes and braces."""
    unquoted = shadow(row, "\0").partition("#")[0]
    end = len(unquoted.rstrip())
    begin = len(row) - len(row.lstrip())
    if dense:
        return [
            at
            for at in range(begin, end + 1)
            if "\0" not in unquoted[max(at - 1, 0) : at + 1] or unquoted[at - 1 : at + 1].count("\0") == 1
        ]
    ends = [
        found.end()
        for found in re.finditer(r"\S+", unquoted[:end])
        if found.end() == end or unquoted[found.end() - 1] not in ":,;("
    ]
    return [begin, *ends]


def _spaced(row: str, at: int, word: str) -> str:
    return f"{word} " if not row[:at].strip() else f" {word}"


def insert(count: int, seed: int) -> Found:
    found = Found()
    before: dict[int, dict[int, list[Line]]] = {}
    for exact, word, row in insertions(count, seed):
        tree = exact.report.parsed.program
        assert tree is not None
        rows = exact.text.split("\n")
        rows[exact.number - 1] = row
        report = check_text("\n".join(rows))
        found.inserted += 1
        old = before.setdefault(id(exact.report), _read(tree)).get(exact.number)
        new = _read(report.parsed.program or Program()).get(exact.number)
        if old != new:
            continue
        found.kept += 1
        if not any(finding.span.line == exact.number for finding in report.diagnostics):
            found.silent.append((tree.header.language, word, row))
    return found


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--n", type=int, default=5_000)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    found = insert(given.n, given.seed)
    sys.stdout.write(f"{found.inserted} words, {found.kept} readings unchanged, {len(found.silent)} of them silent\n")
    for language, word, row in found.silent:
        sys.stdout.write(f"{language} {word!r}: {row}\n")
    return 1 if found.silent else 0


if __name__ == "__main__":
    raise SystemExit(main())
