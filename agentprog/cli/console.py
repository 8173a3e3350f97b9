"""Output: results to standard output, everything else to standard error; UTF-8 whatever the terminal's encoding.

The output options of the current command line are kept here too, since every message may need them. Rich is imported
when something needs it: it takes longer to load than a short command runs.
"""

from __future__ import annotations

import errno
import os
import shutil
import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text


_HANG = 4


class _Manner:
    """`quiet`: without progress and advice. `as_json`: only JSON on standard output, errors too."""

    quiet = False
    as_json = False


_MANNER = _Manner()


def be(*, quiet: bool, as_json: bool) -> None:
    """Set the output options of the current command line."""
    _MANNER.quiet, _MANNER.as_json = quiet, as_json


def hush() -> None:
    """From now on prints only results, warnings and errors."""
    _MANNER.quiet = True


def wants_json() -> bool:
    """True if only JSON may go to standard output."""
    return _MANNER.as_json


def ready_streams() -> None:
    """Makes both streams UTF-8; characters that the terminal lacks are replaced.

    A closed stream discards its output.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115 - it stays open as long as we run
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


def out() -> Console:
    """Standard output, for results. A new object each time: tests and pipes replace the stream. A terminal's lines
    break between words, a file's not at all.
    """
    from rich.console import Console

    return Console(file=sys.stdout, highlight=False, soft_wrap=not sys.stdout.isatty())


def err() -> Console:
    """Standard error, for progress and messages. A terminal's lines break between words, a file's not at all."""
    from rich.console import Console

    return Console(file=sys.stderr, highlight=False, soft_wrap=not sys.stderr.isatty())


def say(text: str, *, style: str = "") -> None:
    """Print information on standard error, unless `--quiet`. Square brackets are plain text."""
    if not _MANNER.quiet:
        warn(text, style=style)


def warn(text: str, *, style: str = "") -> None:
    """Print a warning on standard error, even with `--quiet`."""
    if text.replace("\n", "").isprintable() and not _coloured(sys.stderr):
        sys.stderr.write(text + "\n")
        return
    from rich.text import Text

    from agentprog.cli.excerpts import fitted

    console = err()
    console.print(Text(text if console.soft_wrap else fitted(text, console.width), style=style))


def _coloured(stream: TextIO) -> bool:
    """True if Rich would colour and wrap output to this stream."""
    return stream.isatty() or bool({"FORCE_COLOR", "TTY_COMPATIBLE"} & os.environ.keys())


def forget_typed_ahead() -> None:
    """Drop keys typed before a question, since they do not answer it."""
    if not sys.stdin.isatty():
        return
    if sys.platform == "win32":
        import msvcrt

        while msvcrt.kbhit():
            msvcrt.getwch()
    else:
        import termios

        termios.tcflush(sys.stdin, termios.TCIFLUSH)


def result(text: str) -> None:
    """One line or block of the result, on standard output, exactly as it is."""
    try:
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
        sys.stdout.flush()
    except OSError as exc:
        if exc.errno == errno.EINVAL:  # Windows' error if the reader has gone
            raise BrokenPipeError from exc
        raise


def row(text: str, *, hang: int = 0) -> None:
    """One line of a list or table, on standard output. A terminal's lines break between words, and each further part
    begins at column `hang`; other readers get the line whole.
    """
    if not sys.stdout.isatty() or (text.isascii() and len(text) <= shutil.get_terminal_size().columns):
        result(text)
        return
    from rich.text import Text

    console = out()
    for part in broken(Text(text), console, hang=hang):
        result(part.plain)


def broken(line: Text, console: Console, *, hang: int) -> list[Text]:
    """The line in parts as wide as the console, broken between words; each further part begins at column `hang`, or
    at column 4 if that would leave less than a third of the width.
    """
    from rich.text import Text

    hang = hang if hang <= console.width * 2 // 3 else _HANG
    head, body = line.divide([hang])
    parts = body.wrap(console, console.width - hang)
    for part in parts:
        part.rstrip()
    return [(head if place == 0 else Text(" " * hang)) + part for place, part in enumerate(parts)]


def result_json(value: Any) -> None:
    """The result as one line of JSON."""
    import json

    result(json.dumps(value, ensure_ascii=False, default=str))
