"""Rewrites the tokens of conditions in everyday wording into the order of the grammar.

It handles verbs at the end, missing verbs, counts, and series of values such as `{x} is 4, 7 or 9`.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from agentprog.lang.phrases.nor import denied_once, denied_too, or_nor
from agentprog.lang.phrases.subjects import begins_anew, of_each, of_texts, or_empty, single_clauses
from agentprog.lang.phrases.tokens import QUESTION, Token

_VALUES = frozenset(("STRING", "NUMBER", "DATE", "TRUE", "FALSE", "NOTHING"))
_JOINTS = frozenset(("COMMA", "AND", "OR"))
_COMPARED = frozenset(("EQ", "NE", "LT", "LE", "GT", "GE", "CONTAINS", "IN", "STARTS", "ENDS"))
_DENIED = frozenset(("NE", "NOT_CONTAINS", "NOT_STARTS", "NOT_ENDS"))
_ASSERTED = frozenset(("EQ", "CONTAINS", "STARTS", "ENDS"))
_AMONG = frozenset(("IN", "NOT_IN"))
_COMPARING = _COMPARED | _DENIED | _AMONG | {"BETWEEN"}
_VERBS = frozenset(("EQ", "CONTAINS", "NOT_CONTAINS"))
_BETWEEN = frozenset(("AND", "OR", "NOT", "LPAR"))


def in_full(tokens: list[Token], *, verb_last: bool) -> list[Token]:
    """The tokens in the order that the grammar needs. With `verb_last` a comparison may end with its verb."""
    tokens = or_nor(tokens)
    if any(token.type in _SEEN for token in tokens):
        tokens = of_texts(tokens)
    else:
        again = partial(in_full, verb_last=verb_last)
        later = begins_anew(tokens)
        if later:
            return [*again(tokens[: later - 1]), tokens[later - 1], *again(tokens[later:])]
        each = of_each(tokens, again) or single_clauses(tokens, again)
        if each:
            return each
        tokens = [Token("NE", token.piece) if token.type == "NEITHER" else token for token in tokens]
    tokens = _portions(_tallied(_questions_first(_without_commas(_without_still(tokens)))))
    if verb_last:
        tokens = _verb_behind_its_subject(tokens)
        tokens = _without_last_verbs(_verb_in_front(tokens))
    tokens = _not_between(denied_too(_or_more(denied_once(_filled(tokens)))))
    return _of_columns(_in_series(or_empty(_contains(_counted(_verb_behind(_seen_together(tokens)))))))


_OF_VALUES = frozenset(("SUM", "AVERAGE", "MINIMUM", "MAXIMUM", "FIRST", "LAST"))


def _of_columns(tokens: list[Token]) -> list[Token]:
    """Reads `in` of `the sum of "price" in {rows}` as the word in front of a table; no tokens for a count, which may be
    of the rows that hold this text."""
    found = list(tokens)
    for at, (function, *kinds) in enumerate(
        zip(*([token.type for token in tokens[i:]] for i in range(4)), strict=False)
    ):
        if kinds == ["STRING", "IN", "REF"] and function == "COUNT":
            return []
        if kinds == ["STRING", "IN", "REF"] and function in _OF_VALUES:
            found[at + 2] = Token("COLUMN", tokens[at + 2].piece)
    return found


def _without_commas(tokens: list[Token]) -> list[Token]:
    """Drops the comma before `but` in a comparison, and reads `to` in `between 1 to 5` as `and`."""
    found: list[Token] = []
    seen: set[str] = set()
    for token, follower in zip(tokens, [*tokens[1:], None], strict=True):
        kind = token.type
        if kind == "COMMA" and follower is not None and follower.type in ("AND", "OR") and seen & _COMPARING:
            continue
        found.append(Token("AND", token.piece) if kind == "TO" and seen & {"BETWEEN", "NOT_BETWEEN"} else token)
        seen.add(kind)
    return found


def _without_still(tokens: list[Token]) -> list[Token]:
    """Drops the adverb of `{x} is still above 3`, which changes no comparison, and a lone verb in front of it that has
    no value behind it."""
    kinds = [*(token.type for token in tokens), "", ""]
    ends = kinds[len(tokens) - 1 :][:1] == ["STILL"]
    if "STILL" not in kinds or len(tokens) == 1 or (ends and kinds[len(tokens) - 2] in _VERBS):
        return tokens
    operands = _VALUES | {"REF"}
    found = [
        token for at, token in enumerate(tokens)
        if token.type != "STILL" and (kinds[at : at + 2] != ["EQ", "STILL"] or kinds[at + 2] in operands | {"NOT"})
    ]  # fmt: skip
    for at in range(len(found) - 2, 0, -1):
        if (found[at].type, found[at + 1].type) == ("EQ", "NOT"):
            found[at : at + 2] = [Token("NE", found[at].piece)]
    return found


def _verb_behind_its_subject(tokens: list[Token]) -> list[Token]:
    """Reads `ist {x} größer als 3`, a condition that begins with its verb, as `{x} ist größer als 3`."""
    kinds = [token.type for token in tokens[:3]]
    if len(kinds) < 3 or kinds[0] not in _VERBS or kinds[1] != "REF":
        return tokens
    return [*tokens[1:]] if kinds[2] in _COMPARING | {"EMPTY", "NOT_EMPTY"} else [tokens[1], tokens[0], *tokens[2:]]


def _tallied(tokens: list[Token]) -> list[Token]:
    """Reads `the number of {x} exceeds 10` as a count. Without a comparison it may be a telephone number."""
    kinds = [*(token.type for token in tokens), "", "", ""]
    return [
        Token("COUNT", token.piece)
        if token.type == "TALLY" and kinds[at + 1] == "REF" and kinds[at + 2] in _SIZES and kinds[at + 3] == "NUMBER"
        else token
        for at, token in enumerate(tokens)
    ]


def _questions_first(tokens: list[Token]) -> list[Token]:
    """Moves a question after a variable in front of it: `{x}'s length`."""
    found: list[Token] = []
    for token in tokens:
        if token.type.startswith(QUESTION) and found and found[-1].type == "REF":
            found.insert(-1, Token(token.type.removeprefix(QUESTION), token.piece))
        else:
            found.append(token)
    return found


_PORTIONS = {"HALF": "0.5", "TWICE": "2"}
_GOING_ON = frozenset(("COMMA", "PLUS", "MINUS", "TIMES", "DIVIDE", "MODULO"))


def _portions(tokens: list[Token]) -> list[Token]:
    """Reads `half of {x}` as `(0.5 * {x})`. In front of a sum it is not sure what is halved."""
    found = list(tokens)
    for at in range(len(found) - 2, -1, -1):
        factor, behind = _PORTIONS.get(found[at].type), found[at + 2 : at + 3]
        if not factor or found[at + 1].type != "REF" or (behind and behind[0].type in _GOING_ON):
            continue
        words, owner = found[at].piece, found[at + 1]
        first = words.offset < owner.piece.offset
        place = words.cut(0, 1) if first else words.cut(len(words) - 1)
        product = [Token("NUMBER", place.instead(factor)), Token("TIMES", place), owner]
        found[at : at + 2] = [Token("LPAR", place), *product[:: 1 if first else -1], Token("RPAR", place)]
    return found


def _without_last_verbs(tokens: list[Token]) -> list[Token]:
    """Drops the `ist` at the end of a comparison: before `und`, before `oder`, or at the end of the condition."""
    followers = [*(token.type for token in tokens[1:]), "OR"]
    return [
        token for at, (token, follower) in enumerate(zip(tokens, followers, strict=True))
        if at < 2 or token.type != "EQ" or follower not in ("AND", "OR", "RPAR")
    ]  # fmt: skip


def _verb_in_front(tokens: list[Token]) -> list[Token]:
    """Reads `{x} "ja" ist und {y} 3 ist` as `{x} ist "ja" und {y} ist 3`."""
    starts = [
        at for at in range(1, len(tokens) - 1) if tokens[at].type in ("AND", "OR") and tokens[at + 1].type == "REF"
    ]
    found: list[Token] = []
    for begin, end in pairwise((-1, *starts, len(tokens))):
        found += [*tokens[max(begin, 0) : begin + 1], *_one_verb_in_front(tokens[begin + 1 : end])]
    return found


def _one_verb_in_front(tokens: list[Token]) -> list[Token]:
    """The tokens of one comparison with its last verb behind the variable, if there is no other verb."""
    kinds = [token.type for token in tokens]
    if len(tokens) < 3 or kinds[0] != "REF" or kinds[-1] not in _VERBS | {"GT"}:
        return tokens
    denied = kinds[1] == "NOT" and kinds[-1] == "EQ"
    if set(kinds[1 + denied : -1]) - _VALUES - _JOINTS - {"REF", "SOMETHING", "VOID"}:
        return tokens
    verb = Token("NE", tokens[1].piece) if denied else tokens[-1]
    return [tokens[0], verb, *tokens[1 + denied : -1]]


_SEEN = ("VISIBLE", "NOT_VISIBLE")


_BEFORE_TEXTS = frozenset(("AND", "OR", "LPAR", "NEITHER"))


def _seen_together(tokens: list[Token]) -> list[Token]:
    """Gives each text its own verb: `"A" or "B" appears`, `neither "A" nor "B" appears`."""
    kinds = [token.type for token in tokens]
    at = next((at for at, kind in enumerate(kinds) if kind in _SEEN), None)
    if at is None or kinds.count("STRING") < 2:
        return tokens
    text_follows = kinds[at + 1 : at + 2] == ["STRING"] and kinds[at - 1 : at] != ["STRING"]
    start = at + 1 if text_follows else _texts_before(kinds, at)
    end = _series_end(tokens, at + 1) if text_follows else at
    texts = [token for token in tokens[start:end] if token.type == "STRING"]
    joints = set(kinds[start:end]) & _JOINTS
    neither = kinds[start - 1 : start] == ["NEITHER"]
    denied = neither or kinds[at] == "NOT_VISIBLE"
    left = at if text_follows else start
    if left and kinds[left - 1] not in _BEFORE_TEXTS:
        return tokens
    if len(texts) < 2 or (kinds[at] == "NOT_VISIBLE" and "OR" in joints) or (neither and kinds[at] == "NOT_VISIBLE"):
        return tokens
    joint = "AND" if denied or "OR" not in joints else "OR"
    verb = "NOT_VISIBLE" if denied else "VISIBLE"
    each = [part for text in texts for part in (Token(joint, text.piece), text, Token(verb, tokens[at].piece))][1:]
    if joint == "OR" and len(tokens) > end - start + 1:
        each = [Token("LPAR", texts[0].piece), *each, Token("RPAR", texts[-1].piece)]
    first = min(start, at) - neither
    return [*tokens[:first], *each, *tokens[max(end, at + 1) :]]


def _texts_before(kinds: list[str], end: int) -> int:
    """The index of the first of the texts before a verb, which may have commas or `or` between them."""
    start = end
    while start and (kinds[start - 1] == "STRING" or (kinds[start - 1] in _JOINTS and start < end)):
        start -= 1
    while start < end and kinds[start] in _JOINTS:
        start += 1
    return start


_MORE = {"GT": "GE", "LT": "LE"}


def _or_more(tokens: list[Token]) -> list[Token]:
    """Reads `is 38 or more` and `is more than or equals 38` as `is at least 38`."""
    found = list(tokens)
    for at in range(len(found) - 3, -1, -1):
        kinds = [token.type for token in found[at : at + 5]]
        ends = len(kinds) == 4 or (len(kinds) > 4 and kinds[4] in _BETWEEN | {"RPAR"})
        if kinds[:3] == ["EQ", "NUMBER", "OR"] and len(kinds) > 3 and kinds[3] in _MORE and ends:
            found[at : at + 4] = [Token(_MORE[kinds[3]], found[at].piece), found[at + 1]]
        elif kinds[0] in _MORE and kinds[1:3] == ["OR", "EQ"]:
            found[at : at + 3] = [Token(_MORE[kinds[0]], found[at].piece)]
    return found


def _not_between(tokens: list[Token]) -> list[Token]:
    """Reads `{x} is not between 1 and 5` as `not {x} is between 1 and 5`."""
    found: list[Token] = []
    for token in tokens:
        if token.type == "NOT_BETWEEN" and found:
            found.insert(-1, Token("NOT", found[-1].piece))
            token = Token("BETWEEN", token.piece)
        found.append(token)
    return found


def _verb_behind(tokens: list[Token]) -> list[Token]:
    """Moves the verb of `appears "Call"` behind its text."""
    found = list(tokens)
    for at in range(len(found) - 1):
        without_text = found[at].type in _SEEN and (not at or found[at - 1].type != "STRING")
        if without_text and found[at + 1].type == "STRING":
            found[at], found[at + 1] = found[at + 1], found[at]
    return found


_SIZES = frozenset(("LT", "LE", "GT", "GE", "EQ"))


def _counted(tokens: list[Token]) -> list[Token]:
    """Reads `{l} has more than 3 items` as `count of {l} > 3`, also with the verb at the end."""
    kinds = [token.type for token in tokens]
    if "ITEMS" not in kinds:
        return tokens
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        size = _size_at(kinds, at)
        if size is None:
            found.append(tokens[at])
            at += 1
            continue
        compare, number, end = size
        sign = Token("EQ" if compare is None else kinds[compare], tokens[compare or number].piece)
        found += [Token("COUNT", tokens[at].piece.cut(0, 0)), tokens[at], sign, tokens[number]]
        at = end
    return found


def _size_at(kinds: list[str], at: int) -> tuple[int | None, int, int] | None:
    """The indices of the comparison, the number and the end of a count that begins with this reference."""
    if kinds[at] != "REF":
        return None
    here = at + 1
    holds = kinds[here : here + 1] in (["HAS"], ["CONTAINS"])
    here += holds
    compare = here if kinds[here : here + 1] and kinds[here] in _SIZES else None
    here += compare is not None
    if kinds[here : here + 2] not in (["NUMBER", "ITEMS"], ["REF", "ITEMS"]):
        return None
    last = kinds[here + 2 : here + 3] == ["HAS"]
    return (compare, here, here + 2 + last) if holds or last else None


def _contains(tokens: list[Token]) -> list[Token]:
    """Reads `{x} has "a" in it` as `{x} contains "a"`."""
    kinds = [token.type for token in tokens]
    if "HAS" not in kinds and "HELD" not in kinds:
        return tokens
    found = list(tokens)
    for at in range(1, len(tokens) - 1):
        if kinds[at] == "HAS" and kinds[at - 1] == "REF" and kinds[at + 1] == "STRING":
            found[at] = Token("CONTAINS", tokens[at].piece)
    return [token for token in found if token.type != "HELD"]


_FILLED = {
    ("CONTAINS", "NOTHING"): "EMPTY", ("HAS", "NOTHING"): "EMPTY",
    ("NOT_CONTAINS", "NOTHING"): "EMPTY", ("NOT_CONTAINS", "SOMETHING"): "EMPTY",
    ("CONTAINS", "SOMETHING"): "NOT_EMPTY", ("HAS", "SOMETHING"): "NOT_EMPTY",
    ("EQ", "VOID"): "EMPTY", ("NE", "SOMETHING"): "EMPTY",
    ("NE", "VOID"): "NOT_EMPTY", ("EQ", "SOMETHING"): "NOT_EMPTY",
}  # fmt: skip


def _filled(tokens: list[Token]) -> list[Token]:
    """Reads `{x} contains nothing`, `nothing is in {x}` and `{x} equals an empty text` as `{x} is empty`, and
    `{x} contains something` as its contrary."""
    found: list[Token] = []
    for token in tokens:
        if [one.type for one in found[-2:]] == ["NOTHING", "IN"] and token.type == "REF":
            found[-2:] = [token, Token("EMPTY", found[-1].piece)]
            continue
        filler = _FILLED.get((found[-1].type, token.type)) if found else None
        if filler:
            found[-1] = Token(filler, found[-1].piece)
        else:
            found.append(token)
    return found


def _in_series(tokens: list[Token]) -> list[Token]:
    """Expands several values after one comparison: `or` accepts any of them, a negation excludes all."""
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        op = tokens[at]
        end = _series_end(tokens, at + 1) if op.type in _DENIED | _ASSERTED | _AMONG else at
        series = tokens[at + 1 : end]
        joints = {token.type for token in series} & _JOINTS
        if not _is_series(op.type, joints):
            found.append(op)
            at += 1
            continue
        values = [token for token in series if token.type in _VALUES]
        expanded = _joined(op, values, denied=op.type in _DENIED, joints=joints)
        found = _bracketed(found, expanded) if any(token.type == "OR" for token in expanded) else found + expanded
        at = end
    return found


def _bracketed(before: list[Token], expanded: list[Token]) -> list[Token]:
    """Puts the series and its variable in brackets, since `and` binds closer than `or`."""
    single = len(before) == 1 or (len(before) > 1 and before[-2].type in _BETWEEN)
    if not before or before[-1].type != "REF" or not single:
        return before + expanded
    *others, compared = before
    return [*others, Token("LPAR", compared.piece), compared, *expanded, Token("RPAR", expanded[-1].piece)]


def _is_series(op: str, joints: set[str]) -> bool:
    """True if values with these marks between them belong to one comparison. `is 3 and 4` is none."""
    if op in _AMONG:
        return bool(joints & {"OR", "COMMA"})
    return bool(joints) and (op != "EQ" or "OR" in joints)


def _joined(op: Token, values: list[Token], *, denied: bool, joints: set[str]) -> list[Token]:
    if op.type in _AMONG:
        inside = [token for value in values for token in (Token("COMMA", value.piece), value)][1:]
        return [op, Token("LSQB", values[0].piece), *inside, Token("RSQB", values[-1].piece)]
    joint = "AND" if denied or "OR" not in joints else "OR"
    rest = (token for value in values[1:] for token in (Token(joint, value.piece), Token(op.type, value.piece), value))
    return [op, values[0], *rest]


def _series_end(tokens: list[Token], start: int) -> int:
    """The index after the last value of a series. A value with its own comparison does not belong to it."""
    at = start
    if not at < len(tokens) or tokens[at].type not in _VALUES:
        return start
    at += 1
    while True:
        end = at
        while end < len(tokens) and tokens[end].type in _JOINTS and end - at < 2:
            end += 1
        value = end < len(tokens) and tokens[end].type in _VALUES
        is_last = end + 1 >= len(tokens) or tokens[end + 1].type in _JOINTS | {"RPAR"}
        if end == at or not value or not is_last:
            return at
        at = end + 1
