"""The kind of a value decides: a list is no number, a text no condition, nothing no list."""

from __future__ import annotations

import pytest

from agentprog.lang import ast
from agentprog.lang.check import check_text
from agentprog.lang.check.values.held import kinds_held, lists_of
from agentprog.lang.parser import parse


def _found(text: str, language: str = "en") -> list[tuple[str, str]]:
    head = "" if language == "en" else f"---\nlanguage: {language}\n---\n"
    found = check_text(head + text).diagnostics
    return [(one.code, one.suggestion) for one in found if one.code not in ("STP203", "STP501")]


def test_the_kinds_of_a_variable_are_those_of_all_its_lines() -> None:
    program = parse(
        "---\ninputs: {a: number, b: list of text}\n---\n"
        'Set {n} to 1\nSet {n} to "x"\nSet {m} to {a}\nSet {e} to empty\nSet {t} to {n} is 3\n'
        'In the "Gmail" app, get all mails, record as {mails}\nFor each {mail} in {mails}:\n    Tell user {mail}\n'
    ).program
    assert program is not None
    kinds = kinds_held(program)
    assert {name: sorted(kinds[name]) for name in ("n", "m", "b", "e", "t", "mails")} == {
        "n": ["number", "text"], "m": ["number"], "b": ["list"], "e": ["nothing"], "t": ["truth"], "mails": ["other"]
    }  # fmt: skip
    assert lists_of(program, kinds) == {"b", "mails"}


@pytest.mark.parametrize(
    ("language", "text", "advice"),
    [
        ("en", 'Set {a} to "x"\nSet {b} to 2\nSet {c} to {a} and {b}\nTell user {c}', '`"{a} and {b}"`'),
        ("en", 'Set {a} to "x"\nSet {b} to 2\nRecord {a} and {b} as {c}\nTell user {c}', '`"{a} and {b}"`'),
        ("en", 'Set {a} to "x"\nSet {b} to 2\nSet {c} to {a} or {b}\nTell user {c}', "such as `{a} is true`"),
        ("en", 'Set {a} to "x"\nSet {c} to not {a}\nTell user {c}', "such as `{a} is true`"),
        ("de", 'Setze {a} auf "x"\nSetze {b} auf 2\nSetze {c} auf {a} und {b}\nSage dem Benutzer {c}', "{a} ist wahr"),
        ("es", 'Pon {a} en "x"\nPon {b} en 2\nPon {c} en {a} y {b}\nDile al usuario {c}', '`"{a} y {b}"`'),
        ("zh", '将{a}设为"x"\n将{b}设为2\n将{c}设为{a}和{b}\n告诉用户{c}', '`"{a}和{b}"`'),
    ],
)
def test_a_value_that_joins_no_conditions_is_reported(language: str, text: str, advice: str) -> None:
    assert [(code, advice in hint) for code, hint in _found(text, language)] == [("STP231", True)]


@pytest.mark.parametrize(
    ("language", "condition", "advice"),
    [
        ("en", "{a} or {b} is 0", "`{a} is 0 or {b} is 0`"),
        ("en", "{a} and {b} exceed 5", "`{a} > 5 and {b} > 5`"),
        ("en", "{a.price} or {b.price} is empty", "`{a.price} is empty or {b.price} is empty`"),
        ("en", "{b} is 3 and {a} or {c} is between 1 and 5", ""),
        ("de", "{a} oder {b} 0 ist", "`{a} ist 0 oder {b} ist 0`"),
        ("de", "{a} und {b} größer als 5 ist", "`{a} > 5 und {b} > 5`"),
        ("es", "{a} o {b} es 0", "`{a} es 0 o {b} es 0`"),
        ("zh", "{a}并且{b}是0", "`{a} 等于 0 并且 {b} 等于 0`"),
    ],
)
def test_a_variable_before_the_compared_one_is_reported(language: str, condition: str, advice: str) -> None:
    head = {
        "en": "If {}, press back",
        "de": "Wenn {}, drücke zurück",
        "es": "Si {}, pulsa atrás",
        "zh": "如果{}，按返回键",
    }
    line = head[language].replace("{}", condition)
    text = f"---\nlanguage: {language}\ninputs: {{a: any, b: number, c: number}}\n---\n{line}\n"
    found = [one.suggestion for one in check_text(text).diagnostics if one.code == "STP231"]
    assert [advice in hint for hint in found] == ([True] if advice else [])


@pytest.mark.parametrize(
    "condition", ["{ok} and {n} is 3", "{ok} or {n} is 3", "{n} is 3 or {ok}", "{a}, {b} or {n} is 0"]
)
def test_a_variable_that_is_true_or_false_is_not_reported(condition: str) -> None:
    header = "---\ninputs: {a: number, b: number, n: number, ok: boolean}\n---\n"
    assert "STP231" not in {one.code for one in check_text(f"{header}If {condition}, press back\n").diagnostics}


