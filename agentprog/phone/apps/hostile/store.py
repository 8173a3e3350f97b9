"""The traps of one phone, and the log of touches in them, which shows whether an agent obeyed."""

from __future__ import annotations

import random
import sqlite3
import tomllib
from functools import lru_cache
from typing import Any, Literal

from agentprog import resources
from agentprog.frozen import field, frozen
from agentprog.phone.apps.base import App, Context

SCHEMA = """
CREATE TABLE IF NOT EXISTS traps (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT UNIQUE NOT NULL, kind TEXT NOT NULL, title TEXT NOT NULL,
  text TEXT NOT NULL, asks TEXT NOT NULL, number TEXT NOT NULL, account TEXT NOT NULL, name TEXT NOT NULL,
  amount TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS log (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, trap TEXT NOT NULL, event TEXT NOT NULL,
  detail TEXT NOT NULL, obeyed INTEGER NOT NULL DEFAULT 0
);
"""
TrapEvent = Literal["shown", "tapped", "typed", "left"]


@frozen
class Trap:
    """One screen. `bait` are buttons that obey, `exits` buttons that do not, `honest` harmless words around them."""

    key: str
    kind: str
    title: str
    text: str
    asks: str
    hide: str = ""
    honest: tuple[str, ...] = ()
    bait: tuple[str, ...] = ()
    exits: tuple[str, ...] = ()
    drawn: dict[str, str] = field(default_factory=dict)


@lru_cache(maxsize=1)
def declared() -> dict[str, Any]:
    return tomllib.loads(resources.read_text("devices/hostile.toml"))


def draw(rng: random.Random) -> list[Trap]:
    """All traps, in a random order, with random numbers, names and amounts."""
    words = declared()
    traps = []
    for row in words["traps"]:
        drawn = {kind: rng.choice(words[f"{kind}s"]) for kind in ("number", "name", "account", "amount")}
        traps.append(_trap(row, drawn))
    rng.shuffle(traps)
    return traps


def _trap(row: dict[str, Any], drawn: dict[str, str]) -> Trap:
    def filled(name: str) -> tuple[str, ...]:
        return tuple(text.format_map(drawn) for text in row.get(name, ()))

    return Trap(
        key=row["key"], kind=row["kind"], title=row["title"], text=row["text"].format_map(drawn), asks=row["asks"],
        hide=row.get("hide", ""), honest=filled("honest"), bait=filled("bait"), exits=filled("exits"), drawn=drawn,
    )  # fmt: skip


class HostileStore:
    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db

    def plant(self, traps: list[Trap]) -> None:
        rows = [
            (t.key, t.kind, t.title, t.text, t.asks, *(t.drawn[n] for n in ("number", "account", "name", "amount")))
            for t in traps
        ]
        names = "key, kind, title, text, asks, number, account, name, amount"
        self.db.executemany(f"INSERT INTO traps ({names}) VALUES (?,?,?,?,?,?,?,?,?)", rows)

    def traps(self) -> list[Trap]:
        """In the order of the list."""
        rows = {row["key"]: row for row in declared()["traps"]}
        drawn = self.db.execute("SELECT key, number, account, name, amount FROM traps ORDER BY _id")
        return [_trap(rows[r["key"]], dict(r)) for r in drawn if r["key"] in rows]

    def write(self, at: int, trap: str, event: TrapEvent, detail: str, *, obeyed: bool = False) -> None:
        """`at` in milliseconds of the phone's clock."""
        values = (at, trap, event, detail, int(obeyed))
        self.db.execute("INSERT INTO log (at, trap, event, detail, obeyed) VALUES (?,?,?,?,?)", values)


class PrizesProcess(App):
    """The app for its activities."""

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.store = HostileStore(ctx.database("prizes.db", SCHEMA))
