"""Numbers with the marks of a language: read in that language's notation; two possible readings get a finding."""

from __future__ import annotations

import pytest

from agentprog.lang.ast import Number
from agentprog.lang.check import check_text
from agentprog.lang.parser import parse
from agentprog.lang.visit import walk
from agentprog.lang.writing.unparse import unparse

_LINES = {
    "en": ("Set {x} to %s", "If {n} > %s, press back", "If {n} > %s: press back"),
    "zh": ("将{x}设为%s", "如果{n} > %s，按主页键"),
    "de": ("Setze {x} auf %s", "Wenn {n} > %s, drücke zurück", "Wenn {n} > %s: drücke zurück"),
    "es": ("Pon {x} en %s", "Si {n} > %s, pulsa atrás", "Si {n} > %s: pulsa atrás"),
}


def _text(language: str, line: str) -> str:
    return f"---\nlanguage: {language}\ninputs: {{n: number}}\n---\n{line}\n"


def _numbers(text: str) -> list[int | float]:
    program = parse(text).program
    assert program is not None
    return [node.value for node in walk(program) if isinstance(node, Number)]


def _advice(text: str) -> list[str]:
    found = check_text(text).diagnostics
    return [one.suggestion for one in found if one.code in ("STP209", "STP216")]


@pytest.mark.parametrize(
    ("languages", "written", "value"),
    [
        ("en zh", "5,000", 5000),
        ("en zh", "1,250,000", 1_250_000),
        ("de", "1.500", 1500),
        ("de es", "1.500.000", 1_500_000),
        ("de es", "58,50", 58.5),
        ("de es", "0,500", 0.5),
        ("de es", "-1,5", -1.5),
        ("en zh de es", "1,500.50", 1500.5),
        ("en zh de es", "1.500,50", 1500.5),
        ("en zh de es", "2.25", 2.25),
        ("en zh", "2.125", 2.125),
    ],
)
def test_a_number_is_read_as_its_language_writes_it(languages: str, written: str, value: float) -> None:
    for language in languages.split():
        for line in _LINES[language]:
            text = _text(language, line % written)
            assert (_numbers(text), _advice(text)) == ([value], []), text


_IN_WORDS = {
    "en": {"two hundred and five": 205, "twenty-five": 25, "a thousand": 1000, "fifteen hundred": 1500},
    "de": {"fünfundzwanzig": 25, "einundzwanzig": 21, "zweihundert": 200, "tausendundeins": 1001, "dreissig": 30},
    "es": {"treinta y cinco": 35, "doscientos": 200, "mil quinientos": 1500, "cien mil": 100_000, "dieciseis": 16},
    "zh": {"二十五": 25, "两百": 200, "一千": 1000, "一百零五": 105, "两百五": 250, "三万五千": 35_000},
}


@pytest.mark.parametrize("language", _IN_WORDS)
def test_a_number_in_words_of_several_parts_is_exact(language: str) -> None:
    for written, value in _IN_WORDS[language].items():
        for line in _LINES[language]:
            text = _text(language, line % written)
            assert (_numbers(text), _advice(text)) == ([value], []), text


@pytest.mark.parametrize(
    ("language", "words"), [("en", "two three"), ("es", "uno tres"), ("de", "zweizwei"), ("zh", "两二")]
)
def test_number_words_that_make_no_number_are_reported(language: str, words: str) -> None:
    assert _advice(_text(language, _LINES[language][0] % words)), words


@pytest.mark.parametrize(
    ("language", "line", "values"),
    [
        ("de", 'Setze {x} auf {"Cola": 1,20, "Wasser": 0,80}', [1.2, 0.8]),
        ("en", 'Set {x} to {"rent": 1,200, "food": 300}', [1200, 300]),
        ("es", "Pon {x} en [1,5, 2,5]", [1.5, 2.5]),
        ("de", "Setze {x} auf [1,2,3]", [1, 2, 3]),
        ("de", "Setze {x} auf [1.500,2.500]", [1500, 2500]),
        ("de", "Setze {x} auf {n} * 0,19", [0.19]),
        ("de", "Warte 1,5 Sekunden", [1.5]),
        ("en", "Wait 1,500 seconds", [1500]),
    ],
)
def test_a_comma_in_a_list_parts_its_values_unless_the_others_have_a_space(
    language: str, line: str, values: list[float]
) -> None:
    text = _text(language, line)
    assert (_numbers(text), _advice(text)) == (values, [])


@pytest.mark.parametrize(
    ("language", "line", "advice"),
    [
        ("de", "Setze {x} auf 1,500", "1500 or 1.5"),
        ("de", "Wenn {n} > 1,500, drücke zurück", "1500 or 1.5"),
        ("es", "Pon {x} en 1.275", "1275 or 1.2750"),
        ("es", "Si {n} > 1.500, pulsa atrás", "1500 or 1.5"),
        ("de", "Setze {x} auf [1,5]", "write 1.5; in a list"),
        ("en", "Set {x} to 58,50", "58.50"),
        ("en", "Set {x} to [1,5, 2,5]", "write 1.5; in a list"),
        ("en", 'Set {x} to {"cola": 1,20}', "points in their numbers"),
        ("en", "If {n} > $5,000, press back", "`{n} > 5000`"),
        ("en", "If {n} > 5,000 dollars, then press back", "`{n} > 5000`"),
        ("de", "Wenn {n} > 1.500 Euro, drücke zurück", "`{n} > 1500`"),
        ("zh", "如果｛n｝大于 5,000 元，按主页键", "`｛n｝大于 5000`"),
        ("zh", "如果{n} > 10，000，按主页键", "`{n} > 10000`"),
        ("zh", "如果{n}低于百分之二十，按主页键", "numbers without units"),
        ("es", "Si el {n} es mayor a 5.000 €, pulsa atrás", "write 5000 or 5;"),
    ],
)
def test_a_number_with_two_readings_or_a_unit_is_reported_with_the_form_to_write(
    language: str, line: str, advice: str
) -> None:
    assert any(advice in message for message in _advice(_text(language, line)))


@pytest.mark.parametrize("language", ["de", "es"])
def test_a_fraction_of_three_digits_keeps_its_value_when_it_is_written(language: str) -> None:
    text = _text(language, _LINES[language][0] % "1.1250")
    program = parse(text).program
    assert program is not None
    assert _numbers(unparse(program)) == [1.125]


@pytest.mark.parametrize(
    "text",
    [
        "Set {l} to [1,5]\nTell user {l}",
        'Set {t} to "1,500"\nTell user {t}',
        "Set {l} to max(1,5)\nTell user {l}",
        "Set {n} to 1.5\nTell user {n}",
        "Set {n} to 3\nIf {n} > 2, add 2,5 kg of sugar to the list",
    ],
)
def test_a_comma_between_values_is_not_reported(text: str) -> None:
    assert not [advice for advice in _advice(text) if "brackets" in advice]


@pytest.mark.parametrize(
    ("language", "line", "meant"),
    [
        ("de", "Wenn {n} leer is, drücke zurück", "{n} leer ist"),
        ("de", "Wenn {n} nich leer is, drücke zurück", "{n} nicht leer ist"),
        ("es", "Si {n} está vacíio, pulsa atrás", "{n} está vacío"),
        ("en", "If {n} contians 'a', press back", "{n} contains 'a'"),
    ],
)
def test_a_condition_with_misspelt_small_words_is_reported(language: str, line: str, meant: str) -> None:
    assert any(f"`{meant}`" in message for message in _advice(_text(language, line)))
