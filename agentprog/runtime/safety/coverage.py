"""Compares a text to type or send, a link, a switch or a removal with a person's words.

Each function returns the reason for a question, a clause that ends "... wants to do this"; empty if there is none.
Values are compared by identity, never by parts of words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from urllib.parse import unquote, urlsplit

from agentprog.frozen import frozen
from agentprog.identity import canon, digits_of, quoted, same, same_number, says, words_of
from agentprog.lang.effects.dates import is_day
from agentprog.lang.effects.kinds import LOOKING, WRITING, Risk, Trait, kinds_with
from agentprog.lang.effects.orders import Claim, claims_in, only_reads, orders_something
from agentprog.lang.effects.portions import about, alternatives, messages, names_somebody, portions
from agentprog.ports import Element, OpenLink, Role, Screen, SetClipboard, TypeText, Window, secrets_in
from agentprog.runtime.safety.committing import Shape, is_search
from agentprog.runtime.safety.forms.entered import Entered, row_of
from agentprog.runtime.safety.naming import means_with_all, names_whole
from agentprog.runtime.safety.risk import risk_table
from agentprog.runtime.safety.texts import visible

_SHOWN = 80
_FIGURE = re.compile(r"(?<![\w.])\+?\d[\d\s()./,:\-]*(?![\w])")
_SECRETS = re.compile("⟨secret:[^⟩]*⟩")
_SLOT = re.compile(r"\[[^\[\]]{1,40}\]|\{[^{}]{1,40}\}|<[^<>]{1,40}>")
_FEWEST_DIGITS = 5
_RECOGNISED = frozenset((Risk.SEND, Risk.CALL))
"""Effects that fields and numbers on the screen show; a button without a name never has one of them."""
Numbers = Iterable[str]
_OPEN = frozenset(kinds_with(Trait.FREE))
"""Orders that leave the entered content to the run."""


@frozen
class Words:
    """A person's texts, the current step as far as its words are theirs, and whether they wrote the program."""

    person: tuple[str, ...]
    step: str
    by_person: bool

    @property
    def texts(self) -> tuple[str, ...]:
        return (*self.person, self.step) if self.by_person else self.person

    @property
    def claims(self) -> tuple[Claim, ...]:
        """All orders of the person."""
        return tuple(claim for text in self.texts for claim in claims_in(text))

    def about(self, kinds: Iterable[Risk], labels: Iterable[str] = ()) -> Words:
        """These words, without the parts that name things of orders of other kinds. `labels` are names of apps."""
        return Words(person=about(self.texts, frozenset(kinds), labels=labels), step="", by_person=False)


def said(text: str, words: Words) -> bool:
    """True if a person's words contain this text as a whole."""
    plain = text.strip()
    return not plain or any(says(theirs, plain) for theirs in words.texts)


def short(text: str) -> str:
    """A text as a question shows it: visible and shortened."""
    plain = visible(text.strip())
    return plain if len(plain) <= _SHOWN else plain[: _SHOWN - 1] + "…"


# ---------------------------------------------------------------- typed texts


def about_typing(action: TypeText, screen: Screen, words: Words, known: Iterable[str]) -> tuple[Risk, str] | None:
    """The class of typing this text, and why a person's words do not cover it; None if they do. `known` are numbers
    that the phone itself links to a name in the person's words."""
    field = field_of(action, screen)
    secret = _about_secret(action, field, words)
    if secret:
        return Risk.DISCLOSE, secret
    text = _SECRETS.sub("", action.text).strip()
    if not text or said(text, words) or _is_known(text, known):
        return None
    sink = screen.package in risk_table().sinks
    if sink:
        return Risk.DISCLOSE, f'"{short(text)}" is not in your words, and this app sends typed texts'
    if field is not None and is_search(field):
        return None
    kinds = {kind for claim in words.claims for kind in claim.kinds}
    if not (kinds & _OPEN or _writes_freely(words)):
        return Risk.EDIT, f'"{short(text)}" is not in your words, which order no new text'
    strange = _strange_figure(text, words)
    return (Risk.EDIT, f'"{short(strange)}" is none of the numbers in your words') if strange else None


def _about_secret(action: TypeText, field: Element | None, words: Words) -> str:
    """Why a secret must not be typed here. A password field may get it, and a place for which the person's words name
    it. Giving the secret to the run names no place.
    """
    if field is not None and field.password:
        return ""
    for name in secrets_in(action.text):
        if not any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", _SECRETS.sub("", text)) for text in words.texts):
            return f"the secret {name} would be typed where it can be read, and your words do not name it"
    return ""


def field_of(action: TypeText, screen: Screen) -> Element | None:
    """The field for a text to type."""
    if isinstance(action.target, Element):
        return action.target
    return next((element for element in screen.elements if element.focused and element.editable), None)


