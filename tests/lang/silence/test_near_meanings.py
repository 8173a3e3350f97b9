"""A correction keeps the meaning: its denials, its else, its conditions, its verb."""

from __future__ import annotations

import pytest

from agentprog.lang.reading.senses import keeps_blocks
from agentprog.lang.vocabulary.near import NearWords
from agentprog.lang.vocabulary.words import words
from tests.lang.silence.telling import messages


def test_no_word_becomes_a_denial_where_no_spaces_part_words() -> None:
    near = NearWords(("不大于", "还大于了"), denials=("不",))
    assert near.of("还大于") == ("还大于了",)


def test_a_denial_is_never_misspelt() -> None:
    assert NearWords(("note", "not"), denials=("not",)).of("not") == ()


@pytest.mark.parametrize("adverb", ["还", "又", "仍", "仍然", "依然"])
def test_an_adverb_changes_no_comparison(adverb: str) -> None:
    lines = f"将{{x}}设为2000\n只要{{x}}{adverb}大于1000：\n    将{{x}}减少100"
    assert messages("zh", lines) == []


@pytest.mark.parametrize(
    ("language", "line"),
    [("de", "Setze {x} auf 3\nWenn {x} ein leer ist, drücke zurück"), ("zh", "将{x}设为3\n如果{x}真大于3，按返回")],
)
def test_no_advice_turns_a_condition_around(language: str, line: str) -> None:
    assert not any("did you mean" in hint for _, _, _, hint in messages(language, line))


@pytest.mark.parametrize(
    ("language", "old", "new", "kept"),
    [
        ("de", "Andernfalls, sofern {x} > 3:", "Sofern {x} > 3:", False),
        ("de", 'Sag mir "a", wenn {x} 3 ist', 'Sag mir "a"', False),
        ("de", 'Sag mir "wenn"', 'Melde "a"', True),
        ("de", 'Sag mir "a", wenn {x} 3 ist', 'Wenn {x} 3 ist: Sag mir "a"', True),
        ("zh", "否则点击“a”", "点击“a”", False),
        ("en", "Otherwise tap it", "Tap it", False),
    ],
)
def test_a_correction_keeps_else_and_the_condition(language: str, old: str, new: str, kept: bool) -> None:
    assert keeps_blocks(old, new, words(language)) is kept


@pytest.mark.parametrize(
    ("language", "text", "code", "advice"),
    [
        ("de", 'Beende das Programm, wenn "A" erscheint', "STP121", '`Wenn "A" erscheint: Beende das Programm`'),
        ("de", 'Sag mir "a", wenn {x} 3 ist', "STP214", '`Wenn {x} 3 ist: Sag mir "a"`'),
        ("es", "Cuando {x} sea menos de 2, mándale un mensaje a Ana", "STP129", "with the steps below it"),
        ("es", 'Anota "hecho" en {nota}', "STP121", '`Pon {nota} en "hecho"`'),
        ("es", "Multiplica {x} por 15 y réstaselo a {y}", "STP222", "one line for each change"),
        ("zh", "{x}减去{y}就是{z}", "STP121", "`将{z}设为{x} - {y}`"),
    ],
)
def test_the_advice_has_the_meaning_of_the_line(language: str, text: str, code: str, advice: str) -> None:
    given = {"de": "Setze {x} auf 3", "es": "Pon {x} en 3\nPon {y} en 4", "zh": "将{x}设为3\n将{y}设为4"}[language]
    found = messages(language, f"{given}\n{text}")
    line = text.count("\n") + given.count("\n") + 2
    assert advice in next(hint for at, one, _, hint in found if at == line and one == code)


def test_half_of_a_condition_is_no_condition() -> None:
    found = messages("es", 'Si sale "Error" o no hay cobertura avisa a Ana')
    assert not any('"Error",' in hint or '"Error":' in hint for _, _, _, hint in found)


@pytest.mark.parametrize(
    "line", ["Notifíquese a {x} por SMS que llegó", 'Comuníquese a los vecinos "Urge"', "Establezca {x} en 0"]
)
def test_a_full_form_of_a_verb_is_no_misspelling_of_another(line: str) -> None:
    found = messages("es", f"Pon {{x}} en 3\n{line}")
    assert not any("did you mean" in hint for at, _, _, hint in found if at == 2)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", 'Lies die Tabelle "a.csv" ein als {t}\nLösche die letzte Zeile aus {t}'),
        ("de", 'Lies die Tabelle "a.csv" ein als {t}\nErsetze in {t} überall "a" durch "b"'),
        ("zh", "读取表格文件“a.csv”，记录为{t}\n删掉{t}的最后一行"),
        ("zh", "将{t}设为3.14159\n将{t}四舍五入到两位小数"),
    ],
)
def test_a_change_inside_a_variable_is_no_step_in_an_app(language: str, text: str) -> None:
    assert "STP222" in {code for at, code, _, _ in messages(language, text) if at == 2}
    assert "STP501" not in {code for at, code, _, _ in messages(language, text) if at == 2}


