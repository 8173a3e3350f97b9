"""Lines about values that were silently lost or taken for something else: items of lists, cases, nothing, places."""

from __future__ import annotations

import pytest

from agentprog.lang import ast
from agentprog.lang.check import check_text
from agentprog.lang.parser import parse
from agentprog.lang.visit import statements
from tests.lang.silence.telling import messages

LISTS = [
    ("en", "Set {l} to []", "Note {d} in {l}"),
    ("en", "Create an empty list {l}", "Store {d} in {l}"),
    ("en", "Set {l} to an empty list", "Put {d} in {l}"),
    ("en", "Set {l} to []", "Write {d} in {l}"),
    ("en", "Set {l} to []", "Enter {d} into {l}"),
    ("de", "Setze {l} auf []", "Notiere {d} in {l}"),
    ("de", "Setze {l} auf []", "Trage {d} in die Liste {l} ein"),
    ("es", "Pon {l} en []", "Anota {d} en {l}"),
    ("zh", "将{l}设为[]", "将{d}记录到{l}中"),
]


@pytest.mark.parametrize(("language", "first", "line"), LISTS)
def test_a_value_noted_in_a_list_is_added(language: str, first: str, line: str) -> None:
    head = f"---\nlanguage: {language}\ninputs: {{d: text}}\n---\n"
    report = check_text(f"{head}{first}\n{line}\n")
    assert report.parsed.program is not None
    assert isinstance(report.parsed.program.body[1], ast.AddTo)


def test_several_values_are_a_row_of_a_table_or_several_items() -> None:
    program = parse('Set {l} to []\nEnter "a", 3 into {l}\nRead table "b.csv" as {t}\nEnter "a", 3 into {t}\n').program
    assert program is not None
    added = [one for one in statements(program) if isinstance(one, ast.AddTo)]
    assert [type(one.value) for one in added] == [ast.Template, ast.Number, ast.ListExpr]


@pytest.mark.parametrize("line", ["Note {d} in {v}", 'Put "a" in {v}', "Note {d} as {l}"])
def test_any_other_variable_takes_the_value(line: str) -> None:
    program = parse(f'Set {{l}} to []\nSet {{v}} to ""\nSet {{d}} to "x"\n{line}\n').program
    assert program is not None
    assert isinstance(program.body[3], ast.Assign)


@pytest.mark.parametrize(
    ("language", "switch", "case"),
    [
        ("en", "Switch {n}:", "case else:"),
        ("en", "Switch {n}:", "case default:"),
        ("en", "Switch {n}:", "case _:"),
        ("de", "Je nach {n}:", "Fall sonst:"),
        ("es", "Según {n}:", "Caso por defecto:"),
        ("zh", "根据{n}选择：", "情况其他："),
    ],
)
def test_a_case_for_all_others_is_the_else_of_a_switch(language: str, switch: str, case: str) -> None:
    step = "    " * 2 + 'do: "x"'
    first = {"en": "Case 1:", "de": "Fall 1:", "es": "Caso 1:", "zh": "情况1："}[language]
    text = f"---\nlanguage: {language}\ninputs: {{n: number}}\n---\n{switch}\n    {first}\n{step}\n    {case}\n{step}\n"
    program = parse(text).program
    assert program is not None
    (statement,) = program.body
    assert isinstance(statement, ast.Switch)
    assert len(statement.branches) == 1
    assert statement.orelse is not None


def test_a_text_in_quotes_is_a_case() -> None:
    program = parse('---\ninputs: {n: text}\n---\nSwitch {n}:\n    Case "else":\n        press back\n').program
    assert program is not None
    (statement,) = program.body
    assert isinstance(statement, ast.Switch)
    assert statement.orelse is None


@pytest.mark.parametrize(
    "line",
    [
        'Look up "pens" in {rows}, record as {p}',
        'Find "pens" in {rows}, record as {p}',
        'Count "pens" in {rows}, record as {p}',
        'Calculate the average of "price" in {rows}, record as {p}',
    ],
)
def test_in_behind_a_verb_says_where_to_look(line: str) -> None:
    program = parse(f"---\ninputs: {{rows: list}}\n---\n{line}\n").program
    assert program is not None
    (statement,) = program.body
    assert isinstance(statement, ast.Assign)
    assert isinstance(statement.value, ast.Compute)


