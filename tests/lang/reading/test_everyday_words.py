"""Words of everyday language and of code that have one meaning: they are read as the line that they mean."""

from __future__ import annotations

import pytest

from agentprog.lang import ast
from agentprog.lang.check import check_text
from agentprog.lang.parser import parse
from agentprog.lang.writing.unparse import unparse

_BLOCK = "\n    Press back"


def _written(language: str, text: str) -> str:
    """The program in the words of the formatter, without its header and with one space for each step inside."""
    program = parse(f"---\nlanguage: {language}\n---\n{text}").program
    assert program is not None
    return unparse(program).partition("---\n")[2].partition("---\n")[2].strip() or unparse(program).strip()


def _last(language: str, text: str) -> str:
    return _written(language, text).splitlines()[-1].strip()


@pytest.mark.parametrize(
    ("language", "head", "canonical"),
    [
        ("en", "repeat 5", "Repeat 5 times:"),
        ("en", "loop {n} do", "Repeat {n} times:"),
        ("en", "twice:", "Repeat 2 times:"),
        ("en", "12 times:", "Repeat 12 times:"),
        ("en", "four times", "Repeat 4 times:"),
        ("en", "forever", "Repeat forever:"),
        ("de", "wiederhole 4", "Wiederhole 4 mal:"),
        ("de", "dreimal:", "Wiederhole 3 mal:"),
        ("de", "5 mal", "Wiederhole 5 mal:"),
        ("de", "für immer", "Wiederhole ohne Ende:"),
        ("es", "repite 6", "Repite 6 veces:"),
        ("es", "7 veces:", "Repite 7 veces:"),
        ("es", "para siempre", "Repite sin fin:"),
        ("zh", "重复3", "重复3次："),
        ("zh", "5次：", "重复5次："),
        ("zh", "一直循环", "一直重复："),
    ],
)
def test_a_count_above_a_block_is_a_loop(language: str, head: str, canonical: str) -> None:
    back = {"en": "Press back", "de": "Drücke zurück", "es": "Pulsa atrás", "zh": "按返回键"}[language]
    assert _written(language, f"{head}\n    {back}").splitlines()[0] == canonical


@pytest.mark.parametrize("line", ["Repeat 5", "forever", "3 times", "twice", "Knock loudly 3 times:\n    on the door"])
def test_a_count_without_a_block_or_behind_a_step_is_no_loop(line: str) -> None:
    program = parse(line).program
    assert program is not None
    assert not any(isinstance(one, ast.Repeat | ast.While) for one in program.body)
    assert check_text(line).diagnostics


@pytest.mark.parametrize(
    ("language", "line", "canonical"),
    [
        ("en", "Increase {n} by 5%", "Set {n} to {n} * 1.05"),
        ("en", "Add ten percent to {n}", "Set {n} to {n} * 1.1"),
        ("en", "Decrease {n} by 2.5 percent", "Set {n} to {n} * 0.975"),
        ("en", "Take 50% off {n}", "Set {n} to {n} * 0.5"),
        ("en", "Knock fifteen off {n}", "Set {n} to {n} - 15"),
        ("en", 'Strike "a" off the list {l}', 'Remove "a" from {l}'),
        ("en", "Take {n} off {l}", "Remove {n} from {l}"),
        ("en", 'Take "a" out of {l}', 'Remove "a" from {l}'),
        ("de", "Reduziere {n} um 10 %", "Setze {n} auf {n} * 0.9"),
        ("de", "Erhöhe {n} um zwanzig Prozent", "Setze {n} auf {n} * 1.2"),
        ("es", "Sube {n} un 10 por ciento", "Pon {n} en {n} * 1.1"),
        ("es", "Suma 10% a {n}", "Pon {n} en {n} * 1.1"),
        ("zh", "把{n}减少10%", "将{n}设为{n} * 0.9"),
        ("zh", "把{n}增加25%", "将{n}设为{n} * 1.25"),
    ],
)
def test_a_share_or_an_amount_changes_the_variable(language: str, line: str, canonical: str) -> None:
    start = {
        "en": 'Set {n} to 3\nSet {l} to ["a"]\n',
        "de": "Setze {n} auf 3\n",
        "es": "Pon {n} en 3\n",
        "zh": "将{n}设为3\n",
    }[language]
    assert _last(language, start + line) == canonical


