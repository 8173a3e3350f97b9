"""Objections to an action: content beyond a person's words, a value that leaves its app, a place that commits."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from agentprog.identity import digits_of, same, same_number, says, words_of
from agentprog.identity.telephone import NUMBER
from agentprog.lang.effects.kinds import LOOKING, SUBMITTING, TO_SOMEBODY, WRITING, Risk
from agentprog.lang.effects.lists import Option, addressed_in, options_in
from agentprog.lang.effects.orders import orders, orders_something
from agentprog.ports import Element, OpenLink, PressKey, SetClipboard, Tap, TypeText, Window
from agentprog.runtime.safety.appnames import mentions
from agentprog.runtime.safety.committing import Shape, is_search, shape_of
from agentprog.runtime.safety.coverage import (
    Words,
    about_body,
    about_change,
    about_clipboard,
    about_link,
    about_reading_only,
    about_removal,
    about_switch,
    about_twice,
    about_typing,
    field_of,
    is_named,
    said,
    short,
)
from agentprog.runtime.safety.forms.records import about_time, one_stem
from agentprog.runtime.safety.gate.asking import prepares
from agentprog.runtime.safety.gate.conditions import wait_for_a_yes
from agentprog.runtime.safety.gate.known import GIVEN_AWAY, Known
from agentprog.runtime.safety.gate.matter import Matter
from agentprog.runtime.safety.leaving import ON_CLIPBOARD, about_sharing, leaves_by, pasted
from agentprog.runtime.safety.parties import body_on, recipients_on, says_body
from agentprog.runtime.safety.powers import is_harmful, is_setting, is_the_phones
from agentprog.runtime.safety.risk import changes_something, risk_table

_NETWORK = "android.permission.INTERNET"
_SENDS = "android.permission.SEND_SMS"
_OF_RECORDS = frozenset(Risk) - {*TO_SOMEBODY, *LOOKING, Risk.BLOCK, Risk.DELETE}
"""Orders that create or change a record: the words of these orders may fill in a form."""
Found = tuple[Risk, str] | None
"""A class, and why the person's words do not cover it."""


def beyond(matter: Matter, known: Known) -> Found:
    """Why the content of an action goes beyond a person's words or leaves its app, whatever it touches. An exact line
    by a person counts as the person's words."""
    if matter.exact:
        return None
    return _in_a_form(matter, known) or _carried(matter, known) or _leaving(matter, known)


def _in_a_form(matter: Matter, known: Known) -> Found:
    """An objection to saving a form as it is, or to a choice or time in it that nobody ordered."""
    target, screen, theirs = matter.target, matter.screen, matter.theirs
    if target is None or not isinstance(matter.action, Tap | PressKey):
        return None
    order = theirs.about(_OF_RECORDS, _labels(matter))
    reason = known.forms.about_keeping(target, screen, theirs, order, known.numbers(order, screen))
    reason = reason or known.forms.about_choice(target, screen, theirs) or about_time(target, screen, theirs)
    return (Risk.EDIT, reason) if reason else None


def _carried(matter: Matter, known: Known) -> Found:
    action, screen, theirs = matter.action, matter.screen, matter.theirs
    brought = pasted(action, screen, known.seen)
    if brought is not None and not orders(Risk.DISCLOSE, theirs.texts):
        if brought.text == ON_CLIPBOARD and any(orders(kind, theirs.texts) for kind in (Risk.SEND, Risk.SHARE)):
            return Risk.DISCLOSE, f"{ON_CLIPBOARD} would be entered here, and the run does not know it"
        return about_typing(brought, screen, theirs, known.numbers(theirs, screen))
    match action:
        case TypeText():
            return _typed(action, matter, known)
        case OpenLink():
            reason = about_link(action, theirs)
            return (Risk.OPEN_LINK, reason) if reason else None
        case SetClipboard():
            reason = about_clipboard(action, theirs)
            return (Risk.DISCLOSE, reason) if reason else None
        case Tap(target=Element() as target) if target.checkable and is_setting(target, screen):
            reason = about_switch(target, screen, known.entered, theirs)
            reason = reason or wait_for_a_yes(Risk.SETTING, matter.words.person)
            return (Risk.SETTING, reason) if reason else None
        case Tap(target=Element() as target) if (
            changes_something(target)
            and not known.only_asks(screen)
            and not is_the_phones(target.package or screen.package)
        ):
            reason = "" if known.followed.leads_on(screen) else about_reading_only(target, screen, theirs)
            reason = reason or wait_for_a_yes(Risk.EDIT, matter.words.person)
            return (Risk.EDIT, reason) if reason else None
    return None


def _typed(action: TypeText, matter: Matter, known: Known) -> Found:
    screen, theirs = matter.screen, matter.theirs
    lost = known.forms.about_loss(action, field_of(action, screen), theirs)
    found = about_typing(action, screen, theirs, known.numbers(theirs, screen))
    if found is not None and found[0] is Risk.EDIT and prepares(action, matter, known):
        found = None
    return found or ((Risk.EDIT, lost) if lost else None)


