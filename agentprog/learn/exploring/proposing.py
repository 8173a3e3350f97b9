"""The instruction that asks for a change of the storage, and the field values that it names."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache

from jinja2 import Environment, StrictUndefined, meta

from agentprog.learn.exploring.differences import Change
from agentprog.resources import read_text

_JINJA = Environment(undefined=StrictUndefined, autoescape=False)


def proposed(changes: Sequence[Change]) -> str:
    """The instruction whose truth these changes are; "" where no wording says all of them: several changes at once, a
    change of a kind that has no words, or a row that holds nothing of what the words name."""
    if len(changes) != 1:
        return ""
    (change,) = changes
    ways = _wordings().get(change.table, {}).get(change.kind, ())
    return next((said for way in ways if (said := _said(way, change))), "")


def _said(way: str, change: Change) -> str:
    """A changed row has to be told with every field that is another now: what is not told would be no one's order."""
    names = meta.find_undeclared_variables(_JINJA.parse(way)) - {"was"}
    if change.kind == "changed" and names != set(change.row):
        return ""
    if not all(change.row.get(name) not in (None, "") for name in names):
        return ""
    return _JINJA.from_string(way).render(**change.row, was=change.was)


@cache
def _wordings() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    found = tomllib.loads(read_text("devices/suites/wordings.toml"))
    return {table: {kind: tuple(ways) for kind, ways in kinds.items()} for table, kinds in found.items()}
