"""The end of a step in an app: a change of a variable, a test, a jump, a wait or a time is reported or listed."""

from __future__ import annotations

import pytest

from agentprog.lang.check import check_text

_BEFORE = 'Set {n} to 2\nSet {booked} to false\nSet {rows} to ["a"]\nSet {done} to []\n'
_AFTER = '\nTell user "{n} {booked} {rows} {done}"\n'
_OTHERS = ("STP203", "STP206", "STP501")


def _codes(tail: str) -> set[str]:
    text = f'{_BEFORE}In the "Gmail" app, archive the first mail{tail}{_AFTER}'
    return {one.code for one in check_text(text).diagnostics if one.span.line == 5} - set(_OTHERS)


@pytest.mark.parametrize(
    "tail",
    [
        ", whereupon set {booked} to true",
        " & set {booked} to true",
        " plus set {booked} to true",
        ", setting {booked} to true",
        ", incrementing {n}",
        " while bumping {n} by 1",
        ", with {n} going up by one",
        " and count {n} up",
        " and put {n} down by one",
        " and add its subject to {done}",
        ", adding it to {done}",
        " and note down its subject in {done}",
        " and remove it from {rows}",
        " and mark {booked} as true",
        " (append its subject to {done})",
    ],
)
def test_a_change_at_the_end_of_a_step_is_reported(tail: str) -> None:
    assert _codes(tail) == {"STP222"}


@pytest.mark.parametrize(
    "tail",
    [
        " unless {booked}",
        " provided {n} is 3",
        ", save where {n} is 3",
        ", should {n} be 3",
        " until {n} is 3",
        " whenever {n} is 3",
        " except when {booked}",
        " as long as {n} is 3",
        ", whereupon stop",
    ],
)
def test_a_test_a_jump_and_a_wait_at_the_end_of_a_step_are_reported(tail: str) -> None:
    assert _codes(tail) == {"STP222"}


@pytest.mark.parametrize(
    "tail",
    [
        " and thereafter set {booked} to true",
        " and subsequently increase {n} by 1",
        " and thereafter wait 5 seconds",
        " and thereafter stop",
    ],
)
def test_an_exact_line_behind_a_word_for_then_is_reported(tail: str) -> None:
    assert _codes(tail) == {"STP137"}


@pytest.mark.parametrize(
    "step",
    [
        "archive the first mail from {n}",
        "set the timer to {n} minutes",
        "set channel {n} to 5",
        'send "{n}" to Bob and {rows}',
        "create a note named {n} and put {rows} in it",
        "add {rows} to the shopping list",
        "remove {rows} from the list",
        "delete all mails from {rows}",
        "mark {n} as done",
        "turn the volume up by {n}",
        "find the next stop",
        "star the mails from {n} until {rows}",
        "open it and use {n}",
        "set dark mode to {booked}",
        "put the photo in the folder of {n}, and rename it to {rows}",
        'note "{n} is 3" in the list',
    ],
)
def test_a_step_that_only_names_values_is_not_reported(step: str) -> None:
    found = check_text(f'{_BEFORE}In the "Gmail" app, {step}{_AFTER}').diagnostics
    assert [one for one in found if one.code not in _OTHERS] == []


@pytest.mark.parametrize(
    ("language", "text", "code"),
    [
        ("de", '{n} auf 2|In der App "Gmail", archiviere die erste Mail, sofern {n} 3 ist', "STP222"),
        ("de", '{n} auf 2|In der App "Gmail", archiviere die erste Mail, woraufhin {n} um 1 steigt', "STP222"),
        ("de", '{n} auf []|In der App "Gmail", archiviere sie und füge ihren Betreff zu {n} hinzu', "STP222"),
        ("es", '{n} en 2|En la app "Gmail", archiva el primer correo, aumentando {n} en 1', "STP222"),
        ("es", '{n} en 2|En la app "Gmail", archiva el primer correo siempre que {n} sea 3', "STP222"),
        ("es", '{n} en []|En la app "Gmail", archiva el primer correo y añade su asunto a {n}', "STP222"),
        ("zh", "{n}设为2|在“邮件”应用中，归档第一封邮件，只要{n}等于3", "STP222"),
        ("zh", "{n}设为1|在“邮件”应用中，归档第一封邮件，同时{n}加1", "STP222"),
        ("zh", "{n}设为[]|在“邮件”应用中，归档第一封邮件，随后把主题添加到{n}", "STP222"),
    ],
)
def test_the_end_of_a_step_is_reported_in_other_languages(language: str, text: str, code: str) -> None:
    set_word = {"de": "Setze ", "es": "Pon ", "zh": "将"}[language]
    tells = {"de": "Sage dem Benutzer {n}", "es": "Dile al usuario {n}", "zh": "告诉用户{n}"}[language]
    lines = text.replace("|", "\n")
    found = check_text(f"---\nlanguage: {language}\n---\n{set_word}{lines}\n{tells}\n").diagnostics
    assert [one.code for one in found if one.code not in _OTHERS] == [code]


def test_a_list_at_the_end_of_a_reading_gets_the_lines_that_add_to_it() -> None:
    text = 'Set {l} to []\nIn the "Gmail" app, open the mail and add its subject to {l}\nTell user {l}'
    advice = [one.suggestion for one in check_text(text).diagnostics if one.code == "STP222"]
    assert ["record as {item}" in one and "`Add {item} to {l}`" in one for one in advice] == [True]


