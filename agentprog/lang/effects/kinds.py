"""The kinds of effects: of orders in a line, and of actions on a phone. All that is known of a kind stands here."""

from __future__ import annotations

from enum import Flag, StrEnum, auto

from agentprog.frozen import frozen


class Risk(StrEnum):
    """What an action commits beyond the step it belongs to."""

    SEND = "send"
    CALL = "call"
    PAY = "pay"
    ORDER = "order"
    BOOK = "book"
    CANCEL = "cancel"
    """Call off what was ordered, booked or subscribed to."""
    JOIN = "join"
    """Become one of a group, a meeting or a channel."""
    DELETE = "delete"
    BLOCK = "block"
    INSTALL = "install"
    GRANT = "grant"
    SHARE = "share"
    AGREE = "agree"
    """Say yes to a question that names none of the effects above."""
    STRAY = "stray"
    """Act in an app that neither the instruction nor the program names."""
    SETTING = "setting"
    CREATE = "create"
    EDIT = "edit"
    """Enter what nobody wrote."""
    POST = "post"
    """Send a form of a web page."""
    OPEN_LINK = "open_link"
    DISCLOSE = "disclose"
    """Let a text leave by an address bar, a search on the web, or the clipboard."""
    CHANGE = "change"
    """Touch a place that saves, sends or removes something, with an unknown kind."""


class Trait(Flag):
    """What kinds of effects have in common."""

    NONE = 0
    LASTS = auto()
    """Reaches somebody, or cannot be taken back."""
    COSTS = auto()
    """Costs money."""
    ADDRESSED = auto()
    """Has a recipient."""
    SUBMITS = auto()
    """Submits a form, even an empty one."""
    OPENS = auto()
    """May itself open another app."""
    SELECTED = auto()
    """Applies to all selected rows."""
    FREE = auto()
    """An order of this kind leaves open what exactly is entered."""
    RESERVED = auto()
    """No text on the phone may order it, whoever follows the text."""
    LOOKS = auto()
    """Changes nothing on the phone, but data may leave it."""
    BY_PLACE = auto()
    """Known by the place of an action: no word of a person orders it."""
    BY_CONTENT = auto()
    """Known by the content of an action, not by its target."""


@frozen
class Nature:
    """What is known of a kind. `asks` continues "this needs your word", `loses` says what a yes cannot undo, `back` how
    to undo the effect; each empty: there is nothing to say.
    """

    traits: Trait = Trait.NONE
    asks: str = ""
    loses: str = ""
    back: str = ""


