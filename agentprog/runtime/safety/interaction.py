"""Questions and messages of a run to a person, and the behaviour when nobody is there."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

from agentprog.errors import NeedsHuman
from agentprog.frozen import frozen
from agentprog.lang.effects.kinds import BY_CONTENT, nature_of
from agentprog.runtime.safety.proposal import Approval, Proposal
from agentprog.runtime.safety.texts import visible


class Consent(StrEnum):
    """A person's answer to a risky action. `RUN`: also for a later request of this step with the same reason."""

    ONCE = "once"
    RUN = "run"
    NO = "no"

    @classmethod
    def of(cls, answer: Consent | bool) -> Consent:
        """The consent of a plain yes or no."""
        if isinstance(answer, Consent):
            return answer
        return cls.ONCE if answer else cls.NO


_LONG = 80


@frozen
class RiskyAction:
    """A question to a person about an action.

    `action` on the phone, in `app`, has this class of `risk`, for this `step`: the statement of this `line` with its
    values. `frames` are the bounds of the affected elements on a screen of this `size`: the selection, else the touch;
    left, top, right and bottom in pixels.

    `doubt` names the part that nobody wrote (a recipient, an amount); empty: nobody ordered the effect. `to`, `says`
    and `about` are read from the screen: recipient, text, and the thing that would be lost. `count` is the number of
    selected things, 0: none. `rests_on` quotes the followed text. `written_by` is the author of the step. In a loop
    `item` belongs to this round and `others` to the rounds to come: a yes for the run counts once for each. `listed`
    are the lines of the text with orders: a yes for the run counts for their contents.
    """

    action: str
    risk: str
    step: str
    app: str
    doubt: str = ""
    written_by: str = ""
    line: int = 0
    to: tuple[str, ...] = ()
    says: str = ""
    about: tuple[str, ...] = ()
    rests_on: str = ""
    item: str = ""
    others: tuple[str, ...] = ()
    listed: tuple[str, ...] = ()
    count: int = 0
    frames: tuple[tuple[int, int, int, int], ...] = ()
    size: tuple[int, int] = (0, 0)

    @property
    def covers(self) -> tuple[str, ...]:
        """Values that a yes covers, besides the effect; it counts for nothing else."""
        carried = self.action if self.risk in BY_CONTENT else ""
        return (self.step, carried, *self.to, self.says, *self.about, *filter(None, [self.rests_on]))

    @property
    def happens(self) -> str:
        """The action's effect, recipients and words."""
        to = f" to {', '.join(self.to)}" if self.to else ""
        text = f': "{_short(self.says)}"' if self.says else ""
        about = f", about {self.counted}{'; '.join(map(_short, self.about))}" if self.about else ""
        return visible(f"{self.action} in {self.app or 'the phone'} ({self.risk}){to}{text}{about}")

    @property
    def counted(self) -> str:
        """The number of selected things, before their list; empty for one or none."""
        return f"{self.count} selected: " if self.count > 1 else ""

    @property
    def loses(self) -> str:
        """The irreversible loss; empty if there is none known."""
        return nature_of(self.risk).loses

    @property
    def together(self) -> tuple[str, ...]:
        """Everything that a yes for the run covers, if it is more than this effect; lines of a text are whole."""
        return self.listed or ((self.item, *self.others) if self.others else ())

    @property
    def rest(self) -> str:
        """The other effects that a yes for the run covers: lines of a text whole, other rounds by their first words;
        empty if none.
        """
        if self.listed:
            return f"all {len(self.listed)} that it asks for: {'; '.join(map(visible, self.listed))}"
        if not self.others:
            return ""
        return f"{len(self.others)} to come: {'; '.join(_short(visible(effect)) for effect in self.others)}"

    @property
    def why(self) -> str:
        """Why a person is asked."""
        why = visible(self.doubt) or "nobody asked for it"
        return f"{why}; {self.rests_on}" if self.rests_on else why

    @property
    def question(self) -> str:
        """The question in one line."""
        where = f"line {self.line}, " if self.line else ""
        by = f" ({where}written by {self.written_by})" if self.written_by else ""
        rest = f" The same for {self.rest}." if self.rest else ""
        loses = f" {self.loses}" if self.loses else ""
        return f"The step {_marked(self.step)}{by} wants to {self.happens}; {self.why}.{loses}{rest} Allow it?"

    def __str__(self) -> str:
        return self.question


def _marked(step: str) -> str:
    """The step in quotes of another kind than its own."""
    quote = "'" if '"' in step else '"'
    return f"{quote}{visible(step)}{quote}"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONG else line[: _LONG - 1] + "…"


class Interaction(Protocol):
    """The person at the run. All methods except `tell` block until an answer; they raise NeedsHuman if nobody
    is there.
    """

    def tell(self, text: str) -> None: ...

    def ask(self, question: str) -> str:
        """The person's answer, in their words."""
        ...

    def confirm(self, question: str) -> bool:
        """A person's yes or no about a fact that the phone does not show."""
        ...

    def permit(self, request: RiskyAction) -> Consent:
        """A person's answer to a risky action."""
        ...

    def approve(self, proposal: Proposal) -> Approval:
        """Approve a program with effects that the person's words do not order."""
        ...

    def take_over(self, reason: str) -> str:
        """Ask a person to act on the phone where only they can; returns their remark when they hand the phone back."""
        ...


class NobodyThere:
    """For runs without a person: messages go to the events only, a question ends the run."""

    def tell(self, text: str) -> None:
        del text

    def ask(self, question: str) -> str:
        raise NeedsHuman(f"the program asks: {question}")

    def confirm(self, question: str) -> bool:
        raise NeedsHuman(question)

    def permit(self, request: RiskyAction) -> Consent:
        raise NeedsHuman(request.question)

    def approve(self, proposal: Proposal) -> Approval:
        remedy = f" To approve it: {proposal.how}" if proposal.how else ""
        raise NeedsHuman(f"{proposal.question}{remedy}")

    def take_over(self, reason: str) -> str:
        raise NeedsHuman(reason)
