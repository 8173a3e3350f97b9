"""Each finding names the cause that the writer can mend."""

from __future__ import annotations

import pytest

from agentprog.lang import ast
from agentprog.lang.check import check_text
from agentprog.lang.diagnostics import Diagnostic

SAY = {"en": 'Tell user "{t}"', "de": 'Sage dem Benutzer "{t}"', "es": 'Dile al usuario "{t}"', "zh": "告诉用户“{t}”"}
CLOCK = {"en": 'Open the "Clock" app', "de": 'Öffne die App "Uhr"', "es": 'Abre la app "Reloj"', "zh": "打开“时钟”应用"}


def found_on(language: str, text: str, line: int) -> list[Diagnostic]:
    """The findings on a line of the text, counted from 1."""
    return [
        finding
        for finding in check_text(f"---\nlanguage: {language}\n---\n{text}\n").diagnostics
        if finding.span.line == line + 3
    ]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", 'Ask "How warm is it?", as {t}'),
        ("en", 'Ask the user "How warm is it?" as {t}'),
        ("de", 'Frage den Benutzer "Wie warm ist es?", als {t}'),
        ("es", 'Pregunta al usuario "¿Cuánto calor hace?", como {t}'),
    ],
)
def test_as_after_a_quoted_question_stores_the_answer(language: str, line: str) -> None:
    report = check_text(f"---\nlanguage: {language}\n---\n{line}\n{SAY[language]}\n")
    assert report.diagnostics == (), report.render()
    assert report.parsed.program is not None
    asked = report.parsed.program.body[0]
    assert isinstance(asked, ast.Ask)
    assert str(asked.capture) == "{t}"


@pytest.mark.parametrize(
    ("language", "line", "cause"),
    [
        ("en", 'When all are done, tell user "x"', "every line begins when the lines above it are done"),
        ("en", 'After everything is finished, tell user "x"', "every line begins when the lines above it are done"),
        ("de", 'Wenn alles fertig ist, sage dem Benutzer "x"', "every line begins when the lines above it are done"),
        ("es", 'Cuando todo esté listo, dile al usuario "x"', "every line begins when the lines above it are done"),
        ("zh", "如果全部完成，告诉用户“x”", "every line begins when the lines above it are done"),
        ("en", "If it is Friday, press home", "no screen shows which it is"),
        ("en", "If weekend, press home", "no screen shows which it is"),
        ("de", "Wenn Freitag ist, drücke Home", "no screen shows which it is"),
        ("es", "Si es viernes, pulsa inicio", "no screen shows which it is"),
        ("en", 'Tell the customer "Ready"', "names no app that could send it"),
    ],
)  # fmt: skip
def test_the_message_names_the_cause(language: str, line: str, cause: str) -> None:
    assert cause in " ".join(one.message for one in found_on(language, f"{CLOCK[language]}\n{line}", 2))


@pytest.mark.parametrize(
    ("language", "line", "advice"),
    [
        ("en", "set [score] to (0)", "`set {score} to 0`"),
        ("en", "change [score v] by (1)", "`Increase {score} by 1`"),
        ("en", "Set {t} to 2(3)(4)", "`2 * (3) * (4)`"),
        ("en", "Set {t} to tomorrow", '`compute "the date of tomorrow"`'),
        ("de", "Setze {t} auf morgen", '`rechne "the date of morgen"`'),
        ("en", 'shopping list -> "milk", "eggs"', '`Set {shopping list} to "milk", "eggs"`'),
        ("en", "guests -> ann, bob", '`Set {guests} to ["ann", "bob"]`'),
        ("en", "Settings -> Display, Font", "a result is kept"),
        ("en", "Scan: open the camera, record it as {t}", "a comment begins with #; a step is a sentence"),
        ("en", 'Open "Calendar" and look whether I am free', '`In the "Calendar" app, `'),
        ("de", 'Öffne "Kalender" und sieh nach dem Termin', '`In der App "Kalender", `'),
        ("en", "End quiz", "`Stop the program`"),
        ("en", "Show the scores", "`Tell user <message>`"),
        ("en", "Do nothing", "`Unless <condition>:`"),
        ("de", "Tue nichts", "`Außer wenn <condition>:`"),
    ],
)  # fmt: skip
def test_the_advice_is_for_the_cause(language: str, line: str, advice: str) -> None:
    assert advice in " ".join(one.suggestion for one in found_on(language, line, 1))


@pytest.mark.parametrize(
    ("line", "code", "advice"),
    [
        ("{t} > 38.5? call the doctor", "STP121", "`If {t} > 38.5, call the doctor`"),
        ("Raining? take an umbrella", "STP137", "`If <condition>:`"),
        ("Should she ask why, tell her it is a surprise", "STP137", "`If <condition>:`"),
        ("Kindly do not call anybody before nine", "STP137", "write it in each step that it concerns"),
        ("ASSERT cart.length EQUALS items.length", "STP215", "`{name}`"),
        ("Double the recipe if {t} > 4", "STP129", "`If {t} > 4:`"),
        ("Double the recipe unless {t} > 4", "STP129", "`Unless {t} > 4:`"),
        ('Press back, but only if "A" appears', "STP129", '`If "A" appears:`'),
    ],
)
def test_a_condition_in_a_sentence_gets_the_construct(line: str, code: str, advice: str) -> None:
    text = f'In the "Notes" app, open "a"\nSet {{t}} to 39\n{line}'
    (found,) = found_on("en", text, 3)
    assert (found.code, advice in found.suggestion) == (code, True)


@pytest.mark.parametrize("line", ["Could you open the list? Thanks", "Open the file plan.md and read it aloud"])
def test_a_polite_order_and_a_file_get_no_finding(line: str) -> None:
    assert found_on("en", f'In the "Notes" app, open "a"\n{line}', 2) == []


@pytest.mark.parametrize(
    ("language", "line", "app"),
    [
        ("en", 'Send "hello" to Ann by WhatsApp', "WhatsApp"),
        ("en", 'Send "hello" to Ann via Telegram', "Telegram"),
        ("de", 'Sende "hallo" an Anna per WhatsApp', "WhatsApp"),
        ("es", 'Envía "hola" a Ana por WhatsApp', "WhatsApp"),
    ],
)
def test_a_step_that_sends_by_another_app_than_it_stays_in_gets_a_finding(language: str, line: str, app: str) -> None:
    (found,) = found_on(language, f"{CLOCK[language]}\n{line}", 2)
    assert found.code == "STP501"
    assert f'"{app}"' in found.message


@pytest.mark.parametrize(
    "line", ['Send "hello" to Ann by Monday', "Share the photo with Ann", "Set the alarm by Friday"]
)
def test_a_day_and_a_person_are_no_app(line: str) -> None:
    assert found_on("en", f"{CLOCK['en']}\n{line}", 2) == []


@pytest.mark.parametrize("line", ["Stop the video", "Write a note", "Read the sum from the screen, record as {t}"])
def test_a_step_is_not_taken_for_a_line_of_the_program_by_chance(line: str) -> None:
    text = " ".join(one.suggestion for one in found_on("en", f"{line}\n{SAY['en']}", 1))
    assert ("if the program is meant" in text) is (line == "Stop the video")
