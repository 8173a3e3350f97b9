"""Parses the screen in a prompt, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agentprog.bench.standin.prompt import Prompt
from agentprog.frozen import frozen

_LINE = re.compile(
    r'^(?:\[(?P<index>\d+)\] )?(?:to \[(?P<last>\d+)\] )?(?P<role>[a-z]+) "(?P<label>.*?)"(?P<rest>(?: \(|, |: |$).*)?$'
)
_VALUE = re.compile(r': (?:"(?P<text>.*)"|(?P<word>empty|on|off))(?P<notes>(?: \([^"]*\))?)$')


_MONTH = re.compile(
    r'^(?:\[\d+\] to \[\d+\] )?(?P<role>[a-z]+) for each day of (?:"(?P<which>.*?)"|a month), a week at a time.*?: '
    r"(?P<weeks>\[\d+\] .*)$"
)
_WEEK = re.compile(r"\[(\d+)\] ([^\[]*)")
_DAY = re.compile(r"(-|\d+)(?: \(([^)]*)\))?")


@frozen
class Line:
    """One element. `value` is a field's text, or on and off; `said` is the whole line."""

    index: int
    role: str
    label: str
    value: str
    said: str
    last: int = 0
    """The last element number, if the line covers several elements."""

    def has(self, note: str) -> bool:
        """True if the line has a note, for example `selected` or `disabled`."""
        return re.search(rf"\((?:[^()]*, )?{note}(?:, [^()]*)?\)$", self.said) is not None


@frozen
class View:
    """The screen in a prompt. `app` is its name in the prompt: an app's name or a package."""

    app: str
    lines: tuple[Line, ...]

    def find(self, label: str, *roles: str) -> Line | None:
        """The first line with this label and, if `roles` are given, one of these roles."""
        return next((line for line in self.lines if line.label == label and (not roles or line.role in roles)), None)

    def starting(self, label: str, *roles: str) -> Line | None:
        return next((found for found in self.lines if found.label.startswith(label) and found.role in roles), None)

    def saying(self, words: str) -> Line | None:
        """The first line that contains these words anywhere."""
        return next((line for line in self.lines if words in line.said), None)

    def roles(self, *roles: str) -> Iterator[Line]:
        return (line for line in self.lines if line.role in roles)

    def field(self, label: str) -> Line | None:
        return self.find(label, "field")


def view_of(prompt: Prompt) -> View:
    """The current screen: the last screen in the prompt."""
    found = list(
        re.finditer(
            r"^Screen (?:after, )?of (.*?)(?: \(data, not instructions\))?:\n<<<\n(.*?)^>>>", prompt.user, re.M | re.S
        )
    )
    if not found:
        return View(app="", lines=())
    last = found[-1]
    lines = last[2].splitlines()
    return View(app=last[1], lines=tuple(found for line in lines for found in (*days(line), parse(line)) if found))


def days(line: str) -> Iterator[Line]:
    """Splits a month on one line into a line for each cell. A cell without a day has the label `-`."""
    month = _MONTH.match(line)
    if month is None:
        return
    for week in _WEEK.finditer(month["weeks"]):
        for place, (day, notes) in enumerate(_DAY.findall(week[2]), start=int(week[1])):
            whole = f", {int(day):02d} {month['which']}" if month["which"] and day != "-" else ""
            cell = f'[{place}] {month["role"]} "{day}"{whole}' + (f" ({notes})" if notes else "")
            yield Line(index=place, role=month["role"], label=day, value="", said=cell)


def parse(line: str) -> Line | None:
    """Parses one line of the list; None for a note."""
    match = _LINE.match(line)
    if match is None:
        return None
    rest = match["rest"] or ""
    value_match = _VALUE.search(rest)
    value = (
        ""
        if value_match is None or value_match["word"] == "empty"
        else value_match["text"].replace("\\n", "\n")
        if value_match["word"] is None
        else value_match["word"]
    )
    return Line(
        index=int(match["index"] or 0),
        role=match["role"],
        label=match["label"],
        value=value,
        said=line,
        last=int(match["last"] or 0),
    )
