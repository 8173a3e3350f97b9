"""Lines that a reader of German, Spanish and Chinese found silent: what a line leaves out, works out or turns round."""

from __future__ import annotations

import pytest

from agentprog.lang import ast
from agentprog.lang.check import check_text
from tests.lang.silence.telling import messages


def _report(language: str, text: str) -> dict[str, tuple[int, ...]]:
    found = check_text(f"---\nlanguage: {language}\n---\n{text}\n")
    return {tier: tuple(line - 3 for line in lines) for tier, lines in found.tiers.items()}


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("es", "Si {x} es mayor que 10 por ciento, pulsa inicio"),
        ("zh", "结束程序，如果{x}大于300"),
        ("zh", "结束程序，除非“A”出现"),
        ("es", 'Siempre que {x} sea 3, toca "A"'),
    ],
)
def test_a_share_and_a_condition_behind_an_end_are_reported(language: str, line: str) -> None:
    start = "将{x}设为3\n" if language == "zh" else "Pon {x} en 3\n"
    assert {code for number, code, _, _ in messages(language, start + line) if number == 2} & {
        "STP137", "STP216", "STP222",
    }  # fmt: skip


def test_a_share_in_words_is_worked_out_by_code() -> None:
    assert _report("es", "Pon {x} en 3\nPon {y} en {x} por ciento")["compute"] == (2,)


@pytest.mark.parametrize(("line", "op", "by"), [("将{x}减半", "/", 2), ("{x}减半", "/", 2), ("将{x}翻倍", "*", 2)])
def test_half_and_double_are_factors(line: str, op: str, by: int) -> None:
    program = check_text(f"将{{x}}设为3\n{line}\n").parsed.program
    assert program is not None
    assert isinstance(program.body[1], ast.Assign)
    value = program.body[1].value
    assert isinstance(value, ast.Arithmetic)
    assert isinstance(value.right, ast.Number)
    assert (value.op, value.right.value) == (op, by)


@pytest.mark.parametrize("line", ["向上滑", "往上划一下", "向上滑动"])
def test_a_gesture_of_the_finger_or_of_the_page_is_reported(line: str) -> None:
    found = messages("zh", line)
    assert [code for _, code, _, _ in found] == ["STP137"]
    assert "`滑动屏幕：上` or `滚动：上`" in found[0][3]


def test_turning_a_page_scrolls() -> None:
    program = check_text("向上翻\n").parsed.program
    assert program is not None
    assert isinstance(program.body[0], ast.DirectUI)
    assert program.body[0].command == "scroll"


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", 'Für jedes {a} in {l}, aber nicht "Bier":'),
        ("de", "Für jedes {a} in {l} und {m}:"),
        ("de", 'Für jedes {a} in {l} und ["c"]:'),
        ("es", "Para cada {a} de {l}, menos {m}:"),
        ("es", 'Para cada {a} de {l}, menos "vino":'),
        ("zh", "对于{l}不含“酒”中的每个{a}："),
        ("en", 'For each {a} in {l}, but not "beer":'),
    ],
)
def test_code_finds_the_items_of_a_loop_over_more_or_less_than_one_list(language: str, line: str) -> None:
    text = f"---\nlanguage: {language}\ninputs:\n  l: list\n  m: list\n---\n{line}\n    do: {{a}}\n"
    assert 7 in check_text(text).tiers["compute"]


@pytest.mark.parametrize(
    ("language", "setting", "line"),
    [
        ("de", 'Setze {l} auf ["a"]', 'Entferne "a", aber nicht "b" aus {l}'),
        ("es", 'Pon {l} en ["a"]', 'Quita todo menos "a" de {l}'),
        ("en", 'Set {l} to ["a"]', 'Remove all but "a" from {l}'),
    ],
)
def test_the_advice_for_a_list_keeps_what_is_left_out(language: str, setting: str, line: str) -> None:
    found = [one for one in messages(language, f"{setting}\n{line}") if one[0] == 2]
    assert [one[1] for one in found] == ["STP222"]
    assert line.partition('"')[0] in found[0][3]


@pytest.mark.parametrize(
    ("language", "line", "words"),
    [
        ("en", "Tell user {x} rounded", "rounded"),
        ("de", "Sage dem Benutzer {x} auf zwei Stellen gerundet", "gerundet"),
        ("es", "Dime {x} sin repetidos", "sin repetidos"),
        ("zh", "告诉用户{x}四舍五入", "四舍五入"),
    ],
)
def test_a_message_works_nothing_out(language: str, line: str, words: str) -> None:
    text = f"---\nlanguage: {language}\ninputs:\n  x: number\n---\n{line}\n"
    found = check_text(text).diagnostics
    assert [one.code for one in found] == ["STP209"]
    assert words in found[0].message
    assert "work it out above" in found[0].suggestion


