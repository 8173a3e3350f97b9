"""A screen for the papers' roles: a line for each element with its middle, and the picture."""

from __future__ import annotations

from collections.abc import Iterable

from agentprog.agents.screen_text import element_line, listed
from agentprog.frozen import field, frozen
from agentprog.ports import Bounds, Screen, Screenshot, Space

_MOST = 60


@frozen
class Spot:
    """One element: its text for a model, and its bounds in native pixels. `name` is its label alone."""

    line: str
    name: str
    bounds: Bounds
    active: bool = False
    """True if it can be touched or typed into."""
    editable: bool = False


@frozen
class Look:
    """One look at a phone. Width and height are native pixels."""

    app: str
    width: int
    height: int
    spots: tuple[Spot, ...]
    picture: Screenshot | None = field(default=None, repr=False)

    @property
    def sent(self) -> tuple[int, int]:
        """Width and height of the picture for the model; the screen's own if there is none."""
        return (self.picture.width, self.picture.height) if self.picture is not None else (self.width, self.height)

    def lines(self, space: Space = Space.ABSOLUTE) -> tuple[str, ...]:
        """Lines such as `(540, 1203) button "Save"`, in the model's coordinates."""
        shown = tuple(self._line(spot, space) for spot in self.spots[:_MOST])
        rest = len(self.spots) - len(shown)
        return (*shown, f"note: {rest} more elements not shown") if rest else shown

    def _line(self, spot: Spot, space: Space) -> str:
        across, down = space.model(*spot.bounds.center, sent=self.sent, screen=(self.width, self.height))
        return f"({int(across)}, {int(down)}) {spot.line}"

    def native(self, point: tuple[float, float], space: Space) -> tuple[int, int] | None:
        """The pixel that a model names; None for a place outside the screen."""
        return space.native(*point, sent=self.sent, screen=(self.width, self.height))

    def at(self, x: int, y: int) -> Spot | None:
        """The smallest touchable element at a pixel, or else the smallest other one."""
        return smallest(spot for spot in self.spots if spot.bounds.contains(x, y))


def smallest(spots: Iterable[Spot]) -> Spot | None:
    """The smallest element by area, touchable ones first."""
    return min(spots, key=lambda s: (not s.active, s.bounds.width * s.bounds.height), default=None)


def look_at(screen: Screen, app: str) -> Look:
    """The part of an observation for the roles."""
    spots = tuple(
        Spot(
            line=element_line(element),
            name=element.label,
            bounds=element.bounds,
            active=element.clickable or element.editable or element.checkable or element.long_clickable,
            editable=element.editable,
        )
        for element in listed(screen)
    )
    return Look(app=app, width=screen.width, height=screen.height, spots=spots, picture=screen.screenshot)