@pytest.mark.parametrize("text", ["{r.a - r.b}", "{r.a-r.b}", "{r.a - 5}"])
def test_a_difference_of_parts_is_a_calculation(text: str) -> None:
    found = messages("en", f'Set {{rows}} to [{{"a": 3, "b": 2}}]\nFor each {{r}} in {{rows}}:\n    Tell user "{text}"')
    assert [code for _, code, _, _ in found] == ["STP223"]
    assert "`{result} = {r.a}" in found[0][3]


def test_a_key_may_have_a_dash_or_a_space() -> None:
    assert messages("en", 'Set {r} to {"due-date": 3, "unit price": 2}\nTell user "{r.due-date} {r.unit price}"') == []


@pytest.mark.parametrize("lines", ["Add 1 to {n}", "Increase {n} by 1", "Set {m} to {n} * 2\nTell user {m}"])
@pytest.mark.parametrize("first", ["Set {n} to none", "Create variable {n}"])
def test_nothing_is_no_number(first: str, lines: str) -> None:
    found = messages("en", f"{first}\n{lines}\nTell user {{n}}")
    assert [(line, code) for line, code, _, _ in found] == [(2, "STP224")]
    assert "set {n} to 0" in found[0][3]


def test_a_variable_that_gets_a_number_may_begin_with_nothing() -> None:
    loop = "For each {x} in [1, 2]:\n    If {n} is empty, set {n} to {x}\n    Increase {n} by 1"
    assert messages("en", f"Set {{n}} to nothing\n{loop}\nTell user {{n}}") == []


@pytest.mark.parametrize("function", ["the maximum of", "the minimum of", "the sum of"])
def test_an_object_is_no_list_of_numbers(function: str) -> None:
    found = messages("en", f'Set {{s}} to {{"Ann": 10, "Bob": 5}}\nSet {{b}} to {function} {{s}}\nTell user {{b}}')
    assert [(line, code) for line, code, _, _ in found] == [(2, "STP224")]
    assert "[10, 5]" in found[0][3]


def test_the_greatest_text_is_a_value() -> None:
    assert messages("en", 'Set {s} to ["a", "b"]\nSet {b} to the maximum of {s}\nTell user {b}') == []


def test_a_part_that_a_loop_sets_is_a_part_of_the_list() -> None:
    head = 'Set {rows} to [{"a": 3}]\nFor each {r} in {rows}:\n    Set {r.b} to {r.a} * 2\n'
    assert messages("en", f'{head}Tell user "{{rows[0].b}}"') == []
    assert [code for _, code, _, _ in messages("en", f'{head}Tell user "{{rows[0].c}}"')] == ["STP217"]


def test_an_input_of_a_loop_keeps_its_own_parts() -> None:
    text = "---\ninputs: {rows: list}\n---\nFor each {r} in {rows}:\n    Set {r.done} to true\n    Tell user {r.name}\n"
    assert check_text(text).diagnostics == ()


@pytest.mark.parametrize("loop", ["{rows} sorted by price", 'compute "the first 2 of {rows}"'])
def test_a_part_of_an_item_in_no_variable_is_lost(loop: str) -> None:
    head = f'Set {{rows}} to [{{"price": 3}}]\nFor each {{r}} in {loop}:\n    Set {{r.b}} to {{r.price}} * 2\n'
    assert [code for _, code, _, _ in messages("en", head)] == ["STP230"]
    assert messages("en", f"{head}    Tell user {{r.b}}") == []


def test_a_loop_over_one_text_has_one_round() -> None:
    loop = "For each {d} in {days}:\n    Tell user {d}"
    assert [code for _, code, _, _ in messages("en", f'Set {{days}} to "Monday to Friday"\n{loop}')] == ["STP229"]
    assert messages("en", f'Set {{days}} to "Monday, Friday"\n{loop}') == []
