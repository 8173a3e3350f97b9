"""Sixty-three programs labelled by hand: the parser agrees with a person on each line."""

from __future__ import annotations

from collections import Counter

from tests.lang.labelled import programs, scores, table


def test_precision_and_recall_of_every_construct_are_above_98_percent() -> None:
    weak = [score.label for score in scores() if min(score.precision, score.recall) < 0.98]
    assert weak == [], table()


def test_the_set_covers_all_dialects_and_every_kind_of_line() -> None:
    found = programs()
    dialects = Counter(program.dialect for program in found)
    assert len(found) == 63
    assert dialects["hostile"] >= 15
    assert min(dialects[name] for name in ("original", "paper", "own", "model")) >= 8
    assert len({score.label for score in scores()}) >= 28
