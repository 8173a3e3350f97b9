"""The base of the methods of `mobile`: sight of the screen, and one way to act on it."""

from __future__ import annotations

from typing import Protocol

from agentprog.ports import Action
from agentprog.runtime.forms.sight import Sight
from agentprog.runtime.step import Step

CODE = "code"


class Acting(Protocol):
    def __call__(self, action: Action, expect: str = "") -> bool:
        """Make the action; True if the screen changed. Raises Denied if the gate or the phone refuses."""
        ...


class Group:
    """A group of `mobile` methods for one snippet."""

    def __init__(self, step: Step, sight: Sight, act: Acting) -> None:
        self._step = step
        self._sight = sight
        self._act = act
