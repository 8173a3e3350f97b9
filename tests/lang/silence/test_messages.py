"""Messages to a person and variables for results are read as meant or get a finding."""

from __future__ import annotations

import pytest

from agentprog.lang import ast
from agentprog.lang.check import check_text
from agentprog.lang.parser import parse
from tests.lang.silence.telling import codes_for, messages


@pytest.mark.parametrize(
    ("language", "line", "code"),
    [
        ("en", "Tell me which", "STP138"),
        ("en", "At the end show: {x} done", "STP137"),
        ("en", "Keep me posted", "STP137"),
        ("de", "Sag mir Bescheid", "STP138"),
        ("de", "sag mir welche", "STP138"),
        ("de", "zuletzt anzeigen: {x} erledigt", "STP137"),
        ("es", "Avísame cuando termines", "STP138"),
        ("es", "avisame cuantos hay", "STP138"),
        ("es", "Al final muestra: {x} listo", "STP137"),
        ("zh", "告诉用户什么时候到", "STP138"),
        ("zh", "最后显示：{x}完成", "STP137"),
    ],
)
def test_words_in_place_of_a_message_are_reported(language: str, line: str, code: str) -> None:
    assert codes_for(language, line) == {code}


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Tell user done"),
        ("de", "Sag dem Benutzer fertig"),
        ("es", "Dime listo"),
        ("zh", "告诉用户完成了"),
    ],
)
def test_a_message_without_quotes_is_a_message_and_gets_a_finding(language: str, line: str) -> None:
    found = check_text(f"---\nlanguage: {language}\n---\n{line}\n")
    assert found.parsed.program is not None
    assert isinstance(found.parsed.program.body[0], ast.Tell)
    assert [one.code for one in found.diagnostics] == ["STP209"]


@pytest.mark.parametrize(
    ("language", "line", "canonical"),
    [
        ("en", 'Filter {rows} by kind "trip" and save as {trips}', 'Filter {rows} by kind "trip", record as {trips}'),
        ("en", 'Set {names} to {"Ana", "Bo"}', 'Set {names} to ["Ana", "Bo"]'),
        ("de", "frag mich ob es reicht und merk dir das als {y}", "frag mich ob es reicht, merke es als {y}"),
        ("de", "Lies den Betrag und merke ihn als {y}", "Lies den Betrag, merke es als {y}"),
        ("es", "Lee el importe y guárdalo en {y}", "Lee el importe, guárdalo como {y}"),
    ],
)
def test_a_result_goes_into_the_variable_at_the_end_of_its_line(language: str, line: str, canonical: str) -> None:
    assert parse(f"---\nlanguage: {language}\n---\n{line}\n").program == (
        parse(f"---\nlanguage: {language}\n---\n{canonical}\n").program
    )


def test_a_line_that_keeps_its_result_elsewhere_changes_no_list_in_place() -> None:
    assert codes_for("en", "Filter {rows} by price and put it into {y}") == {"STP218"}


def test_a_step_that_asks_for_a_text_and_keeps_it_istold() -> None:
    assert "STP218" in codes_for("es", "Pedir texto con «¿Cuántas?» y guardar en {y}")


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", 'In "Notes", write "receipt: {x}" into "receipts.txt"'),
        ("de", 'In der App "Notizen", schreibe "a" in "notiz.md"'),
        ("es", 'En la aplicación "Notas", escribe "a" en "notas.txt"'),
        ("zh", '在"笔记"应用中，在"a.txt"中输入"b"'),
    ],
)
def test_a_file_is_no_field_to_type_into(language: str, line: str) -> None:
    program = parse(f"---\nlanguage: {language}\n---\n{line}\n").program
    assert program is not None
    assert isinstance(program.body[0], ast.Action)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", 'Notify the user with "Low battery"'),
        ("en", 'Alert me about "Low battery"'),
        ("de", 'Informiere mich mit "Low battery"'),
        ("es", 'Avísame con "Low battery"'),
    ],
)
def test_the_word_in_front_of_a_message_does_not_belong_to_it(language: str, line: str) -> None:
    program = check_text(f"---\nlanguage: {language}\n---\n{line}\n").parsed.program
    assert program is not None
    assert isinstance(program.body[0], ast.Tell)
    assert program.body[0].message == ast.Template(parts=("Low battery",), span=program.body[0].message.span)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", 'ask "How are you?" and wait, record as {y}'),
        ("de", 'frag "Wie geht es?" und warte auf Antwort, merke es als {y}'),
        ("es", 'preguntar "¿Qué tal?" y esperar, guardar como {y}'),
        ("zh", "问“体温多少？”并等待回答，记为{y}"),
        ("de", "Den ersten Termin lesen, als {y} merken"),
        ("zh", "找到王强的号码，记作{y}"),
    ],
)
def test_a_result_with_more_words_around_it_is_stored(language: str, line: str) -> None:
    program = check_text(f"---\nlanguage: {language}\n---\n{line}\n").parsed.program
    assert program is not None
    captured = getattr(program.body[0], "capture", None)
    assert isinstance(captured, ast.Ref)
    assert captured.name == "y"


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", "Teile mir mit, dass X"),
        ("de", "Teile dem Benutzer mit: X"),
        ("de", 'Teile mir "X" mit'),
        ("de", 'Zeige dem Benutzer "X" an'),
        ("de", 'Gib dem Benutzer "X" aus'),
        ("de", "Zeig mir an, dass X"),
        ("de", 'Bescheid geben: "X"'),
        ("de", "Meldung an Benutzer: „X“"),
        ("es", "Avíseme: «X»"),
        ("es", "Hágame saber que X"),
        ("es", "Comunícame que X"),
        ("es", "Cuéntame: X"),
        ("zh", "对用户说“X”"),
        ("zh", "让我知道“X”"),
        ("zh", "告诉我一声“X”"),
        ("zh", "说“X”"),
    ],
)
def test_a_message_omits_the_words_around_it(language: str, line: str) -> None:
    found = check_text(f"---\nlanguage: {language}\n---\n{line}\n")
    assert found.parsed.program is not None
    statement = found.parsed.program.body[0]
    assert isinstance(statement, ast.Tell)
    quoted = () if line.rstrip("mitangeus ")[-1] in '"”“»' else ("STP209",)
    assert (str(statement.message), tuple(one.code for one in found.diagnostics)) == ("X", quoted)


