"""`agentprog check`, `fmt` and `show`: work on program files, without a phone or a model."""

from __future__ import annotations

import glob
import os
import shutil
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agentprog.app.launching.eyesight import drawn_apps, needed
from agentprog.app.launching.programs import SUFFIX, read_program, text_of
from agentprog.cli.app import app
from agentprog.cli.console import result, result_json, row, say, warn
from agentprog.cli.options import AsJson, JsonLines
from agentprog.errors import ProgramError, UsageError
from agentprog.frozen import frozen, replace
from agentprog.lang.check import CheckReport, check_text
from agentprog.lang.check.wording.questions import Asks, Question
from agentprog.lang.parser import Mode
from agentprog.lang.table import compile_program
from agentprog.lang.writing.fmt import format_text, unified_diff
from agentprog.lang.writing.readback import Reading

if TYPE_CHECKING:
    from agentprog.lang.ast import Program
    from agentprog.lang.effects.manifest import Manifest

Files = Annotated[list[str], typer.Argument(metavar="FILE...", help="Program files, folders of them, or - for stdin.")]
STDIN = "-"
_MARKS = ("bullet", "quotes")
"""Repairs that leave the words of a line as they are."""
_MOST_SHOWN = 40
"""Lines of one kind that `check` shows."""
_PAIR = 2
_WIDEST = 90
_PATIENCE = 2.0
"""Seconds without a message to the user."""


@app.command()
def check(
    files: Files,
    strict: Annotated[bool, typer.Option("--strict", help="Warnings fail too.")] = False,
    touches: Annotated[
        bool, typer.Option("--manifest", help="Also print the apps, inputs, files, people and effects of each program.")
    ] = False,
    no_model: Annotated[
        bool, typer.Option("--no-model", help="Fail if a line needs a model: a step in plain words, or code.")
    ] = False,
    as_json: JsonLines = False,
) -> int:
    """Reports every error of programs, the lines that need a model, and the questions in them."""
    reports = [check_text(_read(name), name=_shown(name)) for name in _expanded(files)]
    for report in reports:
        if as_json:
            result_json(report.to_json() | (_touched(report) if touches else {}))
            continue
        _show_report(report)
        if touches and report.parsed.program is not None:
            result(f"{report.name}\n{_manifest(report.parsed.program).render()}")
        for text in _unseen(report):
            warn(f"{report.name}: {text}", style="yellow")
        if report.tiers["compute"] or report.tiers["semantic"]:
            say(f"{report.name}: {_asked(report)}")
            for line in _questions(report):
                say(f"  {line}", style="dim")
        head = f"{report.name}: in the words of `agentprog fmt`, to compare with yours:"
        for line in _shown_lines(head, report.readings):
            say(line, style="dim")
        if no_model and (lines := _asking(report)):
            needs = "needs" if len(lines) == 1 else "need"
            warn(f"{report.name}: error: {_some(lines)} {needs} a model, and --no-model allows none", style="red")
    wrong = sum(report.errors + (len(_asking(report)) if no_model else 0) for report in reports)
    doubtful = sum(report.warnings for report in reports)
    failed = bool(wrong or (strict and doubtful))
    if not as_json:
        found = f"{_count(wrong, 'error')}, {_count(doubtful, 'warning')}"
        say(f"{_count(len(reports), 'file')}: {found}", style="red" if failed else "yellow" if doubtful else "green")
    return 1 if failed else 0


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _asking(report: CheckReport) -> list[int]:
    """The lines that ask a model."""
    return sorted(line for tier, lines in report.tiers.items() if tier != "exact" for line in lines)


def _unseen(report: CheckReport) -> list[str]:
    """Needs of the program's apps that draw their own screens."""
    return [needed(app) for app in drawn_apps(report.parsed.program)] if report.parsed.program is not None else []


def _asked(report: CheckReport) -> str:
    """The number of exact lines, and the lines that ask a model."""
    tiers = report.tiers
    parts = [f"{len(tiers['exact'])} exact"]
    asking = ((tiers["compute"], "code that a model writes"), (tiers["semantic"], "a model"))
    for lines, words in asking:
        if lines:
            parts.append(f"{len(lines)} {'needs' if len(lines) == 1 else 'need'} {words} ({_some(lines)})")
    return ", ".join(parts)


_QUESTIONS: dict[Asks, str] = {
    "judges": "conditions that a model judges",
    "reads": "values that a model reads from the screen",
    "computes": "values for which a model writes code",
    "does": "steps that a model does, word by word",
    "would set": "steps that would set a variable if its name were in braces",
    "when": "steps that happen at once: no line waits for the time that they name",
    "details": "details of the step above them, not separate lines",
}


_IN_APP: dict[Asks, str] = {
    "stays": 'steps that stay in "{}", which a line above names:',
    "names": 'steps whose own words name the app "{}":',
}


