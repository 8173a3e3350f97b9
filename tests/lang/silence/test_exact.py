"""Common alternative words with an exact meaning are read exactly."""

from __future__ import annotations

import pytest

from agentprog.lang import ast
from agentprog.lang.check import check_text
from agentprog.lang.parser import parse
from tests.lang.silence.telling import codes_for, messages


def test_a_german_count_of_elements_is_exact() -> None:
    found = messages(
        "de", "Setze {x} auf [1]\nSofern die Anzahl der Elemente in {x} größer als 0 ist:\n    Drücke zurück"
    )
    assert found == []


@pytest.mark.parametrize(("language", "condition"), [("en", "it is raining"), ("en", "it snows"), ("de", "es regnet")])
def test_the_weather_is_a_condition_of_its_own(language: str, condition: str) -> None:
    head = {"en": f"If {condition}, call Ann", "de": f"Wenn {condition}, ruf Anna an"}[language]
    assert codes_for(language, head) == set()


@pytest.mark.parametrize(
    ("language", "head"),
    [
        ("es", "Para cada {x} de {l}, haga lo siguiente:"),
        ("es", "Para cada {x} en {l} hacer esto:"),
        ("de", "Für jedes {x} in {l}, machen Sie Folgendes:"),
        ("zh", "如果“好”出现那么"),
        (None, "如果“好”出现那么"),
    ],
)
def test_words_that_announce_a_block_are_no_part_of_its_head(language: str | None, head: str) -> None:
    header = f"---\nlanguage: {language}\n---\n" if language else ""
    given = {"es": 'Pon {l} en ["a"]\n', "de": 'Setze {l} auf ["a"]\n'}.get(language or "", "")
    report = check_text(f"{header}{given}{head}\n    do: x\n")
    assert [len(report.tiers[tier]) for tier in ("semantic", "compute")] == [1, 0]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", 'If {x} is "a", press back\nIn all other cases, tell user "No"'),
        ("de", 'Wenn {x} gleich "a" ist, drücke zurück\nIn allen anderen Fällen, sage dem Benutzer "No"'),
    ],
)
def test_all_other_cases_are_an_else_on_one_line(language: str, text: str) -> None:
    program = check_text(f"---\nlanguage: {language}\ninputs: {{x: text}}\n---\n{text}\n").parsed.program
    assert program is not None
    branch = program.body[0]
    assert isinstance(branch, ast.If)
    assert branch.orelse is not None
    assert isinstance(branch.orelse.body[0], ast.Tell)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('If both "A" or "B" appear, press back', "STP138"),
        ("If the answer was yes, press back", "STP138"),
        ("Tell me when {x} replies", "STP138"),
        ("Set {y} to `Hi ${x}`\nTell user {y}", "STP219"),
        ("Set {n} to 5\nMake {n} 6\nTell user {n}", "STP222"),
        ("Wait for my answer, record as {y}", "STP137"),
    ],
)
def test_a_nearly_exact_line_is_reported_with_its_own_code(text: str, code: str) -> None:
    assert code in codes_for("en", text)


