"""The advice of a diagnostic names the intended line."""

from __future__ import annotations

import pytest

from agentprog.lang.check import check_text
from tests.lang.silence.telling import codes_for, messages


@pytest.mark.parametrize(
    ("language", "line", "named", "advice"),
    [
        (
            "en",
            'In "Calendar" cancel my shift',
            "Calendar",
            'begin with `In the "Calendar" app, ` if Calendar is the app',
        ),
        ("en", "buy milk", "", 'begin with `In the "..." app, `'),
        ("de", "Lies die Liste in „Tasks“", "Tasks", 'begin with `In der App "Tasks", ` if Tasks is the app'),
        (
            "es",
            'En "Mensajes" envía "a" a Ana',
            "Mensajes",
            'begin with `En la app "Mensajes", ` if Mensajes is the app',
        ),
        ("es", "compra leche", "", 'begin with `En la app "...", `'),
        ("zh", "在日历里取消", "日历", 'begin with `在"日历"应用中，` if 日历 is the app'),
    ],
)
def test_the_finding_on_a_step_outside_any_app_is_true_and_in_its_language(
    language: str, line: str, named: str, advice: str
) -> None:
    which = f'no line says that "{named}" is an app' if named else "no app is named for it"
    message = f"a model does this step on the phone, but {which}"
    assert (1, "STP501", message, advice) in messages(language, line)


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("For each {row} in {rows} where {row.amount} > 3:\n    Tell user {row}", "only inside the loop"),
        ("Wait 3 seconds and repeat step 4", "Repeat"),
        ('While you sleep, wait 5 secs and text Ann "hi"', "While"),
        ("Set {y} to Dora, Elin and Fay\nTell user {y}", 'write ["Dora", "Elin", "Fay"]'),
        ('Wait 3 seconds and text Ann "hi"', "on its own line"),
    ],
)
def test_the_advice_names_the_cause(text: str, advice: str) -> None:
    head = "---\nlanguage: en\ninputs:\n  rows: list\n---\n"
    found = check_text(f"{head}{text}\n").diagnostics
    assert any(advice in one.suggestion for one in found if one.code != "STP501")


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", 'The file "a.txt" is to be moved to Documents'),
        ("en", "Bluetooth should be switched off afterwards"),
        ("de", "Die Datei soll in den Ordner verschoben werden"),
        ("es", "El archivo debe ser enviado a Ana"),
    ],
)
def test_a_passive_sentence_about_a_thing_is_an_order(language: str, line: str) -> None:
    assert codes_for(language, line) == set()


@pytest.mark.parametrize(
    ("language", "line", "advice"),
    [
        ("de", "Wische nach unten bis „Woche 12“", "Scrolle nach <direction> bis"),
        ("es", "Desliza hacia abajo hasta «Semana 12»", "Desplázate hacia <direction> hasta"),
        ("zh", "向下滑动直到“第12周”出现", "滚动：<direction>到"),
    ],
)
def test_a_swipe_up_to_a_text_gets_the_form_for_scrolling(language: str, line: str, advice: str) -> None:
    found = check_text(f"---\nlanguage: {language}\n---\n{line}\n").diagnostics
    assert [one for one in found if one.code == "STP137" and advice in one.suggestion]


def test_an_app_that_a_step_names_in_its_own_words_is_used() -> None:
    text = '---\nlanguage: de\napps: [Ausgaben]\n---\nLies in der App "Ausgaben" alle Beträge\n'
    assert "STP503" not in {finding.code for finding in check_text(text).diagnostics}


@pytest.mark.parametrize(
    ("language", "line", "advice"),
    [
        ("en", "In Markor create a note", 'begin with `In the "Markor" app, ` if Markor is the app'),
        ("en", "create a note in Simple Calendar", 'In the "Simple Calendar" app, ` if'),
        ("es", "crea una nota en Markor", 'En la app "Markor", ` if'),
        ("de", "Schreib eine Notiz in Markor", 'begin with `In der App "...", `'),
        ("en", "buy milk in the shop", 'begin with `In the "..." app, `'),
        ("en", "买牛奶", 'begin with `在"..."应用中，`'),
        ("en", 'send "买牛奶" to Ann', 'begin with `In the "..." app, `'),
    ],
)
def test_the_advice_names_an_app_without_quotes_in_the_language_of_the_line(
    language: str, line: str, advice: str
) -> None:
    assert advice in next(message[3] for message in messages(language, line) if message[1] == "STP501")


@pytest.mark.parametrize(
    ("language", "text", "code", "advice"),
    [
        ("en", "ask me whats up and call it {y}", "STP209", '`ask me "whats up" and call it {y}`'),
        ("de", "frag mich wie ich heiße und nenne es {y}", "STP209", '`frag mich "wie ich heiße" und nenne es {y}`'),
        ("en", 'For each {k} in ["a"]:\n    skip if {k} is bad today', "STP137", "`Continue` below"),
        ("en", 'For each {k} in ["a"]:\n    stop when {k} is bad today', "STP137", "`Break the loop` below"),
    ],
)
def test_the_advice_gives_the_intended_line(language: str, text: str, code: str, advice: str) -> None:
    assert advice in next(message[3] for message in messages(language, text) if message[1] == code)


@pytest.mark.parametrize("line", ["That would be it, many thanks", "WEND", "One more to the pile", "if (x) {"])
def test_a_line_that_is_hardly_a_step_is_not_advised_to_name_an_app(line: str) -> None:
    codes = [code for _, code, _, _ in messages("en", line)]
    assert codes
    assert "STP501" not in codes
