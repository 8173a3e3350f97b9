"""Guesses the construct that the author intended, if one word of the line is misspelt or missing."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache

from agentprog import resources
from agentprog.lang.ast import (
    Action,
    Ask,
    AskAI,
    Break,
    Continue,
    DirectUI,
    Extract,
    ForEach,
    If,
    Ref,
    RepeatUntil,
    Return,
    Statement,
    Tell,
    Template,
    Verify,
    Wait,
    While,
)  # fmt: skip
from agentprog.lang.kinds.table import BLOCK_FORMS, BLOCKS, BY_FORM
from agentprog.lang.phrases.expressions import exact
from agentprog.lang.phrases.markers import Marker
from agentprog.lang.phrases.parts import Declared, LineParts, take_apart
from agentprog.lang.reading.asides import bracketed, limited
from agentprog.lang.reading.countings import counted
from agentprog.lang.reading.notations import noted
from agentprog.lang.reading.paraphrases import other_conditions, other_words
from agentprog.lang.reading.recognise import action, is_escaped, listed, recognise
from agentprog.lang.reading.word_order import Slip, goes_on, shown_in, turned
from agentprog.lang.source.text import Piece, enclosed, top_level
from agentprog.lang.tiers import tier_of
from agentprog.lang.visit import arms, walk
from agentprog.lang.vocabulary.near import NearWords
from agentprog.lang.vocabulary.orders import DENSE
from agentprog.lang.vocabulary.patterns import fill
from agentprog.lang.vocabulary.words import Words

_WORD = re.compile(r"[^\W\d_]{2,}")
_BRACED = re.compile(r"\{[^{}]+\}")
_BEHIND_TEXT = re.compile(r"\"\s+(?=[^\W\d_])")
_MOST_WORDS = 10
_LONGEST = 300


def slip_of(line: LineParts, *, children: bool) -> Slip | None:
    """The construct that the author of an Action probably intended, after one small correction; None if none fits."""
    piece, known = line.whole, line.known
    if len(piece) > _LONGEST or is_escaped(line):
        return None
    opens = children or piece.plain.endswith(":")
    whole = replace(line, children=children)
    shorter = _asked_first(line) or counted(whole, action(line)) or other_words(whole)
    shorter = shorter or _without_if(line, children=children) or _unquoted_word(line) or _other_verb(line)
    shorter = shorter or _other_sign(line) or (_other_block(line) if opens else _other_loop(line))
    shorter = shorter or noted(line) or bracketed(line) or limited(line) or turned(line) or _inflected(line)
    shorter = shorter or _verb_last(line)
    shorter = shorter or _without_comma(line)
    if shorter is not None:
        return shorter
    found = _words(piece, line.rest.offset - piece.offset)
    for number, word in enumerate(found[:_MOST_WORDS]):
        if number and found[0].group().casefold() not in piece.words.near:
            break
        plain = word.group().casefold()
        candidates = [*piece.words.near.of(plain), *(_tasks(plain, known) if number else ())]
        for candidate in candidates[:4]:
            slip = _slip_of(piece, word, candidate, known, children=children)
            if slip is not None and (opens or tier_of(slip.statement) == "exact"):
                return slip
        for candidate in piece.words.joints_like(plain) if number else ():
            slip = _slip_of(piece, word, candidate, known, children=children)
            lines = (slip.statement, *arms(slip.statement)) if slip is not None else ()
            if slip is not None and all(tier_of(one) == "exact" for one in lines):
                return slip
    return _several_words(piece, found[:_MOST_WORDS], known, children=children)


def _several_words(piece: Piece, found: list[re.Match[str]], known: Declared, *, children: bool) -> Slip | None:
    """`verfy that "10:00" apears`: an exact line in which more than one word is misspelt."""
    near = [(word, piece.words.near.of(word.group().casefold())) for word in found]
    wrong = [(word, others[0]) for word, others in near if others]
    if len(wrong) < len("ab"):
        return None
    text = piece.raw
    for word, meant in reversed(wrong[1:]):
        text = text[: word.start()] + meant + text[word.end() :]
    slip = _slip_of(piece.instead(text), *wrong[0], known, children=children)
    return slip if slip is not None and (piece.plain.endswith(":") or tier_of(slip.statement) == "exact") else None


def slip_inside(statement: Statement, piece: Piece, known: Declared, *, children: bool) -> Slip | None:
    """A correction of a line that was read as a construct, but means another one."""
    found = _behind_a_text(statement, piece, known, children=children)
    return found or counted(take_apart(piece, known, children=children), statement)


def _behind_a_text(statement: Statement, piece: Piece, known: Declared, *, children: bool) -> Slip | None:
    """`Ask me "Pulse?" recrod as {p}`: a misspelt word behind a text in quotes, which becomes part of that text."""
    if len(piece) > _LONGEST or not _holds_quotes(statement):
        return None
    for closing in _BEHIND_TEXT.finditer(piece.plain):
        word = _WORD.match(piece.plain, closing.end())
        if word is None:
            continue
        for candidate in piece.words.near.of(word.group().casefold()):
            slip = _slip_of(piece, word, candidate, known, children=children)
            if slip is not None and not _holds_quotes(slip.statement):
                return slip
    return None


def _holds_quotes(statement: Statement) -> bool:
    """True if the quotes of a message, a question or a value are part of it, since more words follow."""
    texts = (getattr(one, name, None) for one in walk(statement) for name in ("message", "question", "value"))
    return any(
        '"' in part for text in texts if isinstance(text, Template) for part in text.parts if isinstance(part, str)
    )


def _asked_first(line: LineParts) -> Slip | None:
    """`{t} > 38? Call the doctor`, `{t}大于38的话，...`: an exact condition with a question mark, or a word for if,
    between it and its step."""
    piece, words = line.rest, line.words
    head = words.canonical("if").rstrip(":：")
    ends = [(at, at + 1) for at in top_level(piece.plain, "?")[:2]]
    marks = [(word, piece.plain.find(word)) for word in words.all("fillers", "behind_condition")]
    gaps = ((at, at + len(word), piece.plain[at + len(word) :][:1] == ",") for word, at in marks if at > 0)
    for begin, end in (*ends, *((at, behind + comma) for at, behind, comma in gaps)):
        before = piece.cut(0, begin)
        condition = next(other_conditions(before, line.known.names), before.raw)
        comma = "，" if piece.raw[end - 1] == "，" or piece.raw[begin] >= DENSE else ", "
        text = f"{fill(head, {'condition': condition})}{comma}{piece.cut(end).raw}"
        statement = recognise(piece.instead(text), line.known)
        branch = statement.branches[0] if isinstance(statement, If) else None
        if branch is not None and branch.body and not isinstance(branch.condition, Ref):
            return Slip(statement, text) if tier_of(Verify(condition=branch.condition)) == "exact" else None
    return None


def _without_if(line: LineParts, *, children: bool) -> Slip | None:
    """An exact condition after a word other than `if`, followed by a colon or a block."""
    piece = line.rest
    if not children and not top_level(piece.plain[:-1], ":,"):
        return None
    begin = next(iter(_WORD.finditer(piece.plain)), None)
    word = piece.words.canonical("if").split()[0]
    loops = piece.words.starts_of(frozenset(("while", "until")))
    ends = {phrase.replace(" ", "") for phrase in piece.words.all("operators", "TO")}
    first = "" if begin is None or begin.start() else begin.group().casefold()
    if begin is None or not first or not (loops | ends).isdisjoint((first, *piece.words.near.of(first))):
        return None
    if begin.group().lower() in piece.words.all("itself", "other_than_if"):
        return None
    statement, text = _instead(piece, begin, word, line.known, children=children)
    branch = statement.branches[0] if isinstance(statement, If) else None
    if branch is None or tier_of(branch) != "exact" or isinstance(branch.condition, Ref):
        return None
    coming = any(word in piece.plain for word in piece.words.all("itself", "coming"))
    if coming and begin.group().casefold() in piece.words.all("itself", "moments") and shown_in(branch.condition):
        return _waited(piece.cut(begin.end()))
    if not branch.body:
        return Slip(statement, text) if children else None
    plain = any(isinstance(step, Action) for step in branch.body)
    return None if plain and not top_level(piece.plain[:-1], ":") else Slip(statement, text)


def _waited(behind: Piece) -> Slip | None:
    """The wait that `Cuando aparezca "A", ...` means, whose steps stand below it."""
    ends = [*top_level(behind.plain, ",:"), len(behind)]
    condition = next((behind.cut(0, at) for at in ends if exact(behind.cut(0, at)) is not None), behind)
    text = behind.words.written("wait_until", until=condition.raw)
    return Slip(recognise(behind.instead(text)), text, " Its steps follow on lines of their own.")


def _without_comma(line: LineParts) -> Slip | None:
    """`If "Ad" appears close it`: an exact condition without a comma after it."""
    piece = line.rest
    heads = tuple(start for start in line.words.starts_of(frozenset(("if",))))
    if line.opens or not piece.plain.casefold().startswith(heads):
        return None
    for at in sorted(top_level(piece.plain, " ")[:24], reverse=True):
        if goes_on(piece.cut(at)):
            continue
        text = f"{piece.raw[:at]}, {piece.raw[at:].lstrip()}"
        statement = recognise(piece.instead(text), line.known)
        branch = statement.branches[0] if isinstance(statement, If) else None
        if branch is not None and branch.body and tier_of(Verify(condition=branch.condition)) == "exact":
            return None if isinstance(branch.condition, Ref) else Slip(statement, text)
    return None


_BRANCHES = frozenset(("if", "unless", "elif", "else_bare", "else_inline"))


def _other_sign(line: LineParts) -> Slip | None:
    """`佛则告诉我`: one sign of the word that begins a branch is another one."""
    piece, words = line.rest, line.words
    starts = words.starts_of(_BRANCHES) if piece.plain[:1] >= DENSE else ()
    for word in (word for word in starts if len(word) > 1 and word >= DENSE):
        begin = piece.plain[: len(word)]
        if sum(one != other for one, other in zip(begin, word, strict=False)) != 1 or begin[:1] < DENSE:
            continue
        text = word + piece.raw[len(word) :]
        statement = recognise(piece.instead(text), line.known, children=line.children)
        branch = statement.branches[0] if isinstance(statement, If) else getattr(statement, "branch", None)
        if branch is not None and tier_of(branch) == "exact" and (branch.body or line.opens):
            plain = any(isinstance(step, Action) for step in branch.body)
            return None if plain else Slip(statement, text)
    return None


_LOOP = re.compile(r"(?P<head>\w+(?: \w+)?) (?P<target>[^\W\d]\w*) (?P<of>\w+) (?P<items>[^\W\d]\w*|[\[{].*)")


def _other_block(line: LineParts) -> Slip | None:
    """`for c in contacts:` has no braces; `Then do for each {x} in {y}:` has extra words in front."""
    core = line.core
    loop = _LOOP.fullmatch(core.plain)
    if loop:
        items = f"{{{loop['items']}}}" if loop["items"][0].isalpha() else core.raw[loop.start("items") :]
        text = f"{loop['head']} {{{loop['target']}}} {loop['of']} {items}"
        found = recognise(core.instead(text), line.known, children=True)
        if isinstance(found, ForEach):
            return Slip(found, f"{text}:")
    for at in top_level(core.plain, " ")[:2]:
        rest = core.cut(at)
        begins = rest.plain.split()[0].rstrip(",:").casefold() if len(rest) else ""
        if begins not in line.words.starts_of(BLOCK_FORMS):  # behind `Knock` in `Knock 3 times:` stands a count only
            continue
        found = recognise(rest, line.known, children=True)
        if isinstance(found, BLOCKS) and tier_of(found) == "exact":
            return Slip(found, f"{rest.raw[:1].upper()}{rest.raw[1:]}:")
    return None


def _other_loop(line: LineParts) -> Slip | None:
    """`for c in {contacts}: call {c}` on one line: a loop whose variable has no braces."""
    for at in top_level(line.rest.plain, ":")[:1]:
        loop = _LOOP.fullmatch(line.rest.plain, 0, at)
        if loop:
            text = f"{loop['head']} {{{loop['target']}}} {line.rest.raw[loop.start('of') :]}"
            found = recognise(line.rest.instead(text), line.known)
            return Slip(found, text) if isinstance(found, ForEach) else None
    return None


def _unquoted_word(line: LineParts) -> Slip | None:
    """`tell sent` lacks the quotes of its one-word message; `return total` lacks the braces of its variable."""
    found = list(_WORD.finditer(line.core.plain))
    if len(found) != 2 or line.app is not None or not line.core.plain[found[1].start()].islower():
        return None
    if line.core.plain != " ".join(word.group() for word in found):
        return None
    word = found[1].group()
    statement, text = _instead(line.core, found[1], f'"{word}"', line.known, children=False)
    if isinstance(statement, Return) and line.words.meaning("goback", word) is None:
        return Slip(replace(statement, value=None), text.replace(f'"{word}"', f"{{{word}}}"))
    return Slip(statement, text) if isinstance(statement, Tell | Ask) else None


_SHORT_FORMS = ("press", "continue", "break")
_POINTS = frozenset(("tap", "double_tap", "long_press"))


def _other_verb(line: LineParts) -> Slip | None:
    """`Make back`: two or three words that become exact with the verb of a key or of a jump."""
    found = list(_WORD.finditer(line.core.plain))
    words = line.words
    if not 2 <= len(found) <= 3 or line.core.plain != " ".join(word.group() for word in found):
        return None
    first = found[0].group().casefold()
    steps = {word for name in words.section("effects") for word in words.all("effects", name)}
    if first in steps or first in words.all("known", "words") or first in words.starts_of(_POINTS):
        return None
    for form in _SHORT_FORMS:
        verb = words.canonical(form).split()[0]
        statement, text = _instead(line.core, found[0], verb.casefold(), line.known, children=False)
        if isinstance(statement, DirectUI | Continue | Break) and tier_of(statement) == "exact" and first != verb:
            return Slip(statement, text) if getattr(statement, "target", None) is None else None
    return None


def _inflected(line: LineParts) -> Slip | None:
    """`Öffnen Sie ...`, `Abrir ...`: an exact line whose verb has a polite form or an infinitive."""
    piece, words = line.rest, line.words
    first = _WORD.match(piece.plain)
    if first is None or line.app is not None:
        return None
    stem = _stem(first.group().casefold(), words)
    for verb in _verbs(words).get(stem, ()) if stem else ():
        found = _polite(words).match(piece.plain, first.end())
        text = verb.capitalize() + piece.raw[found.end() if found else first.end() :]
        right = piece.instead(text)
        statement = recognise(right, line.known, children=line.children)
        if isinstance(statement, (*BLOCKS, Marker)) or (_is_exact(statement) and first.group().casefold() != verb):
            return Slip(statement, text)
        limit = limited(replace(line, core=right.cut(0, len(right)))) if isinstance(statement, Wait) else None
        if limit is not None:
            return limit
    return None


def _verb_last(line: LineParts) -> Slip | None:
    """`Auf "Save" tippen`, `"Save" antippen`: the verb stands at the end, as in German instructions."""
    piece, words = line.core, line.words
    last = _LAST.search(piece.plain)
    if not words.verb_last or last is None or not last.start() or line.app is not None:
        return None
    word = last.group().casefold()
    before = piece.raw[: last.start()].strip()
    for part in ("", *words.all("inflected", "parting")):
        stem = _stem(word.removeprefix(part), words) if word.startswith(part) else ""
        strong = _strong(words).get(word.removeprefix(part), "")
        for verb in (*_verbs(words).get(stem, ()), strong) if stem else ():
            text = f"{verb.capitalize()} {before[:1].lower()}{before[1:]} {part}".rstrip()
            statement = recognise(piece.instead(text), line.known, children=line.children)
            if isinstance(statement, BLOCKS) or _is_exact(statement):
                return Slip(statement, f"{text}:" if line.children else text)
    return None


def _strong(words: Words) -> Mapping[str, str]:
    """Verbs whose imperative changes its vowel: `geben`, `gib`."""
    found: Mapping[str, str] = words.own["inflected"]["strong"]
    return found


_LAST = re.compile(r"(?<=[\s\"“”}])[^\W\d_]{4,}$")


@lru_cache(maxsize=8)
def _polite(words: Words) -> re.Pattern[str]:
    """Pattern of the words after the verb of a polite order."""
    patterns = "|".join(rf"\s+{word}\b" for word in words.all("inflected", "polite"))
    return re.compile(patterns or "(?!)", re.IGNORECASE)


def _is_exact(statement: Statement) -> bool:
    return not isinstance(statement, Action | Extract | AskAI) and tier_of(statement) == "exact"


def _stem(word: str, words: Words) -> str:
    """The verb without its ending; empty if too little of it remains."""
    ending = next((end for end in words.all("inflected", "endings") if word.endswith(end)), "")
    return word[: len(word) - len(ending)] if ending and len(word) - len(ending) > 2 else ""


@lru_cache(maxsize=8)
def _verbs(words: Words) -> Mapping[str, tuple[str, ...]]:
    """The first words of constructs, by their stems."""
    found: dict[str, tuple[str, ...]] = {}
    for word in sorted(words.starts_of(frozenset(BY_FORM))):
        stem = _stem(word, words) if word.isalpha() else ""
        if stem:
            found[stem] = (*found.get(stem, ()), word)
    return found


_SENTENCE = re.compile(r"[.!?:]\s")


def behind_a_sentence(line: LineParts) -> Piece | None:
    """The exact line after the first sentence of a step: `Escalate: tell the user "..."`."""
    piece = line.rest
    if listed(piece, line.known):
        return None
    ends = {at for at in top_level(piece.plain, ".!?:") if _SENTENCE.match(piece.plain, at)}
    for at in sorted(ends)[:4]:
        rest = piece.cut(at + 1)
        statement = recognise(rest, line.known)
        if not isinstance(statement, Action | Extract | AskAI | Marker) and tier_of(statement) == "exact":
            return rest
    return None


def _words(piece: Piece, start: int) -> list[re.Match[str]]:
    """The words outside quotes and brackets."""
    stretches = enclosed(piece.plain)
    found = _WORD.finditer(piece.plain, start)
    return [word for word in found if not any(begin <= word.start() < end for begin, end in stretches)]


@lru_cache(maxsize=8)
def _near_tasks(names: frozenset[str]) -> NearWords:
    return NearWords(names, long=6)


def _tasks(word: str, known: Declared) -> tuple[str, ...]:
    """The program's tasks with a similar name."""
    return _near_tasks(known.tasks).of(word) if len(word) > 3 and known.tasks else ()


