"""The slowest tests, by the processor time of everything that they start.

    python benchmarks/slow_tests.py tests/e2e tests/devices/test_conformance.py

Wall time says little on a busy computer. A test's own process knows the time of a command only after its end, and not
that of a phone or an adb server that lives on. So this reads `/proc` before and after every test. A process whose
parent has ended becomes a child of this program, which still counts it. Linux only.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

_SHOWN = 20
_ADOPTS_ORPHANS = 36
"""PR_SET_CHILD_SUBREAPER of `prctl`."""
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_ROOT = "AGENTPROG_SLOW_TESTS"


def _times() -> dict[int, tuple[int, int, int]]:
    """By process: its parent, its own ticks, and those of its children that have ended."""
    found: dict[int, tuple[int, int, int]] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            except OSError:  # it has ended meanwhile
                continue
            parent, user, system, ended_user, ended_system = (int(fields[at]) for at in (1, 11, 12, 13, 14))
            found[int(folder.name)] = (parent, user + system, ended_user + ended_system)
    return found


def seconds(root: int) -> float:
    """Processor seconds of all processes below `root`, also of those that have ended."""
    times = _times()
    ticks, waiting = times[root][2], [root]
    while waiting:
        parent = waiting.pop()
        for pid, (above, own, ended) in times.items():
            if above == parent:
                ticks += own + ended
                waiting.append(pid)
    return ticks / _TICKS


class Watch:
    """A plugin of pytest that measures each test, with the fixtures that begin with it."""

    def __init__(self, root: int) -> None:
        self._root = root
        self._found: list[tuple[float, str]] = []

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, None, None]:
        before = seconds(self._root)
        yield
        self._found.append((seconds(self._root) - before, item.nodeid))

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        terminalreporter.write_sep("=", "processor seconds")
        for used, name in sorted(self._found, reverse=True)[:_SHOWN]:
            terminalreporter.write_line(f"{used:8.2f} {name}")


def main(words: list[str]) -> int:
    """Run pytest on these tests and print the slowest. Returns pytest's exit status."""
    if root := os.environ.pop(_ROOT, ""):
        return int(pytest.main(["-q", "-p", "no:cacheprovider", *words], plugins=[Watch(int(root))]))
    ctypes.CDLL(None).prctl(_ADOPTS_ORPHANS, 1, 0, 0, 0)
    environment = {**os.environ, _ROOT: str(os.getpid())}
    tests = subprocess.Popen([sys.executable, __file__, *words], env=environment).pid
    while (ended := os.wait())[0] != tests:
        pass  # an orphan, whose time is this program's from now on
    return os.waitstatus_to_exitcode(ended[1])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
