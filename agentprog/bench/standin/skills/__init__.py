"""How each goal is reached: the next move, from the goal, the screen and the moves made so far for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from agentprog.bench.standin.goals import (
    AddContact,
    AddEvent,
    AddExpense,
    AddRecipe,
    DeleteExpense,
    DeleteRecipe,
    DeleteShown,
    FindFile,
    Goal,
    ReadErrands,
    ReadNote,
    SendText,
    ShowDay,
    WriteNote,
)
from agentprog.bench.standin.replies import Reply, open_app
from agentprog.bench.standin.screen import View
from agentprog.bench.standin.skills import datebook, kitchen, money, notebook, people

Skill = Callable[[Goal, View, Sequence[str]], Reply]

_SKILLS: dict[type[Goal], Skill] = {
    AddContact: people.add_contact,
    SendText: people.send_text,
    FindFile: people.find_file,
    ReadNote: notebook.read_note,
    ReadErrands: notebook.read_note,
    WriteNote: notebook.write_note,
    ShowDay: datebook.show_day,
    DeleteShown: datebook.delete_shown,
    AddEvent: datebook.add_event,
    AddExpense: money.add_expense,
    DeleteExpense: money.delete_expense,
    AddRecipe: kitchen.add_recipe,
    DeleteRecipe: kitchen.delete_recipe,
}
PACKAGES = {
    "Contacts": "com.google.android.contacts",
    "SMS Messenger": "com.simplemobiletools.smsmessenger",
    "Markor": "net.gsantner.markor",
    "Calendar": "com.simplemobiletools.calendar.pro",
    "Pro Expense": "com.arduia.expense",
    "Broccoli": "com.flauschcode.broccoli",
}


def move_for(goal: Goal, view: View, moves: Sequence[str], apps: Sequence[str]) -> Reply:
    """The next move: the app first, where another is in front."""
    if view.app and goal.app not in view.app and view.app != PACKAGES[goal.app]:
        return open_app(goal.app if goal.app in apps else next((name for name in apps if goal.app in name), goal.app))
    return _SKILLS[type(goal)](goal, view, moves)
