"""Whether the tests can fail: changes the code of chosen rooms, one place at a time, and runs the tests that reach it.

    make mutants    or    python benchmarks/mutants.py [--sample 200] [--seed 1] [--room agentprog/identity ...]

mutmut makes the changes (mutants). A sample, drawn by the seed from all mutants of the rooms, is tried in a copy of the
tree, in the order drawn, so that the part that `--minutes` leaves time for is a sample too. A mutant counts as killed
when a test fails or hangs; as alive when every test passes, when no test reaches the changed function, or when
`--seconds` of CPU time bring no failure. Prints the change that each living mutant makes, then a row for each room.
Exit status 1 below the bar, 2 when the tests fail without any change.
"""

from __future__ import annotations

import argparse
import dataclasses
import difflib
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import libcst
from mutmut.mutation import file_mutation

ROOT = Path(__file__).parents[1]
BAR = 0.9
"""The share of mutants that the tests must notice."""

ROOMS = (
    "agentprog/identity",
    "agentprog/lang/effects",
    "agentprog/recipes",
    "agentprog/runtime/witness",
    "agentprog/runtime/safety",
    "agentprog/app/replays",
    "agentprog/bench/aw/state.py",
)
"""Rooms whose faults hurt most."""

TESTS = (
    "tests/identity",
    "tests/lang",
    "tests/ports",
    "tests/recipes",
    "tests/runtime",
    "tests/app",
    "tests/agents",
    "tests/bench/aw",
    "tests/bench/attacks",
    "tests/bench/played",
    "tests/cli/commands",
)
"""Tests that may kill a mutant of a room; tests of phones, models and slow ones stay out."""

_COPIED = ("agentprog", "tests", "grammars", "prompts", "devices", "examples", "docs", "pyproject.toml", "README.md")
_KILLED = ("killed", "timeout")


@dataclasses.dataclass(frozen=True)
class Source:
    """A file and all the places where mutmut would change it."""

    room: str
    path: Path
    module: libcst.Module
    mutations: Sequence[file_mutation.Mutation]


@dataclasses.dataclass(frozen=True)
class Mutant:
    """One change, by the name that mutmut gives it."""

    name: str
    source: Source
    mutation: file_mutation.Mutation

    @property
    def function(self) -> str:
        """The function that it changes, as `module.Class.method`."""
        return self.name.partition("__mutmut")[0].replace(".x_", ".").replace(".xǁ", ".").replace("ǁ", ".")

    def change(self) -> str:
        """The lines that it changes, as a diff of its function."""
        before = self.mutation.contained_by_top_level_function
        assert before is not None
        after = file_mutation.deep_replace(before, self.mutation.original_node, self.mutation.mutated_node)
        texts = (self.source.module.code_for_node(node).splitlines() for node in (before, after))
        return "\n".join(list(difflib.unified_diff(next(texts), next(texts), lineterm="", n=2))[2:])


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=200, help="how many mutants are tried")
    parser.add_argument("--seed", type=int, default=1, help="which of them")
    parser.add_argument("--room", nargs="+", default=ROOMS, metavar="ROOM", help="a folder or file of agentprog")
    parser.add_argument("--tests", nargs="+", default=TESTS, metavar="PATH", help="which tests may kill a mutant")
    parser.add_argument("--jobs", type=int, default=2, help="how many at once")
    parser.add_argument(
        "--reach",
        type=Path,
        help="a file that keeps which functions each test reaches; a run whose rooms have other code makes it anew",
    )
    parser.add_argument("--seconds", type=float, default=20, help="CPU seconds of tests for one mutant")
    parser.add_argument(
        "--minutes", type=float, help="begin no more mutants after this time, and report the ones tried"
    )
    wanted = parser.parse_args(arguments)
    wanted.until = time.time() + 60 * wanted.minutes if wanted.minutes is not None else None
    wanted.reach = wanted.reach and wanted.reach.absolute()
    os.chdir(ROOT)
    sources = [source for room in wanted.room for source in _sources(room)]
    places = [(source, number) for source in sources for number in range(len(source.mutations))]
    drawn = random.Random(wanted.seed).sample(places, min(wanted.sample, len(places)))
    with tempfile.TemporaryDirectory(prefix="agentprog-mutants-") as folder:
        tree = Path(folder)
        _copy(tree)
        chosen = _write(tree, sources, drawn)
        found = _run(tree, chosen, wanted)
    if found is None:
        return 2
    return _report(chosen, found["states"], len(places))


def _sources(room: str) -> Iterator[Source]:
    folder = ROOT / room
    for path in sorted(folder.rglob("*.py")) if folder.is_dir() else [folder]:
        module, mutations, _, _ = file_mutation.create_mutations(str(path), path.read_text(encoding="utf-8"))
        inside = [one for one in mutations if isinstance(one.contained_by_top_level_function, libcst.FunctionDef)]
        yield Source(room, path.relative_to(ROOT), module, inside)


