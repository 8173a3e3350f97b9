"""Writes the instruction for a storage change, with its field values."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache

from jinja2 import Environment, StrictUndefined, meta

from agentprog.learn.exploring.differences import Change
from agentprog.resources import read_text

_JINJA = Environment(undefined=StrictUndefined, autoescape=False)


def proposed(changes: Sequence[Change]) -> str:
    """The instruction for these changes; "" if no wording covers them.

    That is so for several changes at once, a kind of change without words, or a row without the fields that the
    words name.
    """
    if len(changes) != 1:
        return ""
    (change,) = changes
    ways = _wordings().get(change.table, {}).get(change.kind, ())
    return next((sentence for way in ways if (sentence := _wording(way, change))), "")


def _wording(way: str, change: Change) -> str:
    """The wording of a change; it must name every changed field, since nobody would have ordered an unnamed one."""
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
