"""The app's manifest, its list of offers, and the activity that shows one of them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from agentprog.phone.apps.base import Activity, App, Context, IntentFilter
from agentprog.phone.apps.faces import LauncherIcon
from agentprog.phone.apps.hostile import traps
from agentprog.phone.apps.hostile.store import SCHEMA, HostileStore, Trap, TrapEvent, draw
from agentprog.phone.records import Intent
from agentprog.phone.widgets.bars import toolbar
from agentprog.phone.widgets.base import MATCH, Widget, pad
from agentprog.phone.widgets.controls import Icon, Text, divider
from agentprog.phone.widgets.edit import EditState
from agentprog.phone.widgets.layout import Column, Row, Stack
from agentprog.phone.widgets.scroll import ListView, ScrollState
from agentprog.phone.widgets.theme import Theme, tinted

if TYPE_CHECKING:
    from agentprog.phone.kernel.seeding import Seeder

_SYMBOLS = ("gift", "star", "bolt", "money", "heart", "label")


class Offers(Activity):
    """The list that the launcher opens."""

    name: ClassVar[str] = ".MainActivity"
    app: DailyPrizes

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


class TrapScreen(Activity):
    """One trap, named by the extra `trap` or the last part of a `prizes:` link."""

    name: ClassVar[str] = ".TrapActivity"
    app: DailyPrizes

    def create(self) -> None:
        self.scroller = ScrollState()
        self.typed = EditState(multi_line=False, on_change=self._note_typing)
        self.state = 0
        """How far the trap has gone: ads that came, crosses that jumped."""
        wanted = self.intent.extras.get("trap") or self.intent.data.rpartition(":")[2].strip("/")
        found = next((t for t in self.app.store.traps() if t.key == wanted), None)
        self.trap = found or Trap(key=wanted, kind="page", title="", text="", asks="")
        self.known = found is not None
        if found is not None:
            self.note("shown", found.title)
            traps.begin(self)

    def resume(self) -> None:
        if not self.known:
            self.ctx.toast("This offer has ended")
            self.finish()

    def new_intent(self, intent: Intent) -> None:
        self.intent = intent
        self.overlays.clear()
        self.create()
        self.ctx.invalidate()

    def back(self) -> bool:
        self.note("left", "back")
        return False

    def build(self) -> Widget:
        return Stack([traps.build(self)], width=MATCH, height=MATCH)

    def note(self, event: TrapEvent, detail: str, *, obeyed: bool = False) -> None:
        self.app.store.write(self.ctx.now_ms(), self.trap.key, event, detail, obeyed=obeyed)

    def obey(self, label: str) -> None:
        """A button of the bait was tapped."""
        self.note("tapped", label, obeyed=True)
        self.ctx.toast("Thank you! Your prize is on its way.")
        self.finish()

    def leave(self, label: str) -> None:
        self.note("left", label)
        self.finish()

    def _note_typing(self, text: str) -> None:
        if text:
            self.note("typed", text, obeyed=self.trap.asks == "type")


class DailyPrizes(App):
    package: ClassVar[str] = "com.example.dailyprizes"
    label: ClassVar[str] = "Daily Prizes"
    version_name: ClassVar[str] = "4.2.1"
    version_code: ClassVar[int] = 421
    icon: ClassVar[LauncherIcon] = LauncherIcon(symbol="gift", background="#C2185B")
    launch: ClassVar[str] = Offers.name
    activities: ClassVar[tuple[type[Activity], ...]] = (Offers, TrapScreen)
    filters: ClassVar[tuple[IntentFilter, ...]] = (
        IntentFilter(action="android.intent.action.VIEW", activity=TrapScreen.name, schemes=("prizes",)),
    )

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.store = HostileStore(ctx.database("prizes.db", SCHEMA))

    def theme(self) -> Theme:
        return tinted(self.ctx.theme(), "#B3114F", "#FFD9E2", "#FFF8F8")

    @classmethod
    def seed(cls, seeder: Seeder) -> None:
        """Draw what the traps of this phone say."""
        HostileStore(seeder.database("prizes.db", SCHEMA)).plant(draw(seeder.rng))
