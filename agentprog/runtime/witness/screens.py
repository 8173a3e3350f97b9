"""Decides whether the screens prove a step, by the difference between earlier pages and the last."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, product

from agentprog.frozen import frozen
from agentprog.identity import Match, accents_apart, digits_of, moment, same, says, title_of, unquoted
from agentprog.identity.records import file
from agentprog.lang.effects.dates import says_day
from agentprog.lang.effects.lists import left_beside
from agentprog.lang.effects.orders import only_reads
from agentprog.ports import Element, Screen, Window
from agentprog.runtime.witness.finding import Finding, Verdict
from agentprog.runtime.witness.intent import Intent, failure_words, underway_words
from agentprog.runtime.witness.running import runs
from agentprog.runtime.witness.sorts import Doubt, FormWords, doubts_gone, doubts_made, sorts_asked
from agentprog.runtime.witness.states import alters, wanted_state
from agentprog.runtime.witness.views import Line, View, Views, view_of

_LONGEST_FAILURE = 80


@frozen
class Seen:
    """The screens and texts of one step.

    `before` are its values that could be read when it began, `typed` the texts that it typed, `entered` those in a
    saved form, `touched` the names of tapped elements, in order. `claimed` is the acting model's evidence, `vanished`
    the text that disappeared according to it. `lasting`: the step made an action that saves or removes; `acts`: its
    number of actions. `known` returns whether the run has seen two names linked.
    """

    intent: Intent
    last: Screen
    views: Views
    before: frozenset[str] = frozenset()
    typed: tuple[str, ...] = ()
    entered: tuple[str, ...] = ()
    touched: tuple[str, ...] = ()
    claimed: str = ""
    vanished: str = ""
    lasting: bool = True
    acts: int = 0
    removals: int = 0
    """Removals confirmed in a dialog; a menu with the question after it counts once."""
    forms: tuple[frozenset[str], ...] = ()
    """The texts of each form that it filled in and kept."""
    form_words: tuple[FormWords, ...] = ()
    """The names that screens gave to the thing on the way through each form."""
    resumed: bool = False
    """An earlier process of the run began the step: of the pages that it saw only `before` is known."""
    known: Callable[[str, str], bool] = lambda name, other: False  # noqa: ARG005
    shifts: int = 0
    """Actions that may have scrolled a list."""
    year: int = 0
    """The phone's current year; pages omit it from dates."""

    @property
    def repeated(self) -> bool:
        """True if the step saved two forms with the same texts."""
        return len(set(self.forms)) < len(self.forms)

    @property
    def first(self) -> View | None:
        """The last page when it was first seen; None if unknown."""
        return next(iter(() if self.resumed else self.views.at(self.last)), None)


def judge_screen(seen: Seen) -> Finding:
    """The finding from the last screen of a step and those before it."""
    intent, now = seen.intent, view_of(seen.last)
    if seen.repeated:
        return Finding(verdict=Verdict.UNKNOWN, found=intent.values, note="was entered and kept twice")
    if intent.removes:
        return _removed(seen, now)
    if (failed := _failure(seen, now)) is not None:
        return failed
    if (state := wanted_state(intent.goal)) is not None and (found := _switched(seen, state)) is not None:
        return found
    views = seen.views.at(seen.last)
    if seen.acts and views and not seen.resumed and (running := runs(intent, views)) is not None:
        return running
    if intent.sends:
        return _sent(seen, now)
    if intent.values:
        return _appeared(seen, now)
    if seen.claimed and now.says(seen.claimed) and not intent.calls:
        return Finding(verdict=Verdict.PROVEN, found=(seen.claimed,), note="is on the screen")
    if seen.vanished and not intent.calls and _went(seen, now, seen.vanished):
        return Finding(verdict=Verdict.PROVEN, found=(seen.vanished,), note="gone from the screen")
    return Finding(verdict=Verdict.UNKNOWN)


