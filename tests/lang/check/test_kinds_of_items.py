"""Items of loops and lists, and rows of tables: values of another kind than the line needs."""

from __future__ import annotations

import pytest

from agentprog.lang import ast
from agentprog.lang.check import check_text
from tests.lang.silence.telling import messages

_HEADS = {
    "en": 'Set {l} to ["a", "b"]\nSet {t} to ["x"]\nSet {v} to "b"\nTell user "{l} {t} {v}"\n',
    "de": 'Setze {l} auf ["a", "b"]\nSetze {t} auf ["x"]\nSetze {v} auf "b"\nSage dem Nutzer "{l} {t} {v}"\n',
    "es": 'Pon {l} en ["a", "b"]\nPon {t} en ["x"]\nPon {v} en "b"\nDi al usuario "{l} {t} {v}"\n',
    "zh": '将{l}设为["a", "b"]\n将{t}设为["x"]\n将{v}设为"b"\n告诉用户“{l} {t} {v}”\n',
}
_BODIES = {
    "en": "    Tell user {a}", "de": "    Sage dem Nutzer {a}", "es": "    Di al usuario {a}", "zh": "    告诉用户{a}"
}  # fmt: skip


def _loop(language: str, line: str) -> tuple[ast.ForEach, list[tuple[str, str]]]:
    text = f"---\nlanguage: {language}\n---\n{_HEADS[language]}{line}\n{_BODIES[language]}\n"
    report = check_text(text)
    assert report.parsed.program is not None
    loop = report.parsed.program.body[4]
    assert isinstance(loop, ast.ForEach)
    return loop, [(one.code, one.suggestion) for one in report.diagnostics if one.span.line == 8]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "For each {a} in {l}, but not {v}:"),
        ("en", 'For each a in {l}, but not "b":'),
        ("en", "For each {a} in {l}, minus {v}:"),
        ("de", "Für jedes {a} in {l}, aber nicht {v}:"),
        ("es", 'Para cada a de {l}, no "b":'),
        ("es", "Para cada {a} de {l}, menos {v}:"),
        ("zh", "对于{l}但不是{v}中的每个{a}："),
    ],
)
def test_code_works_out_a_list_from_which_items_are_taken(language: str, line: str) -> None:
    loop, _ = _loop(language, line)
    assert isinstance(loop.items, ast.Compute)
    assert loop.target.name == "a"


@pytest.mark.parametrize("value", ["{n}, -{n}", "[not {b}, {b}]"])
def test_a_sign_and_a_negation_in_brackets_stay_items(value: str) -> None:
    program = check_text(f"Set {{n}} to 2\nSet {{b}} to true\nSet {{both}} to {value}").parsed.program
    assert program is not None
    last = program.body[2]
    assert isinstance(last, ast.Assign)
    assert isinstance(last.value, ast.ListExpr)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", 'Remove "a", but not {v} from {l}'),
        ("de", 'Entferne "a", aber nicht {v} aus {l}'),
        ("es", 'Quita "a", pero no {v} de {l}'),
    ],
)
def test_a_list_loses_no_negated_item(language: str, line: str) -> None:
    found = messages(language, _HEADS[language] + line)
    assert [code for number, code, *_ in found if number == 5] == ["STP222"]


@pytest.mark.parametrize(
    ("language", "line"), [("en", 'Remove "a" is not "b" from {l}'), ("zh", "将“a”不是“b”移出{l}")]
)
def test_a_comparison_of_fixed_values_is_no_item(language: str, line: str) -> None:
    found = messages(language, _HEADS[language] + line)
    assert [(code, hint) for number, code, _, hint in found if number == 5] == [("STP305", 'did you mean `"a"`?')]


def test_a_comparison_of_a_variable_may_go_into_a_list() -> None:
    found = messages("en", "Set {n} to 3\nSet {flags} to []\nAdd {n} > 2 to {flags}\nTell user {flags}")
    assert found == []


@pytest.mark.parametrize(
    ("language", "line", "joined"),
    [
        ("en", "For each {a} in {l}, {t}:", "{l} + {t}"),
        ("en", 'For each {a} in {l} and "c":', '{l} + ["c"]'),
        ("en", 'For each {a} in {v}, "c", {t}:', '[{v}, "c"] + {t}'),
        ("de", "Für jedes {a} in {l}, {t}:", "{l} + {t}"),
        ("es", 'Para cada {a} de {l} y "c":', '{l} + ["c"]'),
        ("zh", "对于{l}、{t}中的每个{a}：", "{l} + {t}"),
    ],
)
def test_a_loop_over_whole_lists_has_a_finding(language: str, line: str, joined: str) -> None:
    _, found = _loop(language, line)
    assert [code for code, _ in found] == ["STP233"]
    assert found[0][1].startswith(f"did you mean `{joined}`?")


