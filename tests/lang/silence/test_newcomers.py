"""Lines of readers in German, Spanish and Chinese that had been steps or questions without a finding."""

from __future__ import annotations

import pytest

from agentprog.lang import ast
from agentprog.lang.check import check_text


@pytest.mark.parametrize(
    ("scope", "line"),
    [
        ('In der App "Uhr", stelle den Wecker auf 7', 'Öffne dann die App "Telefon"'),
        ('En la app "Reloj", pon la alarma a las 7', 'Abre luego la app "Telefon"'),
        ('In the "Clock" app, set an alarm for 7', 'Open now the "Telefon" app'),
        ("在“时钟”应用中，设一个七点的闹钟", "开启「Telefon」App"),
        ("在“时钟”应用中，设一个七点的闹钟", "然后打开“Telefon”应用"),
    ],
)
def test_an_app_opened_while_another_one_sticks_is_opened_exactly(scope: str, line: str) -> None:
    program = check_text(f"{scope}\n{line}").parsed.program
    assert program is not None
    assert isinstance(program.body[1], ast.DirectUI)


@pytest.mark.parametrize(
    ("scope", "line", "form"),
    [
        ('In der App "WhatsApp", öffne den Chat mit Anna', 'Sag dem Kunden "spät"', "Sage dem Benutzer"),
        ('En la app "WhatsApp", abre el chat de Ana', 'Dile al cliente "tarde"', "Dile al usuario"),
        ("在“微信”应用中，打开客户的聊天", "告诉客户“我们晚点到”", "告诉用户"),
        ('In the "WhatsApp" app, open the chat', 'Tell the customer "late"', "Tell user"),
    ],
)
def test_a_message_to_a_third_person_gets_both_forms(scope: str, line: str, form: str) -> None:
    found = [finding for finding in check_text(f"{scope}\n{line}").diagnostics if finding.span.line == 2]
    assert [one.code for one in found] == ["STP137"]
    assert form in found[0].suggestion
    assert "send it in an app" in found[0].suggestion


@pytest.mark.parametrize("line", ["Cuéntele al usuario que ya está", 'Avísele al usuario "ya"'])
def test_polite_forms_are_messages_to_the_user(line: str) -> None:
    report = check_text(line)
    assert report.parsed.program is not None
    assert isinstance(report.parsed.program.body[0], ast.Tell)
    assert {one.code for one in report.diagnostics} == ({"STP209"} if line.endswith("está") else set())


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ('Setze {t} auf []\nWenn keine {t} da sind, sag mir "frei"', "{t} ist leer"),
        ('Pon {t} en []\nSi no hay {t}, dime "libre"', "{t} está vacío"),
        ("将{t}设为[]\n如果没有{t}，告诉用户“空”", "{t}为空"),
        ('Set {t} to []\nIf there are no {t}, tell user "free"', "{t} is empty"),
    ],
)
def test_a_condition_on_missing_items_gets_the_exact_form(text: str, advice: str) -> None:
    assert any(f"`{advice}`" in finding.suggestion for finding in check_text(text).diagnostics)


@pytest.mark.parametrize("line", ["把3存成{乙}", "将{乙}设定为3", "设定{乙}为3", "把{乙}设置成3"])
def test_chinese_words_for_setting_a_variable(line: str) -> None:
    program = check_text(line).parsed.program
    assert program is not None
    assert isinstance(program.body[0], ast.Assign)


