"""Lines of readers new to the language: each line means its words, or the check gives the line to write."""

from __future__ import annotations

import pytest

from agentprog.lang import ast
from agentprog.lang.check import check_text
from agentprog.lang.parser import parse
from agentprog.lang.writing.unparse import unparse
from tests.lang.silence.telling import messages


def _body(language: str, text: str) -> tuple[ast.Statement, ...]:
    found = parse(f"---\nlanguage: {language}\n---\n{text}\n").program
    assert found is not None
    return found.body


def _values(language: str, text: str) -> list[str]:
    return [str(one.value) for one in _body(language, text) if isinstance(one, ast.AddTo | ast.RemoveFrom)]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", 'Add "a", "b" and "c" to {l}'),
        ("en", 'Remove "a", "b" and "c" from {l}'),
        ("de", 'Füge "a", "b" und "c" zu {l} hinzu'),
        ("de", 'Entferne "a", "b" und "c" aus {l}'),
        ("es", 'Añade "a", "b" y "c" a {l}'),
        ("es", 'Quita "a", "b" y "c" de {l}'),
        ("zh", "把“a”、“b”和“c”加到{l}里"),
        ("zh", "从{l}中删除“a”、“b”和“c”"),
    ],
)
def test_each_of_several_values_is_added_or_removed_alone(language: str, line: str) -> None:
    assert _values(language, line) == ["a", "b", "c"]


def test_several_values_in_a_branch_and_in_a_loop_are_added_one_by_one() -> None:
    branch, loop = _body("en", 'If {x} > 1, add "a" and "b" to {l}\nRepeat 2 times: add "a" and "b" to {l}')
    assert isinstance(branch, ast.If)
    assert isinstance(loop, ast.Repeat)
    assert len(branch.branches[0].body) == len(loop.body) == 2


@pytest.mark.parametrize(
    "text",
    [
        'Add ["a", "b"] to {l}',
        'Remove ["a", "b"] from {l}',
        'Create an empty table {t} with columns "a", "b"\nAdd "x", 3 to {t}',
        '---\ninputs:\n  t: table\n---\nAdd "x", 3 to {t}',
    ],
)
def test_a_list_in_brackets_and_a_row_of_a_table_stay_one_item(text: str) -> None:
    program = parse(text + "\n").program
    assert program is not None
    last = program.body[-1]
    assert isinstance(last, ast.AddTo | ast.RemoveFrom)
    assert isinstance(last.value, ast.ListExpr)
    assert parse(unparse(program)).program == program


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", "Mach das Handy leiser"),
        ("de", "Mach das WLAN aus"),
        ("zh", "安装这个应用程序"),
        ("zh", "看看小程序"),
        ("zh", "在「LINE」應用程式中，看看今天的作業"),
    ],
)
def test_a_word_of_the_program_inside_of_an_ordinary_word_is_no_doubt(language: str, line: str) -> None:
    assert "STP137" not in {code for _, code, _, _ in messages(language, line)}


@pytest.mark.parametrize(
    ("language", "line"),
    [("de", "Mach das, wenn es geht"), ("de", "Tippe auf OK und mach das dreimal"), ("zh", "看看这个程序")],
)
def test_a_word_of_the_program_alone_is_reported(language: str, line: str) -> None:
    assert {code for _, code, _, _ in messages(language, line)} & {"STP137", "STP121", "STP136", "STP128", "STP129"}


@pytest.mark.parametrize("word", ["應用程式", "應用", "应用程序", "应用", "app", "软件"])
def test_the_words_for_an_app_are_the_same_before_a_step_and_in_opening(word: str) -> None:
    inside, opened = _body("zh", f"在“LINE”{word}中，点击“B”\n打开“LINE”{word}")
    assert isinstance(inside, ast.DirectUI)
    assert str(inside.app) == "LINE"
    assert not isinstance(opened, ast.Action)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Give as the answer {x}"),
        ("de", "Gib als Antwort {x}"),
        ("es", "Da como respuesta {x}"),
        ("zh", "以{x}作为答案"),
    ],
)
def test_the_answer_of_the_program_is_exact(language: str, line: str) -> None:
    found = _body(language, line)[0]
    assert isinstance(found, ast.Assign)
    assert found.target.name == "answer"


@pytest.mark.parametrize(
    ("language", "line", "meant"),
    [
        ("en", "Answer {x}", "Set {answer} to {x}"),
        ("de", "Antworte {x}", "Setze {answer} auf {x}"),
        ("es", "Responde {x}", "Pon {answer} en {x}"),
        ("zh", "回答{x}", "将{answer}设为{x}"),
        ("en", "The {x} starts at 0", "Set {x} to 0"),
        ("de", "Die {x} startet bei 0", "Setze {x} auf 0"),
        ("es", "El {x} empieza en 0", "Pon {x} en 0"),
    ],
)
def test_the_advice_is_the_exact_line(language: str, line: str, meant: str) -> None:
    text = f"---\nlanguage: {language}\ninputs:\n  x: number\n---\n{line}\n"
    assert any(f"did you mean `{meant}`?" in finding.suggestion for finding in check_text(text).diagnostics)


@pytest.mark.parametrize(
    ("language", "condition", "op"),
    [
        ("en", "If {x} goes over 5", ">"),
        ("en", "If {x} drops below 5", "<"),
        ("de", "Wenn {x} unter 5 ist", "<"),
        ("es", "Si {x} pasa de 5", ">"),
        ("es", "Si {x} baja de 5", "<"),
    ],
)
def test_going_over_a_value_is_a_comparison(language: str, condition: str, op: str) -> None:
    found = _body(language, f"{condition}:\n    {'Press back' if language == 'en' else 'x'}")[0]
    assert isinstance(found, ast.If)
    test = found.branches[0].condition
    assert isinstance(test, ast.Compare)
    assert test.op == op


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Divide {a} by {b} and keep it in {c}"),
        ("de", "Dividiere {a} durch {b} und speichere es in {c}"),
        ("es", "Calcula {a} entre {b} y guárdalo en {c}"),
        ("zh", "将{a}除以{b}并保存到{c}"),
        ("zh", "把{a}除以{b}，记为{c}"),
    ],
)
def test_a_quotient_with_its_variable_is_exact(language: str, line: str) -> None:
    (found,) = _body(language, line)
    assert isinstance(found, ast.Assign)
    assert found.target.name == "c"
    assert isinstance(found.value, ast.Arithmetic)
    assert found.value.op == "/"


def test_an_app_in_the_words_of_a_chinese_step_is_filled_into_the_advice() -> None:
    ((_, code, message, hint),) = messages("zh", "在微信里看看余额")
    assert (code, message) == (
        "STP501",
        'a model does this step on the phone, but no line says that "微信" is an app',
    )
    assert hint == 'begin with `在"微信"应用中，` if 微信 is the app'


def test_a_chinese_step_that_sends_in_another_app_gets_a_finding() -> None:
    found = messages("zh", "打开“LINE”应用\n在微信里给“老张”发“你好”")
    assert [code for line, code, _, _ in found if line == 2] == ["STP501"]


def test_two_ends_on_one_line_have_one_finding() -> None:
    assert {code for _, code, _, _ in messages("es", "Listo, termine")} == {"STP136"}