@pytest.mark.parametrize(
    "line",
    [
        "Take 3 off {l}",
        "Take {n} off {m}",
        "Add 20% VAT to {n}",
        "Add 10% to {l}",
        "Take 5% off the price of {n} rolls",
    ],
)
def test_a_share_or_an_amount_that_may_mean_something_else_is_reported(line: str) -> None:
    start = 'Set {n} to 3\nSet {m} to 4\nSet {l} to ["a"]\nTell user "{n}{m}{l}"\n'
    assert any(found.code == "STP222" for found in check_text(start + line).diagnostics)


@pytest.mark.parametrize(
    ("language", "line", "compute"),
    [
        ("en", "Round {n} to 2 decimals", "Round {n} to 2 decimals"),
        ("en", "Round {n} up", "Round {n} up"),
        ("de", "Runde {n} auf eine Stelle", "Runde {n} auf eine Stelle"),
        ("de", "Entferne Duplikate aus {n}", "Entferne Duplikate aus {n}"),
        ("es", "Redondea {n} a peso entero", "Redondea {n} a peso entero"),
        ("es", "Elimina los duplicados de {n}", "Elimina los duplicados de {n}"),
    ],
)
def test_a_calculation_on_its_only_variable_changes_that_variable(language: str, line: str, compute: str) -> None:
    start = {"en": "Set {n} to 3\n", "de": "Setze {n} auf 3\n", "es": "Pon {n} en 3\n"}[language]
    program = parse(f"---\nlanguage: {language}\n---\n{start}{line}").program
    assert program is not None
    changed = program.body[1]
    assert isinstance(changed, ast.Assign)
    assert isinstance(changed.value, ast.Compute)
    assert (str(changed.target), str(changed.value.text)) == ("{n}", compute)


@pytest.mark.parametrize("line", ["Round {n} and {m}", "Round {n} to 10 and tell me", "Round {n} up, open the till"])
def test_a_calculation_with_another_order_behind_it_is_reported(line: str) -> None:
    found = check_text(f'Set {{n}} to 3\nSet {{m}} to 4\n{line}\nTell user "{{n}}{{m}}"').diagnostics
    assert {one.code for one in found if one.span.line == 3} & {"STP222", "STP137"}


@pytest.mark.parametrize(
    ("language", "line", "canonical"),
    [
        ("en", 'Add a row to {t} with "x", 5', 'Add ["x", 5] to {t}'),
        ("en", 'Append a new record to {t}: "Cy", 7', 'Add ["Cy", 7] to {t}'),
        ("en", 'Keep only the rows of {t} where "b" is at least 6', 'Filter {t} where "b" >= 6'),
        ("en", 'Keep those rows in {t} whose "a" is "x"', 'Filter {t} where "a" is "x"'),
        ("en", 'Remove all rows from {t} where "b" = 0', 'Filter {t} where "b" is not 0'),
        ("en", 'Delete the rows of {t} whose "a" is not "x"', 'Filter {t} where "a" is "x"'),
        ("de", 'Füge eine Zeile zu {t} hinzu mit "x", 5', 'Füge ["x", 5] zu {t} hinzu'),
        ("de", 'Behalte nur die Zeilen von {t}, wo "b" > 6', 'Filtere {t} mit "b" > 6'),
        ("de", 'Entferne aus {t} alle Zeilen mit "b" = 0', 'Filtere {t} mit "b" ist nicht 0'),
        ("es", 'Agrega una fila a {t} con "x", 5', 'Añade ["x", 5] a {t}'),
        ("es", 'Deja solo las filas de {t} donde "b" > 6', 'Filtra {t} donde "b" > 6'),
        ("es", 'Elimina las filas de {t} donde "b" = 0', 'Filtra {t} donde "b" no es 0'),
        ("zh", "在{t}中添加一行“x”，5", '将["x", 5]添加到{t}'),
        ("zh", "只保留{t}中“b”大于6的", '筛选{t}，条件为"b" > 6'),
        ("zh", "删除{t}里“b” = 0的行", '筛选{t}，条件为"b" 不等于 0'),
    ],
)
def test_rows_in_other_words(language: str, line: str, canonical: str) -> None:
    start = {
        "en": 'Create an empty table {t} with columns "a", "b"\n',
        "de": 'Erstelle eine leere Tabelle {t} mit den Spalten "a", "b"\n',
        "es": 'Crea una tabla vacía {t} con las columnas "a", "b"\n',
        "zh": "创建空数据表{t}，列为“a”、“b”\n",
    }[language]
    assert _last(language, start + line) == canonical


