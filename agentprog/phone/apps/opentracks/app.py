"""The app's manifest, its list of tracks, and their sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar

from agentprog.phone.apps.base import Activity
from agentprog.phone.apps.faces import LauncherIcon
from agentprog.phone.apps.opentracks.store import (
    DATABASE,
    PACKAGE,
    SCHEMA,
    OpenTracksProcess,
    Track,
    TrackStore,
    day,
    distance,
    elapsed,
    speed,
)
from agentprog.phone.apps.opentracks.track import Edit, Recorded, Recording, Stopped, TrackScreen
from agentprog.phone.kernel.seeding import Seeder, pools
from agentprog.phone.widgets.bars import Item, toolbar
from agentprog.phone.widgets.base import MATCH, Fill, Widget, pad
from agentprog.phone.widgets.controls import Icon, Text, divider, fab, icon_button
from agentprog.phone.widgets.edit import TextField
from agentprog.phone.widgets.layout import Column, Row, Stack, spacer
from agentprog.phone.widgets.scroll import ListView
from agentprog.phone.widgets.states import SEARCH, EditState, ScrollState

_DAY_MS, _MINUTE_MS = 86_400_000, 60_000


class Main(TrackScreen):
    """The list, newest first; a long press starts a selection."""

    name: ClassVar[str] = ".TrackListActivity"

    def create(self) -> None:
        self.scroller = ScrollState()
        self.query = EditState(action=SEARCH, on_action=lambda _: self._submit())
        self.asking, self.words = False, ""
        self.selected: set[int] = set()

    def back(self) -> bool:
        if not (self.asking or self.words or self.selected):
            return False
        self.asking, self.words = False, ""
        self.selected.clear()
        self.blur()
        return True

    def build(self) -> Widget:
        tracks, t = self.app.store.all(self.words), self.t
        if tracks:
            row = partial(self._row, tracks)
            body: Widget = ListView(row, count=len(tracks) + 1, scroll=self.scroller, id="track_list", weight=1)
        else:
            words = "Start recording your next adventure here"
            body = Text(words, size=20, color=t.text, width=MATCH, padding=pad(24, 24), weight=1)
        record = fab(t, "circle", "Record", self._record, id="track_list_fab_action")
        sums = icon_button("chart", "", partial(self._sums, ()), id="aggregated_stats_button", color=t.text)
        below = Row([sums], id="bottom_app_bar", width=MATCH, height=56, fill=Fill(t.raised), padding=pad(8, 4))
        return Stack([Column([self._bar(), body, below], width=MATCH, height=MATCH), record])

    def _bar(self) -> Widget:
        if self.selected:
            return self._selection_bar()
        if self.asking:
            field = TextField(self.query, id="search_src_text", hint="Search…", look="plain", weight=1, size=18)
            field.color, field.accent, field.hint_color = self.t.text, self.t.primary, self.t.muted
            return Row([icon_button("back", "Collapse", self.back, color=self.t.text), field], width=MATCH, height=64)
        search = Item(title="Search", icon="search", id="track_list_search", action=self._search)
        return toolbar(self.t, self.words or "OpenTracks", actions=[search], id="track_list_toolbar")

    def _selection_bar(self) -> Widget:
        edit_item = [Item(title="Edit", icon="edit", id="list_context_menu_edit", action=self._edit)]
        actions = [
            *(edit_item if len(self.selected) == 1 else ()),
            Item(title="Delete", icon="delete", id="list_context_menu_delete", action=self._delete),
            Item(title="Aggregated stats", icon="chart", id="list_context_menu_aggregated_stats", action=self._some),
            Item(title="Select all", icon="list", id="list_context_menu_select_all", action=self._all),
        ]
        bar = toolbar(
            self.t, str(len(self.selected)), up=self._unselect, up_icon="close", up_desc="Done", actions=actions
        )
        bar.fill = Fill(self.t.container)
        return bar

    def _row(self, tracks: Sequence[Track], i: int) -> Widget:
        """A track; the last one has space below it, so that the round button covers no row."""
        if i == len(tracks):
            return spacer(height=80)
        track, t = tracks[i], self.t
        small = partial(Text, size=12, color=t.muted)
        name = Text(track.name, id="track_list_item_name", size=16, color=t.text, lines=1, weight=1)
        far = "({}{})".format(*distance(track.distance))
        time = small(f"{elapsed(track.total)} {far}", id="track_list_item_time_distance", weight=1)
        if track.id == self.app.recording:
            time = small("Recording…", id="track_list_item_time_distance", weight=1)
        when = small(day(track.begun.date(), self.ctx.now().date()), id="track_list_item_date")
        clock = small(f"{track.begun:%H:%M}", id="track_list_item_time")
        lines: list[Widget] = [Row([name, when], width=MATCH), Row([time, clock], width=MATCH)]
        if track.description:
            lines.append(small(track.description, id="track_list_item_category_description", lines=2))
        icon = Icon("flag", id="track_list_item_icon", desc="Track", color=t.muted)
        row = Row([icon, Column(lines, weight=1, gap=4)], width=MATCH, gap=12, padding=pad(12, 10))
        row.selected = track.id in self.selected
        row.fill = Fill(t.container) if row.selected else None
        row.on_click = partial(self._toggle if self.selected else self._open, track.id)
        row.on_long_click = partial(self._toggle, track.id)
        return Column([row, divider(t)], width=MATCH)

    def _open(self, number: int) -> None:
        self.push(Recording if number == self.app.recording else Recorded, track_id=str(number))

    def _toggle(self, number: int) -> None:
        self.selected ^= {number}

    def _unselect(self) -> None:
        self.selected.clear()

    def _all(self) -> None:
        self.selected = {track.id for track in self.app.store.all(self.words)}

    def _edit(self) -> None:
        self.push(Edit, track_id=str(next(iter(self.selected))))
        self._unselect()

    def _delete(self) -> None:
        self.ask_delete(sorted(self.selected), self._unselect)

    def _some(self) -> None:
        self._sums(sorted(self.selected))
        self._unselect()

    def _sums(self, numbers: Sequence[int]) -> None:
        self.push(Sums, tracks=" ".join(map(str, numbers)))

    def _search(self) -> None:
        self.asking = True
        self.focus_on(self.query)

    def _submit(self) -> None:
        self.asking, self.words = False, self.query.text.strip()
        self.blur()

    def _record(self) -> None:
        """Show the current recording; begin one if there is none."""
        if not self.app.recording:
            now = self.ctx.now()
            started = Track(name=f"{now:%Y-%m-%d %H:%M}", start=self.ctx.now_ms(), category="unknown")
            self.app.recording = self.app.store.add(started)
        self._open(self.app.recording)


class Sums(TrackScreen):
    """Sums of all or of the chosen tracks: for each kind the number, distance, time and speed."""

    name: ClassVar[str] = ".ui.aggregatedStatistics.AggregatedStatisticsActivity"

    def create(self) -> None:
        self.scroller = ScrollState()

    def build(self) -> Widget:
        chosen = {int(number) for number in self.intent.extras.get("tracks", "").split()}
        kinds: dict[str, list[Track]] = {}
        for track in self.app.store.all():
            if not chosen or track.id in chosen:
                kinds.setdefault(track.category, []).append(track)
        listed = sorted(kinds.items(), key=lambda kind: (-len(kind[1]), kind[0]))
        body: Widget = ListView(
            lambda i: self._row(*listed[i]),
            count=len(listed),
            scroll=self.scroller,
            id="aggregated_stats_list",
            weight=1,
        )
        if not listed:
            words = "Record your first track to see aggregated statistics"
            body = Text(words, size=20, color=self.t.text, id="aggregated_stats_empty_view", padding=pad(24, 24))
        return Column([toolbar(self.t, "Aggregated stats", up=self.finish), body])

    def _row(self, kind: str, tracks: Sequence[Track]) -> Widget:
        t = self.t
        small = partial(Text, size=12, color=t.muted)
        whole = replace(
            tracks[0], distance=sum(track.distance for track in tracks), moving=sum(track.moving for track in tracks)
        )
        number, unit = distance(whole.distance)
        name = Text(kind, id="aggregated_stats_type_label", size=18, color=t.text)
        figures = (
            ("distance", number, unit), ("time", elapsed(whole.moving), ""),
            ("avg_rate", speed(whole.moving_speed), "mph"),
            ("max_rate", speed(max(track.fastest for track in tracks)), "mph"),
        )  # fmt: skip
        labels = {"avg_rate": "Avg moving speed", "max_rate": "Max speed"}
        cells: list[Widget] = []
        for id, value, unit in figures:
            parts = [Text(value, id=f"aggregated_stats_{id}", size=16, color=t.text)]
            parts += [small(unit, id=f"aggregated_stats_{id}_unit")] if unit else []
            below = [small(labels[id], id=f"aggregated_stats_{id}_label")] if id in labels else []
            cells.append(Column([Row([*parts], gap=4), *below], weight=1))
        head = Row(
            [Icon("flag", color=t.muted), name, small(f"({len(tracks)})", id="aggregated_stats_num_tracks")], gap=8
        )
        return Column([head, Row(cells, width=MATCH), divider(t)], width=MATCH, padding=pad(12, 10), gap=6)


class OpenTracks(OpenTracksProcess):
    package: ClassVar[str] = PACKAGE
    label: ClassVar[str] = "OpenTracks"
    version_name: ClassVar[str] = "v4.11.3"
    version_code: ClassVar[int] = 5705
    icon: ClassVar[LauncherIcon] = LauncherIcon(symbol="location", background="#B71C1C")
    launch: ClassVar[str] = Main.name
    activities: ClassVar[tuple[type[Activity], ...]] = (Main, Recorded, Edit, Stopped, Recording, Sums)
    requests: ClassVar[tuple[str, ...]] = tuple(
        f"android.permission.{name}"
        for name in ("ACCESS_COARSE_LOCATION", "ACCESS_FINE_LOCATION", "BLUETOOTH_CONNECT", "POST_NOTIFICATIONS")
    )

    @classmethod
    def seed(cls, seeder: Seeder) -> None:
        """Create tracks of the days before now."""
        store, rng, now = TrackStore(seeder.database(DATABASE, SCHEMA)), seeder.rng, seeder.clock.now_ms()
        kinds = {"running": (10, 3.0), "hiking": (90, 1.2), "biking": (45, 6.0), "swimming": (30, 0.8)}
        for name in rng.sample(pools()["tracks"], int(seeder.option("tracks", 0))):
            kind = rng.choice(list(kinds))
            minutes, pace = kinds[kind]
            took = minutes * rng.randint(2, 6) * _MINUTE_MS // 2
            far = round(took / 1000 * pace)
            start = now - rng.randint(1, 20 * _DAY_MS) - took
            climb = float(rng.randint(0, 200))
            track = Track(name=name, category=kind, start=start, total=took, moving=took, distance=float(far))
            store.add(replace(track, fastest=pace * 1.4, gain=climb, loss=climb))
