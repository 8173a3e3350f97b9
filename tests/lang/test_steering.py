"""Steps in plain words that decide or repeat by themselves are told, and errands that only use such words are not."""

from __future__ import annotations

import pytest

from agentprog.lang.check import check_text


def _told(text: str) -> set[str]:
    return {one.code for one in check_text(text + "\n").diagnostics} - {"STP501"}


@pytest.mark.parametrize(
    "line",
    [
        "On error go home",
        "Every time a message from Ann comes, answer it",
        "When the battery is low, turn on the battery saver",
        "Until the bar is full, wait",
        'Press "+" up to three times',
        "Loop 2x",
        "Open the note; otherwise make one",
        "---\nlanguage: de\n---\nJedes Mal eine Antwort schreiben",
        "---\nlanguage: de\n---\nSobald eine Nachricht kommt, antworte",
        "---\nlanguage: es\n---\nCada vez que llega un mensaje, contesta",
        "每当收到短信就回复",
    ],
)
def test_a_step_that_decides_or_repeats_by_itself_is_told(line: str) -> None:
    assert _told(line) == {"STP137"}


@pytest.mark.parametrize(
    "line",
    [
        "Set an event that repeats every week",
        "Take a photo of somebody else",
        "Scroll down until the end of the page",
        "Set a reminder for the pill, three times a day",
        'Write "if it rains, stay home" into a new note',
        "do: when the app asks for a permission, allow it",
        "Add 2x milk to the list",
    ],
)
def test_an_errand_that_only_uses_such_words_is_not_told(line: str) -> None:
    assert "STP137" not in _told(line)


def test_a_value_that_a_line_with_a_slip_would_set_is_told_once() -> None:
    assert _told("counter = 5") == {"STP121"}


def test_signs_of_a_call_are_shown_whole() -> None:
    found = [one.message for one in check_text('notify("Ann")\n').diagnostics if one.code == "STP215"]
    assert found
    assert found[0].startswith("'notify('")
