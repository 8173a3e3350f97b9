"""Splits a line into its parts: app scope, sentence, and the variable for the result with its type."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from agentprog.frozen import field, frozen
from agentprog.lang.ast import Capture, Ref, Span, Template
from agentprog.lang.phrases.references import REF, prose, ref_at, whole_quoted
from agentprog.lang.source.text import Piece
from agentprog.lang.vocabulary.orders import whole_word
from agentprog.lang.vocabulary.patterns import Pattern
from agentprog.lang.vocabulary.words import Words, line_key


@frozen
class Declared:
    """The names that a program declares, which the parser needs to read one line."""

    apps: Mapping[str, str] = field(default_factory=dict)
    """App names: casefolded, with the spelling of the program."""
    tasks: frozenset[str] = frozenset()
    """The program's own tasks, casefolded."""
    keys: frozenset[str] = frozenset()
    """Keys in the program's references, casefolded."""
    names: frozenset[str] = frozenset()
    """Names that stand in braces somewhere in the program, or in front of an equals sign."""
    tables: frozenset[str] = frozenset()
    """Names in lines that make or read a table. Several values for a table are one row."""
    lists: frozenset[str] = frozenset()
    """Names that a line sets to a list: `Note {d} in {names}` adds to it."""

    def app(self, name: str) -> str | None:
        return self.apps.get(name.casefold())


NOTHING_DECLARED = Declared()
_KEY_OF = re.compile(r"\{[^\W\d]\w{0,60}\.([^\W\d]\w{0,60})[.}\[]")


def keys_in(text: str) -> frozenset[str]:
    """The keys in references like `{invoice.amount}`, casefolded."""
    return frozenset(key.casefold() for key in _KEY_OF.findall(text))


_NAME_OF = re.compile(
    r"\{([^\W\d]\w{0,60})(?=[}.\[])"
    r"|^[ \t]*(?:[^\W\d]\w*[ \t]+)?([^\W\d]\w{0,60})[ \t]*[-+*/:]?=(?!=)",
    re.MULTILINE,
)


def names_in(text: str) -> frozenset[str]:
    """The variables of a program, as far as its text shows them before it is parsed."""
    return frozenset(braced or unbraced for braced, unbraced in _NAME_OF.findall(text))


@frozen
class LineParts:
    """The parts of one line. Patterns see only `core`."""

    whole: Piece
    core: Piece
    """The line without scope, capture, closing period and a block's colon."""
    sentence: Piece
    """As `core`, but with its closing period or colon. This is the text of an Action."""
    rest: Piece
    """Everything after the scope."""
    known: Declared
    app: Template | None = None
    capture: Ref | None = None
    returns: str = ""
    also: tuple[Capture, ...] = ()
    """More variables, each for a part of the result."""
    colon: bool = False
    children: bool = False
    """True if lines are indented under it."""

    @property
    def opens(self) -> bool:
        """True if a block follows."""
        return self.colon or self.children

    @property
    def span(self) -> Span:
        return self.whole.span()

    @property
    def words(self) -> Words:
        return self.whole.words


_AFTER_SCOPE = re.compile(r"\s{0,8},\s{0,8}|\s{1,8}|\s{0,8}(?=:)|$")


def split_scope(piece: Piece, known: Declared) -> tuple[Template | None, Piece]:
    """Splits off the app at the beginning of a line."""
    tables = piece.words
    if line_key(piece.plain) not in tables.scope_keys:
        return None, piece
    for pattern in tables.scopes:
        found = pattern.prefix(piece.plain)
        if found and (after := _AFTER_SCOPE.match(piece.plain, found.end())):
            app = piece.cut(*found.span("app"))
            unquoted = app.plain[:1] in "\"'`"
            if (
                unquoted
                and "app" not in found.group().casefold()
                and "," not in after.group()
                and not _ends(piece, found)
            ):
                continue
            return whole_quoted(app) or prose(app), piece.cut(after.end())
    for pattern in tables.head_scopes:
        found = pattern.prefix(piece.plain)
        if found and piece.plain[found.end() :].strip() == ":":
            return prose(piece.cut(*found.span("app"))), piece.cut(found.end())
    for pattern in tables.known_scopes:
        for found in _known_prefixes(pattern, piece):
            name = known.app(piece.cut(*found.span("app")).raw.strip("\"'`"))
            after = _AFTER_SCOPE.match(piece.plain, found.end())
            if name and after and ("," in after.group() or _ends(piece, found)):
                return Template(parts=(name,), span=piece.span(*found.span("app"))), piece.cut(after.end())
    return None, piece


