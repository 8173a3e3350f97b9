"""What a short command costs before it does anything: processor time, and how many modules it imports.

    python benchmarks/commands.py [--times 7]

Each command runs in an interpreter of its own, with bytecode kept. Prints seconds of processor time (the median), how
many times those of `python -c pass` that is, and the modules imported; exits 1 when a bar is missed.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "hello.stp"
COMMANDS: tuple[tuple[tuple[str, ...], float], ...] = (
    (("--version",), 0.15),
    (("check", str(EXAMPLE)), 0.35),
    (("trace", "list"), 0.40),
)
"""Each with its bar, in seconds."""
_NOTHING = [sys.executable, "-c", "pass"]
_COUNTED = """\
import atexit, sys
atexit.register(lambda: print(len(sys.modules), file=sys.__stderr__))
sys.argv = ["agentprog", *sys.argv[1:]]
from agentprog.cli.main import main
main()
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=7)
    times = parser.parse_args().times
    missed = False
    with tempfile.TemporaryDirectory() as empty:
        folder = Path(empty)
        nothing = median(seconds(_NOTHING, folder) for _ in range(times))
        print(f"python -c pass: {nothing:.3f} s")
        for words, bar in COMMANDS:
            command = [sys.executable, "-m", "agentprog", *words]
            seconds(command, folder)  # the first writes the bytecode
            took = median(seconds(command, folder) for _ in range(times))
            shown = " ".join(Path(word).name if "/" in word else word for word in words)
            ratio, loaded = took / nothing, modules(words, folder)
            print(f"{shown:24} {took:.3f} s (bar {bar:.2f}), {ratio:5.1f} times, {loaded} modules")
            missed |= took > bar
    return 1 if missed else 0


def seconds(command: list[str], folder: Path) -> float:
    """Processor time of one process and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, env=_environment(), capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def modules(words: tuple[str, ...], folder: Path) -> int:
    """How many modules are loaded when the command ends."""
    command = [sys.executable, "-c", _COUNTED, *words]
    done = subprocess.run(command, cwd=folder, env=_environment(), capture_output=True, text=True, check=True)
    return int(done.stderr.strip().splitlines()[-1])


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


if __name__ == "__main__":
    sys.exit(main())