def _questions(report: CheckReport) -> list[str]:
    """The questions to a model besides steps that name their app, by kind, each with its line."""
    found: list[str] = []
    questions = report.questions
    for kind, words in _QUESTIONS.items():
        found += _shown_lines(f"{words}:", (question for question in questions if question.asks == kind))
    in_apps = [question for question in questions if question.app]
    for asks, name in dict.fromkeys((question.asks, question.app) for question in in_apps):
        here = (question for question in in_apps if (question.asks, question.app) == (asks, name))
        found += _shown_lines(_IN_APP[asks].format(name), here)
    return found


def _shown_lines(head: str, lines: Iterable[Question | Reading]) -> list[str]:
    shown = [f"  line {line.line}: {_cut(line.text)}" for line in lines]
    more = [f"  and {len(shown) - _MOST_SHOWN} more"] if len(shown) > _MOST_SHOWN else []
    return [head, *shown[:_MOST_SHOWN], *more] if shown else []


def _cut(text: str) -> str:
    first = text.partition("\n")[0]
    return first if len(first) <= _WIDEST else first[: _WIDEST - 1] + "…"


def _some(lines: Sequence[int]) -> str:
    """Line numbers; three or more in a row as a range: `lines 2, 5 to 9`."""
    runs: list[list[int]] = []
    for line in sorted(set(lines)):
        if runs and line == runs[-1][-1] + 1:
            runs[-1].append(line)
        else:
            runs.append([line])
    parts = (f"{run[0]} to {run[-1]}" if len(run) > _PAIR else ", ".join(map(str, run)) for run in runs)
    return f"line{'s' if len(lines) > 1 else ''} {', '.join(parts)}"


@app.command()
def fmt(
    files: Files,
    only_check: Annotated[bool, typer.Option("--check", help="Change no file; fail if one is not formatted.")] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="Change no file; print the changes, and fail if there are any.")
    ] = False,
    from_list: Annotated[
        bool, typer.Option("--from-list", help="Also remove bullets, numbers and text around a program.")
    ] = False,
    as_json: JsonLines = False,
) -> int:
    """Formats programs in their files; a program from stdin goes to standard output."""
    laid_out = [_LaidOut.of(name, from_list=from_list) for name in _expanded(files)]
    for file in laid_out:
        if file.changed and file.name != STDIN and not (only_check or diff):
            _replace(Path(file.name), file.text)
        if as_json:
            result_json(file.data(diff=diff))
        else:
            file.show(only_check=only_check, diff=diff)
    refused = sum(result.refused for result in laid_out)
    if refused:
        warn(f"Not touched, because of these findings: {refused} of {len(laid_out)}.", style="red")
    return 1 if refused or ((only_check or diff) and any(result.changed for result in laid_out)) else 0


@frozen
class _LaidOut:
    """A program before and after formatting. `text` equals `before` if errors forbid to format it."""

    name: str
    before: str
    text: str
    report: CheckReport
    refused: bool

    @classmethod
    def of(cls, name: str, *, from_list: bool = False) -> _LaidOut:
        """The file of this name. Raises UsageError if it cannot be read."""
        before = _read(name)
        mode: Mode = "lenient" if from_list else "strict"
        report = check_text(before, name=_shown(name), mode=mode)
        refused = not report.parsed.ok and report.errors > 0
        if from_list and not refused:
            from_marks = _beside_the_marks(report, check_text(before, name=_shown(name)))
            report, refused = from_marks or report, from_marks is not None
        text = before if refused else format_text(before, mode=mode)
        return cls(name=name, before=before, text=text, report=report, refused=refused)

    @property
    def changed(self) -> bool:
        return self.text != self.before

    def _diff(self) -> str:
        return unified_diff(self.before, self.text, name=_shown(self.name))

    def data(self, *, diff: bool) -> dict[str, object]:
        """The report as plain data; with a diff if wanted, with the text if no file holds it."""
        found = self.report.to_json()
        plain = {key: found[key] for key in ("file", "errors", "diagnostics")} | {"changed": self.changed}
        if diff:
            plain["diff"] = self._diff() if self.changed else ""
        return plain | ({"text": self.text} if self.name == STDIN and not self.refused else {})

    def show(self, *, only_check: bool, diff: bool) -> None:
        """Print the report for a person; a program from stdin goes to stdout."""
        if self.refused:
            warn(self.report.render())
        elif self.name == STDIN and not (only_check or diff):
            sys.stdout.write(self.text)
        elif self.changed and diff:
            result(self._diff())
        elif self.changed:
            say(f"{_shown(self.name)} {'would be ' if only_check else ''}formatted")


_OPEN = ("STP137", "STP138")
"""Warnings about lines whose reading may differ from the author's intent."""


