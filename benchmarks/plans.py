"""How well plans of a model parse: the share without a structural error, before and after repair.

    python benchmarks/plans.py INSTRUCTIONS.jsonl MODEL [--limit N] [--apps NAME,NAME] [--keep FOLDER] [--bar SHARE]
    python benchmarks/plans.py --kept FOLDER

INSTRUCTIONS.jsonl holds an object with the field "instruction" on each line; MODEL is an id as `agentprog run --model`
takes it. Each instruction is planned once, without a phone and without sending problems back to the model. The text is
then parsed twice: strictly, as it was written ("before repair"), and leniently, as a run reads it ("after repair").
Structural errors are the errors of the codes STP1xx; the share with no error of any code is printed too. `--keep`
writes each plan to a folder, and goes on where plans are there already; `--kept` counts plans of such a folder without
a model. "Right app" is the share of plans, of instructions that name an app of the list, that name it too, and "known
apps" that of plans that name no app that is not in the list. `--skip N` takes only every Nth instruction. Exits 1 below
the bar (0.97).
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from agentprog.agents.planner import ModelPlanner
from agentprog.app import config
from agentprog.app.opening import open_model
from agentprog.errors import AgentProgError, ModelError
from agentprog.lang import check_text
from agentprog.lang.ast import Statement
from agentprog.lang.visit import walk
from agentprog.runtime.roles import PlanRequest

_APPS = "Calendar,Camera,Clock,Contacts,Files,Markor,Messages,Phone,Settings"
_NOW = datetime(2026, 1, 15, 9, 0, tzinfo=UTC)


def read_instructions(path: Path, limit: int | None, skip: int = 1) -> list[str]:
    """The instructions of a JSONL file, in its order."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [str(json.loads(line)["instruction"]) for line in lines[::skip][:limit]]


def planned(options: argparse.Namespace) -> Iterator[str]:
    """A plan for each instruction, as the model wrote it; an empty text where it gave none."""
    apps = tuple(name.strip() for name in options.apps.split(",") if name.strip())
    if options.keep is not None:
        options.keep.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        planner = ModelPlanner(open_model(config.load({"model": options.model}), stack))
        instructions = read_instructions(options.instructions, options.limit, options.skip)
        for number, instruction in enumerate(instructions, start=1):
            kept = options.keep / f"{number:04}.stp" if options.keep is not None else None
            if kept is not None and kept.exists():
                yield kept.read_text(encoding="utf-8")
                continue
            start = time.perf_counter()
            try:
                text = planner.plan(PlanRequest(instruction=instruction, apps=apps, now=_NOW))
            except ModelError as exc:
                print(f"no plan  {number:4}  {exc}")
                text = ""
            print(f"plan     {number:4}  {time.perf_counter() - start:6.1f} s  {instruction[:80]}", flush=True)
            if kept is not None:
                kept.write_text(text, encoding="utf-8")
            yield text


def wrong(text: str, mode: Literal["strict", "lenient"]) -> tuple[set[str], set[str]]:
    """The codes of the structural errors, and of all errors. A text without a program has the error "none"."""
    report = check_text(text, mode=mode)
    codes = {found.code for found in report.diagnostics if found.severity == "error"}
    if report.parsed.program is None or not report.parsed.program.body:
        codes.add("none")
    return {code for code in codes if code == "none" or code.startswith("STP1")}, codes


def name_apps(texts: list[str], instructions: list[str], apps: tuple[str, ...]) -> None:
    """Prints how many plans name the app that their instruction names, and how many name only apps that are there."""
    named = [apps_in(text) for text in texts]
    known = sum(found <= {app.casefold() for app in apps} for found in named)
    print(f"known apps: {known} of {len(texts)} plans name no app that is not in the list: {known / len(texts):.1%}")
    wanted = [
        ({app.casefold() for app in apps if re.search(rf"(?<!\w){re.escape(app)}(?!\w)", said, re.IGNORECASE)}, found)
        for said, found in zip(instructions, named, strict=True)
    ]
    asked = [(apps_of, found) for apps_of, found in wanted if apps_of]
    right = sum(apps_of <= found for apps_of, found in asked)
    if asked:
        share = f"{right / len(asked):.1%}"
        print(f"right app: {right} of {len(asked)} plans name the app that their instruction names: {share}")


def apps_in(text: str) -> set[str]:
    """The apps that a plan names, in lower case."""
    program = check_text(text, mode="lenient").parsed.program
    if program is None:
        return set()
    nodes = (node for node in walk(program) if isinstance(node, Statement) and node.app is not None)
    return {name.casefold() for node in nodes if node.app is not None and (name := node.app.constant)}


def measure(texts: list[str], bar: float) -> bool:
    """Prints the shares. Whether the share after repair is below the bar."""
    share = 0.0
    modes: tuple[tuple[str, Literal["strict", "lenient"]], ...] = (("before", "strict"), ("after", "lenient"))
    for name, mode in modes:
        found = [wrong(text, mode) for text in texts]
        whole = sum(not structural for structural, _ in found)
        clean = sum(not errors for _, errors in found)
        share = whole / len(texts)
        print(f"{name:6} repair ({mode}): {whole} of {len(texts)} plans without a structural error: {share:.1%}")
        print(f"{name:6} repair ({mode}): {clean} of {len(texts)} plans without any error: {clean / len(texts):.1%}")
        for code, count in Counter(code for _, errors in found for code in errors).most_common():
            print(f"         {code:7} in {count} plans")
    repairs = Counter(
        kind for text in texts for kind in {r.kind for r in check_text(text, mode="lenient").parsed.repairs}
    )
    print("mended   " + (", ".join(f"{kind} in {count}" for kind, count in repairs.most_common()) or "nothing"))
    if share < bar:
        print(f"MISSED: {bar:.0%} of plans without a structural error after repair")
    return share < bar


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("instructions", nargs="?", type=Path, metavar="INSTRUCTIONS.jsonl")
    options.add_argument("model", nargs="?", metavar="MODEL")
    options.add_argument("--skip", type=int, default=1, metavar="N", help="only every Nth instruction")
    options.add_argument("--limit", type=int, help="only so many instructions")
    options.add_argument("--apps", default=_APPS, help="the apps that the planner is told of")
    options.add_argument("--keep", type=Path, metavar="FOLDER", help="write the plans there")
    options.add_argument("--kept", type=Path, metavar="FOLDER", help="count the plans there, without a model")
    options.add_argument("--bar", type=float, default=0.97)
    given = options.parse_args()
    if given.kept is not None:
        texts = [path.read_text(encoding="utf-8") for path in sorted(given.kept.glob("*.stp"))]
    elif given.instructions is None:
        print("plans    not measured: give INSTRUCTIONS.jsonl and MODEL, or --kept FOLDER")
        return 0
    elif given.model is None:
        options.error("MODEL is missing, for example llamacpp:qwen2.5-coder-1.5b")
    else:
        try:
            texts = list(planned(given))
        except (AgentProgError, OSError, ValueError, KeyError) as exc:
            options.error(f"nothing was measured: {exc}")
    if not texts:
        options.error("there is nothing to count")
    if given.instructions is not None:
        said = read_instructions(given.instructions, given.limit, given.skip)
        name_apps(texts, said[: len(texts)], tuple(name.strip() for name in given.apps.split(",") if name.strip()))
    return 1 if measure(texts, given.bar) else 0


if __name__ == "__main__":
    sys.exit(main())
