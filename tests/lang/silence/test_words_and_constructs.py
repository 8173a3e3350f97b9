"""Lines of a fresh reader with unknown words or constructs: read as meant, or reported with the true cause."""

from __future__ import annotations

import pytest

from agentprog.lang import ast
from agentprog.lang.check import check_text
from tests.lang.silence.telling import messages


def _body(text: str, language: str = "en") -> tuple[ast.Statement, ...]:
    program = check_text(f"---\nlanguage: {language}\n---\n{text}\n").parsed.program
    assert program is not None
    return program.body


def _hints(text: str, language: str = "en") -> list[tuple[int, str, str]]:
    quiet = ("STP203", "STP501")
    return [(line, code, hint) for line, code, _, hint in messages(language, text) if code not in quiet]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ('Set {x} to 3\nIf {x} is 3, tell user "a"\nOr else inform user "b"', ["Assign", "If"]),
        ('Set {f} to "x"\necho {f}', ["Assign", "Tell"]),
        ("Let {sums} be the list 120.50, -45.25, 18.75\nTell user {sums}", ["Assign", "Tell"]),
        ('Set {i} to 0\nprint "nil": {i} = 7\nTell user {i}', ["Assign", "Tell", "Assign", "Tell"]),
        ('Set {go} to "no"\nIf {go} is "no", then cease\nTell user "on"', ["Assign", "If", "Tell"]),
        ('Intimate user "here"', ["Tell"]),
        ('Read the sheet "b.csv" as {b}\nTell user {b}', ["ReadTable", "Tell"]),
        ('Try 2 times:\n    Tap "Sync"\nIf all attempts fail:\n    Tell user "no"', ["Try"]),
    ],
)
def test_the_line_is_exact(text: str, kinds: list[str]) -> None:
    assert [type(one).__name__ for one in _body(text)] == kinds
    assert _hints(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Set {n} to 3\nKeep doing this until {n} is 0:\n    Decrease {n} by 1",
        "Set {n} to 3\nKeep doing this while {n} > 0:\n    Decrease {n} by 1",
        "Set {n} to 3\nDo while {n} > 0:\n    Decrease {n} by 1",
        'Set {rows} to ["a"]\nFor each of the entries in {rows}, hereinafter {row}:\n    Tell user {row}',
    ],
)
def test_the_loop_is_exact(text: str) -> None:
    assert isinstance(_body(text)[1], ast.RepeatUntil | ast.While | ast.ForEach)
    assert _hints(text) == []


def test_a_type_after_a_recorded_reading_is_its_type() -> None:
    for verb in ("Record", "Note down", "Write down"):
        (found,) = _body(f'In the "Bank" app, {verb} the balance as {{b}} (number)')
        assert isinstance(found, ast.Extract)
        assert (str(found.what), found.returns) == ("the balance", "number")


def test_a_type_that_a_literal_has_not_is_no_type() -> None:
    assert _hints("Record 5 as {b} (number)\nTell user {b}") == []
    assert [code for _, code, _ in _hints('Record "a" as {b} (number)\nTell user {b}')] == ["STP121"]


def test_the_inputs_of_a_task_may_be_joined_by_and() -> None:
    text = 'Define the procedure "Serve" with {who} and {day}:\n    Return {day}\n'
    text += 'Do "Serve" with who = "Hall" and day = 2026-08-01, recording the result as {d}\nTell user {d}'
    assert [code for _, code, _ in _hints(text)] == ["STP206"] or _hints(text) == []
    task, call, _ = _body(text)
    assert isinstance(task, ast.FunctionDef)
    assert [one.name for one in task.inputs] == ["who", "day"]
    assert isinstance(call, ast.Call)


def test_the_default_of_an_input_is_its_default() -> None:
    hints = _hints('def greet(name, lang: str = "a, b"):\n    Tell user "{name} {lang}"')
    assert hints[0][2].startswith('did you mean `Define a task named "greet" with {name}, {lang} = "a, b":`')


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ('Should {x} be "on", tell user "a"', 'If {x} is "on", tell user "a"'),
        ('Should {x} not be "on", tell user "a"', 'If {x} is not "on", tell user "a"'),
        ('INPUT "Your name"; {n}', 'Ask user "Your name", record as {n}'),
        ("read {n}", 'Ask user "n?", record as {n}'),
        ('Log "done"', 'Tell user "done"'),
        ("Mark {n} as true", "Set {n} to true"),
        ('Either "Sent" or "Read" must appear', 'Verify that "Sent" or "Read" appears'),
        ("wate 5 minutes", "wait 5 minutes"),
        ('verfy that "10" apears', 'verify that "10" appears'),
        ('ask me "Who?" recrod as {n} (number)', 'ask me "Who?" record as {n} (number)'),
        ('if {x} is "on" then tell user "a" els tell user "b"', 'if {x} is "on" then tell user "a" else tell user "b"'),
    ],
)
def test_the_advice_is_the_intended_line(line: str, advice: str) -> None:
    found = _hints(f'Set {{x}} to "off"\n{line}')
    assert [(number, code) for number, code, _ in found] == [(2, "STP121")]
    assert found[0][2].startswith(f"did you mean `{advice}`?")


def test_a_count_without_a_variable_is_reported_with_a_loop() -> None:
    (found,) = _hints('Count down from 5 to 1:\n    Tell user "tick"')
    assert found[2].startswith("did you mean `For each {number} in [5, 4, 3, 2, 1]:`?")


