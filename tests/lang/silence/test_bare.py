"""Variables whose names never have braces get a finding if a second line of the program needs them."""

from __future__ import annotations

import pytest

from agentprog.lang import ast
from agentprog.lang.check import check_text


def _lines(language: str, text: str) -> list[int]:
    found = check_text(f"---\nlanguage: {language}\n---\n{text}\n").diagnostics
    return sorted({one.span.line - 3 for one in found if one.code == "STP221"})


@pytest.mark.parametrize(
    ("language", "text", "lines"),
    [
        ("en", "Set points to 0\nIncrease points by 100", [1, 2]),
        ("en", 'Set points to 0\nIf points > 3:\n    Tell user "done"', [1, 2]),
        ("de", "Setze Punkte auf 0\nErhöhe Punkte um 100\nGib Punkte aus", [1, 2, 3]),
        ("de", "Setze Punkte auf 0\nWenn Punkte die Hälfte sind:\n    Drücke zurück", [1, 2]),
        ("es", "Pon puntos en 0\nAumenta puntos en 100\nImprime puntos", [1, 2, 3]),
        ("es", "Súmale 1 a vendidos\nSi vendidos pasa de veinte:\n    Pulsa atrás", [1, 2]),
        ("zh", "设置计数为1\n把计数增加1\n告诉我计数", [1, 2, 3]),
    ],
)
def test_a_name_that_one_line_sets_and_another_needs_is_a_variable(language: str, text: str, lines: list[int]) -> None:
    assert _lines(language, text) == lines


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Set brightness to 50\nSet volume to 20"),
        ("en", "Set the alarm to 7\nTap the alarm"),
        ("en", 'Set language to German\nIf "German" appears:\n    Press back'),
        ("en", 'In the "Settings" app, set volume to 5\nIf volume is low:\n    Press back'),
        ("de", "Stelle die Helligkeit auf 50\nÖffne die Helligkeit"),
        ("es", "Pon brillo en 50\nAbre el brillo"),
        ("zh", "将亮度设置为50\n打开亮度设置"),
    ],
)
def test_an_order_to_the_phone_names_no_variable(language: str, text: str) -> None:
    assert _lines(language, text) == []


@pytest.mark.parametrize(
    ("language", "text", "lines"),
    [
        ("en", "set cost to hours times 110\nadd cost to total\nSend Bob the total", [1, 2, 3]),
        ("en", 'set bill to price plus tax\nIn the "Gmail" app, mail Bob the bill and the tax', [1, 2]),
        ("de", "Setze kosten auf stunden mal 110\nErhöhe kosten um 20", [1, 2]),
        ("es", "Pon coste en horas por 110\nSuma 20 a coste", [1, 2]),
        ("zh", "将费用设为工时乘以110\n将费用增加20", [1, 2]),
        ("en", 'Set brightness to 50\nIn the "Shop" app, add milk to cart\nadd 2 to cart', []),
    ],
)
def test_words_of_a_calculation_are_variables_without_braces(language: str, text: str, lines: list[int]) -> None:
    assert _lines(language, text) == lines


@pytest.mark.parametrize(
    ("language", "line", "rest", "advice"),
    [
        ("en", 'In the "Shop" app, find the price of the lamp and call it cost', "", "and call it {cost}"),
        ("en", 'In the "Shop" app, read the subject, save it as subject', "", "save it as {subject}"),
        ("en", 'In the "Shop" app, count the open orders as total', "Tell user {total}", "orders, record as {total}"),
        ("en", 'In the "Shop" app, get all orders and store them under orders', "Tell user {orders}", "under {orders}"),
        ("en", 'In the "Shop" app, get all orders and store them in basket', "Tell user {basket}", "in {basket}"),
        ("en", 'Ask user "How much?" and call it cost', "", "and call it {cost}"),
        ("de", 'In der App "Shop", lies den Preis und nenne ihn preis', "", "nenne ihn {preis}"),
        ("de", 'In der App "Shop", lies die Uhrzeit ab und merke sie dir als zeit', "", "merke sie dir als {zeit}"),
        ("es", 'En la app "Shop", lee el precio y llámalo precio', "", "llámalo {precio}"),
        ("es", 'En la app "Shop", lee los correos y guárdalos como correos', "", "como {correos}"),
        ("zh", "在“商店”应用中，读取价格并记为价格", "", "并记为{价格}"),
        ("zh", "在“商店”应用中，读取标题，叫它标题", "", "叫它{标题}"),
        ("zh", "在“商店”应用中，找到最便宜的灯，记作灯", "告诉用户{灯}", "记作{灯}"),
    ],
)
def test_a_name_for_what_is_read_needs_braces(language: str, line: str, rest: str, advice: str) -> None:
    found = check_text(f"---\nlanguage: {language}\n---\n{line}\n{rest}\n").diagnostics
    hints = [one.suggestion for one in found if one.code in ("STP221", "STP214")]
    assert [advice in hint for hint in hints] == [True]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", 'In the "Mail" app, save the mail as draft'),
        ("en", 'In the "Mail" app, create a folder and call it work'),
        ("en", 'In the "Maps" app, find the place and store it in favorites'),
        ("en", 'In the "Phone" app, find the contact and name it Ann'),
        ("de", 'In der App "Mail", speichere die Mail als Entwurf'),
        ("es", 'En la app "Mail", guarda el correo como borrador'),
        ("zh", "在“邮件”应用中，把邮件保存为草稿"),
    ],
)
def test_a_name_that_an_app_takes_needs_no_braces(language: str, line: str) -> None:
    assert _lines(language, line) == []


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "find the price and call it {x}"),
        ("en", "get all mails and keep them under {x}"),
        ("de", "lies den Preis und nenne ihn {x}"),
        ("de", "lies die Zeit und merke sie dir als {x}"),
        ("es", "lee el precio y llámalo {x}"),
        ("zh", "读取标题，叫它{x}"),
    ],
)
def test_a_name_in_braces_takes_what_is_read(language: str, line: str) -> None:
    program = check_text(f"---\nlanguage: {language}\n---\n{line}\n").parsed.program
    assert program is not None
    assert isinstance(program.body[0], ast.Extract)
