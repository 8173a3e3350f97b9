"""Whether the tests can fail: mutmut changes the code of chosen rooms, one place at a time, and runs their tests.

    make mutants    or    python benchmarks/mutants.py [--sample 200] [--seed 1] [--room agentprog/identity ...]

A sample, drawn by the seed from all mutants of the rooms, is tried in a copy of the tree. A mutant counts as killed
when a test fails or runs out of time; as alive when all pass or no test reaches it. Prints a row for each room, then
the change that each living mutant makes. Exit status 1 below the
bar, 2 when the tests fail without any change.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
BAR = 0.9
"""The share of mutants that the tests must notice."""

ROOMS: dict[str, tuple[str, ...]] = {
    "agentprog/identity": ("tests/identity", "tests/runtime/witness"),
    "agentprog/lang/effects": ("tests/lang/effects", "tests/runtime/test_parties.py", "tests/runtime/test_crossing.py"),
    "agentprog/recipes": ("tests/recipes", "tests/runtime/recalling"),
    "agentprog/runtime/witness": ("tests/runtime/witness", "tests/identity"),
    "agentprog/runtime/safety": ("tests/runtime",),
    "agentprog/app/replays": ("tests/app/replays",),
    "agentprog/bench/aw/state.py": ("tests/bench/aw",),
}
"""Rooms whose faults hurt most, each with the tests that hold it; tests of phones, models and slow ones stay out."""

_COPIED = ("agentprog", "tests", "grammars", "prompts", "devices", "examples", "docs", "pyproject.toml", "README.md")
_PLUGINS = "plugins"
_CONFIG = """[mutmut]
source_paths =
{rooms}
pytest_add_cli_args =
    -m
    not slow and not phone and not model
    -p
    no:cacheprovider
    -p
    cold_caches
pytest_add_cli_args_test_selection =
{tests}
also_copy =
{copied}
process_isolation = forkserver
"""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=200, help="how many mutants are tried")
    parser.add_argument("--seed", type=int, default=1, help="which of them")
    parser.add_argument("--room", nargs="+", choices=sorted(ROOMS), default=sorted(ROOMS), metavar="ROOM")
    parser.add_argument("--jobs", type=int, default=2, help="how many at once")
    wanted = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="agentprog-mutants-") as folder:
        tree = Path(folder)
        os.environ["CHANGED_ROOMS"] = " ".join(room.removesuffix(".py").replace("/", ".") for room in wanted.room)
        os.environ["PYTHONPATH"] = str(tree / _PLUGINS)
        _copy(tree, wanted.room)
        # A name that no mutant has: the mutants are made, and which test reaches which function is written down.
        _mutmut(tree, "run", "--max-children", str(wanted.jobs), "none.has.this.name")
        made = sorted(_states(tree))
        chosen = random.Random(wanted.seed).sample(made, min(wanted.sample, len(made)))
        said = _mutmut(tree, "run", "--max-children", str(wanted.jobs), *chosen)
        states = _states(tree)
        if not chosen or "not checked" in (states[name] for name in chosen):
            print(f"Not every mutant could be tried. mutmut ended with:\n{said[-4000:]}", file=sys.stderr)
            return 2
        return _report(tree, {name: states[name] for name in chosen}, wanted.room, len(made))


def _copy(tree: Path, rooms: Sequence[str]) -> None:
    for name in _COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__", "_data"))
        else:
            shutil.copy2(ROOT / name, tree / name)
    (tree / _PLUGINS).mkdir()
    shutil.copy2(Path(__file__).with_name("cold_caches.py"), tree / _PLUGINS)
    tests = sorted({test for room in rooms for test in ROOMS[room]})
    rows = {"rooms": rooms, "tests": tests, "copied": _COPIED}
    (tree / "setup.cfg").write_text(_CONFIG.format(**{key: _listed(value) for key, value in rows.items()}))


def _listed(values: Sequence[str]) -> str:
    return "\n".join(f"    {value}" for value in values)


def _mutmut(tree: Path, *arguments: str) -> str:
    """The output of a mutmut command. Its exit status says nothing here: it is 1 when a mutant lives."""
    command = [sys.executable, "-m", "mutmut", *arguments]
    return subprocess.run(
        command, cwd=tree, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ).stdout


def _states(tree: Path) -> dict[str, str]:
    """Each mutant's name and how it ended: killed, survived, no tests, timeout, not checked and others."""
    rows = (line.strip().rpartition(": ") for line in _mutmut(tree, "results", "--all", "true").splitlines())
    return {name: state for name, _, state in rows if name}


def _report(tree: Path, states: dict[str, str], rooms: Sequence[str], made: int) -> int:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    alive = []
    for name, state in states.items():
        killed = state in ("killed", "timeout")
        counts[_room_of(name, rooms)]["killed" if killed else "alive"] += 1
        if not killed:
            alive.append(name)
    for name in alive:
        print(f"\n{name}: {states[name]}\n{_mutmut(tree, 'show', name).strip()}")
    print(f"\n{len(states)} of {made} mutants\n\n| room | killed | of |\n|---|---|---|")
    for room in sorted(counts):
        print(f"| `{room}` | {counts[room]['killed']} | {counts[room].total()} |")
    share = 1 - len(alive) / len(states)
    print(f"\n{share:.1%} killed; the bar is {BAR:.0%}")
    return int(share < BAR)


def _room_of(mutant: str, rooms: Sequence[str]) -> str:
    """The room that holds it: the longest whose dotted name begins the mutant's."""
    fits = [room for room in rooms if mutant.startswith(room.removesuffix(".py").replace("/", ".") + ".")]
    return max(fits, key=len)


if __name__ == "__main__":
    sys.exit(main())
