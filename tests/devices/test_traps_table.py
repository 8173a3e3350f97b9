"""The table of traps in the docs agrees with the conditions in the code and with the tests."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from agentprog.devices.link.conditions import Condition

_ROW = re.compile(
    r"^\| (?P<trap>[^|]+) \| `(?P<condition>[^`]+)` \| (?P<done>[^|]+) \| `(?P<file>[\w./]+)::(?P<test>\w+)` \|$"
)
_ON_THE_WIRE = {"set_fault", "pull"}
"""How a test makes something happen to a phone: by the simulated phone's faults, or at the wire before it."""
_EVERYDAY = {
    "test_a_hint_is_no_content",
    "test_a_missing_app_is_reported",
    "test_emoji_that_the_dump_garbles_are_read",
}
"""What every phone does, without a fault."""
HERE = Path(__file__).parent
DOCS = HERE.parent.parent / "docs" / "devices.md"


def file_of(name: str) -> Path:
    """The file of that name, or of that room and name."""
    (found,) = HERE.rglob(name)
    return found


ROWS = [m.groupdict() for line in DOCS.read_text(encoding="utf-8").splitlines() if (m := _ROW.match(line))]


def test_every_condition_is_in_the_table_and_no_other() -> None:
    assert {row["condition"] for row in ROWS} == {condition.value for condition in Condition}
    assert len({row["trap"] for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["test"])
def test_every_row_names_a_test_that_asserts_its_condition(row: dict[str, str]) -> None:
    tree = ast.parse(file_of(row["file"]).read_text(encoding="utf-8"))
    found = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == row["test"]]
    assert len(found) == 1, f"{row['file']} has no {row['test']}"
    named = {node.attr for node in ast.walk(found[0]) if isinstance(node, ast.Attribute)}
    assert Condition(row["condition"]).name in named, f"{row['test']} does not look at {row['condition']!r}"
    assert _ON_THE_WIRE & named or row["test"] in _EVERYDAY, f"{row['test']} lets nothing happen to the phone"


def test_no_trap_is_made_by_changing_a_client() -> None:
    for file in {row["file"] for row in ROWS}:
        tree = ast.parse(file_of(file).read_text(encoding="utf-8"))
        used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        assert not used & {"setattr", "setitem", "patch", "object"}, f"{file} changes what it tests"
