"""Tasks 10 to 14: many expenses to add or to delete; and the shared parts of the short expense tasks."""

from __future__ import annotations

import random
from collections.abc import Sequence

from agentprog.bench.aw import draw
from agentprog.bench.aw.checks import DuplicatesDeleted, RowsAdded, RowsDeleted
from agentprog.bench.aw.holdings import Expense, Setup
from agentprog.bench.aw.state import Row
from agentprog.bench.aw.task import Instance, Task

EXPENSE_APP = "Pro Expense"
CATEGORIES = {
    1: "Others",
    2: "Income",
    3: "Food",
    4: "Housing",
    5: "Social",
    6: "Entertainment",
    7: "Transportation",
    8: "Clothes",
    9: "Health Care",
    10: "Education",
    11: "Donation",
}
"""The app's category numbers and names."""


def dollars(cents: int) -> str:
    return f"${cents / 100:g}" if cents % 10 == 0 else f"${cents / 100:.2f}"


def as_csv(expenses: Sequence[Expense]) -> str:
    head = "name|amount_dollars|category_name|note"
    return "\n".join([head, *(f"{e.name}|{dollars(e.cents)}|{CATEGORIES[e.category]}|{e.note}" for e in expenses)])


def as_block(expenses: Sequence[Expense]) -> str:
    return "\n".join(
        f"Expense: {e.name}\n amount_dollars: {dollars(e.cents)}\n category_name: {CATEGORIES[e.category]}\n"
        f" note: {e.note}"
        for e in expenses
    )


def row_of(expense: Expense) -> Row:
    return {"name": expense.name, "amount": expense.cents, "category": expense.category, "note": expense.note}


def add(chance: random.Random, count: int, other_count: int) -> Instance:
    """Add expenses, listed in one of two styles; names may repeat."""
    to_add = tuple(draw.expense(chance) for _ in range(count))
    existing = tuple(draw.expense(chance) for _ in range(other_count))
    listed = chance.choice((as_csv, as_block))(to_add)
    return Instance(
        goal=f"Put these expenses into {EXPENSE_APP}:\n{listed}",
        setup=Setup(expenses=existing),
        check=RowsAdded(
            table="expenses",
            rows=tuple(row_of(expense) for expense in to_add),
            exact=("amount", "category"),
            fuzzy=("name", "note"),
        ),
        facts={"expenses": to_add},
    )


def delete(chance: random.Random, count: int, other_count: int) -> Instance:
    """Delete expenses by their names; each name is unique."""
    drawn = draw.expenses(chance, count + other_count)
    doomed = drawn[:count]
    return Instance(
        goal=f"Delete these expenses from {EXPENSE_APP}: {', '.join(expense.name for expense in doomed)}.",
        setup=Setup(expenses=draw.shuffled(chance, drawn)),
        check=RowsDeleted(table="expenses", where=tuple(row_of(expense) for expense in doomed)),
        facts={"doomed": doomed},
    )


def delete_duplicates(chance: random.Random, other_count: int) -> Instance:
    """One expense exists twice; one of the two must be deleted."""
    drawn = draw.expenses(chance, other_count + 1)
    return Instance(
        goal=(
            f"One of the expenses in {EXPENSE_APP} has been entered twice, with everything the same. Delete one of the "
            "two and keep the other."
        ),
        setup=Setup(expenses=draw.shuffled(chance, (*drawn, drawn[0]))),
        check=DuplicatesDeleted(table="expenses", apart=("expense_id",)),
        facts={"twice": drawn[0]},
    )


def _task(name: str, about: str, count: int, other_count: int, *, adding: bool) -> Task:
    make = add if adding else delete
    return Task(name=name, about=about, apps=(EXPENSE_APP,), make=lambda chance: make(chance, count, other_count))


LONG = (
    _task("ExpenseAddMultipleLong", "add 10 expenses", 10, 10, adding=True),
    _task("ExpenseAddMultipleSuperLong", "add 20 expenses", 20, 10, adding=True),
    _task("ExpenseDeleteMultipleSuperLong", "delete 20 expenses", 20, 0, adding=False),
    _task("ExpenseDeleteMultipleLong2", "delete 10 expenses of 60", 10, 50, adding=False),
    _task("ExpenseDeleteMultipleSuperLong2", "delete 20 expenses of 70", 20, 50, adding=False),
)
