"""Variables, lists and tasks without their braces or in other words are never left to a model in silence."""

from __future__ import annotations

import pytest

from agentprog.lang.check import check_text
from tests.lang.silence.telling import codes_for, messages


@pytest.mark.parametrize("head", ["To remind {who} about {what}:", 'Define task "Remind" with {who}:'])
def test_a_call_in_other_words_is_reported_if_a_task_has_that_name(head: str) -> None:
    lines = [
        head,
        "    Wait for them",
        "        at home",
        'Remind "Ann" about "tea"',
        'Do remind with "Bo"',
        "Remind Ann of it",
    ]
    text = "\n".join([*lines, "Remind Ann of the milk"])
    lines_found = [line for line, code, message, _ in messages("en", text) if "almost a call" in message]
    assert lines_found == [4, 5]


@pytest.mark.parametrize(
    ("language", "text", "advice"),
    [
        ("en", 'Set {guests} to ["Ann"]\nFor each guest in guests:\n    Tell user {guest}', "`{guest} in {guests}`"),
        ("de", 'Setze {gäste} auf ["A"]\nFür jeden gast in gäste:\n    Sage {gast}', "`{gast} in {gäste}`"),
        ("zh", "设{分数}为3\n如果分数等于3：\n    告诉用户{分数}", "`{分数}等于3`"),
        ("zh", "设{人}为3\n将人设为4\n告诉用户{人}", "`将{人}设为4`"),
    ],
)
def test_a_name_without_braces_is_reported_in_loops_and_in_scripts_without_spaces(
    language: str, text: str, advice: str
) -> None:
    found = check_text(f"---\nlanguage: {language}\n---\n{text}\n").diagnostics
    assert [advice in one.suggestion for one in found if one.code == "STP221"] == [True]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Set {x} to 1\nSet {y} to 2\nIf {x} is lesser than {y}, press back"),
        ("en", 'Set {x} to "a"\nIf {x} empty is, press back'),
        ("de", 'Setze {x} auf "a"\nWenn {x} leer is:\n    drücke zurück'),
    ],
)
def test_a_condition_of_variables_and_words_of_comparisons_alone_istold(language: str, text: str) -> None:
    assert codes_for(language, text) == {"STP216"}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Set {total} to 5\nsend the total to Ann\nTell user {total}", "STP221"),
        ("For each {row} in {rows}:\n    Tell user {row}\nSelect the name from {rows} where amount > 50", "STP222"),
        ("For each {row} in {rows}:\n    Tell user {row}\nSELECT name FROM {rows} WHERE amount > 50", "STP222"),
        ('Ask user "Ready?", record as {y}\nask me again\nTell user {y}', "STP138"),
        ('Set {l} to ["Ann", "Bo"]\nRemove Ann from {l}\nTell user {l}', "STP222"),
        ("Set {n} to length of {rows}\nReset {n}\nTell user {n}", "STP222"),
        ("For row in {rows}: call {row}", "STP121"),
    ],
)
def test_a_step_that_needs_the_programs_own_values_is_reported(text: str, code: str) -> None:
    assert codes_for("en", text) == {code}


def test_a_step_that_names_its_variable_may_contain_its_noun() -> None:
    text = 'Set {total} to 5\nsend "total: {total}" and the total {total} to Ann\nSend the totals to Ann'
    assert codes_for("en", text) == set()
    assert codes_for("en", "Set {a} to 5\nOpen a note\nTell user {a}") == set()


def test_a_loop_over_things_on_the_phone_is_not_reported() -> None:
    assert codes_for("en", 'For each of my contacts\n    text them "hi"') == set()


@pytest.mark.parametrize(
    ("language", "line", "name"),
    [
        ("en", 'Set patients to ["a", "b"]', "{patients}"),
        ("de", 'Setze patienten auf ["a", "b"]', "{patienten}"),
        ("es", 'Pon pacientes en {"a": 1}', "{pacientes}"),
        ("zh", '把病人设为["a", "b"]', "把{病人}设为"),
    ],
)
def test_a_list_that_is_put_into_a_name_without_braces_istold(language: str, line: str, name: str) -> None:
    found = check_text(f"---\nlanguage: {language}\n---\n{line}\n").diagnostics
    assert any(one.code == "STP221" and name in one.suggestion for one in found)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Get the costs, record as {m}\nCount {m}, record as {n}\nTell user {n}\nRemove the first item from {m}"),
        ("de", "Für jede {k} in {rows}:\n    Sage dem Benutzer {k}\nEntferne den ersten Eintrag aus {rows}"),
        ("es", "Para cada {k} en {rows}:\n    Dile al usuario {k}\nQuita el primer elemento de {rows}"),
        ("zh", "对{rows}中的每个{k}：\n    告诉用户{k}\n从{rows}中删除第一项"),
    ],
)
def test_an_item_is_taken_from_a_list_of_the_program_by_no_step(language: str, text: str) -> None:
    assert codes_for(language, text) == {"STP222"}


def test_a_variable_without_a_value_yet_is_not_suggested() -> None:
    found = messages("en", "For every kid in {kids}:\n    Tell user {kid}")
    assert [suggestion[:14] for _, code, _, suggestion in found if code == "STP201"] == ["set {kids} fir"]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Remove the first item from {rows}"),
        ("de", "Entferne den letzten Eintrag aus {rows}"),
        ("es", "Quita el primer elemento de {rows}"),
        ("zh", "从{rows}中删除第一项"),
    ],
)
def test_the_ends_of_a_list_are_in_the_program(language: str, line: str) -> None:
    assert codes_for(language, line) == {"STP222"}


def test_a_task_that_was_tried_is_called_by_its_own_name() -> None:
    text = 'Define drop with {x}:\n    Play {x}\nNow do drop with "Levels"\nDrop the ball'
    assert [line for line, _, message, _ in messages("en", text) if "almost a call" in message] == [3]