@pytest.mark.parametrize(
    "line",
    ['Remove the rows of {t} where "b" < 10', 'Remove the rows of {t} where "b" is blank', "Keep the rows of {t} tidy"],
)
def test_rows_that_no_condition_surely_names_are_not_filtered(line: str) -> None:
    """An empty cell is not less than 10, and not at least 10: no filter keeps it."""
    program = parse(f'Create an empty table {{t}} with columns "a", "b"\n{line}').program
    assert program is not None
    assert isinstance(program.body[1], ast.Action)


@pytest.mark.parametrize(
    ("language", "line", "canonical"),
    [
        ("en", 'Put {x} into the file "a.txt"', 'Save {x} to "a.txt"'),
        ("en", 'Store "hi" in a new file named "a.txt"', 'Save "hi" to "a.txt"'),
        ("de", 'Schreibe {x} in die Datei "a.txt"', 'Speichere {x} in "a.txt"'),
        ("es", 'Escribe {x} en el archivo "a.txt"', 'Guarda {x} en "a.txt"'),
        ("en", "Start with an empty list {x}", "Set {x} to []"),
        ("en", "Begin {x} as an empty list", "Set {x} to []"),
        ("de", "Beginne mit einer leeren Liste {x}", "Setze {x} auf []"),
        ("es", "Empieza con una lista vacía {x}", "Pon {x} en []"),
        ("zh", "从空列表{x}开始", "将{x}设为[]"),
        ("zh", "{x} 设成 0", "将{x}设为0"),
        ("zh", "按“b”从高到低排序{x}", '排序{x}按"b"降序'),
    ],
)
def test_files_and_lists_in_other_words(language: str, line: str, canonical: str) -> None:
    assert _last(language, line) == canonical


@pytest.mark.parametrize(
    ("language", "line", "canonical"),
    [
        ("en", 'say "Hi" for 2 seconds', ['Tell user "Hi"', "Wait 2 seconds"]),
        ("de", 'sage "Hallo" für 3 Sekunden', ['Sage dem Benutzer "Hallo"', "Warte 3 Sekunden"]),
        ("es", 'di "Hola" durante 2 segundos', ['Dile al usuario "Hola"', "Espera 2 segundos"]),
        ("zh", "说“你好”2秒", ['告诉用户"你好"', "等待2秒"]),
    ],
)
def test_a_message_for_a_time_is_a_message_and_a_wait(language: str, line: str, canonical: list[str]) -> None:
    assert _written(language, line).splitlines() == canonical


@pytest.mark.parametrize("head", ["catch {e}:", "rescue error {e}:", "except Exception as {e}:", "catch ({e}):"])
def test_a_handler_may_give_the_error_a_name(head: str) -> None:
    assert _written("en", f'try:\n    tap "A"\n{head}\n    tell user "{{e}}"').splitlines()[2:] == [
        "On error:",
        "    Set {e} to {error}",
        '    Tell user "{e}"',
    ]


@pytest.mark.parametrize("head", ["except ValueError:", "except FileNotFoundError as e:", "catch IOException:"])
def test_a_handler_of_one_kind_of_error_is_reported(head: str) -> None:
    found = check_text(f'try:\n    tap "A"\n{head}\n    tell user "no"').diagnostics
    assert [(one.code, "`On error:`" in one.suggestion) for one in found] == [("STP121", True)]


