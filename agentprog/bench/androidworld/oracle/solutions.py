"""The solution of each AndroidWorld task."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from agentprog.bench.androidworld.oracle import joplin, pictures, questions, todo, tracks
from agentprog.bench.aw.holdings import Event, Expense, Recipe
from agentprog.bench.aw.oracle import datebook, kitchen, money, notebook, people, phone
from agentprog.bench.aw.oracle.hand import Hand

Solution = Callable[[Hand, Any], str | None]
"""Solves a task with its parameters. Returns the answer if the task has a question."""

_ROWS = "row_objects"
_PACKAGES = {
    "clock": "com.google.android.deskclock",
    "contacts": "com.google.android.contacts",
    "dialer": "com.google.android.dialer",
    "settings": "com.android.settings",
}


def _nothing(_hand: Hand, _task: Any) -> None:
    """Nothing to do: the state is already right."""


def _expense(row: Any) -> Expense:
    return Expense(name=row.name, cents=row.amount, category=row.category, note=row.note, hours=0)


def _recipe(row: Any) -> Recipe:
    return Recipe(
        title=row.title,
        description=row.description,
        servings=row.servings,
        time=row.preparationTime,
        ingredients=row.ingredients,
        directions=row.directions,
    )


def _event(row: Any) -> Event:
    start = datetime.fromtimestamp(row.start_ts, UTC)
    return Event(
        day=start.date(),
        hour=start.hour,
        minutes=(row.end_ts - row.start_ts) // 60,
        title=row.title,
        description=row.description,
        interval=row.repeat_interval,
        rule=row.repeat_rule,
    )


def _from_picture(hand: Hand, task: Any, name: str, act: Callable[[Hand, Any], None]) -> None:
    """Open the picture, then do what its text asks, which the oracle knows from the task."""
    pictures.view(hand, name)
    act(hand, task)


def _write_note(hand: Hand, task: Any) -> None:
    notebook.write_note(hand, task.params["file_name"], task.params["text"])


def _add_expenses(hand: Hand, task: Any) -> None:
    for row in task.params[_ROWS]:
        money.add(hand, _expense(row))


def _delete_expenses(hand: Hand, task: Any) -> None:
    money.delete(hand, [row.name for row in task.params[_ROWS]])


def _delete_twin_expense(hand: Hand, task: Any) -> None:
    twin = task.params[_ROWS][0]
    money.delete_twin(hand, _expense(twin))


def _add_recipes(hand: Hand, task: Any) -> None:
    for row in task.params[_ROWS]:
        kitchen.add(hand, _recipe(row))


def _delete_recipes(hand: Hand, task: Any) -> None:
    for row in task.params[_ROWS]:
        kitchen.delete(hand, row.title)


def _add_event(hand: Hand, task: Any) -> None:
    datebook.add_event(hand, _event(task.params[_ROWS][0]))


def _delete_day(hand: Hand, task: Any) -> None:
    datebook.delete_day(hand, _event(task.params[_ROWS][0]).day)


def _add_header(hand: Hand, task: Any) -> None:
    p = task.params
    notebook.rewrite_note(hand, p["original_name"], f"{p['header']}\n\n{p['original_content']}\n")
    notebook.rename_note(hand, p["original_name"], p["new_name"])


def _change_content(hand: Hand, task: Any) -> None:
    p = task.params
    notebook.rewrite_note(hand, p["original_name"], p["updated_content"])
    notebook.rename_note(hand, p["original_name"], p["new_name"])


def _edit_note(hand: Hand, task: Any) -> None:
    p = task.params
    text = notebook.read_note(hand, p["file_name"]).strip()
    edited = {
        "header": f"{p.get('header')}\n{text}",
        "footer": f"{text}\n{p.get('footer')}",
        "replace": str(p.get("replace_text")),
    }
    notebook.rewrite_note(hand, p["file_name"], edited[p["edit_type"]])


def _merge_notes(hand: Hand, task: Any) -> None:
    texts = [notebook.read_note(hand, task.params[f"file{number}_name"]).strip() for number in (1, 2, 3)]
    name = task.params["new_file_name"]
    notebook.write_note(hand, name, "\n\n".join(texts))
    notebook.rename_note(hand, f"{name}.md", name)  # the dialog proposes an extension, but the task has none


def _note_and_text(hand: Hand, task: Any) -> None:
    _write_note(hand, task)
    people.send(hand, task.params["number"], task.params["text"])


def _forward(hand: Hand, task: Any) -> None:
    """Read one person's message on the screen and send it to the other."""
    address = people.last_said(hand, task.params["name2"])
    people.send(hand, task.params["number"], address)


