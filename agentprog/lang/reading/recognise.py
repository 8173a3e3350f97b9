"""Recognises one line: the first construct whose pattern it matches, else a step in plain words (Action).

The first word of the line selects the patterns; they are tried in the order of the tables. A kind may refuse the slots
of its pattern (`Repeat the word hello` has no count); then the next pattern is tried.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache, partial

from agentprog.lang import ast
from agentprog.lang.kinds.kind import Fit, Steps
from agentprog.lang.kinds.oneline import commands
from agentprog.lang.kinds.table import BLOCK_FORMS, BLOCKS, BY_FORM
from agentprog.lang.phrases.expressions import exact, names_only
from agentprog.lang.phrases.markers import ElseIfLine, ElseLine, Marker
from agentprog.lang.phrases.parts import NOTHING_DECLARED, Declared, LineParts, take_apart
from agentprog.lang.phrases.references import prose, whole_quoted
from agentprog.lang.source.text import Piece, top_level, without_word
from agentprog.lang.tiers import tier_of
from agentprog.lang.vocabulary.orders import DENSE
from agentprog.lang.vocabulary.words import Words, words


def recognise(piece: Piece, known: Declared = NOTHING_DECLARED, *, children: bool = False) -> ast.Statement:
    """The statement of one line, without its block. Never fails: a line without a matching construct is an Action."""
    line = take_apart(piece, known, children=children, several=True)
    if line.also:
        shared = _shared(line)
        if shared is not None:
            return shared
        line = take_apart(piece, known, children=children)
    if not len(line.core):
        return _scope_only(line)
    if not is_escaped(line):
        statement = _read_as_construct(line) or _behind_lead(line) or _kept(line) or _in_english(line)
        if statement is not None:
            return statement
    return action(line)


_AS_IN_CODE = frozenset({
    "if", "elif", "else", "else_inline", "unless", "while", "until", "forever", "repeat", "foreach", "foreach_range",
    "try", "try_once", "on_error", "on_error_inline", "function", "break", "continue", "return", "print", "switch",
    "case", "tell", "ask", "assign", "add_to", "call", "wait", "sort",
})  # fmt: skip
"""Forms whose English words people know from programming languages."""


def _in_english(line: LineParts) -> ast.Statement | None:
    """`for {n} in {namen}:`, `if {summe} > 10: break`, `print("Hallo")`: the words of code in a program of another
    language, if they make an exact line. Its values may be in either language, and so may the steps behind its head."""
    own, english = line.words, words()
    if own.language in english.tables or not english.patterns(line.core.plain):
        return None
    steps = lambda piece: _steps(piece.with_words(own), line.known)  # noqa: E731
    both = take_apart(line.whole.with_words(english), line.known, children=line.children), line
    for parts in both:
        found = _match(parts, _AS_IN_CODE, vocabulary=english, steps=steps)
        found = found or _inline_loop(parts, vocabulary=english, steps=steps)
        if found is not None and _whole_exact(found):
            return found
    return None


def _whole_exact(found: ast.Statement) -> bool:
    """True if no model is needed for a statement, or for the head of a block."""
    heads = found.branches if isinstance(found, ast.If) else (getattr(found, "branch", found),)
    return all(tier_of(head) == "exact" for head in heads)


def _read_as_construct(line: LineParts) -> ast.Statement | None:
    """The construct of a line. With lines below it, the command behind a loop's comma is the first step of the loop."""
    found = _match(line)
    if line.colon or (line.children and found is not None and tier_of(found) == "exact"):
        return found
    loop = _inline_loop(line) if found is None or line.children else None
    return found if loop is None else loop


def _kept(line: LineParts) -> ast.Statement | None:
    """`The number of items in {l}, record as {n}`: keeps an exact value that something is worked out for."""
    target = None if line.app or line.opens or line.returns else line.capture
    value = exact(line.core) if target is not None else None
    if target is None or value is None or isinstance(value, ast.Ref | ast.Template):
        return None
    return ast.Assign(target=target, value=value, span=line.span)


