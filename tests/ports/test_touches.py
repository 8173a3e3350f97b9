"""The place of a finger on the screen, for any rotation of the phone."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agentprog.ports import Screen
from agentprog.ports.touches import Stroke, touches_of


@pytest.mark.parametrize(
    ("rotation", "size", "place"),
    [(0, (1000, 2000), (100, 400)), (1, (2000, 1000), (400, 899)), (2, (1000, 2000), (899, 1599)),
     (3, (2000, 1000), (1599, 100))],
)  # fmt: skip
def test_a_touch_on_the_glass_is_converted_under_every_rotation(
    rotation: int, size: tuple[int, int], place: tuple[int, int]
) -> None:
    screen = Screen(package="p", activity="a", width=size[0], height=size[1], taken_at=datetime.now(UTC), elements=(),
                    rotation=rotation)  # fmt: skip
    stroke = Stroke(start=(0.1004, 0.2002), end=(1.0, 1.0), seconds=0.1, rested=0.1)
    assert stroke.on(screen)[0] == place
    assert all(0 <= at < most for at, most in zip(stroke.on(screen)[1], size, strict=True))


def test_a_device_without_touch_reports_is_not_listened_to() -> None:
    assert touches_of(object(), lambda _: None) is None