def _ends(piece: Piece, found: re.Match[str]) -> bool:
    return piece.plain[found.end() :].strip() in ("", ":")


def _known_prefixes(pattern: Pattern, piece: Piece) -> list[re.Match[str]]:
    """Matches that end before the first comma or colon, since an app's name may have several words."""
    stop = re.compile(r"[,:]|$").search(piece.plain)
    found = pattern.match(piece.plain, 0, stop.start()) if stop and stop.start() <= 80 else None
    return [found] if found else []


_TYPE_HINT = re.compile(r"\s*\(([^(){}\"]{1,60})\)$")
_CAPTURE_WINDOW = 90


def split_capture(piece: Piece) -> tuple[Ref | None, str, Piece]:
    """Splits off the variable for the result and its type. The last value is the rest of the line."""
    verb = _verb_behind(piece.words).search(piece.plain)
    text = piece.plain[: verb.start()] if verb else piece.plain
    hint = _TYPE_HINT.search(text, max(0, len(text) - 70))
    end = hint.start() if hint else len(text)
    if not text.endswith("}", 0, end):
        return None, "", piece
    opened = _opening_brace(text, end)
    ref = ref_at(piece, opened) if opened > 0 else None
    if ref is None or ref[1] != end:
        return None, "", piece
    window = max(0, opened - _CAPTURE_WINDOW)
    around = piece.words.captures_around if verb else (*piece.words.captures, *piece.words.reading_captures)
    for pattern in around:
        for comma in _joints(piece, window, opened):
            found = pattern.match(text, comma, opened)
            if found or pattern.match(text, comma, _stripped(text, opened)):
                head = _before(piece, comma)
                if pattern.form == "reading" and not _reads(head):
                    continue
                return (
                    (ref[0], type_name(hint.group(1), piece.words) if hint else "", head)
                    if len(head)
                    else (None, "", piece)
                )
    answered = None if verb else _answered(piece.cut(0, opened))
    if answered is not None:
        return ref[0], type_name(hint.group(1), piece.words) if hint else "", answered
    return None, "", piece


@lru_cache(maxsize=16)
def _verb_behind(words: Words) -> re.Pattern[str]:
    """Pattern of a verb of keeping after the variable: `, als {x} merken`."""
    names = "|".join(map(re.escape, words.all("capture", "behind")))
    return re.compile(rf"(?<=[}})])\s{{1,4}}(?:{names})$" if names else "(?!)", re.IGNORECASE)


_FEWEST_SAID = 2
"""How many words of keeping must stand between a question and its variable, such as `remember` and `as`."""


@lru_cache(maxsize=16)
def keeping(words: Words) -> frozenset[str]:
    """The words in the patterns of captures."""
    return frozenset(word for pattern in (*words.captures, *words.reading_captures) for word in pattern.words)


@lru_cache(maxsize=16)
def as_words(words: Words) -> frozenset[str]:
    """The last word in front of the variable of a result: `as`."""
    texts = (str(table["capture"]["canonical"]) for table in words.tables.values())
    return frozenset(
        before.split()[-1] for before, _, _ in (text.partition("<target>") for text in texts) if " " in before
    )


def _answered(head: Piece) -> Piece | None:
    """The question before a variable that keeps its answer. The wording between them is free, since a variable after a
    quoted question can mean nothing else."""
    end = head.plain.rfind('"') + 1
    between = head.plain[end:].casefold()
    if not end or not head.words.has_form(head.plain[:end], "ask", "ask_what") or "{" in between:
        return None
    if between.strip(" ,") in as_words(head.words):
        return head.cut(0, end)
    keeping_words = keeping(head.words)
    dense = sum(word in between for word in keeping_words if word >= _DENSE)
    keeps = dense or sum(word in keeping_words for word in re.findall(r"\w+", between)) >= _FEWEST_SAID
    return head.cut(0, end) if keeps and not _beside_keeping(head.words).sub(" ", between).strip(" ,.;:") else None


