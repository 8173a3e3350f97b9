"""Exact lines in German, Spanish and Chinese, each with the line that the formatter writes for it."""

from __future__ import annotations

import pytest

from agentprog.lang import ast
from agentprog.lang.check import check_text
from agentprog.lang.parser import parse
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


_STARTS = {
    "de": 'Setze {n} auf 3\nSetze {l} auf ["x"]\nErstelle eine leere Tabelle {t} mit den Spalten "a", "b"\n',
    "es": 'Pon {n} en 3\nPon {l} en ["x"]\nCrea una tabla vacía {t} con las columnas "a", "b"\n',
    "zh": '将{n}设为3\n将{l}设为["x"]\n创建空数据表{t}，列为"a"、"b"\n',
}


@pytest.mark.parametrize(
    ("language", "line", "written"),
    [
        ("de", 'Lege eine Tabelle {r} mit den Spalten "a" an',
         'Setze {r} auf eine leere Tabelle mit den Spalten ["a"]'),
        ("de", 'Leg ne leere Tabelle {r} an, mit den Spalten "a"',
         'Setze {r} auf eine leere Tabelle mit den Spalten ["a"]'),
        ("de", 'Schreib noch eine Zeile mit "a" als 1, "b" als 2 in {t}', 'Füge {"a": 1, "b": 2} zu {t} hinzu'),
        ("de", 'Trag in die Tabelle {t} eine weitere Zeile mit "a" als 7 ein', 'Füge {"a": 7} zu {t} hinzu'),
        ("de", 'Mach ne Liste {r} mit "Brot", "Milch"', 'Setze {r} auf ["Brot", "Milch"]'),
        ("de", 'Leg eine neue Liste {r} mit den Werten 4, 5 an', "Setze {r} auf [4, 5]"),
        ("de", 'Tu auch noch "Ei" in {l} rein', 'Füge "Ei" zu {l} hinzu'),
        ("de", 'Gib noch "Öl" zu {l} dazu', 'Füge "Öl" zu {l} hinzu'),
        ("de", 'Behalte von {t} nur alle Zeilen, bei denen "b" größer als 2 ist', 'Filtere {t} mit "b" > 2'),
        ("de", 'Wirf aus {t} alle Zeilen weg, deren "a" = 0', 'Filtere {t} mit "a" ist nicht 0'),
        ("es", 'Apunta en la tabla {t} otra fila con "a" como 1 y "b" como 2', 'Añade {"a": 1, "b": 2} a {t}'),
        ("es", 'Registra una fila en {t} con "a" como "z"', 'Añade {"a": "z"} a {t}'),
        ("es", 'Pon una nueva fila con "a" como 3, "b" como 4 en {t}', 'Añade {"a": 3, "b": 4} a {t}'),
        ("es", "Sumale a {n} 4 por 5", "Añade 4 * 5 a {n}"),
        ("es", 'Súmale a la lista {l} "y"', 'Añade "y" a {l}'),
        ("es", "A no ser que {n} pase de 7, termina el programa", "Si no {n} > 7:\n    Termina el programa"),
        ("es", "Fíjate de que {n} sea mayor que 1", "Verifica que {n} > 1"),
        ("es", "Lee los precios y apúntalos como {r}", "Lee los precios, guárdalo como {r}"),
        ("zh", "将“面”放到{l}里边", '将"面"添加到{l}'),
        ("zh", "往{l}里头加“盐”", '将"盐"添加到{l}'),
        ("zh", '向{t}追加{"a": 1, "b": 2}', '将{"a": 1, "b": 2}添加到{t}'),
        ("zh", "把{n}乘2加进{l}", "将{n} * 2添加到{l}"),
        ("zh", "如果{n}大過5，停止程式", "如果{n} > 5：\n    结束程序"),
        ("zh", "如果「失敗」冇出現，停止程式", '如果并非 "失敗" 出现：\n    结束程序'),
    ],
)  # fmt: skip
def test_everyday_words_for_lists_tables_and_tests(language: str, line: str, written: str) -> None:
    rows = _written(language, _STARTS[language] + line).split("\n")
    assert "\n".join(rows[3:]) == written


