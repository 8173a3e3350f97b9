"""Finds the orders of a sentence: the kinds of its verbs, their recipients and objects, with their sources."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from agentprog.frozen import frozen
from agentprog.identity import canon, quotes_in, unquoted
from agentprog.lang.ast import Ref, Template
from agentprog.lang.effects.amounts import amounts_in
from agentprog.lang.effects.effect import Argument, Role
from agentprog.lang.effects.kinds import BY_PLACE, LOOKING, PAYING, SUBMITTING, TO_SOMEBODY, Risk
from agentprog.lang.effects.orders import Claim, claims_in, denies, is_touching
from agentprog.lang.effects.possible_values import Origin, Possible, least_trusted, part_of, plain, unknown
from agentprog.lang.effects.recipients import recipients_in, replies

Lookup = Callable[[Ref], Possible]
_BY_WEIGHT = tuple(dict.fromkeys((*PAYING, *SUBMITTING, *(kind for kind in Risk if kind not in BY_PLACE))))
_MADE = (Risk.CREATE, Risk.EDIT, Risk.SETTING)
_TOKEN = re.compile(r"Ref(\d+)x")
"""Placeholder for a reference while a sentence is parsed. It looks like a name."""
_MOST = 50
"""The most variants of a text with several references."""


@frozen
class Deed:
    """One order of a sentence. Its kind is unknown if `kinds` is empty."""

    kinds: tuple[Risk, ...]
    arguments: tuple[Argument, ...]


def deeds_in(texts: Iterable[Template], lookup: Lookup, origin: Origin) -> tuple[Deed, ...]:
    """The orders in the texts of one statement. `origin` is their author."""
    reading = _Reading(lookup, origin)
    sentence = "\n".join(reading.with_tokens(text) for text in texts)
    claims = [claim for claim in claims_in(sentence) if claim.kinds - LOOKING]
    if not claims:
        if denies(sentence) or any(claim.kinds for claim in claims_in(sentence)):
            return ()
        return (Deed(kinds=(), arguments=reading.touched(sentence)),)
    to = recipients_in(sentence)
    found: dict[tuple[Risk, ...], Deed] = {}
    for claim in claims:
        kinds = _kinds(claim, somebody=bool(to) or replies(sentence))
        found.setdefault(kinds, Deed(kinds=kinds, arguments=reading.arguments(kinds, to, sentence)))
    return tuple(found.values())


def _kinds(claim: Claim, *, somebody: bool) -> tuple[Risk, ...]:
    """The kinds that a verb means here. A kind with a recipient counts only if the sentence has one. A web form counts
    only if no other kind does. A verb that is a kind's own name means that kind alone."""
    kinds = set(claim.kinds - LOOKING)
    named = {kind for kind in kinds if re.match(rf"\W*{kind.value}\b", claim.clause)}
    if named:
        kinds = named
    if kinds & set(_MADE) and kinds & TO_SOMEBODY:
        kinds -= set(_MADE) if somebody else {Risk.SEND, Risk.SHARE}
    if Risk.SEND in kinds:
        kinds.discard(Risk.SHARE)
    if len(kinds) > 1:
        kinds.discard(Risk.POST)
    return tuple(kind for kind in _BY_WEIGHT if kind in kinds)


class _Reading:
    """Reads one statement: it replaces references with names, and names with values again."""

    def __init__(self, lookup: Lookup, origin: Origin) -> None:
        self._lookup = lookup
        self._origin = origin
        self._refs: list[Ref] = []

    def with_tokens(self, text: Template) -> str:
        def put(ref: Ref) -> str:
            self._refs.append(ref)
            return f"Ref{len(self._refs) - 1}x"

        return text.render(put)

    def arguments(self, kinds: tuple[Risk, ...], to: tuple[str, ...], sentence: str) -> tuple[Argument, ...]:
        quotes = [] if is_touching(sentence) else [quote.text for quote in quotes_in(sentence)]
        apart = [quote for quote in quotes if not any(canon(quote) == canon(recipient) for recipient in to)]
        if kinds and kinds[0] in TO_SOMEBODY:
            amounts = self._amounts(sentence) if Risk.PAY in kinds else ()
            contents = self._each("content", apart)
            return (*self._each("recipient", to), *contents, *amounts, *self.touched(sentence))
        amounts = self._amounts(sentence) if kinds and kinds[0] in PAYING else ()
        role: Role = "setting" if kinds[:1] == (Risk.SETTING,) else "object"
        loose = () if is_touching(sentence) else _loose(sentence, quotes)
        return (*self._each(role, (*apart, *loose)), *amounts, *self.touched(sentence))

    def touched(self, sentence: str) -> tuple[Argument, ...]:
        """The elements that a line about touching names."""
        if not is_touching(sentence):
            return ()
        quotes = [quote.text for quote in quotes_in(sentence)]
        return self._each("tapped", (*quotes, *_loose(sentence, quotes)))

    def _amounts(self, sentence: str) -> tuple[Argument, ...]:
        found = sorted(amounts_in(unquoted(sentence)))
        return self._each("amount", [f"{value:f}" for value in found])

    def _each(self, role: Role, texts: Iterable[str]) -> tuple[Argument, ...]:
        return tuple(self._argument(role, text) for text in dict.fromkeys(texts))

    def _argument(self, role: Role, text: str) -> Argument:
        refs = [self._refs[int(number)] for number in _TOKEN.findall(text)]
        phrase = _TOKEN.sub(lambda found: str(self._refs[int(found[1])]), text)
        if not refs:
            return Argument(role=role, text=phrase, values=(text,), origin=self._origin)
        values, origin = written_out(phrase, refs, self._lookup)
        return Argument(role=role, text=phrase, values=values, origin=least_trusted((origin, self._origin)))


def _loose(sentence: str, quotes: list[str]) -> tuple[str, ...]:
    """The references outside quotes."""
    found = (token.group() for token in _TOKEN.finditer(sentence))
    return tuple(token for token in found if not any(token in quote for quote in quotes))


def written_out(text: str, refs: Iterable[Ref], lookup: Lookup) -> tuple[tuple[str, ...], Origin]:
    """The possible texts with values in place of references; empty if a value is unknown. References to parts of one
    variable (`{person.name}`, `{person.number}`) take the same value of it."""
    forms, origins = [text], [Origin.PERSON]
    named: dict[str, list[Ref]] = {}
    for ref in refs:
        named.setdefault(ref.name, []).append(ref)
    for name, group in named.items():
        whole = lookup(Ref(name=name))
        origins += [whole.origin, *(lookup(ref).origin for ref in group)]
        forms = [text for form in forms for value in whole.values for text in _put(form, value, group, lookup)][:_MOST]
    return tuple(dict.fromkeys(forms)), least_trusted(origins)


def _put(form: str, value: object, group: Iterable[Ref], lookup: Lookup) -> tuple[str, ...]:
    """The text with one value's parts in place of these references; empty if a part is missing."""
    for ref in group:
        part = reach(Possible(values=(value,)), ref, lookup)
        if not part.known:
            return ()
        form = form.replace(str(ref), plain(part.values[0]))
    return (form,)


def reach(possible: Possible, ref: Ref, lookup: Lookup) -> Possible:
    """The part of a variable's value that a reference means."""
    for key in ref.path:
        if not isinstance(key, Ref):
            possible = part_of(possible, key)
            continue
        which = lookup(key)
        if len(which.values) != 1 or not isinstance(which.values[0], str | int):
            return unknown(least_trusted((possible.origin, which.origin)))
        possible = part_of(possible, which.values[0])
    return possible
