"""Chooses the next move towards each goal from the goal, the screen and the moves made for it so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from agentprog.bench.standin import goals
from agentprog.bench.standin.goals import Goal
from agentprog.bench.standin.replies import Reply, open_app
from agentprog.bench.standin.screen import View
from agentprog.bench.standin.skills import datebook, kitchen, lists, money, notebook, people, settings

Skill = Callable[[Goal, View, Sequence[str]], Reply]

_SKILLS: dict[type[Goal], Skill] = {
    goals.AddContact: people.add_contact,
    goals.SendText: people.send_text,
    goals.FindFile: people.find_file,
    goals.AnswerTo: people.answer_to,
    goals.DeleteContact: people.delete_contact,
    goals.ReadNote: notebook.read_note,
    goals.ReadErrands: notebook.read_note,
    goals.WriteNote: notebook.write_note,
    goals.SaveNote: notebook.write_note,
    goals.DeleteNote: notebook.delete_note,
    goals.ShowDay: datebook.show_day,
    goals.DeleteShown: datebook.delete_shown,
    goals.AddEvent: datebook.add_event,
    goals.DeleteEvent: datebook.delete_event,
    goals.AddExpense: money.add_expense,
    goals.DeleteExpense: money.delete_expense,
    goals.AddRecipe: kitchen.add_recipe,
    goals.DeleteRecipe: kitchen.delete_recipe,
    goals.ListContacts: lists.show_list,
    goals.ListUnread: lists.show_list,
    goals.ListNotes: lists.show_list,
    goals.ListEvents: lists.show_list,
    goals.ListExpenses: lists.show_list,
    goals.ListRecipes: lists.show_list,
    goals.FindNumber: lists.open_one,
    goals.FindLastWord: lists.open_one,
    goals.FindCategory: lists.open_one,
    goals.FindServings: lists.open_one,
    goals.FindSwitch: settings.find_switch,
    goals.SetSwitch: settings.set_switch,
    goals.SetBrightness: settings.set_brightness,
}
PACKAGES = {
    "Contacts": "com.google.android.contacts",
    "SMS Messenger": "com.simplemobiletools.smsmessenger",
    "Markor": "net.gsantner.markor",
    "Calendar": "com.simplemobiletools.calendar.pro",
    "Pro Expense": "com.arduia.expense",
    "Broccoli": "com.flauschcode.broccoli",
    "Settings": "com.android.settings",
}


def move_for(goal: Goal, view: View, moves: Sequence[str], apps: Sequence[str]) -> Reply:
    """The next move. Opens the goal's app first if another app is in front."""
    if view.app and goal.app not in view.app and view.app != PACKAGES[goal.app]:
        return open_app(goal.app if goal.app in apps else next((name for name in apps if goal.app in name), goal.app))
    return _SKILLS[type(goal)](goal, view, moves)
