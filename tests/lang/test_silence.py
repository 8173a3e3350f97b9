"""Lines that say something else than they are read as are never left in silence, in every language; and what is read
as it was meant is not doubted."""

from __future__ import annotations

import pytest

from agentprog.lang import ast
from agentprog.lang.check import check_text
from agentprog.lang.parser import parse
from agentprog.lang.vocabulary.words import words


def _told(language: str, line: str) -> set[str]:
    """The codes for a line of a program with a text {x} and a list {rows}, but those about apps and inputs."""
    head = f"---\nlanguage: {language}\ninputs:\n  x: text\n  rows: list\n---\n"
    return {one.code for one in check_text(f"{head}{line}\n").diagnostics} - {"STP501", "STP206"}


@pytest.mark.parametrize(
    ("language", "line", "code"),
    [
        ("en", "Tell me which", "STP138"),
        ("en", "At the end show: {x} done", "STP137"),
        ("en", "Keep me posted", "STP137"),
        ("de", "Sag mir Bescheid", "STP138"),
        ("de", "sag mir welche", "STP138"),
        ("de", "zuletzt anzeigen: {x} erledigt", "STP137"),
        ("es", "Avísame cuando termines", "STP138"),
        ("es", "avisame cuantos hay", "STP138"),
        ("es", "Al final muestra: {x} listo", "STP137"),
        ("zh", "告诉用户什么时候到", "STP138"),
        ("zh", "最后显示：{x}完成", "STP137"),
    ],
)
def test_words_that_stand_for_a_message_are_told(language: str, line: str, code: str) -> None:
    assert _told(language, line) == {code}


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Tell user done"),
        ("en", 'Let me know "done"'),
        ("de", "Sag dem Benutzer fertig"),
        ("es", "Dime listo"),
        ("zh", "告诉用户完成了"),
    ],
)
def test_a_message_without_quotes_is_a_message(language: str, line: str) -> None:
    found = check_text(f"---\nlanguage: {language}\n---\n{line}\n")
    assert found.parsed.program is not None
    assert isinstance(found.parsed.program.body[0], ast.Tell)
    assert not found.diagnostics


@pytest.mark.parametrize(
    ("language", "line", "canonical"),
    [
        ("en", 'Filter {rows} by kind "trip" and save as {trips}', 'Filter {rows} by kind "trip", record as {trips}'),
        ("en", 'Set {names} to {"Ana", "Bo"}', 'Set {names} to ["Ana", "Bo"]'),
        ("de", "frag mich ob es reicht und merk dir das als {y}", "frag mich ob es reicht, merke es als {y}"),
        ("de", "Lies den Betrag und merke ihn als {y}", "Lies den Betrag, merke es als {y}"),
        ("es", "Lee el importe y guárdalo en {y}", "Lee el importe, guárdalo como {y}"),
    ],
)
def test_a_result_is_kept_where_the_end_of_its_line_says(language: str, line: str, canonical: str) -> None:
    assert parse(f"---\nlanguage: {language}\n---\n{line}\n").program == (
        parse(f"---\nlanguage: {language}\n---\n{canonical}\n").program
    )


def test_a_line_that_keeps_its_result_elsewhere_changes_no_list_in_place() -> None:
    assert _told("en", "Filter {rows} by price and put it into {y}") == {"STP218"}


def test_a_step_that_asks_for_a_text_and_keeps_it_is_told() -> None:
    assert "STP218" in _told("es", "Pedir texto con «¿Cuántas?» y guardar en {y}")


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", 'In "Notes", write "receipt: {x}" into "receipts.txt"'),
        ("de", 'In der App "Notizen", schreibe "a" in "notiz.md"'),
        ("es", 'En la aplicación "Notas", escribe "a" en "notas.txt"'),
        ("zh", '在"笔记"应用中，在"a.txt"中输入"b"'),
    ],
)
def test_a_file_is_no_field_to_type_into(language: str, line: str) -> None:
    program = parse(f"---\nlanguage: {language}\n---\n{line}\n").program
    assert program is not None
    assert isinstance(program.body[0], ast.Action)


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
        ("en", 'Press back, but only if "A" appears'),
        ("en", "Confirm with me before you send it"),
        ("en", 'Send me a notification "done"'),
        ("de", 'Schick mir eine Meldung "fertig"'),
    ],
)
def test_a_count_a_condition_or_an_end_inside_of_a_step_is_told(language: str, line: str) -> None:
    assert "STP137" in _told(language, line)


