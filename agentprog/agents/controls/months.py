"""A month on a screen in one line: its days by weeks, with texts of single days."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby

from agentprog.ports import Element

_SHORTEST, _LONGEST = 28, 31
_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"[^\s,;:.]+")


def month_in(elements: Sequence[Element]) -> tuple[int, int] | None:
    """Begin and end of the first month in a list of elements, including days of other months in its grid."""
    days = [_day(element) for element in elements]
    for first, day in enumerate(days):
        last = _run(days, first, 1)
        if day != 1 or last - first < _SHORTEST or not _alike(elements[first:last]):
            continue
        begin, end = first, last
        while begin and _alike((elements[begin - 1], elements[first])) and _goes_before(elements, begin, first):
            begin -= 1
        end = _run(days, end, 1) if end < len(days) and _alike(elements[first : end + 1]) else end
        return begin, end
    return None


def _day(element: Element) -> int | None:
    """The day of an element: its leading number, or the only number that can be a day."""
    numbers = [int(number) for number in _NUMBER.findall(element.label)]
    fitting = [number for number in numbers if 1 <= number <= _LONGEST]
    if numbers and element.label[0].isdecimal():
        return numbers[0] if numbers[0] in fitting else None
    return fitting[0] if len(fitting) >= 1 else None


def _run(days: Sequence[int | None], at: int, day: int) -> int:
    """The end of a run of days that begins with `day` at a place."""
    while at < len(days) and days[at] == day and day <= _LONGEST:
        at, day = at + 1, day + 1
    return at


def _alike(elements: Iterable[Element]) -> bool:
    return len({(e.class_name, e.window, e.clickable) for e in elements}) <= 1


def _goes_before(elements: Sequence[Element], at: int, first: int) -> bool:
    """True if the element before a place is a cell too: in the row of the 1st, or a day before it."""
    before, day = _day(elements[at - 1]), _day(elements[at])
    leads = before is not None and (before >= _SHORTEST if at == first else day is not None and before + 1 == day)
    return leads or elements[at - 1].bounds.top == elements[first].bounds.top


def month_line(group: Sequence[Element], *, numbered: bool) -> str:
    """A whole month in one line, one part for each week; `numbered` adds the number of each week's first cell."""
    shared = _shared([_words(cell) for cell in group if _day(cell) is not None], least=_SHORTEST)
    columns = _columns(group, shared)
    weeks = []
    for _, row in groupby(group, key=lambda cell: cell.bounds.top):
        cells = tuple(row)
        days = " ".join(_cell_text(cell, shared | columns.get(cell.bounds.left, frozenset())) for cell in cells)
        weeks.append((f"[{cells[0].index}] " if numbered else "") + days)
    heads = [" ".join(sorted(columns[left], key=len)) for left in sorted(columns)]
    month = f'"{", ".join(_in_order(group, shared))}"' if shared else "a month"
    under = f", under {' '.join(heads)}" if all(heads) and heads else ""
    return f"{group[0].role} for each day of {month}, a week at a time{under}: {'; '.join(weeks)}"


def _words(cell: Element) -> frozenset[str]:
    return frozenset(word for text in cell.texts for word in _WORD.findall(text) if not _is_its_day(word, cell))


def _is_its_day(word: str, cell: Element) -> bool:
    return word.isdecimal() and int(word) == _day(cell)


def _shared(cells: Sequence[frozenset[str]], *, least: int) -> frozenset[str]:
    counts = Counter(word for words in cells for word in words)
    return frozenset(word for word, count in counts.items() if count >= least)


def _columns(group: Sequence[Element], shared: frozenset[str]) -> dict[int, frozenset[str]]:
    """The common texts of a column's cells: the day of the week."""
    columns: dict[int, list[frozenset[str]]] = defaultdict(list)
    for cell in group:
        if _day(cell) is not None:
            columns[cell.bounds.left].append(_words(cell) - shared)
    return {left: _shared(cells, least=len(cells)) for left, cells in columns.items()}


def _in_order(group: Sequence[Element], shared: frozenset[str]) -> list[str]:
    first = next(cell for cell in group if shared <= _words(cell))
    words_of_texts = [
        [word for word in _WORD.findall(part) if word in shared] for text in first.texts for part in _parts(text)
    ]
    return list(dict.fromkeys(" ".join(words) for words in words_of_texts if words))


def _cell_text(cell: Element, known: frozenset[str]) -> str:
    day = _day(cell)
    if day is None:
        return "-"
    notes = list(
        dict.fromkeys(filter(None, (_note(part, cell, known) for text in cell.texts for part in _parts(text))))
    )
    if cell.selected or cell.checked:
        notes.append("selected")
    if not cell.enabled:
        notes.append("disabled")
    return f"{day} ({', '.join(notes)})" if notes else str(day)


def _parts(text: str) -> list[str]:
    return [part for line in text.splitlines() for part in line.split(", ")]


def _note(part: str, cell: Element, known: frozenset[str]) -> str:
    """The new part of a text in a cell: for its own date the other words, else the whole text."""
    words = _WORD.findall(part)
    new = [word for word in words if word not in known and not _is_its_day(word, cell)]
    dated = any(_is_its_day(word, cell) for word in words)
    return " ".join(new) if dated or not new else " ".join(part.split())
