"""Additions to an exact line: a remark without `#`, a time limit on a wait, a question whose answer nothing uses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from agentprog.lang.ast import Action, Compute, Expr, Number, OnScreen, Ref, Semantic, Span, Statement, Wait
from agentprog.lang.kinds.screen import without_question
from agentprog.lang.kinds.slots import number_of
from agentprog.lang.kinds.table import BLOCKS
from agentprog.lang.phrases.expressions import exact, is_condition
from agentprog.lang.phrases.markers import Marker
from agentprog.lang.phrases.parts import Declared, LineParts
from agentprog.lang.phrases.wording import escape
from agentprog.lang.reading.paraphrases import values
from agentprog.lang.reading.recognise import recognise, without_lead
from agentprog.lang.reading.word_order import Slip
from agentprog.lang.source.text import OTHER_REMARKS, Piece, enclosed, unclosed_brace, unclosed_quote
from agentprog.lang.tiers import tier_of
from agentprog.lang.vocabulary.orders import DENSE
from agentprog.lang.vocabulary.words import Words

_BRACKETS = re.compile(r"\s{0,4}\([^(){}]{1,200}\)\s{0,4}([.:]?)$")
_LABEL = re.compile(r"[^\W\d_]\w{0,30}:(?=\s+\S)")
_SINGLE_MARK = re.compile(r"(?<![^\s(\[,:])['`](?=(\w+))")
_LONGEST = 300
_WORDS_WITHIN = 12


def foreign_remark(piece: Piece, known: Declared, *, children: bool) -> int | None:
    """The offset where a remark in another language's syntax begins (`//`, `--`). Two dashes also separate thoughts, so
    they begin a remark only if the text before them is exact."""
    stretches = None
    for found in OTHER_REMARKS.finditer(piece.plain) if len(piece) <= _LONGEST else ():
        stretches = enclosed(piece.plain) if stretches is None else stretches
        at = found.start()
        if not at or any(begin <= at < end for begin, end in stretches):
            continue
        dashes = found.group().strip() == "--"
        if dashes and isinstance(recognise(piece.cut(0, at), known, children=children), Action):
            continue
        return at
    return None


def bracketed(line: LineParts) -> Slip | None:
    """`Wait 5 seconds (so it loads)`: turns the brackets into a remark, if the rest is then exact or keeps a result."""
    piece = line.whole
    found = _BRACKETS.search(piece.plain)
    if found is None or not found.start():
        return None
    head = piece.raw[: found.start()] + (":" if found[1] == ":" else "")
    statement = recognise(piece.instead(head), line.known, children=line.children)
    if isinstance(statement, Action | Marker):
        return None
    is_kept = getattr(statement, "capture", None) is not None
    sure = is_kept or isinstance(statement, BLOCKS) or tier_of(statement) == "exact"
    return Slip(statement, f"{head}  # {piece.raw[found.start() :].strip(' .:()（）')}") if sure else None


def unclosed(piece: Piece, known: Declared) -> tuple[str, str, Span, str] | None:
    """The finding about a quote or a brace that is never closed: its code, message, place and advice."""
    at = unclosed_quote(piece.plain)
    if at is None:
        at = next((at for at in _open_marks(piece) if _exact_if_closed(piece, at, known)), None)
    if at is not None:
        hint = 'close it, or write \\" for a quote in a text'
        return "STP127", "this quote is never closed", piece.span(at, at + 1), hint
    brace = unclosed_brace(piece.plain)
    if brace is None:
        return None
    return "STP109", "this brace is never closed, so it is read as text", piece.span(brace, brace + 1), "close it"


def _open_marks(piece: Piece) -> Iterator[int]:
    """The offsets of single quotes and backticks in front of a word that are never closed. An apostrophe that begins a
    word (`'em`) is no quote."""
    marks = list(_SINGLE_MARK.finditer(piece.plain)) if len(piece) <= _LONGEST else []
    stretches = enclosed(piece.plain) if marks else []
    short = piece.words.all("known", "behind_apostrophe")
    for found in marks:
        if found[1].casefold() not in short and not any(start <= found.start() < end for start, end in stretches):
            yield found.start()


def _exact_if_closed(piece: Piece, at: int, known: Declared) -> bool:
    """True if a mark like this one behind a later word makes the line exact: an apostrophe (`'em`) does not."""
    rest = piece.plain[at + 1 :]
    ends = [at + 1 + found.start() for found in re.finditer(r"(?<=\S)(?=\s|$)", rest)][:_WORDS_WITHIN]
    mark = piece.raw[at]
    for end in ends:
        closed = f"{piece.raw[:end]}{mark}{piece.raw[end:]}"
        found = recognise(piece.instead(closed), known)
        if not isinstance(found, Action) and tier_of(found) == "exact":
            return True
    return False


@lru_cache(maxsize=8)
def _limit_regex(words: Words) -> re.Pattern[str]:
    units = "|".join(re.escape(word) for word in sorted(words.section("units"), key=len, reverse=True))
    numbers = "|".join(re.escape(word) for word in sorted(words.section("numbers"), key=len, reverse=True))
    number = rf"\d{{1,6}}(?:\.\d+)?|(?<![a-z])(?:{numbers})|\b[^\W\d_]{{1,5}}(?=\s)"
    return re.compile(rf"(?:{number})\s{{0,4}}(?:{units})(?![a-z])\s{{0,4}}", re.IGNORECASE)


def limited(line: LineParts) -> Slip | None:
    """`Wait until "A" appears (max 30 seconds)`: writes the limit as a wait takes it."""
    core = line.core
    found = _limit_regex(core.words).search(core.plain) if '"' in core.plain or "{" in core.plain else None
    if found is None or len(core) > _LONGEST:
        return None
    before = core.raw[: found.start()]
    starts = [hit.start() for hit in re.finditer(r"\S+", before)][:0:-1]
    for start in [found.start(), *starts[:5], *range(found.start() - 1, max(found.start() - 6, 0), -1)]:
        text = core.raw[:start].rstrip(" ,，、;(（") + " " + core.raw[found.end() :].lstrip(" ,，、;)）")
        statement = recognise(core.instead(text.strip()), line.known)
        if isinstance(statement, Wait) and statement.until is not None and tier_of(statement) == "exact":
            limit = core.raw[start : found.end()].strip(" ,，、;(（")
            written = _with_limit(statement.until, text.strip(), core, found.group())
            return (
                Slip(statement, written) if written else Slip(statement, text.strip(), f" That leaves out `{limit}`.")
            )
    return None


def _with_limit(until: Expr, text: str, core: Piece, limit: str) -> str:
    """The wait with its limit in seconds; empty if the limit has no exact number."""
    number, _, unit = limit.strip().rpartition(" ")
    if not number:
        number, unit = re.match(r"[\d.]*", unit)[0], unit.lstrip("0123456789.")  # type: ignore[index]
    factor: Any = core.words.meaning("units", unit)
    is_singular = number.casefold() in core.words.all("values", "one")
    count = Number(value=1) if is_singular else number_of(core.instead(number))
    if factor is None or not isinstance(count, Number):
        return ""
    condition = text[until.span.start - core.offset : until.span.end - core.offset]
    if isinstance(until, OnScreen):
        visible = core.words.operator("VISIBLE")
        condition = escape(until.text) + (visible if visible >= DENSE else f" {visible}")
    return core.words.written("wait_most", until=condition, seconds=f"{round(count.value * factor, 6):g}")


def is_open_wait(statement: Statement) -> bool:
    """True if a model judges the condition of this wait, and no limit was found beside it."""
    return isinstance(statement, Wait) and isinstance(statement.until, Semantic) and statement.seconds is None


def questioned(line: LineParts) -> str:
    """The lines that ask what a question asks whose answer nothing uses, as in `check whether "A" appears`."""
    core = without_lead(line.core)
    if line.app is not None or line.capture is not None or len(core) > _LONGEST:
        return ""
    for pattern in core.words.questions:
        found = pattern.match(core.plain)
        if found is None:
            continue
        question_condition = core.cut(*found.span("condition"))
        condition = without_question(question_condition) or question_condition.raw
        test = exact(core.instead(condition))
        if test is not None and is_condition(test) and not isinstance(test, Ref):
            verify, ask = (core.words.written(form, condition=condition) for form in ("verify", "if"))
            return f"write `{verify}` if it must hold, or `{ask}` if something depends on it"
    return ""


def verifying(line: LineParts) -> str:
    """The line that verifies a condition that stands alone."""
    return line.words.written("verify", condition=line.core.raw)


def labelled(line: LineParts) -> tuple[Span, str] | None:
    """Finds a label in front of a step, such as `Note: ...`. Returns its span and advice."""
    found = _LABEL.match(line.whole.plain)
    if found is None:
        return None
    value = line.whole.cut(found.end())
    ways_to_write = (value.raw.strip(), f"[{value.raw.strip()}]" if '"' in value.plain else "", *values(value))
    tests = ((text, exact(Piece(text, vocabulary=line.words))) for text in ways_to_write)
    exact_text = next((text for text, test in tests if test is not None and not isinstance(test, Compute)), "")
    target = f"{{{found.group().rstrip(':').casefold()}}}"
    ways = f"; a value is `{line.words.written('assign', target=target, value=exact_text)}`" if exact_text else ""
    return line.whole.span(0, found.end()), f"a comment begins with #{ways}; a step is a sentence, or begins with `do:`"


def rounds_in_front(label: Piece) -> str:
    """The number of `Twice:` and `Three times:` in front of a step; empty for another label."""
    words, text = label.words, label.plain.casefold().strip(" :")
    number = words.section("multiples").get(text)
    ending = next((word for word in words.all("itself", "rounds") if text.endswith(word)), "")
    count = number_of(Piece(text.removesuffix(ending).strip(), vocabulary=words)) if ending else None
    return str(number or (count.value if isinstance(count, Number) else ""))


def block_heads(words: Words, text: str = "") -> str:
    """The beginnings of blocks in this language, in backticks; for a text that begins like `try` or `on error`, only
    the beginning of that block."""
    apart = {*words.lexicon(text).words("places"), *words.starts_of(frozenset(("if",)))}
    starts = {form: words.starts_of(frozenset((form,))) - apart for form in ("try", "on_error")}
    begun = [form for form, begins in starts.items() if text.casefold().startswith(tuple(begins))]
    forms = begun[:1] or ["if", "repeat", "foreach"]
    return ", ".join(f"`{words.written(form)}`" for form in forms)
