"""Android's `content` tool over a table of the tests' own, printing as it does: nothing is escaped."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from agentprog.devices.link.transport import ShellResult
from agentprog.devices.prints.content import Query, Refusal, Row
from agentprog.devices.prints.provider import Provider

SMS = Query(uri="content://sms", numbers=("date", "type"), texts=("address", "body"))
Cell = int | str | None
HONOR = "Error while accessing provider:sms\njava.lang.IllegalArgumentException: Non-token detected in '{}'\n\tat x.y.Z"


@dataclass
class Tool:
    """The `content` tool over one table, as Android's own prints it: nothing is escaped, the exit status is 0."""

    table: list[dict[str, Cell]]
    lists: bool = True
    """Whether it takes several columns, as all phones do but some of Honor's."""
    asked: int = 0
    grows: list[dict[str, Cell]] = field(default_factory=list)
    """Rows that arrive one by one, each after an answer."""

    def __call__(self, words: Sequence[str]) -> ShellResult:
        self.asked += 1
        options = dict(zip(words[2::2], words[3::2], strict=True))
        columns = options["--projection"].split(":")
        if len(columns) > 1 and not self.lists:
            return ShellResult(out="", err=HONOR.format(options["--projection"]), code=0)
        only = re.search(r"_id=(-?\d+)$", options.get("--where", ""))
        rows = [row for row in self.table if only is None or row["_id"] == int(only[1])]
        lines = [
            f"Row: {at} " + ", ".join(f"{name}={'NULL' if row[name] is None else row[name]}" for name in columns)
            for at, row in enumerate(rows)
        ]
        if self.grows:
            self.table = [*self.table, self.grows.pop()]
        return ShellResult(out="".join(f"{line}\n" for line in lines) or "No result found.\n", err="", code=0)


def message(row: int, body: Cell, address: Cell = "+15550100", date: Cell = 1788282145694) -> dict[str, Cell]:
    return {"_id": row, "date": date, "type": 1, "address": address, "body": body}


def described(cell: Cell) -> Cell:
    """A text as an answer can contain it: one kind of line ends, and None for a text that reads as NULL."""
    if not isinstance(cell, str):
        return cell
    carried = f"{cell}\n".replace("\r\n", "\n")[:-1]
    return None if carried == "NULL" else carried


def expected_rows(table: Sequence[Mapping[str, Cell]]) -> tuple[Row, ...]:
    return tuple(
        Row(
            id=int(row["_id"] or 0),
            numbers={name: row[name] for name in SMS.numbers},  # type: ignore[misc]
            texts={name: described(row[name]) for name in SMS.texts},  # type: ignore[misc]
        )
        for row in table
    )


def read_rows(rows: Sequence[Mapping[str, Cell]], printed: str) -> tuple[Row, ...] | Refusal:
    """The rows, if the first answer is another maker's output; the tool answers later questions."""
    tool = Tool([dict(row) for row in rows])

    def shell(words: Sequence[str]) -> ShellResult:
        answer = tool(words)
        return ShellResult(out=printed, err="", code=0) if tool.asked == 1 else answer

    return Provider(shell).read(SMS)
