"""The person at the terminal: answers questions and confirms risky actions, or is not there."""

from __future__ import annotations

import sys

from agentprog.cli.console import err
from agentprog.errors import Cancelled, NeedsHuman
from agentprog.runtime.safety.interaction import Interaction, NobodyThere

_YES = ("y", "yes")


def person(*, non_interactive: bool) -> Interaction:
    """Somebody who can be asked, when standard input is a terminal; else nobody, and a question ends the run."""
    if non_interactive or not sys.stdin.isatty():
        return NobodyThere()
    return _AtTheTerminal()


class _AtTheTerminal:
    def tell(self, text: str) -> None:
        """The event of it is shown already."""
        del text

    def ask(self, question: str) -> str:
        return self._answer(question, "> ")

    def confirm(self, question: str) -> bool:
        return self._answer(question, "[y/N] ").casefold() in _YES

    def _answer(self, question: str, prompt: str) -> str:
        console = err()
        console.print(question, markup=False, style="bold")
        console.print(prompt, end="", markup=False)
        try:
            return input().strip()
        except EOFError as exc:
            raise NeedsHuman(question) from exc
        except KeyboardInterrupt as exc:
            raise Cancelled("interrupted at a question") from exc
