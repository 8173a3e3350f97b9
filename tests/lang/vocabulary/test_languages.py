"""The language of a program: by its header, else by its words."""

from __future__ import annotations

import pytest

from agentprog.lang.ast import Action, Assign, SaveFile, Tell
from agentprog.lang.check import check_text
from agentprog.lang.parser import parse
from agentprog.lang.vocabulary.detecting import language_of
from agentprog.lang.vocabulary.orders import truth_of
from agentprog.lang.vocabulary.words import LANGUAGES, words
from agentprog.lang.writing.fmt import format_text


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ('Tap "Guardar"\nIf "la casa y el perro" appears, tap "los"', "en"),
        ("Wenn {x} > 3:\n    Tippe auf \"the end\"", "de"),
        ("Si {x} > 3:\n    Toca \"if the tap\"", "es"),
        ("In der App \"Notes\", lege eine Notiz an", "de"),
        ("En la app \"Notes\", crea una nota", "es"),
        ("如果“完成”出现，则告诉用户“好了”", "zh"),
        ("la", "en"),
        ("Sag mir \"hallo\"", "de"),
        ("Geh zurück", "de"),
        ("Ruf Mama an", "de"),
        ("Vuelve atrás", "es"),
        ("Llama a mamá", "es"),
        ("Call Sara in die Post", "en"),
        ("Tell me \"hola\"", "en"),
        ("", "en"),
        ("# der die das\nTap \"a\"", "en"),
        ("Licht aus\nWecker um 7", "de"),
        ("Heizung hoch\nFenster zu am Abend", "de"),
        ("Luces fuera\nAlarma a las 7", "es"),
        ("Linterna encendida por favor", "es"),
        ("Lights off\nAlarm at 7", "en"),
        ("Volume up", "en"),
        ("Die Hard", "en"),
        ("Küche hell\nFlur dunkel", "en"),
        ("Espresso e latte", "en"),
        ("Playlist El Camino", "en"),
        ("Water the plants\nFeed the cat", "en"),
    ],
)  # fmt: skip
def test_the_words_outside_quotes_give_the_language(text: str, language: str) -> None:
    assert language_of(text.split("\n")) == language
    program = parse(text + "\n").program
    assert program is None or program.header.language == language


@pytest.mark.parametrize(
    ("header", "line", "language"),
    [
        ('title: "Guten Morgen mit der Kaffeemaschine"', "Kaffee kochen", "de"),
        ('inputs:\n  n: {type: text, description: "Name des Kunden für die Rechnung"}', "Rechnung {n}", "de"),
        ("title: La rutina de la noche", "Café", "es"),
        ('title: "The coffee machine in the morning"', "Espresso", "en"),
        ('title: "Guten Morgen mit der Kaffeemaschine"', 'Open the "Clock" app and set the alarm', "en"),
    ],
)
def test_the_texts_of_the_header_decide_where_the_lines_show_too_little(header: str, line: str, language: str) -> None:
    text = f"---\n{header}\n---\n{line}\n"
    program = parse(text).program
    assert program is not None
    assert program.header.language == language
    again = parse(format_text(text)).program
    assert again is not None
    assert again.header.language == language


def test_an_english_header_over_german_titles_keeps_its_language() -> None:
    text = '---\ntitle: "Guten Morgen mit der Kaffeemaschine"\nlanguage: en\n---\nEspresso\n'
    program = parse(format_text(text)).program
    assert program is not None
    assert program.header.language == "en"


def test_the_header_decides_against_the_words() -> None:
    program = parse('---\nlanguage: en\n---\nWenn die Kinder und der Hund da sind, tippe auf "Ja"\n').program
    assert program is not None
    assert program.header.language == "en"
    assert type(program.body[0]).__name__ == "Action"


def test_formatting_keeps_the_language_and_declares_it() -> None:
    german = 'wenn "Ja" erscheint, tippe auf "Ja"\n'
    assert format_text(german) == '---\nlanguage: de\n---\nWenn "Ja" erscheint:\n    Tippe auf "Ja"\n'
    assert format_text(format_text(german)) == format_text(german)
    other = "---\nlanguage: en\n---\nIn der App ist der Hund los\n"
    assert format_text(other) == other, "an English header over German words stays, because they say otherwise"


