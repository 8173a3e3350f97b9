"""Finds steps with a verb about values (round, compare, use) that name nothing on the phone except a variable."""

from __future__ import annotations

import re
from collections.abc import Iterable

from agentprog.lang.ast import Template
from agentprog.lang.check.report import VALUE
from agentprog.lang.check.wording.sentence import clauses_of, masked
from agentprog.lang.effects.orders import is_touching
from agentprog.lang.vocabulary.orders import Orders, orders
from agentprog.lang.vocabulary.words import Words, words


def about_values(text: Template, language: str) -> bool:
    """True for `Round {total} up`, `use the rest of {n}`: a verb about values whose only object is a variable or part
    of it.

    `Put {total} into the field` and `give {n} stars` also name something on the phone.
    """
    plain, known = masked(text), words(language)
    lexicon = orders(language, plain)[0]
    if lexicon.place == "anywhere":
        return any(_is_dense_change(clause, lexicon) for clause in clauses_of(plain, lexicon))
    for clause in map(lexicon.without_lead, _with_their_values(clauses_of(plain, lexicon))):
        verb = lexicon.verb_of(clause)
        before, found, after = clause.removeprefix(verb).partition(VALUE)
        of_values = found and clause.startswith(verb) and lexicon.is_of("alters", verb)
        if of_values and _is_object(verb, before, after, lexicon, known):
            return True
    return False


_SHORT = 2


def _is_dense_change(clause: str, lexicon: Orders) -> bool:
    """True for `对{r}取整` in a script without spaces: besides the change there are only a variable and short words."""
    rest = lexicon.regex("alters").sub(" ", clause)
    return VALUE in clause and rest != clause and len(lexicon.content(rest)) <= _SHORT


def _with_their_values(clauses: Iterable[str]) -> list[str]:
    """The clauses, each with the rest of its enumeration: `Put {net}; {vat} into the first row` is one clause."""
    found: list[str] = []
    for clause in clauses:
        if found and clause.startswith(VALUE):
            found[-1] += f" {clause}"
        else:
            found.append(clause)
    return found


def _is_object(verb: str, before: str, after: str, lexicon: Orders, known: Words) -> bool:
    """True if the verb's only object is a variable or part of it."""
    there = re.findall(r"\w+", after)
    articles = known.all("values", "determiners")
    if any(word.casefold() in articles for word in there) or len(lexicon.content(after)) > 1:
        return False
    if lexicon.content("".join(there[:1])):
        return False
    of = "".join(re.findall(r"\w+", before)[-1:]).casefold()
    return of in lexicon.words("holds") or (not is_touching(verb) and not lexicon.content(before))
