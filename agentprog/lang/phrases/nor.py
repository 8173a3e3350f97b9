"""Reads `nor` before a comparison as `and not`: `{x} is not greater than 5 nor less than 2`."""

from __future__ import annotations

from agentprog.lang.phrases.tokens import CLOSING, OPENING, Token

_VALUES = frozenset(("STRING", "NUMBER", "DATE", "TRUE", "FALSE", "NOTHING"))
_CONTRARY = {
    "EQ": "NE", "LT": "GE", "GT": "LE", "CONTAINS": "NOT_CONTAINS", "IN": "NOT_IN", "STARTS": "NOT_STARTS",
    "ENDS": "NOT_ENDS", "BETWEEN": "NOT_BETWEEN", "EMPTY": "NOT_EMPTY", "VISIBLE": "NOT_VISIBLE",
    "EXISTS": "NOT_EXISTS", "FILE_EXISTS": "",
}  # fmt: skip
"""The contrary of each comparison; empty where no token is the contrary."""
_REPEATED = frozenset(("NE", "LE", "GE", "NOT_CONTAINS", "NOT_IN", "NOT_STARTS", "NOT_ENDS"))
"""Negations that apply to one more value behind `nor`."""
_NEGATIONS = _REPEATED | set(_CONTRARY.values()) - {""}
_ANY = _NEGATIONS | _CONTRARY.keys() | {"NOT", "NEITHER"}
_NOR = "NOR"
"""The type of a `nor` that has no sure meaning. The grammar has no such token, so the condition is not exact."""


def or_nor(tokens: list[Token]) -> list[Token]:
    """Reads the second `ni` of `ni {x} ni {y}` as `or`, the type that `nor` has in the other languages."""
    kinds = [token.type for token in tokens]
    return [
        Token("OR", token.piece)
        if token.type == "NEITHER" and at and (kinds[at - 1] in _VALUES or {"NEITHER", *_NEGATIONS} & set(kinds[:at]))
        else token
        for at, token in enumerate(tokens)
    ]


def denied_once(tokens: list[Token]) -> list[Token]:
    """Reads `is neither` and the comparison behind it as its contrary: `{x} is neither over 5 nor under 2`."""
    found = list(tokens)
    for at in range(len(found) - 2, -1, -1):
        contrary = _CONTRARY.get(found[at + 1].type) if found[at].type == "NE" else ""
        if contrary:
            found[at : at + 2] = [Token(contrary, found[at].piece)]
    return found


def is_nor(token: Token) -> bool:
    return token.type == "OR" and token.piece.raw.casefold() in token.piece.words.all("values", "nor")


def denied_too(tokens: list[Token]) -> list[Token]:
    """Negates the comparison behind each `nor`. A value alone stays in the series of the negation before it."""
    found = list(tokens)
    at = 0
    while at < len(found):
        if is_nor(found[at]):
            end = _end(found, at + 1)
            found[at:end] = _denied(found[:at], found[at], found[at + 1 : end])
        at += 1
    return found


def _end(tokens: list[Token], start: int) -> int:
    """The index after the comparison that begins here."""
    depth = 0
    for at in range(start, len(tokens)):
        kind = tokens[at].type
        depth += (kind in OPENING) - (kind in CLOSING)
        if depth < 0 or (not depth and kind in ("AND", "OR", "COMMA")):
            return at
    return len(tokens)


def _denied(before: list[Token], nor: Token, clause: list[Token]) -> list[Token]:
    """The tokens of `nor` and of the comparison behind it, both negated."""
    negation, kind = _negation(before)
    kinds = [token.type for token in clause]
    operator = next((at for at, one in enumerate(kinds) if one in _ANY), None)
    joint = Token("AND", nor.piece)
    if operator is not None:
        contrary = _CONTRARY.get(kinds[operator])
        neither = negation is not None and negation.piece.raw.casefold() in nor.piece.words.all("operators", "NEITHER")
        if kind and contrary and not (neither and operator):
            return [joint, *clause[:operator], Token(contrary, clause[operator].piece), *clause[operator + 1 :]]
        shares_verb = kind == "NEITHER" and kinds == ["STRING", "VISIBLE"]
        return [nor if shares_verb else Token(_NOR, nor.piece), *clause]
    if len(clause) == 1 and kinds[0] in _VALUES and kind not in ("", "EMPTY", "LE", "GE"):
        return [joint if kind == "NOT_VISIBLE" else nor, *clause]
    if kinds == ["REF"] and negation is not None and kind in _REPEATED:
        return [joint, Token(kind, negation.piece), *clause]
    return [Token(_NOR, nor.piece), *clause]


def _negation(before: list[Token]) -> tuple[Token | None, str]:
    """The last operator before `nor` and its type; the type is empty if the operator negates nothing."""
    kinds = [token.type for token in before]
    at = next((at for at in range(len(kinds) - 1, -1, -1) if kinds[at] in _ANY), None)
    if at is None:
        return None, ""
    if kinds[at] in _NEGATIONS or kinds[at] in ("NEITHER", "NOT"):
        return before[at], kinds[at]
    if kinds[at] == "EMPTY":
        return before[at], "NOT_EMPTY" if at and kinds[at - 1] == "NE" else "EMPTY"
    return before[at], "NOT" if kinds[at - 2 : at - 1] == ["NOT"] else ""