@pytest.mark.parametrize("line", ["Wiederholung beenden", "Fin de repetición"])
def test_the_end_of_a_loop_in_other_words_is_told(line: str) -> None:
    assert _told("de" if line[0] == "W" else "es", line) == {"STP136"}


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
def test_a_count_of_what_was_done_or_of_each_day_is_not_doubted(language: str, line: str) -> None:
    assert _told(language, line) == set()


def _messages(language: str, text: str) -> list[tuple[int, str, str, str]]:
    found = check_text(f"---\nlanguage: {language}\n---\n{text}\n").diagnostics
    return [(one.span.line - 3, one.code, one.message, one.suggestion) for one in found]


@pytest.mark.parametrize(
    ("language", "line", "named", "advice"),
    [
        ("en", "set a timer in the Timer app", True, 'begin with `In the "..." app, `'),
        ("en", 'In "Calendar" cancel my shift', True, 'begin with `In the "..." app, `'),
        ("en", "buy milk", False, 'begin with `In the "..." app, `'),
        ("de", "In der Uhr-App einen Wecker stellen", True, 'begin with `In der App "...", `'),
        ("de", "Füge Milch in der App „Tasks“ hinzu", True, 'begin with `In der App "...", `'),
        ("es", 'En "Mensajes" envía "a" a Ana', True, 'begin with `En la app "...", `'),
        ("es", "compra leche", False, 'begin with `En la app "...", `'),
        ("zh", "在日历应用里取消", True, 'begin with `在"..."应用中，`'),
    ],
)
def test_what_is_said_of_a_step_outside_any_app_is_so_and_in_its_language(
    language: str, line: str, named: bool, advice: str
) -> None:
    said = "this step names its app only in its own words" if named else "no app is named for this step"
    assert (1, "STP501", said, advice) in _messages(language, line)


@pytest.mark.parametrize("head", ["To remind {who} about {what}:", 'Define task "Remind" with {who}:'])
def test_a_call_in_other_words_is_told_where_a_task_of_that_name_is_or_was_tried(head: str) -> None:
    lines = [
        head,
        "    Wait for them",
        "        at home",
        'Remind "Ann" about "tea"',
        'Do remind with "Bo"',
        "Remind Ann of it",
    ]
    text = "\n".join([*lines, "Remind Ann of the milk"])
    told = [line for line, code, message, _ in _messages("en", text) if "nearly a call" in message]
    assert told == [4, 5]


def test_a_german_count_of_elements_is_exact() -> None:
    found = _messages(
        "de", "Setze {x} auf [1]\nSofern die Anzahl der Elemente in {x} größer als 0 ist:\n    Drücke zurück"
    )
    assert found == []


