"""The kinds of effects, for orders in a line and for actions on a phone. Every property of a kind is defined here."""

from __future__ import annotations

from enum import Flag, StrEnum, auto

from agentprog.frozen import frozen


class Risk(StrEnum):
    """The effects that an action or an order may have."""

    SEND = "send"
    CALL = "call"
    PAY = "pay"
    ORDER = "order"
    BOOK = "book"
    CANCEL = "cancel"
    """Call off an order, a booking or a subscription."""
    JOIN = "join"
    """Join a group, a meeting or a channel."""
    DELETE = "delete"
    BLOCK = "block"
    INSTALL = "install"
    GRANT = "grant"
    SHARE = "share"
    AGREE = "agree"
    """Say yes to a question that names no other effect."""
    STRAY = "stray"
    """Act in an app that neither the instruction nor the program names."""
    SETTING = "setting"
    CREATE = "create"
    EDIT = "edit"
    """Enter a text that nobody wrote."""
    POST = "post"
    """Send a form on a web page."""
    OPEN_LINK = "open_link"
    DISCLOSE = "disclose"
    """Let a text leave through an address bar, a web search or the clipboard."""
    CHANGE = "change"
    """Touch an element that saves, sends or removes something of unknown kind."""


class Trait(Flag):
    """Properties that kinds of effects share."""

    NONE = 0
    LASTS = auto()
    """Reaches a person, or cannot be undone."""
    COSTS = auto()
    """Costs money: the gate compares the amount with a person's words."""
    ADDRESSED = auto()
    """Has a recipient, which the gate compares with a person's words."""
    WRITES = auto()
    """Carries a text to its recipient, which the gate compares with a person's words."""
    SUBMITS = auto()
    """Submits a form, even an empty one."""
    OPENS = auto()
    """May itself open another app."""
    SELECTED = auto()
    """Applies to all selected rows."""
    FREE = auto()
    """An order of this kind does not say exactly what to enter."""
    RESERVED = auto()
    """No text on the phone may order it, whoever follows that text."""
    LOOKS = auto()
    """Changes nothing on the phone, but data may leave it."""
    BY_PLACE = auto()
    """Follows from the place of an action; a person's words never order it."""
    BY_CONTENT = auto()
    """Follows from the content of an action, not from its target."""


@frozen
class Nature:
    """The properties of a kind. `asks` continues "this needs your word", `loses` names the loss after a yes, and `back`
    tells how to undo the effect. An empty text means that there is none."""

    traits: Trait = Trait.NONE
    asks: str = ""
    loses: str = ""
    back: str = ""


NOT_CALLED_BACK = "none"
"""Value of `back` for an effect that has reached a person."""
_T = Trait
NATURES = {
    Risk.SEND: Nature(
        traits=_T.LASTS | _T.ADDRESSED | _T.WRITES | _T.OPENS,
        asks="it sends something to somebody",
        loses="A sent message cannot be recalled.",
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
        loses="It may not be possible to cancel it.",
        back="cancel it with the shop, while that is possible",
    ),
    Risk.BOOK: Nature(
        traits=_T.LASTS | _T.COSTS | _T.SUBMITS | _T.OPENS | _T.FREE | _T.RESERVED,
        asks="it books something",
        loses="It may not be possible to cancel it.",
        back="cancel it, while that is possible",
    ),
    Risk.CANCEL: Nature(
        traits=_T.LASTS | _T.SUBMITS,
        asks="it cancels an order, a booking or a subscription",
        loses="The cancelled thing may not be available again.",
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
        loses="Deleted things may be gone for good.",
        back="the app's trash, if it has one",
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
        loses="The app keeps the permission until you withdraw it in the settings.",
        back="withdraw it in the settings of the app",
    ),
    Risk.SHARE: Nature(
        traits=_T.LASTS | _T.ADDRESSED | _T.OPENS | _T.SELECTED | _T.FREE,
        asks="it shares something",
        loses="Shared content cannot be recalled.",
        back=NOT_CALLED_BACK,
    ),
    Risk.AGREE: Nature(asks="it says yes to a question"),
    Risk.STRAY: Nature(traits=_T.BY_PLACE, asks="it works in an app that nobody named"),
    Risk.CREATE: Nature(traits=_T.BY_CONTENT | _T.FREE, asks="it makes something new", back="delete what was made"),
    Risk.EDIT: Nature(traits=_T.BY_CONTENT | _T.FREE, asks="it enters a text that nobody wrote", back="change it back"),
    Risk.SETTING: Nature(traits=_T.BY_CONTENT, asks="it changes a setting of the phone", back="switch it back"),
    Risk.POST: Nature(
        traits=_T.LASTS | _T.SUBMITS | _T.BY_CONTENT,
        asks="it submits a form of a web page",
        loses="The submitted data cannot be recalled.",
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
"""The properties of every kind."""


def kinds_with(trait: Trait) -> tuple[Risk, ...]:
    """The kinds with this trait, in the order of Risk."""
    return tuple(kind for kind in Risk if trait in NATURES[kind].traits)


def nature_of(kind: str) -> Nature:
    """The properties of a kind by its name; empty for an unknown name, as in the run folder of a newer version."""
    return NATURES[Risk(kind)] if kind in set(Risk) else Nature()


LASTING = frozenset(kinds_with(Trait.LASTS))
PAYING = kinds_with(Trait.COSTS)
TO_SOMEBODY = frozenset(kinds_with(Trait.ADDRESSED))
WRITING = frozenset(kinds_with(Trait.WRITES))
SUBMITTING = kinds_with(Trait.SUBMITS)
LOOKING = frozenset(kinds_with(Trait.LOOKS))
"""Looking something up or opening it. Only the run shows whether an effect follows."""
BY_PLACE = kinds_with(Trait.BY_PLACE)
BY_CONTENT = kinds_with(Trait.BY_CONTENT)


def commits_as(kind: Risk) -> frozenset[Risk]:
    """The kinds of touches that this effect needs: an order also pays, and a cancellation may delete."""
    if kind in (Risk.ORDER, Risk.BOOK):
        return frozenset((kind, Risk.PAY))
    return frozenset((kind, Risk.DELETE)) if kind is Risk.CANCEL else frozenset((kind,))
