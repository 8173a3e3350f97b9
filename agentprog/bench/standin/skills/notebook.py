"""Goals in Markor."""

from __future__ import annotations

from collections.abc import Sequence

from agentprog.bench.standin.goals import DeleteNote, Goal, ReadErrands, ReadNote, SaveNote, WriteNote, texts_of
from agentprog.bench.standin.replies import Reply, done, hold, press, tap, write
from agentprog.bench.standin.screen import Line, View
from agentprog.bench.standin.skills.forms import same, seek, tapped


def read_note(goal: Goal, view: View, moves: Sequence[str]) -> Reply:
    """Opens a note. The editor shows its text."""
    assert isinstance(goal, ReadNote | ReadErrands)
    shown = editor(view)
    if shown is not None:
        return done() if shown.label == _stem(goal.name) else press("back")
    if view.find("Create a new file or folder", "button") is None:
        return press("back")
    row = view.starting(f"{goal.name}, ", "button", "item")
    return tap(row) if row else seek(moves)


def write_note(goal: Goal, view: View, moves: Sequence[str]) -> Reply:
    assert isinstance(goal, WriteNote | SaveNote)
    text = goal.text if isinstance(goal, SaveNote) else "\n\n".join(texts_of(goal))
    shown = editor(view)
    if shown is not None:
        return _written(goal, view, shown, text, moves)
    ending = view.field("new file dialog ext")
    name = view.field("my_note") or view.field("Name")
    if ending and name:
        agree = view.find("OK", "button")
        title = goal.name.removesuffix(ending.value)
        if name.value not in (title, goal.name):
            return write(name, title)
        return tap(agree) if agree else press("back")
    if tapped(moves, "Save"):
        return done(goal.name)
    create = view.find("Create a new file or folder", "button")
    return tap(create) if create else press("back")


def _written(goal: WriteNote | SaveNote, view: View, shown: Line, text: str, moves: Sequence[str]) -> Reply:
    """In the editor: types the text, then taps Save, which is disabled when there is nothing to save."""
    if shown.label != _stem(goal.name):
        return press("back")
    if not same(shown.value, text):
        return write(shown, text)
    save = view.find("Save", "button")
    return tap(save) if save and not tapped(moves, "Save") else done()


def delete_note(goal: Goal, view: View, moves: Sequence[str]) -> Reply:
    assert isinstance(goal, DeleteNote)
    if view.saying("Confirm Delete"):
        agree = view.find("OK", "button")
        return tap(agree) if agree else press("back")
    row = view.starting(f"{goal.name}, ", "button", "item")
    delete = view.find("Delete", "button")
    if row and delete:
        return tap(delete)
    if view.find("Create a new file or folder", "button") is None:
        return press("back")
    if row is None and tapped(moves, "OK"):
        return done()
    return hold(row) if row else seek(moves)


def editor(view: View) -> Line | None:
    """The text field of an open note, labelled with the note's name."""
    if view.find("Undo", "button") is None:
        return None
    return next((line for line in view.roles("field") if line.label not in ("Search",)), None)


def _stem(name: str) -> str:
    return name.rpartition(".")[0] or name