@lru_cache(maxsize=16)
def _beside_keeping(words: Words) -> re.Pattern[str]:
    """Pattern of the words that may stand between a question and its variable. Any other word would be lost."""
    table = (
        ("fillers", "polite"), ("fillers", "behind_verb"), ("arguments", "and"), ("chain", "words"), ("lead", "words"),
        ("asking", "reply"), ("asking", "first"),
    )  # fmt: skip
    found = keeping(words).union(*(words.all(section, name) for section, name in table))
    ordered = sorted(found, key=lambda word: (-len(word), word))
    return re.compile("|".join(re.escape(word) if word >= _DENSE else rf"\b{re.escape(word)}\b" for word in ordered))


_HINT = r"(?:\s{0,4}\([^(){}\"]{1,60}\))?"


@lru_cache(maxsize=16)
def listed(words: Words) -> re.Pattern[str]:
    """Pattern of two or more references at the end of a line, joined by commas or `and`."""
    joiners = "|".join(re.escape(word) for word in words.all("arguments", "and"))
    joint = rf"\s{{0,4}}(?:,\s{{0,4}}(?:(?:{joiners})\s{{0,4}})?|(?:{joiners}|&)\s{{0,4}})"
    return re.compile(rf"({REF}){_HINT}(?:{joint}{REF}{_HINT}){{1,12}}\s{{0,4}}[.!]?\s{{0,4}}", re.IGNORECASE)


_NEXT = re.compile(rf"({REF})({_HINT})")
_LONGEST_LIST = 400


def split_captures(piece: Piece) -> tuple[tuple[Capture, ...], Piece]:
    """Splits off two or more variables that each take a part of the result; none if there are fewer."""
    text = piece.plain
    start = text.find("{", max(0, len(text) - _LONGEST_LIST)) if text.endswith(("}", ")")) else -1
    while start > 0:
        if listed(piece.words).fullmatch(text, start) and (found := _several(piece, start)):
            return found, split_capture(piece.cut(0, _first_end(text, start)))[2]
        start = text.find("{", start + 1)
    return (), piece


def _first_end(text: str, start: int) -> int:
    found = _NEXT.match(text, start)
    return found.end() if found else start


def _several(piece: Piece, start: int) -> tuple[Capture, ...]:
    """The variables from here to the end; none if the first takes no result, or if one of them has a path."""
    if split_capture(piece.cut(0, _first_end(piece.plain, start)))[0] is None:
        return ()
    found: list[Capture] = []
    for match in _NEXT.finditer(piece.plain, start):
        ref = ref_at(piece, match.start())
        if ref is None or ref[0].path:
            return ()
        kind = type_name(match[2].strip(" ()"), piece.words) if match[2] else ""
        found.append(Capture(ref=ref[0], returns=kind, span=ref[0].span))
    return tuple(found)


_READING = frozenset({
    "get", "extract", "ask", "ask_ai", "calculate", "count", "call", "call_named", "use_tool", "read_table",
    "read_text", "read_element", "read_element_said",
})  # fmt: skip


_WORKED_OUT = frozenset(("data", "multiply", "divide", "increase", "decrease"))
"""Forms that work out a value from a variable."""


def _reads(head: Piece) -> bool:
    """True if the beginning of a sentence fits a statement with a result."""
    has_braces = "{" in head.plain
    patterns = (
        pattern
        for pattern in head.words.patterns(head.plain)
        if pattern.form in _READING or (has_braces and pattern.form in _WORKED_OUT)
    )
    return any(pattern.match(head.plain) for pattern in patterns)


def _opening_brace(text: str, end: int) -> int:
    depth = 0
    for at in range(end - 1, max(-1, end - 320), -1):
        depth += (text[at] == "}") - (text[at] == "{")
        if depth == 0:
            return at
    return -1


def _stripped(text: str, end: int) -> int:
    while end > 0 and text[end - 1].isspace():
        end -= 1
    return end


@lru_cache(maxsize=16)
def _joint(words: Words) -> re.Pattern[str]:
    names = "|".join(map(re.escape, (*words.all("arguments", "and"), *words.all("chain", "words"))))
    dense = "|".join(re.escape(word) for word in words.all("chain", "loose") if word >= _DENSE) or "(?!)"
    return re.compile(
        rf"[,;.]\s{{0,8}}|(?={dense})|\s(?=(?:{names})\s|->|=>)|\s{{0,4}}(?:->|=>|→)\s{{0,4}}(?=$)", re.IGNORECASE
    )


