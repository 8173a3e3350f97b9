"""Several phones from one start: it loads everything once, then forks; unwritten pages are shared."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable

from agentprog.errors import PhoneError


def several(count: int, run: Callable[[], int]) -> int:
    """Run `count` phones, each in a process of its own. Returns the worst exit code once all have ended.

    Raises PhoneError if processes cannot be forked.
    """
    gc.collect()
    # Hidden from the garbage collector, which would write into every shared page.
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
    pid = _forked()
    if pid:
        return pid
    code = 1
    try:
        code = run()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _forked() -> int:
    """0 in the child; in the parent the child's process id."""
    if sys.platform == "win32":
        raise PhoneError("several phones from one start need fork, which Windows has not", hint="Start them singly.")
    else:  # noqa: RET506 - a type checker leaves out the branch of another system
        return os.fork()


def _signal(pid: int, number: int) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return
