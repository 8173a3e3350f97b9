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

from agentprog.app.settings.complaints import complaint, is_own
from agentprog.app.settings.folders import state_folder
from agentprog.cli.console import result_json, wants_json, warn
from agentprog.errors import AgentProgError, Stop, UsageError
from agentprog.frozen import frozen
from agentprog.version import __version__

INTERRUPTED = 130


@frozen
class _Ending:
    """The end of a command. `data()` is its form for `--json`; `said` is its line for a person."""

    kind: str
    message: str
    hint: str = ""
    exit_code: int
    said: str
    style: str = "red"

    def data(self) -> dict[str, object]:
        return {"kind": self.kind, "message": self.message, "hint": self.hint, "exit_code": self.exit_code}


def report(problem: BaseException, *, debug: bool) -> int:
    """Print the problem on standard error, with `--json` on standard output too; returns the exit status."""
    if isinstance(problem, typer.Exit):
        return int(problem.exit_code)
    end = _ending(problem)
    warn(end.said, style=end.style)
    if end.hint:
        warn(end.hint)
    if debug:
        warn("".join(traceback.format_exception(problem)).rstrip())
        if isinstance(problem, AgentProgError) and problem.evidence:
            warn(f"Evidence: {problem.evidence}")
    if wants_json():
        result_json({"error": end.data()})
    return end.exit_code


def error_data(problem: AgentProgError) -> dict[str, object]:
    """An error as `--json` prints it."""
    return _error(type(problem).__name__, problem.message, problem.hint, problem.exit_code).data()


def _ending(problem: BaseException) -> _Ending:
    match problem:
        case typer.Abort() | KeyboardInterrupt():
            line = "Interrupted."
            return _Ending(kind="Cancelled", message="interrupted", exit_code=INTERRUPTED, said=line, style="yellow")
        case typer.TyperException():
            context = getattr(problem, "ctx", None)
            hint = f"See {context.command_path} --help." if context is not None else ""
            return _error(UsageError.__name__, _misused(problem), hint, UsageError.exit_code)
        case Stop():
            kind, code, line = type(problem).__name__, problem.exit_code, f"Stopped: {problem.reason}"
            return _Ending(kind=kind, message=problem.reason, exit_code=code, said=line, style="yellow")
        case AgentProgError():
            return _error(type(problem).__name__, problem.message, problem.hint, problem.exit_code)
    return _defect(problem)


def _misused(problem: typer.TyperException) -> str:
    """Typer's message; about a value of the wrong type, which it leaves to pydantic, in our own words."""
    message, cause = problem.format_message(), problem.__cause__
    if type(cause).__name__ != "ValidationError":
        return message
    finding = cause.errors()[0]  # type: ignore[union-attr]
    option = message.removesuffix(problem.message).removeprefix("Invalid value for ").removesuffix(": ")
    value = "" if is_own(finding) else f" is {finding['input']!r}"
    return f"{option}{value}: {complaint(finding)}"


def _error(kind: str, message: str, hint: str, code: int) -> _Ending:
    return _Ending(kind=kind, message=message, hint=hint, exit_code=code, said=f"Error: {message}")


def _defect(problem: BaseException) -> _Ending:
    saved = _save(problem)
    message = f"this is a defect of agentprog: {type(problem).__name__}: {problem}"
    hint = f"Details are in {saved}; please report them." if saved else "Run again with --debug to see the details."
    return _error("Defect", message, hint, 1)


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