def _shared(line: LineParts) -> ast.Statement | None:
    """A reading or a step that fills several variables. Other statements cannot, so they give None."""
    if not len(line.core):
        return None
    found = (None if is_escaped(line) else _match(line)) or action(line)
    return replace(found, also=line.also) if isinstance(found, ast.Extract | ast.Action) and found.capture else None


@lru_cache(maxsize=16)
def _lead_regex(words: Words) -> re.Pattern[str]:
    spaced, dense = (
        "|".join(
            r"\s{1,4}".join(map(re.escape, text.split()))
            for text in words.all("lead", "words")
            if (text >= DENSE) == apart
        )
        for apart in (False, True)
    )
    signs = rf"(?:{dense})\s{{0,4}}[,.!]?\s{{0,8}}" if dense else "(?!)"
    gap = r"(?:\s{0,4}[,.!]\s{0,8}|\s{1,8})"
    return re.compile(rf"(?:(?:{spaced}){gap}|{signs})(?=\S)", re.IGNORECASE)


@lru_cache(maxsize=16)
def _courtesy_regex(words: Words) -> re.Pattern[str]:
    names = "|".join(r"\s{1,4}".join(map(re.escape, text.split())) for text in words.all("fillers", "polite"))
    return re.compile(rf"\s{{0,4}},?\s{{1,4}}(?:{names})\s{{0,4}}[.!?]?$|(?<=[\w\"])\?$", re.IGNORECASE)


def without_lead(piece: Piece) -> Piece:
    """Cuts off words like `please` and `then` at the beginning."""
    found = _lead_regex(piece.words).match(piece.plain)
    return piece.cut(found.end()) if found else piece


def _behind_lead(line: LineParts) -> ast.Statement | None:
    """The construct without `please` or `then` in front, and without `please` or a question mark at the end."""
    rest = _if_in_front(without_courtesy(line.rest))
    found = _lead_regex(line.words).match(rest.plain)
    begin = found.end() if found else 0
    ending = _courtesy_regex(line.words).search(rest.plain, max(begin, len(rest) - 40))
    # A question mark is courtesy only after `could you`: `Ask user who comes?` needs its mark.
    end = ending.start() if ending and (begin or ending.group() != "?") else len(rest)
    if line.app is not None or rest.plain[begin:end] == line.rest.plain:
        return None
    statement = recognise(rest.cut(begin, end), line.known, children=line.children)
    arm = isinstance(statement, ElseIfLine | ElseLine)
    return None if isinstance(statement, ast.Action | Marker) and not arm else statement


def _if_in_front(piece: Piece) -> Piece:
    """`{x}要是大于3`, where the word for if follows its subject, with that word in front."""
    subject, brace, rest = piece.plain.partition("}")
    found = without_word(piece.cut(len(subject) + 1), piece.words.all("fillers", "behind_subject"))
    if not brace or not subject.startswith("{") or found.plain == rest.strip():
        return piece
    begin, end = len(subject) + 1, found.offset - piece.offset
    text = piece.raw[begin:end] + piece.raw[:begin] + piece.raw[end:]
    return piece.instead(text)


@lru_cache(maxsize=16)
def _inner_courtesy(words: Words) -> re.Pattern[str]:
    phrases = (*words.all("fillers", "polite"), *words.all("fillers", "behind_verb"))
    names = "|".join(r"\s{1,4}".join(map(re.escape, text.split())) for text in phrases)
    return re.compile(rf"\w+\s(?P<polite>(?:{names})\s{{1,4}})(?=\S)", re.IGNORECASE)


def without_courtesy(piece: Piece) -> Piece:
    """`Öffne bitte die App "Maps"` or `Öffne dann die App "Maps"` without the word behind its verb."""
    found = _inner_courtesy(piece.words).match(piece.plain) if piece.words.spaced else None
    if found is None:
        return piece
    (start, end), shift = found.span("polite"), len(found["polite"])
    return piece.instead(piece.raw[:start] + piece.raw[end:], shift)


