"""A wait for a condition may carry its own limit."""

from __future__ import annotations

import pytest

from agentprog.lang import ast
from agentprog.lang.check import check_text
from agentprog.lang.writing.fmt import format_text

EXACT = [
    ("en", 'Wait until "A" appears, at most 20 seconds', 20),
    ("en", 'Wait until "A" appears, but no longer than 2 minutes', 120),
    ("en", 'Wait until "A" disappears for up to one minute', 60),
    ("en", 'Wait up to 5 seconds until "A" appears', 5),
    ("en", 'Wait at most 5 seconds for "A" to appear', 5),
    ("en", 'Wait for "A", max 10 seconds', 10),
    ("en", 'Wait for "A" for ten seconds', 10),
    ("de", 'Warte, bis "A" erscheint, aber höchstens 20 Sekunden', 20),
    ("de", 'Warte höchstens 2 Minuten, bis "A" erscheint', 120),
    ("es", 'Espera hasta que aparezca "A", como máximo 20 segundos', 20),
    ("es", 'Espera como mucho 5 segundos hasta que "A" aparezca', 5),
    ("zh", '等到"A"出现为止，最多30秒', 30),
    ("zh", '最多等10秒，直到"A"出现', 10),
]


def only(language: str, line: str) -> ast.Statement:
    parsed = check_text(f"---\nlanguage: {language}\n---\n{line}\n")
    assert parsed.diagnostics == (), parsed.render()
    assert parsed.parsed.program is not None
    (statement,) = parsed.parsed.program.body
    return statement


@pytest.mark.parametrize(("language", "line", "seconds"), EXACT)
def test_a_limit_beside_the_condition_is_a_part_of_the_wait(language: str, line: str, seconds: int) -> None:
    wait = only(language, line)
    assert isinstance(wait, ast.Wait)
    assert isinstance(wait.until, ast.OnScreen | ast.Not)
    assert isinstance(wait.seconds, ast.Number)
    assert wait.seconds.value == seconds


@pytest.mark.parametrize(("language", "line", "seconds"), EXACT)
def test_the_formatter_keeps_the_limit_in_seconds(language: str, line: str, seconds: int) -> None:
    laid_out = format_text(f"---\nlanguage: {language}\n---\n{line}\n").rstrip("\n").rpartition("\n")[2]
    assert str(seconds) in laid_out
    assert only(language, laid_out) == only(language, line)


def test_a_variable_may_hold_the_limit_and_a_model_may_judge_the_condition() -> None:
    text = 'Set {n} to 5\nWait until "A" appears, at most {n} seconds\nWait until the mail is out, at most 9 seconds\n'
    parsed = check_text(text)
    assert parsed.diagnostics == (), parsed.render()
    assert parsed.parsed.program is not None
    _, exact, judged = parsed.parsed.program.body
    assert isinstance(exact, ast.Wait)
    assert isinstance(exact.seconds, ast.Ref)
    assert isinstance(judged, ast.Wait)
    assert str(judged.until.text) == "the mail is out"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "line",
    [
        "Wait until the call took at most 30 seconds",
        'Wait until "A" or 20 seconds',
        'Wait until "A" appears, at most 2',
        'Wait until "A" appears, for a while',
    ],
)
def test_a_time_inside_a_wait_condition_is_no_limit_and_is_reported(line: str) -> None:
    (found,) = check_text(f"{line}\n").diagnostics
    assert found.code == "STP138"
    assert "`Wait until <until>, at most <seconds> seconds`" in found.suggestion


def test_a_limit_around_inexact_words_leaves_them_in_the_condition() -> None:
    (before,) = check_text('Wait up to 2 minutes until "Ready" appears 点击“下一步”\n').parsed.program.body  # type: ignore[union-attr]
    laid_out = format_text('Wait up to 2 minutes until "Ready" appears 点击“下一步”\n')
    report = check_text(laid_out)
    assert report.diagnostics == (), report.render()
    assert isinstance(before, ast.Wait)
    assert report.parsed.program is not None
    assert report.parsed.program.body == (before,)