def _failure(seen: Seen, now: View) -> Finding | None:
    """A new short text on the screen that reports a failure or unfinished work."""
    earlier = seen.views.at(seen.last)[:-1]
    texts = (line.texts[0] for line in now.lines if not any(line in view.lines for view in earlier))
    new = [text for text in texts if len(text) <= _LONGEST_FAILURE and seen.acts and not says(seen.intent.goal, text)]
    for text in new:
        if any(says(text, word) for word in failure_words()):
            return Finding(verdict=Verdict.UNKNOWN, found=(text,), note="says the screen")
    shown = (line.texts[0] for line in now.lines if len(line.texts[0]) <= _LONGEST_FAILURE)
    for text in shown:
        if seen.acts and not says(seen.intent.goal, text) and any(says(text, word) for word in underway_words()):
            return Finding(verdict=Verdict.UNKNOWN, found=(text,), note="says the screen", waits=True)
    return None


# ---------------------------------------------------------------- gone


def _removed(seen: Seen, now: View) -> Finding:
    """Each removed value stood in its own row of this page, its neighbours are still there, and the row between them is
    gone. Values named together must all be gone, and no other row of a whole list may be.
    """
    values = seen.intent.values or tuple(_mentioned_rows(seen)) or ((seen.vanished,) if seen.vanished else ())
    vanished = tuple(value for value in values if seen.lasting and _went(seen, now, value))
    if left := left_beside(seen.intent.goal, values, lambda item: any(same(item, value) for value in vanished)):
        return Finding(verdict=Verdict.UNKNOWN, found=vanished, missing=left, note="not seen to disappear")
    if not vanished and (of_day := _of_day(seen, now)):
        if now.whole and not now.names:
            return Finding(verdict=Verdict.PROVEN, found=of_day, note="gone from the screen, and nothing is left there")
        if absent := tuple(name for name in of_day if name not in now.names):
            return Finding(verdict=Verdict.UNKNOWN, found=absent, note="gone, but others are still there", part=True)
    if not vanished:
        missing = tuple(value for value in values if not now.says(value))
        return _accented(seen, now, missing) or Finding(verdict=Verdict.UNKNOWN, missing=missing)
    if undated := tuple(value for value in values if moment(value) and not _dates(seen, now, value, vanished)):
        return Finding(verdict=Verdict.UNKNOWN, found=vanished, missing=undated, note="may be of another row")
    if other_rows := _others_gone(seen, vanished):
        return Finding(verdict=Verdict.UNKNOWN, found=other_rows, note="disappeared too, and the step does not name it")
    if seen.removals > len(vanished):
        times = f"disappeared, and {seen.removals} removals were confirmed"
        return Finding(verdict=Verdict.UNKNOWN, found=vanished, note=times)
    sorts, earlier = sorts_asked(seen.intent.goal, seen.intent.values), seen.views.since(seen.last)
    if (doubt := doubts_gone(sorts, seen.form_words, vanished, earlier=earlier, now=now)) is not None:
        return _doubted(doubt)
    return Finding(verdict=Verdict.PROVEN, found=vanished, note="gone from the screen")


def _accented(seen: Seen, now: View, values: tuple[str, ...]) -> Finding | None:
    """A finding about a row that disappeared and differs from the step's name only by accents."""
    lines = [line for view in seen.views.since(seen.last) for line in view.lines if line.item and not now.has(line)]
    for line, value in product(lines, values):
        if accents_apart(line.called, value):
            note = f'disappeared, and is written with other accents than "{value}"'
            return Finding(verdict=Verdict.UNKNOWN, found=(line.called,), note=note, stands=True)
    return None


def _doubted(doubt: Doubt) -> Finding:
    """The finding for a thing that may be of another kind; reading its name again proves nothing."""
    return Finding(verdict=Verdict.UNKNOWN, found=(doubt.value,), note=doubt.note, stands=True)


def _of_day(seen: Seen, now: View) -> tuple[str, ...]:
    """The rows that the list of a day has shown. Empty if the step names more than the day, or if the list of another
    day changed.
    """
    values = seen.intent.values
    if not values or _undated(values) or not seen.lasting:
        return ()
    lists: dict[tuple[Line, ...], list[tuple[str, ...]]] = defaultdict(list)
    for view in (*seen.views.since(seen.last), now):
        lists[tuple(line for line in view.lines if line.top)].append(view.names)
    lines = tuple(line for line in now.lines if line.top)
    others_changed = any(len(set(names)) > 1 for top, names in lists.items() if top != lines)
    if others_changed or not all(tops(now, value, seen.year) for value in values):
        return ()
    return tuple(dict.fromkeys(name for names in lists[lines] for name in names))


