"""The pages of a track: its figures, its editor, and its recording."""

from __future__ import annotations

from typing import ClassVar

from agentprog.phone.apps.base import Activity
from agentprog.phone.apps.opentracks.store import (
    OpenTracksProcess,
    Track,
    distance,
    elapsed,
    elevation,
    moment,
    speed,
)
from agentprog.phone.widgets.bars import Item, tabs, toolbar
from agentprog.phone.widgets.base import MATCH, Callback, Widget, pad
from agentprog.phone.widgets.controls import Button, Icon, Text, divider, fab
from agentprog.phone.widgets.edit import TextField
from agentprog.phone.widgets.layout import Column, Row, Stack, spacer
from agentprog.phone.widgets.overlay import Alert
from agentprog.phone.widgets.scroll import ScrollView
from agentprog.phone.widgets.states import EditState, ScrollState

_SECOND = 1.0


class TrackScreen(Activity):
    """A page about the track in its intent."""

    app: OpenTracksProcess

    @property
    def number(self) -> int:
        return int(self.intent.extras.get("track_id", "0"))

    def track(self) -> Track:
        """The current track; an empty one if it was deleted."""
        return self.app.store.get(self.number) or Track()

    def ask_delete(self, numbers: list[int], done: Callback | None = None) -> None:
        """Ask, delete the tracks, then leave or call `done`."""

        def delete() -> None:
            self.app.store.delete(numbers)
            (done or self.finish)()

        tracks = "The track and its" if len(numbers) == 1 else "The selected tracks and their"
        words = f"{tracks} markers will be permanently deleted from the device."
        alert = Alert(theme=self.t, title="Delete track?", message=words, positive=("OK", delete))
        alert.negative = ("Cancel", lambda: None)
        self.alert(alert)


class Recorded(TrackScreen):
    """The figures of a track."""

    name: ClassVar[str] = ".TrackRecordedActivity"

    def create(self) -> None:
        self.scroller = ScrollState()

    def build(self) -> Widget:
        t, track = self.t, self.track()
        bar = toolbar(t, track.name, up=self.finish, overflow=self._more)
        shown = tabs(t, [Item(title="Stats", action=lambda: None)], 0, id="track_detail_activity_tablayout")
        body = Column([*self._head(track), divider(t), *self._figures(track)], width=MATCH, padding=pad(16, 8))
        return Column([bar, shown, ScrollView(body, scroll=self.scroller, weight=1)])

    def _head(self, track: Track) -> list[Widget]:
        t = self.t
        name = Text(track.name, id="stats_name_value", size=18, color=t.text, weight=1)
        icon = Icon("flag", id="stats_activity_type_icon", color=t.muted)
        words = [Text(track.description, id="stats_description_value", color=t.muted)] if track.description else []
        begun = Text(moment(track.begun), id="stats_start_datetime_value", color=t.muted)
        return [Row([icon, name], width=MATCH, gap=12), *words, begun]

    def _figures(self, track: Track) -> list[Widget]:
        number, unit = distance(track.distance)
        return [
            self._figure("distance", "Distance", number, unit),
            self._figure("moving_time", "Moving time", elapsed(track.moving)),
            self._figure("total_time", "Total time", elapsed(track.total)),
            self._figure("max_speed", "Max speed", speed(track.fastest), "mph"),
            self._figure("moving_speed", "Avg moving speed", speed(track.moving_speed), "mph"),
            self._figure("average_speed", "Avg speed", speed(track.speed), "mph"),
            self._figure("altitude_gain", "Gain", elevation(track.gain), "ft"),
            self._figure("altitude_loss", "Loss", elevation(track.loss), "ft"),
        ]

    def _figure(self, id: str, label: str, value: str, unit: str = "") -> Widget:
        t = self.t
        parts: list[Widget] = [Text(value, id=f"stats_{id}_value", size=26, color=t.text)]
        if unit:
            parts.append(Text(unit, id=f"stats_{id}_unit", size=12, color=t.muted))
        return Column(
            [Text(label, id=f"stats_{id}_label", size=12, color=t.muted), Row(parts, gap=6)], margin=pad(0, 6)
        )

    def _more(self) -> None:
        self.menu(
            [
                Item(title="Edit", action=lambda: self.push(Edit, track_id=str(self.number))),
                Item(title="Delete", action=lambda: self.ask_delete([self.number])),
            ]
        )


class Edit(TrackScreen):
    """Name, kind and description; Save writes them."""

    name: ClassVar[str] = ".TrackEditActivity"

    def create(self) -> None:
        track = self.track()
        self.fields = [EditState(text=track.name), EditState(text=track.category)]
        self.fields.append(EditState(text=track.description, multi_line=True, action=0))

    def build(self) -> Widget:
        rows = list(map(self._field, ("name", "activity_type", "description"), self.fields))
        return Column([toolbar(self.t, "Edit", up=self.finish), *rows, spacer(weight=1), self._buttons()])

    def _field(self, id: str, state: EditState) -> Widget:
        label = id.replace("_", " ").capitalize()
        field = TextField(state, id=f"track_edit_{id}", hint=label, look="line", size=16, color=self.t.text)
        field.accent, field.hint_color, field.margin = self.t.primary, self.t.muted, pad(16, 10)
        return field

    def _buttons(self) -> Widget:
        cancel = Button("Cancel", self.t, id="track_edit_cancel", on_click=self.finish, weight=1)
        save = Button("Save", self.t, id="track_edit_save", on_click=self.save, weight=1)
        return Row([cancel, save], width=MATCH)

    def save(self) -> None:
        name, kind, description = (state.text.strip() for state in self.fields)
        self.app.store.describe(self.number, name, kind, description)
        self.finish()


class Stopped(Edit):
    """A stopped recording: the person names and keeps it, continues it, or deletes it."""

    name: ClassVar[str] = ".TrackStoppedActivity"

    def _buttons(self) -> Widget:
        t = self.t
        discard = Button("Discard", t, on_click=lambda: self.ask_delete([self.number]), weight=1)
        resume = Button("Resume", t, on_click=self._resume, weight=1)
        return Row([discard, resume, Button("Finish", t, on_click=self.save, weight=1)], width=MATCH)

    def back(self) -> bool:
        return True

    def _resume(self) -> None:
        self.app.recording = self.number
        self.push(Recording, track_id=str(self.number))
        self.finish()


class Recording(TrackScreen):
    """A track during recording: its time runs; a distance would need satellites."""

    name: ClassVar[str] = ".TrackRecordingActivity"

    def create(self) -> None:
        self.ticking = self.ctx.every(_SECOND, self._tick)

    def _tick(self) -> None:
        if self.app.recording == self.number and not self.finished:
            self.app.store.last_until(self.number, self.ctx.now_ms())
            self.ctx.invalidate()
        else:
            self.ticking.cancel()

    def build(self) -> Widget:
        t, track = self.t, self.track()
        time = Text(elapsed(track.total), id="stats_value", size=48, color=t.text)
        labels = [Text("Total time", color=t.muted), time, Text("Distance", color=t.muted)]
        body = Column([*labels, Text("0.00", size=48, color=t.text)], width=MATCH, padding=pad(24, 24), gap=8)
        stop = fab(
            t, "checkbox", "Hold to stop", lambda: self.ctx.toast("Hold to stop"), id="track_recording_fab_action"
        )
        stop.on_long_click = self._stop
        return Column([toolbar(t, "Recording…", up=self.finish), Stack([body, stop], weight=1, width=MATCH)])

    def _stop(self) -> None:
        self._tick()
        self.app.recording = 0
        self.push(Stopped, track_id=str(self.number))
        self.finish()
