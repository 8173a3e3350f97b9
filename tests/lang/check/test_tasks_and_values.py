"""Steps of a task that no app can do, messages with a recipient in quotes, and lists without quotes."""

from __future__ import annotations

import pytest

from tests.lang.silence.telling import messages

_TASKS = {
    "en": 'Define a task "x" with inputs {t}:\n    ',
    "de": 'Definiere die Aufgabe "x" mit {t}:\n    ',
    "es": 'Define la tarea "x" con {t}:\n    ',
    "zh": "定义任务“x”，任务输入：{t}：\n    ",
}


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Return whether the light is on"),
        ("de", "Gib {t} auf zwei Nachkommastellen gerundet aus"),
        ("es", "Devuelve la raíz de {t}"),
        ("es", "Cuenta las filas de {t}"),
        ("zh", "返回灯是否亮着"),
        ("zh", "把{t}的金额加起来"),
        ("zh", "按{t}的金额由大到小排序"),
    ],
)
def test_a_step_of_a_task_that_works_on_values_is_reported(language: str, line: str) -> None:
    found = [code for at, code, _, _ in messages(language, _TASKS[language] + line) if at == 2]
    assert found


def test_a_value_that_a_call_records_is_reported_where_the_task_gives_it() -> None:
    text = "定义任务“x”：\n    返回成功\n执行“x”，记录为{y}\n告诉用户{y}"
    assert "STP501" in [code for at, code, _, _ in messages("zh", text) if at == 2]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Return to the home screen"),
        ("en", "Filter the list by {t}"),
        ("en", "Search for {t}"),
        ("de", "Gib {t} in das Suchfeld ein"),
        ("de", "Lösche {t}"),
        ("es", "Busca {t}"),
        ("zh", "返回首页"),
        ("zh", "删除{t}"),
    ],
)
def test_a_step_of_a_task_in_the_app_of_its_caller_gets_no_finding(language: str, line: str) -> None:
    assert not [code for at, code, _, _ in messages(language, _TASKS[language] + line) if at == 2]


@pytest.mark.parametrize(
    ("language", "line", "code"),
    [
        ("en", 'In the "Radio" app, notify "Dispatch" of {n}', "STP137"),
        ("en", 'message "Dispatch" with {n}', "STP137"),
        ("en", 'While {n} is "yes":\n    Ask user "Again?", record as {n}', "STP138"),
        ("zh", '给"王师傅"发条短信，说"要{n}"', "STP137"),
    ],
)
def test_an_order_with_a_recipient_or_a_quoted_question_is_clear(language: str, line: str, code: str) -> None:
    first = {"en": 'Set {n} to "yes"', "zh": '设置{n}为"3"'}[language]
    assert code not in [found for _, found, _, _ in messages(language, f"{first}\n{line}")]


@pytest.mark.parametrize(
    "line", ['In the "Radio" app, print "sum" as {n}', 'In the "Radio" app, show "total" with {n}']
)
def test_a_verb_of_showing_takes_no_quotation_for_a_person(line: str) -> None:
    assert "STP137" in [code for _, code, _, _ in messages("en", f'Set {{n}} to "yes"\n{line}')]


@pytest.mark.parametrize(
    ("language", "line", "advice"),
    [
        ("en", "For each {c} in [Mama Tunde, Oga Sunday, Blessing]:", '`["Mama Tunde", "Oga Sunday", "Blessing"]`'),
        ("en", "Repeat with {k} from 1 to 7:", "`the numbers from 1 to 7`"),
    ],
)
def test_items_without_quotes_and_ranges_are_written_out(language: str, line: str, advice: str) -> None:
    assert any(advice in hint for _, _, _, hint in messages(language, f'{line}\n    Tap "x"'))


def test_sorting_a_table_by_a_column_adds_nothing_to_it() -> None:
    (hint,) = [hint for at, _, _, hint in messages("zh", "设置{表}为[1, 2]\n按{表}的金额由大到小排序") if at == 2]
    assert "添加" not in hint


def test_a_row_put_somewhere_is_not_overwritten() -> None:
    text = 'For each {row} in [{"item": "a"}]:\n    Put {row.item} on the reorder list'
    assert not [hint for at, _, _, hint in messages("en", text) if at == 2 and "Set {row.item}" in hint]


def test_a_question_in_front_of_a_message_becomes_a_condition() -> None:
    (hint,) = [
        hint for _, code, _, hint in messages("de", 'Ist es schon nach 20 Uhr, sag mir "ok"') if code == "STP137"
    ]
    assert "Falls" in hint or "Wenn" in hint
