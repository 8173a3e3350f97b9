"""Lines in the words of two languages, and lists that nothing names."""

from __future__ import annotations

import pytest

from agentprog.lang.check import check_text
from tests.lang.silence.telling import codes_for


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", 'Open die App "Outlook"'),
        ("en", 'Klick auf "New Mail"'),
        ("en", 'Type "Hallo" in das Feld "Subject"'),
        ("es", 'Click en "Schedule"'),
        ("de", 'Type "Hallo" into the field "Betreff"'),
    ],
)
def test_a_line_in_two_languages_is_reported(language: str, line: str) -> None:
    assert "STP137" in codes_for(language, line)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", 'Open the thread with "Die Zeit"'),
        ("en", "Open the den lights and dim them to {x}"),
        ("de", 'Suche im Shop nach "the best of"'),
        ("es", 'Busca "open the door" en el chat'),
    ],
)
def test_a_step_that_quotes_another_language_is_a_step(language: str, line: str) -> None:
    assert codes_for(language, line) == set()


@pytest.mark.parametrize(
    ("language", "line", "code"),
    [
        ("es", "Agrega {x} a la lista", "STP221"),
        ("de", 'Füge "Milch" zur Liste hinzu', "STP221"),
        ("en", "Add {x} to the list", "STP221"),
        ("es", "Vuelve a preguntar", "STP137"),
        ("de", "Wart a Minute", "STP137"),
        ("zh", "打招呼（“小李”）", "STP215"),
    ],
)
def test_a_missing_name_in_a_line_is_reported(language: str, line: str, code: str) -> None:
    assert code in codes_for(language, line)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ('Auf "Fertig" tippen', 'Tippe auf "Fertig"'),
        ('"Fertig" antippen', 'Tippe "Fertig" an'),
        ('"Hallo" ins Feld "Betreff" eingeben', 'Gib "Hallo" ins Feld "Betreff" ein'),
        ("Zwei Minuten warten", "Warte zwei Minuten"),
    ],
)
def test_a_german_verb_at_the_end_is_put_in_front(line: str, meant: str) -> None:
    found = check_text(f"---\nlanguage: de\n---\n{line}\n").diagnostics
    assert [one.suggestion.partition("?")[0] for one in found if one.code == "STP121"] == [f"did you mean `{meant}`"]


def test_a_break_that_nothing_decides_about_ends_its_loop_at_once() -> None:
    loop = "对于{表}中的每个{行}：\n    当{数}超过100时：\n        停止循环"
    assert "STP307" in {
        finding.code for finding in check_text(f"将{{数}}设为1\n将{{表}}设为[1, 2]\n{loop}\n").diagnostics
    }
    decided = "While {n} > 1:\n    If {n} is 5:\n        Break the loop\n    Decrease {n} by 1"
    assert "STP307" not in {finding.code for finding in check_text(f"Set {{n}} to 9\n{decided}\n").diagnostics}


def test_a_chinese_program_without_a_header_is_advised_in_chinese() -> None:
    found = check_text("打开“备忘录”应用\n再问\n").diagnostics
    assert any("告诉用户" in one.suggestion for one in found)


@pytest.mark.parametrize(
    ("language", "line"),
    [("en", 'In the "Tasks" app, add {x} to the list'), ("en", "Add milk to the shopping list of Ann")],
)
def test_a_list_of_an_app_is_not_the_programs(language: str, line: str) -> None:
    assert "STP221" not in codes_for(language, line)
