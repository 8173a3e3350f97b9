"""Tries the advice of the findings: each line that a finding suggests is put in the place of the old one, and the
program is checked once more. Advice that leads to an error there, or to the same finding, is not shown.

All suggestions are tried at once, as by a reader who follows all of them, so that the time grows with the program only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from agentprog.frozen import frozen, replace
from agentprog.lang.ast import Action, Arithmetic, Assign, ForEach, Program, Return
from agentprog.lang.check.report import SHOWN
from agentprog.lang.diagnostics import Diagnostic
from agentprog.lang.reading.recognise import recognise
from agentprog.lang.reading.senses import keeps_blocks
from agentprog.lang.source.text import Piece
from agentprog.lang.visit import statements
from agentprog.lang.vocabulary.words import Words, words

SUGGESTED = re.compile(r"did you mean `(?P<text>.+?)`\?")
_ABOUT_DATA = frozenset(("STP212", "STP213", "STP217", "STP224"))
"""Errors about the values of a program: the advice about its words is right all the same."""
_UNSET, _UNQUOTED, _ALMOST = "STP201", "STP209", "STP121"
_VARIABLE = re.compile(r"\{[^{}]*\}")
_NAME = re.compile(r"\{([^\W\d]\w*)")
_ROUNDS = 2
"""How often the advice for a line is followed: the first may leave another slip in it."""
_INSTEAD = "write it in other words, for example one line for each action"


@frozen
class _Trial:
    """A suggestion in its place: the columns of the old text in the row, and the new row."""

    finding: Diagnostic
    start: int
    tail: int
    """Length of the row behind the new text."""
    row: str
    old: str


def proved(
    found: list[Diagnostic], program: Program, text: str, check: Callable[[str], Iterable[Diagnostic]]
) -> list[Diagnostic]:
    """The findings, without suggestions that do not hold. `check` gives the findings about another text."""
    rows, known = text.split("\n"), words(program.header.language)
    trials = _trials(found, program, rows)
    if not trials:
        return found
    new: dict[Diagnostic, Diagnostic] = {}
    for last in (number == _ROUNDS - 1 for number in range(_ROUNDS)):
        for line, trial in trials.items():
            rows[line - 1] = trial.row
        after: dict[int, list[Diagnostic]] = {line: [] for line in trials}
        for diagnostic in check("\n".join(rows)):
            after.get(diagnostic.span.line, []).append(diagnostic)
        longer: dict[int, _Trial] = {}
        for line, trial in trials.items():
            faults = [fault for fault in after[line] if _is_fault(fault, trial)]
            again = None if last or not faults else _again(faults[0], trial)
            if again is not None:
                longer[line] = again
            elif faults or not keeps_blocks(trial.old, trial.row, known):
                new[trial.finding] = _without(trial, faults, known)
            elif trial.finding.suggestion:
                new[trial.finding] = _with(trial)
        trials = longer
        if not trials:
            break
    return [new.get(finding, finding) for finding in found]


def _trials(found: list[Diagnostic], program: Program, rows: list[str]) -> dict[int, _Trial]:
    """The first suggestion of each line."""
    known = words(program.header.language)
    trials: dict[int, _Trial] = {}
    suggestions = [
        (finding, hit["text"])
        for finding in found
        if finding.span.line and (hit := SUGGESTED.search(finding.suggestion))
    ]
    starts: dict[int, list[int]] = {}
    for statement in statements(program) if suggestions else ():
        starts.setdefault(statement.span.line, []).append(statement.span.column - 1)
    for diagnostic, suggested in suggestions:
        line = diagnostic.span.line
        if line not in trials and line <= len(rows) and "..." not in suggested and "`" not in suggested:
            trials[line] = _trial(diagnostic, suggested, rows[line - 1], starts.get(line, []), known)
    return trials


def _trial(finding: Diagnostic, suggested: str, row: str, starts: list[int], known: Words) -> _Trial:
    """Puts the suggestion in the place of the marked words; a whole line for a marked variable, in that of its
    statement."""
    start = finding.span.column - 1
    end = min(len(row), start + finding.span.end - finding.span.start)
    marked = _VARIABLE.fullmatch(row[start:end])
    if marked and not isinstance(recognise(Piece(suggested, vocabulary=known)), Action):
        indent = len(row) - len(row.lstrip())
        start, end = max((at for at in starts if indent <= at <= start), default=indent), len(row)
    return _Trial(finding=finding, start=start, tail=len(row) - end, row=row[:start] + suggested + row[end:], old=row)


def _is_fault(finding: Diagnostic, trial: _Trial) -> bool:
    """True for a finding that shows that the suggestion is wrong."""
    first = trial.finding
    begin, end = trial.start + 1, len(trial.row) - trial.tail
    if finding.span.column > end or finding.span.column + (finding.span.end - finding.span.start) <= begin:
        return False
    if (finding.code, finding.message) == (first.code, first.message):
        return True
    if finding.code != _UNQUOTED and (finding.severity != "error" or finding.code in _ABOUT_DATA):
        return False
    if finding.code != _UNSET:
        return True
    names = set(_NAME.findall(finding.message))
    others = {name for name in _NAME.findall(SUGGESTED.sub("", first.suggestion)) if name in names}
    return not others and not names & set(_NAME.findall(trial.old))


def _again(fault: Diagnostic, trial: _Trial) -> _Trial | None:
    """The suggestion with that of the finding that it leads to."""
    start, row = fault.span.column - 1, trial.row
    end = min(len(row), start + fault.span.end - fault.span.start)
    suggested = SUGGESTED.search(fault.suggestion)
    text = suggested["text"] if suggested else f'"{row[start:end]}"' if fault.message.endswith(SHOWN) else ""
    if not text or start < trial.start or end > len(row) - trial.tail:
        return None
    return replace(trial, row=row[:start] + text + row[end:])


def _with(trial: _Trial) -> Diagnostic:
    """The finding with the suggestion that was tried last."""
    suggested = trial.row[trial.start : len(trial.row) - trial.tail]
    hint = SUGGESTED.sub(lambda _: f"did you mean `{suggested}`?", trial.finding.suggestion, count=1)
    return replace(trial.finding, suggestion=hint)


def _without(trial: _Trial, faults: list[Diagnostic], known: Words) -> Diagnostic:
    """The finding without its suggestion: it keeps the fault and the rest of its text."""
    finding = trial.finding
    names = [_NAME.findall(fault.message)[:1] for fault in faults if fault.code == _UNSET]
    instead = _INSTEAD
    if names and len(names) == len(faults):
        suggested = SUGGESTED.search(finding.suggestion)
        statement = (
            recognise(Piece(suggested["text"], vocabulary=known)) if suggested and finding.code == _ALMOST else None
        )
        sets = isinstance(statement, Assign) and isinstance(statement.value, Arithmetic)
        needs = sets or isinstance(statement, ForEach | Return)
        then = f"then write `{suggested['text']}`" if suggested and needs else "or write other words"
        instead = f"give {{{names[0][0]}}} a value on a line above, {then}"
    rest = SUGGESTED.sub("", finding.suggestion, count=1).strip()
    return replace(finding, suggestion=f"{instead}. {rest}" if rest else instead)
