"""The command line's door: understands a bare task, runs the command, ends with a message and an exit status."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from unicodedata import east_asian_width

from agentprog.cli.console import be, ready_streams, result
from agentprog.errors import UsageError
from agentprog.version import __version__

_PROGRAM = ".stp"
_OBJECTS = 50_000
"""New objects between two searches for garbage. Imports make many objects, none of them garbage: at Python's 700 the
searches take a seventh of a short command.
"""


def main(arguments: Sequence[str] | None = None) -> None:
    """Entry point of `agentprog`. Always ends the process."""
    gc.set_threshold(_OBJECTS)
    ready_streams()
    sys.exit(status_of(list(sys.argv[1:] if arguments is None else arguments)))


def status_of(arguments: list[str]) -> int:
    """Runs one command line and gives its exit status. No exception leaves it."""
    be(quiet=False, as_json="--json" in arguments[: _end_of_options(arguments)])
    arguments, debug = _without_debug(arguments)
    try:
        return _run(arguments, debug=debug or bool(os.environ.get("AGENTPROG_DEBUG")))
    except BrokenPipeError:
        return _reader_gone()
    finally:
        be(quiet=False, as_json=False)


def _run(arguments: list[str], *, debug: bool) -> int:
    try:
        if arguments == ["--version"]:  # needs neither the commands nor their library
            result(f"agentprog {__version__}")
            return 0
        return _command(arguments)
    except BrokenPipeError:
        raise
    except SystemExit as exc:  # the command library ends a completion this way, and answers a broken pipe
        return _reader_gone() if exc.code else 0
    except BaseException as exc:  # noqa: BLE001 - the last frame: nothing above it could say this better
        from agentprog.cli.status import report

        return report(exc, debug=debug)


def _command(arguments: list[str]) -> int:
    """Imports the named command, or all if help or a completion may list them, and runs it."""
    import typer.main

    from agentprog.cli.tree import MODULES, load, load_all

    words = _with_command(arguments)
    app = load(*words[:2]) if words and words[0] in MODULES else load_all()
    found = typer.main.get_command(app).main(words, prog_name="agentprog", standalone_mode=False)
    return found if isinstance(found, int) else 0


def _reader_gone() -> int:
    """The reader of our output went away. Python would complain once more while it closes the stream."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


def _end_of_options(arguments: list[str]) -> int:
    return arguments.index("--") if "--" in arguments else len(arguments)


def _without_debug(arguments: list[str]) -> tuple[list[str], bool]:
    """`--debug` may stand anywhere before `--`."""
    end = _end_of_options(arguments)
    remaining = [word for word in arguments[:end] if word != "--debug"]
    return remaining + arguments[end:], len(remaining) < end


def _is_sentence(text: str) -> bool:
    """True for several words, or for characters of a script without spaces between words."""
    return any(char.isspace() or east_asian_width(char) in "WF" for char in text.strip())


def _with_command(arguments: list[str]) -> list[str]:
    """Puts `run` before a bare task or program file; a single unknown word is an error with the nearest command."""
    if not arguments or arguments[0].startswith("-"):
        return arguments
    from agentprog.cli.tree import MODULES

    first = arguments[0]
    if first in MODULES:
        return arguments
    if first.lower().endswith(_PROGRAM) or _is_sentence(first):
        return ["run", *arguments]
    import difflib

    near = difflib.get_close_matches(first, MODULES, n=1)
    suggestion = f"Did you mean `agentprog {near[0]}`? " if near else ""
    raise UsageError(
        f"there is no command {first!r}",
        hint=f'{suggestion}A task in plain words is quoted: agentprog "add a contact named ..."; see agentprog --help.',
    )