@pytest.mark.parametrize(
    ("head", "tail", "more"),
    [
        ("For each {k} in {l}", ", kindly do the needful as follows", ", newest first"),
        ("For each {k} in {l}", ", do the following for each", " sorted by name"),
        ("For each {k} in {l}", " do the following for each", ", in reverse order"),
        ("Für jedes {k} in {l}", ", mach jeweils Folgendes mit jedem", ", sortiert nach Namen"),
        ("Para cada {k} en {l}", ", haz amablemente lo que sigue", ", ordenados por nombre"),
    ],
)
def test_words_after_the_list_of_a_loop_are_reported_unless_they_choose_or_order(
    head: str, tail: str, more: str
) -> None:
    def told(words: str) -> list[str]:
        language = {"Fü": "de", "Pa": "es"}.get(head[:2], "en")
        start = f"---\nlanguage: {language}\ninputs:\n  l: list\n---\n"
        return [
            finding.suggestion
            for finding in check_text(f'{start}{head}{words}:\n  {{k}} = "a"').diagnostics
            if finding.code == "STP138"
        ]

    assert told(more) == []
    (advice,) = told(tail)
    assert "did you mean `{l}`?" in advice


@pytest.mark.parametrize(
    ("scope", "line", "written"),
    [
        ('In the "Clock" app, set an alarm for 7', 'Open WhatsApp and send "hi" to Ana', 'Open the "WhatsApp" app'),
        ('In the "Clock" app, set an alarm for 7', 'Now launch "WhatsApp"', 'Open the "WhatsApp" app'),
        ('In der App "Uhr", stelle den Wecker auf 7', "Öffne Telefon", 'Öffne die App "Telefon"'),
        ('En la app "Reloj", pon la alarma a las 7', 'Abre ahora WhatsApp y manda "hola"', 'Abre la app "WhatsApp"'),
        ("在“时钟”应用中，设一个七点的闹钟", "打开微信，发朋友圈“你好”", '打开"微信"应用'),
        ("在“时钟”应用中，设一个七点的闹钟", "启动“微信”", '打开"微信"应用'),
    ],
)
def test_a_step_that_opens_another_app_within_an_app_is_reported(scope: str, line: str, written: str) -> None:
    found = [finding for finding in check_text(f"{scope}\n{line}").diagnostics if finding.span.line == 2]
    assert [one.code for one in found] == ["STP501"]
    assert f"`{written}`" in found[0].suggestion


@pytest.mark.parametrize(
    ("scope", "line"),
    [
        ('In the "Clock" app, set an alarm for 7', "Open the Timer tab"),
        ('In the "Clock" app, set an alarm for 7', 'Open "Timer"'),
        ('In the "Clock" app, set an alarm for 7', "Open Clock"),
        ('In der App "Uhr", stelle den Wecker auf 7', "Öffne die Liste der Wecker"),
        ('En la app "Reloj", pon la alarma a las 7', "Abre la alarma"),
        ("在“设置”应用中，打开显示", "打开显示里的亮度"),
    ],
)
def test_opening_a_thing_within_the_app_gets_no_finding(scope: str, line: str) -> None:
    assert [finding.code for finding in check_text(f"{scope}\n{line}").diagnostics if finding.span.line == 2] == []