@pytest.mark.parametrize(
    ("language", "line", "canonical"),
    [
        ("en", 'console.log("n is {n}")', 'Tell user "n is {n}"'),
        ("en", 'System.out.println("n is {n}")', 'Tell user "n is {n}"'),
        ("en", 'alert("Hi")', 'Tell user "Hi"'),
        ("de", 'print("Summe: {n}")', 'Sage dem Benutzer "Summe: {n}"'),
        ("de", 'console.log("Hallo")', 'Sage dem Benutzer "Hallo"'),
        ("es", "print({n})", "Dile al usuario {n}"),
        ("es", 'System.out.println("Hola")', 'Dile al usuario "Hola"'),
        ("zh", 'print("失败：{n}")', "告诉用户“失败：{n}”"),
    ],
)
def test_the_calls_that_print_show_a_message_in_every_language(language: str, line: str, canonical: str) -> None:
    assert _written(language, line).replace('"', "”").replace("“", "”") == canonical.replace('"', "”").replace("“", "”")


@pytest.mark.parametrize(
    ("language", "text", "canonical"),
    [
        ("de", "for {n} in {l}:\n    Drücke zurück", "Für jede {n} in {l}:"),
        ("de", "while {n} > 3:\n    Drücke zurück", "Solange {n} > 3:"),
        ("de", "if {n} ist größer als 3: Drücke zurück", "Wenn {n} > 3:"),
        ("de", "if {n} is 3: break", "Wenn {n} ist 3:"),
        ("es", 'If aparece "Surge", cancela el ride', 'Si "Surge" aparece:'),
        ("es", "for {n} in {l}: Pulsa atrás", "Para cada {n} en {l}:"),
        ("es", "if not {n} > 3: return", "Si no {n} > 3:"),
    ],
)
def test_the_words_of_code_head_a_block_in_every_language(language: str, text: str, canonical: str) -> None:
    assert _written(language, text).splitlines()[0] == canonical


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", "If the dog barks: drücke zurück"),
        ("de", 'Start "Timer"'),
        ("de", "Print das Foto"),
        ("es", "Tap el botón verde"),
        ("es", "If hay luz, apaga todo"),
    ],
)
def test_english_words_without_an_exact_line_stay_a_step(language: str, line: str) -> None:
    program = parse(f"---\nlanguage: {language}\n---\n{line}").program
    assert program is not None
    assert isinstance(program.body[0], ast.Action)


@pytest.mark.parametrize(
    ("language", "head", "advice"),
    [
        ("en", "for (let i = 0; i < 3; i++):", "For each {i} in the numbers from 0 to 2:"),
        ("en", "for (int k = 1; k <= {n}; k++):", "For each {k} in the numbers from 1 to {n}:"),
        ("de", "for (var j = 0; j < {n}; j++):", "Für jede {j} in die Zahlen von 0 bis {n} - 1:"),
        ("de", 'def gruss(name, text="Hallo"):', 'Definiere eine Aufgabe namens "gruss":'),
    ],
)
def test_heads_of_code_get_the_head_of_the_language(language: str, head: str, advice: str) -> None:
    text = f"---\nlanguage: {language}\n---\n{head}{_BLOCK}"
    found = [one.suggestion for one in check_text(text).diagnostics if one.code == "STP121"]
    assert [advice.rstrip(":") in one for one in found] == [True]


@pytest.mark.parametrize(
    ("language", "text", "values"),
    [
        ("en", 'switch {p}:\n    case "a" or "b": stop', ["a", "b"]),
        ("de", 'Je nach {p}:\n    Fall "a" oder "b": stopp', ["a", "b"]),
        ("es", 'Según {p}:\n    Caso "a" o "b": termina', ["a", "b"]),
    ],
)
def test_a_case_may_join_its_values_with_or(language: str, text: str, values: list[str]) -> None:
    program = parse(f"---\nlanguage: {language}\n---\n{text}").program
    assert program is not None
    switch = program.body[0]
    assert isinstance(switch, ast.Switch)
    test = switch.branches[0].condition
    assert isinstance(test, ast.Logic)
    assert [str(one.right) for one in test.operands if isinstance(one, ast.Compare)] == values


