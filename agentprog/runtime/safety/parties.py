"""Recipients, amounts and things of an effect: read from the screen at the moment of the effect and compared with a
person's words. A recipient, an amount or an app that only a screen or a model names needs a question.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator

from agentprog.frozen import frozen
from agentprog.identity import canon, digits_of, same_number, says
from agentprog.identity.telephone import NUMBER
from agentprog.identity.words import words_of
from agentprog.lang.effects.amounts import written_in
from agentprog.lang.effects.kinds import PAYING, TO_SOMEBODY, WRITING, Risk
from agentprog.lang.effects.lists import addressed_in
from agentprog.lang.effects.orders import without_quoted_orders
from agentprog.lang.effects.portions import about, portions
from agentprog.lang.effects.recipients import MAIL, Wording, listed_in, recipients_in, replies, wording
from agentprog.ports import Action, Element, Screen, Window, landing
from agentprog.runtime.safety.counts import more_than_named
from agentprog.runtime.safety.directory import Directory
from agentprog.runtime.safety.money import at_stake
from agentprog.runtime.safety.naming import names_whole
from agentprog.runtime.safety.risk import risk_table
from agentprog.runtime.safety.texts import NAMES_APART, skeleton, visible

_TOP = 0.14
"""Share of the height in which a conversation's title lies."""
_HEAD = 0.35
"""Share of the height in which the subject of a screen lies."""
_LONGEST = 60
_SHORTEST = 3
_MOST_ROWS = 400
"""Rows remembered with a name and a number."""
_MOST_PAGES = 60
"""Pages remembered of one person each."""
_MOST_WORDS = 5
"""Most words of a person's name in a row."""
_MOST_NUMBERS = 3
"""Most numbers on the page of one person; also most names of one number."""


@frozen
class Written:
    """The relevant words of a person. `person` are all their texts, `step` the statement with the values of their
    variables; a variable whose value came from a screen or a model appears by its name.

    `by_person`: they wrote the step. `exact`: the step states its action, no model chooses it. `execution` numbers the
    executions of statements. `node` and `line` belong to the statement; `said` is it with every value, for questions
    only. `permits` are its effects that a person approved, with the values in `approved`, once in each `turn`. In a
    loop `item` belongs to this round, `others` to the rounds to come.
    """

    person: tuple[str, ...] = ()
    step: str = ""
    by_person: bool = False
    exact: bool = False
    execution: int = 0
    node: str = ""
    line: int = 0
    said: str = ""
    approved: tuple[str, ...] = ()
    turn: str = ""
    permits: frozenset[Risk] = frozenset()
    item: str | None = None
    others: tuple[str, ...] = ()


@frozen
class Sighting:
    """Names and numbers that a screen of this package showed together. In a list: rows with little more than a name and
    a number, each with its numbers and text. On a form or a page of an address book: the names and numbers of the page.
    Numbers are digits, texts are folded.
    """

    package: str
    rows: tuple[tuple[frozenset[str], str], ...] = ()
    names: tuple[str, ...] = ()
    numbers: frozenset[str] = frozenset()