@pytest.mark.parametrize(
    ("language", "text", "advice"),
    [
        ("en", 'Set {guests} to ["Ann"]\nFor each guest in guests:\n    Tell user {guest}', "`{guest} in {guests}`"),
        ("de", 'Setze {gäste} auf ["A"]\nFür jeden gast in gäste:\n    Sage {gast}', "`{gast} in {gäste}`"),
        ("zh", "设{分数}为3\n如果分数等于3：\n    告诉用户{分数}", "`{分数}等于3`"),
        ("zh", "设{人}为3\n将人设为4\n告诉用户{人}", "`将{人}设为4`"),
    ],
)
def test_a_name_without_braces_is_told_in_loops_and_in_scripts_without_spaces(
    language: str, text: str, advice: str
) -> None:
    found = check_text(f"---\nlanguage: {language}\n---\n{text}\n").diagnostics
    assert [advice in one.suggestion for one in found if one.code == "STP221"] == [True]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Set {x} to 1\nSet {y} to 2\nIf {x} is lesser than {y}, press back"),
        ("en", 'Set {x} to "a"\nIf {x} empty is, press back'),
        ("de", 'Setze {x} auf "a"\nWenn {x} leer is:\n    drücke zurück'),
    ],
)
def test_a_condition_of_variables_and_words_of_comparisons_alone_is_told(language: str, text: str) -> None:
    assert _told(language, text) == {"STP216"}


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Wait until he answers, but no longer than 10 minutes"),
        ("de", "Warte, bis er antwortet, aber nicht länger als 10 Minuten"),
        ("es", "Espera a que conteste, máximo 10 minutos"),
    ],
)
def test_a_limit_of_a_wait_in_plain_words_is_told(language: str, line: str) -> None:
    assert _told(language, line) == {"STP138"}


@pytest.mark.parametrize(("language", "condition"), [("en", "it is raining"), ("en", "it snows"), ("de", "es regnet")])
def test_the_weather_is_a_condition_of_its_own(language: str, condition: str) -> None:
    head = {"en": f"If {condition}, call Ann", "de": f"Wenn {condition}, ruf Anna an"}[language]
    assert _told(language, head) == set()


@pytest.mark.parametrize(
    ("language", "head"),
    [
        ("es", "Para cada {x} de {l}, haga lo siguiente:"),
        ("es", "Para cada {x} en {l} hacer esto:"),
        ("de", "Für jedes {x} in {l}, machen Sie Folgendes:"),
        ("zh", "如果“好”出现那么"),
        (None, "如果“好”出现那么"),
    ],
)
def test_what_says_that_a_block_follows_is_no_part_of_its_head(language: str | None, head: str) -> None:
    header = f"---\nlanguage: {language}\n---\n" if language else ""
    given = {"es": 'Pon {l} en ["a"]\n', "de": 'Setze {l} auf ["a"]\n'}.get(language or "", "")
    report = check_text(f"{header}{given}{head}\n    do: x\n")
    assert [len(report.tiers[tier]) for tier in ("semantic", "compute")] == [1, 0]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Set {total} to 5\nsend the total to Ann\nTell user {total}", "STP221"),
        ("For each {price} in [1, 2]:\n    Increase {price} by 5%", "STP222"),
        ("For each {row} in {rows}:\n    Tell user {row}\nSelect the name from {rows} where amount > 50", "STP222"),
        ("For each {row} in {rows}:\n    Tell user {row}\nSELECT name FROM {rows} WHERE amount > 50", "STP222"),
        ('Ask user "Ready?", record as {y}\nask me again\nTell user {y}', "STP138"),
        ('Set {l} to ["Ann", "Bo"]\nRemove Ann from {l}\nTell user {l}', "STP222"),
        ("Set {n} to length of {rows}\nReset {n}\nTell user {n}", "STP222"),
        ("For row in {rows}: call {row}", "STP121"),
    ],
)
def test_what_only_the_program_has_is_no_matter_for_a_step(text: str, code: str) -> None:
    assert _told("en", text) == {code}


