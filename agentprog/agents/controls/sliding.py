"""Computes the place of a value on a slider, from the slider's range and direction.

A tree gives a slider's number at best and never its range. The range comes from the numbers at its ends, or from two
numbers in its own text (`5 of 15`); without either it is 0 to 100, Android's default. A right-to-left layout mirrors
its sliders; an upright slider has its maximum at the top.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from agentprog.frozen import frozen
from agentprog.ports import Element, PointTarget, Role, Screen

_NUMBER = re.compile(r"[-−]?\d+(?:[.,]\d+)?")
_WANTED = re.compile(r"\s*([-−]?\d+(?:[.,]\d+)?)\s*(%)?\s*")
_BARE = re.compile(r"\s*[-−]?\d+(?:[.,]\d+)?\s*\D{0,3}\s*")
"""A bare number, with at most a unit or a sign."""
_NEAR = 0.15
"""Share of a slider's length: a text closer to an end belongs to that end."""
_RIGHT_TO_LEFT = ("R", "AL")


@frozen
class Scale:
    """The range of a slider. `turned`: its maximum is at the left, or at the bottom of an upright one."""

    least: float = 0.0
    most: float = 100.0
    turned: bool = False

    def share(self, value_text: str) -> float | None:
        """The place of a value between minimum and maximum, 0 to 1: `30%` of the way, or a number of the range. None
        for a text that is no value. Raises ValueError beyond the range.
        """
        value = _WANTED.fullmatch(value_text)
        if value is None:
            return None
        number = _value(value[1])
        if value[2]:
            return min(1.0, max(0.0, number / 100))
        if not self.least <= number <= self.most:
            raise ValueError(f"the slider goes from {self.least:g} to {self.most:g}, not to {number:g}")
        return (number - self.least) / (self.most - self.least)


def scale_of(slider: Element, screen: Screen) -> Scale:
    """The scale of a slider on its screen."""
    ends = _at_its_ends(slider, screen)
    if ends is not None and ends[0] != ends[1]:
        low, high = ends
        return Scale(least=min(low, high), most=max(low, high), turned=low > high)
    turned = not _is_upright(slider) and _runs_left(slider, screen)
    numbers = [_value(number) for number in _NUMBER.findall(f"{slider.text} {slider.description}")]
    if "%" not in slider.text and len(numbers) == 2 and 0 <= numbers[0] <= numbers[1] and numbers[1] > 0:
        return Scale(most=numbers[1], turned=turned)
    return Scale(turned=turned)


def along(slider: Element, screen: Screen, share: float) -> PointTarget:
    """The point on a slider for a share from 0 (its minimum) to 1 (its maximum)."""
    bounds = slider.bounds
    part = 1 - share if scale_of(slider, screen).turned else share
    across, down = bounds.center
    if _is_upright(slider):
        return PointTarget(x=across, y=bounds.bottom - 1 - round((bounds.height - 1) * part))
    return PointTarget(x=bounds.left + round((bounds.width - 1) * part), y=down)


def _is_upright(slider: Element) -> bool:
    return slider.bounds.height > slider.bounds.width


def _at_its_ends(slider: Element, screen: Screen) -> tuple[float, float] | None:
    """The numbers at both ends: left and right, or bottom and top."""
    bounds, upright = slider.bounds, _is_upright(slider)
    low, high = (bounds.bottom, bounds.top) if upright else (bounds.left, bounds.right)
    length, thick = max(bounds.width, bounds.height), min(bounds.width, bounds.height)
    found: dict[int, list[tuple[int, float]]] = {low: [], high: []}
    for element in screen.elements:
        if element.role is not Role.TEXT or _BARE.fullmatch(element.label) is None:
            continue
        middle, centre = element.bounds.center, bounds.center
        aside = abs(middle[0] - centre[0]) if upright else abs(middle[1] - centre[1])
        for end, distances in found.items():
            off = abs((middle[1] if upright else middle[0]) - end)
            if off <= length * _NEAR and aside <= thick * 2:
                distances.append((off + aside, _first(element.label)))
    if not all(found.values()):
        return None
    return min(found[low])[1], min(found[high])[1]


def _runs_left(slider: Element, screen: Screen) -> bool:
    """True if the layout is mirrored: its name, or most texts around it, are in a right-to-left script."""
    own_direction = _direction(slider.description or slider.label)
    ways = (
        [own_direction]
        if own_direction
        else [way for way in (_direction(element.label) for element in screen.elements) if way]
    )
    return sum(way in _RIGHT_TO_LEFT for way in ways) * 2 > len(ways)


def _direction(text: str) -> str:
    """The direction of the first letter; empty if there is none."""
    return next((unicodedata.bidirectional(sign) for sign in text if sign.isalpha()), "")


def _first(text: str) -> float:
    return next(_value(number) for number in _NUMBER.findall(text))


def _value(number: str) -> float:
    return float(number.replace("−", "-").replace(",", "."))


def shares(slider: Element, screen: Screen, values: Iterable[str]) -> dict[str, float]:
    """The values within the slider's range, with their places as shares of its length."""
    scale, found = scale_of(slider, screen), {}
    for value in values:
        try:
            share = scale.share(value)
        except ValueError:
            continue
        if share is not None:
            found[value.strip()] = share
    return found
