"""Runs a command for as long as standard input stays open, so that it never outlives the run that started it.

A separate program, started by path: `python -I guard.py COMMAND...`. When the run ends, by whatever means, `kill -9`
included, the system closes its end of the pipe and the command is ended. It imports nothing of agentprog.
"""

from __future__ import annotations

import subprocess
import sys
import threading


def main(command: list[str]) -> int:
    """Gives the command's own exit status."""
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    threading.Thread(target=_end_with_input, args=(child,), daemon=True).start()
    return child.wait()


def _end_with_input(child: subprocess.Popen[bytes]) -> None:
    sys.stdin.buffer.read()
    child.terminate()
    try:
        child.wait(timeout=5.0)
    except subprocess.TimeoutExpired:
        child.kill()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
