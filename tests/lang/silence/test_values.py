"""Lines about values that were silently lost or misread: items of lists, cases, nothing, places."""

from __future__ import annotations

import pytest

from agentprog.lang import ast
from agentprog.lang.check import check_text
from agentprog.lang.parser import parse
from agentprog.lang.visit import statements
from agentprog.lang.writing.unparse import unparse
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


@pytest.mark.parametrize("first", ['Set {l} to [] and then set {d} to "a"', 'If {d} is "a", set {l} to []'])
def test_a_list_is_known_from_a_line_of_several_statements(first: str) -> None:
    program = check_text(f"---\ninputs: {{d: text}}\n---\n{first}\nNote {{d}} in {{l}}\n").parsed.program
    assert program is not None
    assert isinstance(program.body[-1], ast.AddTo)
    assert parse(unparse(program)).program == program


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
        'Calculate the average length of "pens" in {rows}, record as {p}',
    ],
)
def test_in_after_a_verb_gives_the_list_to_search(line: str) -> None:
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


def test_a_variable_may_begin_with_nothing_and_get_a_number() -> None:
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


def advice(language: str, text: str, line: int) -> list[str]:
    return [suggestion for at, _, _, suggestion in messages(language, text) if at == line]


@pytest.mark.parametrize(
    ("language", "line", "meant"),
    [
        ("en", "If {i} is even, press back", "{i} % 2 is 0"),
        ("en", "If {i} is an odd number, press back", "{i} % 2 is 1"),
        ("en", "If {i} is a multiple of 3, press back", "{i} % 3 is 0"),
        ("en", "If {i} is prime, press back", 'compute "{i} is a prime number"'),
        ("en", "If {i} is not a number, press back", 'compute "{i} is not a number"'),
        ("de", "Wenn {i} gerade ist, drücke Zurück", "{i} % 2 ist 0"),
        ("es", "Si {i} es par, pulsa atrás", "{i} % 2 es 0"),
        ("zh", "如果{i}是偶数，按返回", "{i} % 2 等于 0"),
    ],
)
def test_a_property_of_a_number_has_an_exact_test(language: str, line: str, meant: str) -> None:
    first = {"en": "Set {i} to 3", "de": "Setze {i} auf 3", "es": "Pon {i} en 3", "zh": "将{i}设为3"}[language]
    assert advice(language, f"{first}\n{line}", 2) == [f"did you mean `{meant}`?"]


@pytest.mark.parametrize("words", ["earlier than", "prior to", "later than", "sooner than"])
def test_earlier_and_later_compare_dates(words: str) -> None:
    assert messages("en", f"Set {{d}} to 2026-07-01\nIf {{d}} is {words} 2026-08-01, press back") == []


@pytest.mark.parametrize(("clock", "time"), [("10 am", "10:00"), ("10:30 p.m.", "22:30"), ("12 am", "00:00")])
def test_a_time_of_day_in_a_comparison_is_a_text(clock: str, time: str) -> None:
    found = advice("en", f'Set {{t}} to "09:00"\nIf {{t}} is before {clock}:\n    Press back', 2)
    assert found == [f'did you mean `{{t}} is before "{time}"`?']


@pytest.mark.parametrize(
    ("value", "hint"),
    [
        ("1 July 2026", "did you mean `2026-07-01`?"),
        ("July 1, 2026", "did you mean `2026-07-01`?"),
        ("01/07/2026", "a date is written with the year first"),
        ("5 euros", "a number is written in figures"),
        ("3k", "a number is written in figures"),
        ("Rs. 500", "a number is written in figures"),
        ("10 percent", "a percentage as a fraction"),
        ('int("5") + 1', "did you mean `5 + 1`?"),
        ('int("x") + 1', 'compute "int(\\"x\\") + 1"'),
    ],
)
def test_a_value_without_quotes_gets_the_advice_for_its_kind(value: str, hint: str) -> None:
    found = advice("en", f"Set {{x}} to {value}\nTell user {{x}}", 1)
    assert hint in found[0]


@pytest.mark.parametrize("share", ["10 percent", "10%"])
def test_a_share_in_a_calculation_is_a_fraction(share: str) -> None:
    found = advice("en", f'Set {{b}} to "{share}"\nSet {{c}} to 50 * {{b}}\nTell user {{c}}', 2)
    assert found == ["set {b} to 0.1 above"]


def test_nil_is_nothing() -> None:
    assert messages("en", "Set {x} to nil\nTell user {x}") == []


@pytest.mark.parametrize(
    ("language", "line", "target"),
    [
        ("en", "Set {a}, {b} and {c} to 0", "c"),
        ("en", "Set {a} and {b} to 0", "b"),
        ("de", "Setze {a} und {b} auf 0", "b"),
        ("es", "Pon {a} y {b} en 0", "b"),
        ("zh", "将{a}和{b}设为0", "b"),
    ],
)
def test_one_value_for_several_variables(language: str, line: str, target: str) -> None:
    program = parse(f"---\nlanguage: {language}\n---\n{line}\n").program
    assert program is not None
    assert all(isinstance(one, ast.Assign) for one in program.body)
    last = program.body[-1]
    assert isinstance(last, ast.Assign)
    assert last.target.name == target


def test_a_sentence_about_values_is_a_text() -> None:
    program = parse("Tell user the total is {sum} and the mean is {average}\nTell user the sum of {sum}\n").program
    assert program is not None
    kinds = [type(one.message) for one in program.body if isinstance(one, ast.Tell)]
    assert kinds == [ast.Template, ast.Apply]


TABLE = 'Read table "b.csv" as {budget}\n'


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("Take the top 3 of {budget}, record as {top}", 'Set {top} to compute "Take the top 3 of {budget}"'),
        ('Average the column "a" of {budget}, record as {m}', 'Set {m} to compute "Average the column'),
        ("Delete the rows of {budget} where it rains", 'Set {budget} to compute "Delete the rows'),
    ],
)
def test_work_on_a_table_of_the_program_may_be_for_code(line: str, meant: str) -> None:
    assert any(meant in one for one in advice("en", TABLE + line, 2))


def test_the_advice_names_the_variable_that_takes_the_result() -> None:
    found = advice("en", f"{TABLE}Count the rows of {{budget}} as {{n}}\nTell user {{n}}", 2)
    assert any("`Count the rows of {budget}, record as {n}`" in one for one in found)
    swapped = advice("en", "Set {a} to 3\nSet {b} to 4\nSwap {a} and {b}\nTell user {a}", 3)
    assert not any("Swap" in one for one in swapped)
