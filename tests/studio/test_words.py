"""Every English text of the page has a Chinese one, also outcomes and moments."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from agentprog.ports import OutcomeKind
from agentprog.runtime.safety.steering import Moment
from agentprog.runtime.state.belief import Status

_SAID = re.compile(r'\bt\("([^"]+)"\)')
_NAMES = re.compile(r'"([^"]+)": "')
STATUSES = ("done", "verified", "unverified", "failed", "true", "false", "not done", "rewound", "incomplete")


def chinese(checkout: Path) -> set[str]:
    return set(_NAMES.findall((checkout / "agentprog/report/page/words.js").read_text(encoding="utf-8")))


@pytest.mark.parametrize("folder", ["agentprog/studio/page", "agentprog/report/page"])
def test_every_text_of_the_page_has_a_chinese_translation(folder: str, checkout: Path) -> None:
    known = chinese(checkout)
    for script in sorted((checkout / folder).glob("*.js")):
        texts = set(_SAID.findall(script.read_text(encoding="utf-8")))
        assert sorted(texts - known) == [], script.name


def test_outcomes_statuses_and_moments_are_there_in_chinese(checkout: Path) -> None:
    wanted = {*map(str, OutcomeKind), *map(str, Moment), *map(str, Status), *STATUSES}
    assert sorted(wanted - chinese(checkout)) == []
