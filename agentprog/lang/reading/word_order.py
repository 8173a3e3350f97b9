"""Exact lines in another order: the condition or the count stands at the end, or the verb is missing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from agentprog.lang.ast import (
    Action,
    AddTo,
    Ask,
    AskAI,
    Assign,
    Expr,
    Extract,
    FileExists,
    Not,
    OnScreen,
    Ref,
    RemoveFrom,
    Statement,
    Verify,
)  # fmt: skip
from agentprog.lang.kinds.table import BLOCKS
from agentprog.lang.phrases.expressions import exact, is_condition
from agentprog.lang.phrases.markers import Marker
from agentprog.lang.phrases.parts import LineParts
from agentprog.lang.phrases.references import ref_at
from agentprog.lang.reading.recognise import recognise, without_lead
from agentprog.lang.source.text import QUOTED, Piece, top_level, without_word
from agentprog.lang.tiers import tier_of
from agentprog.lang.visit import walk
from agentprog.lang.vocabulary.patterns import fill
from agentprog.lang.vocabulary.words import Words

_FILE = re.compile(r"[\"'`][^\"'`\\]*\w\.(?P<ending>\w{1,5})[\"'`]")
"""The name of a file, in quotes."""
_OF_TABLES = ("csv", "tsv", "xls", "xlsx", "ods")
_READS = frozenset(("read_table", "read_text"))
_ASKING = ("if", "unless", "while", "until")
_LONGEST = 200
_NOTED = re.compile(r'[^\W\d_]+\s+(?P<text>"[^"]*")')
"""A verb and a text in quotes: nothing that the screen shows."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A correction: the intended statement, and its text."""

    statement: Statement
    text: str
    loss: str = ""
    """The words that the text leaves out of the line, and the reason."""


def turned(line: LineParts) -> Slip | None:
    """The usual form of `tap "A" if "B" appears`, `scroll down 3 times` or `"Saved" appears`."""
    piece = line.rest
    if line.app is not None or line.opens or len(piece) > _LONGEST:
        return None
    return (
        _asked_behind(piece, line)
        or _counted_behind(piece, line)
        or _claimed(without_lead(line.core), line)
        or _captured(piece, line)
    )


@lru_cache(maxsize=16)
def behind_regex(words: Words) -> dict[str, re.Pattern[str]]:
    """By form (`if`, `until`), the pattern of the words that introduce a condition after its step."""
    found: dict[str, re.Pattern[str]] = {}
    for form in _ASKING:
        lone_heads = [
            text.removesuffix(" <condition>")
            for table in words.tables.values()
            for text in table["forms"][form]["patterns"]
            if text.endswith(" <condition>")
        ]
        heads = "|".join(re.sub(r"[^\w| ]", "", text) for text in lone_heads if not re.search(r"[<\[]|\) ", text))
        if heads:
            found[form] = re.compile(rf"\s(?:{heads})\s", re.IGNORECASE)
    return found


@lru_cache(maxsize=16)
def _moments(words: Words) -> re.Pattern[str]:
    """Pattern of words that set a time: `after "A" appears`."""
    phrases = "|".join(map(re.escape, words.all("itself", "moments")))
    return re.compile(rf"\s(?:{phrases})\s" if phrases else "(?!)", re.IGNORECASE)


def _asked_behind(piece: Piece, line: LineParts) -> Slip | None:
    for form, regex in behind_regex(piece.words).items():
        for at in _places(piece, regex):
            end = regex.match(piece.plain, at)
            done = _done(piece.cut(0, len(piece.plain[:at].rstrip(" ,"))), line)
            if end is None or done is None:
                continue
            test = exact(piece.cut(end.end()))
            text = condition_first(piece, form, at, end.end())
            if test is not None and is_condition(test) and not isinstance(test, Ref):
                return _slip(text, piece, line)
            if isinstance(done, Assign | AddTo | RemoveFrom) and form in ("if", "unless"):
                return Slip(recognise(piece.instead(text), line.known), text)
    return None


def condition_first(piece: Piece, form: str, at: int, end: int) -> str:
    """The line with the condition behind `end` in front of the text before `at`."""
    form_words = piece.words.written(form).rstrip(":： ")
    head = fill(form_words, {"condition": piece.cut(end).raw.strip(" .")})
    return f"{head}: {piece.cut(0, at).raw.strip(' ,')}"


def ends_with_a_condition(piece: Piece, begin: int) -> str:
    """The line with the condition at its end, from `begin` on, moved to its front; empty if there is none."""
    begin += piece.plain[begin : begin + 1] == ","
    for form in ("if", "unless"):
        found = behind_regex(piece.words)[form].match(piece.plain, begin) if form in behind_regex(piece.words) else None
        if found is not None and found.end() < len(piece):
            return condition_first(piece, form, begin, found.end())
    return ""


def goes_on(rest: Piece) -> bool:
    """True if a text begins with `and` or `or`, so that a condition in front of it is not whole."""
    joints = (*rest.words.all("operators", "AND"), *rest.words.all("operators", "OR"))
    return len(without_word(rest, joints)) < len(rest)


