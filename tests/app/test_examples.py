"""The examples are listed, found, and copied into a folder of the user's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from agentprog.app.examples import FIRST, begin, example, examples
from agentprog.errors import UsageError
from agentprog.lang.check import check_text


def test_every_example_has_a_name_and_a_purpose() -> None:
    found = examples()
    assert len({one.name for one in found}) == len(found) > 20
    assert all(one.about for one in found)


def test_an_example_is_found_by_its_name_or_its_ending() -> None:
    assert example("hello").path.name == "hello.stp"
    assert example("tutorial/3_loop") == example("3_loop") == example("3_loop.stp")
    with pytest.raises(UsageError, match="no example 'nope'"):
        example("nope")


def test_init_writes_a_sound_first_program_and_the_examples_with_their_files(tmp_path: Path) -> None:
    written = begin(tmp_path / "mine")
    first = tmp_path / "mine" / FIRST
    report = check_text(first.read_text(encoding="utf-8"))
    assert (report.errors, report.warnings, report.tiers["semantic"], report.tiers["compute"]) == (0, 0, (), ())
    assert first in written
    assert {path.name for path in written} >= {"hello.stp", "3_loop.stp", "log_receipts.stp", "receipts.csv"}


def test_init_changes_no_existing_file(tmp_path: Path) -> None:
    (tmp_path / FIRST).write_text("mine", encoding="utf-8")
    written = begin(tmp_path)
    assert (tmp_path / FIRST).read_text(encoding="utf-8") == "mine"
    assert tmp_path / FIRST not in written
    assert begin(tmp_path) == ()


def test_a_folder_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(UsageError, match="cannot write into"):
        begin(tmp_path / "file")