def _slip_of(piece: Piece, found: re.Match[str], word: str, known: Declared, *, children: bool) -> Slip | None:
    statement, text = _instead(piece, found, word, known, children=children)
    opens = children or piece.plain[-1:] == ":"
    unsure = isinstance(statement, RepeatUntil | While) and not (opens and tier_of(statement) == "exact")
    if unsure or isinstance(statement, Action | Extract | AskAI):
        return None
    sure = isinstance(statement, (*BLOCKS, Marker)) or tier_of(statement) == "exact"
    return Slip(statement, text) if sure else None


def _instead(
    piece: Piece, found: re.Match[str], word: str, known: Declared, *, children: bool
) -> tuple[Statement, str]:
    """The line with one word replaced: its statement and its text."""
    written = word.capitalize() if found.group()[:1].isupper() else word
    text = piece.raw[: found.start()] + written + piece.raw[found.end() :]
    return recognise(piece.instead(text), known, children=children), text


def foreign(piece: Piece) -> str:
    """The STP replacement for a keyword of a programming language; empty if the line has none."""
    plain = _BRACED.sub("{}", piece.plain.strip(" :;.").casefold())
    line, begins = _foreign()
    first, _, rest = plain.partition(" ")
    two = rest.isdigit() or (" " not in rest and "en" in piece.words.tables)
    advice = (
        line.get(plain) or (begins.get(first) if rest else None) or (line.get(first) if rest and two else None) or ""
    )
    return _in_words(advice, piece.words)


