"""Additions to an exact line, and the advice about them: a remark, a limit, a question, another verb."""

from __future__ import annotations

import pytest

from agentprog.lang.check import check_text
from agentprog.lang.diagnostics import Diagnostic
from agentprog.lang.parser import parse
from agentprog.lang.writing.unparse import unparse


def _finding(language: str, text: str, code: str) -> Diagnostic:
    header = "" if language == "en" else f"---\nlanguage: {language}\n---\n"
    found = check_text(f"{header}{text}\n").diagnostics
    return next(one for one in found if one.code == code)


@pytest.mark.parametrize(
    "text",
    [
        'Set {l} to ["a"]\nFor each {c} in {l}: // all of them\n    Tell user {c}',
        'Tap "A" -- the blue one',
        'Tap "A" /* the blue one */',
        "Press home // at last",
    ],
)
def test_a_comment_with_another_languages_sign_is_reported_and_cut_off(text: str) -> None:
    assert _finding("en", text, "STP128").suggestion == "write `#` before a comment"
    mended = text.partition(" //")[0].partition(" --")[0].partition(" /*")[0]
    rest = "\n    Tell user {c}" if "Tell user" in text else ""
    assert parse(text).program == parse(mended + rest).program


@pytest.mark.parametrize("text", ["Set an alarm -- at 7", 'Tap "a // b"', "Open https://example.org/a//b"])
def test_signs_that_are_no_remark_are_left_alone(text: str) -> None:
    assert "STP128" not in [finding.code for finding in check_text(text + "\n").diagnostics]


@pytest.mark.parametrize(
    ("language", "text", "meant"),
    [
        ("en", "Wait 5 seconds (so it loads)", "Wait 5 seconds  # so it loads"),
        ("en", 'Get the list, record as {x} (the "Rest")\nTell user {x}', 'Get the list, record as {x}  # the "Rest"'),
        ("en", 'Wait until "A" is visible (max 20 seconds)', 'Wait until "A" appears, at most 20 seconds'),
        ("en", 'Wait for "A" to appear, but at most a minute', 'Wait until "A" appears, at most 60 seconds'),
        ("de", 'Warte, bis "A" erscheint (max. 2 Minuten)', 'Warte, bis "A" erscheint, höchstens 120 Sekunden'),
        (
            "es",
            'Espera hasta que aparezca "A" (máx. 5 segundos)',
            'Espera hasta que "A" aparece, como máximo 5 segundos',
        ),
        ("zh", '等到"A"出现（最多30秒）', '等待直到"A"出现，最多30秒'),
        ("en", 'When "A" is there, tap "A"', 'If "A" is there, tap "A"'),
        ("en", 'If "A" appears, tap "A"\nOtherwise press home (or not)', "press home  # or not"),
        ("de", 'Tippen Sie auf "A"', 'Tippe auf "A"'),
        ("de", 'Öffnen Sie bitte die App "A"', 'Öffne die App "A"'),
        ("de", "Wiederholen Sie 3 mal:\n    Drücke zurück", "Wiederhole 3 mal:"),
    ],
)
def test_an_addition_to_an_exact_line_is_reported_with_the_line_to_write(language: str, text: str, meant: str) -> None:
    assert _finding(language, text, "STP121").suggestion.startswith(f"did you mean `{meant}`?")


@pytest.mark.parametrize("text", ["Senden Sie die Nachricht", "Warten Sie auf Hana"])
def test_a_polite_step_in_plain_words_stays_a_step(text: str) -> None:
    found = check_text(f"---\nlanguage: de\n---\n{text}\n").diagnostics
    assert [one.code for one in found] == ["STP501"]


@pytest.mark.parametrize(
    ("language", "text", "verify"),
    [
        ("en", 'Check whether "A" appears', 'Verify that "A" appears'),
        ("en", 'Verify whether "A" appears', 'Verify that "A" appears'),
        ("de", 'Überprüfe, ob "A" erscheint', 'Prüfe, dass "A" erscheint'),
        ("de", 'Prüfe ob "A" erscheint', 'Prüfe, dass "A" erscheint'),
        ("zh", '确认"A"是否出现', '验证："A"出现'),
        ("es", 'Comprueba si "A" aparece', 'Verifica que "A" aparece'),
        ("zh", '检查"A"是否出现', '验证："A"出现'),
    ],
)
def test_a_question_without_a_use_is_reported(language: str, text: str, verify: str) -> None:
    assert f"write `{verify}` if it must hold" in _finding(language, text, "STP135").suggestion