def test_the_variable_of_the_loop_around_a_line_is_suggested_first() -> None:
    found = messages("es", 'Pon {pacientes} en ["a"]\nPara cada {pasiente} en {pacientes}:\n    Dime {paciente}')
    assert [hint for _, code, _, hint in found if code == "STP201"] == ["did you mean {pasiente}?"]


def test_a_word_before_a_noun_is_no_beginning_of_a_block() -> None:
    found = messages("de", "Im Übrigen ist nichts zu veranlassen")
    assert not any("did you mean" in hint for _, _, _, hint in found)


def test_a_day_in_german_is_a_date_and_no_sum() -> None:
    found = messages("de", 'Setze {x} auf 2026-06-30\nWenn {x} nach dem 30.06.2026 liegt, sag mir "a"')
    assert [hint for _, code, _, hint in found if code == "STP216"] == ["did you mean `{x} nach dem 2026-06-30 liegt`?"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", 'Pack "Salz" auf {l}'),
        ("de", 'Nimm "Salz" von {l} runter'),
        ("de", 'Füge "Eier" hinten an {l} an'),
        ("de", "Ziehe von {n} 1 ab"),
        ("de", "Gib zu {n} noch 2 dazu"),
        ("de", 'Hänge an {l} eine Zeile mit "Land" = "DE", "Betrag" = 99,90 an'),
        ("de", "Wenn {n} leer ist oder {n} 0 ist, drücke zurück"),
        ("de", "Wenn {n} 1.250,50 übersteigt, drücke zurück"),
        ("de", "Wenn {n} ist immer noch größer als 3, drücke zurück"),
        ("es", 'Añade a {l} una fila con "país" = "ES" e "importe" = 99,90'),
        ("es", "Establezca {n} en 0"),
        ("es", "Finalice el programa"),
        ("es", "Si {n} y {l[1]} son ambos 0, termina"),
        ("es", "Para cada una de las {l}, en adelante {m}:\n    Dime {m}"),
        ("es", "Por cada {m} que haya en {l}:\n    Dime {m}"),
        ("zh", "按“金额”从大到小给{l}排序"),
        ("zh", "把3计入{n}"),
        ("zh", "从{n}扣掉120"),
        ("zh", "如果{n}与{l[1]}均为零，则终止"),
        ("zh", "如果{n}既不是65也不是130，按返回"),
        ("zh", "如果{n}介于1000与5000之间，按返回"),
        ("zh", "遍历{l}的每一项{m}：\n    告诉用户{m}"),
        ("zh", "对{l}里的每道{m}：\n    告诉用户{m}"),
        ("zh", "在{l}末尾加一行“国家”=“中国”"),
    ],
)
def test_the_words_of_fresh_readers_are_exact(language: str, text: str) -> None:
    given = {
        "de": "Setze {n} auf 3\nSetze {l} auf [1, 2]",
        "es": "Pon {n} en 3\nPon {l} en [1, 2]",
        "zh": "将{n}设为3\n将{l}设为[1, 2]",
    }[language]
    found = [(code, hint) for at, code, _, hint in messages(language, f"{given}\n{text}") if at > 2]
    assert [one for one in found if one[0] not in ("STP213", "STP217")] == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (
            "zh",
            "定义任务“平方”：\n    输入：{n}（数字）\n    返回 {n} * {n}\n调用“平方”，n = 7，结果存为{r}\n告诉用户{r}",
        ),
        (
            "es",
            (
                'Define una función "iva" con {p}:\n    Devuelve {p} * 0,21\n'
                'Llama a "iva" con p = 100, guárdalo como {r}\nDile al usuario {r}'
            ),
        ),
        (
            "de",
            (
                'Definiere eine Funktion "mwst" mit {p}:\n    Gib zurück: {p} * 0,19\n'
                'Führe "mwst" aus, p = 100, merke es als {r}\nSage dem Benutzer {r}'
            ),
        ),
    ],
)
def test_a_task_and_its_call_with_an_equals_sign(language: str, text: str) -> None:
    assert messages(language, text) == []


@pytest.mark.parametrize("line", ["Avísese a {x} que llegó", "Pregúntese a Ana si viene"])
def test_a_verb_about_another_person_is_no_misspelling(line: str) -> None:
    assert not any("did you mean" in hint for _, _, _, hint in messages("es", f"Pon {{x}} en 3\n{line}"))
