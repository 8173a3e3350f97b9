"""Every parser reads every known print of every maker right."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.devices.parser_table import MISSING, SHARED, Case, fixtures, transcripts, trees

FIXTURES = list(fixtures())
PUBLIC = [*transcripts(), *trees()]


@pytest.mark.parametrize("case", FIXTURES, ids=lambda case: case.name)
def test_a_print_in_a_makers_form_is_read_right(case: Case) -> None:
    assert case.wrong() == ""


@pytest.mark.skipif(not PUBLIC, reason=MISSING.format(SHARED))
def test_every_public_print_is_read_right() -> None:
    assert {case.name: wrong for case in PUBLIC if (wrong := case.wrong())} == {}


def test_the_prints_are_of_many_makers_and_all_parsers() -> None:
    makers = Counter(case.maker for case in FIXTURES)
    assert len(FIXTURES) >= 150
    assert len([maker for maker, count in makers.items() if count >= 10]) >= 15
    parsers = {case.parser for case in FIXTURES}
    assert {"window", "activity", "power", "display", "input method", "notification", "telecom", "facts"} <= parsers
    assert {"packages", "package files", "launchers", "starting", "adb devices", "content query"} <= parsers
