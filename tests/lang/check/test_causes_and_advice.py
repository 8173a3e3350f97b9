"""The findings of readers whose cause or advice was wrong: days, articles, lists, tasks, lengths, nouns of loops."""

from __future__ import annotations

import pytest

from agentprog.lang.check import check_text
from tests.lang.silence.telling import messages


def _found(language: str, text: str) -> list[tuple[int, str, str]]:
    head = f"---\nlanguage: {language}\ninputs: {{x: text, n: number, rows: list}}\n---\n"
    return [(one.span.line - 4, one.code, one.suggestion) for one in check_text(f"{head}{text}\n").diagnostics]


@pytest.mark.parametrize(
    ("language", "line", "day"),
    [
        ("en", 'If {x} is tomorrow, tell user "a"', "tomorrow"),
        ("en", 'If {x} is not today, tell user "a"', "today"),
        ("es", 'Si {x} es mañana, dile al usuario "a"', "mañana"),
        ("es", 'Si {x} es hoy, dile al usuario "a"', "hoy"),
        ("zh", "如果{x}是明天，告诉用户“a”", "明天"),
        ("zh", "如果{x}是今天，告诉用户“a”", "今天"),
    ],
)
def test_a_day_in_a_condition_is_worked_out_above(language: str, line: str, day: str) -> None:
    assert any(code == "STP138" and f'"the date of {day}"' in hint for _, code, hint in _found(language, line))


@pytest.mark.parametrize(
    ("language", "line", "test"),
    [
        ("en", 'If the {n} is over 20, tell user "a"', "{n} is over 20"),
        ("en", 'If the {x} is "a" and the {n} < 4, tell user "b"', '{x} is "a" and {n} < 4'),
        ("de", 'Wenn der {n} größer als 5 ist, sage dem Benutzer "b"', "{n} größer als 5 ist"),
        ("de", 'Wenn das {x} "a" ist, sage dem Benutzer "a"', '{x} "a" ist'),
        ("es", 'Si el {n} es mayor que 5, dile al usuario "b"', "{n} es mayor que 5"),
        ("es", 'Si la {n} está entre 0 y 10, dile al usuario "b"', "{n} está entre 0 y 10"),
    ],
)
def test_an_article_in_front_of_a_variable_is_named_as_the_cause(language: str, line: str, test: str) -> None:
    assert (1, "STP216", f"did you mean `{test}`?") in _found(language, line)


@pytest.mark.parametrize(
    ("language", "line", "loop", "items"),
    [
        ("en", "Set {y} to biscuits, jam and tea", "For each {t} in {y}:\n    Tell user {t}", "biscuits jam tea"),
        ("de", "Setze {y} auf rot, gelb und blau", "Für jede {t} in {y}:\n    Sage dem Benutzer {t}", "rot gelb blau"),
        ("es", "Pon {y} en pan, leche y queso", "Para cada {t} en {y}:\n    Dile al usuario {t}", "pan leche queso"),
        ("zh", "将{y}设为面包、牛奶、奶酪", "对于{y}中的每个{t}：\n    告诉用户{t}", "面包 牛奶 奶酪"),
    ],
)  # fmt: skip
def test_words_over_which_a_loop_goes_are_a_list(language: str, line: str, loop: str, items: str) -> None:
    listed = ", ".join(f'"{item}"' for item in items.split())
    assert (1, "STP209", f"write [{listed}]") in _found(language, f"{line}\n{loop}")


