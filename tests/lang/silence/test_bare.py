"""Variables whose names never have braces get a finding if a second line of the program needs them."""

from __future__ import annotations

import pytest

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