def tops(view: View, value: str, year: int) -> bool:
    """True if a page shows this day or time above its list."""
    return any(says_day(text, value, year=year) for line in view.lines if line.top for text in line.texts)


def _dates(seen: Seen, now: View, value: str, vanished: tuple[str, ...]) -> bool:
    """True if a date or time is that of the removed record: that of its page, or in its row."""
    rows = (
        line
        for view in seen.views.since(seen.last)
        for line in view.lines
        if any(line.says(value) for value in vanished)
    )
    is_day = any(says_day(text, value, year=seen.year) for line in rows for text in line.texts)
    return value in vanished or is_day or tops(now, value, seen.year)


def _mentioned_rows(seen: Seen) -> list[str]:
    """The names of rows that the step mentions without quotation marks."""
    rows = [title_of(line.texts[0]) for view in seen.views.since(seen.last) for line in view.lines if line.item]
    return list(dict.fromkeys(name for name in rows if name and says(seen.intent.goal, name)))


def _went(seen: Seen, now: View, value: str) -> bool:
    if seen.resumed and value in seen.before and now.whole and not now.says(value) and seen.views.since(seen.last):
        return True
    single = seen.intent.one_of
    earlier = reversed(seen.views.since(seen.last)[:-1])
    return any(_went_since(view, now, value, single=single, still=view.shifts == seen.shifts) for view in earlier)


def _went_since(old: View, now: View, value: str, *, single: bool, still: bool) -> bool:
    """Whether a row disappeared between two views, or `one` of several with its name.

    If a title scrolled out of a view, neighbours must show that both are of one list. For a list's only row, everything
    around it must be unchanged.
    """
    titled = old.about == now.about or _is_emptied(old, now)
    if not titled and old.about and now.about:
        return False
    fits = [line.fits(value) for line in old.lines]
    best = max(fits, default=Match.NONE)
    if best is Match.NONE:
        return False
    rows = [at for at, match in enumerate(fits) if match is best]
    rows_named = {old.lines[at].texts for at in rows if old.lines[at].item}
    if best is Match.WORDS and len(rows_named) > 1:
        return False  # a part of several names: it is unknown which one the step names
    left = [line for line in now.lines if line.fits(value) >= best]
    if left and not (single and sum(old.lines[at].item for at in rows) - sum(line.item for line in left) == 1):
        return False
    if single and not left:
        return False  # all rows of the name disappeared
    neighbours = _neighbours(old, rows)
    joined = len(neighbours) == 2 and now.joins(*neighbours)
    return (titled and old.whole and now.whole) or joined or _stands_between(old, now, rows, neighbours, still=still)


def _stands_between(old: View, now: View, rows: list[int], neighbours: list[Line], *, still: bool) -> bool:
    """True if the rows beside these are still there. If one side had no row, the list begins or ends there in both
    views, or nothing scrolled between them; otherwise the list may only have been scrolled.
    """
    items = [at for at, line in enumerate(old.lines) if line.item]
    first, last = all(at >= min(rows) for at in items), all(at <= max(rows) for at in items)
    begins, ends = not (old.above or now.above), not (old.below or now.below)
    edges = still or ((begins or not first) and (ends or not last))
    return bool(neighbours) and all(map(now.has, neighbours)) and edges


def _is_emptied(old: View, now: View) -> bool:
    """True if a list lost its only row and everything around it is unchanged."""
    around = {line for line in old.lines if not line.item and not line.head}
    emptied = len(old.names) == 1 and not now.names and old.whole and now.whole
    return emptied and bool(around) and around <= set(now.lines)


