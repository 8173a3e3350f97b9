"""A text that shows a whole list although its writer means a part of it, or its length."""

from __future__ import annotations

import pytest

from agentprog.lang.ast import Apply, Assign
from agentprog.lang.check import check_text
from agentprog.lang.parser import parse
from agentprog.lang.phrases.expressions import exact
from agentprog.lang.source.text import Piece
from agentprog.lang.vocabulary.words import words

_HEAD = "---\nlanguage: {}\ninputs:\n  x: list\n  y: number\n  名: text\n---\n"


def _advice(language: str, text: str) -> list[tuple[str, str]]:
    found = check_text(_HEAD.format(language) + text + "\n").diagnostics
    return [(one.code, one.suggestion) for one in found if one.code in ("STP211", "STP209")]


@pytest.mark.parametrize(
    ("language", "text", "advice"),
    [
        ("zh", "告诉用户“共{x}的人数人”", "项数：{x}"),
        ("zh", "告诉用户“一共{x}的数量个”", "项数：{x}"),
        ("en", 'Set {x} to ["a"]\nTell user "the number of {x}"', "`{n} = the number of items in {x}`"),
        ("en", 'Set {x} to ["a"]\nTell user "{x}\'s length"', "`{n} = the number of items in {x}`"),
        ("de", 'Setze {x} auf ["a"]\nSage dem Nutzer "die Anzahl von {x}"', "`{n} = die Anzahl von {x}`"),
        ("es", 'Pon {x} en ["a"]\nDile al usuario "la cantidad de {x}"', "`{n} = la cantidad de {x}`"),
        ("zh", "将{z}设为{x}的平均分\n告诉用户“{z}”", "“"),
    ],
)
def test_a_part_of_a_list_inside_a_text_is_reported(language: str, text: str, advice: str) -> None:
    reported = _advice(language, text)
    assert len(reported) == 1
    code, suggestion = reported[0]
    assert code == ("STP209" if advice == "“" else "STP211")
    assert advice == "“" or advice in suggestion.replace("： ", "：")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", 'Tell user "the sum of {y} euros"'),
        ("en", 'For each {m} in {x}:\n    Tell user "{m}\'s size"'),
        ("zh", "询问用户“谁？”，记录为{谁}\n告诉用户“{谁}的长度”"),
        ("zh", "告诉用户“{名}的生日”"),
        ("zh", "将{z}设为{x}的人数\n告诉用户“{z}人”"),
        ("de", 'Sage dem Nutzer "{x} von gestern"'),
    ],
)
def test_words_around_a_single_value_are_text(language: str, text: str) -> None:
    assert _advice(language, text) == []


@pytest.mark.parametrize(
    ("language", "value", "canonical"),
    [
        ("en", 'the sum of "price" in {x}', "the sum of {x.price}"),
        ("en", 'the first item of "unit price" in {x}', 'the first item of {x["unit price"]}'),
        ("en", "the average of 'price' in {x} times 2", "the average of {x.price} * 2"),
        ("de", 'das Maximum von "Preis" in {x}', "das Maximum von {x.Preis}"),
        ("es", 'la suma de "precio" en {x}', "la suma de {x.precio}"),
        ("zh", "总和：“价格”属于{x}", "总和：{x.价格}"),
    ],
)
def test_in_behind_a_column_means_the_column_of_the_table(language: str, value: str, canonical: str) -> None:
    pieces = (Piece(text, vocabulary=words(language)) for text in (value, canonical))
    found, expected = (exact(piece) for piece in pieces)
    assert found == expected


def test_a_calculation_over_a_column_needs_no_code() -> None:
    program = parse(
        '---\ninputs: {rows: list}\n---\nCalculate the average of "price" in {rows}, record as {p}\n'
    ).program
    assert program is not None
    (statement,) = program.body
    assert isinstance(statement, Assign)
    assert isinstance(statement.value, Apply)


def test_the_number_of_a_text_in_a_list_is_no_membership() -> None:
    assert exact(Piece('the count of "a" in {x}', vocabulary=words("en"))) is None


@pytest.mark.parametrize(
    ("language", "head", "advice"),
    [
        ("en", "For each {r} in {x} until {y} is 3:", "`If {y} is 3:` with `Break the loop`"),
        ("en", 'For each {r} from {x} until "Sold" appears:', '`If "Sold" appears:` with'),
        ("en", "Iterate through {x} till {y} > 2, record as {r}:", "`If {y} > 2:` with"),
        ("en", "For each {r} in {x} as long as {y} < 3:", "`Unless {y} < 3:` with"),
        ("en", "For each {r} in {x}, stopping when {y} is 2:", "`If {y} is 2:` with"),
        ("de", "Für jedes {r} in {x} bis {y} ist 3:", "`Wenn {y} ist 3:` with"),
        ("de", "Für jedes {r} in {x}, solange {y} > 3:", "`Außer wenn {y} > 3:` with"),
        ("es", "Para cada {r} en {x} hasta que {y} es 3:", "`Si {y} es 3:` with"),
        ("es", "Para cada {r} en {x} mientras {y} > 3:", "`A menos que {y} > 3:` with"),
        ("en", "For each {r} in {x} until the end:", ""),
        ("en", "For each {r} in {x} sorted by length:", ""),
    ],
)
def test_a_condition_behind_the_list_of_a_loop_ends_no_round(language: str, head: str, advice: str) -> None:
    found = check_text(f"{_HEAD.format(language)}{head}\n    do: {{r}}\n").diagnostics
    hints = [one.suggestion for one in found if one.code == "STP135"]
    assert len(hints) == bool(advice)
    assert all(advice in hint for hint in hints)


@pytest.mark.parametrize(("low", "high"), [("{x}", "2"), ("1", "{x}")])
def test_a_list_is_no_bound_of_a_count(low: str, high: str) -> None:
    found = check_text(f"{_HEAD.format('en')}For each {{r}} in {low} to {high}:\n    do: {{r}}\n").diagnostics
    (hint,) = (one.suggestion for one in found if one.code == "STP224")
    assert ("the number of items in {x}" in hint) == (high == "{x}")