class Acquaintances:
    """Links of numbers and names that the run has seen, so that a name may stand for a number that was named.

    Only places where the phone itself, or this run, has linked them count: touchable rows with a name and a number,
    forms and pages of an address book. Words in a message or on a page do not, whoever wrote them.
    """

    def __init__(self) -> None:
        self._pairs: deque[tuple[str, frozenset[str], str]] = deque(maxlen=_MOST_ROWS)
        self._pages: deque[tuple[tuple[str, ...], frozenset[str]]] = deque(maxlen=_MOST_PAGES)
        self.directory = Directory()

    def look(self, screen: Screen) -> Sighting | None:
        """Record the links on a screen. Returns the new ones, or None."""
        app = [e for e in screen.elements if e.window in (Window.APP, Window.DIALOG)]
        fields = [e for e in app if e.editable and not e.password]
        rows = [] if _is_body(fields, wording()) else list(_rows(app, screen.package))
        new = tuple(dict.fromkeys(row for row in rows if (screen.package, *row) not in self._pairs))
        names, numbers = _page(app, fields, screen)
        if not new and (not names or (names, numbers) in self._pages):
            return None
        sight = Sighting(package=screen.package, rows=new, names=names, numbers=numbers)
        self.add(sight)
        return sight

    def add(self, sight: Sighting) -> None:
        """Add these links."""
        self._pairs.extend((sight.package, numbers, text) for numbers, text in sight.rows)
        if sight.names and (sight.names, sight.numbers) not in self._pages:
            self._pages.append((sight.names, sight.numbers))

    def same(self, name: str, number: str, *, package: str, trusted: bool) -> bool:
        """True if a row of this package showed both or, for a name that a person wrote, an address book did."""
        name_words, digits = _words(name), digits_of(number)
        if not digits or not name_words or digits_of(name):
            return False
        for where, numbers, text in self._pairs:
            if where == package and name_words <= _words(text) and any(same_number(digits, shown) for shown in numbers):
                return True
        on_a_page = (
            any(name_words <= _words(spelling) for spelling in names)
            and any(same_number(digits, shown) for shown in numbers)
            for names, numbers in self._pages
        )
        return trusted and (self.directory.is_of(name, number) or any(on_a_page))

    def numbers_of(self, accepts: Callable[[str], bool], package: str) -> frozenset[str]:
        """The numbers that an address book, or a row of this package, showed with a name that `accepts` accepts."""
        found: set[str] = set()
        for where, numbers, text in self._pairs:
            if (where == package or any(part in where for part in wording().books)) and accepts(text):
                found |= numbers
        for names, numbers in self._pages:
            if any(accepts(name) for name in names):
                found |= numbers
        return frozenset(found)

    def names_of(self, number: str, package: str) -> tuple[str, ...]:
        """The names that a row of this package, or an address book, showed with a number."""
        digits = digits_of(number)
        if not digits:
            return ()
        rows = [text for where, numbers, text in self._pairs if where == package and _among(digits, numbers)]
        pages = [names[0] for names, numbers in self._pages if names and _among(digits, numbers)]
        return tuple(dict.fromkeys((*rows, *pages, *self.directory.names_of(number))))[:_MOST_NUMBERS]

    def namesakes(self, name: str) -> tuple[str, ...]:
        """The numbers seen with exactly this name, in digits. With several numbers the name is ambiguous."""
        words = _words(name)
        found = [numbers for _, numbers, text in self._pairs if _words(text) == words]
        found += [numbers for names, numbers in self._pages if any(_words(name) == words for name in names)]
        several: list[str] = []
        for number in (number for numbers in found for number in sorted(numbers)):
            if not _among(number, several):
                several.append(number)
        return tuple(several)


def _among(digits: str, numbers: Iterable[str]) -> bool:
    return any(same_number(digits, known_number) for known_number in numbers)


def _rows(app: Iterable[Element], package: str) -> Iterator[tuple[frozenset[str], str]]:
    """Rows that consist of a name and a number, with at most the kind of number."""
    for element in app:
        text = f"{element.label} {element.text}"
        if element.editable or not element.clickable or (element.package or package) != package:
            continue
        numbers = frozenset(digits for found in NUMBER.findall(canon(text)) if (digits := digits_of(found)))
        name = _name_in(text)
        if numbers and name:
            yield numbers, name


def _name_in(text: str) -> str:
    """The name in a row, without its number and the kind of number; empty if the row has more than a name."""
    words = re.findall(r"[^\W_]+(?:['’][^\W_]+)?", NUMBER.sub(" ", canon(text)))
    words_left = list(dict.fromkeys(word for word in words if word not in wording().beside and len(word) > 1))
    return " ".join(words_left) if len(words_left) <= _MOST_WORDS and not any(map(str.isdigit, words_left)) else ""


def _page(app: list[Element], fields: list[Element], screen: Screen) -> tuple[tuple[str, ...], frozenset[str]]:
    """The names and numbers of a person's page in an address book; none on other pages."""
    if not any(part in screen.package for part in wording().books):
        return (), frozenset()
    if fields:  # a form shows the run's own typing until the phone has saved it
        return (), frozenset()
    labelled = [e for e in app if not e.clickable and e.label and e.container is None]
    found = {d: e.bounds.top for e in app for n in NUMBER.findall(canon(e.label)) if (d := digits_of(n))}
    if not found or len(found) > _MOST_NUMBERS:
        return (), frozenset()
    above = [e for e in labelled if e.bounds.top < min(found.values()) and not digits_of(e.label)]
    return tuple(dict.fromkeys(canon(e.label) for e in above if len(e.label) <= _LONGEST)), frozenset(found)