@lru_cache(maxsize=16)
def _chain_regex(words: Words) -> re.Pattern[str]:
    names = "|".join(r"\s{1,4}".join(map(re.escape, text.split())) for text in words.all("chain", "words"))
    return re.compile(
        rf"{words.not_behind}\s{{0,4}}[,;.]?\s{{1,4}}(?:{names})\s{{1,4}}|[,;]\s{{0,4}}(?:{names})\s{{0,4}}",
        re.IGNORECASE,
    )


@lru_cache(maxsize=32)
def _loose_regex(words: Words, marks: str) -> re.Pattern[str]:
    names = "|".join(re.escape(text) for text in words.all("chain", "loose"))
    return re.compile(
        rf"\s{{0,4}},?\s{{1,4}}(?:{names})\s{{1,4}}|,\s{{0,4}}(?:{names})\s{{0,4}}|\s{{0,4}}[{marks}]\s{{0,4}}",
        re.IGNORECASE,
    )


def listed(piece: Piece, known: Declared) -> tuple[ast.Statement, ...]:
    """The statements of `tap "A" and tap "B"`, joined by `and`, a semicolon, a colon or commas. Empty if any is not
    exact."""
    for marks in (";", ",;", ":;"):
        found = chained(piece, known, _loose_regex(piece.words, marks))
        if found and all(tier_of(line) == "exact" and not isinstance(line, ast.Extract | ast.AskAI) for line in found):
            return found
    return ()


def several(piece: Piece, known: Declared, statement: ast.Statement) -> tuple[ast.Statement, ...]:
    """The statements of a line that holds more than one; empty if the first reading covers the whole line."""
    found = chained(piece, known) if isinstance(statement, ast.Action | ast.Tell | ast.Ask | ast.AskAI) else ()
    if found or (isinstance(statement, ast.Action) and is_escaped(take_apart(piece, known))):
        return found
    if isinstance(statement, ast.AddTo | ast.RemoveFrom):
        return _one_by_one(statement, known)
    shared = (_for_each_target(piece, known) or _shown_for(piece, known)) if isinstance(statement, ast.Action) else ()
    if shared:
        return shared
    return listed(piece, known) if isinstance(statement, ast.Action) or _swallows(statement) else ()


@lru_cache(maxsize=16)
def _targets_regex(words: Words) -> re.Pattern[str]:
    joints = "|".join(re.escape(word) for word in words.all("arguments", "and"))
    return re.compile(rf"\{{[^{{}}]*\}}(?:\s*(?:[,、]|{joints})\s*\{{[^{{}}]*\}})+")


def _for_each_target(piece: Piece, known: Declared) -> tuple[ast.Statement, ...]:
    """`Set {a} and {b} to 0`: the same assignment for each variable; empty if it is none for the first one."""
    listed = _targets_regex(piece.words).search(piece.plain)
    if listed is None:
        return ()
    found: list[ast.Statement] = []
    before, behind = piece.raw[: listed.start()], piece.raw[listed.end() :]
    for ref in re.finditer(r"\{[^{}]*\}", listed.group()):
        start, end = listed.start() + ref.start(), listed.start() + ref.end()
        shift = len(piece) - len(before) - (end - start) - len(behind)
        one = recognise(piece.instead(before + piece.raw[start:end] + behind, shift), known)
        target = one.target if isinstance(one, ast.Assign) else None
        same = target is not None and str(target) == piece.raw[start:end]
        if (
            not isinstance(one, ast.Assign)
            or not same
            or tier_of(one) != "exact"
            or isinstance(one.value, ast.ListExpr)
        ):
            return ()
        found.append(replace(one, target=replace(one.target, span=piece.span(start, end))))
    return tuple(found)


def _shown_for(piece: Piece, known: Declared) -> tuple[ast.Statement, ...]:
    """`say "Hello" for 2 seconds`: the message, and then the wait; empty for any other line."""
    line = take_apart(piece, known)
    for pattern in piece.words.showing:
        found = pattern.match(line.core.plain)
        if found is not None and line.app is None:
            slots = {name: line.core.cut(*found.span(name)) for name in found.groupdict()}
            fits = (Fit(line=line, slots=slots, form=form, steps=partial(_steps, known=known)) for form in _SHOWN)
            both = tuple(BY_FORM[fit.form].read(fit) for fit in fits)
            return tuple(one for one in both if one is not None) if None not in both else ()
    return ()