def _copy(tree: Path) -> None:
    for name in _COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__", "_data"))
        else:
            shutil.copy2(ROOT / name, tree / name)


def _write(tree: Path, sources: Sequence[Source], drawn: Sequence[tuple[Source, int]]) -> list[Mutant]:
    """Writes the changed files; returns the mutants in the order drawn. A function with no drawn mutant gets one that
    stays unused, so that calls are seen.
    """
    wanted = {(source.path, number) for source, number in drawn}
    chosen: dict[tuple[Path, int], Mutant] = {}
    for source in sources:
        places = list(enumerate(source.mutations))
        drawn_here = [place for place in places if (source.path, place[0]) in wanted]
        changed = {one.contained_by_top_level_function for _, one in drawn_here}
        others = {one.contained_by_top_level_function: place for *place, one in reversed(places)}
        unused = {number for function, (number,) in others.items() if function not in changed}
        written = [(number, one) for number, one in places if (source.path, number) in wanted or number in unused]
        if not written:
            continue
        made = file_mutation.combine_mutations_to_source(source.module, [one for _, one in written])
        (tree / source.path).write_text(made.code, encoding="utf-8")
        module = ".".join(source.path.with_suffix("").parts)
        for name, (number, mutation) in zip(made.mutant_names, written, strict=True):
            if (source.path, number) in wanted:
                chosen[source.path, number] = Mutant(f"{module}.{name}", source, mutation)
    return [chosen[source.path, number] for source, number in drawn]


def _run(tree: Path, chosen: Sequence[Mutant], wanted: argparse.Namespace) -> dict[str, Any] | None:
    """What the plugin found; None, with a message, where the tests fail without any change."""
    results, log = tree / "results.json", tree / "log.txt"
    mutants = [{"name": one.name, "function": one.function, "path": str(one.source.path)} for one in chosen]
    modules = [".".join(Path(room).with_suffix("").parts) for room in wanted.room]
    plan = {
        "mutants": mutants,
        "modules": modules,
        "jobs": wanted.jobs,
        "seconds": wanted.seconds,
        "until": wanted.until,
    }
    reach = wanted.reach or tree / "reach.json"
    plan |= {"code": _code(wanted.room), "commit": _commit()}
    plan |= {"results": str(results), "reach": str(reach), "temporary": str(tree / "temporary")}
    (tree / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    path = os.pathsep.join((str(tree), str(Path(__file__).parent)))
    environment = os.environ | {"PYTHONPATH": path, "MUTANTS_PLAN": str(tree / "plan.json")}
    command = [sys.executable, "-m", "pytest", "-q", "-s", "-p", "mutants_trial", "-p", "no:cacheprovider"]
    command += ["-p", "no:xdist", "-m", "not slow and not phone and not model", *wanted.tests]
    with log.open("w", encoding="utf-8") as output:
        subprocess.run(
            command, cwd=tree, env=environment, check=False, stdin=subprocess.DEVNULL, stdout=output, stderr=output
        )
    found: dict[str, Any] = json.loads(results.read_text(encoding="utf-8")) if results.exists() else {"broken": []}
    if found.get("failing"):
        print("Tests that fail alone and without a change:", *found["failing"], sep="\n", file=sys.stderr)
    if "states" in found and not found["broken"]:
        return found
    reasons = "\n".join(found["broken"]) or log.read_text(encoding="utf-8", errors="replace")[-4000:]
    print(f"Tests fail without any change, so no mutant was tried:\n{reasons}", file=sys.stderr)
    return None


def _code(rooms: Sequence[str]) -> str:
    """A digest of the rooms' files: the tests reach other functions after these change."""
    digest = hashlib.sha256()
    for room in sorted(rooms):
        folder = ROOT / room
        for path in sorted(folder.rglob("*.py")) if folder.is_dir() else [folder]:
            digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _commit() -> str:
    """The commit of the tree; empty outside of a repository."""
    made = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return made.stdout.strip()


def _report(chosen: Sequence[Mutant], states: dict[str, Any], made: int) -> int:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    tried = [mutant for mutant in chosen if mutant.name in states]
    for mutant in tried:
        state = states[mutant.name]
        counts[mutant.source.room]["killed" if state["state"] in _KILLED else "alive"] += 1
        if state["state"] not in _KILLED:
            left = f", {state['left']} left over" if state.get("left") else ""
            print(f"\n{mutant.name}: {state['state']}; {state['tests']} tests passed{left}\n{mutant.change()}")
    drawn = f", the first of {len(chosen)} drawn" if len(tried) < len(chosen) else ""
    print(f"\n{len(tried)} of {made} mutants{drawn}\n\n| room | killed | of |\n|---|---|---|")
    for room in sorted(counts):
        print(f"| `{room}` | {counts[room]['killed']} | {counts[room].total()} |")
    share = sum(count["killed"] for count in counts.values()) / max(1, len(tried))
    print(f"\n{share:.1%} killed; the bar is {BAR:.0%}")
    return int(share < BAR)


if __name__ == "__main__":
    sys.exit(main())
