"""Prepares a step in plain words for the checks: masks texts and variables, and splits the sentence into clauses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from agentprog.frozen import frozen
from agentprog.lang.ast import Action, Template
from agentprog.lang.check.report import COMPUTED, QUOTE, VALUE
from agentprog.lang.effects.orders import is_touching
from agentprog.lang.source.text import simplified, without_texts
from agentprog.lang.vocabulary.orders import DENSE, Orders, orders
from agentprog.lang.vocabulary.words import Words, words

_LINK = re.compile(r"https?://\S+|\S+@\S+\.\w+")
CLOCK = r"(?:\d{1,2}[:.]\d{2}(?:\s?[ap]\.?m\.?| Uhr)?|\d{1,2}(?:\s?[ap]\.?m\.?| Uhr))"
"""Pattern of a time of day."""
JUMPS = ("break", "continue")
"""Jumps that need a loop."""
_CLAUSE = re.compile(r"[.:!?](?=\s|$)|[,;()，；：。！？、]|\s-{1,2}\s|\n")


@frozen
class Doubt:
    """The reason why a line is hardly a step, and its replacement."""

    why: str
    instead: str


@frozen
class Sentence:
    """A step and its masked words."""

    step: Action
    text: str
    """The masked text."""
    clauses: tuple[str, ...]
    words: Words
    languages: tuple[Orders, ...]
    """Word tables to try, the program's language first: a step may use words of any language."""
    code: str
    in_loop: bool
    in_branch: bool
    """True if the step stands on the line of its branch."""
    ends_branch: bool
    """True if the step ends a branch whose condition compares values of the program, not the screen."""

    @property
    def lexicon(self) -> Orders:
        return self.languages[0]

    @property
    def source(self) -> str:
        return simplified(str(self.step.text))

    @property
    def jumps(self) -> tuple[str, ...]:
        return JUMPS if self.in_loop else ()

    def written(self, form: str) -> str:
        """The construct in the program's language."""
        return self.words.written(form)


def failing(text: str, known: Words, *, begins: bool = False) -> Doubt | None:
    """Doubts words about the outcome of the step above, as in `If it fails`: no line sees a step that failed."""
    outcome = known.outcome(text, begins=begins)
    if not outcome:
        return None
    if outcome == "done":
        why = "every line begins when the lines above it are done"
        return Doubt(why=why, instead="leave these words out, and write the rest as a line below the loop")
    tries, once, handler = known.written("try", times="3"), known.written("try_once"), known.written("on_error")
    return Doubt(
        why="a failed step ends the program, so no line below it can handle the failure",
        instead=("leave the condition out, or " if outcome == "worked" else "")
        + f"write `{once}` or `{tries}` above the step, indent the step, and write `{handler}` above the lines "
        "for a failure",
    )


def sentence(
    step: Action, code: str, given_names: frozenset[str], *, in_loop: bool, in_branch: bool, ends_branch: bool
) -> Sentence:
    text = masked(step.text, given_names)
    known = orders(code, text)
    return Sentence(
        step=step,
        text=text,
        clauses=tuple(clause for clause in clauses_of(text, known[0]) if clause),
        words=words(code),
        languages=known,
        code=code,
        in_loop=in_loop,
        in_branch=in_branch,
        ends_branch=ends_branch,
    )


def masked(text: Template, known: frozenset[str] | None = None) -> str:
    """The sentence with QUOTE for each quoted text and VALUE for each variable, or COMPUTED if `known` lacks
    the variable."""
    parts = (
        part if isinstance(part, str) else VALUE if known is None or part.path or part.name in known else COMPUTED
        for part in text.parts
    )
    return simplified(without_texts(_LINK.sub(QUOTE, "".join(parts)), QUOTE)).strip()


def clauses_of(text: str, lexicon: Orders) -> Iterator[str]:
    """Splits a sentence into clauses that may each be an order."""
    joints = lexicon.words("joints")
    between = "|".join(rf"\s{re.escape(word)}\s" if word < DENSE else re.escape(word) for word in joints)
    return (part.strip() for part in re.split(rf"{_CLAUSE.pattern}|{between}", text, flags=re.IGNORECASE) if part)


@lru_cache(maxsize=64)
def heads(known: Words, forms: tuple[str, ...] | frozenset[str]) -> tuple[str, ...]:
    """The first words of lines of these forms, in lower case, with inflected verbs."""
    found = {start.casefold() for start in known.starts_of(frozenset(forms)) if start[:1].isalpha()}
    return tuple(sorted({form for start in found for form in (start, *known.inflections(start))}))


def begins(text: str, *heads: str) -> bool:
    plain = text.casefold()
    return any(plain.startswith(word) and (word >= DENSE or not plain[len(word) :][:1].isalnum()) for word in heads)


@lru_cache(maxsize=8)
def time_in(known: Words) -> re.Pattern[str]:
    """A number of seconds, minutes or hours."""
    names = [re.escape(word) for word in sorted(known.section("units"), key=len, reverse=True)]
    units = [word for word in names if len(word) > 1 or word >= DENSE]
    spaced = "|".join(word for word in units if word < DENSE)
    dense = "|".join(word for word in units if word >= DENSE) or "(?!)"
    numbers = "|".join(re.escape(word) for word in sorted(known.section("numbers"), key=len, reverse=True))
    edge = rf"(?-i:(?<![^\W{DENSE}-\uffff]))"  # compiling 50,000 letters without regard to case takes 5 ms
    return re.compile(rf"{edge}(?:{numbers}|\d{{1,4}})\s?(?:(?:{spaced})(?!\w)|(?:{dense}))", re.IGNORECASE)


@lru_cache(maxsize=8)
def until_words(known: Words) -> str:
    """A pattern for the words in front of what ends a repetition: `until`, `till`, `hasta que`."""
    in_full = known.canonical("until").partition("<")[0].partition(" ")[2].strip()
    starts = sorted(
        filter(None, {in_full, *known.lexicon(known.canonical("until")).words("until")}), key=len, reverse=True
    )
    return "|".join(re.escape(word) + (r"\b" if word < DENSE else "") for word in starts)


def only_a_time(text: str, own: Orders, known: Words) -> bool:
    """True for `at 14:30`, `in 10 minutes`, `tomorrow morning`: words that say when, and nothing else."""
    hours, days = (any_word(known.all("values", name)) for name in ("hours", "days"))
    days += rf"|(?:{any_word(known.all('values', 'one'))})\s(?:{any_word(known.section('units'))})"
    dates = "|".join((own.regex("dates").pattern, rf"{CLOCK}|\d{{1,2}}\s?(?:{hours})", rf"(?<!\w)(?:{days})"))
    rest = re.sub(dates, " ", time_in(known).sub(" ", text), flags=re.IGNORECASE)
    between = re.compile("|".join(own.regex(name).pattern for name in ("later", "people")), re.IGNORECASE)
    idle = {*own.words("places"), *(word for text in known.all("values", "of_the_day") for word in text.split())}
    left = own.content(between.sub(" ", rest))
    return rest != text and all(word.casefold() in idle for word in left)


def any_word(found: Iterable[str]) -> str:
    """A pattern for any of these words, even directly after a figure: `3x`."""
    ordered = sorted(set(found), key=lambda word: (-len(word), word))
    return "|".join(rf"{re.escape(word)}\b" if word < DENSE else re.escape(word) for word in ordered) or "(?!)"


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