@pytest.mark.parametrize(
    ("language", "lines", "canonical"),
    [
        ("es", "Para {a} en {rows}:\n    Dime {a}", "Para cada {a} en {rows}:\n    Dime {a}"),
        ("de", "Für {a} in {rows}:\n    Sage mir {a}", "Für jede {a} in {rows}:\n    Sage mir {a}"),
        ("zh", "对{rows}中的每一位{a}：\n    告诉用户{a}", "对于{rows}中的每个{a}：\n    告诉用户{a}"),
        ("zh", "遍历{rows}作为{a}：\n    告诉用户{a}", "对于{rows}中的每个{a}：\n    告诉用户{a}"),
        ("es", "Definir {a} como [1, 2]", "Pon {a} en [1, 2]"),
        ("de", "Definiere {a} als 5", "Setze {a} auf 5"),
        ("zh", "定义{a}为5", "将{a}设为5"),
        ("es", "Lea el precio y guárdelo como {a}", "Lea el precio, guárdalo como {a}"),
        ("es", "Pregúntame las horas y ponlas en {a}", "Pregunta al usuario las horas, guárdalo como {a}"),
        ("de", "Lesen Sie den Preis ab und merken Sie sich diesen als {a}", "Lesen Sie den Preis ab, merke es als {a}"),
        ("de", 'Kontrolliere, dass "A" erscheint', 'Prüfe, dass "A" erscheint'),
        ("de", "Sage mir „A“ und hören Sie bitte auf", "Sage mir „A“\nBeende das Programm"),
        ("es", "parar todo", "Termina el programa"),
        ("es", 'Abrir la app "Ajustes"', 'Abre la app "Ajustes"'),
        ("es", "Esperá 3 segundos", "Espera 3 segundos"),
        ("es", 'Espere 3 segundos\nToquen "A"', 'Espera 3 segundos\nToca "A"'),
        ("es", "Repetí 2 veces:\n    Pulsá atrás", "Repite 2 veces:\n    Pulsa atrás"),
        ("es", "Lee el precio y guardalo como {a}", "Lee el precio, guárdalo como {a}"),
        ("de", "Mach das 3 mal:\n    Drück zurück", "Wiederhole 3 mal:\n    Drücke zurück"),
        ("zh", "將{次數}設為0\n重複5次：\n    點擊「下一頁」", "将{次數}设为0\n重复5次：\n    点击「下一頁」"),
        ("zh", "如果「儲存」出現：\n    告訴使用者「好」", "如果「儲存」出现：\n    告诉用户「好」"),
    ],
)
def test_a_construct_in_other_usual_words_is_the_construct(language: str, lines: str, canonical: str) -> None:
    head = f"---\nlanguage: {language}\ninputs: {{rows: list}}\n---\n"
    assert parse(f"{head}{lines}\n").program == parse(f"{head}{canonical}\n").program


@pytest.mark.parametrize("line", ["If 5 messages appear:\n    Press back", "Wait until the page shows 5"])
def test_a_number_on_the_screen_is_no_time_of_day(line: str) -> None:
    assert "STP220" not in codes_for("en", line)


@pytest.mark.parametrize(
    ("language", "line", "canonical"),
    [
        ("es", "Si {x} esta vacio, pulsa atrás", "Si {x} está vacío, pulsa atrás"),
        ("es", "Si {x} no esta vacio, pulsa atrás", "Si {x} no está vacío, pulsa atrás"),
        ("es", "Si {x} esta por debajo de 5, pulsa atrás", "Si {x} está por debajo de 5, pulsa atrás"),
        ("es", "Si {x} ≠ 5, pulsa atrás", "Si {x} != 5, pulsa atrás"),
        ("de", "Wenn {x} grösser als 5 ist, drücke zurück", "Wenn {x} größer als 5 ist, drücke zurück"),
    ],
)
def test_accents_may_be_left_out_in_a_condition(language: str, line: str, canonical: str) -> None:
    head = f"---\nlanguage: {language}\ninputs: [x]\n---\n"
    assert parse(f"{head}{line}\n").program == parse(f"{head}{canonical}\n").program


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "If {x} has any value, press back"),
        ("de", "Wenn {x} einen beliebigen Wert hat, drücke zurück"),
        ("es", "Si {x} tiene algún valor, pulsa atrás"),
        ("zh", "如果{x}有任何值，就告诉用户“好”"),
    ],
)
def test_having_a_value_is_exact(language: str, line: str) -> None:
    report = check_text(f"---\nlanguage: {language}\ninputs: {{x: text}}\n---\n{line}\n")
    assert not report.tiers["semantic"]


def test_exclamation_marks_end_a_line() -> None:
    for language, line in (("de", "fertig!!!"), ("en", "done!!!"), ("es", "listo!!!")):
        program = check_text(f"---\nlanguage: {language}\n---\n{line}\n").parsed.program
        assert program is not None
        assert isinstance(program.body[0], ast.Stop)
