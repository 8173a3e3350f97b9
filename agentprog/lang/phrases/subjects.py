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
_FOR_SEVERAL = ("NEITHER", "EACH", "ANY")
_JOINED_BY = {"EACH": "AND", "ANY": "OR"}
_EMPTINESS = frozenset(("EMPTY", "NOT_EMPTY"))


def of_each(tokens: list[Token], read: Callable[[list[Token]], list[Token]]) -> list[Token]:
    """Reads `{x} and {y} are 0` and `neither {x} nor {y} is 0` as one condition for each variable; empty for any other
    condition. `read` finishes each of them. A single `is` belongs to the last variable: `{ready} and {n} is 3`."""
    kinds = [token.type for token in tokens]
    start = int(kinds[0] in _FOR_SEVERAL)
    end = next((at for at in range(start, len(kinds)) if kinds[at] not in _TOGETHER | {"REF"}), start)
    owners, joints = tokens[start:end:2], tokens[start + 1 : end : 2]
    signs = {joint.type for joint in joints} & _JOINTS
    pairs = len(owners) == len(joints) + 1 > 1 and {owner.type for owner in owners} == {"REF"}
    last = next(
        (at for at in range(end, len(kinds) - 2) if kinds[at] in _JOINTS and _begins(kinds[at + 1 :])), len(kinds)
    )
    test = [token for token in tokens[end:last] if token.type != "EACH"]
    denied = kinds[0] == "NEITHER"
    grouped = denied or kinds[0] == "ANY" or "EACH" in (kinds[0], *kinds[end : end + 2])
    grouped = grouped or (bool(signs) and "COMMA" in [joint.type for joint in joints])
    together = grouped or any(map(_is_plural, [*joints, *test]))
    if not pairs or not together or not test or len(signs) > 1 or "REF" in {joint.type for joint in joints}:
        return []
    if any(map(is_nor, [*([] if denied else joints), *tokens[last : last + 1]])):
        return []
    found = [Token("LPAR", tokens[0].piece)]
    either = not denied and ("OR" in signs or kinds[0] == "ANY")
    for owner in owners:
        sign = [Token("OR" if either else "AND", owner.piece)] if len(found) > 1 else []
        denial = [Token("NOT", owner.piece)] if denied else []
        one = [Token("LPAR", owner.piece), *read([owner, *test]), Token("RPAR", owner.piece)]
        found += [*sign, *denial, *one]
    rest = [tokens[last], *read(tokens[last + 1 :])] if last < len(tokens) else []
    return [*found, Token("RPAR", tokens[last - 1].piece), *rest]


def begins_anew(tokens: list[Token]) -> int:
    """The index of a word for several variables behind another condition: `{z} is 3 and neither {x} ...`; else 0."""
    kinds = [token.type for token in tokens]
    inner = (at for at in range(3, len(kinds)) if kinds[at] in _FOR_SEVERAL and kinds[at - 1] in _JOINTS)
    return next(inner, 0) if kinds[0] not in _FOR_SEVERAL else 0


def of_texts(tokens: list[Token]) -> list[Token]:
    """Drops the word for several in front of texts: `both "A" and "B" appear`."""
    kinds = [token.type for token in tokens]
    joints = {kind for kind in kinds if kind in _JOINTS}
    alone = kinds[1:2] == ["STRING"] and joints == {_JOINED_BY.get(kinds[0])}
    return tokens[1:] if alone else tokens


def single_clauses(tokens: list[Token], read: Callable[[list[Token]], list[Token]]) -> list[Token]:
    """Reads `neither {x} is 1 nor {y} is 2` as the denial of each comparison, and `either {x} is 1 or {y} is 2` as the
    comparisons alone; empty for any other condition."""
    first, *rest = tokens
    if first.type not in _FOR_SEVERAL or not rest:
        return []
    clauses: list[list[Token]] = [[]]
    joints: list[Token] = []
    for token in rest:
        if token.type in _JOINTS:
            joints.append(token)
            clauses.append([])
        else:
            clauses[-1].append(token)
    denied = first.type == "NEITHER"
    fitting = all(map(is_nor, joints)) if denied else {joint.type for joint in joints} == {_JOINED_BY.get(first.type)}
    if not joints or not fitting or not all(map(_is_comparison, clauses)):
        return []
    found: list[Token] = []
    for joint, clause in zip([first, *joints], clauses, strict=True):
        sign = Token("AND" if denied else joint.type, joint.piece)
        denial = [Token("NOT", joint.piece)] if denied else []
        one = [*denial, Token("LPAR", joint.piece), *read(_verb_behind(clause)), Token("RPAR", joint.piece)]
        found += [*([sign] if found else []), *one]
    return [Token("LPAR", first.piece), *found, Token("RPAR", tokens[-1].piece)]


def _is_comparison(clause: list[Token]) -> bool:
    kinds = {token.type for token in clause}
    return len(clause) > 1 and "REF" in [token.type for token in clause[:2]] and not kinds & {*_FOR_SEVERAL, "COMMA"}


def _verb_behind(clause: list[Token]) -> list[Token]:
    """The comparison with its verb behind the variable, also where it begins with the verb, or has none."""
    kinds = [token.type for token in clause]
    if kinds[0] != "REF":
        return [clause[1], clause[0], *clause[2:]]
    return [clause[0], Token("EQ", clause[1].piece), clause[1]] if len(kinds) == 2 and kinds[1] in _VALUES else clause


def _begins(kinds: list[str]) -> bool:
    """True if another condition begins here: `{z} is 3`."""
    return kinds[0] in (*_FOR_SEVERAL, "NOT") or (kinds[0] == "REF" and kinds[1] not in _JOINTS)


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
