"""Lines that readers in German, Spanish and Chinese wrote, and that were steps or questions in silence."""

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
def test_a_text_told_to_somebody_gets_both_ways(scope: str, line: str, form: str) -> None:
    found = [one for one in check_text(f"{scope}\n{line}").diagnostics if one.span.line == 2]
    assert [one.code for one in found] == ["STP137"]
    assert form in found[0].suggestion
    assert "send it in an app" in found[0].suggestion


@pytest.mark.parametrize("line", ["Cuéntele al usuario que ya está", 'Avísele al usuario "ya"'])
def test_polite_forms_tell_the_user(line: str) -> None:
    report = check_text(line)
    assert report.parsed.program is not None
    assert isinstance(report.parsed.program.body[0], ast.Tell)
    assert report.diagnostics == ()


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ('Setze {t} auf []\nWenn keine {t} da sind, sag mir "frei"', "{t} ist leer"),
        ('Pon {t} en []\nSi no hay {t}, dime "libre"', "{t} está vacío"),
        ("将{t}设为[]\n如果没有{t}，告诉用户“空”", "{t}为空"),
        ('Set {t} to []\nIf there are no {t}, tell user "free"', "{t} is empty"),
    ],
)
def test_a_list_that_lacks_things_is_compared_exactly(text: str, advice: str) -> None:
    assert any(f"`{advice}`" in one.suggestion for one in check_text(text).diagnostics)


@pytest.mark.parametrize("line", ["把3存成{乙}", "将{乙}设定为3", "设定{乙}为3", "把{乙}设置成3"])
def test_chinese_words_for_setting_a_variable(line: str) -> None:
    program = check_text(line).parsed.program
    assert program is not None
    assert isinstance(program.body[0], ast.Assign)
