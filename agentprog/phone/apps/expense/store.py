"""`accounting.db`."""

from __future__ import annotations

import sqlite3
from datetime import UTC, date, datetime

from agentprog.frozen import frozen
from agentprog.phone.apps.base import Activity, App, Context

SCHEMA = """
CREATE TABLE IF NOT EXISTS expense (
  expense_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, name TEXT, amount INTEGER NOT NULL,
  category INTEGER NOT NULL, note TEXT, created_date INTEGER NOT NULL, modified_date INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS backup (
  backup_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, name TEXT NOT NULL, file_path TEXT NOT NULL,
  created_date INTEGER NOT NULL, item_total INTEGER NOT NULL, worker_id TEXT NOT NULL, is_completed INTEGER NOT NULL
);
"""
INCOME = 2
# In the order of the entry form: id, name, icon.
CATEGORIES: tuple[tuple[int, str, str], ...] = (
    (2, "Income", "money"),
    (3, "Food", "utensils"),
    (4, "Housing", "house"),
    (5, "Social", "people"),
    (6, "Entertainment", "film"),
    (7, "Transportation", "car"),
    (8, "Clothes", "shirt"),
    (9, "Health Care", "heart"),
    (10, "Education", "school"),
    (11, "Donation", "gift"),
    (1, "Others", "more"),
)


@frozen
class Expense:
    """Amounts in cents, times in milliseconds."""

    id: int = 0
    name: str = ""
    amount: int = 0
    category: int = INCOME
    note: str = ""
    created: int = 0
    modified: int = 0

    @property
    def when(self) -> datetime:
        return datetime.fromtimestamp(self.modified / 1000, UTC)

    @property
    def money(self) -> str:
        sign = "+" if self.category == INCOME else "-"
        return f"{sign} {dollars(self.amount)}"


def dollars(cents: int) -> str:
    return f"{cents / 100:,.2f}" if cents % 100 else f"{cents // 100:,}"


def cents(text: str) -> int | None:
    """A typed amount in cents; None if it is not a number."""
    try:
        return round(float(text) * 100)
    except ValueError:
        return None


def category(number: int) -> tuple[int, str, str]:
    return next((c for c in CATEGORIES if c[0] == number), CATEGORIES[-1])


class ExpenseStore:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self.db = connection

    def all(self, *, ascending: bool = False) -> list[Expense]:
        """All expenses, by default the newest first."""
        order = "ASC" if ascending else "DESC"
        rows = self.db.execute(
            "SELECT expense_id, name, amount, category, note, created_date, modified_date FROM expense "
            f"ORDER BY modified_date {order}, expense_id {order}"
        )
        return [
            Expense(id=r[0], name=r[1] or "", amount=r[2], category=r[3], note=r[4] or "", created=r[5], modified=r[6])
            for r in rows
        ]

    def get(self, number: int) -> Expense | None:
        return next((e for e in self.all() if e.id == number), None)

    def save(self, e: Expense) -> None:
        values = (e.name, e.amount, e.category, e.note, e.created, e.modified)
        if e.id:
            self.db.execute(
                "UPDATE expense SET name=?, amount=?, category=?, note=?, created_date=?, modified_date=? "
                "WHERE expense_id=?",
                (*values, e.id),
            )
        else:
            self.db.execute(
                "INSERT INTO expense (name, amount, category, note, created_date, modified_date) VALUES (?,?,?,?,?,?)",
                values,
            )

    def delete(self, numbers: set[int]) -> None:
        self.db.executemany("DELETE FROM expense WHERE expense_id=?", [(n,) for n in numbers])


class ExpenseProcess(App):
    """The app for its activity."""

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.store = ExpenseStore(ctx.database("accounting.db", SCHEMA))


class ExpenseActivity(Activity):
    """The activity's interface for its entry form and sheets."""

    app: ExpenseProcess
    ascending = False
    first_day: date | None = None
    last_day: date | None = None

    def leave(self) -> None:
        """Close the entry form."""
        raise NotImplementedError

    def open_entry(self, expense: Expense | None = None) -> None:
        """Show the entry form, empty or with an expense to change."""
        raise NotImplementedError

    def delete(self, numbers: set[int]) -> None:
        """Delete expenses by their ids."""
        raise NotImplementedError
