"""Two lives of one run: killed where a test orders it, then resumed from its folder."""

from __future__ import annotations

import copy
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agentprog.ports import Outcome
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.journal.resume import load
from tests.runtime.conftest import FakePhone

PROGRAM = """set {n} to 0
for each {x} in ["Milk", "Eggs", "Tea"]:
    set {n} to {n} + 1
    In the "Notes" app, add the note "{x}"
    if "Eggs" appears:
        tell user "round {n} saw eggs"
In the "Notes" app, delete the note "Milk"
In the "Notes" app, get all notes from the screen, record as {left} (list of text)
In the "Chat" app, send "left: {left}" to +1234567
ask user "Done?", record as {done}
set {answer} to "{n} {done}"
"""


IN_QUARTERS = pytest.mark.parametrize(
    "quarter", [0, *(pytest.param(number, marks=pytest.mark.slow) for number in (1, 2, 3))]
)
"""A second life for each fourth line of a journal. `make check` lives the first quarter, `make test` all four."""


class Killed(BaseException):
    """Plays SIGKILL: no code of the runtime may catch it."""


def fresh(tmp_path: Path) -> RunFolder:
    return RunFolder.create(tmp_path, instruction="x", now=datetime(2026, 5, 2, tzinfo=UTC))


def kill_at(folder: RunFolder, count: int) -> None:
    """The process ends just before it would write that line of its journal."""
    real, written = folder.append, 0

    def append(event, *, durable):
        nonlocal written
        if written == count:
            raise Killed
        written += 1
        real(event, durable=durable)

    folder.append = append  # type: ignore[method-assign]


def deaths(
    new_lab, tmp_path: Path, program: str = PROGRAM, *, sealing: str = "", **options
) -> list[tuple[FakePhone, Path]]:
    """One undisturbed run: the phone and the folder at each line of its journal, each for a second life."""
    lab, folder = new_lab(**options), fresh(tmp_path)
    real, found = folder.append, []

    def append(event, *, durable):
        left = shutil.copytree(folder.path, tmp_path / f"{folder.path.name}-{len(found)}")
        found.append((copy.deepcopy(lab.phone), left))
        real(event, durable=durable)

    folder.append = append  # type: ignore[method-assign]
    assert not first_life(lab, folder, program, sealing=sealing)
    return found


def of_quarter(
    left: list[tuple[FakePhone, Path]], quarter: int, *, since: int = 3
) -> list[tuple[int, tuple[FakePhone, Path]]]:
    """Each fourth death with its number. Before the line `since` there is nothing to resume."""
    return list(enumerate(left))[since + quarter :: 4]


def first_life(lab, folder: RunFolder, program: str = PROGRAM, **options) -> bool:
    """Runs until the kill. Returns whether it was killed."""
    lab.person.answers["Done?"] = "yes"
    try:
        lab.run(program, folder=folder, **options)
    except Killed:
        folder.close()
        return True
    return False


def second_life(new_lab, phone, path: Path, **options) -> tuple[Outcome, object]:
    lab = new_lab(phone=phone)
    lab.person.answers["Done?"] = "yes"
    kept = load(RunFolder.open(path), known_apps=("Notes", "Chat"))
    outcome = lab.run(kept.text, folder=kept.folder, journal=kept.journal, inputs=kept.inputs, **options)
    return outcome, lab
