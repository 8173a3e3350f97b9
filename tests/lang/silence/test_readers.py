"""Lines of fresh readers without a finding or with wrong advice: sums in braces, positions from 1, jumps, limits."""

from __future__ import annotations

import pytest

from agentprog.lang.check import check_text
from tests.lang.silence.telling import messages


@pytest.mark.parametrize(
    ("language", "text", "value"),
    [
        ("en", 'Set {n} to 2\nTell user "left: {30000 - n}"', "30000 - {n}"),
        ("en", 'Set {n} to 2\nType "{1 + n}" into "F"', "1 + {n}"),
        ("en", 'Set {n} to 2\nTell user "{(n + 4) / 2}"', "({n} + 4) / 2"),
        ("en", 'Set {n} to 2\nTell user "{2 times n}"', "2 times {n}"),
        ("en", 'Set {n} to 2\nTell user "{-n}"', "-{n}"),
        ("de", 'Setze {n} auf 2\nSage dem Benutzer "Rest: {100 - n}"', "100 - {n}"),
        ("es", 'Pon {n} en 2\nDile al usuario "Resto: {100 - n}"', "100 - {n}"),
        ("zh", "将{n}设为2\n告诉用户“剩余：{100 - n}”", "100 - {n}"),
    ],
)
def test_a_sum_in_braces_is_an_error_wherever_its_name_stands(language: str, text: str, value: str) -> None:
    found = messages(language, text)
    assert [(line, code) for line, code, _, _ in found] == [(2, "STP223")]
    assert f"{value}`" in found[0][3]


@pytest.mark.parametrize("braces", ["{1, 2, 3}", "{3 n left}", "{2 - 1}"])
def test_other_braces_stay_a_text(braces: str) -> None:
    assert messages("en", f'Set {{n}} to 2\nTell user "{braces} {{n}}"') == []


LOOPS = [
    ("en", "For {i} from 1 to the number of items in {rows}:\n    Tell user {rows[i]}"),
    ("en", 'Set {n} to the number of items in {rows}\nFor {i} from 1 to {n}:\n    Tell user "{rows[i].name}"'),
    ("en", "Repeat the number of items in {rows} times:\n    Tell user {rows[loop.iteration]}"),
    ("de", "Für jede {i} in die Zahlen von 1 bis die Anzahl von {rows}:\n    Sage dem Benutzer {rows[i]}"),
    ("es", "Para cada {i} en los números de 1 a la cantidad de {rows}:\n    Dile al usuario {rows[i]}"),
    ("zh", "对每个{i}在数字从1到项数：{rows}中：\n    告诉用户{rows[i]}"),
]


@pytest.mark.parametrize(("language", "text"), LOOPS)
def test_positions_from_1_are_an_error(language: str, text: str) -> None:
    found = check_text(f"---\nlanguage: {language}\ninputs:\n  rows: list\n---\n{text}\n").diagnostics
    assert [one.code for one in found] == ["STP213"]
    assert "{item}" in found[0].suggestion


@pytest.mark.parametrize(
    "text",
    [
        "For {i} from 0 to the number of items in {rows} - 1:\n    Tell user {rows[i]}",
        "For {i} from 1 to the number of items in {rows}:\n    Tell user {i}",
        "Set {n} to 3\nFor {i} from 1 to {n}:\n    Tell user {rows[i]}",
        "Set {n} to the number of items in {rows}\nDecrease {n} by 1\nFor {i} from 1 to {n}:\n    Tell user {rows[i]}",
        "Set {more} to []\nFor {i} from 1 to the number of items in {more}:\n    Tell user {rows[i]}",
    ],
)
def test_other_positions_are_fine(text: str) -> None:
    found = check_text(f"---\ninputs:\n  rows: list\n---\n{text}\n").diagnostics
    assert "STP213" not in {one.code for one in found}
