"""A line outside all constructs is a step without a finding only if it is an order to a phone.

A question to a model passes only if a screen can answer it. Every other line gets a finding; `do:` and `judge` mark it
as intended.
"""

from __future__ import annotations

import pytest

from agentprog.lang.ast import Ask, If
from agentprog.lang.check import check_text
from agentprog.lang.parser import parse
from agentprog.lang.vocabulary.orders import orders
from agentprog.lang.writing.fmt import format_text
from tests.lang.hands import HANDS
from tests.lang.labelled import programs


def _codes(text: str) -> set[str]:
    return {finding.code for finding in check_text(text + "\n").diagnostics} - {"STP501"}


@pytest.mark.parametrize(
    "line",
    [
        "On error go home",
        "Every time a message from Ann comes, answer it",
        "When the battery is low, turn on the battery saver",
        "Until the bar is full, wait",
        'Press "+" up to three times',
        "Loop 2x",
        "press home x3",
        "Open the note; otherwise make one",
        'Keep turning the pages until you read "The end"',
        "---\nlanguage: de\n---\nJedes Mal eine Antwort schreiben",
        "---\nlanguage: de\n---\nSobald eine Nachricht kommt, antworte",
        "---\nlanguage: de\n---\nBlättere so lange um, bis „Schluss“ zu lesen ist",
        "---\nlanguage: es\n---\nCada vez que llega un mensaje, contesta",
        "每当收到短信就回复",
    ],
)
def test_a_step_that_decides_or_repeats_is_reported(line: str) -> None:
    assert _codes(line) == {"STP137"}


@pytest.mark.parametrize(
    "line",
    [
        "That would be it, many thanks",
        "export CITY=Porto",
        'read -p "Which street? " STREET',
        "Forget it, cancel",
        'Leave it there and tell user "no luck"',
        "Let me know how many there were",
        "Get the user's consent first",
        "Do the previous step once more",
        "Hold on for 2 1/2 minutes",
        'Greet the group "Hana" "see you"',
        "How late is it",
        "Do the same for the other group",
        "Look for new letters. If so, archive them.",
        "Send a smile to Ann and if not, to Bob",
        "---\nlanguage: de\n---\nDamit ist alles erledigt",
        "---\nlanguage: de\n---\nGib mir Bescheid, wenn es klappt",
        "---\nlanguage: es\n---\nesto sería todo",
        "过五分钟以后",
        "最后告诉我一共有几封",
        'Say us "dinner"',
        "Read me what came in",
        'Report "all in"',
        "Ask for the size",
        "Hold on 3 minutes, then wait 20 seconds between them",
        'Run "sum up" with "Ann"',
        'Tap 4 times on "Like"',
        "向下滑动",
        "没货就算了",
        "Take a break of 3 minutes",
        "For rooms 1 to 5, send a greeting",
        "/say good morning",
        "Set {a} to 3\nRead out {a}",
        "After 5 minutes close the app",
        "Wait between 2 and 5 seconds",
        "Create a variable called sum",
        "Try to tap on Send, if it fails tap on Retry",
        "Press the plus several times",
        'On "New mail": answer "ok"',
        "Calculate the average of the prices",
        "Repeat the previous steps with Ann",
        "每隔5秒刷新",
        "---\nlanguage: de\n---\nNach 10 Minuten den Ton ausschalten",
        "---\nlanguage: es\n---\nHaz una pausa de 2 segundos",
        "---\nlanguage: es\n---\nToca el más varias veces",
        "As often as needed, refresh the page",
        'Subject to "I agree" being visible, tap "Next"',
        "Repeat the same with Luis",
        "Set {a}, {b} to 1, 2",
        "给我看看剩下多少",
        "---\nlanguage: de\n---\nErzähl mir, was drin steht",
        "---\nlanguage: de\n---\nFrag nach der Größe",
        "---\nlanguage: es\n---\nléenos lo que llegó",
        "---\nlanguage: es\n---\nespera 2 min entre ellos",
        "Open the shop and buy what is missing, " * 20,
    ],
)
def test_a_line_without_an_order_for_a_phone_is_reported(line: str) -> None:
    assert "STP137" in _codes(line)


