"""The kind of a record that a step created, changed or removed, by the screens' words: a folder is not a note with its
name.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from agentprog import resources
from agentprog.frozen import field, frozen
from agentprog.identity import MARKS, Kind, canon, digits_of, moment, quotes_in, same, says
from agentprog.identity.records import file
from agentprog.runtime.safety.texts import NAMES_APART
from agentprog.runtime.witness.views import Line, View

_TOLD_OTHERWISE = (Kind.MESSAGE, Kind.NOTIFICATION)
"""Kinds whose nouns, like "text", also name the contents of other things."""
_BETWEEN = re.compile(f"(?>{NAMES_APART.pattern})+")
_PARTS_OF_AN_ID = re.compile(r"[_\W]+|(?<=[a-z])(?=[A-Z])")


@frozen
class FormWords:
    """The screens' words on the way through one form, in order: elements touched before typing, the form's heading, the
    element that left it. `texts` were typed into it, `fields` are the ids of their fields."""

    words: tuple[str, ...]
    texts: frozenset[str] = frozenset()
    fields: Mapping[str, str] = field(default_factory=dict)


@frozen
class Doubt:
    """A value whose kind is wrong or unknown."""

    value: str
    ordered: str
    shown: str = ""

    @property
    def note(self) -> str:
        """The doubt in a few words, for a finding."""
        if not self.shown:
            return f"may be no {self.ordered}: the screens do not say what it is"
        return f"is a {self.shown}, and the step asks for a {self.ordered}"


@cache
def _sorts() -> Mapping[str, str]:
    data = tomllib.loads(resources.read_text("devices/things.toml"))
    nouns = {sort: words for sort, words in data["nouns"].items() if Kind(sort) not in _TOLD_OTHERWISE}
    return {canon(word): sort for sort, words in (nouns | data["sorts"]).items() for word in words}


@cache
def _noun() -> re.Pattern[str]:
    words = "|".join(re.escape(word) for word in sorted(_sorts(), key=len, reverse=True))
    return re.compile(rf"(?<!\w)({words})(?:e?s)?(?!\w)")


def is_noun(word: str) -> bool:
    """True if a word is the noun of a kind of thing, in singular or plural."""
    return _noun().fullmatch(canon(word)) is not None


@cache
def _having() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Patterns: words that begin the properties of a thing, and words for its name."""
    data = tomllib.loads(resources.read_text("devices/things.toml"))["having"]
    words, naming = ("|".join(map(re.escape, data[key])) for key in ("words", "naming"))
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)"), re.compile(rf"(?<!\w)(?:{naming})$")


def sorts_asked(goal: str, values: Sequence[str]) -> dict[str, str]:
    """The kind that a sentence gives to each of its values: by the noun before or right after it, or by that of a value
    named together with it. A property of a thing is not a thing of its own.
    """
    found: dict[str, str] = {}
    end, having, sort = 0, False, ""
    having_word, naming = _having()
    for start, value in sorted((_place(goal, value), value) for value in values if value in goal):
        if start < end or moment(value) or digits_of(value):
            continue
        between = canon(goal[end:start]).strip(f" {MARKS}")
        is_named = naming.search(between) is not None and not having
        having = having or having_word.search(between) is not None
        nouns = _noun().findall(between)
        behind = _noun().match(canon(goal[start + len(value) :]).strip(f" {MARKS}"))
        breath = bool(found) and _BETWEEN.fullmatch(goal[end:start].strip(MARKS)) is not None
        noun = behind[1] if behind else nouns[-1] if nouns else ""
        sort = _sorts()[noun] if noun else sort if breath else ""
        if sort and (is_named or not having):
            found[value] = sort
        end = start + len(value) + (len(behind[0]) if behind else 0)
    return found


def _place(goal: str, value: str) -> int:
    """Position of a value in a sentence, quoted if it is quoted anywhere."""
    return next((quote.start + 1 for quote in quotes_in(goal) if quote.text == value), goal.find(value))


def doubts_made(
    sorts: Mapping[str, str], forms_of_step: Sequence[FormWords], new: Iterable[str], *, first: View | None, now: View
) -> Doubt | None:
    """A doubt about the kind of a created or changed record. A new record must be named by its kind; for an older one
    it is enough that nothing names another. A row counts first, then the form, then the id of a field.
    """
    for value, sort in sorts.items():
        own = next((form for form in reversed(forms_of_step) if any(_names(text, value) for text in form.texts)), None)
        rows = [line for line in now.lines if line.says(value) and (first is None or not first.has(line))]
        is_new = value in new
        forms = [own] if own is not None else [form for form in forms_of_step if form.texts]
        names = (_of_rows(rows, value), *(_last(form.words, sorts) for form in reversed(forms)), _of_field(own, value))
        shown = next((name for name in names if name), "")
        if (shown and shown != sort) or (not shown and is_new and own is not None):
            return Doubt(value=value, ordered=sort, shown=shown)
    return None


def doubts_gone(
    sorts: Mapping[str, str],
    forms_of_step: Sequence[FormWords],
    vanished: Iterable[str],
    *,
    earlier: Sequence[View],
    now: View,
) -> Doubt | None:
    """A doubt about the kind of a removed record. Its row counts first, then touches and questions on the way, then its
    page and app.
    """
    for value in vanished:
        sort = next((sort for name, sort in sorts.items() if same(name, value)), "")
        rows = [line for view in earlier for line in view.lines if line.says(value) and not now.has(line)]
        way = [text for form in forms_of_step for text in form.words if not _is_row_of(text, value)]
        tops = [text for line in now.lines if line.top for text in line.texts]
        app = _PARTS_OF_AN_ID.sub(" ", now.place.partition("/")[0])
        shown = _of_rows(rows, value) or _last(way, sorts) or _last([app, *tops, *now.about], sorts)
        if sort and shown != sort:
            return Doubt(value=value, ordered=sort, shown=shown)
    return None


def _is_row_of(text: str, value: str) -> bool:
    """True if the name of a touched row has several parts and one of them is the value."""
    parts = text.split(", ")
    return len(parts) > 1 and any(same(part, value) for part in parts)


def _names(text: str, value: str) -> bool:
    """True if a typed text is the given name, for a file also without its extension."""
    return says(text, value) or file(value).shown_by(text)


def _of_rows(rows: Iterable[Line], value: str) -> str:
    """The kind in the rows of a value: a part of the row is the noun, or the noun is right before the value."""
    name = canon(value)
    found = {
        _sorts()[noun[1]]
        for row in rows for text in row.texts for part in text.split(", ")
        if canon(part) != name and (noun := _noun().match(canon(part)))
        and (noun.end() == len(canon(part)) or canon(part)[noun.end() :].lstrip(" :").startswith(name))
    }  # fmt: skip
    return found.pop() if len(found) == 1 else ""


def _of_field(form: FormWords | None, value: str) -> str:
    ids = [place for text, place in form.fields.items() if _names(text, value)] if form is not None else []
    return _last([_PARTS_OF_AN_ID.sub(" ", place.rpartition("/")[2]) for place in ids], ())


def _last(texts: Sequence[str], values: Iterable[str]) -> str:
    """The kind in the last of these texts that names exactly one. The step's own values do not count."""
    for text in reversed(texts):
        folded = canon(text)
        for value in values:
            folded = folded.replace(canon(value), " ")
        kinds = {_sorts()[noun] for noun in _noun().findall(folded)}
        if len(kinds) == 1:
            return kinds.pop()
    return ""
