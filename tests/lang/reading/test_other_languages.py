"""Exact lines in German, Spanish and Chinese, each with the line that the formatter writes for it."""

from __future__ import annotations

import pytest

from agentprog.lang.writing.fmt import format_text


def _written(language: str, line: str) -> str:
    """The line as the formatter writes it, without the header."""
    return format_text(f"---\nlanguage: {language}\n---\n{line}\n").rpartition("---\n")[2].rstrip("\n")


@pytest.mark.parametrize(
    ("language", "line", "written"),
    [
        ("en", "Subtract half of {y} from {x}", "Set {x} to {x} - 0.5 * {y}"),
        ("en", "Increase {x} by half", "Set {x} to {x} + {x} / 2"),
        ("en", "Reduce {x} to half", "Set {x} to {x} / 2"),
        ("en", "If {x} is more than twice {y}, press home", "If {x} > 2 * {y}:\n    Press home"),
        ("de", "Ziehe die Hälfte von {y} von {x} ab", "Setze {x} auf {x} - 0.5 * {y}"),
        ("de", "Verringere {x} um die Hälfte", "Setze {x} auf {x} - {x} / 2"),
        ("de", "Senke {x} auf die Hälfte", "Setze {x} auf {x} / 2"),
        ("de", "Setze {x} auf das Doppelte von {y}", "Setze {x} auf 2 * {y}"),
        ("es", "Réstale la mitad de {coste} a {todo}", "Pon {todo} en {todo} - 0.5 * {coste}"),
        ("es", "Reduce {x} a la mitad", "Pon {x} en {x} / 2"),
        ("es", "Aumenta {x} en la mitad", "Pon {x} en {x} + {x} / 2"),
        ("es", "Pon {x} en el doble de {y}", "Pon {x} en 2 * {y}"),
        ("zh", "将{x}加一半", "将{x}设为{x} + {x} / 2"),
        ("zh", "将{x}加半", "将{x}设为{x} + {x} / 2"),
        ("zh", "将{x}减半", "将{x}设为{x} / 2"),
        ("zh", "从{x}减去{y}的一半", "将{x}设为{x} - {y} * 0.5"),
        ("zh", "将{x}设为{y}的两倍", "将{x}设为{y} * 2"),
    ],
)
def test_half_and_twice_are_exact(language: str, line: str, written: str) -> None:
    assert _written(language, line) == written


@pytest.mark.parametrize("line", ["Set {x} to half of {y}, rounded", "Set {x} to half of {y} plus 3"])
def test_half_of_a_sum_is_left_to_code(line: str) -> None:
    assert _written("en", line) == line


@pytest.mark.parametrize(
    ("language", "line", "written"),
    [
        ("en", "The number of items in {l}, record as {n}", "Set {n} to the number of items in {l}"),
        ("en", "{n} is over 3, record as {big}", "Set {big} to {n} > 3"),
        ("de", "Die Länge von {l}, merke es als {n}", "Setze {n} auf die Anzahl von {l}"),
        ("es", "{n} + 1, guárdalo como {m}", "Pon {m} en {n} + 1"),
        ("zh", "{待办}的长度，记为{长}", "将{长}设为项数： {待办}"),
        ("zh", "{待办}的长度记为{长}", "将{长}设为项数： {待办}"),
        ("zh", "{x}加3记作{y}", "将{y}设为{x} + 3"),
        ("en", "The meaning of {n}, record as {m}", "The meaning of {n}, record as {m}"),
    ],
)
def test_a_value_without_a_verb_is_kept(language: str, line: str, written: str) -> None:
    assert _written(language, line) == written


