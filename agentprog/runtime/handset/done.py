"""An action to be made on the phone, and its outcome."""

from __future__ import annotations

from agentprog.frozen import frozen
from agentprog.ports import Action
from agentprog.runtime.handset.entry import Entry
from agentprog.runtime.roles import Attempt


@frozen
class Order:
    """An action of a statement. `why` is its author, `expectation` a text that the screen should show afterwards.
    `told_later`: a later line checks whether the action happened, so nobody is asked about an unknown outcome.
    """

    action: Action
    why: str
    expectation: str = ""
    told_later: bool = False


@frozen
class Done:
    """An attempt and its result on the screen. `shown`: whether the expectation could be read; None without one.

    `interrupted`: the process ended during the action. `unknown`: in addition, the screen does not show the outcome.
    `witnessed`: a person confirmed the action.
    """

    attempt: Attempt
    before: str
    after: str
    shown: bool | None = None
    risk: str = ""
    refused: bool = False
    dry: bool = False
    unknown: bool = False
    interrupted: bool = False
    witnessed: bool = False
    entry: Entry = Entry.NONE
    value: str = ""
    """The text that the action reads (the clipboard); empty while a journal is read again."""


@frozen
class Cleared:
    """An action that passed the gate: its class (empty: none), recipients, text and object."""

    risk: str = ""
    to: tuple[str, ...] = ()
    says: str = ""
    about: tuple[str, ...] = ()


def refused(action: Action, reason: str, signature: str, risk: str) -> Done:
    """An action of this class that the gate refused, on the screen with this signature."""
    attempt = Attempt(action=action, ok=False, detail=f"not allowed: {reason}", changed=False)
    return Done(attempt=attempt, before=signature, after=signature, risk=risk, refused=True)


def rehearsed(action: Action, signature: str) -> Done:
    """The outcome of an action in a dry run."""
    attempt = Attempt(action=action, ok=True, detail="dry run: not done", changed=False)
    return Done(attempt=attempt, before=signature, after=signature, dry=True)
