"""How a run speaks with a person, and what it does when nobody is there."""

from __future__ import annotations

from typing import Protocol

from agentprog.errors import NeedsHuman


class Interaction(Protocol):
    """The person at the run. `ask` and `confirm` block until they are answered."""

    def tell(self, text: str) -> None: ...

    def ask(self, question: str) -> str:
        """The person's words. Raises NeedsHuman when nobody answers."""
        ...

    def confirm(self, question: str) -> bool:
        """Whether a risky action may happen. Raises NeedsHuman when nobody answers."""
        ...


class NobodyThere:
    """For runs without a person: what is told is kept by the events alone, a question ends the run."""

    def tell(self, text: str) -> None:
        del text

    def ask(self, question: str) -> str:
        raise NeedsHuman(f"the program asks: {question}")

    def confirm(self, question: str) -> bool:
        raise NeedsHuman(question)
