"""Reads program files: text, diagnostics, and whether a program uses a phone."""

from __future__ import annotations

import codecs
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from agentprog.errors import ProgramError, UsageError
from agentprog.frozen import field, frozen
from agentprog.lang import ast
from agentprog.lang.check import CheckReport, check_text
from agentprog.lang.diagnostics import Diagnostic, render_diagnostics
from agentprog.lang.visit import walk

SUFFIX = ".stp"
_OTHER_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)
_ON_THE_PHONE = (ast.Action, ast.DirectUI, ast.Extract, ast.Within, ast.OnScreen)


@frozen
class Program:
    """A program's text. `name` is its name in messages; `folder` contains its files, by default the current folder.

    A person wrote it, unless a model did in an earlier run (`by_model`): then it is read leniently, with the names of
    the `apps` that were there, and authorises nothing.
    """

    text: str
    name: str = "program"
    folder: Path = field(default_factory=Path.cwd)
    by_model: bool = False
    apps: tuple[str, ...] = ()
    path: Path | None = None
    """The file it was read from: its lines are a person's as far as the user's state says so. None: the caller who made
    this object is the author.
    """
    run: Path | None = None
    """The run folder that contains the program: its lines are a person's as they were in that run, else as in a
    file."""

    @classmethod
    def read(cls, path: str | Path) -> Program:
        """The program in a file. Raises UsageError when it cannot be read."""
        return read_program(Path(path))

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The diagnostics of `agentprog check`: errors and warnings with their places, in the order of the text."""
        return tuple(self.check().diagnostics)

    def unused(self, inputs: Iterable[str]) -> tuple[str, ...]:
        """The given inputs that no line and no header names: a program without declared inputs accepts any."""
        program = self.check().parsed.program
        nodes = walk(program) if program is not None else ()
        used = {node.name for node in nodes if isinstance(node, ast.Ref | ast.Input)}
        return tuple(name for name in inputs if name not in used)

    def check(self) -> CheckReport:
        """Parse and check it."""
        mode: Literal["lenient", "strict"] = "lenient" if self.by_model else "strict"
        return check_text(self.text, mode=mode, name=self.name, known_apps=self.apps)


@frozen
class Checked:
    """A program that may run, with its text and its author."""

    program: ast.Program
    text: str
    by_model: bool = False
    path: Path | None = None
    run: Path | None = None


def read_program(path: Path) -> Program:
    """The text of a program file. Raises UsageError when it cannot be read."""
    try:
        text = text_of(path.read_bytes(), str(path))
    except FileNotFoundError as exc:
        near = sorted(program.name for program in path.parent.glob("*" + SUFFIX)) if path.parent.is_dir() else []
        hint = f"There are: {', '.join(near[:10])}." if near else ""
        raise UsageError(f"there is no file {path}", hint=hint) from exc
    except IsADirectoryError as exc:
        raise UsageError(f"{path} is a folder, not a program file", hint="`check` and `fmt` take folders.") from exc
    except OSError as exc:
        raise UsageError(f"cannot read {path}: {exc.strerror}") from exc
    return Program(text=text, name=str(path), folder=path.resolve().parent, path=path.resolve())


def names_program(task: str) -> bool:
    """True for a program file, False for a task in plain words. A folder counts as a file, which is then refused."""
    if task.lower().endswith(SUFFIX):
        return True
    try:
        return not any(char.isspace() for char in task.strip()) and Path(task).exists()
    except OSError:  # too long for a file name: a sentence without spaces
        return False


def text_of(data: bytes, name: str) -> str:
    """A program's text, with any line ends and with or without a byte order mark. Raises UsageError with `name` if it
    is not UTF-8: Windows' "Unicode" is often UTF-16.
    """
    hint = "Save it as UTF-8; PowerShell: `Get-Content FILE | Set-Content -Encoding utf8 NEW`."
    if data.startswith(_OTHER_MARKS) or data[1:2] == b"\0" or data[:1] == b"\0":
        raise UsageError(f"{name} is UTF-16 text, and programs are UTF-8", hint=hint)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as exc:
        problem = f"{name} is not UTF-8 text: {exc.reason} at byte {exc.start}"
        raise UsageError(problem, hint="Save it as UTF-8.") from exc
    return text.replace("\r\n", "\n").replace("\r", "\n")


def needs_phone(program: ast.Program) -> bool:
    """True if a statement looks at a phone or acts on it."""
    for node in walk(program):
        if isinstance(node, _ON_THE_PHONE) or (isinstance(node, ast.Statement) and node.app is not None):
            return True
        condition = node.condition if isinstance(node, ast.Verify) else None
        if isinstance(condition, ast.Semantic):
            return True
    return False


def check_program(source: Program) -> Checked:
    """Parse and check a program's text. Raises ProgramError with every error and its place."""
    report = source.check()
    program = report.parsed.program
    if report.errors or program is None:
        wrong = [found for found in report.diagnostics if found.severity == "error"]
        count = "an error" if len(wrong) == 1 else f"{len(wrong)} errors"
        raise ProgramError(
            f"{source.name} has {count}; nothing was run", hint=render_diagnostics(wrong, source.text, source.name)
        )
    return Checked(program=program, text=source.text, by_model=source.by_model, path=source.path, run=source.run)
