"""The runtime can journal and judge every action of a phone, and pass it through its gate."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from agentprog.lang.effects.kinds import Risk
from agentprog.ports import (
    ACTIONS,
    Action,
    Bounds,
    ClearText,
    DoubleTap,
    Drag,
    Element,
    LongPress,
    OpenApp,
    OpenLink,
    OpenNotifications,
    OpenQuickSettings,
    Pinch,
    PointTarget,
    PressKey,
    ReadClipboard,
    Role,
    Rotate,
    Screen,
    Scroll,
    ScrollTo,
    SetClipboard,
    StopApp,
    Swipe,
    Tap,
    TypeText,
    Wait,
    WaitUntil,
    WakeUp,
)
from agentprog.runtime.journal.codec import action_from, to_data
from agentprog.runtime.safety.risk import classify, commits

BIN = Element(index=2, role=Role.BUTTON, label="Remove", bounds=Bounds(0, 0, 90, 90), clickable=True)
ICON = Element(index=1, role=Role.ITEM, label="Notes", bounds=Bounds(0, 200, 90, 290))
SCREEN = Screen(
    package="org.home", activity=".Main", width=100, height=300, taken_at=datetime(2026, 5, 2, tzinfo=UTC),
    elements=(ICON, BIN),
)  # fmt: skip
EVERY: tuple[Action, ...] = (
    OpenApp(name="a"), StopApp(name="a"), OpenLink(url="https://a.org"), Tap(target=BIN), DoubleTap(target=BIN),
    LongPress(target=PointTarget(x=1, y=2)), TypeText(text="é", target=BIN, replace=False), ClearText(),
    PressKey(key="enter"), Swipe(direction="up"), Scroll(direction="left", target=BIN), ScrollTo(text="a"),
    Drag(start=ICON, end=BIN), Pinch(direction="in"), OpenNotifications(), OpenQuickSettings(), SetClipboard(text="a"),
    ReadClipboard(), Rotate(orientation="landscape"), WakeUp(), Wait(seconds=2.0), WaitUntil(text="a", gone=True),
)  # fmt: skip


@pytest.mark.parametrize("action", EVERY, ids=lambda a: type(a).__name__)
def test_the_journal_gives_back_every_action(action: Action) -> None:
    assert action_from(json.loads(json.dumps(to_data(action)))) == action
    assert classify(action, SCREEN) in (None, *Risk)


def test_every_action_is_in_this_table() -> None:
    assert {type(action) for action in EVERY} == set(ACTIONS)


def test_a_drag_has_the_risk_of_its_drop_target() -> None:
    assert classify(Drag(start=ICON, end=BIN), SCREEN) is Risk.DELETE
    assert classify(Drag(start=ICON, end=PointTarget(x=5, y=5)), SCREEN) is Risk.DELETE
    assert classify(Drag(start=BIN, end=ICON), SCREEN) is None
    assert commits(Drag(start=ICON, end=BIN), "")
