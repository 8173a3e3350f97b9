"""Gives each comparison of a condition its own variable, where the wording names one variable for several comparisons,
or several variables for one."""

from __future__ import annotations

from collections.abc import Callable

from agentprog.lang.phrases.nor import is_nor
from agentprog.lang.phrases.tokens import Token

_VALUES = frozenset(("STRING", "NUMBER", "DATE", "TRUE", "FALSE", "NOTHING"))
_JOINTS = frozenset(("AND", "OR"))
_TOGETHER = _JOINTS | {"COMMA", "AS_WELL"}
_COMPARED = frozenset(("EQ", "NE", "LT", "LE", "GT", "GE"))
_EMPTINESS = frozenset(("EMPTY", "NOT_EMPTY"))


def of_each(tokens: list[Token], read: Callable[[list[Token]], list[Token]]) -> list[Token]:
    """Reads `{x} and {y} are 0` and `neither {x} nor {y} is 0` as one condition for each variable; empty for any other
    condition. `read` finishes each of them. A single `is` belongs to the last variable: `{ready} and {n} is 3`."""
    kinds = [token.type for token in tokens]
    start = int(kinds[0] in ("NEITHER", "EACH"))
    end = next((at for at in range(start, len(kinds)) if kinds[at] not in _TOGETHER | {"REF"}), start)
    owners, joints = tokens[start:end:2], tokens[start + 1 : end : 2]
    signs = {joint.type for joint in joints} & _JOINTS
    pairs = len(owners) == len(joints) + 1 > 1 and {owner.type for owner in owners} == {"REF"}
    last = next(
        (at for at in range(end, len(kinds) - 2) if kinds[at] in _JOINTS and _begins(kinds[at + 1 :])), len(kinds)
    )
    test = [token for token in tokens[end:last] if token.type != "EACH"]
    denied = kinds[0] == "NEITHER"
    together = denied or "EACH" in (kinds[0], *kinds[end : end + 2]) or any(map(_is_plural, [*joints, *test]))
    if not pairs or not together or not test or len(signs) > 1 or "REF" in {joint.type for joint in joints}:
        return []
    if any(map(is_nor, [*([] if denied else joints), *tokens[last : last + 1]])):
        return []
    found = [Token("LPAR", tokens[0].piece)]
    for owner in owners:
        sign = [Token("OR" if "OR" in signs and not denied else "AND", owner.piece)] if len(found) > 1 else []
        denial = [Token("NOT", owner.piece)] if denied else []
        one = [Token("LPAR", owner.piece), *read([owner, *test]), Token("RPAR", owner.piece)]
        found += [*sign, *denial, *one]
    rest = [tokens[last], *read(tokens[last + 1 :])] if last < len(tokens) else []
    return [*found, Token("RPAR", tokens[last - 1].piece), *rest]


def _begins(kinds: list[str]) -> bool:
    """True if another condition begins here: `{z} is 3`."""
    return kinds[0] in ("NEITHER", "EACH", "NOT") or (kinds[0] == "REF" and kinds[1] not in _JOINTS)


def _is_plural(token: Token) -> bool:
    return not set(token.piece.words.all("values", "plural")).isdisjoint(token.piece.raw.casefold().split())


def or_empty(tokens: list[Token]) -> list[Token]:
    """Reads `{x} is empty or 0` as `({x} is empty or {x} is 0)`, and `is neither empty nor 0` as neither of them."""
    kinds = [token.type for token in tokens]
    at = next((at for at, kind in enumerate(kinds) if at and kind in _EMPTINESS), 0)
    begin = max((number for number in range(at) if kinds[number] == "REF"), default=-1)
    if begin < 0 or (begin and kinds[begin - 1] not in {*_JOINTS, "NOT", "LPAR"}):
        return tokens
    clauses, end = _clauses(tokens, begin + 1)
    denied = bool(clauses) and clauses[0][0].type in ("NE", "NOT_EMPTY")
    if len(clauses) < 2 or (denied and any(clause[-1].type == "EMPTY" for clause in clauses[1:])):
        return tokens
    owner, found = tokens[begin], [Token("LPAR", tokens[begin].piece)]
    for number, clause in enumerate(clauses):
        bare = clause[0].type in _VALUES
        joint = "AND" if denied and bare else kinds[end[number - 1]] if number else ""
        verb = [Token("NE" if denied else "EQ", clause[0].piece)] if bare else []
        if [part.type for part in clause] == ["NE", "EMPTY"]:
            clause = [Token("NOT_EMPTY", clause[0].piece)]
        found += [*([Token(joint, owner.piece)] if joint else []), owner, *verb, *clause]
    return [*tokens[:begin], *found, Token("RPAR", tokens[end[-1] - 1].piece), *tokens[end[-1] :]]


def _clauses(tokens: list[Token], begin: int) -> tuple[list[list[Token]], list[int]]:
    """The comparisons without a variable from here on, `is empty`, `0`, `is less than 3`, and the end of each."""
    clauses: list[list[Token]] = []
    ends: list[int] = []
    at = begin
    while at < len(tokens):
        op = at < len(tokens) - 1 and tokens[at].type in _COMPARED
        last = at + op
        single = tokens[last].type in _EMPTINESS and (not op or tokens[at].type == "NE")
        if not single and tokens[last].type not in _VALUES:
            break
        clauses.append(tokens[at : last + 1])
        ends.append(last + 1)
        at = last + 2
        if last + 1 >= len(tokens) or tokens[last + 1].type not in _JOINTS:
            break
    return clauses, ends
