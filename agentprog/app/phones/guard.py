"""Runs a command for as long as standard input stays open, so that it never outlives the run that started it.

A separate program, started by path: `python -I guard.py FOLDER COMMAND...`. When the run ends, even by `kill -9`, the
system closes its end of the pipe. Then the guard ends the command and removes its folder. It imports nothing of
agentprog.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading


def main(folder: str, command: list[str]) -> int:
    """Run the command; returns its exit status."""
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    left = threading.Event()
    threading.Thread(target=_end_with_input, args=(child, left), daemon=True).start()
    status = child.wait()
    if left.is_set():  # a command that ended by itself has written the reason into this folder
        shutil.rmtree(folder, ignore_errors=True)
    return status


def _end_with_input(child: subprocess.Popen[bytes], left: threading.Event) -> None:
    sys.stdin.buffer.read()
    left.set()
    child.terminate()
    try:
        child.wait(timeout=5.0)
    except subprocess.TimeoutExpired:
        child.kill()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
