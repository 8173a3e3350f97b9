"""Values that a screen shows, for the goals that read one."""

from __future__ import annotations

import re

from agentprog.bench.standin.goals import (
    FindCategory,
    FindFile,
    FindLastWord,
    FindNumber,
    FindServings,
    FindSwitch,
    Goal,
    ReadErrands,
    ReadNote,
)
from agentprog.bench.standin.screen import View
from agentprog.bench.standin.skills import lists, settings
from agentprog.bench.standin.skills.people import asked_in


def requests(view: View) -> list[tuple[str, str]]:
    """The requests for files in an open conversation. Rows of the conversation list are ignored, since they may be cut
    off."""
    if view.field("Type a message…") is None:
        return []
    sender = next((found[0] for line in view.roles("text") if (found := re.fullmatch(r"\+\d{11}", line.label))), "")
    name = next((name for line in view.lines if (name := asked_in(line.said))), "")
    return [(sender, name)] if sender and name else []


def value_of(goal: Goal | None, view: View) -> str:
    match goal:
        case FindFile(number=number):
            return dict(requests(view)).get(number, "")
        case ReadNote(name=name) | ReadErrands(name=name):
            note = view.field(name.rpartition(".")[0])
            return note.value.strip() if note is not None else ""
        case FindSwitch(name=name):
            found = settings.switch(name, view)
            return found.value if found else ""
        case FindNumber() | FindLastWord() | FindCategory() | FindServings():
            return lists.told(goal, view)
        case _:
            return ""
