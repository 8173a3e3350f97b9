"""Tasks by touch, with checks in its database."""

from __future__ import annotations

from datetime import UTC, date, datetime, time

import pytest

from agentprog.phone.apps.tasks.store import HIGH, LIST, LOW, NONE, SCHEMA, Task, TaskStore, at
from agentprog.phone.kernel.storage import open_database
from agentprog.phone.system.hand import Hand
from agentprog.phone.system.phone import SimPhone

IMAGE = "androidworld"
PATH = "/data/data/org.tasks/databases/database"
TODAY = date(2023, 10, 15)


@pytest.fixture
def store(phone: SimPhone) -> TaskStore:
    made = TaskStore(open_database(phone.storage, PATH, SCHEMA))
    made.db.execute("DELETE FROM tasks")
    return made


def day(number: int, clock: time | None = None) -> int:
    return at(date(2023, 10, number), clock)


def test_the_image_holds_tasks_of_its_seed(phone: SimPhone, hand: Hand) -> None:
    assert len(TaskStore(open_database(phone.storage, PATH, SCHEMA)).all()) == 6
    hand.open("Tasks")
    assert len(hand.texts("title")) == 6


def test_a_task_made_by_hand_is_in_the_database(phone: SimPhone, hand: Hand, store: TaskStore) -> None:
    hand.open("Tasks")
    assert hand.sees("There are no tasks here.")
    hand.tap(desc="Create new task")
    phone.editor.commit("Mend the kite")
    hand.press("back")
    hand.tap("No due date")
    hand.tap("Tomorrow")
    hand.tap(id="evening_button")
    hand.tap(id="ok_button")
    assert hand.sees("Tomorrow 17:00")
    radios = [node for node in hand.nodes() if node.class_name == "android.widget.RadioButton"]
    assert [node.checked for node in radios] == [False, True, False, False]
    phone.touch.tap(*radios[-1].bounds.center)
    hand.wait()
    hand.tap(desc="Save")
    (task,) = store.all()
    assert (task.title, task.priority, task.due, task.list) == ("Mend the kite", HIGH, day(16, time(17)), LIST)
    assert hand.texts("due_date") == ["Tmrw 17:00"]


def test_an_empty_new_task_is_discarded(hand: Hand, store: TaskStore) -> None:
    hand.open("Tasks")
    hand.tap(desc="Create new task")
    hand.tap(desc="Save")
    assert store.all() == []
    assert hand.sees("There are no tasks here.")


def test_days_are_chosen_in_the_month(hand: Hand, store: TaskStore) -> None:
    store.save(Task(title="Kite", due=day(16, time(17))), 1)
    hand.open("Tasks")
    hand.tap("Kite")
    hand.tap("Tomorrow 17:00")
    hand.swipe(0.5, 0.8, 0.5, 0.6, duration=0.8)
    hand.tap(desc="25 October 2023")
    hand.tap(id="ok_button")
    assert hand.sees("Wednesday, October 25, 17:00")
    hand.tap(desc="Save")
    assert store.all()[0].due == day(25, time(17))


def test_a_date_in_the_list_is_changed_there(hand: Hand, store: TaskStore) -> None:
    store.save(Task(title="Kite", due=day(12)), 1)
    hand.open("Tasks")
    hand.tap("Thu")
    assert hand.find(desc="12 October 2023").checked
    hand.tap("Next Sun")
    hand.tap(id="ok_button")
    assert store.all()[0].due == day(22)


def test_changes_of_a_task_are_stored_only_when_saved(hand: Hand, store: TaskStore) -> None:
    store.save(Task(title="Kite"), 1)
    hand.open("Tasks")
    hand.tap("Kite")
    hand.write("Dragon", id="title")
    hand.press("back")
    hand.press("back")
    assert hand.sees("Are you sure you want to discard your changes?")
    hand.tap("Discard")
    assert hand.texts("title") == ["Kite"]