@pytest.mark.parametrize(
    "line",
    [
        "Set an event that repeats every week",
        "Take a photo of somebody else",
        "Scroll down until the end of the page",
        "Set a reminder for the pill, three times a day",
        'Write "if it rains, stay home" into a new note',
        "do: when the app asks for a permission, allow it",
        "Add 2x milk to the list",
        "Hey phone, call Mum",
        "At the bottom of the page, tap the blue button",
        "Carefully drag the slider to the right",
        "Reply to Maria that I am late",
        "Ask Bob whether he can come",
        "Pause the music",
        "Stop the timer and save the time",
        "Don't send it yet",
        "Turn the brightness down",
        "Wait for the page to load",
        "---\nlanguage: de\n---\nStell den Wecker auf sieben Uhr",
        "---\nlanguage: de\n---\nDen Wecker ausschalten",
        "---\nlanguage: de\n---\nIm Kalender bitte einen Termin anlegen",
        "---\nlanguage: de\n---\nrufe Lena an",
        "---\nlanguage: es\n---\nPonlo en el carrito",
        "---\nlanguage: es\n---\nMándale un saludo a Lucía",
        "---\nlanguage: es\n---\nBusque la última foto",
        "把闹钟调到七点半",
        "给妈妈发一条消息",
        "Schicke Tom eine Nachricht",
        "Repeat the last song",
        "Tidy up the list, if needed",
        "依次给他们发“你好”",
        "Film for 10 seconds",
        "Pause the song and seek to 1 minute and 20 seconds",
        "Call 5550143",
        "While you are there, empty the bin",
        "Tell Ann about me",
        "Ask Ann for the size",
        "Show the list to Bob",
        "然后就点一下确定",
        "---\nlanguage: de\n---\nWiederhole das Lied",
        "---\nlanguage: es\n---\nmándame un correo",
    ],
)
def test_an_errand_on_a_phone_is_not_reported(line: str) -> None:
    assert _codes(line) == set()


@pytest.mark.parametrize(
    "condition",
    [
        "I agreed",
        "it is empty",
        "that fails",
        "finished",
        "works",
        "{x} is Tea",
        'on the page there is "Saved"',
        "nothing comes after 5 minutes",
    ],
)
def test_a_condition_that_no_screen_can_show_is_reported(condition: str) -> None:
    assert _codes(f'Set {{x}} to "a"\nIf {condition}:\n    Tell user {{x}}') == {"STP138"}


@pytest.mark.parametrize(
    "condition",
    [
        "there are unread messages",
        "it asks for a permission",
        "the list is long",
        "{x} sounds angry",
        'judge "it is empty"',
    ],
)
def test_a_condition_about_the_screen_is_not_reported(condition: str) -> None:
    assert _codes(f'Set {{x}} to "a"\nIf {condition}:\n    Tell user {{x}}') == set()


def test_items_that_the_program_holds_are_looked_for_on_no_phone_in_silence() -> None:
    text = 'Set {l} to ["a", "b", "c"]\nFor each {b} in the first 2 of {l}:\n    Tell user {b}'
    assert _codes(text) == {"STP138"}
    assert _codes(text.replace("the first 2 of {l}", 'compute "the first 2 of {l}"')) == set()


def test_a_condition_in_the_words_of_another_language_is_reported() -> None:
    assert _codes('If aparece "Listo":\n    Tap "OK"\nTap "A"\nTell user "b"') == {"STP138"}


@pytest.mark.parametrize(
    "line",
    [
        "Notify me when the upload is over",
        "Set {x} to today + 3 days\nTell user {x}",
        'Verify that aparece "Listo"\nTap "A"\nOpen the "B" app',
        'If status is "open", press home',
        "If the counter is 3, press home",
        "If name is Ann, press home",
        'Check that "Saved" appears, otherwise press home',
    ],
)
def test_any_other_question_that_no_screen_can_answer_is_reported(line: str) -> None:
    assert _codes(line) == {"STP138"}


def test_a_condition_on_an_empty_list_gets_the_exact_form() -> None:
    text = 'In the "Notes" app, get all lines, record as {lines}\nIf there are no lines, press home\nTell user {lines}'
    assert _codes(text) == {"STP216"}


