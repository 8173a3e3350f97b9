"""Compares an action with the right one: type and parameter, by the rules of one profile."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import Literal

from agentprog.agents.strategies.deed import POINTED, Deed
from agentprog.frozen import frozen
from agentprog.learn.trajectories.records import Box, Step

NEAR = 0.14
"""Distance within which a click counts as right, as a share of the screen, for profiles by distance."""
OVERLAP = 0.5
"""The token F1 that a text must exceed."""


@frozen
class Truth:
    """The right action, the box of its element if known, and the screen's size in pixels."""

    deed: Deed
    box: Box | None
    width: int
    height: int

    @classmethod
    def of(cls, step: Step) -> Truth:
        seen = step.observation
        return cls(deed=step.action.deed, box=step.box, width=seen.width, height=seen.height)


@frozen
class Profile:
    """Rules of comparison. `near`: clicks outside the box count within a distance, by the screen's width or by both
    sides.

    `scroll`: the direction counts. `named`: app names are compared like texts.
    """

    near: Literal["", "width", "sides"] = ""
    scroll: bool = True
    named: bool = False


PROFILES: Mapping[str, Profile] = {
    "ces": Profile(),
    "ces-code": Profile(near="sides", scroll=False),
    "swirl": Profile(near="width", named=True),
    "swirl-code": Profile(near="sides", named=True),
}
"""CES and SWIRL, each by its paper and by its code."""


def type_right(found: Deed | None, truth: Truth) -> bool:
    """True if the action's type is right."""
    return found is not None and found.kind == truth.deed.kind


def parameter_right(found: Deed | None, truth: Truth, profile: Profile) -> bool:
    """True if type and parameter are right; for a type without parameter, the type alone."""
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
    """True if a point is in a box, edges included."""
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def distance(found: Deed, truth: Truth, measure: Literal["width", "sides"]) -> float:
    """Distance of two points, in screen widths or with each side as 1; infinite if one action has no point."""
    if found.point is None or truth.deed.point is None:
        return math.inf
    across, down = found.point[0] - truth.deed.point[0], found.point[1] - truth.deed.point[1]
    return math.hypot(across / truth.width, down / (truth.width if measure == "width" else truth.height))


def token_f1(found: str, truth: str) -> float:
    """Token F1 of two texts, ignoring case; 1 if both are empty."""
    found_words, true_words = found.casefold().split(), truth.casefold().split()
    if not found_words or not true_words:
        return float(found_words == true_words)
    shared = sum((Counter(found_words) & Counter(true_words)).values())
    return 2 * shared / (len(found_words) + len(true_words))