def _joints(piece: Piece, start: int, end: int) -> list[int]:
    return [found.end() for found in _joint(piece.words).finditer(piece.plain, start, end)]


def _before(piece: Piece, joint: int) -> Piece:
    """The sentence before a capture, without its comma."""
    head = piece.cut(0, joint)
    return head.cut(0, len(head) - 1) if head.plain[-1:] in ",;" else head


def type_name(text: str, words: Words) -> str:
    """The stored name of a type: a name of the table, `list of ...`, or else the words unchanged."""
    plain = re.sub(r"\s+", " ", text.strip().casefold())
    plain = re.sub(rf"^(?:{'|'.join(words.all('type_words', 'type'))})\s*:?\s*", "", plain)
    plain = re.sub(r"^(?:as )?(?:an?|the) ", "", plain)
    known = words.meaning("types", plain)
    if known is not None:
        return str(known)
    outer, of, inner = plain.partition(" of ")
    if of and words.meaning("types", outer) == "list":
        name = inner.strip()
        single = words.meaning("types", name) or words.meaning("types", name.removesuffix("s"))
        return f"list of {single or name}"
    return plain


_CLOSED = re.compile(r"(?:!{1,9}|[.;])?$")
"""The marks that end a line, for example several exclamation marks."""
_DENSE = "\u2e80"
"""Scripts from this character on put no spaces between words."""


@lru_cache(maxsize=16)
def _fillers(words: Words) -> re.Pattern[str]:
    def any_of(name: str, before: str = "") -> str:
        """Any of these words. In scripts with spaces, `before` stands in front of them."""
        found = words.all("fillers", name)
        spaced = "|".join(r"\s{1,4}".join(map(re.escape, text.split())) for text in found if text < _DENSE) or "(?!)"
        dense = "|".join(whole_word(text, longer) + re.escape(text) for text in found if text >= _DENSE) or "(?!)"
        return rf"(?:{before}(?:{spaced})|\s{{0,4}}(?:{dense}))"

    longer = words.all("inline", "else")
    gap = r"\s{1,4}"
    polite = rf"(?:{any_of('polite')}\s{{0,4}})?"
    never = "".join(rf"(?<!\b{re.escape(word)})" for word in words.all("fillers", "never_behind"))
    behind_comma = rf"{polite}(?:{any_of('behind_comma')}|{any_of('always')})?"
    return re.compile(
        rf"(?:\s{{0,4}}[,;]\s{{0,4}}{behind_comma}|{never}(?:(?:{any_of('polite', gap)})?{any_of('always', gap)}"
        rf"|{any_of('polite', gap)}(?:{gap}do)?)){{1,2}}\s{{0,4}}[,;]?\s{{0,4}}$",
        re.IGNORECASE,
    )


def without_filler(core: Piece) -> Piece:
    """Cuts off filler words at the end of a block's header: `, then`, `, do the following`."""
    found = _fillers(core.words).search(core.plain, max(0, len(core) - 60))
    return core.cut(0, found.start()) if found and found.start() else core


def take_apart(piece: Piece, known: Declared, *, children: bool = False, several: bool = False) -> LineParts:
    """The parts of a line. With `several` its end may name more than one variable for the result."""
    app, rest = split_scope(piece, known)
    colon = rest.plain.endswith(":")
    head = rest.cut(0, len(rest) - 1) if colon else rest
    closed = head if colon else head.cut(0, _CLOSED.search(head.plain).start())  # type: ignore[union-attr]
    capture, returns, core = split_capture(closed)
    also: tuple[Capture, ...] = ()
    if several and capture is None:
        also, core = split_captures(closed)
        if also:
            capture, returns, also = also[0].ref, also[0].returns, also[1:]
    sentence = core if capture else rest
    if (colon or children) and capture is None:
        core = without_filler(core)
    if colon and capture:
        sentence = core
    return LineParts(
        whole=piece, core=core, sentence=sentence, rest=rest, known=known, app=app, capture=capture, returns=returns,
        also=also, colon=colon, children=children,
    )  # fmt: skip