def _words(text: str) -> frozenset[str]:
    return frozenset(words_of(text))


def doubt(
    risk: Risk, action: Action, screen: Screen, words: Written, known: Acquaintances, *, by_hint: bool = False
) -> str:
    """The reason why a person did not ask for this effect; empty if there is no objection. `by_hint`: the touch before
    was allowed with this class, so its dialog need not repeat the object.
    """
    target = _target(action)
    repeats = by_hint and target is not None and target.window is Window.DIALOG
    reason = _about_money(action, screen, words, repeats) if risk in PAYING else ""
    if not reason and risk in TO_SOMEBODY:
        reason = _about_recipient(risk, action, screen, words, known, repeats or risk in PAYING)
    if reason:
        return reason
    if risk is Risk.INSTALL:
        return _about_app(action, screen, words)
    if risk is not Risk.DELETE:
        return ""
    theirs = (*words.person, words.step) if words.by_person else words.person
    return more_than_named(screen, theirs, words.step)


# ---------------------------------------------------------------- recipients


def _about_recipient(
    risk: Risk, action: Action, screen: Screen, words: Written, known: Acquaintances, unnamed: bool
) -> str:
    """`unnamed`: the screen need not show the recipient."""
    named_by_step = addressed_in(known.directory.spelled(words.step))
    shown = recipients_on(risk, action, screen)
    seen = any(_stands_there(name, screen, known) for name in named_by_step)
    if not shown and named_by_step and not unnamed and not seen:
        return f"the screen does not show that it would go to {_listed(named_by_step)}"
    for to in shown:
        trusted = _written(to, words.person)
        if not named_by_step:
            if trusted or _may_reply(words):
                continue
            return f'it would go to "{to}", whom nobody named'
        recipients = [
            intended for intended in named_by_step
            if _is_shown(intended, to, trusted=trusted)
            or known.same(to, intended, package=screen.package, trusted=trusted)
            or known.same(intended, to, package=screen.package, trusted=True)
        ]  # fmt: skip
        if not recipients:
            return f'it would go to "{to}"{_disguised(to, named_by_step)}, and the step names {_listed(named_by_step)}'
        if not trusted and not any(_written(intended, words.person) for intended in recipients):
            return f'it would go to "{to}", whom no person named'
        if not (words.by_person or to in words.approved) and _only_spoken_of(
            (to, *recipients), words, known, screen.package
        ):
            return f'it would go to "{to}", whom your words only mention'
        if not digits_of(to) and len(known.namesakes(to)) > 1:
            return f'it would go to "{to}", and there is more than one of that name'
    return ""


def _only_spoken_of(names: Iterable[str], words: Written, known: Acquaintances, package: str) -> bool:
    """A reason if a person's words name other recipients, and this one by none of these names; empty otherwise."""
    texts = (known.directory.spelled(without_quoted_orders(text)) for text in words.person)
    theirs = [name for text in texts for name in (*listed_in(text), *addressed_in(text))]
    return bool(theirs) and not any(
        _same(name, persons_name)
        or known.same(name, persons_name, package=package, trusted=True)
        or known.same(persons_name, name, package=package, trusted=True)
        for name in names
        for persons_name in theirs
    )


def among_listed(risk: Risk, action: Action, screen: Screen, words: Written, known: Acquaintances) -> frozenset[str]:
    """The recipients of the step's list that the screen shows; empty if the step names fewer than two."""
    step_recipients = addressed_in(known.directory.spelled(words.step)) if risk in TO_SOMEBODY else ()
    shown = recipients_on(risk, action, screen) if len(step_recipients) > 1 else ()
    return frozenset(
        name for name in step_recipients for recipient in shown
        if _same(recipient, name) or known.same(recipient, name, package=screen.package, trusted=True)
        or known.same(name, recipient, package=screen.package, trusted=True)
    )  # fmt: skip


def _may_reply(words: Written) -> bool:
    """True if a person leaves the recipient to the open conversation: they order a reply and name nobody. A "reply"
    that a model writes into its own program does not count.
    """
    theirs = (*words.person, words.step) if words.by_person else words.person
    return any(map(replies, theirs)) and not any(map(recipients_in, theirs))


