"""The calendar's dialogs: deletion and repetition."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from agentprog.phone.apps.base import Activity
from agentprog.phone.apps.calendar.store import Event, EventStore
from agentprog.phone.widgets.base import MATCH, Widget, pad
from agentprog.phone.widgets.controls import Text, Toggle
from agentprog.phone.widgets.layout import Column
from agentprog.phone.widgets.overlay import Alert

_CHOICES = (
    ("delete_event_one_only", "Delete the selected occurrence only"),
    ("delete_event_future", "Delete this and all future occurrences"),
    ("delete_event_all", "Delete all occurrences"),
)
_EDITS = (
    ("edit_event_one_only", "Update the selected occurrence only"),
    ("edit_event_future", "Update this and all future occurrences"),
    ("edit_event_all", "Update all occurrences"),
)


def as_text(events: Sequence[Event]) -> str:
    """Events as shared text: a line with title and time, then place and description."""
    parts = []
    for e in events:
        when = f"{e.start:%Y-%m-%d}" if e.all_day else f"{e.start:%Y-%m-%d %H:%M} - {e.end:%H:%M}"
        parts.append("\n".join(line for line in (f"{e.title}, {when}", e.location, e.description) if line))
    return "\n\n".join(parts)


class DeleteDialog:
    """One question for all chosen events."""

    def __init__(
        self, screen: Activity, store: EventStore, events: Sequence[Event], done: Callable[[], object]
    ) -> None:
        self._screen = screen
        self._store = store
        self._events = events
        self._done = done
        self._choice = 0

    def show(self) -> None:
        self._screen.alert(
            Alert(theme=self._screen.t, body=self._body, positive=("Yes", self._delete), negative=("No", lambda: None))
        )

    def _body(self) -> Widget:
        t = self._screen.t
        text = "Are you sure you want to proceed with the deletion?"
        parts: list[Widget] = [Text(text, id="delete_event_description", size=16, color=t.text)]
        if any(e.repeat_interval for e in self._events):
            note = Text("This event is repeatable", id="delete_event_repeat_description", size=14, color=t.muted)
            parts.append(note)
            parts += radios(self._screen, _CHOICES, self._choice, self._pick)
        return Column(parts, width=MATCH, gap=8)

    def _pick(self, i: int) -> None:
        self._choice = i

    def _delete(self) -> None:
        for event in self._events:
            if not event.repeat_interval or self._choice == 2:
                self._store.delete(event.id)
            elif self._choice == 0:
                self._store.delete_occurrence(event, event.start.date())
            else:
                self._store.end_before(event, event.start.date())
        self._done()


def radios(
    screen: Activity, choices: Sequence[tuple[str, str]], chosen: int, pick: Callable[[int], object]
) -> list[Widget]:
    """Radio buttons with ids; one is selected."""
    buttons: list[Widget] = []
    for i, (name, label) in enumerate(choices):
        radio = Toggle(screen.t, "radio", text=label, id=name, checked=i == chosen, width=MATCH, padding=pad(0, 4))
        radio.on_click = partial(pick, i)
        buttons.append(radio)
    return buttons


def ask_which(screen: Activity, done: Callable[[int], object]) -> None:
    """Ask which occurrences an edit is for: 0 this one, 1 from here on, 2 all."""
    choice = [0]

    def pick(i: int) -> None:
        choice[0] = i

    def body() -> Widget:
        return Column(radios(screen, _EDITS, choice[0], pick), width=MATCH)

    ok = ("OK", lambda: done(choice[0]))
    screen.alert(
        Alert(
            theme=screen.t, title="This event is repeatable", body=body, positive=ok, negative=("Cancel", lambda: None)
        )
    )