_LOOP = 'Set {total} to 5\nSet {left} to ["a", "b"]\nFor each {one} in {left}:\n    Tell user "{one}{total}"\n    '


@pytest.mark.parametrize(
    "line", ["jump it and carry on with the next", "take the next", "Grab the next one, please", "switch to the next"]
)
def test_the_next_one_in_a_loop_may_be_its_next_round(line: str) -> None:
    assert _codes(_LOOP + line) == {"STP137"}
    assert _codes(_LOOP + "take the next photo") == set()


@pytest.mark.parametrize(
    "line",
    [
        "Fix {total} at 40",
        "Save 40 as {total}",
        "Round {total} and {left} to 2 decimals",
        'Hang "c" on {left}',
        "Count {left} where it is long",
        "Clear {left}",
    ],
)
def test_a_step_that_would_change_a_variable_of_the_program_is_reported(line: str) -> None:
    assert _codes(_LOOP + line) == {"STP222"}


@pytest.mark.parametrize("line", ['Send "c" to {left}', "Enter {total} into the form", 'Pay {total} to "Ann"'])
def test_a_step_that_sends_a_value_to_the_phone_is_not_reported(line: str) -> None:
    assert _codes(_LOOP + line) == set()


def test_only_in_a_loop_a_jump_out_of_one_is_proposed() -> None:
    inside, outside = (
        next(finding.suggestion for finding in check_text(text).diagnostics if finding.code == "STP137")
        for text in (_LOOP + "do the previous step again, please", "do the previous step again, please\n")
    )
    assert "Continue" in inside
    assert "Continue" not in outside


def test_a_text_without_quotes_that_contains_a_wait_is_reported() -> None:
    assert _codes("---\nlanguage: de\n---\nSag mir Bescheid sobald Ida da ist") == {"STP138"}
    assert _codes("---\nlanguage: de\n---\nSag mir „Bescheid, sobald Ida da ist“") == set()


def test_by_then_is_a_time_and_no_word_for_then() -> None:
    program = parse('If she has not come by then tell user "late"\n').program
    assert program is not None
    branch = program.body[0]
    assert isinstance(branch, If)
    assert str(getattr(branch.branches[0].condition, "text", "")) == "she has not come by then"


@pytest.mark.parametrize(
    ("text", "code", "advice"),
    [
        ('for c in contacts:\n    Tap "a"', "STP121", "for {c} in {contacts}:"),
        ('Now do for each {x} in ["a"]:\n    Tap {x}', "STP121", 'For each {x} in ["a"]:'),
        ('When "Ad" appears:\n    Tap "x"', "STP121", 'If "Ad" appears:'),
        ('Set {y} to 2\nSet {x} to {y}^2\nTell user "{x}"', "STP209", '"{y}^2"'),
        ("Set {x} to =5+3\nTell user {x}", "STP209", "`5+3`"),
        ('Set {all} to ["a"]\nFor each line in {all}, tell user the line', "STP221", "`{line}`"),
        ('Until "End" appears, scroll down', "STP129", 'Repeat until "End" appears:'),
        ("Go through the pages:\n    Read it", "STP123", "For each <target> in <items>:"),
        ("return total", "STP121", "return {total}"),
        ("total = total + 1", "STP121", "Set {total} to {total} + 1"),
        ("{continue}", "STP201", "write `continue`"),
        ("Fruit: pears, figs", "STP134", 'Set {fruit} to ["pears", "figs"]'),
        ("Set {n} to 2\nSet {m} to n * 3\nTell user {m}", "STP209", "`{n} * 3`"),
        ("Set {l} to [1,5, 2,5]\nTell user {l}", "STP209", "write 1.5"),
        ('Set {n} to 2\nIf {n} > 1,5, tap "a"', "STP216", "`{n} > 1.5`"),
        ("At 18:00 close the shutters", "STP220", "start the program at that time"),
        ("At 18:00, close the shutters", "STP220", "start the program at that time"),
        ('Press home\nend\nTap "a"', "STP302", "line 2 ends"),
    ],
)
def test_the_advice_is_the_intended_line(text: str, code: str, advice: str) -> None:
    found = [finding.suggestion for finding in check_text(text + "\n").diagnostics if finding.code == code]
    assert any(advice in one for one in found), found