def test_completing_can_be_undone(hand: Hand, store: TaskStore) -> None:
    store.save(Task(title="Kite"), 1)
    hand.open("Tasks")
    hand.tap(id="completeBox")
    assert hand.texts("snackbar_text") == ["Task completed"]
    assert store.all()[0].completed
    hand.tap("Undo")
    assert not store.all()[0].completed


def test_grouping_by_priority_names_what_rows_show_by_colour_alone(hand: Hand, store: TaskStore) -> None:
    for title, priority in (("Kite", LOW), ("Boat", HIGH), ("Sled", NONE)):
        store.save(Task(title=title, priority=priority), 1)
    hand.open("Tasks")
    assert not hand.sees(id="header")
    hand.tap(desc="Sort")
    hand.tap("Grouping")
    hand.tap("By priority")
    hand.press("back")
    assert hand.texts("header") == ["High priority", "Low priority", "No priority"]
    assert hand.texts("title") == ["Boat", "Kite", "Sled"]
    hand.tap("High priority")
    assert hand.texts("title") == ["Kite", "Sled"]
    hand.press("home")
    hand.open("Tasks")
    assert hand.texts("header")[0] == "High priority"


def test_groups_by_due_date(hand: Hand, store: TaskStore) -> None:
    for title, due in (
        ("Kite", 0),
        ("Boat", day(12)),
        ("Sled", day(15)),
        ("Ball", day(16, time(8))),
        ("Hoop", day(28)),
    ):
        store.save(Task(title=title, due=due), 1)
    store.save(Task(title="Top", due=day(16), completed=day(14)), 1)
    hand.open("Tasks")
    hand.tap(desc="Sort")
    hand.tap("Grouping")
    hand.tap("By due date")
    hand.press("back")
    headings = ["Overdue", "Due today", "Due tomorrow", "Due Saturday, October 28", "No due date", "Completed"]
    assert hand.texts("header") == headings
    assert hand.texts("due_date") == ["Thu", "08:00", "Tmrw"]


def test_unstarted_and_completed_tasks_can_be_hidden(hand: Hand, store: TaskStore) -> None:
    store.save(Task(title="Kite", start=day(20)), 1)
    store.save(Task(title="Boat", completed=day(14)), 1)
    hand.open("Tasks")
    assert hand.texts("title") == ["Kite", "Boat"]
    for item in ("Show completed", "Show unstarted"):
        hand.tap(desc="More options")
        hand.tap(item)
    assert hand.sees("There are no tasks here.")


def test_several_are_deleted_at_once(hand: Hand, store: TaskStore) -> None:
    for title in ("Kite", "Boat", "Sled"):
        store.save(Task(title=title), 1)
    hand.open("Tasks")
    hand.hold("Kite")
    hand.tap("Boat")
    hand.tap(desc="Delete")
    hand.tap("OK")
    assert hand.texts("snackbar_text") == ["2 deleted"]
    assert [task.title for task in store.all()] == ["Sled"]


def test_places_of_the_drawer_and_the_search(hand: Hand, phone: SimPhone, store: TaskStore) -> None:
    store.save(Task(title="Kite", due=day(15)), 1)
    store.save(Task(title="Boat", due=day(20), notes="with a sail"), 1)
    hand.open("Tasks")
    menu = next(n for n in hand.nodes() if n.class_name == "android.widget.ImageButton" and not n.description)
    phone.touch.tap(*menu.bounds.center)
    hand.wait()
    hand.tap("Today")
    assert hand.texts("title") == ["Kite"]
    hand.press("back")
    hand.tap(desc="Search")
    phone.editor.commit("SAIL")
    hand.wait()
    assert hand.texts("title") == ["Boat"]


def test_a_task_is_over_when_its_time_is_or_its_day() -> None:
    now = int(datetime(2023, 10, 15, 15, 34, tzinfo=UTC).timestamp()) * 1000
    assert not Task(due=day(15)).overdue(now)
    assert Task(due=day(14)).overdue(now)
    assert Task(due=day(15, time(15, 30))).overdue(now)
    assert not Task(due=day(14), completed=now).overdue(now)
    assert not Task().overdue(now)
