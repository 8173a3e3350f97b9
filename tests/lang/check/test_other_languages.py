"""Findings on German, Spanish and Chinese lines: their causes, and the lines that they advise."""

from __future__ import annotations

import pytest

from agentprog.lang.check import check_text
from tests.lang.silence.telling import messages


@pytest.mark.parametrize(
    ("language", "line", "code", "advice"),
    [
        (
            "es",
            'Cuando aparezca "Listo", pulsa "OK"',
            "STP121",
            '`Espera hasta que aparezca "Listo"`? Its steps follow',
        ),
        ("es", 'Cuando aparezca "Listo":\n    Pulsa "OK"', "STP121", '`Espera hasta que aparezca "Listo"`'),
        ("es", 'En cuanto aparezca "Listo", pulsa "OK"', "STP129", '`Espera hasta que aparezca "Listo"`'),
        ("es", 'Hasta que aparezca "Listo", pulsa "OK"', "STP129", '`Repite hasta que aparezca "Listo":`'),
        ("de", 'Bis "Fertig" erscheint, tippe auf "OK"', "STP129", '`Wiederhole bis "Fertig" erscheint:`'),
        (
            "es",
            'Siempre que salga "Listo", pulsa "OK"',
            "STP137",
            "`Repite <times> veces:`, and in it `Si",
        ),
        ("de", 'Immer wenn "Neu" erscheint, tippe auf "OK"', "STP137", "`Wiederhole <times> mal:`, and in it"),
        ("zh", "每当“完成”出现，点击“好”", "STP137", "`重复<times>次：`, and in it `如果<condition>：`"),
        ("zh", "当“完成”出现时，点击“好”", "STP137", "`如果<condition>：` or `当<condition>时：`"),
        (
            "de",
            "Wenn es schon nach 20 Uhr ist, drücke home",
            "STP138",
            '`Setze {day} auf rechne "the weekday',
        ),
    ],
)
def test_the_advice_is_the_block_that_the_line_means(language: str, line: str, code: str, advice: str) -> None:
    found = [hint for at, one, _, hint in messages(language, line) if (at, one) == (1, code)]
    assert any(advice in hint for hint in found), messages(language, line)


@pytest.mark.parametrize(
    ("language", "line", "empty"),
    [
        ("en", "Note {line} in {log}", "`Set {log} to []`"),
        ("de", "Notiere {line} in {log}", "`Setze {log} auf []`"),
        ("es", "Anota {line} en {log}", "`Pon {log} en []`"),
    ],
)
def test_a_line_that_collects_in_a_loop_needs_an_empty_list(language: str, line: str, empty: str) -> None:
    loop = {"en": "Repeat 3 times:", "de": "Wiederhole 3 mal:", "es": "Repite 3 veces:"}[language]
    text = f"{loop}\n    {line}"
    found = check_text(f"---\nlanguage: {language}\ninputs: {{line: text}}\n---\n{text}\n").diagnostics
    assert any(f"{empty} above, and this line adds to the list" in one.suggestion for one in found)


@pytest.mark.parametrize(
    ("language", "line"), [("en", "Clear {l}"), ("de", "Leere {l}"), ("es", "Vacía {l}"), ("zh", "清空{l}")]
)
def test_emptying_an_input_that_is_a_list_empties_only_a_field(language: str, line: str) -> None:
    text = f"---\nlanguage: {language}\ninputs: {{l: list}}\n---\n{line}\n"
    assert [(one.code, "[]" in one.suggestion) for one in check_text(text).diagnostics] == [("STP222", True)]


@pytest.mark.parametrize(
    ("language", "above", "line", "name"),
    [
        ("zh", "打开“Excel”应用", "用“Gmail”把邮件寄给“王”", "Gmail"),
        ("de", 'Öffne die App "Uhr"', 'Über "Signal" sende "Hallo" an "Ada"', "Signal"),
        ("en", 'Open the "Clock" app', 'Via "Signal" send "hi" to "Ada"', "Signal"),
        ("zh", "打开“Excel”应用", "用“红色”把标题标出来", ""),
        ("zh", "打开“Excel”应用", "用“abc”登录", ""),
    ],
)
def test_a_step_that_sends_by_another_app_says_where_it_stays(language: str, above: str, line: str, name: str) -> None:
    found = [message for at, code, message, _ in messages(language, f"{above}\n{line}") if (at, code) == (2, "STP501")]
    assert [f'name "{name}"' in message for message in found] == ([True] if name else [])


@pytest.mark.parametrize(
    ("language", "line", "advice"),
    [
        ("en", "Return whether {n} is over 3", "`{answer} = {n} is over 3`"),
        ("es", "Devuelve si {n} es menor que 3", "`{answer} = {n} es menor que 3`"),
        ("zh", "返回{n}是否大于3", "`将{answer}设为{n} > 3`"),
    ],
)
def test_a_condition_given_back_outside_a_task_is_the_answer(language: str, line: str, advice: str) -> None:
    text = f"---\nlanguage: {language}\ninputs: {{n: number}}\n---\n{line}\n"
    (found,) = [one for one in check_text(text).diagnostics if one.code == "STP304"]
    assert advice in found.suggestion


def test_a_text_message_is_no_message_to_the_user() -> None:
    assert all("告诉用户" not in hint for *_, hint in messages("zh", '给"王师傅"发条短信，说"要钱"'))


def test_a_task_that_gives_back_a_word_gets_the_line_that_returns_it() -> None:
    text = "定义任务“x”：\n    返回成功\n执行“x”，记录为{y}\n告诉用户{y}"
    (hint,) = [hint for at, code, _, hint in messages("zh", text) if (at, code) == (2, "STP501")]
    assert '返回结果："..."' in hint
