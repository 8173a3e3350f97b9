"""Several phones from one start: everything is loaded once, then forked; pages that nobody writes are shared."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable


def several(count: int, run: Callable[[], int]) -> int:
    """Run so many phones, each in a process of its own; the worst of their exit codes once all have ended."""
    gc.collect()
    # Out of the collector's sight: it would write into every shared page.
    gc.freeze()
    children = [_fork(run) for _ in range(count)]

    def pass_on(number: int, _frame: object) -> None:
        for pid in children:
            _signal(pid, number)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, pass_on)
    codes = [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in children]
    return max(abs(code) for code in codes)


def _fork(run: Callable[[], int]) -> int:
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        code = run()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _signal(pid: int, number: int) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return