def test_a_decimal_comma_in_the_head_of_a_task_is_a_default() -> None:
    program = parse(
        '---\nlanguage: es\n---\nDefine una tarea llamada "IVA" con {neto} y {tasa} = 0,19:\n    Devuelve {neto}'
    ).program
    assert program is not None
    task = program.body[0]
    assert isinstance(task, ast.FunctionDef)
    assert [one.name for one in task.inputs] == ["neto", "tasa"]
    assert isinstance(task.inputs[1].default, ast.Number)
    assert task.inputs[1].default.value == 0.19


_PLACES = 'Set {n} to 3\nSet {l} to ["a"]\nCreate an empty table {t} with columns "a", "b"\n'


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("Go through {l} one by one as {x}, tap {x}", "For each {x} in {l}:"),
        ("Go over {l} one after another, using {y}, tap {y}", "For each {y} in {l}:"),
        ("Run through the list {l} item by item with {z}, tap {z}", "For each {z} in {l}:"),
        ("Loop over {l} in turn as {x}, tap {x}", "For each {x} in {l}:"),
        ("Iterate over {l} in order as {x}, tap {x}", "For each {x} in {l}:"),
        ("Wait a couple of seconds", "Wait 2 seconds"),
        ("Wait for a couple of minutes", "Wait 120 seconds"),
        ("Pause for a couple of hours", "Wait 7200 seconds"),
        ("Sleep a couple of seconds", "Wait 2 seconds"),
        ("Press back a couple of times", "Repeat 2 times:"),
        ("Put {n} on the list {l}", "Add {n} to {l}"),
        ('Write "b" down on the list {l}', 'Add "b" to {l}'),
        ("Note {n} on the list {l}", "Add {n} to {l}"),
        ('Put "c" onto list {l}', 'Add "c" to {l}'),
        ("Enter {n} on the end of the list {l}", "Add {n} to {l}"),
        ("Let the user know that {n} readers must be telephoned", 'Tell user "{n} readers must be telephoned"'),
        ("Let me know that the total is {n}", 'Tell user "the total is {n}"'),
        ("Let us know that {n} eggs are left", 'Tell user "{n} eggs are left"'),
        ("Let user know that the shop is closed", 'Tell user "the shop is closed"'),
        ('Let me know that "{n} loaves" are done', 'Tell user "\\"{n} loaves\\" are done"'),
        ('Remove from {t} every row whose "a" is 3', 'Filter {t} where "a" is not 3'),
        ('Delete every row of {t} where "a" is "x"', 'Filter {t} where "a" is not "x"'),
        ('Drop from the table {t} all rows with "a" = 0', 'Filter {t} where "a" is not 0'),
        ('Delete any record from {t} whose "b" is not "y"', 'Filter {t} where "b" is "y"'),
        ('Remove from {t} the rows where "b" is "z"', 'Filter {t} where "b" is not "z"'),
        ('Wait for the "OK" button to appear', 'Wait until "OK" appears'),
        ('Wait for the "Payment" page to load', 'Wait until "Payment" appears'),
        ('Wait for the "Basket" screen', 'Wait until "Basket" appears'),
        ('Wait for the "News" tab to be shown', 'Wait until "News" appears'),
        ('Wait for "Login" to pop up', 'Wait until "Login" appears'),
        ("Wait {n} minutes", "Wait {n} * 60 seconds"),
        ("Wait for {n} hours", "Wait {n} * 3600 seconds"),
        ("Wait {n} mins", "Wait {n} * 60 seconds"),
        ("Wait for {n} * 60 seconds", "Wait {n} * 60 seconds"),
        ("Wait {n} seconds", "Wait {n} seconds"),
    ],
)
def test_english_lines_of_newcomers(line: str, canonical: str) -> None:
    written = _written("en", _PLACES + line).splitlines()
    assert written[3] == canonical
    assert (
        "\n".join(written[3:]) == _written("en", _PLACES + "\n".join(written[3:])).partition("\n")[2].split("\n", 2)[2]
    )