@pytest.mark.parametrize(
    ("language", "line", "written"),
    [
        ("en", 'Via "Signal", send "hi" to "Ada"', 'In the "Signal" app, send "hi" to "Ada"'),
        ("de", 'Über "Signal", schreibe "Hallo" an "Ada"', 'In der App "Signal", schreibe "Hallo" an "Ada"'),
        ("de", 'Per "WhatsApp", tippe auf "Neu"', 'In der App "WhatsApp", tippe auf "Neu"'),
        ("es", 'A través de "Signal", manda "Hola" a "Ada"', 'En la app "Signal", manda "Hola" a "Ada"'),
        ("zh", "在“Gmail”，把邮件寄给“王”", '在"Gmail"应用中，把邮件寄给“王”'),
        ("zh", "於「Gmail」，點擊「寄出」", '在"Gmail"应用中，点击"寄出"'),
        ("zh", "通过“微信”，发“好”给“王”", '在"微信"应用中，发“好”给“王”'),
        ("zh", "用“红色”把标题标出来", "用“红色”把标题标出来"),
    ],
)
def test_a_quoted_name_with_a_comma_is_an_app(language: str, line: str, written: str) -> None:
    assert _written(language, line) == written


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("按{表}的“金额”由大到小排序", '排序{表}按"金额"降序'),
        ("按照{表}中的“日期”从低到高排序", '排序{表}按"日期"'),
        ("按{表}的“金额”由大到小排", '排序{表}按"金额"降序'),
        ("把{表}按“金额”由高到低进行排序", '排序{表}按"金额"降序'),
        ("按“金额”把{表}从大到小排序", '排序{表}按"金额"降序'),
        ("{表}按“金额”排序", '排序{表}按"金额"'),
        ("將{表}按「金額」由小到大排列", '排序{表}按"金額"'),
        ("把{表}从大到小排序", "排序{表}降序"),
    ],
)
def test_chinese_sorts_by_a_column(line: str, written: str) -> None:
    assert _written("zh", line) == written


@pytest.mark.parametrize(
    ("language", "line", "written"),
    [
        ("de", 'Bis "Fertig" erscheint:', 'Wiederhole bis "Fertig" erscheint:'),
        ("es", 'Hasta que aparezca "Listo":', 'Repite hasta que "Listo" aparece:'),
        ("zh", "直到“完成”出现：", '重复直到"完成" 出现：'),
        ("es", "Para cada una de las {citas} como {cita}:", "Para cada {cita} en {citas}:"),
        ("de", "Für jeden der {termine} als {termin}:", "Für jede {termin} in {termine}:"),
        ("en", "For each one of the {l} as {c}:", "For each {c} in {l}:"),
    ],
)
def test_loops(language: str, line: str, written: str) -> None:
    step = {"de": "Drücke home", "es": "Pulsa inicio", "zh": "按主页", "en": "Press home"}[language]
    assert _written(language, f"{line}\n    {step}").split("\n")[0] == written


@pytest.mark.parametrize(
    ("language", "line", "written"),
    [
        ("en", 'Return whether "Home" is visible', 'Return "Home" appears'),
        ("de", 'Gib zurück, ob "Start" sichtbar ist', 'Gib zurück: "Start" erscheint'),
        ("de", "Gib das Doppelte von {x} zurück", "Gib zurück: 2 * {x}"),
        ("es", "Devuelve si {x} es mayor que 3", "Devuelve: {x} > 3"),
        ("es", "Devolver true", "Devuelve: verdadero"),
        ("zh", "返回“首页”是否可见", '返回结果："首页" 出现'),
        ("zh", "返回{x}是否大于3", "返回结果：{x} > 3"),
        ("zh", "返回是否“首页”出现", '返回结果："首页" 出现'),
    ],
)
def test_a_task_gives_the_truth_of_a_condition_back(language: str, line: str, written: str) -> None:
    assert _written(language, line) == written


@pytest.mark.parametrize(
    ("language", "line", "written"),
    [
        ("de", "Drücke die Zurück-Taste", "Drücke zurück"),
        ("de", "Drücke die Zurücktaste", "Drücke zurück"),
        ("de", "Drücke auf den Home-Button", "Drücke home"),
        ("de", "Lies die Uhrzeit ab und merke sie dir als {zeit}", "Lies die Uhrzeit ab, merke es als {zeit}"),
        ("de", "Lies den Preis, notiere ihn dir als {p}", "Lies den Preis, merke es als {p}"),
        ("es", "Si {n} no pasa de 20000, pulsa atrás", "Si {n} <= 20000:\n    Pulsa atrás"),
        ("es", "Si {n} no supera los 20, pulsa atrás", "Si {n} <= 20:\n    Pulsa atrás"),
    ],
)
def test_other_words_for_the_same_line(language: str, line: str, written: str) -> None:
    assert _written(language, line) == written