@pytest.mark.parametrize(
    ("language", "text", "advice"),
    [
        ("en", "Set {i} to 3\nrepeat\n    Decrease {i} by 1\nuntil {i} = 0", "Repeat until {i} is 0:"),
        ("en", "Set {i} to 3\ndo:\n    Decrease {i} by 1\nwhile {i} > 0", "Repeat until not {i} > 0:"),
        ("de", "Setze {i} auf 3\nWiederhole:\n    Verringere {i} um 1\nbis {i} = 0", "Wiederhole bis {i} ist 0:"),
        ("es", "Pon {i} en 3\nRepite:\n    Reduce {i} en 1\nhasta que {i} = 0", "Repite hasta que {i} es 0:"),
        ("zh", "将{i}设为3\n重复：\n    {i} = {i} - 1\n直到{i}为0", "重复直到{i} 等于 0："),
    ],
)
def test_a_condition_below_its_loop_is_reported_with_the_right_head(language: str, text: str, advice: str) -> None:
    assert isinstance(_body(text, language)[1], ast.RepeatUntil)
    (found,) = _hints(text, language)
    assert found[:2] == (2, "STP128")
    assert f"write `{advice}` above" in found[2]
    first, _, *steps = text.split("\n")
    assert _hints("\n".join([first, advice, *steps[:-1]]), language) == []


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("NEXT {x}", "indentation ends a block: remove this line"),
        ("on error resume next", "write `Try:` above"),
    ],
)
def test_a_line_of_a_programming_language_is_reported_with_the_form_of_stp(line: str, advice: str) -> None:
    (found,) = _hints(f"Set {{x}} to 3\n{line}")
    assert found[1] == "STP128"
    assert found[2].startswith(advice)


def test_numbers_in_front_of_the_first_lines_are_numbers_of_lines() -> None:
    text = '10 LET {x} = 5\n20 PRINT "A"\n30 IF {x} > 3 THEN GOTO 20\nTell user {x}'
    assert [(line, code) for line, code, _ in _hints(text)] == [
        (1, "STP126"), (2, "STP126"), (3, "STP126"), (3, "STP128"),
    ]  # fmt: skip


@pytest.mark.parametrize("head", ["", 'In the "Chat" app, '])
def test_a_variable_after_the_verb_is_the_recipient(head: str) -> None:
    assert _hints(f'Set {{mia}} to "Mia"\n{head}message {{mia}} "you won"') == []
    found = _hints(f'Pick a random one from the list and call it {{mia}}\n{head}message {{mia}} "you won"')
    assert [line for line, _, _ in found if line > 1] == []


def test_words_after_the_time_of_a_wait_are_reported_as_the_cause() -> None:
    (found,) = messages("en", 'In the "Camera" app, take 3 pictures and wait 2 seconds after each one')
    assert "the words behind `wait 2 seconds` belong to no wait" in found[2]
    assert "write `wait 2 seconds` on its own line" in found[3]


def test_an_advice_never_drops_the_variable_for_a_result() -> None:
    text = 'Set {stock} to [{name: "pens", price: 3}]\nLook up "pens" in {stock} and record its price as {p}'
    assert all("did you mean" not in hint for _, _, hint in _hints(text))
    (count,) = (one for one in _body("Set {rows} to [1]\nCount {rows} and store it as {n}")[1:])
    assert isinstance(count, ast.Assign)


@pytest.mark.parametrize(
    "condition", ["the user does not consent", "the user has not answered", "the user refuses", "the user agrees"]
)
def test_a_condition_on_the_users_thoughts_is_on_no_screen(condition: str) -> None:
    assert [code for _, code, _ in _hints(f"If {condition}, stop the program\nPress home")] == ["STP138"]


def test_a_screen_may_show_whether_the_user_is_logged_in() -> None:
    assert _hints('If the user is logged in, tap "A"') == []


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Tell me at 14:30"),
        ("en", "Tell user in 10 minutes"),
        ("en", "Tell me tomorrow"),
        ("de", "Sag mir um 14:30 Bescheid"),
        ("de", "Sag mir in 10 Minuten Bescheid"),
        ("es", "Avísame a las 14:30"),
        ("es", "Avísame mañana"),
        ("zh", "提醒用户10分钟后"),
        ("zh", "告诉用户14:30"),
    ],
)
def test_a_message_that_is_only_a_time_is_reported(language: str, line: str) -> None:
    (found,) = messages(language, line)
    assert found[1] == "STP138"
    assert "a message does not wait" in found[2]


@pytest.mark.parametrize(
    ("language", "line"),
    [("en", 'Tell me "14:30"'), ("de", 'Sag mir "guten Morgen"'), ("zh", "告诉用户三")],
)
def test_other_messages_are_shown_without_a_word(language: str, line: str) -> None:
    assert messages(language, line) == []


@pytest.mark.parametrize(("language", "line"), [("en", "Tell user good morning"), ("de", "Sag mir guten Morgen")])
def test_a_message_without_quotes_gets_the_line_with_them(language: str, line: str) -> None:
    ((_, code, message, advice),) = messages(language, line)
    assert code == "STP209"
    assert "word for word" in message
    assert advice == f"write `{line.replace(message.split(chr(39))[1], chr(34) + message.split(chr(39))[1] + chr(34))}`"
