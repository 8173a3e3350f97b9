"""Calls of tasks and waits with a limit, in words near their forms: the advice keeps what the line means."""

from __future__ import annotations

import pytest

from agentprog.lang.check import check_text
from tests.lang.silence.telling import messages

TASKS = {
    "en": 'Define a task named "Greet" with {name}:\n    Tell user {name}\n',
    "de": 'Definiere eine Aufgabe "Greet" mit {name}:\n    Sage dem Benutzer {name}\n',
    "es": 'Define una tarea "Greet" con {name}:\n    Dile al usuario {name}\n',
    "zh": "定义任务“Greet”，参数是{name}：\n    告诉用户{name}\n",
}


@pytest.mark.parametrize(
    ("language", "line", "call"),
    [
        ("en", 'Run "Greet" for "Ana"', 'Execute task "Greet", {name} = "Ana"'),
        ("de", 'Führe "Greet" für "Ana" aus', 'Führe die Aufgabe "Greet" aus: {name} = "Ana"'),
        ("de", 'Führe Greet für "Ana" aus', 'Führe die Aufgabe "Greet" aus: {name} = "Ana"'),
        ("es", 'Ejecuta "Greet" para "Ana"', 'Ejecuta la tarea "Greet" con {name} = "Ana"'),
        ("zh", "对“Ana”执行“Greet”", '执行任务"Greet"，{name} = "Ana"'),
    ],
)
def test_a_call_in_other_words_is_advised_with_its_inputs(language: str, line: str, call: str) -> None:
    found = [one for one in messages(language, TASKS[language] + line) if one[0] == 3]
    assert [code for _, code, _, _ in found] == ["STP137"]
    assert f"did you mean `{call}`?" in found[0][3]
    assert messages(language, TASKS[language] + call) == []


def test_values_in_another_order_than_the_inputs_are_not_assigned() -> None:
    task = 'Define a task named "Buy" with {item} and {amount}:\n    Tell user "{item} {amount}"\n'
    found = [one for one in messages("en", f'{task}Run "Buy" for amount 3 and item "tea"') if one[0] == 3]
    assert "did you mean" not in found[0][3]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", 'Führe Greet mit name = "Ana" aus'),
        ("de", 'Rufe Greet auf mit {name} = "Ana"'),
        ("es", 'Ejecuta Greet con {name} = "Ana"'),
        ("zh", "执行Greet，{name}=“Ana”"),
    ],
)
def test_the_name_of_a_task_needs_no_quotes(language: str, line: str) -> None:
    assert messages(language, TASKS[language] + line) == []


def test_a_task_that_is_never_called_is_reported_in_its_language() -> None:
    found = [one[3] for one in messages("zh", TASKS["zh"]) if one[1] == "STP406"]
    assert found == ['write `执行任务"Greet"`, or remove it']


@pytest.mark.parametrize(
    ("language", "line", "advice"),
    [
        ("en", "Wait up to 10 minutes for a reply", "Wait until <until>, at most <seconds> seconds"),
        ("de", "Warte maximal 2 Minuten auf die Bestätigung", "Warte, bis <until>, höchstens <seconds> Sekunden"),
        ("es", "Espera hasta 10 minutos la respuesta", "Espera hasta que <until>, como máximo <seconds> segundos"),
        ("zh", "最多等10分钟回复", "等待直到<until>，最多<seconds>秒"),
    ],
)
def test_the_limit_of_a_wait_for_something_gets_the_wait_with_a_limit(language: str, line: str, advice: str) -> None:
    found = messages(language, line)
    assert [code for _, code, _, _ in found] == ["STP137"]
    assert f"`{advice}`" in found[0][3]


@pytest.mark.parametrize("line", ["最多等10分钟，等“新邮件”出现", "最多等10分钟“新邮件”出现"])
def test_a_limit_in_front_of_its_condition_is_exact(line: str) -> None:
    assert check_text(f"{line}\n").tiers["exact"] == (1,)


def test_a_chinese_table_may_be_called_by_one_sign() -> None:
    assert messages("zh", "创建空表{t}，列为“姓名”\n按“姓名”给{t}排序") == []


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Wait a minute and a half"),
        ("de", "Warte eine Minute und 30 Sekunden"),
        ("es", "Espera dos horas y media"),
        ("zh", "等一分半"),
    ],
)
def test_a_time_in_several_parts_is_written_in_one_unit(language: str, line: str) -> None:
    found = messages(language, line)
    assert [code for _, code, _, _ in found] == ["STP137"]
    assert "several parts" in found[0][2]


@pytest.mark.parametrize(("line", "seconds"), [("Espera un minuto y medio", 90), ("Espera un cuarto de hora", 900)])
def test_a_part_of_a_unit_is_a_unit(line: str, seconds: int) -> None:
    assert messages("es", line) == []
    assert messages("es", f"Espera {seconds} segundos") == []


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("如国{x}大于3，点击“B”", "如果{x}大于3，点击“B”"),
        ("{x}大于3时告诉我“B”", "如果{x}大于3，告诉我“B”"),
        ("{x}大于3的时候，告诉我“B”", "如果{x}大于3，告诉我“B”"),
    ],
)
def test_a_chinese_condition_with_another_word_for_if_is_advised(line: str, meant: str) -> None:
    found = [one for one in messages("zh", f"将{{x}}设为3\n{line}") if one[0] == 2]
    assert [code for _, code, _, _ in found] == ["STP121"]
    assert f"did you mean `{meant}`?" in found[0][3]


def test_a_wrong_sign_in_the_word_for_else_keeps_the_else() -> None:
    found = messages("zh", "如果“A”出现，点击“B”\n佛则告诉我“没有”")
    assert [(line, code) for line, code, _, _ in found] == [(2, "STP121")]
    assert "否则告诉我“没有”" in found[0][3]


@pytest.mark.parametrize(("language", "line"), [("zh", "反之，点击“B”"), ("zh", "如果唔係，点击“B”")])
def test_more_words_for_else_need_their_if(language: str, line: str) -> None:
    assert messages(language, f"如果“A”出现，点击“C”\n{line}") == []
    assert [code for _, code, _, _ in messages(language, line)] == ["STP105"]


@pytest.mark.parametrize(("language", "name"), [("de", "fehler"), ("es", "fallo"), ("zh", "错误")])
def test_the_variable_of_a_failure_is_advised_by_its_name(language: str, name: str) -> None:
    blocks = {
        "de": 'Versuche:\n    Tippe auf "A"\nBei Fehler:\n    Sage mir {{{}}}',
        "es": 'Intenta:\n    Toca "A"\nSi hay un error:\n    Dime {{{}}}',
        "zh": "尝试：\n    点击“A”\n出错时：\n    告诉我{{{}}}",
    }
    found = [one for one in messages(language, blocks[language].format(name)) if one[1] == "STP201"]
    assert [one[3] for one in found] == ["did you mean {error}?"]