def _disguised(name: str, intended: Iterable[str]) -> str:
    """A remark if a name only looks like the intended one; empty otherwise."""
    alike = next((lookalike for lookalike in intended if skeleton(name) == skeleton(lookalike)), "")
    return f' (which only looks like "{alike}": other letters, or signs that cannot be seen)' if alike else ""


def _stands_there(name: str, screen: Screen, known: Acquaintances) -> bool:
    """True if the head of the screen, or a field other than the message, shows this recipient."""
    app = [e for e in screen.elements if e.window in (Window.APP, Window.DIALOG)]
    body = _body([e for e in app if e.editable and not e.password])
    for element in app:
        if element is body or not (element.editable or element.bounds.top < screen.height * _HEAD):
            continue
        text = element.text if element.editable else element.label or element.text
        for part in _parted(text) if text and len(text) <= _LONGEST else ():
            if _same(part, name) or known.same(part, name, package=screen.package, trusted=False):
                return True
    return False


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in list(names)[:3])


def _written(name: str, texts: Iterable[str]) -> bool:
    """True if the texts contain this recipient: a number by its digits, a name as a whole, and not as a part of a
    longer name."""
    if digits_of(name) or "@" in name:
        return any(says(text, name) for text in texts)
    sentences = tuple(texts)
    return bool(name.strip()) and (names_whole(sentences, name) or _is_addressed(name, sentences))


def _is_addressed(person: str, texts: Iterable[str]) -> bool:
    """True if the texts name exactly this recipient, in a script without spaces, where no name is a word by itself."""
    return not person.isascii() and any(canon(person) == canon(name) for text in texts for name in addressed_in(text))


def _is_shown(step_name: str, name: str, *, trusted: bool) -> bool:
    """True if a name on the screen can be the person that a step names. The screen may show more of the name. It may
    show less only if a person's words contain exactly that (`trusted`).
    """
    return _same(name, step_name) and (trusted or bool(digits_of(name)) or "@" in name or says(name, step_name))


def _same(name: str, other_name: str) -> bool:
    """True if two notations of a recipient can be one: equal digits, equal addresses, or one name contained in the
    other. Invisible characters are part of a name; one more digit makes another number.
    """
    a, b = digits_of(name), digits_of(other_name)
    if a or b:
        return bool(a and b) and same_number(a, b)
    if "@" in name or "@" in other_name:
        return canon(name).strip("<>") == canon(other_name).strip("<>")
    if visible(canon(name)) != canon(name) or any(word.isdigit() for word in _words(name) ^ _words(other_name)):
        return False
    return says(name, other_name) or says(other_name, name)


def recipients_on(risk: Risk, action: Action, screen: Screen) -> tuple[str, ...]:
    """Recipients of a message or call on the screen: contents of the recipient fields, and the title."""
    rules = wording()
    found: dict[str, None] = {}
    app = [e for e in screen.elements if e.window in (Window.APP, Window.DIALOG)]
    fields = [e for e in app if e.editable and not e.password]
    body = _body(fields)
    for field in fields:
        if field is not body and _is_address(field.text):
            found |= dict.fromkeys(_addresses(field.text))
    target = _target(action)
    if target is not None and risk in TO_SOMEBODY - WRITING - set(PAYING):
        for number in NUMBER.findall(f"{target.label} {target.text}"):
            found[number.strip()] = None
    title = _title(app, screen, rules)
    if title and (body is not None or (risk is Risk.CALL and not found)):
        found |= dict.fromkeys(_parted(title))
    return tuple(found)


def body_on(screen: Screen) -> str:
    """Content of the message field; empty if there is none."""
    body = _body([e for e in screen.elements if e.window in (Window.APP, Window.DIALOG) and e.editable])
    return body.text if body is not None else ""


def says_body(screen: Screen) -> bool:
    """True if the only field of a screen is filled and is labelled as a message field."""
    fields = [e for e in screen.elements if e.window in (Window.APP, Window.DIALOG) and e.editable]
    return _is_body(fields, wording()) and bool(fields[0].text.strip())


def _body(fields: list[Element]) -> Element | None:
    """The message field: the lowest of several fields, or the only one if its hint says so."""
    return (
        max(fields, key=lambda e: e.bounds.top, default=None)
        if len(fields) > 1 or _is_body(fields, wording())
        else None
    )