_SHOWN = ("tell", "wait")


def _one_by_one(statement: ast.AddTo | ast.RemoveFrom, known: Declared) -> tuple[ast.Statement, ...]:
    """A statement for each item of `Add "a" and "b" to {l}`. A list in brackets is one item, a row of a table too."""
    value = statement.value
    if isinstance(value, ast.Logic) and value.op == "and" and names_only(value):  # `{a} and {b}`: two items
        value = ast.ListExpr(items=value.operands, span=value.span)
        if statement.target.name in known.tables:
            return (replace(statement, value=value),)
    if not isinstance(value, ast.ListExpr) or not value.items or statement.target.name in known.tables:
        return ()
    in_words = value.span.start == value.items[0].span.start
    return tuple(replace(statement, value=item) for item in value.items) if in_words else ()


def _swallows(statement: ast.Statement) -> bool:
    """True if the value, the message or the condition of a statement may contain the next statement of the line."""
    if isinstance(statement, ast.Assign):
        value = statement.value
        compared = isinstance(value, ast.ListExpr) and any(isinstance(item, ast.Compare) for item in value.items)
        return compared or isinstance(value, ast.Template | ast.Compute | ast.Semantic)
    if isinstance(statement, ast.Wait | ast.Verify):
        return isinstance(statement.until if isinstance(statement, ast.Wait) else statement.condition, ast.Semantic)
    return isinstance(statement, ast.Tell | ast.Ask) and getattr(statement, "capture", None) is None


_VALUE_ALONE = re.compile(r"\{[^{}]*\}")
"""A variable between two joints: `Tell user {a} and {b} and stop` shows both."""


def chained(piece: Piece, known: Declared, joints: re.Pattern[str] | None = None) -> tuple[ast.Statement, ...]:
    """The constructs of `tell user "a" and then press home`; empty if any part is a step, a block or a branch."""
    between = list((joints or _chain_regex(piece.words)).finditer(piece.plain))
    outside = set(top_level(piece.plain, " ,;:.")) if between else set()
    parts: list[Piece] = []
    start = 0
    for joint, following in zip(between[:8], [*between[1:8], None], strict=False):
        last = following.start() if following else len(piece)
        if joint.start() in outside and not _VALUE_ALONE.fullmatch(piece.plain, joint.end(), last):
            parts.append(piece.cut(start, joint.start()))
            start = joint.end()
    if not parts:
        return ()
    whole_lines = (ast.Action, *BLOCKS, Marker)
    found: list[ast.Statement] = []
    for part in [*parts, piece.cut(start)]:
        if len(part):
            statement = recognise(part, known)
            if isinstance(statement, ast.Action) and found and isinstance(found[0], ast.Assign):
                statement = recognise(_with_verb(piece, part), known)
            if isinstance(statement, whole_lines):
                return ()
            found.append(statement)
    return tuple(found) if len(found) > 1 else ()


def _with_verb(line: Piece, part: Piece) -> Piece:
    """Puts the verb of the line in front of `{b} to 2`, as `Set {a} to 1, {b} to 2` means it."""
    verb = line.raw[: max(line.plain.find("{"), 0)]
    if part.plain[:1] != "{" or not verb.strip():
        return part
    return part.instead(verb + part.raw, -len(verb))


