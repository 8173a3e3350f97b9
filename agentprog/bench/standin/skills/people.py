"""Goals in contacts and messages."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agentprog.bench.standin.goals import AddContact, AnswerTo, DeleteContact, FindFile, Goal, SendText
from agentprog.bench.standin.replies import Reply, done, press, tap, wait, write
from agentprog.bench.standin.screen import Line, View
from agentprog.bench.standin.skills.forms import fill, seek, tapped, typed


def add_contact(goal: Goal, view: View, moves: Sequence[str]) -> Reply:
    assert isinstance(goal, AddContact)
    given_name, _, family = goal.name.partition(" ")
    create, save = view.find("Create contact", "button"), view.find("Save", "button")
    if view.field("First name") and save:
        form = (("First name", given_name), ("Last name", family), ("Phone", goal.number))
        return fill(view, moves, form) or tap(save, expect=goal.name)
    if tapped(moves, "Save") and view.saying(goal.name):
        return done(goal.name)
    return tap(create) if create else press("back")


def send_text(goal: Goal, view: View, moves: Sequence[str]) -> Reply:
    assert isinstance(goal, SendText)
    message, send = view.field("Type a message…"), view.find("SMS", "button")
    sent = typed(moves, goal.body) and tapped(moves, "SMS")
    if message and send:
        if view.saying("Sending"):
            return wait()
        if sent and message.value == "":
            return done(goal.body)
        if not (view.saying(goal.number) or typed(moves, goal.number) or sent):
            return press("back")
        return tap(send, expect=goal.body) if message.value == goal.body else write(message, goal.body)
    address = view.field("Add Contact or Number…")
    if address:
        confirm = view.find("new conversation confirm", "button")
        return tap(confirm) if confirm and address.value == goal.number else write(address, goal.number)
    thread = _thread(view, goal.number)
    if thread:
        return tap(thread)
    start = view.find("conversations fab", "button")
    return tap(start) if start else press("back")


def answer_to(goal: Goal, view: View, moves: Sequence[str]) -> Reply:
    """Replies in an existing conversation."""
    assert isinstance(goal, AnswerTo)
    message, send = view.field("Type a message…"), view.find("SMS", "button")
    if message and send:
        if view.saying("Sending"):
            return wait()
        if typed(moves, goal.body) and tapped(moves, "SMS") and message.value == "":
            return done(goal.body)
        if not view.find(goal.name, "text"):
            return press("back")
        return tap(send, expect=goal.body) if message.value == goal.body else write(message, goal.body)
    row = next((line for line in view.roles("item") if line.label.startswith(f"{goal.name}, ")), None)
    if row:
        return tap(row)
    return seek(moves) if view.find("conversations fab", "button") else press("back")


def delete_contact(goal: Goal, view: View, moves: Sequence[str]) -> Reply:
    assert isinstance(goal, DeleteContact)
    delete, menu = view.find("Delete"), view.find("More options", "button")
    if view.saying("Delete this contact?") or (delete and not view.find("Create contact", "button")):
        return tap(delete) if delete else press("back")
    if view.find("Create contact", "button"):
        rows = view.roles("item", "button")
        row = next((line for line in rows if goal.name in line.label.split(", ")), None)
        if row is None and tapped(moves, "Delete"):
            return done()
        return tap(row) if row else seek(moves)
    return tap(menu) if menu and view.find(goal.name, "text") else press("back")


def find_file(goal: Goal, view: View, moves: Sequence[str]) -> Reply:
    """Opens the conversation that contains the question."""
    assert isinstance(goal, FindFile)
    file = next((name for line in view.lines if (name := asked_in(line.said))), "")
    if view.field("Type a message…"):
        return done(file) if file and view.saying(goal.number) else press("back")
    thread = _thread(view, goal.number)
    if thread:
        return tap(thread)
    return seek(moves) if view.find("conversations fab", "button") else press("back")


def _thread(view: View, number: str) -> Line | None:
    return next((line for line in view.roles("item", "button") if number in line.said), None)


def asked_in(line: str) -> str:
    """The file name in a question about a file, "" for any other line."""
    found = re.search(r'in the file "([^"…]+)"', line)
    return found[1] if found else ""