@pytest.mark.parametrize(
    ("language", "line", "told"),
    [
        ("es", "Informa al usuario de {x}", "{x}"),
        ("es", "Avísame sobre {x}", "{x}"),
        ("zh", "通知用户关于{x}", "{x}"),
    ],
)
def test_a_preposition_belongs_to_the_verb_of_telling(language: str, line: str, told: str) -> None:
    text = f"---\nlanguage: {language}\ninputs:\n  x: number\n---\n{line}\n"
    program = check_text(text).parsed.program
    assert program is not None
    assert isinstance(program.body[0], ast.Tell)
    assert str(program.body[0].message) == told


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Set {x} to 1\nSet {y} to 2\nSave {x} in {y}\nTell user {y}"),
        ("de", "Setze {x} auf 1\nSetze {y} auf 2\nSpeichere {x} in {y}\nSage mir {y}"),
        ("es", 'Pon {x} en 1\nPon {y} en 2\nGuarda {x} en "Notas"\nDime {y}'),
        ("zh", "将{x}设为1\n将{y}设为2\n将{x}保存到“备忘录”\n告诉我{y}"),
    ],
)
def test_a_file_without_an_ending_is_reported(language: str, text: str) -> None:
    assert [(line, code) for line, code, _, _ in messages(language, text)] == [(3, "STP603")]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", 'For each {kid} in ["Lily", "Tom"]:\n    Write "Dear {kid}" to {kid}'),
        ("de", 'Frag mich "Wer?", merke es als {wer}\nSpeichere "Hallo" in {wer}'),
        ("zh", '对于["甲","乙"]中的每个{人}：\n    将“你好”保存到{人}'),
        ("en", 'Set {row} to {"name": "Ada"}\nWrite "hi" to {row.name}'),
    ],
)
def test_a_file_with_the_name_that_a_variable_gets_in_the_run_is_reported(language: str, text: str) -> None:
    assert [(line, code) for line, code, _, _ in messages(language, text)] == [(2, "STP603")]


@pytest.mark.parametrize(
    ("language", "entry", "line", "reported"),
    [
        ("en", "friend", 'Write "hi" to {friend}', True),
        ("en", "friend", "Write {friend} to {friend}", True),
        ("en", "log_file", 'Write "hi" to {log_file}', False),
        ("en", 'place: {description: "the file to write"}', 'Write "hi" to {place}', False),
        ("en", 'place: {default: "notes.md"}', 'Write "hi" to {place}', False),
        ("en", 'place: {default: "Ann"}', 'Write "hi" to {place}', True),
        ("de", "freund", 'Speichere "Hallo" in {freund}', True),
        ("de", "zieldatei: {description: die Datei}", 'Speichere "Hallo" in {zieldatei}', False),
        ("es", "amiga", 'Guarda "hola" en {amiga}', True),
        ("es", "ruta", 'Guarda "hola" en {ruta}', False),
        ("zh", "朋友", "将“你好”写入{朋友}", True),
        ("zh", "日志文件", "将“你好”写入{日志文件}", False),
    ],
)
def test_an_input_is_a_file_if_its_words_say_so(language: str, entry: str, line: str, reported: bool) -> None:
    value = entry if ":" in entry else f"{entry}: text"
    text = f"---\nlanguage: {language}\ninputs:\n  {value}\n---\n{line}\n"
    assert ("STP603" in {one.code for one in check_text(text).diagnostics}) is reported


@pytest.mark.parametrize("line", ['Save "x" to "{place}"', 'Save "x" to the file {place}', 'Save "x" to {place}.txt'])
def test_quotes_a_word_for_it_and_an_ending_make_it_a_file(line: str) -> None:
    text = f'Ask user "Where?", record as {{place}}\n{line}'
    assert "STP603" not in {code for _, code, _, _ in messages("en", text)}


@pytest.mark.parametrize("path", ['"notes.txt"', 'the file "notes"', "{path}"])
def test_a_file_with_an_ending_or_a_word_for_it_is_not_reported(path: str) -> None:
    text = f"---\ninputs:\n  path: text\n  x: text\n---\nSave {{x}} to {path}\nTell user {{path}}\n"
    assert check_text(text).diagnostics == ()


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", 'Except {x} is 3, tap "A"'),
        ("de", 'Außer {x} ist 3, tippe auf "A"'),
        ("es", 'Salvo si {x} es 3, toca "A"'),
    ],
)
def test_except_denies_its_condition(language: str, line: str) -> None:
    text = f"---\nlanguage: {language}\ninputs:\n  x: number\n---\n{line}\n"
    program = check_text(text).parsed.program
    assert program is not None
    assert isinstance(program.body[0], ast.If)
    assert isinstance(program.body[0].branches[0].condition, ast.Not)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", 'Before "A" appears, tap "B"'),
        ("de", 'Bevor "A" erscheint, tippe auf "B"'),
        ("de", 'Bis "A" erscheint, tippe auf "B"'),
        ("es", 'Después de que aparezca "A", toca "B"'),
    ],
)
def test_another_word_than_if_is_not_replaced_by_if(language: str, line: str) -> None:
    found = messages(language, line)
    assert found
    assert not any(code == "STP121" for _, code, _, _ in found)


@pytest.mark.parametrize(
    ("loop", "unset"),
    [
        ('Repeat forever:\n    Set {x} to 1\n    If "a" appears, break the loop', False),
        ('while (true):\n    If "a" appears, break\n    Set {x} to 1', True),
        ('Repeat until "b" appears:\n    Set {x} to 1\n    If "a" appears, break the loop', False),
        ('Repeat until "b" appears:\n    If "a" appears, continue\n    Set {x} to 1', True),
        ('Repeat 3 times:\n    Set {x} to 1\n    If "a" appears, continue', False),
        (
            'Repeat forever:\n    For each {y} in [1]:\n        break\n    Set {x} to 1\n    If "a" appears, break',
            False,
        ),
        ('While "b" appears:\n    Set {x} to 1\n    If "a" appears, break', True),
    ],
)
def test_a_variable_has_a_value_behind_a_loop_if_every_way_out_sets_it(loop: str, unset: bool) -> None:
    found = check_text(f"{loop}\nTell user {{x}}\n").diagnostics
    assert ("STP202" in {one.code for one in found}) == unset