@pytest.mark.parametrize(
    ("language", "define", "line"),
    [
        ("en", 'Define a task named "Remind" with {c}:\n    Tell user {c}', 'Do "Remind" with "Ida"'),
        ("de", 'Definiere die Aufgabe "Kunde" mit {c}:\n    Sage dem Benutzer {c}', 'Mach "Kunde" mit c = {x}'),
        ("es", 'Define la tarea "Cliente" con {c}:\n    Dile al usuario {c}', 'Haz "Cliente" con {x}'),
        ("zh", "定义任务“客户”，任务输入：{c}：\n    告诉用户{c}", "做“客户”，用{x}"),
    ],
)
def test_a_task_that_a_misread_line_names_is_not_reported_as_uncalled(language: str, define: str, line: str) -> None:
    assert "STP406" in {code for _, code, _ in _found(language, define)}
    codes = {code for _, code, _ in _found(language, f"{define}\n{line}")}
    assert "STP406" not in codes
    assert codes


def test_the_length_of_a_list_in_braces_is_worked_out_above() -> None:
    advice = "write `{n} = number of items in {rows}` above, and {n} here"
    assert (1, "STP201", advice) in _found("en", 'Tell user "{number of items in rows} lines"')
    advice = "write `{n} = Anzahl der Elemente in {rows}` above, and {n} here"
    assert (1, "STP201", advice) in _found("de", 'Sage dem Benutzer "{Anzahl der Elemente in rows} Zeilen"')


def test_a_branch_whose_first_word_is_a_jump_gets_the_jump() -> None:
    found = _found("en", "For each {y} in {rows}:\n    Next if {y} is empty")
    assert any(code == "STP108" and "did you mean `if {y} is empty: Continue`?" in hint for _, code, hint in found)


@pytest.mark.parametrize(
    ("language", "line", "change"),
    [
        ("en", "The counter {c} starts at 100", "Increase {c} by 2"),
        ("de", "Setze den Zähler {c} auf den Anfangswert 100", "Erhöhe {c} um 2"),
        ("es", "El total {c} arranca en 0", "Aumenta {c} en 2"),
        ("zh", "账本{c}先清空", "将{c}加2"),
    ],
)
def test_an_undefined_variable_keeps_no_value(language: str, line: str, change: str) -> None:
    codes = [code for at, code, _ in _found(language, f"{line}\n{change}") if at == 1]
    assert "STP201" in codes
    assert "STP222" not in codes


@pytest.mark.parametrize(
    "line",
    ["Repeat for {k} from 1 to 7:", "Loop {k} from 1 to 7:", "Loop for {k} from 2 to 9:", "For {k} from 1 until 7:"],
)
def test_a_range_needs_no_noun(line: str) -> None:
    assert not messages("en", f"{line}\n    Tell user {{k}}")


@pytest.mark.parametrize(
    ("language", "line", "selects"),
    [
        ("en", "For each contact {name} in {rows}:", False),
        ("en", "For each song {title} in {rows}:", False),
        ("en", "For each name {contact} in {rows}:", False),
        ("en", "For each unread {mail} in {rows}:", True),
        ("en", "For each red car {name} in {rows}:", True),
        ("de", "Für jeden Kontakt {name} in {rows}:", False),
        ("de", "Für jeden Eintrag {titel} in {rows}:", False),
        ("de", "Für jeden neuen {eintrag} in {rows}:", True),
        ("es", "Para cada contacto {nombre} en {rows}:", False),
        ("es", "Para cada canción {título} en {rows}:", False),
        ("es", "Para cada nueva canción {c} en {rows}:", True),
        ("zh", "对于{rows}中的每个联系人{name}：", False),
        ("zh", "对于{rows}中的每首歌曲{标题}：", False),
        ("zh", "对于{rows}中的每个未读邮件{邮件}：", True),
    ],
)
def test_a_noun_in_front_of_the_name_of_a_part_selects_nothing(language: str, line: str, selects: bool) -> None:
    name = line.rpartition("{")[2].partition("}")[0] if language == "zh" else line.partition("{")[2].partition("}")[0]
    tells = {"en": "Tell user", "de": "Sage dem Benutzer", "es": "Dile al usuario", "zh": "告诉用户"}[language]
    codes = [code for _, code, _ in _found(language, f"{line}\n    {tells} {{{name}}}")]
    assert ("STP216" in codes) == selects
