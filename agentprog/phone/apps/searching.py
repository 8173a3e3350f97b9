"""Searchable screens, and the search field in the top bar of the Simple apps."""

from __future__ import annotations

from collections.abc import Sequence

from agentprog.phone.apps.base import Activity
from agentprog.phone.widgets.base import MATCH, Callback, Fill, Widget, pad
from agentprog.phone.widgets.controls import icon_button
from agentprog.phone.widgets.edit import TextField
from agentprog.phone.widgets.layout import Row
from agentprog.phone.widgets.states import SEARCH, EditState


class Searching(Activity):
    """`searching` is true during a search for `query`. An override of `create` must call this one first."""

    def create(self) -> None:
        self.searching = False
        self.query = EditState(action=SEARCH, on_change=lambda _: self.typed())

    def typed(self) -> None:
        """Called each time the search words change."""
        self.ctx.invalidate()

    def search(self) -> None:
        self.searching = True
        self.focus_on(self.query)

    def stop_searching(self) -> None:
        self.searching = False
        self.query.load("")
        self.blur()


class SimpleSearching(Searching):
    """A main screen of the Simple apps: a touch on the bar's field starts a search."""

    def create(self) -> None:
        super().create()
        self.query.on_focus = self._focused

    def _focused(self, gained: bool) -> None:
        self.searching = self.searching or gained

    def search_bar(self, actions: Sequence[Widget], *, up: Callback | None = None, hint: str = "Search") -> Row:
        """The bar, with these actions outside a search; `up`, if set, is the target of its arrow."""
        t = self.t
        back = self.stop_searching if self.searching else up
        icon, words = ("back", "Back") if back else ("search", "Search")
        lead = icon_button(
            icon, words, back or self.search, id="top_toolbar_search_icon", class_name="android.widget.ImageView"
        )
        field = TextField(self.query, id="top_toolbar_search", hint=hint, look="plain", weight=1, size=17)
        field.color, field.accent, field.hint_color = t.text, t.primary, t.muted
        return Row(
            [lead, field, *(() if self.searching else actions)], id="top_toolbar_holder",
            class_name="android.widget.RelativeLayout", width=MATCH, height=56, margin=pad(12, 8), padding=pad(4, 0),
            fill=Fill(t.raised, radius=28),
        )  # fmt: skip
