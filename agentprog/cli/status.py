"""The one place that turns what ended a command into a message and an exit status.

0 done, 1 failed, 2 usage, 3 device, 4 model, 5 out of budget, 6 needs a person, 7 finished unverified, 8 infeasible,
130 interrupted. A defect of ours is one line with the path of the saved details, never a traceback.
"""

from __future__ import annotations

import platform
import sys
import tempfile
import time
import traceback
from pathlib import Path

import typer

from agentprog import __version__
from agentprog.app.config import state_folder
from agentprog.cli.console import say
from agentprog.errors import AgentProgError, Stop

INTERRUPTED = 130


def report(problem: BaseException, *, debug: bool) -> int:
    """Says on standard error what happened and gives the exit status."""
    match problem:
        case typer.Exit():
            return int(problem.exit_code)
        case typer.Abort() | KeyboardInterrupt():
            say("Interrupted.", style="yellow")
            return INTERRUPTED
        case typer.TyperException():
            return _usage(problem)
        case Stop():
            say(f"Stopped: {problem.reason}", style="yellow")
            return problem.exit_code
        case AgentProgError():
            say_error(problem.message, problem.hint)
            status = problem.exit_code
        case _:
            status = _defect(problem)
    if debug:
        say("".join(traceback.format_exception(problem)).rstrip())
        if isinstance(problem, AgentProgError) and problem.evidence:
            say(f"Evidence: {problem.evidence}")
    return status


def say_error(message: str, hint: str) -> None:
    """What went wrong, and what to do about it."""
    say(f"Error: {message}", style="red")
    if hint:
        say(hint)


def _usage(problem: typer.TyperException) -> int:
    context = getattr(problem, "ctx", None)
    say_error(problem.format_message(), f"See {context.command_path} --help." if context is not None else "")
    return 2


def _defect(problem: BaseException) -> int:
    saved = _save(problem)
    say_error(
        f"this is a defect of agentprog: {type(problem).__name__}: {problem}",
        f"Details are in {saved}; please report them." if saved else "Run again with --debug to see the details.",
    )
    return 1


def _save(problem: BaseException) -> Path | None:
    """Writes the traceback where a person can find it; None when nothing can be written."""
    text = "".join(traceback.format_exception(problem))
    head = f"agentprog {__version__}, Python {platform.python_version()}, {platform.platform()}\n{_command_line()}\n\n"
    name = f"crash-{time.strftime('%Y%m%d-%H%M%S')}.txt"
    for folder in (state_folder(), Path(tempfile.gettempdir())):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(head + text, encoding="utf-8")
        except OSError:
            continue
        return folder / name
    return None


def _command_line() -> str:
    """Only the words that name the command: a task or a parameter may be private."""
    return "agentprog " + " ".join(word for word in sys.argv[1:3] if word.isidentifier())
