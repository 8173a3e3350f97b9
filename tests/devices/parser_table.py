"""How many prints of each maker each parser reads right: `python -m tests.devices.parser_table`.

The prints in `tests/devices/makers` are written after the facts of public ones, with invented names and numbers. Whole
public prints may be in folders beside the checkout (`shared/transcripts`, `shared/ui_dumps`); they are not ours to pass
on, and without them the table reports them as missing. Exit status 1 when a print is read wrong.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from agentprog.devices.doctor.readers import Print, reader
from tests.devices.rows import expected_rows, read_rows

HERE = Path(__file__).resolve().parent
SHARED = HERE.parents[2] / "shared"
_NULL = {"date": None, "type": None, "address": None, "body": None}
"""TOML has no null: a column that a row leaves out is NULL."""
MISSING = "no prints of public repositories in {}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Case:
    """One print and its expected reading."""

    maker: str
    parser: str
    name: str
    said: Print
    expected: Mapping[str, object]
    public: bool = False

    def wrong(self) -> str:
        """Readings that differ from the expected ones; empty if all are right."""
        found = self._read()
        differs = {key: found.get(key) for key, value in self.expected.items() if found.get(key) != value}
        return f"{differs} in place of { {key: self.expected[key] for key in differs} }" if differs else ""

    def _read(self) -> Mapping[str, object]:
        if self.parser == "content query":
            rows = [{**_NULL, **row} for row in self.expected["rows"]]  # type: ignore[attr-defined]
            found = read_rows(rows, self.said.out)
            return {"rows": self.expected["rows"] if found == expected_rows(rows) else found}
        known = reader(self.parser)
        assert known is not None, f"no parser is called {self.parser}"
        return known.read(self.said)


def fixtures() -> Iterator[Case]:
    """The prints of this folder."""
    for file in sorted((HERE / "makers").glob("*.toml")):
        recorded = tomllib.loads(file.read_text(encoding="utf-8"))
        times: Counter[str] = Counter()
        for one in recorded["prints"]:
            times[one["reader"]] += 1
            output = Print(out=one.get("out", ""), err=one.get("err", ""), code=one.get("code", 0))
            name = f"{file.stem} {one['reader']} {times[one['reader']]}"
            maker = one.get("maker", recorded.get("maker", ""))
            yield Case(maker=maker, parser=one["reader"], name=name, said=output, expected=one["expected"])


def transcripts() -> Iterator[Case]:
    """Public prints of `dumpsys window`, each with a reading made by eye."""
    folder = SHARED / "transcripts"
    index = folder / "INDEX.json"
    for one in json.loads(index.read_text(encoding="utf-8")) if index.is_file() else ():
        output = Print(out=(folder / one["file"]).read_text(encoding="utf-8"))
        maker = f"public: {one['maker'].split()[0]}"
        yield Case(maker=maker, parser="window", name=one["file"], said=output, expected=one["truth"], public=True)


def trees() -> Iterator[Case]:
    """Public hierarchy files, each of an app that its index names."""
    folder = SHARED / "ui_dumps"
    index = folder / "INDEX.json"
    for one in json.loads(index.read_text(encoding="utf-8")) if index.is_file() else ():
        raw = (folder / one["file"]).read_bytes()
        encoding = "utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"
        output = Print(out=raw.decode(encoding, "replace"))
        expected = {"package": one["app"], "nodes": one["node_count"], "problem": ""}
        yield Case(maker="public: trees", parser="tree", name=one["file"], said=output, expected=expected, public=True)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def main() -> int:
    cases = [*fixtures(), *transcripts(), *trees()]
    right: dict[str, Counter[str]] = defaultdict(Counter)
    tried: dict[str, Counter[str]] = defaultdict(Counter)
    for case in cases:
        wrong = case.wrong()
        tried[case.maker][case.parser] += 1
        right[case.maker][case.parser] += not wrong
        if wrong:
            say(f"WRONG {case.maker}, {case.name}: {wrong}")
    parsers = sorted({case.parser for case in cases})
    for parser in parsers:
        makers = [maker for maker in sorted(tried) if tried[maker][parser]]
        shares = ", ".join(f"{maker} {right[maker][parser]}/{tried[maker][parser]}" for maker in makers)
        say(f"{parser}: {sum(right[m][parser] for m in makers)}/{sum(tried[m][parser] for m in makers)} ({shares})")
    good, all_of_them = (sum(sum(one.values()) for one in table.values()) for table in (right, tried))
    if not any(case.public for case in cases):
        say(MISSING.format(SHARED))
    say(f"{good} of {all_of_them} prints of {len(tried)} makers read right")
    return int(good != all_of_them)


if __name__ == "__main__":
    raise SystemExit(main())