def test_a_step_that_names_its_variable_may_say_the_noun_too() -> None:
    text = 'Set {total} to 5\nsend "total: {total}" and the total {total} to Ann\nSend the totals to Ann'
    assert _told("en", text) == set()
    assert _told("en", "Set {a} to 5\nOpen a note\nTell user {a}") == set()


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("For each {row} in {rows} where {row.amount} > 3:\n    Tell user {row}", "only inside the loop"),
        ("Wait 3 seconds and repeat step 4", "Repeat"),
        ('While you sleep, wait 5 secs and text Ann "hi"', "While"),
        ("Set {y} to Dora, Elin and Fay\nTell user {y}", 'write ["Dora", "Elin", "Fay"]'),
        ('Wait 3 seconds and text Ann "hi"', "on its own line"),
    ],
)
def test_the_advice_names_the_cause(text: str, advice: str) -> None:
    head = "---\nlanguage: en\ninputs:\n  rows: list\n---\n"
    found = check_text(f"{head}{text}\n").diagnostics
    assert any(advice in one.suggestion for one in found if one.code != "STP501")


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", 'The file "a.txt" is to be moved to Documents'),
        ("en", "Bluetooth should be switched off afterwards"),
        ("de", "Die Datei soll in den Ordner verschoben werden"),
        ("es", "El archivo debe ser enviado a Ana"),
    ],
)
def test_what_is_to_be_done_to_a_thing_is_an_order(language: str, line: str) -> None:
    assert _told(language, line) == set()


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", 'If {x} is "a", press back\nIn all other cases, tell user "No"'),
        ("de", 'Wenn {x} gleich "a" ist, drücke zurück\nIn allen anderen Fällen, sage dem Benutzer "No"'),
    ],
)
def test_all_other_cases_are_an_else_on_one_line(language: str, text: str) -> None:
    program = check_text(f"---\nlanguage: {language}\ninputs: {{x: text}}\n---\n{text}\n").parsed.program
    assert program is not None
    branch = program.body[0]
    assert isinstance(branch, ast.If)
    assert branch.orelse is not None
    assert isinstance(branch.orelse.body[0], ast.Tell)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", 'Notify the user with "Low battery"'),
        ("en", 'Alert me about "Low battery"'),
        ("de", 'Informiere mich mit "Low battery"'),
        ("es", 'Avísame con "Low battery"'),
    ],
)
def test_the_word_in_front_of_a_message_is_no_part_of_it(language: str, line: str) -> None:
    program = check_text(f"---\nlanguage: {language}\n---\n{line}\n").parsed.program
    assert program is not None
    assert isinstance(program.body[0], ast.Tell)
    assert program.body[0].message == ast.Template(parts=("Low battery",), span=program.body[0].message.span)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", 'ask "How are you?" and wait, record as {y}'),
        ("de", 'frag "Wie geht es?" und warte auf Antwort, merke es als {y}'),
        ("es", 'preguntar "¿Qué tal?" y esperar, guardar como {y}'),
        ("zh", "问“体温多少？”并等待回答，记为{y}"),
        ("de", "Den ersten Termin lesen, als {y} merken"),
        ("zh", "找到王强的号码，记作{y}"),
    ],
)
def test_a_result_in_more_words_is_kept(language: str, line: str) -> None:
    program = check_text(f"---\nlanguage: {language}\n---\n{line}\n").parsed.program
    assert program is not None
    captured = getattr(program.body[0], "capture", None)
    assert isinstance(captured, ast.Ref)
    assert captured.name == "y"


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", 'After "A" appears press back'),
        ("en", 'Press back when "A" appears'),
        ("de", 'Nachdem "A" erscheint drücke zurück'),
        ("es", 'Después de que aparece "A" pulsa atrás'),
    ],
)
def test_a_moment_that_is_exact_is_told_inside_of_a_step(language: str, line: str) -> None:
    assert _told(language, line) & {"STP121", "STP129"}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('If either "A" or "B" appears, press back', "STP138"),
        ("If the answer was yes, press back", "STP138"),
        ("Tell me when {x} replies", "STP138"),
        ("Set {y} to `Hi ${x}`\nTell user {y}", "STP219"),
        ("Set {n} to 5\nMake {n} 6\nTell user {n}", "STP222"),
        ("Wait for my answer, record as {y}", "STP137"),
    ],
)
def test_what_is_nearly_exact_is_told_by_its_own_code(text: str, code: str) -> None:
    assert code in _told("en", text)