@pytest.mark.parametrize(
    ("language", "head", "written"),
    [
        ("de", "Geh {l} durch, jeder heißt {x}:", "Für jede {x} in {l}:"),
        ("de", "Gehe die Liste {l} durch, und jedes davon ist {x}:", "Für jede {x} in {l}:"),
        ("es", "Ve por {l}, cada uno es {x}:", "Para cada {x} en {l}:"),
        ("es", "Recorre la lista {l}, y cada elemento se llama {x}:", "Para cada {x} en {l}:"),
        ("zh", "遍历{l}，每个叫做{x}：", "对于{l}中的每个{x}："),
        ("zh", "遍历表格{t}，每一行数据记作{x}：", "对于{t}中的每个数据{x}："),
        ("zh", "当{n}小于9时，反复循环：", "当{n} < 9时："),
        ("zh", "只要{n}大于1期间，就一直重复：", "当{n} > 1时："),
    ],
)
def test_loops_in_everyday_words(language: str, head: str, written: str) -> None:
    step = {"de": "Drücke home", "es": "Pulsa inicio", "zh": "按主页"}[language]
    assert _written(language, f"{_STARTS[language]}{head}\n    {step}").split("\n")[3] == written


@pytest.mark.parametrize(
    ("language", "line", "code", "advice"),
    [
        ("de", "{n} soll zu Beginn 9 sein", "STP121", "Setze {n} auf 9"),
        ("de", "Merk dir {n} als deine Antwort", "STP121", "Setze {answer} auf {n}"),
        ("de", 'Schmeiß aus {t} alle raus, die mehr als 12 "a" haben', "STP222", "{t}"),
        ("de", 'Wirf aus {t} alle raus, die unter 12 "a" sind', "STP222", "{t}"),
        ("es", 'Saca de {t} todos los que tienen más de 12 "a"', "STP222", "{t}"),
        ("zh", "要么{n}大于5，要么{n}是1的话，告诉用户“好”", "STP121", "如果{n}大于5或{n}是1，告诉用户“好”"),
        ("zh", "如果{n}达到0，停止程序", "STP216", "{n}等于0"),
        ("zh", "如果{n}到了7，停止程序", "STP216", "{n}等于7"),
    ],
)
def test_lines_with_two_meanings_are_reported(language: str, line: str, code: str, advice: str) -> None:
    used = {"de": 'Sage "{n} {l} {t}"', "es": 'Dime "{n} {l} {t}"', "zh": '告诉用户"{n} {l} {t}"'}[language]
    text = f"---\nlanguage: {language}\n---\n{_STARTS[language]}{line}\n{used}\n"
    found = [one for one in check_text(text).diagnostics if one.span.line == 7]
    assert code in {one.code for one in found}
    assert any(advice in one.suggestion for one in found)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", "Pack die Koffer noch in {n}"),
        ("de", "Leg die Tabelle {t} auf den Tisch"),
        ("de", "Behalte in {t} nur die schönsten"),
        ("de", "Nimm den Bus als {n}"),
        ("de", "Geh alle Räume durch, jeder heißt anders"),
        ("es", "Fíjate que el mensaje salió"),
        ("es", "Ve calle por calle en el barrio"),
        ("es", "Anota en {t} lo que veas"),
        ("zh", "给{n}添加“备注”"),
        ("zh", "要么打开微信，要么关闭微信的话，按返回键"),
        ("zh", "往{l}走三步"),
        ("zh", "当{n}大于0的时候，看看天气"),
    ],
)
def test_lines_like_these_without_an_exact_value_stay_steps(language: str, line: str) -> None:
    program = parse(f"---\nlanguage: {language}\n---\n{_STARTS[language]}{line}\n").program
    assert program is not None
    assert isinstance(program.body[3], ast.Action)


def test_a_task_takes_its_inputs_in_traditional_signs_and_in_spanish_words() -> None:
    chinese = "定義任務“費”：\n    任務輸入：{堂數}\n    返回{堂數}\n執行任務“費”，{堂數}為3，記為{錢}\n告訴用戶{錢}"
    spanish = 'Tarea "P":\n    Entradas de la función: {h} (number)\n    Devuelve {h}\nEjecuta la tarea "P" con {h} = 3'
    for language, text in (("zh", chinese), ("es", spanish)):
        assert check_text(f"---\nlanguage: {language}\n---\n{text}\n").diagnostics == ()
