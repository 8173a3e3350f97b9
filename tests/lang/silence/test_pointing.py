"""Words that point at the item of a loop without naming it, and jumps that point at something else, get a finding."""

from __future__ import annotations

import pytest

from tests.lang.silence.telling import messages

LOOPS = {
    "en": 'For each {photo} in ["a", "b"]:\n    Tap {photo}\n',
    "de": 'Für jedes {foto} in ["a", "b"]:\n    Tippe auf {foto}\n',
    "es": 'Para cada {foto} en ["a", "b"]:\n    Toca {foto}\n',
    "zh": '对于["a", "b"]中的每个{照片}：\n    点击{照片}\n',
}
COUNTED = {
    "en": "Repeat 3 times:\n    Press back\n",
    "de": "Wiederhole 3 mal:\n    Drücke Zurück\n",
    "es": "Repite 3 veces:\n    Pulsa atrás\n",
    "zh": "重复3次：\n    按返回键\n",
}


def codes(language: str, text: str) -> list[tuple[int, str]]:
    return [(line, code) for line, code, _, _ in messages(language, text) if code in ("STP221", "STP309")]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "If there is an ad, skip it"),
        ("en", "if theres an ad skip it"),
        ("en", "If a survey pops up, skip this"),
        ("en", "If the app asks for a rating, skip"),
        ("de", "Wenn eine Werbung kommt, überspringe die"),
        ("de", "Falls es eine Umfrage gibt, überspringe diese"),
        ("es", "Si hay un anuncio, sáltalo"),
        ("es", "Si sale una encuesta, sáltatelo"),
        ("zh", "如果有广告，跳过"),
        ("zh", "如果弹出广告，跳过这个"),
    ],
)
def test_a_jump_that_seems_to_skip_the_thing_of_its_condition_gets_a_finding(language: str, line: str) -> None:
    assert codes(language, f"{LOOPS[language]}    {line}") == [(3, "STP309")]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "If there is an ad, continue"),
        ("en", "If there is an ad, skip to the next photo"),
        ("en", "If there is an ad, skip this item"),
        ("en", "If there is an ad near {photo}, skip it"),
        ("en", "If there is no preview, skip it"),
        ("en", "If the photo has an owner, skip it"),
        ("en", 'If {photo} is "b", skip it'),
        ("en", 'If "Sold out" appears, skip it'),
        ("de", "Wenn eine Werbung kommt, weiter mit dem nächsten"),
        ("de", "Wenn es keine Vorschau gibt, überspringe das"),
        ("es", "Si hay un anuncio, continúa con el siguiente"),
        ("es", "Si no hay precio, sáltalo"),
        ("zh", "如果有广告，继续"),
        ("zh", "如果没有价格，跳过"),
    ],
)
def test_a_jump_that_names_the_round_or_follows_a_condition_on_the_item_gets_none(language: str, line: str) -> None:
    assert (3, "STP309") not in codes(language, f"{LOOPS[language]}    {line}")


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", 'If "Rate us" appears, skip it'),
        ("de", 'Wenn "Bewerten" erscheint, überspringe das'),
        ("es", 'Si "Valorar" aparece, sáltalo'),
        ("zh", '如果"评分"出现，跳过'),
    ],
)
def test_a_jump_in_a_loop_without_items_refers_to_the_text_on_the_screen(language: str, line: str) -> None:
    assert codes(language, f"{COUNTED[language]}    {line}") == [(3, "STP309")]


def test_the_jump_below_its_condition_counts_and_the_advice_has_both_meanings() -> None:
    text = f"{LOOPS['en']}    If there is an ad:\n        Press back\n        Skip it"
    ((line, _, message, advice),) = [found for found in messages("en", text) if found[1] == "STP309"]
    assert line == 5
    assert "'Skip it'" in message
    assert "`Continue`" in advice
    assert "`do: " in advice


@pytest.mark.parametrize(
    ("language", "line", "advice"),
    [
        ("en", "Open the page of the player", "Open the page of {player}"),
        ("en", "In the Messages app, message the player", "In the Messages app, message {player}"),
        ("en", 'Send "hi" to player', 'Send "hi" to {player}'),
        ("en", "If the player is late, press back", "{player} is late"),
        ("de", "Schicke eine Karte an den player", "Schicke eine Karte an {player}"),
        ("es", "Manda una foto al player", "Manda una foto al {player}"),
        ("zh", "打开这个玩家的主页", "打开{玩家}的主页"),
    ],
)
def test_the_name_of_a_loops_variable_without_braces_gets_a_finding(language: str, line: str, advice: str) -> None:
    head = {"en": "For each {player} in", "de": "Für jeden {player} in", "es": "Para cada {player} en"}
    loop = f'{head[language]} ["Ann", "Bo"]:' if language != "zh" else '对于["Ann", "Bo"]中的每个{玩家}：'
    found = [(at, hint) for at, code, _, hint in messages(language, f"{loop}\n    {line}") if code == "STP221"]
    assert found == [(2, f"did you mean `{advice}`?")]


@pytest.mark.parametrize(
    "lines",
    [
        ["Open {player}", "Tap the name of the player"],
        ["Open the player settings"],
        ["Tap {player} and call the player"],
        ['Type "the player" into "Name"'],
        ["do: call the player"],
    ],
)
def test_a_known_item_another_noun_and_quoted_words_get_no_finding(lines: list[str]) -> None:
    body = "\n    ".join(['In the "Team" app:', *(f"    {line}" for line in lines)])
    assert codes("en", f'For each {{player}} in ["Ann", "Bo"]:\n    {body}') == []


def test_an_item_opened_in_one_app_is_unknown_in_the_next() -> None:
    lines = ['In the "Team" app, open {player}', 'In the "Chat" app, message the player']
    text = 'For each {player} in ["Ann", "Bo"]:\n    ' + "\n    ".join(lines)
    assert codes("en", text) == [(3, "STP221")]


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("Send the tip to Ann", "Send {trip.tip} to Ann"),
        ("Tell user the tip", "{trip.tip}"),
        ("If the tip is 4, press back", "{trip.tip} is 4"),
        ("Send {trip.name} and the tip to Ann", "Send {trip.name} and {trip.tip} to Ann"),
    ],
)
def test_a_part_of_the_item_without_the_item_gets_a_finding(line: str, advice: str) -> None:
    head = 'In the "Trips" app, get all trips, record as {trips}\nFor each {trip} in {trips}:\n    Open {trip.name}\n'
    text = f"{head}    {line}\n    If {{trip.tip}} > 3, tell user {{trip.name}}"
    found = [(at, hint) for at, code, _, hint in messages("en", text) if code == "STP221"]
    assert found == [(4, f"did you mean `{advice}`?")]


@pytest.mark.parametrize("line", ["Tap the tip button", 'Tap "the tip"', "Enter {trip.tip} as the tip"])
def test_another_noun_quoted_words_and_the_part_itself_get_no_finding(line: str) -> None:
    head = 'In the "Trips" app, get all trips, record as {trips}\nFor each {trip} in {trips}:\n'
    assert codes("en", f"{head}    {line}\n    If {{trip.tip}} > 3, tell user {{trip.name}}") == []