def test_a_loop_over_things_on_the_phone_is_not_told_by_the_name_that_it_gives() -> None:
    assert _told("en", 'For each of my contacts\n    text them "hi"') == set()


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", "Teile mir mit, dass X"),
        ("de", "Teile dem Benutzer mit: X"),
        ("de", 'Teile mir "X" mit'),
        ("de", 'Zeige dem Benutzer "X" an'),
        ("de", 'Gib dem Benutzer "X" aus'),
        ("de", "Zeig mir an, dass X"),
        ("de", 'Bescheid geben: "X"'),
        ("de", "Meldung an Benutzer: „X“"),
        ("es", "Avíseme: «X»"),
        ("es", "Hágame saber que X"),
        ("es", "Comunícame que X"),
        ("es", "Cuéntame: X"),
        ("zh", "对用户说“X”"),
        ("zh", "让我知道“X”"),
        ("zh", "告诉我一声“X”"),
        ("zh", "说“X”"),
    ],
)
def test_a_message_is_told_without_the_words_around_it(language: str, line: str) -> None:
    found = check_text(f"---\nlanguage: {language}\n---\n{line}\n")
    assert found.parsed.program is not None
    told = found.parsed.program.body[0]
    assert isinstance(told, ast.Tell)
    assert (str(told.message), found.diagnostics) == ("X", ())


@pytest.mark.parametrize(
    ("language", "lines", "canonical"),
    [
        ("es", "Para {a} en {rows}:\n    Dime {a}", "Para cada {a} en {rows}:\n    Dime {a}"),
        ("de", "Für {a} in {rows}:\n    Sage mir {a}", "Für jede {a} in {rows}:\n    Sage mir {a}"),
        ("zh", "对{rows}中的每一位{a}：\n    告诉用户{a}", "对于{rows}中的每个{a}：\n    告诉用户{a}"),
        ("zh", "遍历{rows}作为{a}：\n    告诉用户{a}", "对于{rows}中的每个{a}：\n    告诉用户{a}"),
        ("es", "Definir {a} como [1, 2]", "Pon {a} en [1, 2]"),
        ("de", "Definiere {a} als 5", "Setze {a} auf 5"),
        ("zh", "定义{a}为5", "将{a}设为5"),
        ("es", "Lea el precio y guárdelo como {a}", "Lea el precio, guárdalo como {a}"),
        ("es", "Pregúntame las horas y ponlas en {a}", "Pregunta al usuario las horas, guárdalo como {a}"),
        ("de", "Lesen Sie den Preis ab und merken Sie sich diesen als {a}", "Lesen Sie den Preis ab, merke es als {a}"),
        ("de", 'Kontrolliere, dass "A" erscheint', 'Prüfe, dass "A" erscheint'),
        ("de", "Sage mir „A“ und hören Sie bitte auf", "Sage mir „A“\nBeende das Programm"),
        ("es", "parar todo", "Termina el programa"),
    ],
)
def test_a_construct_in_other_usual_words_is_the_construct(language: str, lines: str, canonical: str) -> None:
    head = f"---\nlanguage: {language}\ninputs: {{rows: list}}\n---\n"
    assert parse(f"{head}{lines}\n").program == parse(f"{head}{canonical}\n").program


@pytest.mark.parametrize(
    ("language", "line", "name"),
    [
        ("en", 'Set patients to ["a", "b"]', "{patients}"),
        ("de", 'Setze patienten auf ["a", "b"]', "{patienten}"),
        ("es", 'Pon pacientes en {"a": 1}', "{pacientes}"),
        ("zh", '把病人设为["a", "b"]', "把{病人}设为"),
    ],
)
def test_a_list_that_is_put_into_a_name_without_braces_is_told(language: str, line: str, name: str) -> None:
    found = check_text(f"---\nlanguage: {language}\n---\n{line}\n").diagnostics
    assert any(one.code == "STP221" and name in one.suggestion for one in found)


@pytest.mark.parametrize(
    ("language", "line", "advice"),
    [
        ("de", "Wische nach unten bis „Woche 12“", "Scrolle nach <direction> bis"),
        ("es", "Desliza hacia abajo hasta «Semana 12»", "Desplázate hacia <direction> hasta"),
        ("zh", "向下滑动直到“第12周”出现", "滚动：<direction>到"),
    ],
)
def test_a_swipe_up_to_a_text_is_told_with_the_scroll_that_was_meant(language: str, line: str, advice: str) -> None:
    found = check_text(f"---\nlanguage: {language}\n---\n{line}\n").diagnostics
    assert [one for one in found if one.code == "STP137" and advice in one.suggestion]


