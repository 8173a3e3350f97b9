"""A condition about the outcome of the step above it: a failed step reaches no line below."""

from __future__ import annotations

import pytest

from agentprog.lang import ast
from agentprog.lang.check import check_text

HEAD = {
    "en": ('Tap "Save"', "Try:", "On error:"),
    "de": ('Tippe auf "Save"', "Versuche:", "Bei Fehler:"),
    "es": ('Toca "Save"', "Intenta:", "Si hay un error:"),
    "zh": ('点击"Save"', "尝试：", "出错时："),
}
FAILED = [
    ("en", "If it fails"),
    ("en", "If something fails"),
    ("en", "If the step fails"),
    ("en", "If that did not work"),
    ("en", "If the last step didn't work"),
    ("en", "When this goes wrong"),
    ("en", "If an error occurs"),
    ("de", "Wenn es fehlschlägt"),
    ("de", "Wenn das nicht klappt"),
    ("de", "Falls der letzte Schritt nicht funktioniert hat"),
    ("es", "Si falla"),
    ("es", "Si el paso anterior falla"),
    ("es", "Si no funciona"),
    ("zh", "如果操作失败"),
    ("zh", "如果上一步没有成功"),
]
WORKED = [("en", "If it worked"), ("de", "Wenn es geklappt hat"), ("es", "Si funcionó"), ("zh", "如果成功了")]
DOUBT = "a failed step ends the program"


@pytest.mark.parametrize(("language", "asked"), [*FAILED, *WORKED])
def test_a_condition_on_the_step_above_leads_to_try_and_on_error(language: str, asked: str) -> None:
    step, once, handler = HEAD[language]
    comma = "，" if language == "zh" else ", "
    report = check_text(f"---\nlanguage: {language}\n---\n{step}\n{asked}{comma}{step}\n")
    (found,) = report.diagnostics
    assert DOUBT in found.message
    assert f"`{once}`" in found.suggestion
    assert f"`{handler}`" in found.suggestion
    assert ("leave the condition out" in found.suggestion) is ((language, asked) in WORKED)


@pytest.mark.parametrize(("language", "asked"), [one for one in FAILED if not one[1].startswith("When ")])
def test_a_condition_on_failure_below_a_try_is_its_on_error(language: str, asked: str) -> None:
    step, once, _ = HEAD[language]
    colon = "：" if language == "zh" else ":"
    report = check_text(f"---\nlanguage: {language}\n---\n{once}\n    {step}\n{asked}{colon}\n    {step}\n")
    assert report.diagnostics == (), report.render()
    assert report.parsed.program is not None
    (tried,) = report.parsed.program.body
    assert isinstance(tried, ast.Try)
    assert tried.handler is not None


@pytest.mark.parametrize(
    "line",
    [
        'Repeat until it works:\n        Tap "A"',
        'When it fails, tell user "no"',
        'Set an alarm, if it fails tell me "no"',
    ],
)
def test_a_loop_and_a_step_that_decide_by_it_get_the_same_advice(line: str) -> None:
    found = next(
        finding
        for finding in check_text(f'In the "Clock" app:\n    {line.replace(chr(10), chr(10) + "    ")}\n').diagnostics
    )
    assert DOUBT in found.message
    assert "`Try 3 times:`" in found.suggestion


@pytest.mark.parametrize("line", ["If the payment fails", "If the upload did not work", "If there is an error message"])
def test_a_failure_that_an_app_shows_is_judged_on_the_screen(line: str) -> None:
    assert check_text(f'Tap "Save"\n{line}, press back\n').diagnostics == ()


def test_an_on_error_without_a_try_shows_the_place_of_the_try() -> None:
    (found,) = check_text('Tap "Save"\nOn failure, tell user "x"\n').diagnostics
    assert (found.code, found.suggestion) == ("STP107", "write `Try:` above the steps, and indent them under it")


@pytest.mark.parametrize(
    ("language", "head", "line", "advice"),
    [
        ("en", "Switch {x}:", 'is "b":', 'Case "b":'),
        ("en", "Switch {x}:", '"b", "c":', 'Case "b", "c":'),
        ("en", "Switch {x}:", "when 3:", "Case 3:"),
        ("en", "Switch {x}:", 'when {x} is "b":', 'Case "b":'),
        ("en", "Switch {x}:", "> 5:", "a case is one value"),
        ("de", "Unterscheide nach {x}:", 'ist "b":', 'Fall "b":'),
        ("de", "Je nach {x}:", 'wenn es "b" ist:', 'Fall "b":'),
        ("es", "Según {x}:", 'si es "b":', 'Caso "b":'),
        ("zh", "根据{x}：", "如果是“b”：", "情况“b”："),
    ],
)
def test_a_case_in_other_words_is_named(language: str, head: str, line: str, advice: str) -> None:
    case = {"en": 'Case "a":', "de": 'Fall "a":', "es": 'Caso "a":', "zh": "情况“a”："}[language]
    text = f"{head}\n    {case}\n        do: x\n    {line}\n        do: x"
    header = f"---\nlanguage: {language}\ninputs: {{x: text}}\n---\n"
    found = [one.suggestion for one in check_text(f"{header}{text}\n").diagnostics if one.code == "STP107"]
    assert [advice in hint for hint in found] == [True]