def _addresses(text: str) -> list[str]:
    """Each address and each number in a recipient field."""
    mails = MAIL.findall(text)
    rest = MAIL.sub(" ", text)
    return [part.strip() for part in (*mails, *(n for p in re.split(r"[,;\n]", rest) for n in NUMBER.findall(p)))]


def _parted(title: str) -> list[str]:
    """The people in a title: several for a group, one for a number."""
    if digits_of(title):
        return [title]
    parts = [part.strip() for part in NAMES_APART.split(title)]
    return [part for part in parts if part] or [title]


def _is_body(fields: list[Element], rules: Wording) -> bool:
    """True if the only field of the screen is for the message, not for the recipient."""
    if len(fields) != 1:
        return False
    field = fields[0]
    # Nothing is identified here: parts of words count, for "Textnachricht" and "composebodytext"; in doubt a person is
    # asked
    name = f"{field.label} {field.hint} {field.resource_id.rpartition('/')[2]}".casefold()
    return any(word in name for word in rules.body)


def _is_address(text: str) -> bool:
    """True if a field contains only numbers or addresses."""
    rest = NUMBER.sub("", MAIL.sub("", text))
    return bool(text.strip()) and rest != text and not re.sub(r"[\s,;<>()]+", "", rest)


def _title(elements: list[Element], screen: Screen, rules: Wording) -> str:
    """The title of a conversation: the first plain text at the top, unless it is the name of the screen itself."""
    top = screen.height * _TOP
    texts = [
        e for e in elements
        if not e.clickable and not e.editable and e.label and e.bounds.top < top and len(e.label) <= _LONGEST
    ]  # fmt: skip
    first = min(texts, key=lambda e: (e.bounds.top, e.bounds.left), default=None)
    if first is None or canon(first.label) in rules.titles:
        return ""
    return first.label.strip()


# ---------------------------------------------------------------- amounts and apps


def _about_money(action: Action, screen: Screen, words: Written, unnamed: bool) -> str:
    """`unnamed`: the screen need not show the amount."""
    filled = (e.text for e in screen.elements if e.editable and not e.password and e.text.strip())
    people = (*recipients_on(Risk.PAY, action, screen), *filled)
    theirs = _for_these(people, about(words.person, frozenset(PAYING)))
    stake, written = at_stake(_target(action), screen.elements), written_in(theirs)
    if not stake and not written and not unnamed:
        return "neither your words nor the screen say how much it costs"
    strange = ", ".join(f"{value:f}" for value in sorted(stake - written)[:3])
    return f"it is about {strange}, an amount that nobody named" if strange else ""


def _for_these(people: Iterable[str], texts: Iterable[str]) -> tuple[str, ...]:
    """The texts that can give these people's amounts: preferably the parts of an order that name them beside an amount.
    "Pay 20 EUR to Ann and 50 EUR to Bob" has two.
    """
    sentences, shown = tuple(texts), tuple(people)
    parts = [part for text in sentences for sentence in portions(text) for part in sentence.parts if written_in([part])]
    theirs = [part for part in parts if any(names_whole([part], name) for name in shown)]
    return tuple(theirs) or sentences


def _about_app(action: Action, screen: Screen, words: Written) -> str:
    """Why this is not the app to install: a person's words must contain the whole title above the button."""
    target, generic = _target(action), wording().titles
    sentences = [canon(text) for text in words.person]
    bottom = target.bounds.bottom if target is not None else screen.height
    titles = [
        canon(e.label) for e in screen.elements
        if _SHORTEST <= len(e.label) <= _LONGEST and e.window is not Window.SYSTEM and e is not target
        and e.bounds.top < bottom and canon(e.label) not in generic
    ]  # fmt: skip
    verbs = risk_table().classes[Risk.INSTALL].words
    for title in titles:
        before = rf"(?:{verbs.pattern})\s+(?:(?:the|an?|die|den|das|la|el|le)\s+)?(?:app\s+)?"
        pattern = rf"{before}[\"“„'‘]?{re.escape(title)}(?!\w)(?!\s+[^\W\d_]+\s+(?:app)\b)"
        if any(re.search(pattern, text) for text in sentences):
            return ""
    return "this screen shows no app that your words name"


def _target(action: Action) -> Element | None:
    target = landing(action)
    return target if isinstance(target, Element) else None
