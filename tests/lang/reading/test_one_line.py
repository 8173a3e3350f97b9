"""Branches on one line, in every supported language, are read as their writers mean them."""

from __future__ import annotations

import pytest

from agentprog.lang import ast
from agentprog.lang.check import check_text
from agentprog.lang.parser import parse
from agentprog.lang.writing.unparse import unparse


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
        ("en", "If Ann answers yes then set a timer for ten minutes otherwise call her",
         "If Ann answers yes:\n    set a timer for ten minutes\nOtherwise:\n    call her"),
        ("en", "IF the sky is grey THEN take a coat ELSE call a cab",
         "If the sky is grey:\n    take a coat\nOtherwise:\n    call a cab"),
        ("en", 'If Ann writes, tell user "mail", if not send her "hello"',
         'If Ann writes:\n    Tell user "mail"\nOtherwise:\n    send her "hello"'),
        ("de", "Wenn es regnet dann nimm den Schirm sonst ruf ein Taxi",
         "Wenn es regnet:\n    nimm den Schirm\nSonst:\n    ruf ein Taxi"),
        ("de", 'Wenn Anna schreibt, sage "Post", wenn nicht schick ihr "Hallo"',
         'Wenn Anna schreibt:\n    Sage dem Benutzer "Post"\nSonst:\n    schick ihr "Hallo"'),
        ("es", "Si llueve, toma el paraguas de lo contrario llama a Ana",
         "Si llueve:\n    toma el paraguas\nSi no:\n    llama a Ana"),
        ("zh", '如果安娜来了，发"你好"，如果没有就给她打电话', '如果安娜来了：\n    发"你好"\n否则：\n    给她打电话'),
    ],
)  # fmt: skip
def test_a_branch_on_one_line_is_the_branch_in_a_block(language: str, written: str, canonical: str) -> None:
    assert _body(language, written) == _body(language, canonical)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "If Ann writes, tell someone else call me"),
        ("en", "If Ann writes, call Otherwise Bakery and order bread"),
        ("en", 'If Ann writes, send "otherwise call me" to her'),
        ("de", "Wenn Anna schreibt, frag sie was sonst noch fehlt"),
        ("es", 'Si Ana escribe, envía "de lo contrario llama" a Luis'),
        ("zh", '如果安娜写信，发"否则回家"给小明'),
    ],
)
def test_a_word_for_else_in_a_name_a_quotation_or_a_clause_begins_no_branch(language: str, line: str) -> None:
    found = _body(language, line)[0]
    assert isinstance(found, ast.If)
    assert found.orelse is None
    findings = check_text(f"---\nlanguage: {language}\n---\n{line}\n").diagnostics
    assert [finding for finding in findings if finding.code == "STP137"] == []


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "If the note exists, delete it otherwise the list gets too long"),
        ("en", "If the bus is late message Ann otherwise wait 5 minutes"),
        ("de", "Wenn die Notiz da ist, lösche sie sonst wird die Liste zu lang"),
        ("es", "Si llueve entonces llama a Ana si no escribe a Luis"),
        ("zh", "如果有短信，删除短信否则太多"),
    ],
)
def test_an_else_inside_of_a_step_is_reported(language: str, line: str) -> None:
    findings = check_text(f"---\nlanguage: {language}\n---\n{line}\n").diagnostics
    assert "STP137" in {finding.code for finding in findings}


def test_an_exact_otherwise_without_an_if_is_reported() -> None:
    assert [d.code for d in check_text('Tap "A"\nOtherwise, tap "B"\n').diagnostics if d.code[:4] == "STP1"] == [
        "STP105"
    ]


def test_a_sentence_with_otherwise_and_no_if_above_is_a_step() -> None:
    found = check_text("Otherwise notify the user\n")
    assert [d.code for d in found.diagnostics] == ["STP137"]
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
    ("language", "line", "message"),
    [
        ("zh", "提示“没有成功”", "没有成功"),
        ("es", 'Mostrar "Vas justo"', "Vas justo"),
        ("es", "Avísame con «listo»", "listo"),
    ],
)
def test_further_words_for_telling_the_user_are_messages(language: str, line: str, message: str) -> None:
    statement = _body(language, line)[0]
    assert isinstance(statement, ast.Tell)
    assert str(statement.message) == message


@pytest.mark.parametrize(
    ("language", "line", "canonical"),
    [
        ("en", 'If "A" appears, tap "A"; otherwise:\n    Tap "B"',
         'If "A" appears:\n    Tap "A"\nOtherwise:\n    Tap "B"'),
        ("en", 'If "A" appears, tap "A", else\n    Tap "B"', 'If "A" appears:\n    Tap "A"\nOtherwise:\n    Tap "B"'),
        ("de", 'Wenn "A" erscheint, tippe auf "A"; sonst:\n    Tippe auf "B"',
         'Wenn "A" erscheint:\n    Tippe auf "A"\nSonst:\n    Tippe auf "B"'),
        ("es", 'Si "A" aparece, toca "A"; si no:\n    Toca "B"', 'Si "A" aparece:\n    Toca "A"\nSi no:\n    Toca "B"'),
        ("zh", '如果"A"出现，点击"A"；否则：\n    点击"B"', '如果"A"出现：\n    点击"A"\n否则：\n    点击"B"'),
    ],
)  # fmt: skip
def test_the_block_below_a_one_line_branch_that_ends_with_else_is_its_else(
    language: str, line: str, canonical: str
) -> None:
    assert _body(language, line) == _body(language, canonical)


