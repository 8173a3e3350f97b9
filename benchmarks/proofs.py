"""Whether a run says the truth: the oracle's hand does each task as the moves of a run, rightly and with slips.

    python benchmarks/proofs.py --out results/proofs [--witness phone screen] [--suite short errands aw-extend]

The program's lines are those of a good planner, the touches are the oracle's, passed on one by one as a model's
moves are. A slip is a mistake of the hand (another row, another text, nothing at all) or a trouble of the phone (a
message that cannot be sent) in the last line of a task; the judge knows nothing of it. What is right is read from the
phone's storage by the suite's own checks. Two things are counted for each kind of line:

  false        the run ends "verified" (an answer: "completed") and the phone says otherwise: has to be 0
  unverified   all was done rightly and the run does not say so

Results are lines of `proofs.jsonl`; started again with the same folder it goes on with what is missing.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from itertools import product
from pathlib import Path
from typing import Any

from agentprog.bench.played.episode import Played, play, slips_of
from agentprog.bench.suites import suite_called

Job = tuple[str, str, int, str, str]
"""Suite, task, seed, slip, witness."""
_SUITES = ("short", "errands", "aw-extend")


def jobs_of(suites: Sequence[str], tasks: Sequence[str], seeds: Sequence[int], witnesses: Sequence[str]) -> list[Job]:
    """Every task done rightly; of the short ones with each slip of their last line too."""
    found: list[Job] = []
    for suite, seed, witness in product(suites, seeds, witnesses):
        for task in suite_called(suite).tasks:
            if tasks and task.name not in tasks:
                continue
            slips = slips_of(suite, task.name, seed) if suite != "aw-extend" else ()
            found += [(suite, task.name, seed, slip, witness) for slip in ("", *slips)]
    return found


def run(job: Job) -> dict[str, Any]:
    suite, task, seed, slip, witness = job
    found: Played = play(suite, task, seed, slip=slip, witness="screen" if witness == "screen" else "phone")
    return {"job": list(job), **asdict(found), "verified": found.verified, "false": found.false}


def table(rows: Iterable[dict[str, Any]], witness: str) -> str:
    """For each kind of line the counts, as Markdown."""
    kinds: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        if row["witness"] == witness:
            kinds[row["kind"]].append(row)
    lines = [
        '| kind of line | done rightly | of them unverified | done wrongly | of them "verified" |',
        "|---|---:|---:|---:|---:|",
    ]
    counts = [0, 0, 0, 0]
    for kind in sorted(kinds):
        now = _counts(kinds[kind])
        counts = [a + b for a, b in zip(counts, now, strict=True)]
        lines.append(f"| {kind} | " + " | ".join(map(str, now)) + " |")
    return "\n".join([*lines, "| **all** | " + " | ".join(f"**{n}**" for n in counts) + " |"])


def _counts(rows: Sequence[dict[str, Any]]) -> list[int]:
    right = [row for row in rows if row["right"]]
    wrong = [row for row in rows if not row["right"]]
    return [len(right), sum(not row["verified"] for row in right), len(wrong), sum(row["false"] for row in wrong)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--suite", nargs="+", choices=_SUITES, default=_SUITES)
    parser.add_argument("--task", nargs="+", default=())
    parser.add_argument("--witness", nargs="+", choices=("phone", "screen"), default=("phone", "screen"))
    parser.add_argument("--seeds", nargs="+", type=int, default=(1,))
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    path = asked.out / "proofs.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    known = {tuple(row["job"]) for row in rows}
    jobs = [job for job in jobs_of(asked.suite, asked.task, asked.seeds, asked.witness) if job not in known]
    with ProcessPoolExecutor(asked.jobs) as pool, path.open("a", encoding="utf-8") as file:
        for done in as_completed([pool.submit(run, job) for job in jobs]):
            row = done.result()
            rows.append(row)
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
            file.flush()
            mark = "FALSE" if row["false"] else "unverified" if row["right"] and not row["verified"] else "ok"
            print(f"{mark:10} {' '.join(map(str, row['job']))}: {row['outcome']}: {row['reason'][:150]}", flush=True)
    for witness in asked.witness:
        print(f"\nwitness: {witness}\n\n{table(rows, witness)}")


if __name__ == "__main__":
    main()
