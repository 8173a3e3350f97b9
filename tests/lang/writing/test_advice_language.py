"""Every advice to a German, Spanish or Chinese program is code that the grammar of its language reads."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from agentprog.lang.ast import Action, Program
from agentprog.lang.check import check_text
from agentprog.lang.parser import parse
from agentprog.lang.phrases.expressions import exact
from agentprog.lang.source.text import Piece
from agentprog.lang.vocabulary.words import words
from agentprog.lang.writing.advice_language import in_language
from tests.lang.golden import FOLDER, chunks
from tests.lang.hands import HANDS, ODD
from tests.lang.labelled import FILE, programs

_GAP = re.compile(r"\{\.\.\.\}|(?<![\"“\w])\.\.\.(?![\"”\w])")


@pytest.mark.parametrize(
    ("english", "german", "spanish", "chinese"),
    [
        ("`break the loop`", "`Verlasse die Schleife`", "`Sal del bucle`", "`跳出循环`"),
        ("`do:` in front", "`tu:` in front", "`haz:` in front", "`执行:` in front"),
        ('`{x} contains "a"`', '`{x} enthält "a"`', '`{x} contiene "a"`', '`{x} 包含 "a"`'),
        ("`set {x} to ...`", "`Setze {x} auf ...`", "`Pon {x} en ...`", "`将{x}设为...`"),
        ("`judge` and `or`", "`beurteile` and `oder`", "`juzga` and `o`", "`判断` and `或者`"),
        ('`case "...":`', '`Fall "...":`', '`Caso "...":`', '`情况"..."：`'),
        ("`repeat until`", "`wiederhole bis`", "`repite hasta que`", "`重复直到`"),
        (
            "`Task returns {...}`",
            "`Aufgabe liefert {...}`",
            "`La tarea devuelve {...}`",
            "`任务返回：{...}`",
        ),
        (
            '`call "a" with {input} = ..., record as {name}`',
            '`Führe die Aufgabe "a" aus: {input} = ..., merke es als {name}`',
            '`Ejecuta la tarea "a" con {input} = ..., guárdalo como {name}`',
            '`执行任务"a"，{input} = ...，记录为{name}`',
        ),
        (
            '`In the "Clock" app, set an alarm`',
            '`In der App "Clock", ...`',
            '`En la app "Clock", ...`',
            '`在"Clock"应用中，...`',
        ),
    ],
)
def test_code_in_an_advice_is_in_the_language_of_the_program(
    english: str, german: str, spanish: str, chinese: str
) -> None:
    assert in_language(english, "en") == english
    assert [in_language(english, code) for code in ("de", "es", "zh")] == [german, spanish, chinese]


@pytest.mark.parametrize("code", ["Warte <seconds> Sekunden", "{x} ist 3", 'Tippe auf "OK"', "name: a", "{x}"])
def test_a_text_that_is_no_english_code_stays(code: str) -> None:
    assert in_language(f"write `{code}`", "de") == f"write `{code}`"


def _texts() -> Iterator[str]:
    """The programs of the corpora, and faults whose advice is a line."""
    yield from (program.text for file in (HANDS, ODD, FILE) for program in programs(file))
    yield from (chunk.text for name in ("german", "spanish", "chinese") for chunk in chunks(FOLDER / f"{name}.stp"))
    faults = {
        "de": """Wenn {x} > 3, brich ab
Wiederhole 2 mal:
    Stopp
Repeat 2 times:
    Setze {y} auf was der Benutzer sagt
Setze {z} auf input("Wie?")
Sage dem Benutzer "die Anzahl von {x}"
Um 22 Uhr ausschalten
Wenn {x} mehr wird:""",
        "es": """Si {x} > 3, sal del bucle
Repite 2 veces:
    Para
Pon {y} a lo que diga el usuario
Pon {z} a input("¿Qué?")
Dile al usuario "la cantidad de {x}"
Si {x} sube a 3 metros:""",
        "zh": """如果{x}大于3，跳出循环
重复2次：
    停止
将{y}设为输入("什么")
告诉用户“共{x}的人数人”
将{z}设为{x}的平均分
如果{x}大于20公里，跳过""",
    }
    for language, text in faults.items():
        yield f"---\nlanguage: {language}\ninputs:\n  x: list\n---\n{text}\n"


def _reads(code: str, language: str) -> bool:
    known = words(language)
    behind = code.startswith(("...,", "...，"))  # the dots stand for the line itself
    text = _GAP.sub("{x}", code.removeprefix("...") if behind else code)
    table = known.own
    single = [word for found in table["escape"].values() for word in found]
    single += [phrase for found in table["operators"].values() if isinstance(found, list) for phrase in found]
    if text.rstrip(":").casefold() in [word.casefold() for word in single] or "<" in text:
        return True
    if text.startswith("language: "):
        return True
    if any(str(form["canonical"]).casefold().startswith(text.casefold()) for form in table["forms"].values()):
        return True
    if any(text.startswith(table["forms"][form]["canonical"].split("<")[0]) for form in _PARTS):
        return True
    if exact(Piece(text, vocabulary=known)) is not None:
        return True
    if text.startswith((",", "，")):
        text = f"{table['forms']['ask']['canonical']}{text}".replace("<question>", '"a"')
    elif text.rstrip().endswith((",", "，")):
        text += '"a"'
    elif text.endswith((":", "：")):
        text += "\n    #"
    found = parse(f"---\nlanguage: {language}\n---\n{text}\n").program or Program()
    return bool(found.body) and not (isinstance(found.body[0], Action) and found.body[0].app is None)


_PARTS = ("case", "task_input", "task_returns")
"""Lines that stand only below the head of a switch or a task."""
_OWN_WORDS = {"STP121", "STP123", "STP128", "STP137", "STP221"}
"""Findings whose advice may quote the line itself, part of it, or the header."""


def test_every_advice_is_read_by_the_grammar_of_the_program() -> None:
    wrong: set[tuple[str, str, str]] = set()
    count = 0
    for text in _texts():
        report = check_text(text)
        language = report.parsed.program.header.language if report.parsed.program is not None else "en"
        for finding in report.diagnostics if language != "en" else ():
            for code in re.findall(r"`([^`]+)`", finding.suggestion):
                count += 1
                own = finding.code in _OWN_WORDS and all(
                    word in text.casefold() for word in re.findall(r"\w+", code.casefold())
                )
                if not own and not _reads(code, language):
                    wrong.add((language, finding.code, code))
    assert count > 100
    assert wrong == set()


@pytest.mark.parametrize(
    ("text", "code", "advice"),
    [
        ("Wenn {x} > 3, brich ab", "STP301", "`Beende das Programm`"),
        ("Wiederhole 2 mal:\n    Stopp", "STP308", "`Verlasse die Schleife`"),
        ("Repite 2 veces:\n    Para", "STP308", "`Sal del bucle`"),
        ("重复2次：\n    停止", "STP308", "`跳出循环`"),
        ("如果{x}大于20公里，跳过", "STP216", "`判断`"),
        ("Pon {g} en [1, 2]\nSaca la media de {g} y llámala {m}", "STP218", "`Pon {m} en la media de {g}`"),
    ],
)
def test_findings_of_a_program_are_in_its_language(text: str, code: str, advice: str) -> None:
    found = [finding.suggestion for finding in check_text(f"{text}\n").diagnostics if finding.code == code]
    assert len(found) == 1
    assert advice in found[0]
