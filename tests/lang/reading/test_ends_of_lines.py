"""What stands behind a condition without a meaning, and quotes that never close."""

from __future__ import annotations

import pytest

from agentprog.lang.check import check_text
from agentprog.lang.writing.unparse import Unparser


def _read(text: str) -> list[str]:
    program = check_text(text).parsed.program
    assert program is not None
    return [Unparser(program).line(statement) for statement in program.body]


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ('Wait until "Ready" appears,', 'Wait until "Ready" appears'),
        ('Verify that "Ready" appears, please', 'Verify that "Ready" appears'),
        ('Wait until "Ready" appears then', 'Wait until "Ready" appears'),
        ('Make sure that "Ready" disappears, thank you', 'Make sure that not "Ready" appears'),
        ('Warte bis "Fertig" erscheint,', 'Warte, bis "Fertig" erscheint'),
        ('Prüfe, dass "Fertig" erscheint, danke', 'Prüfe, dass "Fertig" erscheint'),
        ('Verifica que aparece "Listo", por favor', 'Verifica que "Listo" aparece'),
        ('Espera hasta que aparezca "Listo",', 'Espera hasta que "Listo" aparece'),
        ("等待直到“好了”出现，", '等待直到"好了" 出现'),
        ("确认“好了”出现，谢谢", '验证："好了" 出现'),
    ],
)
def test_a_comma_or_courtesy_behind_a_condition_changes_nothing(line: str, meaning: str) -> None:
    assert _read(line) == [meaning]


@pytest.mark.parametrize(
    ("head", "meaning"),
    [
        ("如果{n}是3就：", "如果{n} 等于 3："),
        ("如果{n}大于3就", "如果{n} > 3："),
        ("While {n} < 3 repeat:", "While {n} < 3:"),
        ('Für jeden von "a", "b":', 'Für jede {item} in ["a", "b"]:'),
    ],
)
def test_a_word_at_the_end_of_a_head_changes_nothing(head: str, meaning: str) -> None:
    assert _read(f"---\ninputs:\n  n: number\n---\n{head}\n    {{n}} = 7")[0].splitlines()[0] == meaning


@pytest.mark.parametrize("line", ['Verify that "a, b," appears', "如果看到成就，按返回"])
def test_a_condition_keeps_the_words_that_are_part_of_it(line: str) -> None:
    assert any(text in _read(line)[0] for text in ('"a, b,"', "看到成就"))


def _unclosed(line: str) -> list[str]:
    report = check_text(f'In the "Notes" app:\n    {line}')
    return [finding.code for finding in report.diagnostics if finding.code in ("STP127", "STP214")]


@pytest.mark.parametrize("line", ["Tap 'Save", "Tap `Save", 'Type \'Ada into "Name"', "Tell user 'Hello", 'Tap "Save'])
def test_a_quote_of_any_kind_that_never_closes_is_one_error(line: str) -> None:
    assert _unclosed(line) == ["STP127"]


@pytest.mark.parametrize(
    "line", ["Tell 'em I am late", "Play rock 'n roll", "Wait 'til noon", "Text Joe's wife", "Tap 'A'"]
)
def test_an_apostrophe_is_no_quote(line: str) -> None:
    assert _unclosed(line) == []


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("Set {n} tp 3", "Set {n} to 3"),
        ("Add 1 too {n}", "Add 1 to {n}"),
        ("Increase {n} bye 1", "Increase {n} by 1"),
        ("Erhöhe {n} umm 1", "Erhöhe {n} um 1"),
        ("Setze {n} auff 3", "Setze {n} auf 3"),
        ("Pon {n} enn 2", "Pon {n} en 2"),
    ],
)
def test_a_misspelt_short_word_of_an_exact_line_is_an_error_that_names_it(line: str, meant: str) -> None:
    found = check_text(f"{{n}} = 1\n{line}").diagnostics
    assert [(one.code, f"`{meant}`" in one.suggestion) for one in found if one.severity == "error"] == [
        ("STP121", True)
    ]


@pytest.mark.parametrize(
    "line", ['Add "tea" on the list {n}', "Set {n} at 3", "Send 3 to {n} by mail", "If you can, go home"]
)
def test_another_short_word_is_no_slip(line: str) -> None:
    assert all(one.code != "STP121" for one in check_text(f"{{n}} = 1\n{line}").diagnostics)


@pytest.mark.parametrize(
    ("text", "value"), [("负一", "-(1)"), ("负3", "-(3)"), ("3减负2", "3 - -(2)"), ("负责人", '"负责人"')]
)
def test_a_chinese_sign_before_a_number_makes_it_negative(text: str, value: str) -> None:
    assert _read(f"将{{n}}设为{text}") == [f"将{{n}}设为{value}"]


@pytest.mark.parametrize(
    "line",
    [
        'Tap "Save" and wait until "Done" appears',
        'Tippe auf "Sichern" und warte, bis "Fertig" erscheint',
        'Toca "Guardar" y espera hasta que aparezca "Listo"',
    ],
)
def test_a_wait_behind_another_order_is_a_line_of_its_own(line: str) -> None:
    assert len(_read(line)) == 2
    assert check_text(line).diagnostics == ()


@pytest.mark.parametrize(
    ("test", "meaning"),
    [
        ("nothing is in {n}", "{n} is empty"),
        ("none is in {n}", "{n} is empty"),
        ("{n} is 1 or nothing is in {n}", "{n} is 1 or {n} is empty"),
    ],
)
def test_nothing_in_a_list_means_that_it_is_empty(test: str, meaning: str) -> None:
    assert _read(f"{{n}} = []\nIf {test}, press back")[1].splitlines()[0] == f"If {meaning}:"


@pytest.mark.parametrize("test", ['nothing contains "x"', "nothing > 5", "nothing is not in {n}"])
def test_nothing_as_a_subject_is_no_value(test: str) -> None:
    report = check_text(f"{{n}} = []\nIf {test}, press back")
    assert [question.text for question in report.questions] == [test]
    assert report.diagnostics


def test_a_call_in_traditional_characters_names_its_inputs_as_they_are() -> None:
    text = (
        "定義任務“費”：\n    任務輸入：{堂數}（數字）\n    返回{堂數}\n執行任務“費”，{堂數}為3，記為{錢}\n告訴用戶{錢}"
    )
    assert [finding.code for finding in check_text(text).diagnostics] == []


def test_a_dialects_word_for_not_is_read() -> None:
    assert _read("如果「失敗」冇出現，按返回")[0].splitlines()[0] == '如果并非 "失敗" 出现：'
