"""Whether an action is the right one: its type, and its parameter by the rules of one profile."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from agentprog.agents.strategies.deed import POINTED, Deed
from agentprog.learn.trajectories.records import Box, Step

NEAR = 0.14
"""The share of the screen within which a click counts as right, where a profile goes by distance."""
OVERLAP = 0.5
"""The F1 of tokens that a text must be above, not at."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Truth:
    """The right action, the box of its element where it is known, and the screen's size in pixels."""

    deed: Deed
    box: Box | None
    width: int
    height: int

    @classmethod
    def of(cls, step: Step) -> Truth:
        seen = step.observation
        return cls(deed=step.action.deed, box=step.box, width=seen.width, height=seen.height)


@dataclass(frozen=True, kw_only=True, slots=True)
class Profile:
    """`near`: whether a click outside of its box counts where it is near, by the screen's width or by both sides.
    `scroll`: whether its direction counts. `named`: whether an app's name is compared as a text is."""

    near: Literal["", "width", "sides"] = ""
    scroll: bool = True
    named: bool = False


PROFILES: Mapping[str, Profile] = {
    "ces": Profile(),
    "ces-code": Profile(near="sides", scroll=False),
    "swirl": Profile(near="width", named=True),
    "swirl-code": Profile(near="sides", named=True),
}
"""CES as its paper says and as its code does, and SWIRL likewise."""


def type_right(found: Deed | None, truth: Truth) -> bool:
    """Whether the type is the right one."""
    return found is not None and found.kind == truth.deed.kind


def parameter_right(found: Deed | None, truth: Truth, profile: Profile) -> bool:
    """Whether type and parameter are right; for a type without one, the type alone."""
    if found is None or found.kind != truth.deed.kind:
        return False
    if found.kind in POINTED:
        return _hit(found, truth, profile)
    if found.kind == "type" or (found.kind == "open_app" and profile.named):
        return token_f1(found.text, truth.deed.text) > OVERLAP
    if found.kind == "scroll":
        return not profile.scroll or found.direction == truth.deed.direction
    return True


def _hit(found: Deed, truth: Truth, profile: Profile) -> bool:
    if found.point is None:
        return False
    if truth.box is not None and within(found.point, truth.box):
        return True
    return profile.near != "" and distance(found, truth, profile.near) <= NEAR


def within(point: tuple[float, float], box: Box) -> bool:
    """Whether a point is in a box, its edges included."""
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def distance(found: Deed, truth: Truth, measure: Literal["width", "sides"]) -> float:
    """Between the points, in widths of the screen, or with each side as 1; infinite where one of them has none."""
    if found.point is None or truth.deed.point is None:
        return math.inf
    across, down = found.point[0] - truth.deed.point[0], found.point[1] - truth.deed.point[1]
    return math.hypot(across / truth.width, down / (truth.width if measure == "width" else truth.height))


def token_f1(found: str, truth: str) -> float:
    """The F1 of the tokens that two texts share, whatever their case; 1 where both are empty."""
    these, those = found.casefold().split(), truth.casefold().split()
    if not these or not those:
        return float(these == those)
    shared = sum((Counter(these) & Counter(those)).values())
    return 2 * shared / (len(these) + len(those))
