"""The database `database`: tasks, and their list."""

from __future__ import annotations

import sqlite3
import uuid
from datetime import UTC, date, datetime, time

from agentprog.frozen import frozen
from agentprog.phone.apps.base import App, Context

PACKAGE = "org.tasks"
DATABASE = "database"
LIST = "Default list"
HIGH, MEDIUM, LOW, NONE = range(4)
SCHEMA = """
CREATE TABLE IF NOT EXISTS tasks (
  _id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, title TEXT, importance INTEGER NOT NULL, dueDate INTEGER NOT NULL,
  hideUntil INTEGER NOT NULL, created INTEGER NOT NULL, modified INTEGER NOT NULL, completed INTEGER NOT NULL,
  deleted INTEGER NOT NULL, notes TEXT, estimatedSeconds INTEGER NOT NULL, elapsedSeconds INTEGER NOT NULL,
  timerStart INTEGER NOT NULL, notificationFlags INTEGER NOT NULL, lastNotified INTEGER NOT NULL, recurrence TEXT,
  repeat_from INTEGER NOT NULL DEFAULT 0, calendarUri TEXT, remoteId TEXT, collapsed INTEGER NOT NULL,
  parent INTEGER NOT NULL, `order` INTEGER, read_only INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX IF NOT EXISTS t_rid ON tasks (remoteId);
CREATE TABLE IF NOT EXISTS caldav_lists (
  cdl_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, cdl_account TEXT, cdl_uuid TEXT, cdl_name TEXT,
  cdl_color INTEGER NOT NULL, cdl_ctag TEXT, cdl_url TEXT, cdl_icon INTEGER, cdl_order INTEGER NOT NULL,
  cdl_access INTEGER NOT NULL, cdl_last_sync INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS caldav_tasks (
  cd_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, cd_task INTEGER NOT NULL, cd_calendar TEXT, cd_remote_id TEXT,
  cd_object TEXT, cd_etag TEXT, cd_last_sync INTEGER NOT NULL, cd_deleted INTEGER NOT NULL, cd_remote_parent TEXT,
  gt_moved INTEGER NOT NULL, gt_remote_order INTEGER NOT NULL
);
"""
_ZEROS = "estimatedSeconds, elapsedSeconds, timerStart, notificationFlags, lastNotified, repeat_from, collapsed, parent"
_NOON = time(12)
_MINUTE_MS = 60_000


@frozen
class Task:
    """A row. Times are milliseconds since 1970 in UTC, 0 for none."""

    id: int = 0
    title: str = ""
    priority: int = LOW
    due: int = 0
    start: int = 0
    created: int = 0
    modified: int = 0
    completed: int = 0
    notes: str = ""
    list: str = ""

    @property
    def due_has_time(self) -> bool:
        return has_time(self.due)

    def overdue(self, now: int) -> bool:
        """True if its time has passed; without a time of day, if its day has."""
        until = now if self.due_has_time else day_start(now)
        return bool(self.due) and not self.completed and self.due < until

    def hidden(self, now: int) -> bool:
        """True if it has not started yet."""
        return self.start > now


def has_time(moment: int) -> bool:
    """True for a moment with a time of day: it is one second past the full minute."""
    return moment > 0 and moment % _MINUTE_MS > 0


def at(day: date, clock: time | None) -> int:
    """A day as a due date of the database: noon without a time, one second past the minute with one."""
    when = datetime.combine(day, _NOON if clock is None else clock.replace(second=1), UTC)
    return int(when.timestamp()) * 1000


def moment(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC)


def day_start(ms: int) -> int:
    return int(moment(ms).replace(hour=0, minute=0, second=0, microsecond=0).timestamp()) * 1000


class TaskStore:
    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db

    def all(self) -> list[Task]:
        """Tasks that are not deleted, oldest first."""
        rows = self.db.execute(
            "SELECT tasks.*, cdl_name FROM tasks LEFT JOIN caldav_tasks ON cd_task = tasks._id AND cd_deleted = 0 "
            "LEFT JOIN caldav_lists ON cdl_uuid = cd_calendar WHERE deleted = 0 ORDER BY tasks._id"
        )
        return [
            Task(
                id=r["_id"], title=r["title"] or "", priority=r["importance"], due=r["dueDate"], start=r["hideUntil"],
                created=r["created"], modified=r["modified"], completed=r["completed"], notes=r["notes"] or "",
                list=r["cdl_name"] or "",
            )
            for r in rows
        ]  # fmt: skip

    def get(self, number: int) -> Task | None:
        return next((task for task in self.all() if task.id == number), None)

    def save(self, task: Task, now: int) -> int:
        """Write a new task, or the editable fields of an existing one. Returns its number."""
        values = (task.title, task.priority, task.due, task.start, task.completed, task.notes or None, now)
        if task.id:
            sets = "title=?, importance=?, dueDate=?, hideUntil=?, completed=?, notes=?, modified=?"
            self.db.execute(f"UPDATE tasks SET {sets} WHERE _id=?", (*values, task.id))
            return task.id
        cursor = self.db.execute(
            "INSERT INTO tasks (title, importance, dueDate, hideUntil, completed, notes, modified, created, remoteId, "
            f"deleted, {_ZEROS}) VALUES (?,?,?,?,?,?,?,?,?,0{',0' * len(_ZEROS.split(', '))})",
            (*values, task.created or now, str(uuid.uuid5(uuid.NAMESPACE_OID, f"{task.title}/{now}").int)),
        )
        number = int(cursor.lastrowid or 0)
        self.db.execute(
            "INSERT INTO caldav_tasks (cd_task, cd_calendar, cd_last_sync, cd_deleted, gt_moved, gt_remote_order) "
            "VALUES (?,?,0,0,0,0)",
            (number, self._list()),
        )
        return number

    def complete(self, number: int, when: int, now: int) -> None:
        """Mark it as completed at that time; 0 marks it as open."""
        self.db.execute("UPDATE tasks SET completed=?, modified=? WHERE _id=?", (when, now, number))

    def set_priority(self, number: int, priority: int, now: int) -> None:
        self.db.execute("UPDATE tasks SET importance=?, modified=? WHERE _id=?", (priority, now, number))

    def delete(self, number: int) -> None:
        """Delete a task. In a list on this phone only, its row leaves the database."""
        self.db.execute("DELETE FROM caldav_tasks WHERE cd_task=?", (number,))
        self.db.execute("DELETE FROM tasks WHERE _id=?", (number,))

    def _list(self) -> str:
        """The id of the one list, created if needed."""
        found = self.db.execute("SELECT cdl_uuid FROM caldav_lists ORDER BY cdl_id LIMIT 1").fetchone()
        if found is not None:
            return str(found[0])
        list_id = str(uuid.uuid5(uuid.NAMESPACE_OID, LIST).int)
        self.db.execute(
            "INSERT INTO caldav_lists (cdl_account, cdl_uuid, cdl_name, cdl_color, cdl_order, cdl_access, "
            "cdl_last_sync) VALUES ('local',?,?,0,-1,0,0)",
            (list_id, LIST),
        )
        return list_id


class TasksProcess(App):
    """The app for its screen."""

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.store = TaskStore(ctx.database(DATABASE, SCHEMA))