def _leaving(matter: Matter, known: Known) -> Found:
    """An objection to a value that only screens have shown, if it would leave its app through an app or person that
    nobody named.
    """
    action, screen, words = matter.action, matter.screen, matter.words
    theirs = (*words.person, words.step) if words.by_person else words.person
    shared = about_sharing(action, screen, theirs, matter.apps)
    if shared:
        return Risk.SHARE, shared
    action = pasted(action, screen, known.seen) or action
    if not isinstance(action, TypeText):
        return None
    package = screen.package
    network = matter.permissions is None or _NETWORK in matter.permissions
    if not leaves_by(field_of(action, screen), sink=package in risk_table().sinks, network=network):
        return None
    if any(app.package == package and mentions(theirs, app) for app in matter.apps):
        return None
    if known.seen.leaks(action.text, package, theirs):
        return Risk.DISCLOSE, "it contains a value from another app, and your words do not name this app"
    known.seen.entered(action.text, package)
    return None


def says_nothing_else(risk: Risk | None, matter: Matter, known: Known) -> bool:
    """True if an action writes and sends only contents of its words. A person's own words may leave contents open; a
    text that they allowed may not."""
    action, screen, words = matter.action, matter.screen, matter.theirs
    action = pasted(action, screen, known.seen) or action
    text = action.text if isinstance(action, TypeText) else body_on(screen) if risk in TO_SOMEBODY else ""
    numbers = known.numbers(words, screen)
    return said(text, words) or any(same(text, number) for number in numbers)


def says_more(risk: Risk | None, matter: Matter) -> bool:
    """True if the place of a touch shows more than its class: it has no class, or the person's words order no effect.
    Never in an app that can do no harm."""
    unordered = risk is Risk.EDIT and not orders_something(matter.theirs.texts)
    return (risk is None or unordered) and is_harmful(matter.screen.package, matter.permissions)


def by_place(matter: Matter, known: Known) -> tuple[Risk | None, str]:
    """The class of a touch that commits by its place or its app's card, whatever its label; None if a person's words
    cover it.
    """
    target, screen = matter.target, matter.screen
    if target is None or matter.exact:
        return None, ""
    app = next((app for app in matter.apps if app.package == screen.package), None)
    shape = shape_of(target, screen, selection=known.entered.picks)
    if isinstance(matter.action, PressKey) and target.text.strip() and not is_search(target):
        shape = Shape.BESIDE
    tail = target.resource_id.rpartition("/")[2]
    if app is not None and tail in app.opens:
        return None, ""
    if app is not None and tail in app.commits:
        shape = shape or Shape.CARD
    if shape is Shape.PAYMENT:
        return Risk.PAY, ""
    if shape is Shape.BESIDE and (says_body(screen) or (body_on(screen) and _SENDS in (matter.permissions or ()))):
        return Risk.SEND, ""
    if shape in (None, Shape.SWITCH) or (shape is Shape.DIALOG and known.only_asks(screen)):
        return None, ""
    if known.followed.leads_on(screen):
        return None, ""
    theirs = matter.theirs
    reason = about_change(shape, target, screen, known.entered, theirs, known.numbers(theirs, screen))
    reason = reason or wait_for_a_yes(Risk.CHANGE, matter.words.person)
    return (Risk.CHANGE, reason) if reason else (None, "")


def unlike(risk: Risk, matter: Matter, known: Known) -> str:
    """Why the text or thing to send, remove or save differs from a person's words."""
    screen, words, theirs = matter.screen, matter.words, matter.theirs
    if matter.exact:
        return ""
    early = known.conditions.about(risk, words.person) or _about_another_order(risk, matter, known)
    early = early or _about_choice(risk, matter, known)
    if early:
        return early
    if risk in GIVEN_AWAY and screen.package in known.unread and not orders(Risk.DISCLOSE, theirs.texts):
        return f"it holds {ON_CLIPBOARD}, which no question has shown"
    if risk in WRITING:
        to, body = recipients_on(risk, matter.action, screen), body_on(screen)
        if body and not any(same(body, text) for text in words.approved):
            difference = about_body(body, theirs, lambda text: any(_is_in(name, (text,), matter, known) for name in to))
            return difference or about_twice(to, body, theirs, known.entered, words.execution)
    target = getattr(matter.action, "target", None)
    if risk is Risk.DELETE and isinstance(target, Element):
        return _about_removing(target, matter, known)
    if risk is Risk.BLOCK and isinstance(target, Element):
        return _about_blocking(target, matter, known)
    if risk in SUBMITTING:
        return known.forms.about_chosen(screen.package, theirs)
    return ""