def _resend(hand: Hand, task: Any) -> None:
    """Send the second newest text of the conversation again; the newest one asks for it."""
    people.open_conversation(hand, task.params["name"])
    text = hand.texts("thread_message_body")[0]
    people.say(hand, text)


def _send(hand: Hand, task: Any) -> None:
    people.send(hand, task.params["number"], task.params["message"])


def _open_app(hand: Hand, task: Any) -> None:
    hand.open(_PACKAGES[task.params["app_name"]])


def _wifi_and_app(hand: Hand, task: Any) -> None:
    phone.switch_wifi(hand)
    _open_app(hand, task)


def _wifi_and_bluetooth(hand: Hand, _task: Any) -> None:
    phone.switch_wifi(hand)
    phone.switch_bluetooth(hand)


def _switched(switch: Callable[[Hand], None]) -> Solution:
    return lambda hand, _: switch(hand)


_PEOPLE: Mapping[str, Solution] = {
    "ContactsAddContact": lambda hand, t: people.add_contact(hand, t.params["name"], t.params["number"]),
    "ContactsNewContactDraft": lambda hand, t: people.draft(
        hand, t.params["first"], t.params["last"], t.params["phone"], t.params["phone_label"]
    ),
    "SimpleSmsReply": lambda hand, t: people.reply(hand, t.params["number"], t.params["message"]),
    "SimpleSmsReplyMostRecent": lambda hand, t: people.reply(hand, people.newest(hand), t.params["message"]),
    "SimpleSmsResend": _resend,
    "SimpleSmsSend": _send,
    "SimpleSmsSendClipboardContent": lambda hand, t: people.paste(hand, t.params["number"]),
    "SimpleSmsSendReceivedAddress": _forward,
}
_NOTES: Mapping[str, Solution] = {
    "MarkorAddNoteHeader": _add_header,
    "MarkorChangeNoteContent": _change_content,
    "MarkorCreateFolder": lambda hand, t: notebook.make_folder(hand, t.params["folder_name"]),
    "MarkorCreateNote": _write_note,
    "MarkorCreateNoteAndSms": _note_and_text,
    "MarkorCreateNoteFromClipboard": lambda hand, t: notebook.paste_note(hand, t.params["file_name"]),
    "MarkorDeleteAllNotes": lambda hand, _: notebook.delete_all(hand),
    "MarkorDeleteNewestNote": lambda hand, t: notebook.delete_note(hand, t.initial_file_list_sorted[-1].file_name),
    "MarkorDeleteNote": lambda hand, t: notebook.delete_note(hand, t.params["file_name"]),
    "MarkorEditNote": _edit_note,
    "MarkorMergeNotes": _merge_notes,
    "MarkorMoveNote": lambda hand, t: notebook.move_note(
        hand, t.params["file_name"], t.params["source_folder"], t.params["destination_folder"]
    ),
}
_EXPENSES: Mapping[str, Solution] = {
    **dict.fromkeys(("ExpenseAddSingle", "ExpenseAddMultiple", "ExpenseAddMultipleFromMarkor"), _add_expenses),
    **dict.fromkeys(("ExpenseDeleteSingle", "ExpenseDeleteMultiple", "ExpenseDeleteMultiple2"), _delete_expenses),
    **dict.fromkeys(("ExpenseDeleteDuplicates", "ExpenseDeleteDuplicates2"), _delete_twin_expense),
}
_ADD, _DELETE = "RecipeAddMultipleRecipes", "RecipeDeleteMultipleRecipes"
_RECIPES: Mapping[str, Solution] = {
    **dict.fromkeys(("RecipeAddSingleRecipe", _ADD, f"{_ADD}FromMarkor", f"{_ADD}FromMarkor2"), _add_recipes),
    **dict.fromkeys(("RecipeDeleteSingleRecipe", "RecipeDeleteSingleWithRecipeWithNoise"), _delete_recipes),
    **dict.fromkeys((_DELETE, f"{_DELETE}WithNoise", f"{_DELETE}WithConstraint"), _delete_recipes),
    **dict.fromkeys(
        [f"RecipeDeleteDuplicateRecipes{number}" for number in ("", "2", "3")],
        lambda hand, t: kitchen.delete_twin(hand, _recipe(t.params[_ROWS][0])),
    ),
}
_CALENDAR: Mapping[str, Solution] = {
    **dict.fromkeys(
        [f"SimpleCalendarAddOneEvent{day}" for day in ("", "InTwoWeeks", "RelativeDay", "Tomorrow")], _add_event
    ),
    "SimpleCalendarAddRepeatingEvent": _add_event,
    "SimpleCalendarDeleteEvents": _delete_day,
    "SimpleCalendarDeleteEventsOnRelativeDay": _delete_day,
    "SimpleCalendarDeleteOneEvent": lambda hand, t: datebook.delete_one(hand, _event(t.params[_ROWS][0])),
    "SimpleCalendarAnyEventsOnDate": questions.events_on_day,
    "SimpleCalendarEventsOnDate": questions.events_on_day,
    "SimpleCalendarEventOnDateAtTime": questions.events_at_time,
    "SimpleCalendarEventsInNextWeek": questions.events_in_next_week,
    "SimpleCalendarEventsInTimeRange": questions.events_till_evening,
    "SimpleCalendarFirstEventAfterStartTime": questions.first_event_after,
    "SimpleCalendarLocationOfEvent": questions.location_of,
    "SimpleCalendarNextEvent": questions.next_event,
    "SimpleCalendarNextMeetingWithPerson": questions.next_meeting_with,
}
_PHONE: Mapping[str, Solution] = {
    "ClockStopWatchPausedVerify": _switched(phone.open_stopwatch),
    "ClockStopWatchRunning": _switched(phone.run_stopwatch),
    "ClockTimerEntry": lambda hand, t: phone.set_timer(
        hand, t.params["hours"], t.params["minutes"], t.params["seconds"]
    ),
    "FilesDeleteFile": lambda hand, t: phone.delete_file(hand, t.params["subfolder"], t.params["file_name"]),
    "FilesMoveFile": lambda hand, t: phone.move_file(
        hand, t.params["file_name"], t.params["source_folder"], t.params["destination_folder"]
    ),
    "OpenAppTaskEval": _open_app,
    "SystemCopyToClipboard": lambda hand, t: phone.copy_text(hand, t.params["clipboard_content"]),
    "TurnOffWifiAndTurnOnBluetooth": _wifi_and_bluetooth,
    "TurnOnWifiAndOpenApp": _wifi_and_app,
    **dict.fromkeys(("SystemWifiTurnOn", "SystemWifiTurnOff"), _switched(phone.switch_wifi)),
    **dict.fromkeys(("SystemBluetoothTurnOn", "SystemBluetoothTurnOff"), _switched(phone.switch_bluetooth)),
    "SystemBrightnessMax": lambda hand, _: phone.set_brightness(hand, most=True),
    "SystemBrightnessMin": lambda hand, _: phone.set_brightness(hand, most=False),
    **dict.fromkeys(
        [f"System{switch}Verify" for switch in (
            "WifiTurnOn", "WifiTurnOff", "BluetoothTurnOn", "BluetoothTurnOff", "BrightnessMax", "BrightnessMin"
        )],
        _nothing,
    ),
}  # fmt: skip