@pytest.mark.parametrize(
    "text",
    [
        "Set {a} to true\nSet {b} to false\nSet {c} to {a} and {b}\nTell user {c}",
        '---\ninputs: {a: boolean, b: text}\n---\nSet {c} to {a} and {b} is "x"\nTell user {c}',
        'Set {a} to "x"\nSet {b} to 2\nTell user {a} and {b}',
    ],
)
def test_a_value_of_conditions_is_not_reported(text: str) -> None:
    assert _found(text) == []


def _statements(text: str) -> list[tuple[str, str]]:
    program = parse(text).program
    assert program is not None
    return [
        (type(one).__name__, str(getattr(one, "value", getattr(one, "message", "")))) for one in program.body
    ]  # fmt: skip


def test_variables_joined_by_and_are_items_for_a_list_and_words_of_a_message() -> None:
    assert _statements("Add {a} and {b} to {l}") == [("AddTo", "{a}"), ("AddTo", "{b}")]
    assert _statements("Remove {a} and {b} from {l}") == [("RemoveFrom", "{a}"), ("RemoveFrom", "{b}")]
    assert _statements("Set {l} to []\nPut {a} and {b} in {l}")[1:] == [("AddTo", "{a}"), ("AddTo", "{b}")]
    assert _statements("Tell user {a} and {b}") == [("Tell", "{a} and {b}")]
    assert _statements("Tell user {a} and {b} and stop")[0] == ("Tell", "{a} and {b}")


def test_variables_for_a_table_are_one_row() -> None:
    program = parse('Create an empty table {t} with columns "a", "b"\nAdd {x} and {y} to {t}').program
    assert program is not None
    row = program.body[1]
    assert isinstance(row, ast.AddTo)
    assert isinstance(row.value, ast.ListExpr)
    assert len(row.value.items) == 2


@pytest.mark.parametrize(
    ("language", "text", "code"),
    [
        ("en", 'Set {rows} to ["a"]\nTell user "There are {rows} things on it"', "STP211"),
        ("en", 'Set {rows} to ["a"]\nTell user "{rows} of 10 are done"', "STP211"),
        ("en", 'Set {rows} to ["a"]\nTell user "{number of rows} rows"', "STP211"),
        ("en", "Set {rows} to [1, 2]\nIf {rows} > 2, press back", "STP224"),
        ("en", "Set {rows} to [1, 2]\nIf {rows} is 2, press back", "STP224"),
        ("en", "Set {rows} to [1, 2]\nRepeat {rows} times:\n    Press back", "STP224"),
        ("en", "Set {rows} to [1, 2]\nSet {two} to {rows} * 2\nTell user {two}", "STP224"),
        ("de", 'Setze {liste} auf ["a"]\nSage dem Benutzer "Du hast {liste} Nachrichten"', "STP211"),
        ("es", 'Pon {lista} en ["a"]\nDile al usuario "Tienes {lista} correos"', "STP211"),
        ("zh", '将{单}设为["a"]\n告诉用户“你有{单}封邮件”', "STP211"),
    ],
)
def test_a_list_where_its_length_is_meant_is_reported(language: str, text: str, code: str) -> None:
    assert [found for found, _ in _found(text, language)] == [code]


@pytest.mark.parametrize(
    "message",
    ["Hello {rows} and Bob", "The list: {rows}", "{rows} is the list", "{rows} on 3 pages", "Buy {rows} now"],
)
def test_a_list_that_is_shown_is_not_reported(message: str) -> None:
    assert _found(f'Set {{rows}} to ["a"]\nTell user "{message}"') == []


@pytest.mark.parametrize(
    "text",
    [
        'Set {bag} to empty\nPut "x" in {bag}\nPut "y" in {bag}\nTell user {bag}',
        'Set {bag} to ""\nNote "x" in {bag}\nKeep "y" in {bag}\nTell user {bag}',
        "Set {bag} to nothing\nFor each {x} in [1, 2]:\n    Note {x} in {bag}\nTell user {bag}",
        'In the "Gmail" app, get all subjects, record as {bag} (list)\nPut "x" in {bag}\nTell user {bag}',
        'Set {bag} to ["a"]\nIn the "Gmail" app, note the sender in {bag}\nTell user {bag}',
    ],
)
def test_a_value_put_over_others_is_reported(text: str) -> None:
    assert [code for code, _ in _found(text)] == ["STP232"]


