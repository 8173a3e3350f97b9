"""Counts, conditions, jumps and ends inside a step get a finding; similar harmless words get none."""

from __future__ import annotations

import pytest

from agentprog.lang.vocabulary.words import words
from tests.lang.silence.telling import codes_for, messages


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", 'Try up to 3 times to send "hi" to Ann'),
        ("en", "Send it three times in a row"),
        ("en", 'From 1 to {x} as {i}, write "a" in the memo app'),
        ("en", "Repeat step 4 after a week"),
        ("en", "Ring Ellen; should she not pick up, text her"),
        ("en", "only if more than 30 accept: order a tent"),
        ("de", "Versuche es höchstens 2 mal noch einmal"),
        ("de", "das machst du dreimal hintereinander"),
        ("de", "Schritt 4 nach einer Woche wiederholen"),
        ("de", "Ruf Anna an; sollte sie nicht abheben, schreib ihr"),
        ("de", "nur wenn mehr als 30 Zusagen: zweites Zelt bestellen"),
        ("es", "Hazlo tres veces como mucho"),
        ("es", "Llama a Ana; de no contestar, escribe"),
        ("es", "solo si hay más de 30: pide otra carpa"),
        ("es", "ya, termina aqui"),
        ("zh", "给妈妈打三次电话"),
        ("zh", "最多试两次给妈妈打电话"),
        ("en", "Keep going until everyone is in the cart"),
        ("de", "Mach weiter, bis alles im Korb liegt"),
        ("es", "Sigue hasta que todo esté en el carrito"),
        ("de", "3x nochmal probieren"),
        ("en", "Wait a bit"),
        ("de", "Warte ein Stündchen"),
        ("es", "Espere un ratito"),
        ("en", "Wait for her reply, at most ten minutes"),
        ("zh", "等她回复，最多等十分钟"),
        ("en", "5 minutes later, call Ann"),
        ("de", "5 Minuten später Anna anrufen"),
        ("es", "Despuesito de 2 minutos, llama a Ana"),
        ("zh", "5分钟后给她打电话"),
        ("en", "Don't do anything on weekends"),
        ("de", "Mach am Wochenende gar nichts"),
        ("es", "No hagas nada los domingos"),
        ("zh", "千万别给老板发短信"),
        ("en", "On arriving home, text Ann"),
        ("de", "Beim Ankommen Anna schreiben"),
        ("es", "Al llegar a casa, escribe a Ana"),
        ("en", "Turn off the light then in 1 hour turn it on"),
        ("en", "give up after 3 tries"),
        ("de", "Nach 3 Versuchen aufgeben"),
        ("es", "Deja de llamar después de 3 intentos"),
        ("en", "Take a picture every 5 minutes"),
        ("de", "Mach alle 5 Minuten ein Foto"),
        ("es", "Saca una foto cada 5 minutos"),
        ("en", "Do it again for Bob"),
        ("en", "Say the total"),
        ("en", "On Mondays, text Mia"),
        ("de", "Montags um 8, schreib Mia"),
        ("es", "Los lunes, escribe a Ana"),
        ("zh", "明天早上八点，给她发消息"),
        ("en", "Stop when the battery is low"),
        ("de", "Stopp wenn der Akku leer ist"),
        ("es", "Termina cuando la batería esté baja"),
        ("en", "Press back, but only if it rains"),
        ("en", "Confirm with me before you send it"),
        ("en", 'Send me a notification "done"'),
        ("de", 'Schick mir eine Meldung "fertig"'),
    ],
)
def test_a_count_a_condition_or_an_end_inside_of_a_step_istold(language: str, line: str) -> None:
    assert "STP137" in codes_for(language, line)


@pytest.mark.parametrize("line", ["Wiederholung beenden", "Fin de repetición"])
def test_the_end_of_a_loop_in_other_words_istold(line: str) -> None:
    assert codes_for("de" if line[0] == "W" else "es", line) == {"STP136"}


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Bring the cake because we did it the last two times"),
        ("en", "Tell Ann I tried 3 times"),
        ("en", "Remind me three times a week to run"),
        ("en", "Set an alarm 2 times a day"),
        ("en", 'Write "call me 3 times" to Ann'),
        ("de", "Schreib Anna, dass ich zweimal da war"),
        ("de", "Bestell zweimal Pizza"),
        ("es", "Dile a Ana que llamé dos veces"),
        ("zh", '给小明发"打三次"'),
        ("de", "3x Milch kaufen"),
        ("en", "Wait for Ann"),
        ("es", "Espera a Ana"),
        ("en", "For 30 minutes, mute the phone"),
        ("en", "Don't press it yet"),
        ("en", "Remind me to drink every 2 hours"),
        ("de", "Erinnere mich alle 2 Stunden ans Trinken"),
        ("es", "Pon una alarma cada 2 horas"),
        ("en", "Say hi to Ann"),
        ("en", "Tomorrow at 8, set an alarm"),
        ("en", "Stop the music when Bob calls"),
        ("en", "Exit if asked"),
        ("zh", "周末再设一个9点的闹钟"),
        ("zh", "在时钟里设一个5分钟的闹钟"),
    ],
)
def test_a_count_of_past_actions_or_of_each_day_is_not_reported(language: str, line: str) -> None:
    assert codes_for(language, line) == set()


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Wait until he answers within 10 minutes"),
        ("de", "Warte, bis er in 10 Minuten antwortet"),
        ("es", "Espera a que conteste en 10 minutos"),
    ],
)
def test_a_limit_of_a_wait_in_plain_words_istold(language: str, line: str) -> None:
    assert codes_for(language, line) == {"STP138"}


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", 'After "A" appears press back'),
        ("en", 'Press back when "A" appears'),
        ("de", 'Nachdem "A" erscheint drücke zurück'),
        ("es", 'Después de que aparece "A" pulsa atrás'),
    ],
)
def test_an_exact_moment_inside_of_a_step_is_reported(language: str, line: str) -> None:
    assert codes_for(language, line) & {"STP121", "STP129"}


