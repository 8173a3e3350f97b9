"""Conditions about several variables, and several comparisons of one variable, as one comparison each."""

from __future__ import annotations

import pytest

from agentprog.lang.phrases.expressions import exact
from agentprog.lang.phrases.wording import ExpressionWriter
from agentprog.lang.source.text import Piece
from agentprog.lang.vocabulary.words import words


def _as_english(language: str, text: str) -> str:
    found = exact(Piece(text, vocabulary=words(language)))
    return "" if found is None else ExpressionWriter("en").expression(found)


BOTH = "{a} is 0 and {b} is 0"
EITHER = "{a} < 5 or {b} < 5"
NEITHER = "not {a} is empty and not {b} is empty"


@pytest.mark.parametrize(
    ("language", "text", "meant"),
    [
        ("en", "{a} and {b} are 0", BOTH),
        ("en", "both {a} and {b} are 0", BOTH),
        ("en", "{a} and {b} are both 0", BOTH),
        ("de", "{a} und {b} 0 sind", BOTH),
        ("de", "sowohl {a} als auch {b} 0 ist", BOTH),
        ("es", "{a} y {b} son cero", BOTH),
        ("es", "tanto {a} como {b} son 0", BOTH),
        ("zh", "{a}和{b}是0", BOTH),
        ("zh", "{a}、{b}均为零", BOTH),
        ("en", "{a} or {b} are less than 5", EITHER),
        ("de", "{a} oder {b} kleiner als 5 sind", EITHER),
        ("es", "{a} o {b} son menores que 5", EITHER),
        ("zh", "{a}或{b}小于5", EITHER),
        ("en", "neither {a} nor {b} is empty", NEITHER),
        ("de", "weder {a} noch {b} leer ist", NEITHER),
        ("es", "ni {a} ni {b} están vacíos", NEITHER),
        ("en", "{a}, {b} and {c} are 0", f"{BOTH} and {{c}} is 0"),
        ("en", "{a}, {b} or {c} is 0", "{a} is 0 or {b} is 0 or {c} is 0"),
        ("en", "either {a} or {b} is less than 5", EITHER),
        ("en", "at least one of {a} and {b} is less than 5", EITHER),
        ("de", "entweder {a} oder {b} kleiner als 5 ist", EITHER),
        ("es", "al menos uno de {a} y {b} es menor que 5", EITHER),
        ("en", "{a} is 1 and neither {b} nor {c} is 2", "{a} is 1 and (not {b} is 2 and not {c} is 2)"),
        ("de", "{a} 1 ist und weder {b} noch {c} 2 ist", "{a} is 1 and (not {b} is 2 and not {c} is 2)"),
        ("es", "{a} es 1 y ni {b} ni {c} es 2", "{a} is 1 and (not {b} is 2 and not {c} is 2)"),
        ("en", "{a} and {b} are 0 or {c} > 3", f"{BOTH} or {{c}} > 3"),
        ("de", "{a} oder {b} kleiner als 5 sind und {c} 3 ist", f"({EITHER}) and {{c}} is 3"),
    ],
)
def test_a_comparison_of_several_variables_compares_each_of_them(language: str, text: str, meant: str) -> None:
    assert _as_english(language, text) == meant


@pytest.mark.parametrize(
    ("language", "text", "meant"),
    [
        ("en", "{ready} and {n} is 3", "{ready} and {n} is 3"),
        ("de", "{fertig} und {n} 3 ist", "{fertig} and {n} is 3"),
        ("es", "{listo} y {n} es 3", "{listo} and {n} is 3"),
        ("zh", "{好}并且{n}是3", "{好} and {n} is 3"),
        ("es", "{n} no es ni 3 ni 4", "{n} is not 3 and {n} is not 4"),
        ("de", "{n} weder 3 noch 4 ist", "{n} is not 3 and {n} is not 4"),
    ],
)
def test_a_single_verb_belongs_to_the_variable_before_it(language: str, text: str, meant: str) -> None:
    assert _as_english(language, text) == meant


