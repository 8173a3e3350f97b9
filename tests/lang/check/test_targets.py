"""Lines that put a value into a variable, or take one out of a list, in words that set nothing, while an app is open;
and steps that name nothing on the phone."""

from __future__ import annotations

import pytest

from agentprog.lang.check import check_text
from agentprog.lang.diagnostics import Diagnostic

_OPEN = {
    "en": 'Open the "Notes" app\n',
    "de": 'Öffne die App "Notizen"\n',
    "es": 'Abre la app "Notas"\n',
    "zh": "打开“备忘录”应用\n",
}
_ASKED = {
    "en": 'Ask user "?", record as {x}\n',
    "de": 'Frage den Benutzer "?", speichere als {x}\n',
    "es": 'Pregunta al usuario "?", guárdalo como {x}\n',
    "zh": "询问用户“？”，记录为{x}\n",
}


def _found(language: str, above: str, line: str) -> list[Diagnostic]:
    text = f"---\nlanguage: {language}\n---\n{_OPEN[language]}{above}{line}\n"
    last = text.count("\n")
    return [finding for finding in check_text(text).diagnostics if finding.span.line == last]


def _advice(language: str, above: str, line: str) -> list[str]:
    return [finding.suggestion for finding in _found(language, above, line) if finding.code == "STP222"]


@pytest.mark.parametrize(
    ("language", "line", "written"),
    [
        ("de", 'Falls {x} leer ist, nimm einfach "Hallo" als {x}', 'Setze {x} auf "Hallo"'),
        ("de", 'Ist {x} leer, benutze "Liebe alle" dafür', 'Setze {x} auf "Liebe alle"'),
        ("de", 'verwende "Servus" für {x}', 'Setze {x} auf "Servus"'),
        ("de", 'trag bei {x} "Hallo" ein', 'Setze {x} auf "Hallo"'),
        ("de", 'nimm "Hallo" statt {x}', 'Setze {x} auf "Hallo"'),
        ("de", 'Wähle "Moin" als {x}', 'Setze {x} auf "Moin"'),
        ("es", 'Si {x} está vacío, ponle "hola"', 'Pon {x} en "hola"'),
        ("es", 'usa "hola" para {x}', 'Pon {x} en "hola"'),
        ("es", 'elige "hola" como {x}', 'Pon {x} en "hola"'),
        ("en", 'If {x} is empty, go with "polite" for {x}', 'Set {x} to "polite"'),
        ("en", 'Pick "polite" as {x}', 'Set {x} to "polite"'),
        ("zh", "如果{x}为空，就用“你好”当{x}", '将{x}设为"你好"'),
        ("zh", "拿“你好”当{x}", '将{x}设为"你好"'),
        ("zh", "把“你好”填进{x}", '将{x}设为"你好"'),
        ("zh", "把5写到{x}里", "将{x}设为5"),
    ],
)
def test_a_value_for_a_variable_of_the_program_is_set_by_no_step(language: str, line: str, written: str) -> None:
    (advice,) = _advice(language, _ASKED[language], line)
    assert f"`{written}`" in advice


@pytest.mark.parametrize(
    ("language", "line", "written"),
    [
        ("de", 'Wenn {x} leer ist, schreib "Hallo" in {x}', 'Setze {x} auf "Hallo"'),
        ("de", "Gib 5 in {x} ein", "Setze {x} auf 5"),
        ("es", 'Introduce "hola" en {x}', 'Pon {x} en "hola"'),
        ("en", 'Type "hi" into {x}', 'Set {x} to "hi"'),
        ("zh", "在{x}中输入“你好”", '将{x}设为"你好"'),
        ("zh", "把“你好”输入{x}", '将{x}设为"你好"'),
    ],
)
def test_typing_into_a_variable_that_the_program_sets_is_reported(language: str, line: str, written: str) -> None:
    (advice,) = _advice(language, _ASKED[language], line)
    assert f"`{written}`" in advice


@pytest.mark.parametrize(
    ("language", "above", "line"),
    [
        ("en", 'Set {x} to "Subject"\n', 'Type "hi" into {x}'),
        ("de", 'Setze {x} auf "Betreff"\n', 'Tippe "Hallo" in {x}'),
        ("zh", '将{x}设为"姓名"\n', "在{x}中输入“你好”"),
        ("en", _ASKED["en"], 'Send "hi" to {x}'),
        ("en", _ASKED["en"], 'Book "Room 3" for {x}'),
        ("en", _ASKED["en"], 'Play "Yesterday" for {x}'),
        ("en", _ASKED["en"], 'Tap "OK" beside {x}'),
        ("zh", _ASKED["zh"], "给{x}发“你好”"),
        ("zh", _ASKED["zh"], "在{x}的聊天里输入“你好”"),
    ],
)
def test_a_variable_that_names_a_field_or_a_person_is_no_target(language: str, above: str, line: str) -> None:
    assert _advice(language, above, line) == []


