"""The order of a list of notes, by Joplin's settings."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from agentprog.phone.apps.joplin.store import JoplinStore, Note

_FIELD, _REVERSE = "notes.sortOrder.field", "notes.sortOrder.reverse"
_ON_TOP, _COMPLETED = "uncompletedTodosOnTop", "showCompletedTodos"
_FIELDS = (("user_updated_time", "Updated date"), ("user_created_time", "Created date"), ("title", "Title"))
_KEYS: dict[str, Callable[[Note], tuple[int, str]]] = {
    "user_updated_time": lambda note: (note.updated, ""),
    "user_created_time": lambda note: (note.created, ""),
    "title": lambda note: (0, note.heading.casefold()),
}
_FLAGS = (
    (_REVERSE, "Reverse sort order", "1"),
    (_ON_TOP, "Uncompleted to-dos on top", "1"),
    (_COMPLETED, "Show completed to-dos", "1"),
)


def ordered(store: JoplinStore, notes: Sequence[Note]) -> list[Note]:
    """The notes in the order of the settings, without completed to-dos if these are hidden."""
    values = {key: store.setting(key, default) == "1" for key, _, default in _FLAGS}
    shown = [note for note in notes if values[_COMPLETED] or not note.completed]
    shown.sort(key=_KEYS[store.setting(_FIELD, _FIELDS[0][0])], reverse=values[_REVERSE])
    if values[_ON_TOP]:
        shown.sort(key=lambda note: not (note.todo and not note.completed))
    return shown


def choices(store: JoplinStore) -> list[str]:
    """The rows of the dialog: the current sort field has an arrow, active switches a cross."""
    field = store.setting(_FIELD, _FIELDS[0][0])
    arrow = "↓" if store.setting(_REVERSE, "1") == "1" else "↑"
    rows = [f"{label} {arrow}" if name == field else label for name, label in _FIELDS]
    return [*rows, *(f"[{'X' if store.setting(key, on) == '1' else ' '}] {label}" for key, label, on in _FLAGS)]


def choose(store: JoplinStore, row: int) -> None:
    """Sort by the field of that row, or flip its switch."""
    if row < len(_FIELDS):
        store.set_setting(_FIELD, _FIELDS[row][0])
        return
    key, _, default = _FLAGS[row - len(_FIELDS)]
    store.set_setting(key, "0" if store.setting(key, default) == "1" else "1")