def asked_inside(line: LineParts) -> Slip | None:
    """`Keep scrolling until "End" appears`: the exact condition inside a step, and a line that tests it."""
    piece = line.rest
    if line.app is not None or line.opens or line.capture is not None or len(piece) > _LONGEST:
        return None
    for form, regex in (*behind_regex(piece.words).items(), ("wait_until", _moments(piece.words))):
        first = regex.match(f" {piece.plain}")
        starts = [(at, regex.match(piece.plain, at)) for at in _places(piece, regex)]
        tests = [piece.cut(found.end()) for _, found in starts if found]
        if first:
            ends = reversed(top_level(piece.plain, " ,")[1:14])
            tests += [piece.cut(first.end() - 1, at) for at in ends if not goes_on(piece.cut(at))]
        for condition in tests:
            test = exact(condition)
            if test is not None and is_condition(test) and not isinstance(test, Ref):
                before = piece.cut(0, condition.offset - piece.offset)
                return Slip(Verify(condition=test, span=condition.span()), _block(form, test, condition, before))
    return None


def shown_in(test: Expr) -> bool:
    """True if a condition tests what comes about by itself, such as a text on the screen."""
    return any(isinstance(node, OnScreen | FileExists) for node in walk(test))


def _block(form: str, test: Expr, condition: Piece, before: Piece) -> str:
    """The block for a condition in a sentence. No wait changes a variable, so its condition is an `if`."""
    if form == "wait_until" and not shown_in(test):
        form = "if"
    shown, known = condition.raw.strip(" ."), condition.words
    order = _moments(known).split(f"{before.plain} ")[0].strip(" ,")
    lexicon = known.lexicon(order)
    named = lexicon.content(lexicon.without_lead(order), lexicon.verb_of(order))
    whole = bool(named) or order.casefold() in known.all("itself", "moments")
    steps = "the steps" if form != "if" or whole else f"`{known.written('break')}`"
    return f"`{known.written(form, condition=shown, until=shown)}` with {steps} below it"


def _counted_behind(piece: Piece, line: LineParts) -> Slip | None:
    pattern = piece.words.written("repeat").rstrip(":： ")
    ending = re.escape(pattern.partition("<times>")[2]).replace(r"\ ", r"\s{1,4}")
    regex = re.compile(rf"\s(?P<times>[\w]+){ending}$", re.IGNORECASE)
    for at in _places(piece, regex):
        found = regex.match(piece.plain, at)
        if found and _done(piece.cut(0, at), line) is not None:
            return _slip(f"{fill(pattern, {'times': found['times']})}: {piece.cut(0, at).raw}", piece, line)
    return None


def _claimed(piece: Piece, line: LineParts) -> Slip | None:
    """A statement about the screen without `verify`."""
    test = exact(piece)
    shown = test.operand if isinstance(test, Not) else test
    if not isinstance(shown, OnScreen) or line.capture is not None:
        return None
    return _slip(piece.words.written("verify", condition=piece.raw), piece, line)


def _captured(piece: Piece, line: LineParts) -> Slip | None:
    """A question or a reading whose variable follows `into`."""
    names = "|".join(piece.words.all("capture", "loose"))
    found = re.search(rf"\s(?:{names})\s+(?P<target>\{{\w+\}})[.]?$", piece.plain) if names else None
    if found is None or line.capture is not None:
        return None
    target = ref_at(piece, found.start("target"))
    of_file = of_a_file(piece.cut(0, found.start()), target[0]) if target else ""
    if of_file or target is None:
        return Slip(recognise(piece.instead(of_file), line.known), of_file) if of_file else None
    text = piece.raw[: found.start()].rstrip(" ,") + piece.words.written("capture", target=found["target"])
    statement = recognise(piece.instead(text), line.known)
    noted = _NOTED.fullmatch(piece.plain[: found.start()]) if isinstance(statement, Extract) else None
    if noted:
        text = piece.words.written("assign", target=found["target"], value=noted["text"])
        statement = recognise(piece.instead(text), line.known)
    in_file = any(_FILE.fullmatch(text.group()) for text in re.finditer(QUOTED, piece.plain))
    sure = isinstance(statement, Ask) or (not in_file and isinstance(statement, Extract))
    sure = sure or (noted is not None and isinstance(statement, Assign))
    return Slip(statement, text) if sure else None


def of_a_file(before: Piece, target: Ref) -> str:
    """`Read "data.csv"` in front of a variable, as the line that reads the file; empty if it reads something else."""
    texts, words = [text.group() for text in re.finditer(QUOTED, before.plain)], before.words
    named = _FILE.fullmatch(texts[0]) if len(texts) == 1 else None
    first = before.plain.partition(" ")[0].casefold()
    if named is None or first not in {start.casefold() for start in words.starts_of(_READS)}:
        return ""
    own, of_forms = words.lexicon(""), words.words_of_forms(_READS)
    if any(word.casefold() not in of_forms for word in own.content(before.plain.replace(texts[0], " "))):
        return ""
    form = "read_table" if named["ending"].casefold() in _OF_TABLES else "read_text"
    return words.written(form, path=texts[0]) + words.written("capture", target=str(target))


def _places(piece: Piece, regex: re.Pattern[str]) -> Iterator[int]:
    outside = top_level(piece.plain, " ")
    return (at for at in outside if regex.match(piece.plain, at))


def _done(piece: Piece, line: LineParts) -> Statement | None:
    """The statement, if it is exact without its condition."""
    found = recognise(piece, line.known)
    if isinstance(found, (Action, AskAI, Extract, Marker, *BLOCKS)) or tier_of(found) != "exact":
        return None
    return found


def _slip(text: str, piece: Piece, line: LineParts) -> Slip | None:
    found = recognise(piece.instead(text), line.known)
    return None if isinstance(found, Action | Marker) or tier_of(found) != "exact" else Slip(found, text)
