"""The person at the terminal: answers questions, permits risky actions, takes the phone over; or is not there."""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import click
from rich.text import Text

from agentprog.app.session.questions import AnsweredElsewhere
from agentprog.cli.console import err, forget_typed_ahead
from agentprog.cli.watching.asking import (
    APPROVALS,
    choices,
    explained,
    proposal_lines,
    request_lines,
    whole_manifest,
)
from agentprog.cli.watching.debugging import Debugger
from agentprog.cli.watching.picture import picture
from agentprog.errors import Cancelled, NeedsHuman
from agentprog.runtime.safety.interaction import Consent, RiskyAction
from agentprog.runtime.safety.proposal import Approval, Proposal
from agentprog.runtime.safety.steering import Place, Steering

Aside = Callable[[], AbstractContextManager[None]]
"""Stops any drawing on the terminal while a person is asked."""

_YES_NO = {"y": True, "yes": True, "n": False, "no": False, "": False}
_CONSENT = {
    **dict.fromkeys(("y", "yes", "o", "once"), Consent.ONCE),
    **dict.fromkeys(("r", "run", "a", "all"), Consent.RUN),
    **dict.fromkeys(("n", "no", ""), Consent.NO),
}
_PICTURE_ROWS, _PICTURE_COLUMNS = 40, 60
_MENU = ("[c]ontinue", "[s]tep", "[i]nto", "[t]ell it something", "take [o]ver the phone")
_MORE = ("[b]reak, [v]ars, [h]elp", "[q]uit")
_LOOK = "[l]ook"
_LOOK_AGAIN = 0.1
"""Seconds after which a question is looked at again: somebody else may have answered it."""
_MOST = 65_536
"""Bytes of a line."""


def is_there(*, non_interactive: bool) -> bool:
    """True if a person can be asked: standard input and standard error are a terminal."""
    return not non_interactive and sys.stdin.isatty() and sys.stderr.isatty()


