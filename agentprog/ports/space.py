"""The coordinate systems in which models name places on a picture, by model family."""

from __future__ import annotations

from enum import StrEnum


class Space(StrEnum):
    """`absolute` means pixels of the sent picture; the others mean a grid over it, for any size."""

    ABSOLUTE = "absolute"
    THOUSAND = "0-1000"
    BELOW_THOUSAND = "0-999"

    def words(self, width: int, height: int) -> str:
        """The description of the coordinates for a prompt, for a picture of this size."""
        if self is Space.ABSOLUTE:
            return f"Coordinates are pixels of the picture, which is {width} wide and {height} high."
        return f"Coordinates run from 0 to {self._last:g} over the whole picture, in width and in height."

    def native(
        self, across: float, down: float, *, sent: tuple[int, int], screen: tuple[int, int]
    ) -> tuple[int, int] | None:
        """The screen pixel for a place on the sent picture; None for a place outside of it."""
        wide, high = (float(side) for side in sent) if self is Space.ABSOLUTE else (self._last, self._last)
        if not (0 <= across <= wide and 0 <= down <= high):
            return None
        x, y = across / wide * screen[0], down / high * screen[1]
        return min(int(x), screen[0] - 1), min(int(y), screen[1] - 1)

    def model(self, x: int, y: int, *, sent: tuple[int, int], screen: tuple[int, int]) -> tuple[float, float]:
        """The place on the sent picture for the middle of a screen pixel."""
        wide, high = (float(side) for side in sent) if self is Space.ABSOLUTE else (self._last, self._last)
        return (x + 0.5) / screen[0] * wide, (y + 0.5) / screen[1] * high

    @property
    def _last(self) -> float:
        return 1000.0 if self is Space.THOUSAND else 999.0
