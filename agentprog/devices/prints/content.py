"""Parses the output of `content query`, which escapes nothing: a text in it may look like another column or row.

The parser is exact or reports that it cannot be. It queries numbers before texts; a row must begin with its number, its
`_id` and all its numbers; and it cuts out a text only if there is one way to cut. It queries ambiguous rows again one
by one (`prints/provider.py`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum

from agentprog.frozen import frozen

NOTHING = "No result found."
"""Standard output if no row matches."""
_NUMBER = r"(?:-?\d+(?:\.\d+)?(?:E-?\d+)?|NULL)"
_LONGEST = 300
_HARMLESS = re.compile(r"WARNING: .*")
"""A linker's warning that some phones print before any program's output."""


class Why(StrEnum):
    """The reason why a provider's rows are unknown."""

    PERMISSION = "the phone does not let the shell read it"
    NO_PROVIDER = "the phone has no such provider"
    NO_COLUMN = "the provider has no such column"
    ONE_COLUMN = "the phone takes one column at a time"
    CHANGED = "the rows changed while they were read"
    UNREADABLE = "the output of the phone cannot be parsed"


_REFUSALS = (
    (re.compile(r"Non-token detected in '[^']*:[^']*'"), Why.ONE_COLUMN),
    (re.compile(r"Permission Denial|SecurityException|requires android\.permission"), Why.PERMISSION),
    (re.compile(r"Could not find provider|Unknown (?:authority|URI|URL)|Failed to find provider"), Why.NO_PROVIDER),
    (re.compile(r"no such column|Invalid (?:column|token)|Non-token detected"), Why.NO_COLUMN),
)


@frozen
class Refusal:
    """The rows are unknown, not empty. `words` is the phone's answer."""

    why: Why
    words: str = ""

    @property
    def told(self) -> str:
        """The reason, with the phone's own line for a refusal; other outputs may contain data."""
        line_of_phone = next(
            (line.strip() for line in self.words.split("\n") for pattern, _ in _REFUSALS if pattern.search(line)), ""
        )
        return (
            f"{self.why} ({line_of_phone[:_LONGEST]})"
            if line_of_phone and self.why is not Why.UNREADABLE
            else str(self.why)
        )


@frozen
class Query:
    """A query of a provider with an `_id`. `numbers` are columns with numbers only, `texts` all others."""

    uri: str
    numbers: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    where: str = ""
    order: str = "_id ASC"


@frozen
class Row:
    """One row. A value is None if the phone prints NULL; a text of these four letters looks the same."""

    id: int
    numbers: Mapping[str, float | None]
    texts: Mapping[str, str | None]


@frozen
class Start:
    """A possible beginning of a row in the output; its texts begin at `end`."""

    begin: int
    end: int
    row: int
    id: int
    numbers: tuple[float | None, ...]


def command(query: Query, columns: Sequence[str], only: int | None = None) -> list[str]:
    """The command for these columns; `only` selects the row with this `_id`."""
    where = query.where
    if only is not None:
        where = f"({where}) AND _id={only}" if where else f"_id={only}"
    words = ["content", "query", "--uri", query.uri, "--projection", ":".join(columns)]
    words += ["--where", where] if where else []
    return words + (["--sort", query.order] if query.order else [])


def refusal(out: str, err: str) -> Refusal | None:
    """Why an answer has no rows; None if it may have some. The exit status is always 0."""
    complaints = [line for line in err.split("\n") if line.strip() and not _HARMLESS.match(line)]
    if not complaints and (is_empty(out) or body(out).startswith("Row: 0 ")):
        return None
    words = "\n".join(complaints) or out.strip()
    reason = next((reason for pattern, reason in _REFUSALS if pattern.search(words)), Why.UNREADABLE)
    return Refusal(why=reason, words=words[:2000])


def body(out: str) -> str:
    """The output without carriage returns and a linker's warnings."""
    out = out.replace("\r\n", "\n")
    while (first := _HARMLESS.match(out)) is not None:
        out = out[first.end() + 1 :]
    return out


def is_empty(out: str) -> bool:
    """True if the provider reports that the row does not exist."""
    return body(out).strip() == NOTHING


def starts(printed: str, numbers: Sequence[str], text: str | None) -> list[Start]:
    """Every place where a row may begin, in order; `text` is the first text column, if there is one."""
    number_columns = "".join(f", {re.escape(name)}=({_NUMBER})" for name in numbers)
    after = f"(?=, {re.escape(text)}=)" if text is not None else "$"
    pattern = re.compile(rf"^Row: (\d+) _id=(\d+){number_columns}{after}", re.MULTILINE)
    return [
        Start(
            begin=found.start(),
            end=found.end(),
            row=int(found[1]),
            id=int(found[2]),
            numbers=tuple(number(group) for group in found.groups()[2:]),
        )
        for found in pattern.finditer(printed)
    ]


def number(printed: str) -> float | None:
    """Parses a number; whole ones become integers."""
    if printed == "NULL":
        return None
    return int(printed) if re.fullmatch(r"-?\d+", printed) else float(printed)


def cut(printed: str, texts: Sequence[str]) -> dict[str, str | None] | None:
    """The texts of one row, from the first `, name=` on; None if more than one cut is possible."""
    begins = [0] if texts else []
    for name in texts[1:]:
        mark = f", {name}="
        if printed.count(mark) != 1 or printed.index(mark) < begins[-1]:
            return None
        begins.append(printed.index(mark))
    ends = [*begins[1:], len(printed)]
    values = [printed[begin + len(f", {name}=") : end] for name, begin, end in zip(texts, begins, ends, strict=True)]
    # The last text has lost a carriage return at its line's end, as every separately queried text has.
    whole = [*(value.removesuffix("\r") for value in values[:-1]), *values[-1:]]
    return {name: text(value) for name, value in zip(texts, whole, strict=True)}


def text(printed: str) -> str | None:
    """A printed text: None for an empty text and for NULL."""
    return None if printed == "NULL" else printed


def ended(printed: str) -> str:
    """The text without the line end that the tool adds."""
    return printed.removesuffix("\n")