def _about_another_order(risk: Risk, matter: Matter, known: Known) -> str:
    """Why this recipient is wrong: a person's words name them, but for another order."""
    theirs = matter.theirs
    if risk not in TO_SOMEBODY:
        return ""
    texts = theirs.about((risk,), _labels(matter)).texts
    for name in recipients_on(risk, matter.action, matter.screen):
        approved = any(same(name, approved_name) for approved_name in matter.words.approved)
        if not approved and _is_in(name, theirs.texts, matter, known) and not _is_in(name, texts, matter, known):
            return f'it would go to "{short(name)}", whom your words name for something else'
    return ""


def _about_choice(risk: Risk, matter: Matter, known: Known) -> str:
    """Why this is one too many: "text Ann or Bob" leaves the choice, and orders one message. So does "text Ann or call
    Bob", and orders a message or a call.
    """
    to = recipients_on(risk, matter.action, matter.screen) if risk in TO_SOMEBODY else ()
    reached = [
        (kind, name) for kind, reached_names, execution in known.entered.reached
        if not matter.words.by_person or execution == matter.words.execution for name in reached_names
    ]  # fmt: skip
    for text in matter.theirs.texts if to else ():
        spelled = known.people.directory.spelled(text)
        for options in options_in(spelled, addressed_in(spelled), certain=True):
            now = [
                choice for choice in options if risk in (choice.kinds or {risk}) and _is_for(choice, to, matter, known)
            ]
            before = [
                choice for choice in options
                if _is_for(choice, [met for kind, met in reached if kind in (choice.kinds or {risk})], matter, known)
            ]  # fmt: skip
            second = (choice for choice in now[1:] if choice.names != now[0].names)
            another = next((choice for choice in before if choice not in now), next(second, None))
            if now and another:
                return f'your words ask for one of several, and "{short(", ".join(another.names))}" is reached too'
    return ""


def _is_for(option: Option, somebody: Iterable[str], matter: Matter, known: Known) -> bool:
    return any(_meets(name, recipient, matter, known) for recipient in somebody for name in option.names)


def _meets(name: str, recipient: str, matter: Matter, known: Known) -> bool:
    """True if a recipient on the screen can be the person with this name."""
    package = matter.screen.package
    return (
        says(recipient, name) or _is_in(recipient, (name,), matter, known) or known.one_person(recipient, name, package)
    )


def _is_in(somebody: str, texts: Iterable[str], matter: Matter, known: Known) -> bool:
    """True if the texts contain a name or number that the phone has for one of these people."""
    package = matter.screen.package
    numbers = known.people.numbers_of(partial(same, somebody), package)
    every = (somebody, *known.people.names_of(somebody, package), *numbers)
    return any(says(text, name) for text in texts for name in every)


def _labels(matter: Matter) -> tuple[str, ...]:
    return tuple(name for app in matter.apps for name in (app.label, *app.aliases))


def _about_removing(target: Element, matter: Matter, known: Known) -> str:
    """Why this is not the thing to remove. "All" covers the app in front, or a word on its page."""
    screen = matter.screen
    words = matter.theirs.about((Risk.DELETE,), _labels(matter))
    numbers, of_all = known.numbers(words, screen), _is_of_this(words, matter, known)
    return about_removal(target, screen, known.entered, words, numbers, theirs=matter.theirs, everything=of_all)


def _is_of_this(words: Words, matter: Matter, known: Known) -> bool:
    for texts in (words.texts, matter.theirs.texts):
        named_packages = [app.package for app in matter.apps if mentions(texts, app)]
        if named_packages:
            return matter.screen.package in named_packages
    app = next((app for app in matter.apps if app.package == matter.screen.package), None)
    dialog = (e.label or e.text for e in matter.screen.elements if e.window is Window.DIALOG)
    subjects = (known.entered.page.title, *dialog, *((app.label, *app.aliases) if app is not None else ()))
    theirs = {word for text in words.texts for word in words_of(text)}
    return any(one_stem(word, their_word) for text in subjects for word in words_of(text) for their_word in theirs)


def _about_blocking(target: Element, matter: Matter, known: Known) -> str:
    """Why somebody else would be blocked or reported. The person's words must name every number in the question, and
    the person that the page is about if the phone knows them."""
    screen, theirs = matter.screen, matter.theirs.about((Risk.BLOCK,), _labels(matter))
    numbers = known.numbers(theirs, screen)
    questions = [e.label or e.text for e in screen.elements if e.window is target.window and not e.clickable]
    people = [known.entered.page.title] if target.window is Window.DIALOG else []
    people += [number for text in questions for number in NUMBER.findall(text) if digits_of(number)]
    for name in people:
        somebody = digits_of(name) or known.people.numbers_of(partial(same, name), screen.package)
        if somebody and not is_named(name, theirs, numbers) and not _gives(name, theirs):
            return f'it is about "{short(name)}", which your words do not name for this'
    return ""


def _gives(number: str, words: Words) -> bool:
    """True if a person's words contain this telephone number."""
    digits = digits_of(number)
    return any(same_number(digits, digits_of(found)) for text in words.texts for found in NUMBER.findall(text))
