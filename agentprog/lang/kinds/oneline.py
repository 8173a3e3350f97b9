"""An `if` on one line: finds the end of its condition and the beginning of its `otherwise`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from agentprog.lang.ast import Action, Boolean, Break, Continue, Ref, Return, Statement, Stop
from agentprog.lang.kinds.kind import Fit
from agentprog.lang.phrases.expressions import describes, exact, is_condition
from agentprog.lang.source.text import Piece, enclosed, top_level, without_word
from agentprog.lang.tiers import tier_of
from agentprog.lang.vocabulary.orders import whole_word

Split = tuple[Piece, Piece | None, Piece | None]
"""The condition, its step, and the step of `otherwise`."""
_MOST_MARKS = 6
_THOUSANDS = re.compile(r",\d{3}(?!\d)")
_MOST_PLACES = 30
_MOST_SPACES = 14
_ARROWS = ("->", "=>", "→", "⇒")
"""Stand between a condition and its step in notes and in some languages of programmers."""
_MARK = r"\s{0,4}[;,.]\s{0,4}"


def split_inline(tail: Piece, fit: Fit) -> Split | None:
    """Splits a one-line `if`, from its second word on, into its parts; None if the line has no step."""
    marks = [(at, at + 1) for at in top_level(tail.plain, ",:") if _parts(tail, at)][:_MOST_MARKS]
    places = [
        place
        for place in _offsets(tail, (*tail.words.all("inline", "then"), *_ARROWS))
        if not _behind_else(tail, place[0])
    ]
    places = places[:_MOST_MARKS]
    for at, after in sorted([*marks, *places], reverse=True):
        test = exact(tail.cut(0, at))
        if test is not None and is_condition(test):
            return _with_else(tail.cut(0, at), tail.cut(after), fit)
    split = _at_then(tail, places, fit)
    if split is not None:
        return split
    others = _regex((*tail.words.all("inline", "else"), *tail.words.all("inline", "nots")), (), r"[;,]?\s{0,4}")
    marks = [(at, end) for at, end in marks if fit.form == "unless" or not others.match(tail.plain, at)]
    if marks:
        return _with_else(tail.cut(0, marks[0][0]), tail.cut(marks[0][1]), fit)
    for at, after in places:
        if not _dense(tail.plain[at:after]) or _does(tail.cut(after), fit):
            return _with_else(tail.cut(0, at), tail.cut(after), fit)
    return _without_mark(tail, fit)


def _at_then(tail: Piece, places: list[tuple[int, int]], fit: Fit) -> Split | None:
    """The split at a word for then before any mark, with an exact line behind it, or an order and an else: the marks
    behind it separate lines of the branch."""
    for at, end in places:
        if top_level(tail.plain[:at], ",:"):
            return None
        split = _with_else(tail.cut(0, at), tail.cut(end), fit)
        order = None if split is None else split[1]
        if order is None or split is None:
            continue
        if _does(order, fit) or (split[2] is not None and begins_order(order) and not top_level(order.plain, ",:")):
            return split
    return None


def thens(piece: Piece) -> Iterator[Piece]:
    """The rest of a piece behind each word for then."""
    yield from (piece.cut(end) for _, end in _offsets(piece, piece.words.all("inline", "then")))


def _behind_else(tail: Piece, at: int) -> bool:
    """True where a word for else stands in front: `不然就`."""
    return tail.plain[:at].rstrip().casefold().endswith(tail.words.all("inline", "else"))


def _parts(tail: Piece, at: int) -> bool:
    """True if a comma or a colon separates condition and step. The marks in `12:30` and `1,500` do not."""
    following = tail.plain[at + 1 : at + 2]
    if _THOUSANDS.match(tail.plain, at) and tail.plain[at - 1 : at].isdigit():
        return False
    return tail.raw[at] not in ",:" or following == " " or (tail.plain[at] == "," and not following.isdigit())


def _offsets(piece: Piece, names: tuple[str, ...], lead: str = "") -> Iterator[tuple[int, int]]:
    """The start and end offsets of these words outside quotes and brackets."""
    stretches = enclosed(piece.plain)
    longer = piece.words.all("inline", "else")
    for found in _regex(names, longer, lead, piece.words.not_behind).finditer(piece.plain):
        if found.start() and not any(begin <= found.start() < end for begin, end in stretches):
            yield found.start(), found.end()


@lru_cache(maxsize=32)
def _regex(names: tuple[str, ...], longer: tuple[str, ...], lead: str, lookbehind: str = "") -> re.Pattern[str]:
    """A pattern for the words, with white space around them in scripts that use it, not at a longer word's end."""
    spaced = "|".join(re.escape(word) for word in names if not _dense(word)) or "(?!)"
    dense = "|".join(whole_word(word, longer) + re.escape(word) for word in names if _dense(word)) or "(?!)"
    gap = r"\s{1,4}"
    return re.compile(
        rf"{lookbehind}{lead or gap}(?:{spaced})(?:{gap}|(?=\s?(?:[,:]|$)))|{lead or ''}\s{{0,4}}(?:{dense})",
        re.IGNORECASE,
    )