def _match(
    line: LineParts, only: frozenset[str] | None = None, *, vocabulary: Words | None = None, steps: Steps | None = None
) -> ast.Statement | None:
    """The first construct whose pattern matches and whose kind accepts the slots. `vocabulary` has the patterns, if
    they are not those of the line's own language."""
    text = line.core.plain
    steps = steps or partial(_steps, known=line.known)
    for pattern in (vocabulary or line.words).patterns(text):
        if only is not None and pattern.form not in only:
            continue
        if line.colon and pattern.form not in BLOCK_FORMS:
            continue
        found = pattern.match(text)
        if not found:
            continue
        slots = {name: line.core.cut(*found.span(name)) for name, hit in found.groupdict().items() if hit is not None}
        statement = BY_FORM[pattern.form].read(Fit(line=line, slots=slots, form=pattern.form, steps=steps))
        if statement is not None:
            return _with_app(statement, line)
    return None


@lru_cache(maxsize=16)
def _escape_regex(words: Words) -> re.Pattern[str]:
    names = "|".join(re.escape(word) for word in words.all("escape", "action"))
    return re.compile(rf"(?:{names})\s{{0,4}}:\s{{0,8}}(?=\S)", re.IGNORECASE)


def is_escaped(line: LineParts) -> bool:
    """True if a line begins with `do:`, which makes it a step."""
    return bool(_escape_regex(line.words).match(line.sentence.plain))


def is_exactly(piece: Piece, *, children: bool) -> bool:
    """True if a line is `exactly:`, the head of the exact lines of a step."""
    text = piece.plain
    opens = children or text.endswith(":")
    return opens and text.rstrip(": ").casefold() in piece.words.all("exactly", "words")


def action(line: LineParts) -> ast.Action:
    """The line as a step in plain words."""
    sentence = line.sentence
    escaped = _escape_regex(line.words).match(sentence.plain)
    text = prose(sentence)
    if escaped:
        rest = sentence.cut(escaped.end())
        text = whole_quoted(rest) or prose(rest)
    by_escape = escaped is not None
    return ast.Action(
        text=text, app=line.app, capture=line.capture, returns=line.returns, span=line.span, said=by_escape
    )


def _scope_only(line: LineParts) -> ast.Statement:
    """``In the `X` app:`` opens a block if lines or a colon follow; otherwise it is a step, and so is a bare colon."""
    if line.app is not None and line.opens:
        return ast.Within(app=line.app, span=line.span)
    return ast.Action(text=prose(line.whole), span=line.span)


def _with_app(statement: ast.Statement, line: LineParts) -> ast.Statement:
    return statement if line.app is None else replace(statement, app=line.app)


# ---------------------------------------------------------------------------------------------------- on one line


def _steps(piece: Piece, known: Declared) -> tuple[ast.Statement, ...]:
    """The statements after the head of a one-line construct. A construct that needs its own line becomes a step."""
    found = recognise(piece, known)
    together = several(piece, known, found)
    if together:
        return together
    return (action(take_apart(piece, known)) if isinstance(found, Marker | ast.FunctionDef) else found,)


_LOOPS_BY_COMMA = frozenset({"repeat", "foreach"})
_LOOPS_BY_COLON = frozenset({"repeat", "repeat_counted", "foreach", "foreach_captured", "while", "until"})


def _inline_loop(
    line: LineParts, *, vocabulary: Words | None = None, steps: Steps | None = None
) -> ast.Statement | None:
    """`Repeat 3 times: S`, `For each {x} in {l}, S`: a loop with its only step on the same line."""
    rest = line.rest
    if not any(pattern.form in BLOCK_FORMS for pattern in (vocabulary or line.words).patterns(rest.plain)):
        return None
    for at in top_level(rest.plain, ",:")[:4]:
        colon = rest.plain[at] == ":"
        head, body = rest.cut(0, at), rest.cut(at + 1)
        if not len(body):
            return None
        opens = colon or line.children
        opener = replace(line, core=head, rest=head, colon=False, capture=None, children=opens)
        loop = _match(opener, _LOOPS_BY_COLON if opens else _LOOPS_BY_COMMA, vocabulary=vocabulary, steps=steps)
        if isinstance(loop, ast.Repeat | ast.ForEach | ast.While | ast.RepeatUntil):
            inside = steps(body) if steps else _steps(body, line.known)
            return replace(loop, body=inside) if not line.children or commands(body, inside) else None
    return None
