"""One more word in an exact line changes its reading or gets a finding."""

from __future__ import annotations

import pytest

from tests.lang.insertions import insert


@pytest.mark.slow
def test_no_word_that_carries_meaning_is_dropped_in_silence() -> None:
    assert insert(600, 7).silent == []