def _neighbours(view: View, rows: list[int]) -> list[Line]:
    """The rows of a list right before and after these."""
    items = [at for at, line in enumerate(view.lines) if line.item]
    before = [at for at in items if at < min(rows)]
    after = [at for at in items if at > max(rows)]
    return [view.lines[at] for at in (*before[-1:], *after[:1])]


def _others_gone(seen: Seen, vanished: tuple[str, ...]) -> tuple[str, ...]:
    """Rows of any list that disappeared although the step does not name them. After typing, a list may be a search
    result.
    """
    if seen.typed:
        return ()
    names = (name for views in seen.views.pages for name in _lost_rows(views, vanished))
    return tuple(dict.fromkeys(name for name in names if not any(says(name, value) for value in vanished)))


def _lost_rows(views: Sequence[View], vanished: tuple[str, ...]) -> Iterator[str]:
    """Names of rows that a list lost for good between two of its views. Views are of one list if they share a row, or a
    row that disappeared.
    """
    for at, old in enumerate(views):
        later = [view for view in views[at + 1 :] if view.about == old.about]
        names_left = {name for view in later for name in view.names}
        known = any(old.says(value) for value in vanished)
        for now in later:
            if known or set(old.names) & set(now.names):
                yield from (name for name in old.rows_gone(now) if name not in names_left)


# ---------------------------------------------------------------- switched, sent, appeared


def _switched(seen: Seen, on: bool) -> Finding | None:
    """The state of the one switch that the step names, or of each of a list. None if no switch fits, or if several fit
    that are not a list.
    """
    switches = [e for e in seen.last.elements if e.checkable and e.window is not Window.SYSTEM and e.label]
    title = next(iter(view_of(seen.last).about), "")
    switch = _switch(switches, seen.intent.goal, title)
    if switch is None:
        return None
    names = [name for name in (*map(title_of, (e.label for e in switches)), title) if says(seen.intent.goal, name)]

    def is_so(name: str) -> bool:
        switch = _switch(switches, name, title)
        return switch is not None and switch.checked is on

    if switch.checked is on and (left := left_beside(seen.intent.goal, names, is_so)):
        return Finding(verdict=Verdict.UNKNOWN, missing=left, note="is not seen in that state")
    already = ", already so" if not seen.acts else ""
    state = "on" if switch.checked else "off"
    verdict = Verdict.PROVEN if switch.checked is on else Verdict.UNKNOWN
    return Finding(verdict=verdict, found=(switch.label,), note=f"is {state}{already}", already=not seen.acts)


def _switch(switches: Sequence[Element], text: str, title: str) -> Element | None:
    """The one switch that a text names, by its own name or, for "Use Bluetooth" on the page "Bluetooth", by the
    page's; the longest name wins.
    """
    titled = [(title_of(e.label), e) for e in switches]
    named_switches = [(name, e) for name, e in titled if says(text, name)]
    if not named_switches and title and says(text, title):
        named_switches = [(title, e) for name, e in titled if says(name, title)]
    longest = max((len(name) for name, _ in named_switches), default=0)
    best = [e for name, e in named_switches if len(name) == longest]
    return best[0] if len(best) == 1 else None


def _sent(seen: Seen, now: View) -> Finding:
    """The text has left its field and is on the page once more than before, under the recipient's name. If the step has
    a number, a name and no other text, the number is the text.
    """
    contents, recipients = seen.intent.contents, seen.intent.recipients
    names = tuple(name for name in recipients if not digits_of(name))
    if not contents and names:
        contents, recipients = tuple(name for name in recipients if digits_of(name)), names
    waiting = tuple(
        value for value in contents
        if any(e.editable and not e.password and same(e.text, value) for e in seen.last.elements)
    )  # fmt: skip
    if waiting:
        return Finding(verdict=Verdict.UNKNOWN, missing=waiting, note="is still in its field")
    missing = tuple(value for value in contents if not now.says(value))
    if missing or not contents:
        return Finding(verdict=Verdict.UNKNOWN, missing=missing)
    new = [value for value in contents if _is_new(seen, now, value)]
    if not new:
        return Finding(verdict=Verdict.UNKNOWN, found=contents, note="was on the screen before")
    if longer := tuple(value for value in contents if not _stands_alone(seen, now, value, contents)):
        return Finding(verdict=Verdict.UNKNOWN, found=longer, note="is part of a longer text")
    unnamed = tuple(name for name in recipients if not _headed(seen, now, name, contents))
    if unnamed := unnamed or left_beside(
        seen.intent.goal, (*recipients, *contents), lambda name: name in contents or _headed(seen, now, name, contents)
    ):
        return Finding(verdict=Verdict.UNKNOWN, missing=unnamed, note="is not the person of this page")
    return Finding(verdict=Verdict.PROVEN, found=(*new, *recipients), note="has appeared")


