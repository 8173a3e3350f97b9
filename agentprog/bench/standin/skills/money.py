"""Goals in Pro Expense."""

from __future__ import annotations

from collections.abc import Sequence

from agentprog.bench.standin.goals import AddExpense, DeleteExpense, Goal
from agentprog.bench.standin.replies import Reply, done, hold, press, scroll, tap, wait
from agentprog.bench.standin.screen import View
from agentprog.bench.standin.skills.forms import fill, last, seek, tapped


def add_expense(goal: Goal, view: View, moves: Sequence[str]) -> Reply:
    assert isinstance(goal, AddExpense)
    if view.find("Expense Entry", "text"):
        form = (("Name", goal.name), ("Amount", goal.dollars), ("Note", goal.note))
        filled = fill(view, moves, form)
        if filled:
            return filled
        return _category(goal, view)
    if tapped(moves, "Save"):
        return done(goal.name)
    add = view.find("fb main add", "button")
    if add and view.saying("Saved!") and last(moves).startswith(("tap", "scroll")):
        return wait()  # a message covers the button for a while
    if add and view.saying("Saved!") and last(moves).startswith("wait"):
        return scroll("down")
    return tap(add) if add else press("back")


def _category(goal: AddExpense, view: View) -> Reply:
    """Taps the category chip, then Save. A chosen chip moves to the front of its row."""
    chip = view.find(goal.category, "checkbox", "item", "button")
    save = view.find("Save", "button")
    if chip is None:
        row = view.find("rv category", "list")
        return scroll("right", row) if row else scroll("down")
    if chip.value != "on":
        return tap(chip)
    return tap(save) if save else scroll("down")


def delete_expense(goal: Goal, view: View, moves: Sequence[str]) -> Reply:
    """Deletes an expense in the logs: long press, Delete, Confirm."""
    assert isinstance(goal, DeleteExpense)
    confirm = view.find("Confirm", "button")
    if confirm:
        return tap(confirm)
    if tapped(moves, "Confirm"):
        return done()
    delete = view.find("Delete", "button")
    row = next((line for line in view.roles("item") if line.label.startswith(f"{goal.name}, ")), None)
    if row is not None and row.has("selected") and delete:
        return tap(delete)
    if delete and tapped(moves, goal.name):
        return tap(delete)
    more = view.find("More", "button")
    if more and not view.find("Expense Logs", "text"):
        return tap(more)
    if view.find("Expense Logs", "text"):
        return hold(row) if row else seek(moves)
    return press("back")
