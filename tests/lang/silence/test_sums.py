"""A calculation beside braces in a text, and arithmetic on a text: the finding, and similar texts without one."""

from __future__ import annotations

import pytest

from agentprog.lang.ast import Assign
from agentprog.lang.check import check_text
from agentprog.lang.parser import parse
from agentprog.lang.phrases.wording import ExpressionWriter
from agentprog.lang.visit import walk
from tests.lang.silence.telling import messages

_SET = 'Set {net} to 60000\nSet {b} to 3\nSet {name} to "Ann"\nTell user "{net} {b} {name}"\n'


def _hints(line: str, language: str = "en", head: str = _SET) -> list[str]:
    return [hint for _, code, _, hint in messages(language, head + line) if code == "STP228"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("exceeded by {net} - 50000", "{net} - 50000"),
        ("exceeded by {net} - 50,000 pounds.", "{net} - 50000"),
        ("{b}*2 pieces", "{b} * 2"),
        ("{net} ÷ {b} each", "{net} / {b}"),
        ("100 − {b} left", "100 - {b}"),
    ],
)
def test_a_calculation_inside_a_text_is_reported(text: str, value: str) -> None:
    hint = f"calculate it above, `{{result}} = {value}`, and write {{result}} here"
    assert _hints(f'Tell me "{text}"') == _hints(f'Type "{text}"') == _hints(f'Set {{answer}} to "{text}"') == [hint]


@pytest.mark.parametrize(
    "text",
    [
        "{name} - {b}", "{name} - 50000", "{b}-{net}", "{b}/10", "call {b}-0176", "2026-{b}-12", "{b} - 12-13",
        "{b} - 3pm", "{net} - {b} = 59997", "{b} + 3 = 6", "{name} + {name}", "{b} - {name}",
    ],
)  # fmt: skip
def test_a_dash_a_range_a_date_and_a_finished_sum_stay(text: str) -> None:
    assert _hints(f'Tell me "{text}"') == []


def test_a_variable_that_a_line_compares_with_a_number_is_a_number() -> None:
    read = 'In the "Bank" app, read the balance, record as {left}\n'
    line = 'Tell user "over by {left} - 50"'
    assert _hints(f"{read}{line}", head="") == []
    assert len(_hints(f'{read}If {{left}} > 50:\n    Tell user "rich"\n{line}', head="")) == 1


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("de", 'Setze {netto} auf 600\nSage dem Nutzer "um {netto} - 500 zu viel"'),
        ("es", 'Pon {neto} en 600\nDi al usuario "sobran {neto} - 500"'),
        ("zh", "将{净额}设为600\n告诉用户“超出{净额} - 500”"),
    ],
)
def test_each_language_has_the_finding(language: str, lines: str) -> None:
    assert len(_hints(lines, language, head="")) == 1


@pytest.mark.parametrize(
    ("value", "times"), [('"x" * 3', 1), ('"30 minutes" - 3', 1), ('"5" * 3', 0), ('"file" + 1', 0)]
)
def test_a_quoted_text_is_no_number(value: str, times: int) -> None:
    found = messages("en", f"{{h}} = {value}\nTell user {{h}}")
    assert sum(code == "STP224" for _, code, *_ in found) == times


_NUMBERS = "---\nlanguage: {}\ninputs:\n  n: number\n  m: number\n---\n{}\n"


@pytest.mark.parametrize(
    ("language", "line", "value"),
    [
        ("es", "Suma 3 y 4 a {n}", "{n} + 3 + 4"),
        ("es", "Suma 3, 4 y 5 a {n}", "{n} + 3 + 4 + 5"),
        ("es", "Resta 1 y 2 a {n}", "{n} - 1 - 2"),
        ("es", "Aumenta {n} en {m} y 4", "{n} + {m} + 4"),
        ("de", "Addiere 3 und 4 zu {n}", "{n} + 3 + 4"),
        ("de", "Ziehe 3 und {m} von {n} ab", "{n} - 3 - {m}"),
        ("zh", "给{n}加上3和4", "{n} + 3 + 4"),
        ("zh", "从{n}减去3和4", "{n} - 3 - 4"),
        ("en", "Increase {n} by 3 and 4", "{n} + 3 + 4"),
        ("en", "Subtract 3 and 4 from {n}", "{n} - 3 - 4"),
    ],
)
def test_a_change_by_several_numbers_takes_each_of_them(language: str, line: str, value: str) -> None:
    program = parse(_NUMBERS.format(language, line)).program
    assert program is not None
    assert [ExpressionWriter("en").expression(one.value) for one in walk(program) if isinstance(one, Assign)] == [value]


@pytest.mark.parametrize(
    ("language", "line", "code"),
    [
        ("en", "Increase {n} by 3 or 4", "STP222"),
        ("es", "Multiplica {n} por 3 y 4", "STP222"),
        ("de", "Dividiere {n} durch 2 und 3", "STP222"),
        ("zh", "将{n}乘以3和4", "STP222"),
        ("en", "Set {n} to {m} + (3 and 4)", "STP231"),
    ],
)
def test_a_change_by_several_numbers_that_is_no_sum_is_reported(language: str, line: str, code: str) -> None:
    assert code in {one.code for one in check_text(_NUMBERS.format(language, line)).diagnostics}