@pytest.mark.parametrize("language", ["en", "de", "es", "zh"])
@pytest.mark.parametrize(
    ("line", "advice"), [("Exit Sub", "stop"), ("End Function", ""), ("exit()", "stop"), ("// done", "")]
)
def test_keywords_of_programming_languages_are_reported_in_every_language(
    language: str, line: str, advice: str
) -> None:
    found = next(message for message in messages(language, line) if message[1] == "STP128")
    assert words(language).written(advice) in found[3]
    assert "<" not in found[3]


@pytest.mark.parametrize(
    ("language", "line", "code"),
    [
        ("en", "Repeat from number 4 for the weekend", "STP137"),
        ("de", "Wiederhole ab Nummer 4 für Anna", "STP137"),
        ("es", "Repite desde el número 4 para Ana", "STP137"),
        ("en", 'Ask the guard "Locked?" and save the answer as {y}', "STP137"),
        ("de", "Frag den Wächter „Zu?“ und merke die Antwort als {y}", "STP137"),
        ("es", "Pregunta al guardia «¿Cerrada?» y guarda la respuesta como {y}", "STP137"),
        ("zh", "问保安“锁了吗”，记为{y}", "STP137"),
        ("zh", "把{x}报告给我", "STP137"),
        ("en", "Split {x} by New Lines", "STP222"),
        ("de", "Teile {x} nach Kommas auf", "STP222"),
        ("es", "Separa {x} por comas", "STP222"),
        ("zh", "把{x}按逗号拆分", "STP222"),
        ("zh", "如果{x}是小明，就告诉用户“好”", "STP138"),
        ("en", "Let me know how many are in {x}", "STP137"),
    ],
)
def test_a_jump_a_question_to_others_and_a_change_of_a_text_aretold(language: str, line: str, code: str) -> None:
    assert code in codes_for(language, line)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Call number 4"),
        ("en", 'In the "Gemini" app, ask "Who won?", record as {y}\nTell user {y}'),
        ("en", "Split the bill {x} by 3 people"),
        ("zh", "如果{x}是紧急的，就告诉用户“好”"),
    ],
)
def test_a_number_an_assistant_and_a_judgement_are_for_the_phone(language: str, line: str) -> None:
    assert codes_for(language, line) == set()


COUNTING = 'Open the "Clock" app\nSet {n} to 3\nSet {m} to 4\nSet {l} to ["a", "b"]\nTell user "{n}{m}{l}"\n'


@pytest.mark.parametrize(
    "line",
    [
        "Round {n} and {m} up",
        "Compare {n} with 10",
        "Format {n} as currency",
        "Use the rest of {n}",
        "Keep track of {n}",
        "Taste and adjust {n}",
        "Check {n} is below 3",
        "Set {n} aside",
        "Fold {n} into {m}",
        "Choose from {l}",
        "Get first item from {l}",
        'Replace "a" with "b" in {l}',
        "Change case of {l} to uppercase",
    ],
)
def test_a_verb_of_values_about_a_variable_of_the_program_is_no_step(line: str) -> None:
    assert (5, "STP222") in [(number - 1, code) for number, code, _, _ in messages("en", COUNTING + line)]


@pytest.mark.parametrize(
    "line",
    [
        "Set the timer to {n} minutes",
        "Set an alarm in {n} minutes",
        "Put {n} in the amount field",
        "Choose {n} in the date picker",
        "Give {n} stars",
        "Use {n} as the PIN",
        "Turn the volume down to {n}",
        "Replace the amount with {n}",
        "Get {n} tickets",
        "Put the things in {l} into the cart",
        "Pick the cheapest of {l} in the shop",
        "Take the items of {l} out of the cart",
        "Rotate the photo by {n} degrees",
    ],
)
def test_a_verb_of_values_about_something_on_the_phone_is_a_step(line: str) -> None:
    assert not [code for number, code, _, _ in messages("en", COUNTING + line) if number == len(COUNTING.split("\n"))]


def test_a_variable_number_of_times_is_reported_as_a_repetition() -> None:
    found = messages("en", COUNTING + "Tap the plus {n} times")
    assert [(code, message) for _, code, message, _ in found] == [
        ("STP137", "this is read as a step for a model, but '{...} times' decides or repeats lines")
    ]