NOT_CALLED_BACK = "none"
"""The way back from an effect that has reached somebody."""
_T = Trait
NATURES = {
    Risk.SEND: Nature(
        traits=_T.LASTS | _T.ADDRESSED | _T.OPENS,
        asks="it sends something to somebody",
        loses="What was sent cannot be called back.",
        back=NOT_CALLED_BACK,
    ),
    Risk.CALL: Nature(
        traits=_T.LASTS | _T.ADDRESSED | _T.OPENS,
        asks="it calls somebody",
        loses="It rings at once.",
        back=NOT_CALLED_BACK,
    ),
    Risk.PAY: Nature(
        traits=_T.LASTS | _T.COSTS | _T.ADDRESSED | _T.SUBMITS | _T.OPENS | _T.FREE | _T.RESERVED,
        asks="it spends money",
        loses="The money may not come back.",
        back="none here: ask the shop or the bank",
    ),
    Risk.ORDER: Nature(
        traits=_T.LASTS | _T.COSTS | _T.SUBMITS | _T.OPENS | _T.FREE | _T.RESERVED,
        asks="it orders something",
        loses="It may not be called off again.",
        back="call it off with the shop, while it may be",
    ),
    Risk.BOOK: Nature(
        traits=_T.LASTS | _T.COSTS | _T.SUBMITS | _T.OPENS | _T.FREE | _T.RESERVED,
        asks="it books something",
        loses="It may not be called off again.",
        back="cancel it, while it may be",
    ),
    Risk.CANCEL: Nature(
        traits=_T.LASTS | _T.SUBMITS,
        asks="it calls off what was ordered, booked or subscribed to",
        loses="What is called off may not be had again.",
        back="order or book it again",
    ),
    Risk.JOIN: Nature(
        traits=_T.LASTS | _T.SUBMITS | _T.FREE,
        asks="it joins something",
        loses="The others see that you are there.",
        back="leave it",
    ),
    Risk.DELETE: Nature(
        traits=_T.LASTS | _T.SELECTED,
        asks="it deletes or loses something",
        loses="What is deleted may be gone for good.",
        back="the app's trash, where it has one",
    ),
    Risk.BLOCK: Nature(
        traits=_T.LASTS | _T.SELECTED,
        asks="it blocks, reports or signs out",
        loses="They hear no more of you, or you are signed out.",
        back="unblock, or sign in again",
    ),
    Risk.INSTALL: Nature(
        traits=_T.LASTS | _T.OPENS | _T.RESERVED,
        asks="it installs or removes an app",
        loses="The app stays until it is removed.",
        back="remove the app",
    ),
    Risk.GRANT: Nature(
        traits=_T.LASTS | _T.RESERVED,
        asks="it gives an app a permission",
        loses="The app keeps this until you take it back in the settings.",
        back="take it back in the settings of the app",
    ),
    Risk.SHARE: Nature(
        traits=_T.LASTS | _T.ADDRESSED | _T.OPENS | _T.SELECTED | _T.FREE,
        asks="it shares something",
        loses="What was shared cannot be called back.",
        back=NOT_CALLED_BACK,
    ),
    Risk.AGREE: Nature(asks="it says yes to a question"),
    Risk.STRAY: Nature(traits=_T.BY_PLACE, asks="it works in an app that nobody named"),
    Risk.CREATE: Nature(traits=_T.BY_CONTENT | _T.FREE, asks="it makes something new", back="delete what was made"),
    Risk.EDIT: Nature(traits=_T.BY_CONTENT | _T.FREE, asks="it enters what nobody wrote", back="change it back"),
    Risk.SETTING: Nature(traits=_T.BY_CONTENT, asks="it switches something of the phone", back="switch it back"),
    Risk.POST: Nature(
        traits=_T.LASTS | _T.SUBMITS | _T.BY_CONTENT,
        asks="it sends a form of a web page",
        loses="What was sent cannot be called back.",
        back=NOT_CALLED_BACK,
    ),
    Risk.OPEN_LINK: Nature(traits=_T.LOOKS | _T.BY_CONTENT, asks="it opens a link"),
    Risk.DISCLOSE: Nature(
        traits=_T.LOOKS | _T.BY_CONTENT,
        asks="it lets a text leave the phone",
        loses="Who gets it keeps it.",
        back=NOT_CALLED_BACK,
    ),
    Risk.CHANGE: Nature(traits=_T.SELECTED | _T.BY_PLACE, asks="it changes something"),
}
"""Of every kind."""


def kinds_with(trait: Trait) -> tuple[Risk, ...]:
    """The kinds that have the trait, in their order."""
    return tuple(kind for kind in Risk if trait in NATURES[kind].traits)


def nature_of(kind: str) -> Nature:
    """Of a kind by its name; an empty one for a name from a newer version's run folder."""
    return NATURES[Risk(kind)] if kind in set(Risk) else Nature()


LASTING = frozenset(kinds_with(Trait.LASTS))
PAYING = kinds_with(Trait.COSTS)
TO_SOMEBODY = frozenset(kinds_with(Trait.ADDRESSED))
SUBMITTING = kinds_with(Trait.SUBMITS)
LOOKING = frozenset(kinds_with(Trait.LOOKS))
"""Orders to look something up or to open it: the run shows their effects."""
BY_PLACE = kinds_with(Trait.BY_PLACE)
BY_CONTENT = kinds_with(Trait.BY_CONTENT)


def commits_as(kind: Risk) -> frozenset[Risk]:
    """The kinds of touches by which an effect comes about: who orders something also pays for it."""
    if kind in (Risk.ORDER, Risk.BOOK):
        return frozenset((kind, Risk.PAY))
    return frozenset((kind, Risk.DELETE)) if kind is Risk.CANCEL else frozenset((kind,))