class AtTheTerminal:
    """Asks on standard error, reads from standard input. `asking` is true while it waits for an answer. `look` prints
    the run's state once, if a live view had to step aside; `shot` returns the latest picture of the phone, or None.
    `debugger` adds its commands at a pause.
    """

    def __init__(
        self,
        aside: Aside = nullcontext,
        look: Callable[[], None] | None = None,
        shot: Callable[[], Path | None] = lambda: None,
    ) -> None:
        self._aside = aside
        self._look = look
        self._shot = shot
        self.asking = False
        self.debugger: Debugger | None = None
        self.closed: Callable[[], bool] = lambda: False
        """Returns true if the question was answered elsewhere; set by the caller."""

    def tell(self, text: str) -> None:
        """The event of it is shown already."""
        del text

    def ask(self, question: str) -> str:
        with self._aside():
            self._say(question, style="bold")
            return self._answer(question)

    def confirm(self, question: str) -> bool:
        with self._aside():
            self._say(question, style="bold")
            while (answer := _YES_NO.get(self._answer(question, "[y/N] ").casefold())) is None:
                self._say("That is neither yes nor no.")
            return answer

    def permit(self, request: RiskyAction) -> Consent:
        with self._aside():
            for line in request_lines(request):
                err().print(line)
            return self._consent(request)

    def approve(self, proposal: Proposal) -> Approval:
        with self._aside():
            for line in proposal_lines(proposal):
                err().print(line)
            self._say(APPROVALS, style="bold")
            return self._approval(proposal)

    def _approval(self, proposal: Proposal) -> Approval:
        while True:
            answer = self._answer(proposal.question, "approve? [n] ").casefold()
            if answer in _YES_NO:
                return Approval(yes=_YES_NO[answer])
            if answer in ("e", "edit"):
                edited = click.edit(proposal.program, extension=".stp")
                if edited is not None:
                    return Approval(yes=True, program=edited)
                self._say("Nothing was changed. Set VISUAL or EDITOR to the editor you want.")
            elif answer == "?":
                for line in whole_manifest(proposal):
                    err().print(line)
            else:
                self._say(f"{answer!r} is none of these: {APPROVALS}")

    def _consent(self, request: RiskyAction) -> Consent:
        """The person's answer, asked until it is one of the choices."""
        self._say(choices(request), style="bold")
        while True:
            answer = self._answer(request.question, "allow? [n] ").casefold()
            if answer in _CONSENT:
                return _CONSENT[answer]
            if answer == "?":
                for line in explained(request):
                    err().print(line)
            elif answer in ("p", "picture"):
                self._show_picture(request)
            else:
                self._say(f"{answer!r} is none of these: {choices(request)}")

    def _show_picture(self, request: RiskyAction) -> None:
        """The screen, with frames around the elements of the question."""
        path, size = self._shot(), request.size if all(request.size) else None
        boxes = request.frames if size is not None else ()
        drawn = None
        if path is not None:
            drawn = picture(path, rows=_PICTURE_ROWS, columns=_PICTURE_COLUMNS, boxes=boxes, size=size)
        if drawn is not None:
            err().print(drawn)
        self._say(f"It is {path}" if path is not None else "There is no picture of this screen.")

    def take_over(self, reason: str) -> str:
        with self._aside():
            self._say(f"Only you can go on here: {reason}", style="bold yellow")
            return self._by_hand(reason)

    def menu(self, steering: Steering, place: Place) -> None:
        """The menu at a pause: see `Steering`. Raises Cancelled if the person stops the run."""
        with self._aside():
            self._choose(steering, place)

    def _choose(self, steering: Steering, place: Place) -> None:
        change = self.debugger.changed() if self.debugger is not None else ""
        self._say(change or f"Paused {place.said}", style="bold yellow")
        menu = "   ".join((*_MENU, _LOOK, *_MORE) if self._look is not None else (*_MENU, *_MORE))
        while steering.held and not steering.waiting:
            self._say(menu, style="bold")
            try:
                choice = self._answer("what now?", "paused> ", lambda: steering.waiting or not steering.held)
            except AnsweredElsewhere:  # the reins are in another hand, too
                return
            word, _, rest = choice.partition(" ")
            match word.casefold():
                case "c" | "continue":
                    steering.go_on()
                case "s" | "step":
                    steering.over()
                case "i" | "into":
                    steering.step()
                case "t" | "tell":
                    text = rest.strip() or self._answer("what should it know?", "tell it> ")
                    steering.tell(text)
                    self._say("The model gets this with its next call." if text else "Nothing said.")
                case "o" | "over" | "takeover":
                    steering.take_over()
                    began = time.monotonic()
                    note = self._by_hand("taking over")
                    steering.hand_back(note, seconds=time.monotonic() - began)
                    steering.go_on()
                case "l" | "look" if self._look is not None:
                    self._look()
                case "q" | "quit" | "stop":
                    raise Cancelled("stopped at a pause")
                case _:
                    self._debug(word.casefold(), rest, place)

    def _debug(self, word: str, rest: str, place: Place) -> None:
        done = self.debugger.does(word, rest, place) if self.debugger is not None else None
        if done is None and word:
            done = [f"{word!r} is none of these."]
        for line in done or ():
            self._say(line)

    def _by_hand(self, reason: str) -> str:
        self._say("The phone is yours. Press Enter when you are done; a note on what you did helps the model.")
        return self._answer(reason, "hand back> ")

    def _say(self, text: str, *, style: str = "") -> None:
        err().print(Text(text, style=style))

    def _answer(self, question: str, prompt: str = "> ", closed: Callable[[], bool] | None = None) -> str:
        """A line. Raises AnsweredElsewhere once it is no longer wanted."""
        forget_typed_ahead()
        err().print(prompt, end="", markup=False)
        self.asking = True
        try:
            return read_line(closed or self.closed).strip()
        except AnsweredElsewhere:
            self._say("(no longer asked: another has answered)", style="dim")
            raise
        except EOFError as exc:
            raise NeedsHuman(question) from exc
        except KeyboardInterrupt as exc:
            err().print()
            raise Cancelled("stopped at a question") from exc
        finally:
            self.asking = False


def read_line(closed: Callable[[], bool]) -> str:
    """A line typed by the person. Raises EOFError, and AnsweredElsewhere as soon as `closed` returns true; on Windows,
    where a terminal cannot be polled, after the line.
    """
    if sys.platform == "win32":
        line = input()
    else:
        while not select.select([sys.stdin], [], [], _LOOK_AGAIN)[0]:
            if closed():
                raise AnsweredElsewhere
        # Not by way of sys.stdin, which would keep a second line for the next question.
        typed = os.read(sys.stdin.fileno(), _MOST)
        if not typed:
            raise EOFError
        line = typed.decode(sys.stdin.encoding, "replace")
    if closed():
        raise AnsweredElsewhere
    return line
