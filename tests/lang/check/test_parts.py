"""A text that shows a whole list although its writer means a part of it, or its length."""

from __future__ import annotations

import pytest

from agentprog.lang.check import check_text

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
