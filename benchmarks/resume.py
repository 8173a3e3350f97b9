"""Kills runs on the simulated phone at random points (SIGKILL), resumes them, and compares the phone's databases.

    python benchmarks/resume.py [--runs 100] [--seed N] [--jobs 2] [--words]

With `--words` the program is four steps in plain words, and the stand-in gives all the moves of a step in one answer:
most of the points then lie inside of such an answer. Each run is killed some milliseconds after a random line of its
journal, so between any two lines, then resumed until it ends. What it may come to:

  right    verified, and the phone holds exactly what it holds after an undisturbed run
  asked    "needs human", because the phone holds no evidence; nothing is there twice
  stopped  it failed and says so; nothing is there twice
  wrong    something is lost in silence, or there twice

The seed is printed, so that the same points can be tried again.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from agentprog.bench.standin.server import serve

PROGRAM = """Set {people} to [{"name": "Ada", "number": "+15550101"}, {"name": "Grace", "number": "+15550102"}]
For each {person} in {people}:
    Open the "Contacts" app
    Tap "Create contact"
    Type {person.name} into "First name"
    Type {person.number} into "Phone"
    Tap "Save"
    Verify that "{person.name}" appears
    Press back
For each {person} in {people}:
    Open the "Simple SMS Messenger" app
    Tap "conversations fab"
    Type {person.number} into "Add Contact or Number…"
    Tap "new conversation confirm"
    Type "hello {person.name}" into "Type a message…"
    Tap "SMS"
    Verify that "hello {person.name}" appears
    Repeat 3 times:
        Press back
"""
WORDS = """In the "Contacts" app, create the contact "Ada Costa" with the number "+15550101234"
In the "SMS Messenger" app, send to "+15550101234" the text "hello Ada"
In the "Contacts" app, create the contact "Grace Marek" with the number "+15550104321"
In the "SMS Messenger" app, send to "+15550104321" the text "hello Grace"
"""
QUERIES = {
    "contacts2.db": "SELECT display_name, number FROM contacts LEFT JOIN phones ON contact_id = contacts.id",
    "mmssms.db": "SELECT address, body FROM sms ORDER BY address, body",
}
Rows = dict[str, list[tuple[object, ...]]]
_START = [sys.executable, "-m", "agentprog"]
_LONGEST_PAUSE = 0.25


@dataclass(frozen=True, kw_only=True, slots=True)
class Point:
    """Where a run is killed: that many seconds after its journal has that many lines."""

    line: int
    pause: float

    def __str__(self) -> str:
        return f"line {self.line:3} + {self.pause * 1000:3.0f} ms"


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    word: str
    outcome: str
    killed: bool


def stored(run: Path) -> Rows:
    """The rows that the run's phone holds."""
    found = {}
    for name, query in QUERIES.items():
        databases = [path for path in (run / "phone").rglob(name) if "snapshots" not in path.parts]
        if not databases:
            raise SystemExit(f"{run} has no {name}: its phone never started")
        newest = max(databases, key=lambda path: path.stat().st_mtime)
        with closing(sqlite3.connect(f"file:{newest}?mode=ro", uri=True, timeout=10)) as connection:
            found[name] = sorted(connection.execute(query).fetchall(), key=str)
    return found


def journal_lines(runs: Path) -> int:
    return sum(path.read_bytes().count(b"\n") for path in runs.glob("*/events.jsonl"))


@dataclass(frozen=True, kw_only=True, slots=True)
class Subject:
    """What is run, and where its model is served, if it has one."""

    program: str
    url: str = ""

    @property
    def model(self) -> list[str]:
        return ["--model", "openai:stand-in", "--base-url", self.url] if self.url else []

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "OPENAI_API_KEY": "none", "AGENTPROG_API": "chat"} if self.url else {**os.environ}


