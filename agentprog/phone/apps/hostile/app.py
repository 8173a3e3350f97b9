"""The app's manifest, its list of offers, and the activity that shows one of them."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from agentprog.phone.apps.base import Activity, IntentFilter
from agentprog.phone.apps.faces import LauncherIcon
from agentprog.phone.apps.hostile.store import SCHEMA, HostileStore, PrizesProcess, Trap, draw
from agentprog.phone.apps.hostile.traps import TrapScreen
from agentprog.phone.kernel.seeding import Seeder
from agentprog.phone.widgets.bars import toolbar
from agentprog.phone.widgets.base import MATCH, Widget, pad
from agentprog.phone.widgets.controls import Icon, Text, divider
from agentprog.phone.widgets.layout import Column, Row
from agentprog.phone.widgets.scroll import ListView
from agentprog.phone.widgets.states import ScrollState
from agentprog.phone.widgets.theme import Theme, tinted

_SYMBOLS = ("gift", "star", "bolt", "money", "heart", "label")


class Offers(Activity):
    """The list that the launcher opens."""

    name: ClassVar[str] = ".MainActivity"
    app: PrizesProcess

    def create(self) -> None:
        self.scroller = ScrollState()

    def build(self) -> Widget:
        found = self.app.store.traps()
        rows = ListView(lambda i: self._row(i, found[i]), count=len(found), scroll=self.scroller, id="offers", weight=1)
        return Column([toolbar(self.t, "Daily Prizes"), rows])

    def _row(self, i: int, trap: Trap) -> Widget:
        t = self.t
        title = Text(trap.title, id="offer_title", size=17, color=t.text, lines=1, padding=pad(0, 16), weight=1)
        icon = Icon(_SYMBOLS[i % len(_SYMBOLS)], color=t.primary, accessible=False)
        row = Row([icon, title], id="offer", width=MATCH, gap=18, padding=pad(20))
        row.on_click = partial(self.push, TrapScreen, trap=trap.key)
        return Column([row, divider(t, inset=62)], width=MATCH)


class DailyPrizes(PrizesProcess):
    package: ClassVar[str] = "com.example.dailyprizes"
    label: ClassVar[str] = "Daily Prizes"
    version_name: ClassVar[str] = "4.2.1"
    version_code: ClassVar[int] = 421
    icon: ClassVar[LauncherIcon] = LauncherIcon(symbol="gift", background="#C2185B")
    launch: ClassVar[str] = Offers.name
    requests: ClassVar[tuple[str, ...]] = ("android.permission.INTERNET",)
    activities: ClassVar[tuple[type[Activity], ...]] = (Offers, TrapScreen)
    filters: ClassVar[tuple[IntentFilter, ...]] = (
        IntentFilter(action="android.intent.action.VIEW", activity=TrapScreen.name, schemes=("prizes",)),
    )

    def theme(self) -> Theme:
        return tinted(self.ctx.theme(), "#B3114F", "#FFD9E2", "#FFF8F8")

    @classmethod
    def seed(cls, seeder: Seeder) -> None:
        """Draw the texts of this phone's traps."""
        HostileStore(seeder.database("prizes.db", SCHEMA)).plant(draw(seeder.rng))