def test_an_unknown_language_lists_the_known_ones() -> None:
    found = [d for d in check_text('---\nlanguage: fr\n---\nTap "Suivant"\n').diagnostics if d.code == "STP111"]
    assert [d.suggestion for d in found] == ["use one of en, zh, de, es"]


def test_defaults_of_the_header_are_in_the_language_of_the_program() -> None:
    text = "---\ninputs:\n  schnell: {type: boolean, default: wahr}\nlanguage: de\n---\nDrücke zurück\n"
    program = parse(text).program
    assert program is not None
    assert repr(program.header.inputs[0].default) == "Boolean(value=True)"
    assert "default: wahr" in format_text(text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_that_a_program_has_for_true_and_false_counts_in_a_run(language: str) -> None:
    operators = words(language).own["operators"]
    assert {truth_of(word.upper()) for word in operators["TRUE"]} == {True}
    assert {truth_of(word) for word in operators["FALSE"]} == {False}


@pytest.mark.parametrize(
    ("lines", "named"),
    [
        ("设 {今天的单} 为 [1]\n告诉用户 {今天的单}", "{今天的单}"),
        ("设 {今天的单} 为 [1]\n告诉用户 {今天的单的第一项}", "{今天的单[0]}"),
        ('设 {订单} 为 {"价": 3}\n设 {订单的价} 为 4\n告诉用户 {订单的价}', "{订单.价}"),
    ],
)
def test_a_chinese_name_is_split_only_after_a_variable_that_a_line_sets(lines: str, named: str) -> None:
    report = check_text(lines)
    assert report.errors == 0
    program = report.parsed.program
    assert program is not None
    last = program.body[-1]
    assert isinstance(last, Tell)
    assert str(last.message) == named
    assert named in format_text(lines)


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ('Decime "hola"', 'Dime "hola"'), ('Decile al usuario "hola"', 'Dile al usuario "hola"'),
        ("Poné {x} en 5", "Pon {x} en 5"),
        ('Apretá "OK"', 'Pulsa "OK"'), ('Hacé clic en "OK"', 'Haz clic en "OK"'),
        ('Mantené pulsado "A"', 'Mantén pulsado "A"'),
        ("Andá al inicio", "Ve al inicio"), ("Detené el programa", "Detén el programa"),
        ("Repetí 2 veces:\n    Salí del bucle", "Repite 2 veces:\n    Sal del bucle"),
        ("Repetí 2 veces:\n    Andá al siguiente", "Repite 2 veces:\n    Ve al siguiente"),
    ],
)  # fmt: skip
def test_orders_in_the_form_of_argentina_are_the_same_statements(spoken: str, written: str) -> None:
    one, other = (parse(f"---\nlanguage: es\n---\n{text}\n").program for text in (spoken, written))
    assert one is not None
    assert other is not None
    assert one.body == other.body
    assert not any(isinstance(line, Action) for line in one.body)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ('Otwórz aplikację "Zegar" i naciśnij "Start"', "Polish"),
        ('"Saat" uygulamasını aç', "Turkish"),
        ("「時計」アプリを開く", "Japanese"),
        ('"시계" 앱을 열어', "Korean"),
        ('Открой приложение "Часы"', "a language in Cyrillic letters"),
        ('Άνοιξε την εφαρμογή "Ρολόι"', "Greek"),
        ('افتح تطبيق "الساعة"', "a language in Arabic letters"),
        ('แตะ "บันทึก"', "Thai"),
    ],
)
def test_a_language_without_a_table_is_named_in_place_of_doubts_about_its_verbs(line: str, name: str) -> None:
    found = {finding.code: finding.message for finding in check_text(line).diagnostics}
    assert found.get("STP122") == f"this looks like {name}, and STP has no words for it"
    assert "STP137" not in found


@pytest.mark.parametrize("line", ["Call Иван", 'Send "Привет мир" to Ana', "打开“カメラ”应用"])
def test_a_name_in_other_letters_makes_no_other_language(line: str) -> None:
    assert "STP122" not in {finding.code for finding in check_text(line).diagnostics}


@pytest.mark.parametrize("word", ["保存为", "保存成", "存储为", "存为"])
def test_a_chinese_word_for_keeping_is_not_split(word: str) -> None:
    program = parse(f"把“你好”{word}{{y}}\n告诉用户{{y}}").program
    assert program is not None
    assert isinstance(program.body[0], Assign | SaveFile)
    assert "保" not in str(program.body[0])