def _beside_the_marks(lenient: CheckReport, strict: CheckReport) -> CheckReport | None:
    """The findings of a bulleted list's lines that leave a meaning open. Formatting removes the bullet, and the line
    would then look intended. None if there are none."""
    program = lenient.parsed.program
    own_lines = {row.line for row in compile_program(program).rows} if program is not None else set()
    own_lines -= {repair.span.line for repair in lenient.parsed.repairs if repair.kind not in _MARKS}
    marked = {found.span.line for found in strict.diagnostics if found.code == "STP126"}
    wrong = tuple(
        found
        for found in strict.diagnostics
        if found.code not in ("STP126", "STP201")
        and (
            (found in strict.parsed.diagnostics and found.severity == "error" and found.span.line in own_lines)
            or (found.span.line in marked and (found.severity == "error" or found.code in _OPEN))
        )
    )
    return replace(strict, diagnostics=wrong) if wrong else None


@app.command()
def show(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A program file, or - for stdin.")],
    tree: Annotated[bool, typer.Option("--tree", help="Print the tree of its steps (default).")] = False,
    table: Annotated[bool, typer.Option("--table", help="Print the compiled table instead of the tree.")] = False,
    as_json: AsJson = False,
) -> None:
    """Shows how agentprog reads a program: its steps, and those that need a model."""
    from agentprog.lang.jsonform import to_json  # `check` starts faster without these
    from agentprog.lang.show import show_table, show_tree, table_rows

    if tree and table:
        raise UsageError("--tree and --table exclude each other", hint="Choose one of them.")
    report = check_text(_read(file), name=_shown(file))
    program = report.parsed.program
    if program is None:
        raise ProgramError(f"{_shown(file)} holds no program", hint=report.render())
    if as_json:
        result_json(table_rows(compile_program(program)) if table else to_json(program))
    else:
        result(show_table(compile_program(program))) if table else _show_tree(show_tree(program))
    if report.errors and not as_json:
        warn(report.render())


def _show_tree(tree: str) -> None:
    for line in tree.splitlines():
        row(line, hang=len(line) - len(line.lstrip("│├└─ ")) + 2)


def _show_report(report: CheckReport) -> None:
    """Print the findings. A terminal's excerpt is cut, since its marks stand below the characters that they mean."""
    found = report.render() if report.diagnostics else ""
    if sys.stdout.isatty():
        from agentprog.cli.excerpts import fitted  # only a terminal needs it

        found = fitted(found, shutil.get_terminal_size().columns)
    for line in found.splitlines():
        row(line, hang=4)


def _touched(report: CheckReport) -> dict[str, object]:
    program = report.parsed.program
    return {"manifest": None if program is None else _manifest(program).to_json()}


def _manifest(program: Program) -> Manifest:
    from agentprog.lang.effects.manifest import manifest  # `check` starts faster without it

    return manifest(program)


def _expanded(files: list[str]) -> list[str]:
    """The files, with folders replaced by the programs under them."""
    if files.count(STDIN) > 1:
        raise UsageError("standard input can be read only once", hint="Give - only once.")
    found: list[str] = []
    for name in files:
        if any(wild in name for wild in "*?") and not Path(name).exists():  # shells on Windows do not expand them
            matching = sorted(glob.glob(name))  # noqa: PTH207 - Path's takes no absolute patterns
            if not matching:
                raise UsageError(f"there is no file or folder {name}", hint="Name a file or a folder that exists.")
            found += matching
        elif name != STDIN and Path(name).is_dir():
            inside = _programs_under(name)
            if not inside:
                raise UsageError(f"there are no {SUFFIX} files under {name}", hint="Name a file.")
            found += inside
        else:
            found.append(name)
    return found


def _programs_under(folder: str) -> list[str]:
    """The programs in a folder and its subfolders; reports progress if there are many files."""
    found: list[str] = []
    looked, reported = 0, time.monotonic()

    def refused(problem: OSError) -> None:
        if not looked:  # the folder itself is unreadable; an unreadable folder inside it is skipped
            raise UsageError(
                f"cannot look through {folder}: {problem.strerror}", hint="Name a folder that you may read."
            ) from problem

    for place, _, names in os.walk(folder, onerror=refused):
        looked += 1
        found += (str(Path(place) / name) for name in names if name.endswith(SUFFIX))
        if time.monotonic() - reported >= _PATIENCE:
            reported = time.monotonic()
            say(f"Looking through {folder}: {looked:,} folders so far, {len(found):,} programs in them.", style="dim")
    return sorted(found)


def _read(name: str) -> str:
    if name != STDIN:
        return read_program(Path(name)).text
    return text_of(sys.stdin.buffer.read(), "standard input")


def _shown(name: str) -> str:
    return "<stdin>" if name == STDIN else name


def _replace(path: Path, text: str) -> None:
    """Replace the whole file at once; its permissions stay."""
    import tempfile  # `check` starts faster without it

    try:
        handle, fresh = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        Path(fresh).chmod(path.stat().st_mode)
        Path(fresh).replace(path)
    except OSError as exc:
        raise UsageError(f"cannot write {path}: {exc.strerror}") from exc
