"""Branches on one line, in every language that has words: what their writers see is what is read."""

from __future__ import annotations

import pytest

from agentprog.lang import ast
from agentprog.lang.check import check_text
from agentprog.lang.parser import parse


def _body(language: str, text: str) -> tuple[ast.Statement, ...]:
    found = parse(f"---\nlanguage: {language}\n---\n{text}\n").program
    assert found is not None
    return found.body


@pytest.mark.parametrize(
    ("language", "written", "canonical"),
    [
        ("en", 'If "A" appears, tap "A"\nOtherwise send a mail',
         'If "A" appears:\n    Tap "A"\nOtherwise:\n    send a mail'),
        ("en", 'If "A" appears, tap "A"\nIf not, tap "B"', 'If "A" appears:\n    Tap "A"\nOtherwise:\n    Tap "B"'),
        ("en", 'If "A" pops up tap "A", otherwise press back',
         'If "A" appears:\n    Tap "A"\nOtherwise:\n    Press back'),
        ("en", 'If "A" appears, tap "A"\nOr else if "B" appears, tap "B"\nElse tap "C"',
         'If "A" appears:\n    Tap "A"\nElse if "B" appears:\n    Tap "B"\nOtherwise:\n    Tap "C"'),
        ("de", 'Wenn "A" erscheint, tippe auf "A"\nsonst sage "nein"',
         'Wenn "A" erscheint:\n    Tippe auf "A"\nSonst:\n    Sage dem Benutzer "nein"'),
        ("de", 'Wenn "A" erscheint, tippe auf "A"\nSonst antworte mit einem Herz',
         'Wenn "A" erscheint:\n    Tippe auf "A"\nSonst:\n    antworte mit einem Herz'),
        ("es", 'Si "A" aparece, toca "A"\nY si no, toca "B"', 'Si "A" aparece:\n    Toca "A"\nSi no:\n    Toca "B"'),
        ("es", 'Si "A" aparece, toca "A"\nDe lo contrario toca "B"',
         'Si "A" aparece:\n    Toca "A"\nSi no:\n    Toca "B"'),
        ("zh", '如果"A"出现，点击"A"\n否则点击"B"', '如果"A"出现：\n    点击"A"\n否则：\n    点击"B"'),
        ("zh", '如果"A"出现，点击"A"\n不然就发个爱心', '如果"A"出现：\n    点击"A"\n否则：\n    发个爱心'),
        ("zh", '如果有新消息：\n    点击"A"\n若无：\n    点击"B"', '如果有新消息：\n    点击"A"\n否则：\n    点击"B"'),
        ("zh", '如果"A"出现，点击"A"，否则点击"B"', '如果"A"出现：\n    点击"A"\n否则：\n    点击"B"'),
        ("zh", '如果"A"出现：点击"A"', '如果"A"出现：\n    点击"A"'),
        ("zh", '如果"A"出现那么点击"A"', '如果"A"出现：\n    点击"A"'),
        ("zh", '如果"A"出现就点击"A"否则点击"规则"', '如果"A"出现：\n    点击"A"\n否则：\n    点击"规则"'),
        ("zh", '如果"A"出现点击"A"', '如果"A"出现：\n    点击"A"'),
        ("zh", '如果下雨就告诉用户"带伞"', '如果下雨：\n    告诉用户"带伞"'),
    ],
)  # fmt: skip
def test_a_branch_on_one_line_is_the_branch_in_a_block(language: str, written: str, canonical: str) -> None:
    assert _body(language, written) == _body(language, canonical)


def test_a_one_line_otherwise_without_an_if_is_told_when_it_is_exact() -> None:
    assert [d.code for d in check_text('Tap "A"\nOtherwise, tap "B"\n').diagnostics if d.code[:4] == "STP1"] == [
        "STP105"
    ]


def test_a_sentence_that_begins_with_otherwise_is_a_step_where_no_if_stands_above_it() -> None:
    found = check_text("Otherwise notify the user\n")
    assert [d.code for d in found.diagnostics] == ["STP137", "STP501"]
    assert found.parsed.program is not None
    assert isinstance(found.parsed.program.body[0], ast.Action)


def test_a_short_word_for_then_inside_a_longer_word_ends_no_condition() -> None:
    found = _body("zh", '如果"成就"出现，点击"规则"')
    assert found == _body("zh", '如果"成就"出现：\n    点击"规则"')


def test_exact_lines_joined_by_and_are_several_steps_of_a_branch() -> None:
    written = 'If "A" appears, tell user "x" and press back'
    assert _body("en", written) == _body("en", 'If "A" appears:\n    Tell user "x"\n    Press back')


@pytest.mark.parametrize("line", ["等5秒", "等半分钟", "等五秒钟", "暂停2秒"])
def test_short_ways_to_wait_are_waits(line: str) -> None:
    assert isinstance(_body("zh", line)[0], ast.Wait)


@pytest.mark.parametrize(
    ("language", "line", "said"),
    [
        ("zh", "提示“没有成功”", "没有成功"),
        ("es", 'Mostrar "Vas justo"', "Vas justo"),
        ("es", "Avísame con «listo»", "listo"),
    ],
)
def test_more_ways_to_tell_are_tells(language: str, line: str, said: str) -> None:
    told = _body(language, line)[0]
    assert isinstance(told, ast.Tell)
    assert str(told.message) == said