_LIST = {"en": "Set {x} to []\n", "de": "Setze {x} auf []\n", "es": "Pon {x} en []\n", "zh": "将{x}设为[]\n"}


@pytest.mark.parametrize(
    ("language", "line", "written"),
    [
        ("es", "Saca la leche de {x}", 'Quita "leche" de {x}'),
        ("es", "Añade también unos tomates a {x}", 'Añade "tomates" a {x}'),
        ("es", 'Apunta "sal" en {x} otra vez', 'Añade "sal" a {x}'),
        ("es", 'Tacha "huevos" de {x}', 'Quita "huevos" de {x}'),
        ("de", 'Schreib "Mehl" zu {x} dazu', 'Füge "Mehl" zu {x} hinzu'),
        ("de", "Setz noch Butter auf {x}", 'Füge "Butter" zu {x} hinzu'),
        ("de", "Nimm die Butter von {x}", 'Entferne "Butter" aus {x}'),
        ("en", "Put 3 eggs in {x}", 'Add "3 eggs" to {x}'),
        ("en", 'Throw "milk" into {x}', 'Add "milk" to {x}'),
        ("en", "Cross milk off {x}", 'Remove "milk" from {x}'),
        ("zh", "把“糖”记在{x}上", '将"糖"添加到{x}'),
        ("zh", "把“盐”写进{x}", '将"盐"添加到{x}'),
        ("zh", "把“糖”塞到{x}", '将"糖"添加到{x}'),
        ("zh", "在{x}里再写上“糖”", '将"糖"添加到{x}'),
        ("zh", "从{x}中剔除“面”", '将"面"移出{x}'),
        ("zh", "把面从{x}里拿掉", '将"..."移出{x}'),
    ],
)
@pytest.mark.parametrize("also", [False, True])
def test_a_list_that_a_line_changes_in_other_words_gets_the_line_that_changes_it(
    language: str, line: str, written: str, *, also: bool
) -> None:
    """Even where another line takes the list for the variable of a reading."""
    (advice,) = _advice(language, _LIST[language] + (_ASKED[language] if also else ""), line)
    assert f"`{written}`" in advice


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Buy everything on {x}"),
        ("en", 'Send "hi" to {x}'),
        ("en", "Read the first name in {x}"),
        ("en", "Let me hear how many are in {x}"),
        ("de", "Bestelle alles aus {x}"),
        ("de", "Suche die Preise für {x}"),
        ("es", "Pide todo lo de {x}"),
        ("zh", "给{x}发“你好”"),
        ("zh", "在{x}里找“面”"),
    ],
)
def test_a_list_that_a_step_only_uses_gets_no_such_finding(language: str, line: str) -> None:
    assert _advice(language, _LIST[language], line) == []


@pytest.mark.parametrize(
    ("written", "advice"),
    [
        ("{p.Tel.}", "{p['Tel.']}"),
        ("{p.Straße & Nr}", "{p['Straße & Nr']}"),
        ("{p.Preis (CHF)}", "{p['Preis (CHF)']}"),
        ("{p.PLZ/Ort}", "{p['PLZ/Ort']}"),
        ("{p.O'Neil #}", '{p["O\'Neil #"]}'),
        ("{p.电话（家）}", "{p['电话（家）']}"),
    ],
)
def test_a_key_with_signs_gets_quotes(written: str, advice: str) -> None:
    found = check_text(f'Ask user "?", record as {{p}}\nTell user "a: {written}"').diagnostics
    assert [one.suggestion for one in found if one.code == "STP223"] == [f"write {advice}"]


@pytest.mark.parametrize("written", ["{p.a * 2}", "{p.a/2}", "{p.upper()}", "{p.x:.2f}", "{p.x - p.y}"])
def test_a_calculation_in_braces_is_no_key(written: str) -> None:
    found = check_text(f'Ask user "?", record as {{p}}\nTell user "a: {written}"').diagnostics
    assert ["calculate it above" in one.suggestion for one in found if one.code == "STP223"] == [True]


_ROUNDS = {
    "en": 'For each {y} in ["a"]:\n    Tell user "{y}"\n    ',
    "de": 'Für jede {y} in ["a"]:\n    Sage dem Benutzer "{y}"\n    ',
    "es": 'Para cada {y} en ["a"]:\n    Dile al usuario "{y}"\n    ',
    "zh": '对["a"]中的每个{y}：\n    告诉用户“{y}”\n    ',
}
_IF = {"en": "If {x} is 3, ", "de": "Wenn {x} gleich 3 ist, ", "es": "Si {x} es 3, ", "zh": "如果{x}等于3，"}
_CONTINUE = {"en": "Continue", "de": "Weiter mit dem nächsten", "es": "Continúa con el siguiente", "zh": "继续下一个"}
_STOP = {"en": "Stop the program", "de": "Beende das Programm", "es": "Termina el programa", "zh": "结束程序"}