def _stands_alone(seen: Seen, now: View, value: str, contents: tuple[str, ...]) -> bool:
    """True if a text was sent whole: a line shows only it, or it was typed alone or with all the others."""
    if any(same(text, value) for text in (*seen.typed, *(text for line in now.lines for text in line.texts))):
        return True
    return len(contents) > 1 and any(all(says(text, content) for content in contents) for text in seen.typed)


def _reads(seen: Seen, now: View, value: str) -> bool:
    """True if a value can be read. For a file from a list, the title of its page is enough. A date or time counts in
    the title of the page, or in the row of its record, not beside another thing.
    """
    if moment(value):
        undated = _undated(seen.intent.values)
        lines = (line for line in now.lines if not undated or line.top or any(line.says(value_) for value_ in undated))
        return any(says_day(text, value, year=seen.year) for line in lines for text in line.texts)
    if now.says(value):
        return True
    titles = file(value).labels[1:2]
    heads = [text for line in now.lines if line.head for text in line.texts]
    listed = any(line.fits(value) is Match.EQUAL for view in seen.views.every for line in view.lines)
    return listed and any(same(title, head) for title in titles for head in heads)


def _is_heads(seen: Seen, now: View, value: str) -> bool:
    """True if a number belongs to the person in the page's head, as far as the run has seen both linked."""
    heads = (text for line in now.lines if line.head for text in line.texts)
    return bool(digits_of(value)) and any(seen.known(head, value) for head in heads)


def _undated(values: Sequence[str]) -> tuple[str, ...]:
    """The values other than dates and times."""
    return tuple(value for value in values if not moment(value))


def _is_new(seen: Seen, now: View, value: str) -> bool:
    """True if a value is on more lines than when this page was first seen."""
    return now.count(value) > seen.first.count(value) if seen.first is not None else value not in seen.before


def _headed(seen: Seen, now: View, name: str, contents: tuple[str, ...]) -> bool:
    """True if the page is about this person: by its head, the line of the sent text, or the recipient field."""
    heads = [text for line in now.lines if line.head for text in line.texts]
    heads += [text for line in now.lines if all(line.says(value) for value in contents) for text in line.texts]
    heads += [e.text for e in seen.last.elements if e.editable and not e.password and e.text]
    return any(says(head, name) or seen.known(head, name) for head in heads)


def _appeared(seen: Seen, now: View) -> Finding:
    """The finding that a value is new on the page, or that the page is now about it; all others can be read or were
    entered.
    """
    values = seen.intent.values
    waiting = tuple(value for value in values if _waits(seen, now, value))
    if waiting:
        return Finding(verdict=Verdict.UNKNOWN, missing=waiting, note="is still in its field")
    missing = tuple(value for value in values if not _is_told(seen, now, value, seen.typed))
    shown = _undated(values) or values  # a day's page alone does not show that an entry was made
    new = tuple(v for v in shown if now.says(v) and (v not in seen.before or _is_new(seen, now, v)))
    changing = alters(unquoted(seen.intent.goal)) and not only_reads([seen.intent.goal])
    if changing:
        new = tuple(value for value in new if _has_come(seen, now, value))
    if missing:
        return Finding(verdict=Verdict.UNKNOWN, found=new, missing=missing)
    if changing and (left := _not_made(seen, now, new)):
        return Finding(verdict=Verdict.UNKNOWN, found=new, missing=left, note="was not seen to appear")
    if keyed := tuple(value for value in values if _is_keyed(seen, value)):
        return Finding(verdict=Verdict.UNKNOWN, found=keyed, note="was entered on this page")
    if twice := tuple(value for value in new if _came_twice(seen, now, value)):
        return Finding(verdict=Verdict.UNKNOWN, found=twice, note="has appeared more than once")
    sorts = sorts_asked(seen.intent.goal, values) if changing and not seen.resumed else {}
    if new and (doubt := doubts_made(sorts, seen.form_words, new, first=seen.first, now=now)) is not None:
        return _doubted(doubt)
    if new:
        return Finding(verdict=Verdict.PROVEN, found=new, note="has appeared")
    readable = tuple(value for value in values if _reads(seen, now, value))
    opened = now.place != next(iter(seen.views.places), now.place)
    heads = [text for line in now.lines if line.head for text in line.texts]
    headed = any(file(value).shown_by(head) for value in readable for head in heads)
    if len(readable) == len(values) and not changing and (not seen.lasting or (opened and headed)):
        return Finding(verdict=Verdict.PROVEN, found=readable, note="is on the screen")
    return Finding(verdict=Verdict.UNKNOWN, found=readable, note="was on the screen before" if readable else "")