_TODO: Mapping[str, Solution] = {
    "TasksDueOnDate": todo.due_on,
    "TasksHighPriorityTasks": todo.high,
    "TasksHighPriorityTasksDueOnDate": todo.high_due_on,
    "TasksDueNextWeek": todo.due_next_week,
    "TasksCompletedTasksForDate": todo.completed_for,
    "TasksIncompleteTasksOnDate": todo.open_until,
}

_JOPLIN: Mapping[str, Solution] = {
    "NotesRecipeIngredientCount": joplin.quantity,
    "NotesMeetingAttendeeCount": joplin.attendees,
    "NotesIsTodo": joplin.is_todo,
    "NotesTodoItemCount": joplin.todos,
}

_TRACKS: Mapping[str, Solution] = {
    "SportsTrackerActivitiesOnDate": tracks.kinds_on,
    "SportsTrackerActivitiesCountForWeek": tracks.count_this_week,
    "SportsTrackerActivityDuration": tracks.minutes_on,
    "SportsTrackerLongestDistanceActivity": tracks.longest_this_week,
    "SportsTrackerTotalDistanceForCategoryOverInterval": tracks.metres_between,
    "SportsTrackerTotalDurationForCategoryThisWeek": tracks.minutes_this_week,
}

_PICTURES: Mapping[str, Solution] = {
    "ExpenseAddMultipleFromGallery": lambda hand, t: _from_picture(hand, t, "expenses.jpg", _add_expenses),
    "MarkorTranscribeReceipt": lambda hand, t: _from_picture(hand, t, "receipt.png", _write_note),
    f"{_ADD}FromImage": lambda hand, t: _from_picture(hand, t, "recipes.jpg", _add_recipes),
    "SaveCopyOfReceiptTaskEval": lambda hand, t: pictures.copy_to_downloads(hand, t.params["file_name"]),
}

SOLUTIONS: Mapping[str, Solution] = {
    **_PEOPLE,
    **_NOTES,
    **_EXPENSES,
    **_RECIPES,
    **_CALENDAR,
    **_PHONE,
    **_TODO,
    **_JOPLIN,
    **_TRACKS,
    **_PICTURES,
}
