"""What of a program cannot be seen by what a run has: said before it begins.

An app that draws its screens itself tells accessibility nothing. Which of them do is on their cards; what is left of
them are pixels, whose words the extra `ocr` reads, and whose pictures a model that sees can point at.
"""

from __future__ import annotations

from collections.abc import Iterator

from agentprog.devices.apps.cards import AppCard, cards
from agentprog.identity import same
from agentprog.lang.ast import Program
from agentprog.lang.resolve import resolve_apps

_OCR = 'pip install "agentprog[ocr]"'


def drawn_apps(program: Program) -> Iterator[AppCard]:
    """The cards of the apps in a program that draw their screens themselves, in the order of its lines."""
    named = dict.fromkeys(str(app) for app in resolve_apps(program).values() if app is not None)
    for name in named:
        for card in cards().values():
            if card.drawn and any(same(name, called) for called in (card.label, card.package, *card.aliases)):
                yield card


def needed(card: AppCard) -> str:
    """What an app that draws its screens needs, whatever there is."""
    what = "a model that sees (locator_model)"
    if card.drawn == "texts":
        what = f"their words read from pixels ({_OCR}) or {what}"
    return f"{card.label} draws its screens itself: {what} is needed to do anything there"


def foreseen(program: Program, *, ocr: bool, seeing: str | None) -> tuple[str, ...]:
    """A sentence for each app that draws its screens: what works there and what does not, with words read from pixels
    or not, and with the model that sees, if any."""
    return tuple(f"{card.label} draws its screens itself: {_works(card, ocr, seeing)}" for card in drawn_apps(program))


def _works(card: AppCard, ocr: bool, seeing: str | None) -> str:
    found = f"{seeing} finds things on its pictures" if seeing is not None else ""
    if card.drawn == "pictures":
        return found or "what counts there has no words, so nothing works without a model that sees (locator_model)"
    if ocr:
        read = "its words are read from their pixels and may err in single characters"
        return f"{read}; {found}" if found else f"{read}; what has no words cannot be touched without a locator_model"
    if found:
        return f"{found}; none of its texts can be read ({_OCR})"
    return f"nothing there can be read or touched with this run; {_OCR} reads its words, a locator_model sees the rest"