def run(folder: Path, point: Point | None, subject: Subject) -> tuple[Path, bool]:
    """One run in that folder, killed at that point; gives the run's own folder, and whether it was killed."""
    (folder / "p.stp").write_text(subject.program, encoding="utf-8")
    log, killed = folder / "log.txt", False
    command = [*_START, "run", "--sim", "--run-dir", str(folder / "runs"), *subject.model, "p.stp"]
    with (
        log.open("wb") as said,
        subprocess.Popen(
            command, cwd=folder, stdin=subprocess.DEVNULL, stdout=said, stderr=said, env=subject.environment
        ) as process,
    ):
        while process.poll() is None:
            if point is not None and journal_lines(folder / "runs") >= point.line:
                time.sleep(point.pause)
                killed = process.poll() is None
                process.kill()
                process.wait()
            time.sleep(0.003)
    made = list((folder / "runs").iterdir()) if (folder / "runs").is_dir() else []
    if len(made) != 1:
        raise SystemExit(f"the run did not begin: {log.read_text(encoding='utf-8', errors='replace')}")
    return made[0], killed


def resume(folder: Path, subject: Subject) -> str:
    """The outcome of the run's second life; what it said where it has none."""
    command = [*_START, "resume", "--json", "--run-dir", str(folder / "runs"), *subject.model]
    own = subject.environment
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False, env=own
    )
    try:
        found = json.loads(done.stdout)
    except ValueError:
        return (done.stderr.strip() or done.stdout.strip())[-300:]
    if "outcome" not in found:  # it ended with an error, which is a document too
        return str(found["error"]["message"])
    outcome = str(found["outcome"])
    return outcome if outcome == "verified" else f"{outcome}: {found['reason']}"


def judged(outcome: str, rows: Rows, wanted: Rows) -> str:
    """How a resumed run ended, by what its phone holds."""
    if outcome == "verified":
        return "right" if rows == wanted else "wrong"
    if any(Counter(rows[name]) - Counter(wanted[name]) for name in wanted):
        return "wrong"
    return "asked" if outcome.startswith("needs human") else "stopped"


def one(point: Point, wanted: Rows, subject: Subject) -> Verdict:
    """A run in a folder of its own, killed and resumed. The folder of one that is not right is kept."""
    base = Path(tempfile.mkdtemp(prefix="agentprog-resume-"))
    made, killed = run(base, point, subject)
    outcome = resume(base, subject) if killed else "verified"
    if "has ended: verified" in outcome:  # it was killed behind its own end, on the way out
        outcome, killed = "verified", False
    word = judged(outcome, stored(made), wanted)
    if word == "right":
        # The killed run's phone may still be writing: it ends when its pipe closes.
        shutil.rmtree(base, ignore_errors=True)
    else:
        outcome += f" [{base}]"
    return Verdict(word=word, outcome=outcome, killed=killed)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--jobs", type=int, default=1, help="runs at a time")
    parser.add_argument("--words", action="store_true", help="steps in plain words, all moves of a step in one answer")
    options = parser.parse_args()
    with serve() as url:
        return measure(options, Subject(program=WORDS, url=url) if options.words else Subject(program=PROGRAM))


def measure(options: argparse.Namespace, subject: Subject) -> int:
    print(f"seed {options.seed}")
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as base:
        calm, _ = run(Path(base), None, subject)
        wanted, length = stored(calm), journal_lines(Path(base) / "runs")
    print(f"undisturbed: {length} journal lines, {sum(map(len, wanted.values()))} rows", flush=True)
    points = [
        Point(line=chance.randrange(3, length - 1), pause=chance.uniform(0, _LONGEST_PAUSE))
        for _ in range(options.runs)
    ]
    tally: Counter[str] = Counter()
    with ThreadPoolExecutor(options.jobs) as workers:
        for number, (point, found) in enumerate(
            zip(points, workers.map(lambda p: one(p, wanted, subject), points), strict=True), 1
        ):
            tally[found.word] += 1
            tally["not killed in time"] += not found.killed
            print(f"{number:3} killed at {point}: {found.word:7} ({found.outcome})", flush=True)
    print(", ".join(f"{name} {count}" for name, count in sorted(tally.items()) if count))
    return 1 if tally["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