@pytest.mark.parametrize(
    ("language", "text", "meant"),
    [
        ("en", "{x} is empty or 0", "{x} is empty or {x} is 0"),
        ("en", "{x} is 0 or empty", "{x} is 0 or {x} is empty"),
        ("en", "{x} is empty or less than 3", "{x} is empty or {x} < 3"),
        ("en", "{x} is not empty and greater than 3", "not {x} is empty and {x} > 3"),
        ("en", "{x} is neither empty nor 0", "not {x} is empty and {x} is not 0"),
        ("de", "{x} leer oder 0 ist", "{x} is empty or {x} is 0"),
        ("de", "{x} 0 oder leer ist", "{x} is 0 or {x} is empty"),
        ("de", "{x} weder leer noch 0 ist", "not {x} is empty and {x} is not 0"),
        ("es", "{x} está vacío o es 0", "{x} is empty or {x} is 0"),
        ("zh", "{x}为空或0", "{x} is empty or {x} is 0"),
        ("zh", "{x}既不为空也不是0", "not {x} is empty and {x} is not 0"),
    ],
)
def test_an_empty_value_is_one_of_several(language: str, text: str, meant: str) -> None:
    assert _as_english(language, text) == meant


@pytest.mark.parametrize("text", ["{x} is not 0 or is empty", "{x} is empty or", "is empty or 0"])
def test_other_wording_is_not_exact(text: str) -> None:
    assert _as_english("en", text) == ""


_OUTSIDE = "{n} <= 5 and {n} >= 2"
_OTHER = '{n} is not 1 and {t} is not "b"'
_AFFIXES = 'not {n} starts with "a" and not {n} ends with "b"'


@pytest.mark.parametrize(
    ("language", "text", "meant"),
    [
        ("es", "{n} no es mayor que 5 ni menor que 2", _OUTSIDE),
        ("es", "{n} no supera 5 ni baja de 2", _OUTSIDE),
        ("de", "{n} nicht größer als 5 noch kleiner als 2 ist", _OUTSIDE),
        ("en", "{n} is not greater than 5 nor less than 2", _OUTSIDE),
        ("zh", "{n}不大于5也不小于2", _OUTSIDE),
        ("es", '{n} no es 1 ni {t} es "b"', _OTHER),
        ("de", '{n} nicht 1 ist noch {t} "b" ist', _OTHER),
        ("en", '{n} is not 1 nor {t} is "b"', _OTHER),
        ("es", '{n} no empieza por "a" ni termina en "b"', _AFFIXES),
        ("de", '{n} beginnt nicht mit "a" noch endet mit "b"', _AFFIXES),
        ("en", '{n} does not start with "a" nor end with "b"', _AFFIXES),
        ("es", '{n} no contiene "a" ni contiene "b"', 'not {n} contains "a" and not {n} contains "b"'),
        ("es", '{n} no contiene "a" ni "b"', 'not {n} contains "a" and not {n} contains "b"'),
        ("es", 'no aparece "x" ni {n} es 1', 'not "x" appears and {n} is not 1'),
        ("es", 'no aparece "x" ni "y"', 'not "x" appears and not "y" appears'),
        ("es", "{n} no está vacío ni es 0", "not {n} is empty and {n} is not 0"),
        ("es", "{x} es 3 y {n} no es mayor que 5 ni menor que 2", f"{{x}} is 3 and {_OUTSIDE}"),
        ("es", "{x} es 3 o {n} no es mayor que 5 ni menor que 2", f"{{x}} is 3 or {_OUTSIDE}"),
        ("es", "{n} no es mayor que 5 ni es 1 o 2", "{n} <= 5 and {n} is not 1 and {n} is not 2"),
        ("en", "{n} is not 5 nor {t}", "{n} is not 5 and {n} is not {t}"),
        ("en", "{n} is not 5 nor {t} is between 1 and 3", "{n} is not 5 and not {t} is between 1 and 3"),
        ("en", "not {n} is 2 nor {t} is 3", "not {n} is 2 and {t} is not 3"),
        ("en", "{x} is neither empty nor less than 3", "not {x} is empty and {x} >= 3"),
        ("en", 'neither "A" nor "B" appears', 'not "A" appears and not "B" appears'),
    ],
)
def test_nor_negates_the_comparison_behind_it(language: str, text: str, meant: str) -> None:
    assert _as_english(language, text) == meant


