"""Builds a question about an action: the effect, the people, the words, and the text that asks for it."""

from __future__ import annotations

from itertools import islice

from agentprog.identity import says
from agentprog.lang.effects.delegation import delegates
from agentprog.lang.effects.kinds import PAYING, SUBMITTING, TO_SOMEBODY, Risk, Trait, kinds_with
from agentprog.ports import Element, Role, Screen, TypeText, Window
from agentprog.runtime.safety.committing import Shape, is_search, shape_of
from agentprog.runtime.safety.coverage import field_of
from agentprog.runtime.safety.followed import Quote
from agentprog.runtime.safety.forms.entered import row_of
from agentprog.runtime.safety.forms.records import KEEPING
from agentprog.runtime.safety.forms.values import in_dialog
from agentprog.runtime.safety.gate.known import Known
from agentprog.runtime.safety.gate.matter import Matter
from agentprog.runtime.safety.interaction import RiskyAction
from agentprog.runtime.safety.money import on_review
from agentprog.runtime.safety.parties import body_on, recipients_on
from agentprog.runtime.safety.risk import changes_something, risk_table

_OF_A_PAGE = (Risk.EDIT, Risk.CHANGE)
"""Classes whose touch names the effect, while its page names the object."""
_HEADS = 3
"""How many lines above a switch may name its subject."""
_OF_A_SELECTION = kinds_with(Trait.SELECTED)


def wanted(risk: Risk | None, matter: Matter, known: Known) -> RiskyAction:
    """The question to a person about an action."""
    screen, words = matter.screen, matter.words
    label = next((app.label for app in matter.apps if app.package == screen.package), screen.package)
    to = recipients_on(risk, matter.action, screen) if risk in TO_SOMEBODY else ()
    selected = known.entered.size if risk in _OF_A_SELECTION else 0
    about = known.entered.subject if selected or risk in (Risk.DELETE, Risk.BLOCK) else ()
    if not about and risk in _OF_A_PAGE and not isinstance(matter.action, TypeText):
        about = tuple(filter(None, [known.entered.page.title]))
    if risk is Risk.SETTING and matter.target is not None:
        about = _of_switch(matter.target, screen)
    if risk in PAYING:
        about, selected = on_review(matter.target, screen.elements), 0
    body = body_on(screen) if risk in TO_SOMEBODY else ""
    about += tuple(
        value for value in _form(risk, matter, known) if not any(says(text, value) for text in (*about, *to, body))
    )
    quote = _quoted(matter, known, (body, *to, *about)) if risk else None
    listed = quote.lines if quote is not None and quote.named else ()
    return RiskyAction(
        action=matter.described,
        risk=risk.value if risk else "",
        step=words.said or words.step,
        app=label,
        written_by="you" if words.by_person else "the model",
        line=words.line,
        to=tuple(_known_as(name, matter, known) for name in to),
        says=body,
        about=about,
        rests_on=_rests_on(quote, matter) if risk else "",
        others=() if listed else words.others,
        item=words.item or "",
        listed=listed,
        count=selected,
        frames=_frames(matter, selection=selected > 0),
        size=(screen.width, screen.height),
    )


def _form(risk: Risk | None, matter: Matter, known: Known) -> tuple[str, ...]:
    """Contents of the form that a touch saves or submits, whoever entered them; for a web form also its address."""
    target, screen = matter.target, matter.screen
    if target is None or target.checkable or isinstance(matter.action, TypeText):
        return ()
    if target.window is Window.DIALOG:
        return in_dialog(screen) if shape_of(target, screen) is Shape.DIALOG else ()
    keeps = risk in SUBMITTING or shape_of(target, screen) in KEEPING or changes_something(target)
    site = [e.text.strip() for e in screen.elements if e.editable and is_search(e)] if risk in SUBMITTING else []
    sinks = [place for place in site if place and screen.package in risk_table().sinks]
    values = dict.fromkeys((*sinks, *known.forms.values(screen.package))) if keeps else {}
    return tuple(value for value in values if value not in target.texts)


def _of_switch(target: Element, screen: Screen) -> tuple[str, ...]:
    """Texts above a switch, for example its app, and the state of the switch."""
    labelled = [e for e in screen.elements if e.window is target.window and not e.clickable and e.label]
    above = (e.label for e in sorted(labelled, key=lambda e: e.bounds.top) if e.bounds.bottom <= target.bounds.top)
    way = ("on now" if target.checked else "off now",) if target.checkable else ()
    return (*islice(dict.fromkeys(above), _HEADS), *way)


def _frames(matter: Matter, *, selection: bool) -> tuple[tuple[int, int, int, int], ...]:
    """Bounds of the affected elements on the screen."""
    rows = [e for e in matter.screen.elements if selection and e.selected and e.role is not Role.TAB]
    around = [e.bounds for e in rows or ([matter.target] if matter.target is not None else [])]
    return tuple((bounds.left, bounds.top, bounds.right, bounds.bottom) for bounds in around)


def prepares(action: TypeText, matter: Matter, known: Known) -> bool:
    """True if typing this only prepares a message that a followed text asks for; the question comes when it is sent."""
    if not delegates(matter.words.person):
        return False
    names = known.people.names_of(action.text, matter.screen.package)
    return known.followed.prepares(field_of(action, matter.screen), action.text, names, matter.words.person)


def _quoted(matter: Matter, known: Known, about: tuple[str, ...]) -> Quote | None:
    """The followed text that orders this effect; None if no text does, or the person ordered none to be followed."""
    if not delegates(matter.words.person):
        return None
    names = [name for value in about for name in known.people.names_of(value, matter.screen.package)]
    target = matter.target
    typed = matter.action.text if isinstance(matter.action, TypeText) else ""
    touch = row_of(target) if target is not None else ""
    return known.followed.quote((*about, *names, typed, touch), matter.words.person)


def _rests_on(quote: Quote | None, matter: Matter) -> str:
    """The question's sentence about that text."""
    if quote is not None:
        return quote.quotation
    return "no text that you told the run to follow contains this" if delegates(matter.words.person) else ""


def _known_as(name: str, matter: Matter, known: Known) -> str:
    """A number with the phone's names for it, and a name that several people have with their numbers, so that a person
    sees the recipient.
    """
    package = matter.screen.package
    if names := known.people.names_of(name, package):
        return f"{name} ({', '.join(names)})"
    numbers = known.people.namesakes(name)
    return f"{name} (one of {' and '.join(numbers)}: this screen does not say which)" if len(numbers) > 1 else name
