"""Kills runs on the simulated phone at random points (SIGKILL), resumes them, and compares the phone's databases.

    python benchmarks/resume.py [--runs 20] [--seed N]

A run may end like the undisturbed one (right), may ask a human because the phone holds no evidence, may stop as failed
with nothing doubled and say so (stopped), or may end otherwise: anything lost in silence or doubled is wrong. The seed
is printed, so that the same points can be tried again.
"""

from __future__ import annotations

import argparse
import json
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

PROGRAM = """For each {name} in ["Ada", "Grace", "Edsger"]:
    Open the "Contacts" app
    Tap "Create contact"
    Type {name} into "First name"
    Type "+1555010{loop.iteration}" into "Phone"
    Tap "Save"
    Verify that "{name}" appears
    Press back
"""
QUERIES = {
    "contacts2.db": "SELECT display_name, number FROM contacts LEFT JOIN phones ON contact_id = contacts.id",
    "mmssms.db": "SELECT address, body FROM sms ORDER BY address, body",
}
Rows = dict[str, list[tuple[object, ...]]]
_START = [sys.executable, "-m", "agentprog"]


def stored(run: Path) -> Rows:
    """The rows that the run's phone holds."""
    found = {}
    for name, query in QUERIES.items():
        databases = [path for path in (run / "phone").rglob(name) if "snapshots" not in path.parts]
        with closing(sqlite3.connect(max(databases, key=lambda path: path.stat().st_mtime))) as connection:
            found[name] = sorted(connection.execute(query).fetchall(), key=str)
    return found


def journal_lines(runs: Path) -> int:
    return sum(path.read_bytes().count(b"\n") for path in runs.glob("*/events.jsonl"))


def run(folder: Path, kill_at: int | None) -> Path:
    """One run in that folder, killed when its journal has so many lines; returns the run's own folder."""
    (folder / "p.stp").write_text(PROGRAM, encoding="utf-8")
    log = folder / "log.txt"
    command = [*_START, "run", "--sim", "--run-dir", str(folder / "runs"), "p.stp"]
    with (
        log.open("wb") as said,
        subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=said, stderr=said) as process,
    ):
        while process.poll() is None:
            if kill_at is not None and journal_lines(folder / "runs") >= kill_at:
                process.kill()
            time.sleep(0.005)
    made = list((folder / "runs").iterdir())
    if len(made) != 1:
        raise SystemExit(f"the run did not begin: {log.read_text(encoding='utf-8', errors='replace')}")
    return made[0]


def resume(folder: Path) -> str:
    """The outcome of the run's second life."""
    command = [*_START, "resume", "--json", "--run-dir", str(folder / "runs")]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    try:
        return str(json.loads(done.stdout)["outcome"])
    except (ValueError, KeyError):
        return (done.stderr.strip() or done.stdout.strip())[-200:]


def judged(outcome: str, rows: Rows, wanted: Rows) -> str:
    """How a resumed run ended, by what its phone holds."""
    if outcome == "verified":
        return "right" if rows == wanted else "wrong"
    more = any(Counter(rows[name]) - Counter(wanted[name]) for name in wanted)
    if more:
        return "wrong"
    return "asked" if outcome == "needs human" else "stopped"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    options = parser.parse_args()
    print(f"seed {options.seed}")
    chance = random.Random(options.seed)
    tally: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as base:
        calm = run(Path(base), None)
        wanted, length = stored(calm), journal_lines(Path(base) / "runs")
    print(f"undisturbed: {length} journal lines, {len(wanted['contacts2.db'])} rows")
    for number in range(options.runs):
        point = chance.randrange(3, length - 1)
        with tempfile.TemporaryDirectory() as base:
            made = run(Path(base), point)
            outcome = resume(Path(base))
            verdict = judged(outcome, stored(made), wanted)
        tally[verdict] += 1
        print(f"{number + 1:3} killed at line {point:3}: {verdict:7} ({outcome})", flush=True)
    print(", ".join(f"{name} {count}" for name, count in sorted(tally.items())))
    return 1 if tally["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