def test_an_app_that_a_step_names_in_its_own_words_is_used() -> None:
    text = '---\nlanguage: de\napps: [Ausgaben]\n---\nLies in der App "Ausgaben" alle Beträge\n'
    assert "STP503" not in {one.code for one in check_text(text).diagnostics}


def test_a_variable_that_is_called_like_the_answer_is_told_how_the_answer_is_called() -> None:
    found = check_text('---\nlanguage: es\n---\nPon {respuesta} en "listo"\n').diagnostics
    assert any(one.code == "STP203" and "{answer}" in one.suggestion for one in found)


@pytest.mark.parametrize(
    ("language", "line", "code"),
    [
        ("en", "After a minute take a photo", "STP137"),
        ("de", "Nach einer Minute mach ein Foto", "STP137"),
        ("es", "Después de un minuto saca una foto", "STP137"),
        ("de", "Lass mich wissen, wie viele es sind", "STP137"),
        ("es", "Déjame saber cuántos hay", "STP137"),
        ("zh", "让我知道有几个", "STP137"),
        ("en", "Wait until 8 in the evening", "STP220"),
        ("de", "Warte, bis es 8 Uhr abends ist", "STP220"),
        ("zh", "等到晚上8点", "STP220"),
    ],
)
def test_a_time_and_a_message_in_words_that_nothing_waits_for_or_tells_are_told(
    language: str, line: str, code: str
) -> None:
    assert code in _told(language, line)


@pytest.mark.parametrize("line", ["If 5 messages appear:\n    Press back", "Wait until the page shows 5"])
def test_a_number_on_the_screen_is_no_time_of_day(line: str) -> None:
    assert "STP220" not in _told("en", line)


@pytest.mark.parametrize(
    ("language", "line", "canonical"),
    [
        ("es", "Si {x} esta vacio, pulsa atrás", "Si {x} está vacío, pulsa atrás"),
        ("es", "Si {x} no esta vacio, pulsa atrás", "Si {x} no está vacío, pulsa atrás"),
        ("es", "Si {x} esta por debajo de 5, pulsa atrás", "Si {x} está por debajo de 5, pulsa atrás"),
        ("es", "Si {x} ≠ 5, pulsa atrás", "Si {x} != 5, pulsa atrás"),
        ("de", "Wenn {x} grösser als 5 ist, drücke zurück", "Wenn {x} größer als 5 ist, drücke zurück"),
    ],
)
def test_accents_may_be_left_out_in_a_condition(language: str, line: str, canonical: str) -> None:
    head = f"---\nlanguage: {language}\ninputs: [x]\n---\n"
    assert parse(f"{head}{line}\n").program == parse(f"{head}{canonical}\n").program