def sign_in_stp(sign: str, known: Words) -> str:
    """The STP form of a sign of code; empty if the table lacks it."""
    plain = sign.strip()
    signs: Mapping[str, str] = tomllib.loads(resources.read_text("grammars/foreign.toml"))["signs"]
    advice = next((text for sign in (plain, plain[-1:]) for key, text in signs.items() if sign in key.split()), "")
    return _in_words(advice, known)


def _in_words(advice: str, known: Words) -> str:
    """Fills the words of a form into `<form>`."""
    advice = advice.replace("<capture>", known.written("capture", target="{name}"))
    advice = re.sub(r"<([A-Z]+)>", lambda operator: known.operator(operator[1]), advice)
    return re.sub(r"<(\w+)>", lambda form: known.written(form[1]), advice)


@cache
def _foreign() -> tuple[dict[str, str], dict[str, str]]:
    """Advice by whole line, and advice by first word."""
    tables = tomllib.loads(resources.read_text("grammars/foreign.toml"))
    line, begins = (
        {sign: advice for key, advice in tables[name].items() for sign in _each(key)} for name in ("line", "begins")
    )
    return line, begins


def _each(key: str) -> Iterator[str]:
    first, *others = key.split("|")
    head = first[: first.rfind(" ") + 1]
    yield from (first, *(head + other for other in others))


def ends_as_block(piece: Piece) -> bool:
    """True if a sentence ends with a colon, and its words do not announce details."""
    plain = piece.plain.casefold()
    if not plain.endswith(":"):
        return False
    head = plain[:-1].rstrip()
    if any(text in head for text in piece.words.all("details", "anywhere")):
        return False
    found = next((word for word in piece.words.all("details", "ends") if head.endswith(word)), None)
    whole = found is not None and not (piece.words.spaced and head[: -len(found)][-1:].isalnum())
    return not whole
