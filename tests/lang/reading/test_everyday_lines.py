"""Lines in everyday words: their exact reading, or a finding with the line that says the same."""

from __future__ import annotations

import pytest

from agentprog.lang.check import CheckReport, check_text
from agentprog.lang.parser import parse
from agentprog.lang.writing.unparse import unparse

_HEAD = "---\nlanguage: {}\ninputs:\n  n: number\n  m: number\n  l: list\n---\n"
_FIRST = 8
"""The line behind the header."""


def _check(language: str, text: str) -> CheckReport:
    return check_text(_HEAD.format(language) + text + "\n")


def _found(language: str, text: str) -> list[tuple[str, str]]:
    ignored = ("STP203", "STP206", "STP501")
    found = _check(language, text).diagnostics
    return [(one.code, one.suggestion) for one in found if one.code not in ignored]


@pytest.mark.parametrize(
    ("language", "line", "read"),
    [
        ("en", 'Put {n} into the file "cheques.txt"', 'Save {n} to "cheques.txt"'),
        ("en", 'Keep {l} in a file called "l.txt"', 'Save {l} to "l.txt"'),
        ("en", "If {n} fell below 2, stop the program", "If {n} < 2: Stop the program"),
        ("en", "If {n} went over 2, stop the program", "If {n} > 2: Stop the program"),
        ("de", 'Schreibe {n} in die Datei "a.txt"', 'Speichere {n} in "a.txt"'),
        ("es", 'Escribe {n} en el archivo "a.txt"', 'Guarda {n} en "a.txt"'),
        ("zh", "把{n}写到文件“a.txt”里", '将{n}保存到文件"a.txt"'),
        ("zh", "如果{n}跌破5，结束程序", "如果{n} < 5： 结束程序"),
    ],
)
def test_a_line_in_everyday_words_is_exact(language: str, line: str, read: str) -> None:
    report = _check(language, line)
    assert [reading.text for reading in report.readings] == [read]
    assert report.tiers["semantic"] == ()


@pytest.mark.parametrize(
    ("language", "table", "line", "read"),
    [
        ("en", 'columns "a", "b"', 'Add a row to {t} with "x", 5', 'Add ["x", 5] to {t}'),
        ("en", 'columns "a", "b"', 'Append a new row to {t}: "x", 5', 'Add ["x", 5] to {t}'),
        (
            "de",
            'den Spalten "a", "b"',
            'Füge der Tabelle {t} eine Zeile mit "x", 5 hinzu',
            'Füge ["x", 5] zu {t} hinzu',
        ),
        ("es", 'las columnas "a", "b"', 'Añade una fila a {t} con "x", 5', 'Añade ["x", 5] a {t}'),
        ("zh", "列为“a”、“b”", "往{t}里加一行：“x”、5", '将["x", 5]添加到{t}'),
    ],
)
def test_a_row_goes_to_a_table(language: str, table: str, line: str, read: str) -> None:
    made = {
        "en": "Create an empty table {t} with ",
        "de": "Erstelle eine leere Tabelle {t} mit ",
        "es": "Crea una tabla vacía {t} con ",
        "zh": "创建一个空表格{t}，",
    }[language]
    assert _check(language, f"{made}{table}\n{line}").readings[-1].text == read


def test_a_row_for_a_list_is_not_divided_into_its_items() -> None:
    assert _check("en", 'Add a row to {l} with "x", 5').tiers["semantic"] == (_FIRST,)


@pytest.mark.parametrize(
    ("language", "line", "advice"),
    [
        ("en", "Add {n} and {m} together and call it {c}", "`Set {c} to {n} + {m}`"),
        ("en", "Multiply {n} by {m} and call the product {c}", "`Set {c} to {n} * {m}`"),
        ("en", "Count of {l} should be 0", "`Verify that the number of items in {l} is 0`"),
        ("en", '{l} should include "a"', '`Verify that {l} contains "a"`'),
        ("en", 'Wait 5 minutes or until "Done" appears', '`Wait until "Done" appears, at most 5 minutes`'),
        ("de", "Addiere {n} und {m} und nenne es {c}", "`Setze {c} auf {n} + {m}`"),
        ("de", 'Warte 5 Minuten oder bis "Da" erscheint', '`Warte bis "Da" erscheint, höchstens 5 Minuten`'),
        ("de", "Das Programm endet hier", "`Beende das Programm`"),
        ("es", "Suma {n} y {m} y llama a la suma {c}", "`Pon {c} en {n} + {m}`"),
        ("es", "La cantidad de {l} debería ser 0", "`Comprueba que la cantidad de {l} es 0`"),
        ("zh", "把{n}和{m}加起来，叫做{c}", "`将{c}设为{n} + {m}`"),
        ("zh", "等5分钟或直到“好”出现", "`等待直到“好”出现，最多5分钟`"),
        ("zh", "{l}的数量应该是0", "`验证项数：{l}等于0`"),
    ],
)
def test_the_line_that_says_the_same_is_suggested(language: str, line: str, advice: str) -> None:
    (finding,) = _found(language, line)
    assert finding[0] == "STP121"
    assert advice in finding[1]