def _is_known(text: str, known: Iterable[str]) -> bool:
    digits = digits_of(text)
    return bool(digits) and any(same_number(digits, digits_of(number) or number) for number in known)


def _strange_figure(text: str, words: Words) -> str:
    """A number in the text that differs from all numbers of its kind in a person's words; empty if they have none."""
    persons_figures = [found.strip() for theirs in words.texts for found in _FIGURE.findall(canon(theirs))]
    for figure in (found.strip(" .,:-") for found in _FIGURE.findall(canon(text))):
        long = len(re.sub(r"\D", "", figure)) >= _FEWEST_DIGITS
        alike = [figure for figure in persons_figures if (len(re.sub(r"\D", "", figure)) >= _FEWEST_DIGITS) == long]
        if figure and alike and not any(_equal(figure, persons_figure) for persons_figure in alike):
            return str(figure)
    return ""


def _equal(one: str, other: str) -> bool:
    first, second = digits_of(one), digits_of(other)
    return bool(first and second and same_number(first, second)) or same(one.strip(" .,:-"), other.strip(" .,:-"))


def about_reading_only(target: Element, screen: Screen, words: Words) -> str:
    """Why nothing should be saved or changed: the person's words order no effect at all.

    Words with an unknown verb may order this effect. They cover it if they contain all entered texts.
    """
    if orders_something(words.texts):
        return ""
    if not target.checkable and not only_reads(words.texts) and all(said(text, words) for text in entered_on(screen)):
        return ""
    return f'"{short(row_of(target))}" would change something, and your words order no change'


def entered_on(screen: Screen) -> tuple[str, ...]:
    """Contents of a screen's fields, except search fields."""
    fields = (e for e in screen.elements if e.editable and e.window in (Window.APP, Window.DIALOG))
    return tuple(field.text for field in fields if field.text.strip() and not is_search(field))


def about_change(shape: Shape, target: Element, screen: Screen, entered: Entered, words: Words, known: Numbers) -> str:
    """Why a touch whose place commits an unknown effect is beyond a person's words. The words must name every selected
    item. They must also order an effect that this effect could be, or contain all entered texts.
    """
    ordered = words.about(Risk)
    if shape is Shape.SELECTION and not means_all(ordered):
        strange = _not_meant(screen, entered, ordered, known)
        if strange:
            return strange
    kinds = {kind for claim in words.claims for kind in claim.kinds} - LOOKING
    if kinds - _RECOGNISED or (kinds and shape in (Shape.DIALOG, Shape.COMMAND)):
        return ""
    texts = entered_on(screen)
    theirs = kinds or not only_reads(words.texts)
    if texts and theirs and all(said(text, words) or _is_known(text, known) for text in texts):
        return ""
    return f'"{short(row_of(target))}" is {shape.value}, and none of the effects that your words order fits it'


# ---------------------------------------------------------------- sent texts


def about_body(body: str, words: Words, to: Callable[[str], bool] | None = None) -> str:
    """Why this body is not the ordered one. A quoted message is the whole message, for its own recipients only. `to`
    returns whether a text names a recipient of this one.
    """
    freely = _writes_freely(words)
    if freely is None or (freely and (to is None or _is_free_for(words, to))):
        return ""
    quotes = [quote for text in words.texts for quote in quoted(text)]
    if any(_is_message(body, quote) for quote in quotes):
        return _about_pairing(body, words, to) if to is not None else ""
    return f'it would say "{short(body)}", and your words quote another text'


def _writes_freely(words: Words) -> bool | None:
    """True if the words order a message without quoting it; None if they order no message. "Text Ann or text Bob 'hi'"
    quotes one message for both.
    """
    groups = (group for text in words.texts for group in alternatives(text))
    writing = [sides for group in groups if (sides := [side for side in group if side.kinds & WRITING])]
    return any(not any(map(any, map(quoted, (side.text for side in sides)))) for sides in writing) if writing else None


def _is_free_for(words: Words, to: Callable[[str], bool]) -> bool:
    """True unless every message for this recipient is quoted. An order without a quotation may be for them if it names
    them or nobody: "text Ann 'hi' and tell her that I am late".
    """
    pairs = list(messages(words.texts))
    mine = [quotes for named, quotes in pairs if to(named)]
    return (
        not all(mine)
        or not mine
        or any(not quotes and not names_somebody(named, first=True) for named, quotes in pairs)
    )