def test_a_variable_with_a_name_like_answer_gets_the_name_of_the_answer() -> None:
    found = check_text('---\nlanguage: es\n---\nPon {respuesta} en "listo"\n').diagnostics
    assert any(one.code == "STP203" and "{answer}" in one.suggestion for one in found)


@pytest.mark.parametrize(
    ("language", "line", "code"),
    [
        ("en", "After a minute take a photo", "STP137"),
        ("de", "Nach einer Minute mach ein Foto", "STP137"),
        ("es", "Después de un minuto saca una foto", "STP137"),
        ("de", "Lass mich wissen, wie viele es sind", "STP137"),
        ("es", "Déjame saber cuántos hay", "STP137"),
        ("zh", "让我知道有几个", "STP137"),
        ("en", "Wait until 8 in the evening", "STP220"),
        ("de", "Warte, bis es 8 Uhr abends ist", "STP220"),
        ("zh", "等到晚上8点", "STP220"),
    ],
)
def test_a_time_and_a_message_that_no_statement_handles_are_reported(language: str, line: str, code: str) -> None:
    assert code in codes_for(language, line)


@pytest.mark.parametrize(
    ("line", "code", "advice"),
    [
        ("Set {l} to [1]\nCount {l} as {n}", "STP218", "did you mean `Count {l}, record as {n}`?"),
        ("Mix the colours of {n}", "STP218", "end it with `, record as {n}`"),
        ('Tell user "if (a) { print }"', "STP201", "braces that are text are written `\\{`"),
        ('Set {result} to "done"', "STP203", "the program's answer is {answer}"),
        ('Set {respuesta} to "done"', "STP203", "the program's answer is {answer}"),
    ],
)
def test_advice_is_the_line_to_write(line: str, code: str, advice: str) -> None:
    assert [one for _, found, _, one in messages("en", line) if found == code and advice in one]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", 'For each kid in ["Ann", "Bob"]:\n    Tell user {kid}'),
        ("de", 'Für jedes kind in ["Ann", "Bob"]:\n    Sage dem Benutzer {kind}'),
        ("es", 'Para cada chico en ["Ann", "Bob"]:\n    Dile al usuario {chico}'),
    ],
)
def test_a_loop_over_the_items_of_its_own_line_names_its_variable_without_braces(language: str, line: str) -> None:
    found = check_text(f"---\nlanguage: {language}\n---\n{line}\n")
    assert found.diagnostics == ()
    assert found.tiers["semantic"] == ()


def test_a_step_in_an_app_of_its_own_is_no_detail_of_another() -> None:
    found = messages(
        "en", 'In the "Notes" app, do the following:\n    In the "Clock" app, set an alarm\n    a tall lamp'
    )
    assert [(number, code) for number, code, _, _ in found] == [(2, "STP118")]


def test_a_bracket_behind_a_variable_is_code() -> None:
    assert codes_for("en", "Dim {x}(10)") == {"STP137"}


@pytest.mark.parametrize("line", ["If {x} is Tom or Tim, press back", "Si {x} es Juan o Ana, pulsa atrás"])
def test_a_comparison_with_several_unquoted_names_is_reported(line: str) -> None:
    found = check_text(
        f'Set {{x}} to "a"\n{line}\n' if line.startswith("If") else f'Pon {{x}} en "a"\n{line}\n'
    ).diagnostics
    assert any(one.code == "STP138" and "has no quotes" in one.message for one in found)


def test_a_description_after_an_operator_is_no_list_of_names() -> None:
    assert check_text('Set {x} to "a"\nIf {x} is happy or very sad, press back\n').diagnostics == ()