def _dense(text: str) -> bool:
    """True if a text is in a script without spaces between words."""
    return any(sign >= "\u2e80" and sign.isalpha() for sign in text)


def _does(piece: Piece, fit: Fit) -> bool:
    return len(piece) > 0 and not any(isinstance(step, Action) for step in fit.steps(piece))


def _without_mark(tail: Piece, fit: Fit) -> Split | None:
    """`If "Allow" appears tap "Allow"`: an exact condition and a construct, with no mark between them."""
    places = range(1, len(tail)) if _dense(tail.plain[:_MOST_PLACES]) else top_level(tail.plain, " ")
    for at in list(places)[:_MOST_PLACES]:
        test, rest = tail.cut(0, at), tail.cut(at)
        known = exact(test)
        if known is None or not is_condition(known) or isinstance(known, Ref | Boolean):
            continue
        split = _with_else(test, rest, fit)
        if split is not None and split[1] is not None and _does(split[1], fit):
            return split
    return _in_words(tail, fit)


def _in_words(tail: Piece, fit: Fit) -> Split | None:
    """`If she is late stop`: a condition in plain words and an exact line, with no mark between them."""
    for at in top_level(tail.plain, " ")[:_MOST_SPACES]:
        test, rest = tail.cut(0, at), tail.cut(at)
        if is_idiom(test):
            return None
        otherwise = test.plain.casefold().rpartition(" ")[2] in test.words.all("inline", "else")
        if not otherwise and exact(rest) is None and _ends_a_line(test, rest, fit.steps(rest)):
            split = _with_else(test, rest, fit)
            if split is not None:
                return split
    return None


def _ends_a_line(test: Piece, rest: Piece, steps: tuple[Statement, ...]) -> bool:
    """True if the rest of a line surely is a statement. `is home`, `is done` and `the end` belong to the condition."""
    if any(tier_of(step) != "exact" for step in steps) or describes(rest):
        return False
    before = test.plain.rpartition(" ")[2].casefold()
    goes_on = before in (*test.words.all("values", "claims"), *test.words.all("values", "determiners"))
    jumps = all(isinstance(step, Break | Continue | Stop | Return) for step in steps)
    return " " in rest.plain or (jumps and not goes_on)


def is_idiom(piece: Piece) -> bool:
    """True for an idiom that is no condition: `if needed`."""
    return re.sub(r"\s+", " ", piece.plain.casefold()) in piece.words.idioms


def _with_else(test: Piece, rest: Piece, fit: Fit) -> Split | None:
    then = without_word(rest, rest.words.all("inline", "then"))
    if fit.form == "unless":  # `unless C, otherwise S` is `unless C, S`
        then = without_word(then, rest.words.all("inline", "else"))
    says_when = test.plain.casefold().rpartition(" ")[2] in rest.words.says_when
    if not len(then) or not len(test) or (says_when and len(then) < len(rest)):
        return None
    for at, end, sure in elses(then):
        other = _behind_mark(then.cut(end))
        marked = then.plain[at:].lstrip()[:1] in ",;." or _does(then.cut(0, at), fit)
        if (marked and sure) or (begins_order(other) and (marked or (sure and stands_alone(then, at, end)))):
            return test, then.cut(0, at), other
    return test, then, None


def elses(piece: Piece) -> Iterator[tuple[int, int, bool]]:
    """The start and end offsets of each word for else, and True if it always means else."""
    names = piece.words.all("inline", "else")
    both = (*names, *piece.words.all("inline", "nots"))
    for at, end in [*_offsets(piece, both, lead=_MARK), *_offsets(piece, both)]:
        yield at, end, piece.plain[at:end].strip(" ,;.").casefold() in names


def stands_alone(piece: Piece, at: int, end: int) -> bool:
    """True if a word for else begins a clause, unlike in `nothing else` or in a name like `Otherwise Bakery`."""
    before, word = piece.plain[:at].casefold(), piece.plain[at:end].strip()
    neighbours = "|".join(map(re.escape, piece.words.all("inline", "beside_else"))) or "(?!)"
    name = word[:1].isupper() and not word.isupper()
    return not name and re.search(rf"(?<!\w)(?:{neighbours})\s*$", before) is None


def begins_order(piece: Piece) -> bool:
    """True if the first clause of a piece is an order."""
    text = re.split(r"[,;.]", re.sub(r'"[^"]*"', '""', piece.plain), maxsplit=1)[0]
    lexicon = piece.words.lexicon(text)
    return bool(lexicon.verb_of(text)) and not lexicon.without_lead(text).startswith('"')


def commands(order: Piece, steps: tuple[Statement, ...]) -> bool:
    """True if a piece surely is a command: an exact line, or a step that begins with an order."""
    return len(order) > 0 and (not any(isinstance(step, Action) for step in steps) or begins_order(order))


def _behind_mark(piece: Piece) -> Piece:
    piece = piece.cut(1) if piece.plain[:1] in (",", ":") else piece
    return without_word(piece, piece.words.all("inline", "then"))
