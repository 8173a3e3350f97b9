"""Obstacles between a look and the whole truth, on a phone in any language."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from agentprog.devices.hierarchy import read_hierarchy
from agentprog.devices.link.conditions import Condition
from agentprog.devices.link.foreign import AdbdHung
from agentprog.devices.screen.health import Findings, conditions_of


@pytest.mark.parametrize("label", ["Wait", "等待", "انتظار", "Warten"])
def test_an_app_that_does_not_respond_is_known_in_any_language(trees: SimpleNamespace, label: str) -> None:
    wait = trees.node("Button", (100, 1200, 900, 1300), text=label, rid="android:id/aerr_wait", flags="clickable")
    dump = read_hierarchy(trees.dump(trees.node("FrameLayout", (100, 900, 980, 1400), wait, package="android")))
    found = Findings(state=None, screen_on=True, readable=True)
    assert conditions_of(found, dump) == (Condition.NOT_RESPONDING,)


def test_a_hanging_shell_is_recorded_although_the_tree_was_read(trees: SimpleNamespace) -> None:
    found = Findings(state=None, screen_on=True, readable=True, state_error=AdbdHung("the shell hangs"))
    assert conditions_of(found, read_hierarchy(trees.dump(trees.node()))) == (Condition.HUNG_ADBD,)