@pytest.mark.parametrize(
    "head",
    ["If {x} is bigger as 0:", "While [ {x} -gt 0 ]:", 'If {x} sounds like "a":', "Repeat until {x} got to 5:"],
)
def test_a_doubtful_condition_with_a_variable_and_a_value_is_reported(head: str) -> None:
    assert _finding("en", f"Set {{x}} to 3\n{head}\n    Increase {{x}} by 1", "STP216").span.line == 2


def test_a_misspelt_condition_is_reported_with_the_right_word() -> None:
    assert _finding("en", 'If "A" apears:\n    Press back', "STP216").suggestion == 'did you mean `"A" appears`?'


def test_a_condition_that_only_names_a_variable_is_a_models_without_a_word() -> None:
    found = check_text("Set {x} to 3\nIf {x} looks like a year:\n    Press back\n").diagnostics
    assert [one.code for one in found] == []


@pytest.mark.parametrize(
    ("value", "advice"),
    [
        ("$1,200.50", "a number is written 1200.50"),
        ("0,5", "a number is written 0.5"),
        ("1,200,300", "a number is written 1200300"),
        ("15%", "15% is 0.15"),
        ("[1,5; 2]", "a list is written [1.5, 2]"),
        ("double(4)", 'call "double" with'),
        ("1 through 12", "did you mean `the numbers from 1 through 12`?"),
        ('In the "A" app, get all lines', 'write `In the "A" app, get all lines, record as {name}`'),
        ("New York", 'write "New York"'),
    ],
)
def test_a_value_without_quotes_gets_the_advice_for_its_apparent_type(value: str, advice: str) -> None:
    assert advice in _finding("en", f"Set {{x}} to {value}\nTell user {{x}}", "STP209").suggestion


def test_a_return_at_the_top_gets_the_form_of_a_programs_answer() -> None:
    assert "`{answer} = {x}`" in _finding("en", "Set {x} to 3\nReturn {x}", "STP304").suggestion


def test_a_variable_that_no_line_sets_is_reported() -> None:
    assert _finding("en", "Write {boss} a letter", "STP201").suggestion.startswith("nothing sets it")


@pytest.mark.parametrize(
    ("language", "text", "advice"),
    [
        ("en", 'Open "Contacts"', 'to open an app write `Open the "Contacts" app`'),
        ("en", "Open Google Maps", 'to open an app write `Open the "Google Maps" app`'),
        ("de", "Öffne Kontakte", 'to open an app write `Öffne die App "Kontakte"`'),
        ("zh", "打开设置", 'to open an app write `打开"设置"应用`'),
        ("en", "Open the first message", 'begin with `In the "..." app, `'),
    ],
)
def test_opening_a_name_outside_any_app_gets_the_form_for_opening_an_app(language: str, text: str, advice: str) -> None:
    assert _finding(language, text, "STP501").suggestion == advice


@pytest.mark.parametrize(
    ("language", "text", "canonical"),
    [
        ("en", 'Show Notification "x"', 'Tell user "x"'),
        ("de", 'Mitteilung anzeigen: "x"', 'Sage dem Benutzer "x"'),
        ("es", 'Mostrar notificación "x"', 'Dile al usuario "x"'),
        ("zh", '显示通知"x"', '告诉用户"x"'),
    ],
)
def test_a_notification_with_a_text_is_a_message_to_the_user(language: str, text: str, canonical: str) -> None:
    header = f"---\nlanguage: {language}\n---\n"
    assert parse(f"{header}{text}\n").program == parse(f"{header}{canonical}\n").program


@pytest.mark.parametrize("text", ["1、打开“备忘录”应用", "（1）打开“备忘录”应用", "第1步：打开“备忘录”应用"])
def test_a_number_in_front_of_a_line_is_reported_in_every_script(text: str) -> None:
    assert "STP126" in [finding.code for finding in check_text(text + "\n").diagnostics]


@pytest.mark.parametrize(
    "text",
    [
        'If "a" is --false:\n    Press back',
        'If judge "a // b":\n    Press back',
        'Set {x} to judge "the price /* of */ it"\nTell user {x}',
        'do: "Press home // x"',
        'do: "Wait 5 seconds (so)"',
    ],
)
def test_comment_signs_inside_of_a_program_survive_writing(text: str) -> None:
    program = parse(text + "\n").program
    assert program is not None
    again = parse(unparse(program))
    assert again.program == program
    assert again.diagnostics == ()
