"""The page on recipes names the tests of its hard cases: each is there."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
PAGE = (TESTS.parent / "docs" / "recipes.md").read_text(encoding="utf-8")
CASES = PAGE.split("## Twenty hard cases", 1)[1].split("\n## ", 1)[0]


def test_each_of_the_twenty_hard_cases_names_an_existing_test() -> None:
    rows = [line for line in CASES.splitlines() if re.match(r"\| \d+ ", line)]
    assert [int(line.split()[1]) for line in rows] == list(range(1, 21))
    for row in rows:
        named = re.findall(r"`([\w/]+\.py)::(\w+)`", row)
        assert named, row
        for path, name in named:
            assert f"def {name}(" in (TESTS / path).read_text(encoding="utf-8"), (path, name)