@pytest.mark.parametrize(
    ("language", "line", "advice"),
    [
        ("en", "Wait 10 minutes or until a reply comes", "`Wait until a reply comes, at most 600 seconds`"),
        ("en", "Wait for 2 hours or till he answers", "`Wait until he answers, at most 7200 seconds`"),
        ("de", "Warte 10 Minuten oder bis er antwortet", "`Warte, bis er antwortet, höchstens 600 Sekunden`"),
        ("es", "Espera 10 minutos o hasta que llegue", "`Espera hasta que llegue, como máximo 600 segundos`"),
        ("zh", "等10分钟或者直到有人回复", "`等待直到有人回复，最多600秒`"),
    ],
)
def test_a_time_beside_the_words_of_a_wait_is_its_limit(language: str, line: str, advice: str) -> None:
    (finding,) = _found(language, line)
    assert finding[0] == "STP137"
    assert advice in finding[1]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Otherwise leave him be"),
        ("en", "Otherwise, leave it as it is"),
        ("de", "Sonst lass ihn in Ruhe"),
        ("es", "Si no, déjalo en paz"),
        ("zh", "否则，不管它"),
    ],
)
def test_a_branch_that_leaves_things_alone_orders_nothing(language: str, line: str) -> None:
    test = {"en": "If {n} > 3, {}", "de": "Wenn {n} > 3, {}", "es": "Si {n} > 3, {}", "zh": "如果{n}大于3，{}"}[
        language
    ]
    told = {"en": 'tell user "a"', "de": 'sage dem Benutzer "a"', "es": 'dile al usuario "a"', "zh": "告诉用户“a”"}[
        language
    ]
    found = _found(language, f"{test.replace('{}', told)}\n{line}")
    ((code, advice),) = found
    assert code == "STP137"
    assert "Break the loop" not in advice


@pytest.mark.parametrize("head", ["except FileNotFoundError:", "except ValueError as e:"])
def test_a_handler_of_another_language_gets_the_words_of_on_error(head: str) -> None:
    found = _found("en", f'Try:\n    Tap "A"\n{head}\n    Tell user "x"')
    assert [(code, advice.startswith("did you mean `On error:`?")) for code, advice in found] == [("STP121", True)]


@pytest.mark.parametrize(
    ("language", "line", "advice"),
    [
        ("en", 'Twice: tap "Print"', '`Repeat 2 times: tap "Print"`'),
        ("en", 'Three times: tap "Print"', '`Repeat 3 times: tap "Print"`'),
        ("de", 'Dreimal: tippe auf "Los"', '`Wiederhole 3 mal: tippe auf "Los"`'),
        ("es", 'Dos veces: toca "Ya"', '`Repite 2 veces: toca "Ya"`'),
    ],
)
def test_the_number_in_front_of_a_step_is_the_count_of_a_loop(language: str, line: str, advice: str) -> None:
    head, step = advice.strip("`").split(": ")
    program = parse(f"---\nlanguage: {language}\n---\n{line}").program
    assert program is not None
    written = unparse(program).splitlines()
    assert [one.strip().casefold() for one in written[-2:]] == [f"{head}:".casefold(), step.casefold()]


@pytest.mark.parametrize(
    ("value", "number"),
    [("one hundred and twenty dollars", 120), ("twenty minutes", 20), ("forty-five percent", 45), ("five people", 5)],
)
def test_a_number_in_words_with_a_unit_is_written_in_figures(value: str, number: int) -> None:
    (finding,) = _found("en", f"Set {{x}} to {value}")
    assert finding == ("STP209", f'write {number} to calculate with it, or "{value}" as a text')


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Repeat monthly"),
        ("en", "Repeat every day"),
        ("de", "Wiederhole jeden Tag"),
        ("es", "Repite mensualmente"),
        ("zh", "重复每天"),
    ],
)
def test_nothing_repeats_the_program_at_certain_times(language: str, line: str) -> None:
    assert _found(language, line) == [("STP136", "leave it out, and start the program at these times")]


@pytest.mark.parametrize(
    ("step", "time"),
    [
        ("mail the report in an hour", "in an hour"),
        ("mail the report at month end", "at month end"),
        ("mail the report at the end of the month", "at the end of the month"),
        ("mail the report weekly", "weekly"),
        ("open the daily report", ""),
    ],
)
def test_a_time_that_no_line_waits_for_is_listed(step: str, time: str) -> None:
    questions = _check("en", f'In the "Gmail" app, {step}').questions
    assert [one.text for one in questions if one.asks == "when"] == ([time] if time else [])


def test_forever_and_alternatives_of_a_case_are_read() -> None:
    report = _check(
        "en", 'Forever:\n    Switch {n}:\n        Case 1 or 2: break\n        Case "a" or "b" or "c": break'
    )
    assert [one.text for one in report.readings] == [
        "Repeat forever:",
        "Case 1, 2: Break the loop",
        'Case "a", "b", "c": Break the loop',
    ]


@pytest.mark.parametrize("test", ["!{n}", "{n} > 3 and !{m}", "!({n} > 3)"])
def test_the_sign_for_not_is_code(test: str) -> None:
    found = _found("en", f'If {test}, tell user "a"')
    assert [(code, advice) for code, advice in found if "`not`" in advice and code == "STP215"]


def test_a_message_behind_its_receiver_is_a_clear_step() -> None:
    assert _found("en", 'In the "Messages" app, text "Marco" "come in early"') == []
    assert [code for code, _ in _found("en", 'In the "Files" app, open "a" "b"')] == ["STP137"]