@pytest.mark.parametrize(
    ("step", "asks", "text"),
    [
        ("archive the first mail at 5 pm", "when", "at 5 pm"),
        ("archive the first mail in 10 minutes", "when", "in 10 minutes"),
        ("archive the first mail tomorrow morning", "when", "tomorrow morning"),
        ("get the newest emails and save them as mails", "would set", "get the newest emails and save them as {mails}"),
        ("archive the first mail for all {l}", "does", "archive the first mail for all {l}"),
    ],
)
def test_a_time_a_name_without_braces_and_a_list_are_listed(step: str, asks: str, text: str) -> None:
    program = f'Set {{l}} to ["a"]\nIn the "Gmail" app, {step}\nTell user {{l}}'
    assert (asks, text) in [(one.asks, one.text) for one in check_text(program).questions]


@pytest.mark.parametrize(
    "step", ["set an alarm at 5 pm", "remind me in 10 minutes", "create an event tomorrow at 5 pm"]
)
def test_the_time_of_a_plan_is_not_listed(step: str) -> None:
    assert [one for one in check_text(f'In the "Clock" app, {step}').questions if one.asks == "when"] == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", 'Wait for "Delivered", max 30 sec\nIf not delivered: tell user "late"'),
        ("en", 'Wait until "Delivered" appears\nIf "Delivered" does not appear, tell user "late"'),
        ("en", 'Verify that "Sent" appears\nIf "Sent" does not appear, tell user "late"'),
        ("en", 'Wait until "A" appears\nIf "A" appears:\n    Press back\nOtherwise:\n    Tell user "late"'),
        ("de", 'Warte bis "Da" erscheint\nWenn "Da" nicht erscheint, sage dem Benutzer "zu spät"'),
        ("es", 'Espera hasta que "Ya" aparezca\nSi "Ya" no aparece, dile al usuario "tarde"'),
        ("zh", "等待直到“已送达”出现\n如果“已送达”没有出现，告诉用户“晚了”"),
    ],
)
def test_a_branch_for_a_wait_in_vain_is_reported(language: str, text: str) -> None:
    found = check_text(f"---\nlanguage: {language}\n---\n{text}\n").diagnostics
    assert [one.code for one in found] == ["STP305"]


def test_a_wait_for_a_variable_is_reported() -> None:
    assert [one.code for one in check_text("Set {n} to 2\nWait until {n} is 3\n").diagnostics] == ["STP307"]


@pytest.mark.parametrize(
    "text",
    [
        'Try:\n    Wait until "A" appears, at most 3 seconds\nOn error:\n    Tell user "late"',
        'Wait until "A" appears\nIf "A" appears, tap "A"',
        'Wait until "A" appears\nIf "B" does not appear, tap "A"',
    ],
)
def test_a_wait_with_other_lines_below_is_not_reported(text: str) -> None:
    assert check_text(text).diagnostics == ()


def test_a_loop_whose_lines_use_no_item_is_reported() -> None:
    loop = 'Set {low} to ["a"]\nFor each {part} in {low}:\n    In the "Shop" app, order '
    assert [one.code for one in check_text(f"{loop}5").diagnostics] == ["STP203"]
    assert [check_text(loop + rest).diagnostics for rest in ("it", "{part}", '"{part} x"')] == [()] * 3
    assert check_text('Repeat 3 times:\n    In the "Shop" app, order 5').diagnostics == ()


def test_an_order_never_to_do_something_is_reported_in_other_words() -> None:
    for words in ("In no event", "Under no circumstances", "On no account"):
        found = check_text(f'In the "Gmail" app, {words.lower()} tap "Delete"').diagnostics
        assert [one.code for one in found] == ["STP137"]


@pytest.mark.parametrize(
    ("language", "given", "end"),
    [
        ("en", "Set {n} to 0", ", after which {n} should grow"),
        ("en", "Set {n} to 0", " and {n} will be one more"),
        ("en", "Set {n} to 0", " (and {n} grows by 1)"),
        ("de", "Setze {n} auf 0", ", danach soll {n} wachsen"),
        ("de", "Setze {n} auf 0", ", woraufhin {n} steigen sollte"),
        ("es", "Pon {n} en 0", ", tras lo cual {n} debe crecer"),
        ("zh", "将{n}设为0", "，之后{n}应该增加"),
    ],
)
def test_the_wish_for_a_number_at_the_end_of_a_step_is_reported(language: str, given: str, end: str) -> None:
    text = f"---\nlanguage: {language}\n---\n{given}\ndo: x\n{_STEP[language]}{end}\n"
    assert [one.code for one in check_text(text).diagnostics if one.span.line == 6] == ["STP222"]


_STEP = {
    "en": 'In the "Shop" app, buy milk',
    "de": 'In der App "Shop", kaufe Milch',
    "es": 'En la app "Shop", compra leche',
    "zh": "在“商店”应用中，买牛奶",
}


def test_a_number_that_the_screen_should_show_is_no_wish() -> None:
    text = 'Set {n} to 0\nIn the "Shop" app, buy milk, then {n} should appear\n'
    assert "STP222" not in {one.code for one in check_text(text).diagnostics}
