"""What a long run of exact steps costs, and what its page and the list of runs cost beside it.

    .venv/bin/python benchmarks/long_run.py [--rounds 6667]

A loop of two assignments, without a phone or a model: a round is three steps. Prints processor seconds, megabytes of
the page and of memory; the exit status is 1 when the page takes longer than the run or more than 15 MB.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = "Set {{n}} to 0\nRepeat {rounds} times:\n    Set {{n}} to {{n}} + 1\n    Set {{m}} to {{n}} * 2\n"
MOST_MEGABYTES = 15.0
_MEASURED = """\
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(done.returncode, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
"""
_PAGE = """\
import sys
from pathlib import Path
from agentprog.report import write_report
from agentprog.runtime.journal.folder import RunFolder
write_report(RunFolder.open(Path(sys.argv[1])))
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=6667)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        (home / "long.stp").write_text(PROGRAM.format(rounds=rounds), encoding="utf-8")
        agentprog = [sys.executable, "-m", "agentprog"]
        whole, _ = measured([*agentprog, "run", "long.stp", "--run-dir", "runs"], home)
        folder = next((home / "runs").iterdir())
        page, memory = measured([sys.executable, "-c", _PAGE, str(folder)], home)
        listed, _ = measured([*agentprog, "trace", "list", "--run-dir", "runs"], home)
        megabytes = (folder / "report.html").stat().st_size / 1e6
    run = whole - page
    print(
        f"{rounds * 3 + 2} steps: run {run:.1f} s, its page {page:.1f} s, {megabytes:.1f} MB, {memory:.0f} MB of memory"
    )
    print(f"trace list beside it: {listed:.2f} s")
    return 1 if page > run or megabytes > MOST_MEGABYTES else 0


def measured(command: list[str], home: Path) -> tuple[float, float]:
    """Processor seconds and the most megabytes of memory of a command. Raises RuntimeError when it fails."""
    environment = {**os.environ, "HOME": str(home)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    done = subprocess.run(
        [sys.executable, "-c", _MEASURED, *command],
        cwd=home, env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    status, seconds, memory = done.stdout.split()
    if status != "0":
        raise RuntimeError(f"{' '.join(command)} ended with {status}")
    return float(seconds), float(memory)


if __name__ == "__main__":
    sys.exit(main())