def _about_pairing(body: str, words: Words, to: Callable[[str], bool]) -> str:
    """A reason if the words quote this message for somebody else, and another message for this recipient; empty
    otherwise.
    """
    pairs = list(messages(words.texts))
    mine = [quotes for recipients, quotes in pairs if to(recipients)]
    elsewhere = any(recipients and any(_is_message(body, quote) for quote in quotes) for recipients, quotes in pairs)
    if (
        not elsewhere
        or not mine
        or any(not quotes or any(_is_message(body, quote) for quote in quotes) for quotes in mine)
    ):
        return ""
    return f'it would say "{short(body)}", and your words quote that for somebody else'


def _is_message(body: str, quote: str) -> bool:
    return same(body, quote) or _fills(body, quote)


def _fills(body: str, quote: str) -> bool:
    """True if a text is a quotation with its slots filled in: `hello, [Name]`, `hello, {person.name}`."""
    parts = _SLOT.split(canon(quote))
    return len(parts) > 1 and re.fullmatch(".+".join(map(re.escape, parts)), canon(body), re.S) is not None


def about_twice(to: tuple[str, ...], body: str, words: Words, entered: Entered, execution: int) -> str:
    """Why this message would be sent a second time without an order."""
    if entered.repeats(to, body, execution):
        return "it was sent in this step already"
    if not words.by_person and entered.went_before(to, body) and not orders_several(words):
        return "it was sent before in this run"
    return ""


def orders_several(words: Words) -> bool:
    """True if a person orders the same thing more than once."""
    return any(says(text, word) for text in words.texts for word in risk_table().several)


# ---------------------------------------------------------------- links and the clipboard


def about_link(action: OpenLink, words: Words) -> str:
    """Why nobody ordered this link: a person's words must contain its host, path and query."""
    url = action.url.strip()
    parts = urlsplit(url if "//" in url or ":" in url.split("/")[0] else f"https://{url}")
    target = canon(unquote(f"{parts.netloc}{parts.path}").strip("/"))
    for text in map(canon, words.texts):
        if canon(url) in text:
            return ""
        if target and not parts.query and re.search(rf"(?<![\w.\-]){re.escape(target)}(?![\w\-]|[./]\w)", text):
            return ""
    return f"nobody wrote the link {visible(url[:120])}"


def about_clipboard(action: SetClipboard, words: Words) -> str:
    """Why this text must not be put on the clipboard, which every app can read."""
    return "" if said(action.text, words) else f'"{short(action.text)}" is not in your words'


# ---------------------------------------------------------------- switches


def about_switch(target: Element, screen: Screen, entered: Entered, words: Words) -> str:
    """Why nobody ordered this switch or its direction: a person's order must contain its name or the title of
    its page.
    """
    name = (target.label or target.text).split(",")[0].strip()
    title = entered.page.title if screen.package == entered.page.package else ""
    heads = [element.label for element in screen.elements if element.window is target.window and not element.clickable]
    names = [text for text in (name, title, *heads[:2]) if text and _telling(text)]
    texts = words.about((Risk.SETTING,)).texts
    switch = next((text for text in names if names_whole(texts, text, going=True)), "")
    if not switch:
        return f'your words do not name "{visible(name)}"'
    way = _way_of(switch, texts)
    if way is not None and target.checkable and way == target.checked:
        return f'"{visible(name)}" would be turned {"off" if target.checked else "on"}'
    return ""


def _way_of(switch: str, texts: Iterable[str]) -> bool | None:
    """The state that a person wants for a switch: from the clause that names it, else from its order, else from the
    text.
    """
    naming = [text for text in texts if says(text, switch)]
    divided = [portion for text in naming for portion in portions(text)]
    near = [part for portion in divided for part in portion.parts if says(part, switch)]
    around = [portion.text for portion in divided if says(portion.text, switch)]
    return next((way for way in map(_direction, (near, around, naming)) if way is not None), None)


def _telling(name: str) -> bool:
    return len(words_of(name)) <= 4 and not name.isdigit()


def _direction(texts: Iterable[str]) -> bool | None:
    """On, off, or None if the words say neither or both."""
    rules = risk_table()
    on = any(says(text, word) for text in texts for word in rules.on)
    off = any(says(text, word) for text in texts for word in rules.off)
    return None if on == off else on


# ---------------------------------------------------------------- removing


def about_removal(
    target: Element,
    screen: Screen,
    entered: Entered,
    words: Words,
    known: Iterable[str],
    *,
    theirs: Words | None = None,
    everything: bool = True,
) -> str:
    """Why this is not the thing to remove. Every selected row, else the open page or row, must have the name that a
    person's words give. `everything`: if the words say "all", they mean everything here. `theirs` are all their words
    if `words` are only a part; they may exclude something.
    """
    if everything and means_all(words):
        return _about_staying(_going(target, screen, entered), theirs or words)
    if entered.picked or entered.nameless or entered.unseen or any(_selected(screen)):
        return _not_meant(screen, entered, words, known, going=True)
    about = _going(target, screen, entered)
    strange = next((text for text in about if not is_named(text, words, known, going=True)), "")
    if strange:
        return f'it is about "{short(strange)}", which your words do not name for this'
    if any(_dialog_quotes(screen)):
        return ""
    return _about_number(about if _row_around(target) else entered.page.texts, words)


