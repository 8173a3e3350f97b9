"""The database `database.db`: recorded tracks."""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Sequence
from datetime import UTC, date, datetime

from agentprog.frozen import frozen
from agentprog.phone.apps.base import App, Context

PACKAGE = "de.dennisguse.opentracks"
DATABASE = "database.db"
SCHEMA = """
CREATE TABLE IF NOT EXISTS tracks (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, description TEXT, category TEXT, starttime INTEGER,
  stoptime INTEGER, numpoints INTEGER, totaldistance FLOAT, totaltime INTEGER, movingtime INTEGER, avgspeed FLOAT,
  avgmovingspeed FLOAT, maxspeed FLOAT, minelevation FLOAT, maxelevation FLOAT, elevationgain FLOAT, icon TEXT,
  uuid BLOB, elevationloss FLOAT, starttime_offset INTEGER, activity_type TEXT
);
CREATE UNIQUE INDEX IF NOT EXISTS tracks_uuid_index ON tracks (uuid);
"""


@frozen
class Track:
    """A row. Times are milliseconds, dates counted from 1970; distances are metres; speeds metres a second."""

    id: int = 0
    name: str = ""
    description: str = ""
    category: str = ""
    start: int = 0
    offset: int = 0
    """Seconds between its own time zone and UTC."""
    total: int = 0
    moving: int = 0
    distance: float = 0.0
    fastest: float = 0.0
    gain: float = 0.0
    loss: float = 0.0

    @property
    def begun(self) -> datetime:
        return datetime.fromtimestamp(self.start / 1000 + self.offset, UTC)

    @property
    def speed(self) -> float:
        return _speed(self.distance, self.total)

    @property
    def moving_speed(self) -> float:
        return _speed(self.distance, self.moving)


def _speed(distance: float, milliseconds: int) -> float:
    return distance / milliseconds * 1000 if milliseconds else 0.0


class TrackStore:
    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db

    def all(self, words: str = "") -> list[Track]:
        """The tracks whose name, description or kind contains these words; the newest first."""
        rows = self.db.execute(
            "SELECT * FROM tracks WHERE ?1 = '' OR name LIKE '%'||?1||'%' OR description LIKE '%'||?1||'%' "
            "OR category LIKE '%'||?1||'%' ORDER BY starttime DESC, _id DESC",
            (words,),
        )
        return [_track(row) for row in rows]

    def get(self, number: int) -> Track | None:
        return next((track for track in self.all() if track.id == number), None)

    def describe(self, number: int, name: str, category: str, description: str) -> None:
        self.db.execute(
            "UPDATE tracks SET name=?, category=?, activity_type=?, description=? WHERE _id=?",
            (name, category, category, description, number),
        )

    def add(self, track: Track) -> int:
        """Add a track; returns its number."""
        track_id = uuid.uuid5(uuid.NAMESPACE_OID, f"{track.name}/{track.start}").bytes
        cursor = self.db.execute(
            "INSERT INTO tracks (name, description, category, activity_type, starttime, starttime_offset, stoptime, "
            "numpoints, totaldistance, totaltime, movingtime, avgspeed, avgmovingspeed, maxspeed, elevationgain, "
            "elevationloss, uuid) VALUES (?,?,?,?,?,?,?,0,?,?,?,?,?,?,?,?,?)",
            (
                track.name, track.description, track.category, track.category, track.start, track.offset,
                track.start + track.total, track.distance, track.total, track.moving, track.speed, track.moving_speed,
                track.fastest, track.gain, track.loss, track_id,
            ),
        )  # fmt: skip
        return int(cursor.lastrowid or 0)

    def last_until(self, number: int, now: int) -> None:
        """Extend its recording until now."""
        self.db.execute(
            "UPDATE tracks SET stoptime=?2, totaltime=?2-starttime, movingtime=0 WHERE _id=?1", (number, now)
        )

    def delete(self, numbers: Sequence[int]) -> None:
        self.db.executemany("DELETE FROM tracks WHERE _id=?", [(number,) for number in numbers])


def _track(row: sqlite3.Row) -> Track:
    return Track(
        id=row["_id"], name=row["name"] or "", description=row["description"] or "", category=row["category"] or "",
        start=row["starttime"] or 0, offset=row["starttime_offset"] or 0, total=row["totaltime"] or 0,
        moving=row["movingtime"] or 0, distance=row["totaldistance"] or 0.0, fastest=row["maxspeed"] or 0.0,
        gain=row["elevationgain"] or 0.0, loss=row["elevationloss"] or 0.0,
    )  # fmt: skip


class OpenTracksProcess(App):
    """The app for its screens. `recording` is the number of the current recording, or 0."""

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.store = TrackStore(ctx.database(DATABASE, SCHEMA))
        self.recording = 0


# Texts in American English, in which the app shows miles


_MILE, _FOOT = 1609.344, 0.3048
_NEAR = 500
"""The app writes shorter distances (metres) in feet."""
_WEEK = 7


def distance(metres: float) -> tuple[str, str]:
    """Number and unit of a distance."""
    return (f"{metres / _FOOT:,.2f}", "ft") if metres < _NEAR else (f"{metres / _MILE:,.2f}", "mi")


def speed(metres_a_second: float) -> str:
    """A speed in miles an hour."""
    return f"{metres_a_second * 3600 / _MILE:,.1f}"


def elevation(metres: float) -> str:
    """An elevation in feet."""
    return f"{metres / _FOOT:,.0f}"


def elapsed(milliseconds: int) -> str:
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes:02}:{seconds:02}"


def day(when: date, today: date) -> str:
    """A day in the list: its weekday within a week, else its date."""
    days_ago = (today - when).days
    if days_ago in (0, 1):
        return "Yesterday" if days_ago else "Today"
    if days_ago < _WEEK:
        return f"{when:%A}"
    return f"{when.day} {when:%b}" if when.year == today.year else f"{when.day} {when:%b} {when.year}"


def moment(when: datetime) -> str:
    """A moment on a track's page."""
    return f"{when:%b} {when.day}, {when.year}, {when.hour % 12 or 12}:{when:%M:%S %p}"
