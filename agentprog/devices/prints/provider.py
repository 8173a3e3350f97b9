"""Reads a content provider's rows, exactly or not at all: one query, and single-row queries for ambiguous texts.

A text may contain `, address=` or a whole row, and its sender chooses it. Numbers cannot. So a second query for numbers
alone counts the rows, and an ambiguous text is queried as the only text of the only row. If a phone returns one column
at a time, each column is queried separately.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from agentprog.devices.link.transport import ShellResult
from agentprog.devices.prints.content import (
    Query,
    Refusal,
    Row,
    Start,
    Why,
    body,
    command,
    cut,
    ended,
    is_empty,
    refusal,
    starts,
    text,
)
from agentprog.frozen import frozen

_MOST_ALONE = 60
"""Limit of single-row queries per reading; each takes a phone most of a second."""
_TRIES = 3
"""How often to try if rows change during a reading."""

Shell = Callable[[Sequence[str]], ShellResult]


class _Unknown(Exception):
    """Carries a refusal out of a reading."""

    def __init__(self, refused: Refusal) -> None:
        super().__init__(refused.why)
        self.refused = refused


@frozen
class _Counted:
    """A certain row: its `_id` and numbers, from a query without texts."""

    id: int
    numbers: tuple[float | None, ...]


class Provider:
    """Reads rows through a phone's shell. Raises DeviceError if the phone is gone."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._one_column = False
        self._alone = 0

    def offers(self, uri: str) -> Refusal | None:
        """The reason why this phone refuses a provider; None if it may be read."""
        answer = self._shell(command(Query(uri=uri), ["_id"], only=-1))
        return refusal(answer.out, answer.err)

    def read(self, query: Query) -> tuple[Row, ...] | Refusal:
        """Every matching row in the requested order, or why they are unknown. No match is an empty tuple."""
        for last in (*[False] * (_TRIES - 1), True):
            self._alone = 0
            try:
                return self._by_column(query) if self._one_column else self._rows(query)
            except _Unknown as exc:
                if exc.refused.why is Why.ONE_COLUMN and not self._one_column:
                    self._one_column = True
                elif exc.refused.why is not Why.CHANGED or last:
                    return exc.refused
        return Refusal(why=Why.CHANGED)

    def _rows(self, query: Query) -> tuple[Row, ...]:
        if not query.texts:
            return tuple(self._row(query, counted_row, "") for counted_row in self._count(query))
        printed = self._printed(command(query, ["_id", *query.numbers, *query.texts]))
        if not printed:
            return ()
        places = starts(printed, query.numbers, query.texts[0])
        if not places or places[0].begin != 0 or places[0].row != 0:
            raise _Unknown(Refusal(why=Why.UNREADABLE, words=printed[:500]))
        counted = [_Counted(id=place.id, numbers=place.numbers) for place in places]
        if "\nRow: " in printed:
            counted = self._count(query)
        found = _placed(places, counted)
        if found is None:
            return tuple(self._row(query, counted_row, None) for counted_row in counted)
        ends = [counted_row.begin for counted_row in found[1:]] + [len(printed)]
        return tuple(
            self._row(query, counted_row, ended(printed[place.end : end]))
            for counted_row, place, end in zip(counted, found, ends, strict=True)
        )

    def _row(self, query: Query, counted: _Counted, printed: str | None) -> Row:
        """The row with its texts: cut from the output if that is unambiguous, else queried one by one."""
        texts = cut(printed, query.texts) if printed is not None else None
        if texts is None:
            texts = {name: self._text_alone(query, counted.id, name) for name in query.texts}
        return Row(id=counted.id, numbers=dict(zip(query.numbers, counted.numbers, strict=True)), texts=texts)

    def _count(self, query: Query) -> list[_Counted]:
        """The rows without their texts, which makes them unambiguous."""
        printed = self._printed(command(query, ["_id", *query.numbers]))
        found = starts(printed, query.numbers, None)
        if [start.row for start in found] != list(range(printed.count("\n"))):
            raise _Unknown(Refusal(why=Why.UNREADABLE, words=printed[:500]))
        return [_Counted(id=start.id, numbers=start.numbers) for start in found]

    def _text_alone(self, query: Query, row: int, name: str) -> str | None:
        """One text of one row: everything after its name is the text."""
        self._alone += 1
        if self._alone > _MOST_ALONE:
            raise _Unknown(Refusal(why=Why.UNREADABLE, words=f"more than {_MOST_ALONE} texts have several readings"))
        columns = [name] if self._one_column else ["_id", name]
        head = f"Row: 0 {name}=" if self._one_column else f"Row: 0 _id={row}, {name}="
        printed = self._printed(command(query, columns, only=row))
        if not printed.startswith(head):
            raise _Unknown(Refusal(why=Why.CHANGED, words=printed[:500]))
        return text(ended(printed[len(head) :]))

    def _by_column(self, query: Query) -> tuple[Row, ...]:
        """For phones that accept no list of columns."""
        ids = self._count(Query(uri=query.uri, where=query.where, order=query.order))
        columns = {name: self._numbers_alone(query, name, len(ids)) for name in query.numbers}
        return tuple(
            self._row(query, _Counted(id=row_id.id, numbers=tuple(columns[name][at] for name in query.numbers)), None)
            for at, row_id in enumerate(ids)
        )

    def _numbers_alone(self, query: Query, name: str, count: int) -> list[float | None]:
        """One column of numbers, in row order."""
        printed = self._printed(command(query, [name]))
        # The column is queried in the place of `_id`, so that one parser reads both.
        as_ids = printed.replace(f" {name}=", f" _id=0, {name}=")
        found = [start.numbers[0] for start in starts(as_ids, (name,), None)]
        if len(found) != count:
            raise _Unknown(Refusal(why=Why.CHANGED, words=printed[:500]))
        return found

    def _printed(self, words: list[str]) -> str:
        """The rows as printed, empty if there are none. Raises _Unknown if the phone refuses."""
        answer = self._shell(words)
        if (refused := refusal(answer.out, answer.err)) is not None:
            raise _Unknown(refused)
        return "" if is_empty(answer.out) else body(answer.out)


def _placed(places: Sequence[Start], counted: Sequence[_Counted]) -> list[Start] | None:
    """The beginning of each counted row; None if a text imitates a row so well that two places fit.

    Raises _Unknown if a counted row is missing in the output: the rows changed between the two answers.
    """
    by_what: dict[tuple[int, int, tuple[float | None, ...]], list[Start]] = defaultdict(list)
    for place in places:
        by_what[place.row, place.id, place.numbers].append(place)
    found = []
    for at, counted_row in enumerate(counted):
        fitting = by_what.get((at, counted_row.id, counted_row.numbers), [])
        if not fitting:
            raise _Unknown(Refusal(why=Why.CHANGED))
        if len(fitting) > 1:
            return None
        found += fitting
    return found if found == sorted(found, key=lambda place: place.begin) else None
