"""`sqlite3 DB "SQL"`: an app's database, for users who may read the file. SQL reaches no other file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path

from agentprog.phone.shell.call import Call

_FORBIDDEN = (sqlite3.SQLITE_ATTACH, sqlite3.SQLITE_DETACH)
_PRAGMAS = ("temp_store_directory", "data_store_directory")
"""Pragmas that name folders; here they would name folders of this computer."""
_SEPARATORS = {"-csv": ",", "-list": "|", "-tabs": "\t"}
_TABLES = "SELECT name FROM sqlite_master WHERE type <> 'index' AND name NOT LIKE 'sqlite_%' ORDER BY 1"
_SCHEMA = "SELECT sql || ';' FROM sqlite_master WHERE sql NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid"


async def sqlite3_(call: Call) -> int:
    """`sqlite3 [-header] [-csv|-list|-tabs] [-separator X] [-cmd COMMAND] FILE [SQL...]`; without SQL, from stdin."""
    header, separator = False, "|"
    operands: list[str] = []
    first: list[str] = []
    rest = list(call.args)
    while rest:
        arg = rest.pop(0)
        if arg in _SEPARATORS:
            separator = _SEPARATORS[arg]
        elif arg == "-separator" and rest:
            separator = rest.pop(0)
        elif arg == "-cmd" and rest:
            first.append(rest.pop(0))
        elif arg.startswith("-") and not operands:
            header = header or arg == "-header"
        else:
            operands.append(arg)
    if not operands:
        return call.complain("Usage: sqlite3 [OPTIONS] FILENAME [SQL]")
    statements = operands[1:] or [(await call.input()).decode("utf-8", "surrogateescape")]
    host = _file(call, operands[0])
    if host is None:
        return call.complain(f'Error: unable to open database "{operands[0]}": unable to open database file')
    try:
        for statement in (*first, *statements):
            _run(call, host, statement, separator=separator, header=header)
    except sqlite3.Error as exc:
        return call.complain(f"Error: in prepare, {exc}")
    finally:
        call.phone.invalidate()
    return 0


def _file(call: Call, name: str) -> Path | None:
    """The database's path on this computer; None if this user may not open it."""
    path = call.resolve(name)
    try:
        if call.files.stat(path) is None:
            call.files.write(path, b"")
        else:
            call.files.read(path)
    except OSError:
        return None
    return call.phone.storage.host_path(path)


def _run(call: Call, host: Path, statement: str, *, separator: str, header: bool) -> None:
    connection = sqlite3.connect(host, isolation_level=None)
    connection.set_authorizer(_authorized)
    try:
        for single in _statements(statement):
            cursor = connection.execute(single)
            if header and cursor.description:
                call.say(separator.join(column[0] for column in cursor.description) + "\n")
            for row in cursor:
                call.say(separator.join(_shown(value) for value in row) + "\n")
    finally:
        connection.close()


def _authorized(action: int, name: str | None, *_: str | None) -> int:
    is_known_pragma = action == sqlite3.SQLITE_PRAGMA and (name or "").lower() in _PRAGMAS
    return sqlite3.SQLITE_DENY if action in _FORBIDDEN or is_known_pragma else sqlite3.SQLITE_OK


def _statements(text: str) -> Iterable[str]:
    """Splits a script into statements; `.tables` and `.schema` become the queries behind them."""
    pending = ""
    for line in text.splitlines():
        if not pending and line.startswith(".tables"):
            yield _TABLES
        elif not pending and line.startswith(".schema"):
            yield _SCHEMA
        else:
            pending += line + "\n"
            while (end := _end(pending)) is not None:
                yield pending[:end]
                pending = pending[end:].lstrip()
    if pending.strip():
        yield pending


def _end(text: str) -> int | None:
    """The position where the first whole statement ends; None if it is incomplete."""
    at = text.find(";")
    while at != -1 and not sqlite3.complete_statement(text[: at + 1]):
        at = text.find(";", at + 1)
    return None if at == -1 else at + 1


def _shown(value: object) -> str:
    if value is None:
        return ""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
