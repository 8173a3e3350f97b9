"""Quotes of every kind: each text begins with one kind and ends with its partner; a quote of another kind is text."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentprog.lang import ast
from agentprog.lang.ast import Node
from agentprog.lang.check import check_text
from agentprog.lang.parser import parse
from agentprog.lang.source.text import plain
from agentprog.lang.writing.fmt import format_text


def _body(language: str, text: str, mode: str = "strict") -> tuple[Node, ...]:
    head = f"---\nlanguage: {language}\n---\n"
    found = parse(f"{head}{text}\n", mode="lenient" if mode == "lenient" else "strict").program
    assert found is not None
    return found.body


@pytest.mark.parametrize("mode", ["strict", "lenient"])
@pytest.mark.parametrize(
    ("language", "line", "straight"),
    [
        ("en", 'If “Done” appears, tap "OK"', 'If "Done" appears, tap "OK"'),
        ("en", 'In the “Notes” app, tap "New"', 'In the "Notes" app, tap "New"'),
        ("en", 'Set {x} to ["a", “b”, «c»]', 'Set {x} to ["a", "b", "c"]'),
        ("en", 'Tell user “the 5" screen”', 'Tell user "the 5\\" screen"'),
        ("de", 'Wenn „Fertig“ erscheint, tippe auf "OK"', 'Wenn "Fertig" erscheint, tippe auf "OK"'),
        ("de", 'Wenn {x} = "7" oder {x} = „8", tippe auf »OK«', 'Wenn {x} = "7" oder {x} = "8", tippe auf "OK"'),
        ("de", 'In der App „Fotos“ tippe auf "OK"', 'In der App "Fotos" tippe auf "OK"'),
        ("de", 'Sage dem Nutzer „Er rief "ja" und ging“', 'Sage dem Nutzer "Er rief \\"ja\\" und ging"'),
        (
            "de",
            'Sage dem Nutzer "Er rief \\"ja\\" und „nein“"',
            'Sage dem Nutzer "Er rief \\"ja\\" und \\u201enein\\u201c"',
        ),
        ("es", 'Si aparece «Listo», toca "Sí"', 'Si aparece "Listo", toca "Sí"'),
        ("es", 'Dile al usuario «el "mejor" día»', 'Dile al usuario "el \\"mejor\\" día"'),
        ("zh", '点击“接单”，点击"好"', '点击"接单"，点击"好"'),
        ("zh", '如果 {谁} 等于 「都发」，告诉用户"好"', '如果 {谁} 等于 "都发"，告诉用户"好"'),
        ("zh", "告诉用户“他说「好」，『再见』”", '告诉用户"他说「好」，『再见』"'),
        ("zh", '设{x}为{"苹果"：“红”}', '设{x}为{"苹果"："红"}'),
    ],
)
def test_curly_and_mixed_quotes_mean_the_same_as_straight_quotes(
    language: str, line: str, straight: str, mode: str
) -> None:
    body = _body(language, line, mode)
    assert not any(isinstance(one, ast.Action) for one in body)
    assert body == _body(language, straight)
    written = parse(format_text(f"---\nlanguage: {language}\n---\n{line}\n")).program
    assert written is not None
    assert written.body == body


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("Tap “Done", 5),
        ('Tell user "Done, and tap “OK”', 11),
        ("Sage dem Nutzer „Fertig, und «gut»", 17),
        ("点击“接单，再点「好」", 3),
    ],
)
def test_a_quote_that_nothing_closes_is_an_error_at_its_place(line: str, column: int) -> None:
    found = [finding for finding in check_text(f"{line}\n").diagnostics if finding.code == "STP127"]
    assert [(one.span.column, one.severity) for one in found] == [(column, "error")]


@pytest.mark.parametrize("line", ["Type 5” into the “Size” field", 'Type the 5" of “Size”', 'Tap the 5“ of "Size"'])
def test_inches_are_no_quotes(line: str) -> None:
    assert "STP127" not in {finding.code for finding in check_text(f"{line}\n").diagnostics}
    assert plain(line).count('"') == 2


@given(st.lists(st.sampled_from(["„a“", "“b”", '"c"', "«d»", "»e«", "「f」", "『g』", " und ", "x, "]), max_size=8))
def test_every_text_in_quotes_begins_and_ends_where_its_marks_do(parts: list[str]) -> None:
    quoted = [part for part in parts if len(part) == 3 and part != "x, "]
    expected = "".join(f'"{part[1]}"' if part in quoted else part for part in parts)
    assert plain("".join(parts)) == expected


@pytest.mark.parametrize("sign", ['5"', "5“", '“a"', "„“", '„"', "“a“", "”", "\\“", "«"])
def test_many_quotes_take_time_in_proportion(sign: str) -> None:
    began = time.process_time()
    assert len(plain(sign * 20_000)) == 20_000 * len(sign)
    assert time.process_time() - began < 3


@pytest.mark.parametrize(
    "line",
    [
        r'Write the note "say \"{n} = 4\" aloud, then stop"',
        'Write the note “say "wait 5 minutes, then stop" aloud”',
        'Write the note «say "Monday, if {n} > 4"»',
    ],
)
def test_a_quote_within_a_text_ends_no_text_for_the_findings(line: str) -> None:
    report = check_text(f'Set {{n}} to 3\nIn the "Notes" app, open "a"\n{line}\nTell user {{n}}\n')
    assert report.diagnostics == (), report.render()