@pytest.mark.parametrize("language", ["en", "de", "es", "zh"])
@pytest.mark.parametrize(
    ("line", "advice"), [("Exit Sub", "stop"), ("End Function", ""), ("exit()", "stop"), ("// done", "")]
)
def test_what_programming_languages_say_is_told_in_a_program_of_any_language(
    language: str, line: str, advice: str
) -> None:
    found = next(one for one in _messages(language, line) if one[1] == "STP128")
    written = language if language != "zh" else "en"
    assert words(written).canonical(advice, written).split("[")[0] in found[3]
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
def test_a_jump_a_question_to_others_and_a_change_of_a_text_are_told(language: str, line: str, code: str) -> None:
    assert code in _told(language, line)


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
    assert _told(language, line) == set()


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "If {x} has any value, press back"),
        ("de", "Wenn {x} einen beliebigen Wert hat, drücke zurück"),
        ("es", "Si {x} tiene algún valor, pulsa atrás"),
        ("zh", "如果{x}有任何值，就告诉用户“好”"),
    ],
)
def test_having_a_value_is_exact(language: str, line: str) -> None:
    report = check_text(f"---\nlanguage: {language}\ninputs: {{x: text}}\n---\n{line}\n")
    assert not report.tiers["semantic"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Get the costs, record as {m}\nCount {m}, record as {n}\nTell user {n}\nRemove the first item from {m}"),
        ("de", "Für jede {k} in {rows}:\n    Sage dem Benutzer {k}\nEntferne den ersten Eintrag aus {rows}"),
        ("es", "Para cada {k} en {rows}:\n    Dile al usuario {k}\nQuita el primer elemento de {rows}"),
        ("zh", "对{rows}中的每个{k}：\n    告诉用户{k}\n从{rows}中删除第一项"),
    ],
)
def test_an_item_is_taken_from_a_list_of_the_program_by_no_step(language: str, text: str) -> None:
    assert _told(language, text) == {"STP222"}


def test_exclamation_marks_end_a_line() -> None:
    for language, line in (("de", "fertig!!!"), ("en", "done!!!"), ("es", "listo!!!")):
        program = check_text(f"---\nlanguage: {language}\n---\n{line}\n").parsed.program
        assert program is not None
        assert isinstance(program.body[0], ast.Stop)


def test_a_name_that_has_no_value_yet_is_not_what_was_meant() -> None:
    found = _messages("en", "For every kid in {kids}:\n    Tell user {kid}")
    assert [suggestion[:14] for _, code, _, suggestion in found if code == "STP201"] == ["set {kids} fir"]


@pytest.mark.parametrize(
    ("language", "line", "advice"),
    [
        ("en", "In Markor create a note", 'begin with `In the "Markor" app, ` if Markor is the app'),
        ("en", "create a note in Simple Calendar", 'In the "Simple Calendar" app, ` if'),
        ("es", "crea una nota en Markor", 'En la app "Markor", ` if'),
        ("de", "Schreib eine Notiz in Markor", 'begin with `In der App "...", `'),
        ("en", "buy milk in the shop", 'begin with `In the "..." app, `'),
        ("en", "买牛奶", 'begin with `在"..."应用中，`'),
        ("en", 'send "买牛奶" to Ann', 'begin with `In the "..." app, `'),
    ],
)
def test_an_app_without_quotes_is_named_in_the_advice_and_this_is_in_the_language_of_its_line(
    language: str, line: str, advice: str
) -> None:
    assert advice in next(one[3] for one in _messages(language, line) if one[1] == "STP501")


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Remove the first item from {rows}"),
        ("de", "Entferne den letzten Eintrag aus {rows}"),
        ("es", "Quita el primer elemento de {rows}"),
        ("zh", "从{rows}中删除第一项"),
    ],
)
def test_the_ends_of_a_list_are_in_the_program(language: str, line: str) -> None:
    assert _told(language, line) == {"STP222"}


def test_a_task_that_was_tried_is_called_by_its_own_name() -> None:
    text = 'Define drop with {x}:\n    Play {x}\nNow do drop with "Levels"\nDrop the ball'
    assert [line for line, _, message, _ in _messages("en", text) if "nearly a call" in message] == [3]


@pytest.mark.parametrize(
    ("language", "text", "code", "advice"),
    [
        ("en", "ask me whats up and call it {y}", "STP201", "`, record as {y}`"),
        ("de", "frag mich wie ich heiße und nenne es {y}", "STP201", "`, merke es als {y}`"),
        ("en", 'For each {k} in ["a"]:\n    skip if {k} is bad today', "STP137", "`Continue` below"),
        ("en", 'For each {k} in ["a"]:\n    stop when {k} is bad today', "STP137", "`Break the loop` below"),
    ],
)
def test_the_advice_is_for_what_was_meant(language: str, text: str, code: str, advice: str) -> None:
    assert advice in next(one[3] for one in _messages(language, text) if one[1] == code)