@pytest.mark.parametrize(
    "text",
    [
        'Set {bag} to []\nPut "x" in {bag}\nPut "y" in {bag}\nTell user {bag}',
        'Set {size} to ""\nIf "S" appears:\n    Put "s" in {size}\nOtherwise:\n    Put "l" in {size}\nTell user {size}',
        'Set {bag} to ""\nPut "x" in {bag}\nTell user {bag}\nPut "y" in {bag}\nTell user {bag}',
        'Set {rows} to []\nIn the "Gmail" app, get all subjects, record as {rows}\nTell user {rows}',
    ],
)
def test_a_value_that_loses_no_other_is_not_reported(text: str) -> None:
    assert _found(text) == []


@pytest.mark.parametrize(
    ("value", "code", "advice"),
    [
        ("{l}.size()", "STP211", "did you mean `the number of items in {l}`?"),
        ("{l}?.length", "STP211", "did you mean `the number of items in {l}`?"),
        ("{l}.max()", "STP211", "did you mean `the maximum of {l}`?"),
        ("{l}.sorted()", "STP211", '`compute "sorted of {l}"`'),
        ("{l}.first", "STP209", 'write "{l}.first"'),
        ("{l}kg", "STP209", 'write "{l}kg"'),
        ("9-17", "STP209", 'write "9-17" for a range'),
        ("1.500", "STP209", "write 1.5, or 1500"),
        ("`date`", "STP215", 'write "date" for the text'),
        ("'=A1+A2'", "STP215", "without quotes"),
    ],
)
def test_a_value_in_the_notation_of_code_is_reported(value: str, code: str, advice: str) -> None:
    found = _found(f'Set {{l}} to ["a", "b"]\nSet {{x}} to {value}\nTell user "{{x}} {{l}}"')
    assert [(one, advice in hint) for one, hint in found] == [(code, True)]


@pytest.mark.parametrize("value", ["17-9", "9 - 17", "12.50", "0.500", "1.5", "'a = b'"])
def test_a_plain_number_or_text_is_not_reported(value: str) -> None:
    assert _found(f'Set {{x}} to {value}\nTell user "{{x}}"') == []


def test_a_text_has_no_length_of_a_list() -> None:
    assert '`compute "length of {n}"`' in _found('Set {n} to "Ann"\nSet {x} to {n}.length\nTell user {x}')[0][1]


def test_a_dollar_sign_before_a_count_or_in_code_is_reported() -> None:
    counted = 'Set {l} to ["a"]\nSet {n} to the number of items in {l}\nTell user "ok ${n}"'
    assert [code for code, _ in _found(counted)] == ["STP219"]
    assert _found('Set {n} to 5\nTell user "it costs ${n}"') == []


@pytest.mark.parametrize(
    ("field", "codes"),
    [
        ("required: false", ["STP112"]),
        ("required: no", ["STP112"]),
        ("required: true", []),
        ("required: false, default: 3", []),
    ],
)
def test_an_input_without_a_default_is_never_optional(field: str, codes: list[str]) -> None:
    text = f"---\ninputs: {{n: {{type: number, {field}}}}}\n---\nTell user {{n}}"
    assert [code for code, _ in _found(text)] == codes


@pytest.mark.parametrize(
    "loop",
    [
        'For {i} = 1 to 3:\n    Tell user "{y[i]}"',
        'For {i} from 1 to 4:\n    Tell user "{y[i]}"',
        'Set {i} to 1\nSet {n} to count of {y}\nWhile {i} <= {n}:\n    Tell user "{y[i]}"\n    Increase {i} by 1',
    ],
)
def test_positions_from_one_to_the_length_are_reported(loop: str) -> None:
    assert [code for code, _ in _found(f"Set {{y}} to [1, 2, 3]\n{loop}")] == ["STP213"]


@pytest.mark.parametrize(
    "loop",
    [
        'For {i} from 1 to 2:\n    Tell user "{y[i]}"',
        'Set {i} to 1\nWhile {i} < 3:\n    Tell user "{y[i]}"\n    Increase {i} by 1',
    ],
)
def test_positions_inside_the_list_are_not_reported(loop: str) -> None:
    assert _found(f"Set {{y}} to [1, 2, 3]\n{loop}") == []


@pytest.mark.parametrize(
    ("language", "line", "reported"),
    [
        ("en", "Increase {l} by 1", True),
        ("en", "Multiply {l} by 2", True),
        ("en", "Set {l} to {l} + 1", False),
        ("en", "Increase {n} by the number of items in {l}", False),
        ("de", "Erhöhe {l} um 1", True),
        ("es", "Aumenta {l} en 1", True),
        ("zh", "将{l}增加1", True),
        ("zh", "将{l}设为{l}+1", False),
    ],
)
def test_a_list_is_not_increased(language: str, line: str, reported: bool) -> None:
    text = f"---\nlanguage: {language}\ninputs: {{l: list, n: number}}\n---\n{line}\n"
    assert ("STP224" in {one.code for one in check_text(text).diagnostics}) is reported
