"""Words without quotes that an exact line takes as they stand get a finding, which writes them in quotes."""

from __future__ import annotations

import re

import pytest

from agentprog.lang.check import check_text
from tests.lang.silence.telling import messages

TAKEN = [
    ("en", "Tell me about the weather", "about the weather"),
    ("en", "Tell user {n} apples", "{n} apples"),
    ("en", "Say hello to me", "hello"),
    ("en", "Ask user which city, record as {city}", "which city"),
    ("en", "Stop the program: no landmark", "no landmark"),
    ("en", "Stop the program because it is late", "it is late"),
    ("en", "Set {a} to friday evening", "friday evening"),
    ("en", "Create an object {o} with name as Laptop and price as 1200", "Laptop"),
    ("en", "Add a row to {t} with item as bread and price as 4", "bread"),
    ("en", 'Call "Greet" with {name} = good morning', "good morning"),
    ("en", 'Use tool "weather" with city = Lisbon, record as {a}', "Lisbon"),
    ("en", "Define a task named \"Hail\" with {who} = Bob:\n    Tell user {who}", "Bob"),
    ("en", "Switch {n}:\n    Case coffee:\n        Press back", "coffee"),
    ("en", "Create an empty table {s} with columns item, price", "item"),
    ("de", "Sag mir dass es spät wird", "es spät wird"),
    ("de", "Beende das Programm: genug", "genug"),
    ("de", "Erstelle eine leere Tabelle {s} mit den Spalten Name, Preis", "Name"),
    ("es", "Avísame de cuántos {n} llevo", "de cuántos {n} llevo"),
    ("es", "Termina el programa: basta", "basta"),
    ("zh", "告诉用户{n}个朋友来了", "{n}个朋友来了"),
    ("zh", "结束程序：没有了", "没有了"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "line", "words"), TAKEN)
def test_words_that_are_taken_as_they_stand_get_a_finding_that_quotes_them(
    language: str, line: str, words: str
) -> None:
    found = check_text(f"---\nlanguage: {language}\n---\n{line}\n").diagnostics
    told = [one for one in found if one.code == "STP209"]
    assert [one.message for one in told if repr(words) in one.message], found
    assert f'"{words}"' in told[0].suggestion or words in told[0].suggestion


@pytest.mark.parametrize(("language", "line", "words"), TAKEN)
def test_the_same_line_with_quotes_gets_no_finding(language: str, line: str, words: str) -> None:
    quoted = re.sub(rf"{re.escape(words)}(, price|, Preis)?", lambda at: ", ".join(
        f'"{part.strip()}"' for part in at.group().split(",")), line)  # fmt: skip
    codes = {found[1] for found in messages(language, quoted)}
    assert not codes & {"STP209", "STP121"}, quoted


@pytest.mark.parametrize(
    "line", ["Tell user {n}", 'Ask "Which?", record as {a}', "Stop", "Set {a} to 3", 'Tell user "a" + "b"']
)
def test_a_variable_and_a_calculation_need_no_quotes(line: str) -> None:
    assert "STP209" not in {found[1] for found in messages("en", line)}


def test_the_advice_of_another_finding_quotes_the_words_that_it_would_show() -> None:
    (found,) = (one for one in messages("en", "Ask which street, as {street}\nTell user {street}") if one[0] == 1)
    assert found[3] == 'did you mean `Ask "which street", record as {street}`?'


@pytest.mark.parametrize(
    ("language", "line", "words"),
    [
        ("en", "For each unpaid order {o} in {rows}:", "unpaid"),
        ("en", "For each late order in {rows}:", "late"),
        ("en", "For each not {row} in {rows}:", "not"),
        ("de", "Für jede offene Rechnung {rechnung} in {rows}:", "offene"),
        ("es", "Para cada otro {pedido} en {rows}:", "otro"),
        ("zh", "对于{rows}中的每个未付款的订单{o}：", "未付款"),
        ("en", "For each remaining {o} in {rows}:", "remaining"),
        ("en", "For each unpaid {order} in {rows}:", "unpaid"),
        ("de", "Für jeden neuen Kontakt {a} in {rows}:", "neuen"),
        ("es", "Para cada contacto nuevo {p} en {rows}:", "nuevo"),
        ("es", "Para cada contacto ausente {p} en {rows}:", "ausente"),
        ("zh", "对于{rows}中的每个新{x}：", "新"),
    ],
)
def test_a_noun_that_would_select_items_of_a_list_gets_a_finding(language: str, line: str, words: str) -> None:
    head = f"---\nlanguage: {language}\ninputs: {{rows: list}}\n---\n"
    found = [one for one in check_text(f"{head}{line}\n    {{x}} = 1\n").diagnostics if one.code == "STP216"]
    assert len(found) == 1
    assert words in found[0].message
    assert "all of {rows}" in found[0].message


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "For each contact {a} in {rows}:"),
        ("en", "For every dessert {x} in {rows}:"),
        ("de", "Für jede Person {a} in {rows}:"),
        ("es", "Para cada persona {x} en {rows}:"),
        ("zh", "对于{rows}中的每个联系人{x}："),
    ],
)
def test_a_noun_of_another_name_selects_nothing(language: str, line: str) -> None:
    head = f"---\nlanguage: {language}\ninputs: {{rows: list}}\n---\n"
    found = [one for one in check_text(f"{head}{line}\n    {{x}} = 1\n").diagnostics if one.code == "STP216"]
    assert found == []


@pytest.mark.parametrize(
    "line", ["For each row {r} in {rows}:", "For each of the entries in {rows}:", "For each dish {d} in {rows}:"]
)
def test_the_noun_of_the_items_gets_none(line: str) -> None:
    assert "STP216" not in {found[1] for found in messages("en", f"Set {{rows}} to []\n{line}\n    Press back")}


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", 'Ask user "Which?" and never save the answer as {x}'),
        ("de", 'Frag mich "Welche?" und merke es gestern als {x}'),
        ("es", 'Pregúntame "¿Qué?" y guárdalo casi como {x}'),
        ("zh", "问我“今晚去哪里？”，不记为{x}"),
    ],
)
def test_a_word_between_a_question_and_its_variable_is_not_lost(language: str, line: str) -> None:
    assert {code for _, code, _, _ in messages(language, line)} - {"STP201", "STP203"}


def test_a_step_on_the_line_of_on_error_is_the_first_of_its_block() -> None:
    program = check_text("Try:\n    Press back\nOn error: press home\n    Press back\n").parsed.program
    assert program is not None
    handler = getattr(program.body[0], "handler", None)
    assert handler is not None
    assert [line.key for line in handler.body] == ["home", "back"]