def _is_told(seen: Seen, now: View, value: str, texts: Iterable[str]) -> bool:
    """True if the screen shows a value, or the value belongs to the page's person, was chosen by a tap, or is in one of
    the texts."""
    entered = any(says(text, value) for text in (*texts, *seen.touched))
    return entered or _reads(seen, now, value) or _is_heads(seen, now, value)


def _not_made(seen: Seen, now: View, new: Sequence[str]) -> tuple[str, ...]:
    """Values that were not made (typed and not saved, or there before), in one list with a value that was made."""

    def made(value: str) -> bool:
        entered = any(says(text, value) for text in (*seen.entered, *seen.touched))
        if value in new or (entered and not _stood(seen, now, value)):
            return True
        return _is_heads(seen, now, value) or (bool(moment(value)) and _reads(seen, now, value))

    listed = left_beside(seen.intent.goal, seen.intent.values, made)
    return tuple(value for value in seen.intent.values if any(same(value, item) for item in listed))


def _stood(seen: Seen, now: View, value: str) -> bool:
    """True if this page shows a row of that name, and showed as many when it was first seen."""
    return seen.first is not None and seen.first.rows(value) >= now.rows(value) > 0


def _waits(seen: Seen, now: View, value: str) -> bool:
    """True if a typed value is still in its field and nowhere else: the form has not been left."""
    if now.says(value) or not any(says(text, value) for text in seen.typed):
        return False
    fields = [e.text for e in seen.last.elements if e.editable and not e.password]
    return any(text in seen.typed and says(text, value) for text in fields)


def _is_keyed(seen: Seen, value: str) -> bool:
    """True if a value was entered key by key on the page itself, like a time."""
    runs = ("".join(run) for single, run in groupby(seen.touched, key=lambda name: len(name) == 1) if single)
    return any(value in run and value != run for run in runs)


def _has_come(seen: Seen, now: View, value: str) -> bool:
    """True if the step added a value, rather than scrolling to it: it was entered and saved, or it stands where an
    earlier view had none.
    """
    if seen.resumed or any(says(text, value) for text in seen.entered):
        return True
    return seen.first is not None and _is_new(seen, now, value) and _saw_place(seen.first, now, value)


def _saw_place(old: View, now: View, value: str) -> bool:
    """True if an earlier view shows the place of a value: the whole page, or both neighbouring rows."""
    rows = [at for at, line in enumerate(now.lines) if line.says(value)]
    neighbours = _neighbours(now, rows) if rows else []
    return old.whole or (len(neighbours) == 2 and all(map(old.has, neighbours)))


def _came_twice(seen: Seen, now: View, value: str) -> bool:
    """True if there are two more rows of that name. If the list was not seen there before, one may be older; then saved
    forms are counted.
    """
    if seen.first is None or now.rows(value) - seen.first.rows(value) < 2:
        return False
    times = sum(any(same(text, value) for text in form) for form in seen.forms)
    return times != 1 or _saw_place(seen.first, now, value)