@pytest.mark.parametrize(
    "line", ["For each {a} in [{l}, {t}]:", "For each {a} in {l} + {t}:", 'For each {a} in {v}, "c":']
)
def test_lists_in_brackets_and_single_values_have_none(line: str) -> None:
    assert _loop("en", line)[1] == []


@pytest.mark.parametrize(
    ("language", "lines", "part"),
    [
        ("en", 'Filter {t} where "price" > 10, record as {dear}\nTell user the average of {dear}', "{dear.price}"),
        ("en", 'Sort {t} by "price", record as {dear}\nTell user the sum of {dear}', "{dear.price}"),
        ("de", 'Filtere {t} nach "preis" > 10, merke es als {d}\nSage dem Nutzer die Summe von {d}', "{d.preis}"),
        ("es", 'Filtra {t} donde "precio" > 10, guárdalo como {d}\nDi al usuario la suma de {d}', "{d.precio}"),
        ("zh", '筛选{t}，条件为"价格" > 10，记录为{d}\n告诉用户总和：{d}', "{d.价格}"),
    ],
)
def test_filtered_rows_are_no_numbers(language: str, lines: str, part: str) -> None:
    report = check_text(f"---\nlanguage: {language}\ninputs: {{t: table}}\n---\n{lines}\n")
    found = [one for one in report.diagnostics if one.code == "STP224"]
    assert [one.span.line for one in found] == [6]
    assert part in found[0].suggestion


@pytest.mark.parametrize(
    "lines",
    [
        'Filter {t} where "price" > 10, record as {dear}\nTell user the average of {dear.price}',
        'Filter {t} where {item} > 10, record as {high}\nTell user the average of {high}',
        'Filter {t} where "price" > 10, record as {dear}\nTell user the number of items in {dear}',
    ],
)  # fmt: skip
def test_a_column_a_list_of_numbers_and_a_count_have_no_finding(lines: str) -> None:
    assert check_text(f"---\nlanguage: en\ninputs: {{t: list}}\n---\n{lines}\n").diagnostics == ()


def test_a_single_value_in_filtered_rows_has_the_finding_of_the_table() -> None:
    text = (
        'Create an empty table {orders} with columns "item", "price"\n'
        'Filter {orders} where "price" > 10, record as {dear}\nAdd "x" to {dear}\nTell user {dear}'
    )
    assert [(line, code) for line, code, *_ in messages("en", text)] == [(3, "STP227")]


@pytest.mark.parametrize(
    ("language", "line", "code"),
    [
        ("en", "Tell user {v} backwards", 'Tell user compute "{v} backwards"'),
        ("en", "Tell user first half of {v}", 'Tell user compute "first half of {v}"'),
        ("de", "Sag mir {l} ohne Dubletten", 'Sag mir rechne "{l} ohne Dubletten"'),
        ("es", "Dime {l} del revés", 'Dime computa "{l} del revés"'),
    ],
)
def test_an_operation_behind_a_variable_gets_the_line_for_code(language: str, line: str, code: str) -> None:
    found = [(number, hint) for number, _, _, hint in messages(language, _HEADS[language] + line)]
    assert [number for number, _ in found] == [5]
    assert f"`{code}`" in found[0][1]


@pytest.mark.parametrize("line", ["Tell user {v} is ready", "Tell user that {v} sounds good", "Tell user hello {v}"])
def test_a_statement_and_a_greeting_get_quotes_only(line: str) -> None:
    found = messages("en", _HEADS["en"] + line)
    assert [code for _, code, *_ in found] == ["STP209"]
    assert "compute" not in found[0][3]


@pytest.mark.parametrize(
    ("language", "line", "finds"),
    [
        ("en", "For each second {s} in {l}:", True),
        ("en", "For each song {s} in {l}:", False),
        ("de", "Für jede andere {a} in {l}:", True),
        ("de", "Für jeden Apfel {a} in {l}:", False),
        ("es", "Para cada segundo {s} en {l}:", True),
    ],
)
def test_a_variable_shortens_a_noun_and_no_other_word(language: str, line: str, finds: bool) -> None:
    _, found = _loop(language, line)
    assert ("STP216" in [code for code, _ in found]) == finds