@pytest.mark.parametrize(
    ("language", "step"),
    [
        ("es", "cortá acá"),
        ("es", "déjalo ahí"),
        ("de", "lass gut sein"),
        ("de", "lass es einfach"),
        ("en", "leave it there"),
        ("en", "cut it here"),
        ("zh", "拉倒"),
        ("zh", "就收工"),
    ],
)
def test_words_that_name_nothing_where_a_value_decides_may_end_the_program(language: str, step: str) -> None:
    found = _found(language, _ASKED[language], f"{_IF[language]}{step}")
    assert [one.code for one in found] == ["STP137"]
    assert f"`{_STOP[language]}`" in found[0].suggestion


@pytest.mark.parametrize(
    ("language", "step"),
    [
        ("zh", "跳到下一单"),
        ("zh", "去下一家"),
        ("de", "geh zum nächsten weiter"),
        ("de", "geh zum nächsten Kunden"),
        ("es", "ve a la próxima mesa"),
        ("en", "move on to the next house"),
    ],
)
def test_the_next_thing_where_a_value_decides_in_a_loop_may_be_the_next_round(language: str, step: str) -> None:
    found = _found(language, _ASKED[language] + _ROUNDS[language], f"{_IF[language]}{step}")
    assert [one.code for one in found] == ["STP137"]
    assert f"`{_CONTINUE[language]}`" in found[0].suggestion


@pytest.mark.parametrize(
    ("language", "step"),
    [
        ("en", "refresh"),
        ("en", "archive it"),
        ("en", "turn wifi on"),
        ("en", "play the next song"),
        ("de", "mach das Licht an"),
        ("de", "wisch zum nächsten Bild"),
        ("es", "activa el wifi"),
        ("zh", "静音"),
        ("zh", "播放下一首"),
    ],
)
def test_a_step_with_an_object_where_a_value_decides_gets_no_finding(language: str, step: str) -> None:
    assert _found(language, _ASKED[language] + _ROUNDS[language], f"{_IF[language]}{step}") == []


@pytest.mark.parametrize(
    ("language", "step"),
    [("es", "cierra todo"), ("zh", "跳到下一单"), ("de", "geh zum nächsten Kunden"), ("en", "Close all")],
)
def test_a_step_that_names_nothing_is_listed_with_its_words(language: str, step: str) -> None:
    report = check_text(f"---\nlanguage: {language}\n---\n{_OPEN[language]}{step}")
    assert step in [question.text for question in report.questions if question.asks == "does"]


@pytest.mark.parametrize(
    ("language", "line", "written"),
    [
        ("es", 'Anota además "aceite" en {x}', 'Añade "aceite" a {x}'),
        ("de", 'Notiere außerdem "Öl" in {x}', 'Füge "Öl" zu {x} hinzu'),
    ],
)
def test_the_advice_for_a_line_that_would_replace_a_list_adds_to_it(language: str, line: str, written: str) -> None:
    (found,) = (one for one in _found(language, _LIST[language], line) if one.code in ("STP121", "STP232"))
    assert f"`{written}`" in found.suggestion


def test_a_message_replaces_no_table_by_the_advice_of_its_finding() -> None:
    text = '---\nlanguage: de\n---\nSetze {x} auf [1]\nMelde "Anzahl: " + die Anzahl von {x}\n'
    assert [one for one in check_text(text).diagnostics if "`Setze {x}" in one.suggestion] == []


def test_the_advice_for_a_question_keeps_the_words_that_record_its_answer_out_of_it() -> None:
    text = "---\nlanguage: es\n---\npregúntame cuál es y apúntalo como {n}\n"
    hints = [one.suggestion for one in check_text(text).diagnostics if one.code == "STP209"]
    assert hints == ['write `pregúntame "cuál es", guárdalo como {n}`']


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("Put the price of {y} in {l}", 'Add compute "price of {y}" to {l}'),
        ("Add a third of {y} to {x}", 'Set {x} to compute "Add a third of {y} to {x}"'),
        ("Add a third of {x} on {y}", 'Set {y} to compute "Add a third of {x} on {y}"'),
    ],
)
def test_a_variable_among_words_is_worked_on_and_changes_the_one_that_takes(line: str, written: str) -> None:
    text = f"---\ninputs:\n  x: {{type: number}}\n  y: {{type: number}}\n---\nSet {{l}} to []\n{line}\n"
    assert any(f"`{written}`" in finding.suggestion for finding in check_text(text).diagnostics)
