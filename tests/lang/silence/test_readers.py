"""Lines of fresh readers without a finding or with wrong advice: sums in braces, positions from 1, jumps, limits."""

from __future__ import annotations

import pytest

from agentprog.lang.check import check_text
from tests.lang.silence.telling import messages


@pytest.mark.parametrize(
    ("language", "text", "value"),
    [
        ("en", 'Set {n} to 2\nTell user "left: {30000 - n}"', "30000 - {n}"),
        ("en", 'Set {n} to 2\nType "{1 + n}" into "F"', "1 + {n}"),
        ("en", 'Set {n} to 2\nTell user "{(n + 4) / 2}"', "({n} + 4) / 2"),
        ("en", 'Set {n} to 2\nTell user "{2 times n}"', "2 times {n}"),
        ("en", 'Set {n} to 2\nTell user "{-n}"', "-{n}"),
        ("de", 'Setze {n} auf 2\nSage dem Benutzer "Rest: {100 - n}"', "100 - {n}"),
        ("es", 'Pon {n} en 2\nDile al usuario "Resto: {100 - n}"', "100 - {n}"),
        ("zh", "将{n}设为2\n告诉用户“剩余：{100 - n}”", "100 - {n}"),
    ],
)
def test_a_sum_in_braces_is_an_error_at_any_place_of_its_name(language: str, text: str, value: str) -> None:
    found = messages(language, text)
    assert [(line, code) for line, code, _, _ in found] == [(2, "STP223")]
    assert f"{value}`" in found[0][3]


@pytest.mark.parametrize("braces", ["{1, 2, 3}", "{3 n left}", "{2 - 1}"])
def test_other_braces_stay_a_text(braces: str) -> None:
    assert messages("en", f'Set {{n}} to 2\nTell user "{braces} {{n}}"') == []


LOOPS = [
    ("en", "For {i} from 1 to the number of items in {rows}:\n    Tell user {rows[i]}"),
    ("en", 'Set {n} to the number of items in {rows}\nFor {i} from 1 to {n}:\n    Tell user "{rows[i].name}"'),
    ("en", "Repeat the number of items in {rows} times:\n    Tell user {rows[loop.iteration]}"),
    ("de", "Für jede {i} in die Zahlen von 1 bis die Anzahl von {rows}:\n    Sage dem Benutzer {rows[i]}"),
    ("es", "Para cada {i} en los números de 1 a la cantidad de {rows}:\n    Dile al usuario {rows[i]}"),
    ("zh", "对每个{i}在数字从1到项数：{rows}中：\n    告诉用户{rows[i]}"),
]


@pytest.mark.parametrize(("language", "text"), LOOPS)
def test_positions_from_1_are_an_error(language: str, text: str) -> None:
    found = check_text(f"---\nlanguage: {language}\ninputs:\n  rows: list\n---\n{text}\n").diagnostics
    assert [one.code for one in found] == ["STP213"]
    assert "{item}" in found[0].suggestion


@pytest.mark.parametrize(
    "text",
    [
        "For {i} from 0 to the number of items in {rows} - 1:\n    Tell user {rows[i]}",
        "For {i} from 1 to the number of items in {rows}:\n    Tell user {i}",
        "Set {n} to 3\nFor {i} from 1 to {n}:\n    Tell user {rows[i]}",
        "Set {n} to the number of items in {rows}\nDecrease {n} by 1\nFor {i} from 1 to {n}:\n    Tell user {rows[i]}",
        "Set {more} to []\nFor {i} from 1 to the number of items in {more}:\n    Tell user {rows[i]}",
    ],
)
def test_other_positions_are_fine(text: str) -> None:
    found = check_text(f"---\ninputs:\n  rows: list\n---\n{text}\n").diagnostics
    assert "STP213" not in {one.code for one in found}


LOOP = {
    "en": 'Set {c} to 1\nFor each {friend} in ["a"]:\n    Tell user {friend}\n    Increase {c} by 1\n    ',
    "de": 'Setze {c} auf 1\nFür jeden {freund} in ["a"]:\n    Sage dem Benutzer {freund}\n    Erhöhe {c} um 1\n    ',
    "es": 'Pon {c} en 1\nPara cada {amigo} en ["a"]:\n    Dile al usuario {amigo}\n    Aumenta {c} en 1\n    ',
    "zh": '将{c}设为1\n对每个{朋友}在["a"]中：\n    告诉用户{朋友}\n    将{c}增加1\n    ',
}


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Move along to the next friend"),
        ("en", "If {c} is 2, then go ahead with the next friend"),
        ("en", "Carry straight on with the next friend"),
        ("en", "If {c} is 2, go back to 2"),
        ("en", "back to 2"),
        ("de", "Geh einfach weiter zum nächsten Freund"),
        ("de", "Geh zurück zu 2"),
        ("es", "Pasa ya al siguiente amigo"),
        ("es", "Vuelve al 2"),
        ("zh", "去下一位朋友"),
    ],
)
def test_going_to_the_next_item_or_to_a_number_is_reported_as_a_jump(language: str, line: str) -> None:
    assert [code for at, code, _, _ in messages(language, LOOP[language] + line) if at == 5] == ["STP136"]


@pytest.mark.parametrize(
    "line", ["Move the photo to the next friend", "Send it to the next friend", "Go to the next photo"]
)
def test_a_step_about_the_next_friend_stays_a_step(line: str) -> None:
    assert "STP136" not in {code for _, code, _, _ in messages("en", LOOP["en"] + line)}


@pytest.mark.parametrize(
    ("language", "line", "advice"),
    [
        ("en", "But leave off as soon as {c} has reached 20", "`If {c} has reached 20:` with `Break the loop`"),
        ("en", "Quit when {c} is over 20", "`If {c} is over 20:` with `Break the loop`"),
        ("en", "Open the chat as soon as {c} is 20", "`If {c} is 20:` with the steps"),
        ("en", 'Open the chat as soon as "A" appears', '`Wait until "A" appears` with the steps'),
        ("de", "Brich ab, sobald {c} größer als 20 ist", "`Wenn {c} größer als 20 ist:` with `Verlasse die Schleife`"),
        ("es", "Para en cuanto {c} sea 20", "`Si {c} sea 20:` with `Sal del bucle`"),
    ],
)
def test_no_wait_is_advised_for_a_variable(language: str, line: str, advice: str) -> None:
    found = [(code, hint) for at, code, _, hint in messages(language, LOOP[language] + line) if at == 5]
    assert [code for code, _ in found if code != "STP501"] == ["STP129"]
    assert advice in next(hint for code, hint in found if code == "STP129")
