"""The program's files: inside one folder of the computer, and nowhere else."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Mapping
from pathlib import Path

from agentprog.errors import RunError
from agentprog.runtime.files import read_plain, replace_plain
from agentprog.runtime.state.values import Image, Table, Value, as_text, parse_number, to_json

_TABLES = {".csv": ",", ".tsv": "\t"}
_MOST = 64 * 1024 * 1024


class Workspace:
    """The folder that file statements see. Without a folder every file statement is an error.

    With `dry` no file changes: saved contents are kept in memory, where later statements find them.
    """

    def __init__(self, root: Path | None, *, dry: bool = False) -> None:
        self._root = root
        self._dry = dry
        self._unwritten: dict[Path, bytes] = {}

    def exists(self, name: str) -> bool:
        """True if the file exists, or if a dry run would have written it. Raises RunError for a bad name."""
        path = self._inside(name)
        return path in self._unwritten or path.is_file()

    def read_text(self, name: str) -> str:
        """UTF-8 text. Raises RunError."""
        path = self._inside(name)
        try:
            data = self._unwritten.get(path)
            data = read_plain(path.resolve(), most=_MOST + 1) if data is None else data
            if len(data) > _MOST:
                raise RunError(
                    f"the file {name!r} is larger than {_MOST // 2**20} MiB",
                    hint="Split it, or keep only the part that the program needs.",
                )
            return io.TextIOWrapper(io.BytesIO(data), encoding="utf-8-sig").read()
        except UnicodeDecodeError as exc:
            raise RunError(f"the file {name!r} is not UTF-8 text", hint="Save it as UTF-8.") from exc
        except OSError as exc:
            hint = f"agentprog looks for it at {path}."
            raise RunError(f"cannot read the file {name!r}: {exc.strerror}", hint=hint) from exc

    def read_table(self, name: str) -> Table:
        """Rows of a CSV, TSV or JSON file; cells that are numbers become numbers, keeping identifiers as text."""
        suffix = Path(name).suffix.casefold()
        if suffix == ".json":
            return _json_table(self.read_text(name), name)
        if suffix not in _TABLES:
            raise RunError(
                f"cannot read a table from {name!r}", hint="Tables can be read from .csv, .tsv and .json files."
            )
        try:
            rows = list(csv.DictReader(io.StringIO(self.read_text(name)), delimiter=_TABLES[suffix], strict=True))
        except csv.Error as exc:
            raise RunError(f"the table {name!r} is damaged: {exc}", hint="Mend the file at that place.") from exc
        cells = [{key: _cell(cell) for key, cell in row.items() if key is not None} for row in rows]
        return Table.of(cells)

    def save(self, name: str, value: Value) -> None:
        """Write a value in the format of the name's suffix; the file is replaced as a whole."""
        path = self._inside(name)
        try:
            data = _bytes_of(value, path.suffix.casefold(), name)
            if self._dry:
                self._unwritten[path] = data
                return
            path.parent.mkdir(parents=True, exist_ok=True)
            replace_plain(path, data)
        except OSError as exc:
            raise RunError(f"cannot write the file {name!r}: {exc.strerror}") from exc
        except UnicodeEncodeError as exc:
            raise RunError(f"cannot write the file {name!r}: the value holds half a character") from exc

    def _inside(self, name: str) -> Path:
        """The path of a file. It must stay inside the folder, also through links."""
        if self._root is None:
            raise RunError(
                f"the program uses the file {name!r}, and this run has no workspace folder",
                hint="Name one: programs read and write files only there.",
            )
        root = self._root.resolve()
        if not name.strip() or "\0" in name:
            raise RunError(f"{name!r} is not a file name")
        path = Path(os.path.normpath(root / name))
        try:
            inside = path.resolve().is_relative_to(root) and path != root
            path.exists()
        except (OSError, RuntimeError, ValueError) as exc:  # a circle of links, too long a name, half a surrogate pair
            raise RunError(f"{name!r} is not a file name here: {exc}") from exc
        if not inside:
            raise RunError(f"the file {name!r} is outside the workspace folder {root}")
        return path


def _bytes_of(value: Value, suffix: str, name: str) -> bytes:
    """A value in the format of the suffix. Raises RunError, and UnicodeEncodeError for half of a surrogate pair."""
    if suffix in _TABLES:
        return _delimited(value, _TABLES[suffix], name).encode()
    if suffix == ".json":
        return (json.dumps(to_json(value, tagged=False), ensure_ascii=False, indent=2) + "\n").encode()
    return value.data if isinstance(value, Image) else _lines(value).encode()


def _cell(text: str | list[str] | None) -> Value:
    """A number if the text is a plain number; `007` and `+49 30` stay text, since they are identifiers."""
    if not isinstance(text, str):
        return text
    plain = text.strip()
    digits = plain.lstrip("-")
    padded = digits.startswith("0") and len(digits) > 1 and digits[1] != "."
    if not digits[:1].isdigit() or padded or len(digits) > 15:
        return text
    number = parse_number(plain) if all(mark in "0123456789." for mark in digits) else None
    return number if number is not None else text


def _json_table(text: str, name: str) -> Table:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as exc:
        raise RunError(f"the file {name!r} is not JSON: {exc}", hint="Mend the file at that place.") from exc
    if not isinstance(data, list) or not all(isinstance(row, dict) for row in data):
        raise RunError(
            f"the file {name!r} holds no table: it needs a list of objects", hint="Save it as a list of objects."
        )
    return Table.of(data)


def _delimited(value: Value, delimiter: str, name: str) -> str:
    out = io.StringIO()
    if isinstance(value, Table):
        columns: list[str] = list(value.columns)
        rows = [[as_text(row[column]) for column in columns] for row in value.rows]
    elif isinstance(value, list) and all(isinstance(row, Mapping) for row in value):
        table = Table.of(value)
        columns = list(table.columns)
        rows = [[as_text(row[column]) for column in columns] for row in table.rows]
    elif isinstance(value, list):
        columns, rows = ["value"], [[as_text(item)] for item in value]
    else:
        raise RunError(
            f"cannot save as a table in {name!r}: the value is neither a table nor a list",
            hint="Save it as .json or .txt.",
        )
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return out.getvalue()


def _lines(value: Value) -> str:
    if isinstance(value, list):
        return "".join(f"{as_text(item)}\n" for item in value)
    text = as_text(value)
    return text if text.endswith("\n") else text + "\n"
