"""What is to be done on the phone, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass

from agentprog.ports import Action
from agentprog.runtime.roles import Attempt


@dataclass(frozen=True, kw_only=True, slots=True)
class Order:
    """An action that a statement wants. `why` is who decided it, `expectation` a text that should be readable after it.

    `told_later`: what follows will tell whether it happened, so nobody is asked where that is not known.
    """

    action: Action
    why: str
    expectation: str = ""
    told_later: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Done:
    """An attempt and what the screen said of it. `shown`: whether the expectation could be read, None without one.

    `interrupted`: the process ended while it was done; `unknown`: and the screen does not prove what came of it;
    `witnessed`: a person said that it was done.
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
    value: str = ""
    """The text that the action reads (the clipboard); empty while a journal is read again."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Cleared:
    """An action that the gate lets pass: its class (empty: none), to whom it goes, what it says, what it is about."""

    risk: str = ""
    to: tuple[str, ...] = ()
    says: str = ""
    about: tuple[str, ...] = ()


def refused(action: Action, reason: str, signature: str, risk: str) -> Done:
    """An action of this class that the gate did not let through, on the screen of this signature."""
    attempt = Attempt(action=action, ok=False, detail=f"not allowed: {reason}", changed=False)
    return Done(attempt=attempt, before=signature, after=signature, risk=risk, refused=True)


def rehearsed(action: Action, signature: str) -> Done:
    """An action of a dry run."""
    attempt = Attempt(action=action, ok=True, detail="dry run: not done", changed=False)
    return Done(attempt=attempt, before=signature, after=signature, dry=True)