@pytest.mark.parametrize(
    "line",
    ['if "Delivered" is coming, press home', 'If "Ad" is popping up, press back', 'Si "Listo" está saliendo, ve atrás'],
)
def test_a_text_that_is_coming_up_is_on_the_screen(line: str) -> None:
    program = check_text(line).parsed.program
    assert program is not None
    assert isinstance(program.body[0], ast.If)
    assert isinstance(program.body[0].branches[0].condition, ast.OnScreen)


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ('Same thing is to be done for "X" also', "Repeat <times> times:"),
        ('Haz lo mismo con "X"', "Repite <times> veces:"),
        ('In der App "WhatsApp", öffne den Chat\nTeile dem Kunden mit: "spät"', "Sage dem Benutzer <message>"),
        ("Set {x} to 3\ngive me back {x}", "Set {answer} to {x}"),
        ("Setze {x} auf 3\nGib mir {x} zurück", "Setze {answer} auf {x}"),
        ("Pon {x} en 3\nDevuélveme {x}", "Pon {answer} en {x}"),
        ("将{x}设为3\n把{x}返回给我", "将{answer}设为{x}"),
        ('Set {l} to ["b"]\nPut {l} in alphabetical order', "Sort {l}"),
        ('Set {l} to ["b"]\nTell user how many of them', "the number of items in {l}"),
        ('Setze {l} auf ["b"]\nSetze {n} auf wie viele davon', "die Anzahl von {l}"),
        ('Set {l} to ["b"]\nTake the first item out of {l} and keep it as {x}', "Set {x} to the first item of {l}"),
        ('Set {l} to ["b"]\nTake the first item out of {l} and keep it as {x}', "Remove {x} from {l}"),
        (
            "Set {total} to 100\nDeduct 10% from {total} and keep the balance in {net}",
            'Set {net} to compute "Deduct 10% from {total}"',
        ),
        ('Setze {l} auf ["b"]\nNimm das erste Element aus {l} und merke es als {x}', "Entferne {x} aus {l}"),
        ('Pon {l} en ["b"]\nSaca el primer elemento de {l} y guárdalo como {x}', "Quita {x} de {l}"),
        ('将{l}设为["b"]\n从{l}中取出第一项，记录为{x}', "将{x}移出{l}"),
        ("将{t}设为3\n从{t}扣掉10%，余额存为{net}", '将{net}设为计算代码 "从{t}扣掉10%"'),
        ("将{x}设为5\n{x}大于3的话，告诉用户“空”", "如果{x}大于3，告诉用户“空”"),
        ('将{x}设为["b"]\n没有{x}的话，告诉用户“空”', "如果{x}为空，告诉用户“空”"),
        ("Set {t} to 3\nTake 10% off {t} and keep the rest in {net}", 'Set {net} to compute "Take 10% off {t}"'),
        ('Try to tap "A" three times and then give up', "Try <times> times:"),
        ('Try this up to three times, then stop:\n  Tap "A"', "Try <times> times:"),
    ],
)
def test_a_line_gets_the_equivalent_line_of_stp(text: str, advice: str) -> None:
    line = text.count("\n", 0, text.find("\n  ") if "\n  " in text else len(text)) + 1
    assert any(
        f"`{advice}`" in finding.suggestion or f" `{advice}" in finding.suggestion
        for finding in check_text(text).diagnostics
        if finding.span.line == line
    )


@pytest.mark.parametrize("line", ["lies sie als {x} ein", 'Sag Anna "spät"', "Read it in as {x}"])
def test_a_step_with_a_hearer_or_a_stored_value_does_not_speak_to_the_user(line: str) -> None:
    scope = 'In the "Clock" app, look' if line.startswith("Read") else 'In der App "Uhr", öffne den Wecker'
    found = [finding for finding in check_text(f"{scope}\n{line}").diagnostics if finding.span.line == 2]
    assert [one.code for one in found] == (["STP218"] if "{x}" in line else [])


def test_a_message_shows_no_placeholder_of_a_masked_text() -> None:
    found = check_text("没有钱的话，告诉用户“空”").diagnostics
    assert any('告诉用户"..."' in one.message for one in found)
    assert not any(sign in one.message + one.suggestion for one in found for sign in ("\\x", "\x01", "\x02", "\x03"))


@pytest.mark.parametrize(
    "text",
    [
        '将{x}设为["a"]\n如果有{x}，返回',
        'Pon {x} en ["a"]\nSi quedan {x}, ve atrás',
        'Setze {x} auf ["a"]\nWenn noch {x} übrig sind, drücke zurück',
    ],
)
def test_a_list_is_not_compared_with_a_number(text: str) -> None:
    advice = [finding.suggestion for finding in check_text(text).diagnostics if finding.code == "STP216"]
    assert len(advice) == 1
    assert "0" not in advice[0]


@pytest.mark.parametrize(
    "head",
    [
        "Versuche das bis zu drei Mal:",
        "最多尝试三次：",
        "Try this up to three times:",
        "Intenta esto como máximo tres veces:",
    ],
)
def test_tries_are_no_rounds(head: str) -> None:
    program = check_text(f'{head}\n  {{a}} = "b"').parsed.program
    assert program is not None
    assert isinstance(program.body[0], ast.Try)