@pytest.mark.parametrize(
    "line",
    [
        "Go through {l} one by one",
        "Go through the drawers in {l} one by one as {x}",
        "Go through the rooms one by one as {x}",
        "Go through {l} twice as {x}",
        "Go through {l} one by one and tell me {x}",
        "Wait a couple of seconds for the page",
        "Wait a couple of tries",
        "Buy a couple of eggs",
        "Scroll down a couple of times",
        "Wait a couple of buses",
        "Put {n} on the table",
        "Put {n} on {n}",
        "Put the kettle on for {l}",
        "Put {n} on top of {l}",
        "Pop {n} onto {l}",
        "Let me know whether it rains",
        "Let me know when the parcel is there",
        "Let me know if {n} eggs are enough",
        "Let Ann know that {n} eggs are left",
        "Let the people know that it rains",
        'Remove from {t} every row whose "a" is less than 1900',
        'Delete every row of {t} where "a" is empty',
        "Remove from {t} every second row",
        "Delete every row of {t} that Ann wrote",
        "Remove from {t} all the rows that are old",
        'Wait for the "Uber" app to load',
        'Wait for the "Payment" page to close',
        'Wait for the "Help" button to disappear',
        'Wait for the "Help" button to be enabled',
        'Wait for the "Help" file to load',
        "Wait {n} ms",
        "Wait {n} minutes for the bus",
        "Wait {n} * 60 minutes",
        "Wait {n} rounds",
        'Wait {n} minutes or until "A" appears',
        "Expect {n} guests",
        "Expect that parcel tomorrow",
        "Expect a call",
        "Expect {n} to be delivered",
        'Expect "2" to be in the basket',
    ],
)
def test_english_lines_that_may_mean_something_else_stay_steps(line: str) -> None:
    program = parse(_PLACES + line).program
    assert program is not None
    assert isinstance(program.body[3], ast.Action)


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("Add yeast, salt and rye to {l}", 'Add "yeast", "salt", "rye" to {l}'),
        ("Put milk, eggs on {l}", 'Add "milk", "eggs" to {l}'),
        ('Put "b" on {l}', 'Add "b" to {l}'),
        ("Add salt and pepper to {l}", 'Add "salt and pepper" to {l}'),
        ("Expect {n} to be 3", "Verify that {n} is 3"),
        ("Expect {l} to contain {n}", "Verify that {l} contains {n}"),
        ("Expect that {n} is 3", "Verify that {n} is 3"),
        ('Expect that "Done" appears', 'Verify that "Done" appears'),
        ("Expect that {l} is not empty", "Verify that {l} is not empty"),
    ],
)
def test_the_advice_for_a_list_or_an_expectation_has_all_of_its_values(line: str, advice: str) -> None:
    found = [one.suggestion for one in check_text(_PLACES + line).diagnostics if one.span.line == 4]
    assert [f"`{advice}`" in one for one in found] == [True]
    program = parse(_PLACES + advice).program
    assert program is not None
    assert not isinstance(program.body[3], ast.Action)


@pytest.mark.parametrize("lead", ["", "For the DJ, ", "For this one, ", "In the end, ", "For {n} guests, "])
def test_a_call_with_words_among_its_inputs_is_almost_a_call(lead: str) -> None:
    """The words in front say when the task is wanted: no advice leaves them out."""
    task = 'Define a task named "Book" with {who} and {fee}:\n    Return "{who}{fee}"\nSet {n} to 3\n'
    (found,) = check_text(f'{task}{lead}execute task "Book" with who {{n}} and a fee of 350').diagnostics
    assert (found.code, "almost a call" in found.message) == ("STP137", True)
    assert ("{fee} = 350" in found.suggestion) == (not lead)


@pytest.mark.parametrize(
    "line",
    [
        "Do it while {n} isn't in {l}",
        "Open the door that doesn't close",
        "Look for what wasn't sold",
        "Show what couldn’t be sold",
        "Mark what can't wait",
    ],
)
def test_the_end_of_a_short_form_is_no_variable_without_braces(line: str) -> None:
    assert not any("{t}" in one.suggestion for one in check_text(_PLACES + line).diagnostics)
