"""What the gate asks while exactly what was asked is done: the oracle's hand does each task, a model wrote its lines.

    python benchmarks/questions.py [--suite errands short] [--task NAME ...] [--seeds 1] --out results/questions

The instruction is the task's own; a person is there who counts the questions and says yes. Every question is needless
where the words name whom and what they mean. Prints for each suite the tasks, how many were right with and without the
gate, and the questions a task: mean and 90th percentile. Results are lines of `questions.jsonl`; started again with the
same folder it goes on with what is missing.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from agentprog.bench.attacks.persons import Agreeable
from agentprog.bench.played.episode import play
from agentprog.bench.suites import suite_called
from agentprog.errors import AgentProgError

_SUITES = ("errands", "short", "fresh", "treeless", "aw-extend")


def run(suite: str, task: str, seed: int) -> dict[str, Any]:
    """One task with the gate and with none."""
    person = Agreeable()
    row: dict[str, Any] = {"suite": suite, "task": task, "seed": seed}
    try:
        found = play(suite, task, seed, person=person)
        row |= {"goal": found.goal, "right": found.right, "outcome": found.outcome, "wrong": found.wrong}
        row["free"] = found.right or play(suite, task, seed).right
    except AgentProgError as exc:
        row |= {"error": f"{type(exc).__name__}: {exc.message}"}
    return {**row, "questions": person.questions}


def table(rows: list[dict[str, Any]]) -> str:
    """For each suite the counts, as Markdown."""
    lines = [
        "| suite | tasks | right | right with no gate | questions a task | p90 |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for suite in dict.fromkeys(row["suite"] for row in rows):
        of = [row for row in rows if row["suite"] == suite and "error" not in row]
        if of:
            asked = sorted(len(row["questions"]) for row in of)
            right, free = sum(row["right"] for row in of), sum(row["free"] for row in of)
            mean, p90 = sum(asked) / len(asked), asked[min(len(asked) - 1, int(0.9 * len(asked)))]
            lines.append(f"| {suite} | {len(of)} | {right} | {free} | {mean:.2f} | {p90} |")
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--suite", nargs="+", choices=_SUITES, default=list(_SUITES))
    parser.add_argument("--task", nargs="+", default=[])
    parser.add_argument("--seeds", nargs="+", type=int, default=[1])
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    file = options.out / "questions.jsonl"
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []
    done = {(row["suite"], row["task"], row["seed"]) for row in rows}
    for suite in options.suite:
        for task in suite_called(suite).tasks:
            for seed in options.seeds:
                if (suite, task.name, seed) in done or (options.task and task.name not in options.task):
                    continue
                row = run(suite, task.name, seed)
                rows.append(row)
                with file.open("a", encoding="utf-8") as kept:
                    kept.write(json.dumps(row, ensure_ascii=False) + "\n")
                print(
                    suite, task.name, seed, row.get("error") or row["outcome"], *row["questions"], sep="; ", flush=True
                )
    print(table(rows))


if __name__ == "__main__":
    main()
