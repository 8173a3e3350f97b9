"""Drawn screens whose objects have no words, only position and colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar
from urllib.parse import parse_qs

from agentprog.phone.apps.base import Activity, IntentFilter
from agentprog.phone.apps.drawn.surface import ACCENT, INK, PAPER, DrawnProcess, DrawnScreen
from agentprog.phone.apps.faces import LauncherIcon
from agentprog.phone.kernel.seeding import Seeder
from agentprog.phone.records import Intent, Rect
from agentprog.phone.render.canvas import Canvas
from agentprog.phone.widgets.base import MATCH, Fill, Metrics, Widget, pad
from agentprog.phone.widgets.controls import Text
from agentprog.phone.widgets.layout import Column, Row, Stack

_ROWS, _COLUMNS = ("upper", "middle", "lower"), ("left", "centre", "right")
COLOURS: Mapping[str, str] = {"red": "#C62828", "blue": "#1565C0", "yellow": "#F9A825", "purple": "#6A1B9A"}


class Field(DrawnScreen):
    """A board of nine lamps; a tap switches one."""

    surface: ClassVar[str] = "android.opengl.GLSurfaceView"

    def background(self) -> str:
        return "#111418"

    def picture(self) -> Widget:
        marks = self.app.marks()
        rows = [Row([self._lamp(f"{row} {column}", marks) for column in _COLUMNS], gap=14, weight=1, width=MATCH)
                for row in _ROWS]  # fmt: skip
        return Column(rows, gap=14, width=MATCH, padding=pad(18, 90), fill=Fill("#111418"))

    def _lamp(self, name: str, marks: Mapping[str, int]) -> Widget:
        lit = marks[name]
        lamp = Stack(
            [], desc=f"lamp {name}", weight=1, height=MATCH, fill=Fill("#FFD54F" if lit else "#2E363F", radius=20)
        )
        lamp.on_click = partial(self.app.mark, name, 1 - lit)
        return lamp


class LampField(DrawnProcess):
    package: ClassVar[str] = "org.example.lampfield"
    label: ClassVar[str] = "Lamp Field"
    icon: ClassVar[LauncherIcon] = LauncherIcon(symbol="bolt", background="#111418")
    launch: ClassVar[str] = Field.name
    activities: ClassVar[tuple[type[Activity], ...]] = (Field,)
    names: ClassVar[tuple[str, ...]] = tuple(f"{row} {column}" for row in _ROWS for column in _COLUMNS)

    @classmethod
    def drawn(cls, seeder: Seeder) -> Sequence[tuple[str, int]]:
        lit = set(seeder.rng.sample(cls.names, 4))
        return [(name, int(name in lit)) for name in cls.names]


@dataclass(eq=False, kw_only=True)
class _Land(Widget):
    """A map: land, a lake, two roads; `places` are its children's positions, as fractions of its size."""

    places: Sequence[tuple[float, float]] = field(default=())
    width: float = MATCH
    height: float = MATCH

    def arrange(self, m: Metrics, inner: Rect) -> None:
        wide, high, half = inner.right - inner.left, inner.bottom - inner.top, m.px(24)
        for child, (across, down) in zip(self.children, self.places, strict=True):
            x, y = inner.left + round(wide * across), inner.top + round(high * down)
            child.measure(m, 2 * half, 2 * half)
            child.place(m, Rect(x - half, y - half, x + half, y + half))

    def draw(self, canvas: Canvas, m: Metrics) -> None:
        r = self.rect
        wide, high = r.right - r.left, r.bottom - r.top
        canvas.fill(r, "#DDE8CF")
        canvas.fill(Rect(r.left + wide // 2, r.top + high // 2, r.right, r.top + high * 3 // 4), "#A9D0EA", m.px(60))
        canvas.fill(Rect(r.left, r.top + high // 3, r.right, r.top + high // 3 + m.px(10)), "#FFFFFF")
        canvas.fill(Rect(r.left + wide // 3, r.top, r.left + wide // 3 + m.px(10), r.bottom), "#FFFFFF")


class Map(DrawnScreen):
    """Pins on a map, without names; a tap on a pin shows its card, with a button to keep the place."""

    surface: ClassVar[str] = "android.view.TextureView"
    app: PinMap

    def create(self) -> None:
        self.chosen = ""
        self._look_up(self.intent)

    def new_intent(self, intent: Intent) -> None:
        self._look_up(intent)

    def _look_up(self, intent: Intent) -> None:
        """`geo:0,0?q=WORDS` shows the card of the place with that name, or else only the map."""
        query = parse_qs(intent.data.partition("?")[2]).get("q", [""])[0].strip().casefold()
        found = [colour for colour, title in PinMap.titles.items() if query and query in title.casefold()]
        self.chosen = found[0] if len(found) == 1 else ""

    def picture(self) -> Widget:
        pins = [self._pin(colour) for colour in self.app.places]
        land = _Land(places=list(self.app.places.values()), children=pins, weight=1)
        return Column([land, *([self._card()] if self.chosen else [])], fill=Fill(PAPER))

    def _pin(self, colour: str) -> Widget:
        face = Stack([], width=30, height=30, fill=Fill(COLOURS[colour], radius=15, outline="#FFFFFF"), align="center")
        face.align_vertical = "center"
        return Stack([face], desc=f"{colour} pin", on_click=partial(self._choose, colour))

    def _choose(self, colour: str) -> None:
        self.chosen = colour

    def _card(self) -> Widget:
        is_kept = self.app.marks()[self.chosen]
        title = Text(PinMap.titles[self.chosen], size=22, color=INK)
        keep = Text("Kept" if is_kept else "Keep this place", size=18, color="#FFFFFF", padding=pad(18, 12))
        keep.fill = Fill(ACCENT, radius=8)
        keep.on_click = partial(self.app.mark, self.chosen, 1)
        return Column([title, keep], gap=14, width=MATCH, padding=pad(22, 20))


class PinMap(DrawnProcess):
    package: ClassVar[str] = "org.example.pinmap"
    label: ClassVar[str] = "Pin Map"
    icon: ClassVar[LauncherIcon] = LauncherIcon(symbol="flag", background="#558B2F")
    launch: ClassVar[str] = Map.name
    activities: ClassVar[tuple[type[Activity], ...]] = (Map,)
    filters: ClassVar[tuple[IntentFilter, ...]] = (
        IntentFilter(action="android.intent.action.VIEW", activity=Map.name, schemes=("geo",)),
    )
    names: ClassVar[tuple[str, ...]] = tuple(COLOURS)
    titles: ClassVar[Mapping[str, str]] = {
        "red": "Old Mill", "blue": "Boat House", "yellow": "Bakery Lane", "purple": "Hill Chapel",
    }  # fmt: skip
    places: ClassVar[Mapping[str, tuple[float, float]]] = {
        "red": (0.2, 0.18), "blue": (0.72, 0.62), "yellow": (0.55, 0.25), "purple": (0.24, 0.78),
    }  # fmt: skip