_ONE_EACH = "not {a} > {b} and not {b} is 2"


@pytest.mark.parametrize(
    ("language", "text", "meant"),
    [
        ("en", "neither {a} exceeds {b} nor {b} is 2", _ONE_EACH),
        ("en", "neither is {a} 1 nor is {b} 2", "not {a} is 1 and not {b} is 2"),
        ("en", "{a} is neither over {b} nor below 2", "{a} <= {b} and {a} >= 2"),
        ("en", "both {a} is 0 and {b} is 0", BOTH),
        ("en", "either {a} < 5 or {b} < 5", EITHER),
        ("en", 'both "A" and "B" appear', '"A" appears and "B" appears'),
        ("en", 'either "A" or "B" appears', '"A" appears or "B" appears'),
        ("de", "weder {a} größer als {b} ist noch {b} 2 ist", _ONE_EACH),
        ("de", "weder {a} 1 noch {b} 2 ist", "not {a} is 1 and not {b} is 2"),
        ("de", "{a} weder größer als {b} noch kleiner als 2 ist", "{a} <= {b} and {a} >= 2"),
        ("es", "ni {a} supera {b} ni {b} es 2", _ONE_EACH),
        ("es", "{a} no es ni mayor que {b} ni menor que 2", "{a} <= {b} and {a} >= 2"),
        ("zh", "{a}既不大于{b}也不小于2", "{a} <= {b} and {a} >= 2"),
        ("zh", "{a}既不超过{b}，也不低于2", "{a} <= {b} and {a} >= 2"),
        ("zh", "{a}既不包含“x”也不包含“y”", 'not {a} contains "x" and not {a} contains "y"'),
    ],
)
def test_a_word_for_several_comparisons_applies_to_each_of_them(language: str, text: str, meant: str) -> None:
    assert _as_english(language, text) == meant


@pytest.mark.parametrize(
    ("language", "text", "meant"),
    [
        ("en", "{x} is an empty text", "{x} is empty"),
        ("en", "{x} is something", "not {x} is empty"),
        ("en", "{x} isn't an empty list", "not {x} is empty"),
        ("en", "{x} is nothing or 0", "{x} is nothing or {x} is 0"),
        ("de", "{x} ein leerer Text ist", "{x} is empty"),
        ("es", "{x} está en blanco", "{x} is empty"),
        ("es", "{x} no es nulo", "{x} is not nothing"),
        ("zh", "{x}等于空", "{x} is empty"),
        ("zh", "{x}不是空白", "not {x} is empty"),
    ],
)
def test_a_value_is_compared_with_an_empty_one(language: str, text: str, meant: str) -> None:
    assert _as_english(language, text) == meant


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("es", "{n} es 3 ni menor que 2"),
        ("es", "{n} no es 5 ni no es 3"),
        ("es", "ni {a} ni {b} son 1 ni {c} es 2"),
        ("de", "{n} 3 ist noch kleiner als 2"),
        ("en", "{n} is 2 nor {t} is 3"),
        ("en", "either {a} is 1 and {b} is 2"),
        ("en", "both {a} is 1 or {b} is 2"),
        ("en", "{a} and {b} equals either 3 or 4"),
        ("en", "neither {a} is 1 nor {b} is 2 and {c} is 3"),
        ("en", "{a} nor {b} are 0"),
    ],
)
def test_nor_without_a_sure_meaning_is_not_exact(language: str, text: str) -> None:
    assert _as_english(language, text) == ""