def test_variables_alone_are_the_inputs_of_their_names() -> None:
    task = 'Define a task named "sum":\n    Task input: {a}, {b}\n    Tell user "{a}{b}"\n'
    text = f'{task}Set {{a}} to 1\nSet {{b}} to 2\nCall "sum" with {{a}} and {{b}}\n'
    assert _codes(text) == set()
    assert "{a} = {a}, {b} = {b}" in format_text(text)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("---\nlanguage: de\n---\nRuf „Rechnung“ auf", "Rechnung"),
        ("---\nlanguage: es\n---\nEjecuta «cuenta»", "cuenta"),
        ("---\nlanguage: zh\n---\n调用“汇总”", "汇总"),
    ],
)
def test_the_verb_of_a_call_and_a_name_in_quotes_are_a_call(text: str, named: str) -> None:
    found = check_text(text + "\n").diagnostics
    assert [one.code for one in found] == ["STP401"]
    assert named in found[0].message


def test_a_semicolon_at_the_end_does_no_harm() -> None:
    assert _codes("Tidy the drafts up;") == set()
    assert format_text("Tidy the drafts up;\n") == "Tidy the drafts up\n"


@pytest.mark.parametrize(
    "text",
    [
        'Ask me "Did you sleep?" and remember what I answer as {said}',
        "---\nlanguage: de\n---\nFrage den Benutzer „Noch einer?“ und merke die Antwort als {said}",
        '---\nlanguage: es\n---\nPregúntame "¿Otra?" y guarda la respuesta en {said}',
        "问用户“几点？”，答案存到{said}",
    ],
)
def test_a_variable_after_a_quoted_question_stores_its_answer(text: str) -> None:
    program = parse(text + "\n").program
    assert program is not None
    asked = program.body[0]
    assert isinstance(asked, Ask)
    assert str(asked.capture) == "{said}"


def test_other_languages_are_checked_by_their_own_words() -> None:
    assert _codes("---\nlanguage: de\n---\nWenn es leer ist:\n    Drücke Zurück") == {"STP138"}
    assert _codes('---\nlanguage: es\n---\nSi eso falla:\n    Dile al usuario "no"') == {"STP138"}
    assert _codes("如果我同意：\n    告诉用户“好”") == {"STP138"}


def test_a_line_marked_as_intended_stays_so_when_formatted() -> None:
    text = 'do: That would be it\nIf judge "it is empty":\n    Tap "OK"\n'
    assert format_text(text) == text
    assert _codes(text) == set()


def test_a_doubtful_line_is_not_approved_by_laying_it_out() -> None:
    assert "STP137" in _codes(format_text("That   would be it\n"))


def test_few_intended_steps_are_reported() -> None:
    meant = doubted = 0
    for program in programs(HANDS):
        lines = {
            finding.span.line
            for finding in check_text(program.text).diagnostics
            if finding.code in ("STP137", "STP138")
        }
        number = 0
        for label, row in zip(program.labels, program.rows, strict=True):
            number += bool(row)
            if label in ("action", "if.s", "elif.s", "while.s", "until.s"):
                meant += 1
                doubted += number in lines
    assert meant > 100
    assert doubted / meant <= 0.05


@pytest.mark.parametrize(
    ("language", "word"),
    [
        ("de", "anrufen"),
        ("de", "öffnen"),
        ("de", "Schreib"),
        ("es", "envíalo"),
        ("es", "Búsquela"),
        ("es", "marque"),
        ("en", "Tap"),
    ],
)
def test_a_verb_is_known_in_the_forms_of_orders(language: str, word: str) -> None:
    assert orders(language, word)[0].is_verb(word)


def test_a_value_that_a_misspelt_line_would_set_is_reported_once() -> None:
    assert _codes("counter = 5") == {"STP121"}


def test_signs_of_a_call_are_shown_whole() -> None:
    found = [finding.message for finding in check_text('notify("Ann")\n').diagnostics if finding.code == "STP215"]
    assert found
    assert found[0].startswith("'notify('")
