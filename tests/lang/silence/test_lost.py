"""An answer that no variable stores, a text compared with whole rows, and an app that only the words of a step name."""

from __future__ import annotations

import pytest

from agentprog.lang.check import check_text
from tests.lang.silence.telling import messages

KEPT = {"en": ", record as {reply}", "de": ", speichere als {reply}", "es": ", guarda como {reply}", "zh": "{reply}"}


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", 'Ask the user "Which beds?"'),
        ("en", "Ask me which beds to water"),
        ("de", 'Frage den Benutzer "Welche Beete?"'),
        ("es", 'Pregunta al usuario "¿Qué camas?"'),
        ("zh", "询问用户“哪些？”"),
    ],
)
def test_a_question_with_a_lost_answer_is_reported_with_the_remedy(language: str, line: str) -> None:
    ((at, _, _, advice),) = [found for found in messages(language, line) if found[1] == "STP225"]
    assert at == 1
    ending = advice.split("`")[1]
    assert "{reply}" in ending
    kept = check_text(f"---\nlanguage: {language}\n---\n{line}{ending}\n{{answer}} = {{reply}}\n")
    quoted = set() if line[-1] in '"”' else {"STP209"}
    assert {finding.code for finding in kept.diagnostics} == quoted, kept.render()


@pytest.mark.parametrize(
    "text",
    [
        'Ask user "Which?", record as {city}\nTell user {city}',
        'Ask user "Shall I go on?"\nIf the user says no, stop',
    ],
)
def test_a_stored_or_used_answer_gets_no_finding(text: str) -> None:
    assert all(code != "STP225" for _, code, _, _ in messages("en", text))


PAYMENTS = 'In the "Bank" app, find all payments with "rent" in them, record as {paid}'


@pytest.mark.parametrize(
    ("language", "reading", "condition"),
    [
        ("en", PAYMENTS, "If {t} is not in {paid}, tell user {t}"),
        ("en", PAYMENTS, "If {paid} contains {t}, tell user {t}"),
        ("en", PAYMENTS, 'If "Ojo" is in {paid}, tell user {t}'),
        ("de", 'Lies in der App "Bank" alle Zahlungen, merke sie als {paid}', "Wenn {t} in {paid} ist, sage {t}"),
        ("es", 'En la app "Bank", lee todos los pagos, guárdalos como {paid}', "Si {t} está en {paid}, di {t}"),
        ("zh", "在“Bank”应用中，获取所有付款，记为{paid}", "如果{paid}包含{t}，告诉用户{t}"),
    ],
)
def test_a_text_looked_for_among_rows_read_off_the_screen_gets_a_finding(
    language: str, reading: str, condition: str
) -> None:
    text = f"---\nlanguage: {language}\ninputs:\n  t: text\n---\n{reading}\n{condition}\n"
    ((line, advice),) = [(d.span.line, d.suggestion) for d in check_text(text).diagnostics if d.code == "STP226"]
    assert line == 7
    assert "{row.name}" in advice


@pytest.mark.parametrize(
    "lines",
    [
        [f"{PAYMENTS} (list of text)", "If {t} is in {paid}, tell user {t}"],
        [PAYMENTS, "For each {p} in {paid}:", "    Tell user {p.name}", "If {t} is in {paid}, tell user {t}"],
        ['In the "Bank" app, read the title, record as {paid}', "If {paid} contains {t}, tell user {t}"],
        ['Set {paid} to ["Ojo"]', "If {t} is in {paid}, tell user {t}"],
    ],
)
def test_texts_rows_with_parts_and_written_lists_get_no_finding(lines: list[str]) -> None:
    text = "---\ninputs:\n  t: text\n---\n" + "\n".join(lines) + "\n"
    assert all(finding.code != "STP226" for finding in check_text(text).diagnostics)


@pytest.mark.parametrize(
    ("language", "lines", "name"),
    [
        ("en", ['In the "Contacts" app, open "Ann"', "Send the card in the Drive app"], "Drive"),
        ("en", ['In the "Contacts" app, open "Ann"', 'Put the card into the "Drive" app'], "Drive"),
        ("en", ['In the "Maps" app, search for "Rome"', 'In the "Chat" app, open "Ann"', "Send it from Maps"], "Maps"),
        ("de", ['In der App "Galerie", öffne "a"', 'Schicke es an Lena in der App "Chat"'], "Chat"),
        ("es", ['En la app "Fotos", abre "a"', 'Envía la foto a Ana en la app "Chat"'], "Chat"),
        ("zh", ["在“相册”应用中，打开“a”", "把它发到“微信”应用"], "微信"),
    ],
)
def test_a_step_that_stays_in_an_app_and_names_another_gets_a_finding(
    language: str, lines: list[str], name: str
) -> None:
    found = [message for message in messages(language, "\n".join(lines)) if message[1] == "STP501"]
    assert [(line, f'name "{name}"' in message) for line, _, message, _ in found] == [(len(lines), True)]


@pytest.mark.parametrize(
    "step",
    [
        "Delete the card in the Contacts app",
        'In the "Contacts" app, send the card to the "Drive" app',
        'Type "in the Drive app" into "Note"',
        "Open the app settings",
    ],
)
def test_a_step_in_the_same_or_a_named_app_gets_no_finding(step: str) -> None:
    found = messages("en", f'In the "Contacts" app, open "Ann"\n{step}')
    assert all(code != "STP501" for _, code, _, _ in found)


@pytest.mark.parametrize(
    ("language", "save", "line"),
    [
        ("en", 'Save {x} to "log.txt"', 'Append {x} to "log.txt"'),
        ("en", 'Read the text of "log.txt", record as {old}', 'Add today\'s date to "log.txt"'),
        ("de", 'Speichere {x} in "log.txt"', 'Füge {x} zu "log.txt" hinzu'),
        ("es", 'Guarda {x} en "log.txt"', 'Añade {x} a "log.txt"'),
    ],
)
def test_a_step_that_would_change_a_file_of_the_program_gets_a_finding(language: str, save: str, line: str) -> None:
    text = f"---\nlanguage: {language}\ninputs:\n  x: text\n---\n{save}\n{line}\n"
    ((code, message),) = [(d.code, d.message) for d in check_text(text).diagnostics if d.span.line == 7]
    assert code == "STP137"
    assert '"log.txt" is a file of the program' in message


@pytest.mark.parametrize(
    "line", ['In the "Files" app, add a star to "log.txt"', 'Share "log.txt"', 'do: add a star to "log.txt"']
)
def test_a_step_in_an_app_another_verb_and_a_marked_step_may_name_a_file(line: str) -> None:
    found = check_text(f'Set {{x}} to 3\nSave {{x}} to "log.txt"\n{line}\n').diagnostics
    assert all(one.code != "STP137" for one in found)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Set {n} to a random number between 1 and 10"),
        ("de", "Setze {n} auf eine zufällige Zahl zwischen 1 und 10"),
        ("es", "Pon {n} en un número al azar entre 1 y 10"),
    ],
)
def test_a_value_that_a_model_would_look_for_in_no_app_gets_a_finding(language: str, line: str) -> None:
    (found,) = [message for message in messages(language, f"{line}\n{{answer}} = {{n}}") if message[1] == "STP501"]
    assert "reads this from the phone" in found[2]
    assert any(f'`{word} "..."`' in found[3] for word in ("compute", "rechne", "computa"))
