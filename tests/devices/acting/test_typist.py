"""The comparison of a field's text with the typed text."""

from __future__ import annotations

import pytest

from agentprog.devices.acting.typist import judge


@pytest.mark.parametrize("text", ["", "plain", 'héllo "$x" 你好 😀', "two\nlines", "100 % `id` \\ ' ;&|<>"])
def test_the_same_text_has_arrived(text: str) -> None:
    verdict = judge(text, text)
    assert verdict is not None
    assert verdict.ok


@pytest.mark.parametrize(
    ("shown", "wanted"),
    [
        ("hell", "hello"),
        ("", "x"),
        ("hello", ""),
        ("Hello", "hello"),
        ("12 34", "1235"),
        ("+1 20", "+120"),
        ("a 12345", "12345"),
    ],
)
def test_another_text_has_not(shown: str, wanted: str) -> None:
    assert judge(shown, wanted) is None


def test_a_field_that_formats_a_number_is_right_and_reported() -> None:
    verdict = judge("+1 066-290-8339", "+10662908339")
    assert verdict is not None
    assert verdict.ok
    assert "+1 066-290-8339" in verdict.detail


def test_a_one_line_field_reports_the_lost_line_breaks() -> None:
    verdict = judge("a b", "a\nb")
    assert verdict is not None
    assert verdict.ok
    assert "one line" in verdict.detail


@pytest.mark.parametrize(("shown", "ok"), [("•••", True), ("", False), ("••", False), ("abd", False)])
def test_a_password_is_judged_by_its_length(shown: str, ok: bool) -> None:
    assert (judge(shown, "abc", password=True) is not None) is ok
