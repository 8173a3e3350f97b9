"""Where words go: results to standard output, everything else to standard error; UTF-8 whatever the terminal says."""

from __future__ import annotations

import importlib
import json
import sys
from io import TextIOWrapper
from typing import Any

from rich.console import Console
from rich.text import Text


def use_utf8() -> None:
    """Makes both streams UTF-8. What a terminal cannot take is replaced, never a crash."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


def out() -> Console:
    """Standard output, for results. Made anew each time: tests and pipes replace the stream."""
    return Console(file=sys.stdout, highlight=False, soft_wrap=True)


def err() -> Console:
    """Standard error, for progress and messages."""
    return Console(file=sys.stderr, highlight=False, soft_wrap=True)


def say(text: str, *, style: str = "") -> None:
    """One message to a person, on standard error. Square brackets are letters, not markup."""
    err().print(Text(text, style=style))


def forget_typed_ahead() -> None:
    """What was typed before a question is no answer to it."""
    if not sys.stdin.isatty():
        return
    try:
        import termios
    except ImportError:  # Windows
        _forget_on_windows()
        return
    termios.tcflush(sys.stdin, termios.TCIFLUSH)


def _forget_on_windows() -> None:
    msvcrt: Any = importlib.import_module("msvcrt")
    while msvcrt.kbhit():
        msvcrt.getwch()


def result(text: str) -> None:
    """One line or block of the result, on standard output, exactly as it is."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")
    sys.stdout.flush()


def result_json(value: Any) -> None:
    """The result as one line of JSON."""
    result(json.dumps(value, ensure_ascii=False, default=str))
