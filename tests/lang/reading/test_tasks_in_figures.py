"""Heads of tasks with a decimal comma, and returns of truth values and sums, in German, Spanish and Chinese."""

from __future__ import annotations

import pytest

from agentprog.lang import ast
from agentprog.lang.check import check_text
from agentprog.lang.parser import parse
from agentprog.lang.writing.unparse import unparse


@pytest.mark.parametrize(
    ("language", "head", "line"),
    [
        ("de", 'Definiere eine Aufgabe namens "MwSt" mit {netto} und {satz} = 0,19:', "Gib {netto} * {satz} zurück"),
        ("es", 'Define una tarea llamada "IVA" con {neto} y {tasa} = 0,19:', "Devuelve {neto} * {tasa}"),
        ("es", 'Define una tarea llamada "IVA" con {tasa} = 0,19, {neto}:', "Devuelve {neto} * {tasa}"),
        ("de", 'Definiere eine Aufgabe namens "t" mit {x}, {y} = 1,5 und {z} = 2:', "Gib {x} > {y} zurück"),
        ("en", 'Define a task called "t" with {x} = "a, b", {y} and {z} = 2:', "Return {y}"),
    ],
)
def test_a_decimal_comma_in_the_head_of_a_task_parts_no_inputs(language: str, head: str, line: str) -> None:
    report = check_text(f"---\nlanguage: {language}\n---\n{head}\n    {line}")
    assert {one.code for one in report.diagnostics} == {"STP406"}
    assert report.parsed.program is not None
    (task,) = report.parsed.program.functions.values()
    assert all(name in line or name == "x" or name == "z" for name in (entry.name for entry in task.inputs))
    assert len(task.inputs) == head.count("{")


@pytest.mark.parametrize(
    ("language", "line", "value"),
    [
        ("zh", "返回true", True),
        ("zh", "返回 false", False),
        ("zh", "返回真", True),
        ("zh", "返回：否", False),
        ("de", "Gib wahr zurück", True),
        ("de", "Gib falsch zurück", False),
        ("es", "Devuelve verdadero", True),
        ("en", "Return false", False),
    ],
)
def test_a_task_returns_a_truth_value(language: str, line: str, value: bool) -> None:
    head = {
        "zh": "定义任务“t”，参数：{x}：",
        "de": 'Definiere eine Aufgabe namens "t" mit {x}:',
        "es": 'Define una tarea llamada "t" con {x}:',
        "en": 'Define a task called "t" with {x}:',
    }[language]
    program = check_text(f"---\nlanguage: {language}\n---\n{head}\n    {line}").parsed.program
    assert program is not None
    (task,) = program.functions.values()
    returned = task.body[-1]
    assert isinstance(returned, ast.Return)
    assert isinstance(returned.value, ast.Boolean)
    assert returned.value.value is value


@pytest.mark.parametrize("line", ["Gib len({x}) zurück", "Gib die Anzahl von {x} zurück"])
def test_no_advice_makes_a_german_return_a_value_of_the_program(line: str) -> None:
    text = f'---\nlanguage: de\n---\nDefiniere eine Aufgabe namens "t" mit {{x}}:\n    {line}'
    assert not any("{answer}" in one.suggestion for one in check_text(text).diagnostics)


@pytest.mark.parametrize(
    ("language", "line", "written"),
    [
        ("de", "for {n} in {xs}:", "Für jede {n} in {xs}:"),
        ("es", "for {n} in {xs}:", "Para cada {n} en {xs}:"),
    ],
)
def test_a_line_of_code_gets_the_line_of_the_language(language: str, line: str, written: str) -> None:
    program = parse(f"---\nlanguage: {language}\ninputs:\n  xs: list\n---\n{line}\n    open {{n}}\n").program
    assert program is not None
    assert written in unparse(program).splitlines()
