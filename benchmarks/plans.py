"""What share of a model's plans parses, checks clean and names the right app.

    python benchmarks/plans.py INSTRUCTIONS.jsonl MODEL [--count 200] [--apps NAME,NAME] [--out FILE]
    python benchmarks/plans.py --out FILE --report

INSTRUCTIONS.jsonl holds an object with the fields "instruction" and "app" on each line; MODEL is an id as `agentprog
run --model` takes it. `--count` instructions are taken evenly from the file, without those that still have a
`{placeholder}`, which no person would say. The planner is told of the apps that the instructions of the same data set
are about, or of all data sets' where it names none, unless --apps names others. A plan is written as a run has it
written: a first draft and at most two repairs, with the problems as feedback, but without a phone. Each is kept as a
line of JSON in --out, and what that file has is not asked again.

"Parses" means no structural error (STP1xx) when a run reads the text, "clean" no error of any code, "right app" that
the plan names the app that the instruction is about; instructions without one are left out of that share. Exits 1
when less than --bar (0.97) of the plans that came out parse.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import sys
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from agentprog.agents.planner import ModelPlanner
from agentprog.app.launching.opening import open_model
from agentprog.app.settings import config
from agentprog.errors import AgentProgError, ModelError, ModelReplyInvalid
from agentprog.lang.ast import Statement
from agentprog.lang.check import check_text
from agentprog.lang.visit import walk
from agentprog.ports import App
from agentprog.runtime.planning import plan
from agentprog.runtime.roles import PlanRequest

_NOW = datetime(2026, 1, 15, 9, 0, tzinfo=UTC)
Row = dict[str, Any]


@dataclass
class Drafts:
    """A planner that keeps what it wrote."""

    planner: ModelPlanner
    texts: list[str] = field(default_factory=list)

    def plan(self, request: PlanRequest) -> str:
        self.texts.append(self.planner.plan(request))
        return self.texts[-1]


def instructions(path: Path, count: int) -> list[Row]:
    """So many instructions, evenly from the whole file, each with the labels of the `apps` of its data set's phone."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    every = [row for row in map(json.loads, lines) if "{" not in row["instruction"]]
    labels: dict[str, dict[str, str]] = {}
    for row in every:
        row["app"] = "" if row["source"] == "AndroidWorld" else row["app"]  # where it has the task's name instead
        for phone in (row["source"], "any") if row["app"] else ():
            labels.setdefault(phone, {}).setdefault(same(row["app"]), label(row["app"]))
    for row in every:
        row["apps"] = sorted(labels.get(row["source"], labels["any"]).values())
    return every[:: max(1, len(every) // count)][:count]


def label(name: str) -> str:
    """A data set's name of an app as a phone would show it: "google_calendar" is "Google Calendar"."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name.replace("_", " ")).split()
    return " ".join(word if word[0].isupper() else word.capitalize() for word in words)


def same(name: str) -> str:
    """What the spellings of one app's name have in common."""
    return re.sub(r"[^a-z]", "", name.casefold()).removeprefix("google").removesuffix("s")


def written(planner: ModelPlanner, row: Row) -> Row:
    """One instruction's plan: its drafts, and the last as `plan`, which is empty where a run would give up."""
    drafts, start = Drafts(planner), time.perf_counter()
    known = tuple(App(package=f"app.{same(name)}", label=name) for name in row["apps"])
    try:
        text = plan(row["instruction"], drafts, apps=known, now=_NOW).text
    except ModelReplyInvalid:
        text = ""
    seconds = round(time.perf_counter() - start, 2)
    return {**row, "drafts": drafts.texts, "plan": text, "seconds": seconds}


def measure(id: str, rows: list[Row], out: Path | None) -> list[Row]:
    """A row with a plan for each instruction. Raises AgentProgError."""
    done = {row["instruction"]: row for row in kept(out) if row["model"] == id}
    found = []
    with ExitStack() as stack:
        planner = ModelPlanner(open_model(config.load({"model": id}), stack))
        for number, row in enumerate(rows, start=1):
            if (known := done.get(row["instruction"])) is not None:
                found.append(known)
                continue
            made = {"model": id, **written(planner, row)}
            found.append(made)
            print(f"plan {number:4}  {made['seconds']:6.1f} s  {row['instruction'][:90]}", flush=True)
            if out is not None:
                with out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(made, ensure_ascii=False) + "\n")
    return found


def kept(path: Path | None) -> list[Row]:
    if path is None or not path.exists():
        return []
    return [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines()]


def codes(text: str) -> set[str]:
    """The codes of all errors of a text as a run reads it. One without a program has the error "none"."""
    report = check_text(text, mode="lenient")
    found = {diagnostic.code for diagnostic in report.diagnostics if diagnostic.severity == "error"}
    if report.parsed.program is None or not report.parsed.program.body:
        found.add("none")
    return found


def apps_in(text: str) -> set[str]:
    """The apps that a plan names."""
    program = check_text(text, mode="lenient").parsed.program
    nodes = walk(program) if program is not None else ()
    return {
        same(name)
        for node in nodes
        if isinstance(node, Statement) and node.app is not None and (name := node.app.constant)
    }


def report(id: str, rows: list[Row], bar: float) -> bool:
    """Prints the shares. Whether the share that parses is below the bar."""
    print(f"\n{id}: {len(rows)} instructions, {statistics.median(row['seconds'] for row in rows):.1f} s in the median")
    missed = False
    for name, texts in (("first draft", [row["drafts"][0] for row in rows]), ("as run", [row["plan"] for row in rows])):
        wrong = [codes(text) for text in texts]
        parses = [not any(code == "none" or code.startswith("STP1") for code in found) for found in wrong]
        clean = [not found for found in wrong]
        about = [same(row["app"]) for row in rows]
        right = [app in apps_in(text) for app, text in zip(about, texts, strict=True) if app]
        alike = [ok and app in apps_in(text) for ok, app, text in zip(clean, about, texts, strict=True) if app]
        shares = (("parse", parses), ("clean", clean), ("right app", right), ("clean and right app", alike))
        print(
            f"{name:12}"
            + ",  ".join(f"{what}: {sum(of)} of {len(of)} ({sum(of) / len(of):.1%})" for what, of in shares)
        )
        print(
            "            "
            + ", ".join(f"{code} in {n}" for code, n in Counter(c for f in wrong for c in f).most_common())
        )
        missed = sum(parses) < bar * len(parses)
    if missed:
        print(f"MISSED: {bar:.0%} that parse")
    return missed


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("instructions", nargs="?", type=Path, metavar="INSTRUCTIONS.jsonl")
    options.add_argument("model", nargs="?", metavar="MODEL")
    options.add_argument("--count", type=int, default=200, help="so many instructions; 200")
    options.add_argument("--apps", help="the apps that the planner is told of, separated by commas")
    options.add_argument("--out", type=Path, metavar="FILE", help="where plans are kept, to go on with later")
    options.add_argument("--report", action="store_true", help="count what the --out file has, and ask nothing")
    options.add_argument("--bar", type=float, default=0.97)
    given = options.parse_args()
    if given.report:
        rows = kept(given.out)
        models = dict.fromkeys(row["model"] for row in rows)
        missed = [report(id, [row for row in rows if row["model"] == id], given.bar) for id in models]
        return int(any(missed))
    if given.instructions is None or given.model is None:
        print("plans    not measured: give INSTRUCTIONS.jsonl and MODEL")
        return 0
    try:
        asked = instructions(given.instructions, given.count)
        if given.apps is not None:
            for row in asked:
                row["apps"] = [name.strip() for name in given.apps.split(",") if name.strip()]
        return int(report(given.model, measure(given.model, asked, given.out), given.bar))
    except (AgentProgError, ModelError, OSError, ValueError, KeyError) as exc:
        options.error(f"nothing was measured: {exc}")


if __name__ == "__main__":
    sys.exit(main())