def _going(target: Element, screen: Screen, entered: Entered) -> tuple[str, ...]:
    """The things that a touch would remove: the selected rows, the question's quotation, the row of the button, the
    long-pressed row, or the open page.
    """
    picked = tuple(dict.fromkeys((*_selected(screen), *entered.members)))
    row, quotes = _row_around(target), tuple(_dialog_quotes(screen))[:1]
    return picked or quotes or ((row,) if row else ()) or entered.held or tuple(filter(None, [entered.page.title]))


def _dialog_quotes(screen: Screen) -> Iterator[str]:
    """Quotations in a window over the page."""
    for element in screen.elements:
        if element.window is Window.DIALOG:
            yield from quoted(element.label or element.text)


def _about_staying(going: Iterable[str], theirs: Words) -> str:
    """The reason why an item must stay although the words say "all": they name it as an exception."""
    spared = [portion.text for text in theirs.texts for portion in portions(text) if portion.spared]
    for name in going:
        if not all(means_with_all(theirs.texts, part, spared) for part in _telling_parts(name)):
            return f'it is about "{short(name)}", which your words exclude'
    return ""


def _not_meant(screen: Screen, entered: Entered, words: Words, known: Iterable[str], *, going: bool = False) -> str:
    """The reason to doubt a selection: an item in it, visible or not, is missing from the person's words. Empty if none
    is."""
    rows = dict.fromkeys((*_selected(screen), *entered.members))
    strange = next((row for row in rows if row and not is_named(row, words, known, going=going)), "")
    if strange:
        return f'"{short(strange)}" is selected, and your words do not name it for this'
    if entered.nameless:
        return f"{entered.nameless} selected without a name to compare with your words"
    if entered.unseen:
        return f"{entered.count} are selected, and {entered.unseen} of them were not seen"
    return ""


def _about_number(about: Iterable[str], words: Words) -> str:
    """Why this is another person of the same name: the number in the person's words is not on the page. Empty if it is,
    or if they give none."""
    figures = [digits for text in words.texts for found in _FIGURE.findall(canon(text)) if (digits := digits_of(found))]
    shown = [digits for text in about for found in _FIGURE.findall(canon(text)) if (digits := digits_of(found))]
    if not figures or not shown or any(same_number(figure, number) for figure in figures for number in shown):
        return ""
    return f"the number {shown[0]} is on the page, and your words name another"


def means_all(words: Words) -> bool:
    """True if a person's words mean everything."""
    return any(says(text, word) for text in words.texts for word in risk_table().every)


def _selected(screen: Screen) -> list[str]:
    if any(element.window is Window.DIALOG for element in screen.elements):
        return []
    rows = (e for e in screen.elements if e.selected and e.window is Window.APP and e.role is not Role.TAB)
    return [element.label or element.text for element in rows]


def _row_around(target: Element) -> str:
    """The row of a remove button, if the row shows a text."""
    found = re.search(r"row of '(.+)'", target.place)
    return found[1] if found else ""


def is_named(subject: str, words: Words, known: Iterable[str], *, going: bool = False) -> bool:
    """True if a person's words name this row or title. Either they contain a whole part of it that is more than figures
    or a day, or it contains one of their texts whole, which is several words or a file name. `going`: the words must
    name it as the thing to remove.
    """
    parts = _parts(subject)
    if any(names_whole(words.texts, part, going=going) for part in _telling_parts(subject)):
        return True
    if _is_known(parts[0] if parts else subject, known):
        return True
    objects = [quote for text in words.texts for quote in quoted(text)]
    names = (text for text in objects if (len(words_of(text)) > 1 or "." in text) and says(subject, text))
    return any(names_whole(words.texts, name, going=going) for name in names)


def _parts(subject: str) -> list[str]:
    """The parts of a row's text, split at its separators."""
    return [part.strip() for part in re.split(r",\s|\n|\s·\s|\t", subject) if part.strip()]


def _telling_parts(subject: str) -> Iterator[str]:
    """A row and its parts, except parts that are only figures or days."""
    for part in dict.fromkeys((subject, *_parts(subject))):
        if len(part) > 1 and not _only_figures(part) and not is_day(part):
            yield part


def _only_figures(text: str) -> bool:
    return re.search(r"[^\W\d_]", text) is None