def test_an_empty_else_and_the_step_after_a_doubtful_condition_are_checked() -> None:
    text = (
        'If {x} > 3, tap "A"; otherwise,\nIf {number} is prime, break the loop.\ntap "B"\n'
        'If {city} is one of ["a", "b"], then stop the prograM\n'
    )
    found = [(finding.code, finding.span.line) for finding in check_text(text).diagnostics if finding.code != "STP201"]
    assert found == [("STP108", 1), ("STP216", 2), ("STP301", 2)]


@pytest.mark.parametrize(
    ("language", "line", "canonical"),
    [
        ("en", 'Wait until "A" appears and tap "B"', 'Wait until "A" appears\nTap "B"'),
        ("en", 'Wait up to 2 minutes until "A" appears, then press home',
         'Wait until "A" appears, at most 120 seconds\nPress home'),
        ("en", 'Verify that "A" appears and press back', 'Verify that "A" appears\nPress back'),
        ("de", 'Warte, bis "A" erscheint und tippe auf "B"', 'Warte, bis "A" erscheint\nTippe auf "B"'),
        ("es", 'Espera hasta que "A" aparezca y toca "B"', 'Espera hasta que "A" aparezca\nToca "B"'),
        ("zh", '等到"A"出现，点击"B"', '等到"A"出现\n点击"B"'),
    ],
)  # fmt: skip
def test_an_exact_line_after_a_wait_condition_is_a_statement_of_its_own(
    language: str, line: str, canonical: str
) -> None:
    assert _body(language, line) == _body(language, canonical)


@pytest.mark.parametrize(
    ("language", "written", "canonical"),
    [
        ("en", 'If "A" appears, tell me "ok"\n    Tap "B"', 'If "A" appears:\n    Tell user "ok"\n    Tap "B"'),
        ("en", 'If "A" appears, tap "A"; otherwise tap "B"\n    Tap "C"',
         'If "A" appears:\n    Tap "A"\nOtherwise:\n    Tap "B"\n    Tap "C"'),
        ("en", 'If "A" appears -> tap "A"\n    Tap "B"', 'If "A" appears:\n    Tap "A"\n    Tap "B"'),
        ("en", 'If "A" appears → tap "A"', 'If "A" appears:\n    Tap "A"'),
        ("en", 'If "A" appears:\n    Tap "A"\nElse tap "B"\n    Tap "C"',
         'If "A" appears:\n    Tap "A"\nOtherwise:\n    Tap "B"\n    Tap "C"'),
        ("en", 'If "A" appears:\n    Tap "A"\nElse if "B" appears, tap "B"\n    Tap "C"',
         'If "A" appears:\n    Tap "A"\nElse if "B" appears:\n    Tap "B"\n    Tap "C"'),
        ("en", 'While "A" appears, tap "A"\n    Wait 1 second', 'While "A" appears:\n    Tap "A"\n    Wait 1 seconds'),
        ("en", 'For each {c} in {l}, tap "{c}"\n    Press back', 'For each {c} in {l}:\n    Tap "{c}"\n    Press back'),
        ("en", 'Repeat 3 times, tap "A"\n    Press back', 'Repeat 3 times:\n    Tap "A"\n    Press back'),
        ("de", 'Wenn "A" erscheint, tippe auf "A"\n    Tippe auf "B"',
         'Wenn "A" erscheint:\n    Tippe auf "A"\n    Tippe auf "B"'),
        ("es", 'Si "A" aparece, toca "A"\n    Toca "B"', 'Si aparece "A":\n    Toca "A"\n    Toca "B"'),
        ("zh", '如果出现“A”，点击“A”\n    点击“B”', '如果出现“A”：\n    点击“A”\n    点击“B”'),
    ],
)  # fmt: skip
def test_a_command_on_the_line_of_a_head_is_the_first_of_its_block(language: str, written: str, canonical: str) -> None:
    found = _body(language, written)
    assert _shape(found) == _shape(_body(language, canonical))


@pytest.mark.parametrize(
    "line",
    ["If the sun, the moon or the stars are out", 'If {x} is "a", "b" or "c"', 'For each {c} in "Ann", "Bob", "Cy"'],
)
def test_a_head_with_commas_and_no_command_keeps_all_its_words(line: str) -> None:
    (block,) = _body("en", f'{line}\n    Tap "B"')
    body = block.branches[0].body if isinstance(block, ast.If) else getattr(block, "body", ())
    assert len(body) == 1


def _shape(body: tuple[ast.Statement, ...]) -> str:
    return unparse(ast.Program(body=body)).replace("\n\n", "\n")
