"""A run as it happens, one plain line for each thing: the same over ssh and in a log, with colour in a terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from agentprog.cli.console import broken, err, result, say
from agentprog.cli.watching.purposes import asked_for
from agentprog.ports import ENDS, Event
from agentprog.runtime.journal import events as e
from agentprog.runtime.journal.standing import in_words

_TONE_STYLE = {"good": "bold green", "plain": "bold yellow", "bad": "bold red"}
_OUTCOME_STYLE = {kind.value: _TONE_STYLE[end.tone] for kind, end in ENDS.items()}
_LONGEST_REASON = 60
_MOST_PROOFS = 8
_MOST_EFFECTS = 16
_STATUS_STYLE = {"failed": "red", "unverified": "yellow", "unverifiable": "yellow", "verified": "green"}
_INDENT = re.compile(r"\s*\d+:\d\d\.\d\s+(?:line \d+\s+)?")
"""Width of a line's time and of the program's line number."""
_TELLING = (*_STATUS_STYLE, "not done")
"""Endings of a statement that are always shown."""
_QUIET = (e.Told, e.RunFinished)


class RunLines:
    """A RunListener that writes to standard error, and the program's messages to standard output.

    `quiet` leaves only messages and the end; `told_aside` sends messages to standard error too, for `--json`. `asks`:
    questions are printed here, since nobody at this terminal is asked them.
    """

    def __init__(
        self, *, quiet: bool = False, told_aside: bool = False, asks: bool = True, console: Console | None = None
    ) -> None:
        self._quiet = quiet
        self._told_aside = told_aside
        self._asks = asks
        self._console = console or err()
        self._failed = ""
        """The reason of the failed step that was printed last."""

    def on_event(self, event: Event) -> None:
        text = self.told(event)
        if text is not None:
            result(text)
        for line in self.lines(event):
            self._console.print(line)

    def told(self, event: Event) -> str | None:
        """The event's message for standard output, if it has one."""
        return event.text if isinstance(event, e.Told) and not event.dry and not self._told_aside else None

    def lines(self, event: Event) -> list[Text]:
        """Its lines on standard error."""
        if self.told(event) is not None or (self._quiet and not isinstance(event, _QUIET)):
            return []
        if isinstance(event, e.Asked) and not self._asks:
            return []
        lines = [Text(f"{clock(event.at)}  {text}", style=style) for text, style in self._once(event)]
        return [part for line in lines for part in hung(line, self._console)]

    def _once(self, event: Event) -> list[tuple[str, str]]:
        """The event's lines. The end of a run does not repeat the reason that its failed step has just shown."""
        if isinstance(event, e.StepFinished) and event.status == "failed":
            self._failed = event.detail
        elif isinstance(event, e.RunFinished) and event.reason == self._failed:
            (_, style), *proofs = _frame(event)
            return [(f"{event.outcome}, for the reason above", style), *proofs]
        return lines_of(event)


def hung(line: Text, console: Console) -> list[Text]:
    """The line as a terminal shows it: broken between words, each further part below the first word of the line."""
    indent = _INDENT.match(line.plain)
    if console.soft_wrap or cell_len(line.plain) <= console.width:
        return [line]
    return broken(line, console, hang=indent.end() if indent is not None else 0)


def lines_of(event: Event) -> list[tuple[str, str]]:
    """The lines that show an event, each with its style; none for events that only a trace needs."""
    if isinstance(event, e.StepStarted | e.StepFinished | e.VariableSet):
        return _step(event)
    if isinstance(
        event, e.ActionIntended | e.ActionDone | e.ActionRefused | e.Recovering | e.ModelCalled | e.BeliefChanged
    ):
        return _work(event)
    if isinstance(event, e.SideExited | e.Replayed):
        return _exact(event)
    if isinstance(event, e.Told | e.Asked | e.Confirmed | e.Continued | e.Remarked | e.TookOver | e.ValueGiven):
        return _talk(event)
    return _frame(event)


def said(waited_for: str) -> None:
    """Print a reason for waiting that no event reports yet, as a line without the run's time."""
    say(f"{waited_for[:1].upper()}{waited_for[1:]}.", style="dim")


def clock(seconds: float) -> str:
    """Minutes and seconds, of one width."""
    minutes, rest = divmod(max(0.0, seconds), 60)
    return f"{int(minutes):3d}:{rest:04.1f}"


def _step(event: Event) -> list[tuple[str, str]]:
    match event:
        case e.StepStarted():
            turn = f" ({event.iteration} done)" if event.iteration else ""
            return [(f"line {event.line:<3d} {'  ' * event.depth}{event.text.strip()}{turn}", "bold")]
        case e.StepFinished(status="not done", detail=""):
            return []
        case e.StepFinished(status=status, tier=tier) if status in _TELLING or tier == "semantic":
            detail = f": {event.detail.splitlines()[0]}" if event.detail else ""
            return [(f"         {event.status}{detail}", _STATUS_STYLE.get(event.status, "dim"))]
        case e.VariableSet():
            return [(f"         {event.preview}", "cyan")]
    return []


def _work(event: Event) -> list[tuple[str, str]]:
    match event:
        case e.ActionIntended():
            return [(f"         would {event.text}" if event.dry else f"         - {event.text}", "")]
        case e.ActionDone(ok=False):
            return [(f"           did not work: {event.detail}", "yellow")]
        case e.ActionRefused():
            return [(f"         refused: {event.text} ({event.reason})", "yellow")]
        case e.Recovering():
            return [(f"         {event.gap}; {event.routine}", "yellow")]
        case e.ModelCalled(ok=False):  # the end of a run that fails with it says it in full
            reason = event.detail if len(event.detail) <= _LONGEST_REASON else f"{event.detail[:_LONGEST_REASON]}..."
            return [
                (f"         model, {asked_for(event.purpose)}: failed after {event.seconds:.1f} s: {reason}", "dim")
            ]
        case e.ModelCalled():
            tokens = f"{event.prompt} tokens ({event.cached} cached) in, {event.completion} out"
            cost = ", cost unknown" if event.money is None else f", ${event.money:.4f}" if event.money else ""
            return [(f"         model, {asked_for(event.purpose)}: {event.seconds:.1f} s, {tokens}{cost}", "dim")]
        case e.BeliefChanged(change="refute"):
            return [(f"         does not hold: {event.text}", "yellow")]
    return []


def _exact(event: e.SideExited | e.Replayed) -> list[tuple[str, str]]:
    """Progress of a step's exact lines."""
    if isinstance(event, e.SideExited):
        where = "its lines" if event.source == "recipe" else f"line {event.line}" if event.line else "its exact lines"
        return [(f"         {where}, left to the model: {event.why}", "yellow")]
    lines = "its element tells" if not event.moves else "1 line" if event.moves == 1 else f"{event.moves} lines"
    remark = (
        "" if not event.exits else ", once left to the model" if event.exits == 1 else f", {event.exits} times left"
    )
    source = " of an earlier run" if event.learned == "earlier" else ""
    return [(f"         by recipe{source}, {lines}{remark}", "dim")]


def _proofs(event: e.RunFinished) -> list[tuple[str, str]]:
    """The run's effects and readings with their proofs, unproven ones first."""
    proofs = sorted(event.proofs, key=lambda proof: bool(proof["proven"]))
    lines = [(f"  {_proof(proof)}", "" if proof["proven"] else "yellow") for proof in proofs[:_MOST_PROOFS]]
    more = len(proofs) - _MOST_PROOFS
    counts = [
        (f"  {_counted(event.did, 'effect')} on the phone, {_counted(event.saw, 'reading')} of its screen", "dim")
    ]
    return (counts if event.did or event.saw else []) + lines + _left(more)


def _left(more: int) -> list[tuple[str, str]]:
    return [(f"  and {more} more in the report", "dim")] if more > 0 else []


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _proof(proof: Mapping[str, Any]) -> str:
    detail = str(proof["detail"]).partition("\n")[0]
    return f"{'proven' if proof['proven'] else 'not proven'}: line {proof['line']}, by {proof['witness']}: {detail}"


def _talk(event: Event) -> list[tuple[str, str]]:
    match event:
        case e.Told():
            return [(f"         {'would say' if event.dry else 'says'}: {event.text}", "bold cyan")]
        case e.Asked():
            return [(f"         asks: {event.question}", "bold magenta")]
        case e.Confirmed():
            scope = " for this run" if event.consent == "run" else ""
            return [(f"         {'allowed' if event.allowed else 'not allowed'}{scope}: {event.question}", "magenta")]
        case e.Continued():
            return [(f"{event.how}, after {event.seconds:.0f} s", "yellow")]
        case e.Remarked():
            return [(f"you said {event.text}", "magenta")]
        case e.ValueGiven():
            return [(f"by hand  {event.name} is {event.value}", "magenta")]
        case e.TookOver():
            note = f": {event.note}" if event.note else ""
            return [(f"by hand  for {event.seconds:.1f} s{note}", "magenta")]
    return []


def _frame(event: Event) -> list[tuple[str, str]]:
    match event:
        case e.RunStarted(instruction=instruction) if instruction:
            return [(f"task     {instruction}", "bold")]
        case e.RunResumed():
            return [(f"resumed  {in_words(event)}", "bold")]
        case e.DeviceOpened():
            return [(f"phone    {event.serial} ({event.model}, Android {event.android})", "")]
        case e.ProgramAmended():
            changed = [line for line in event.diff.splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")]
            return [
                (f"line {event.line} cannot be done: {event.reason}", "yellow"),
                ("the program continues in another way:", "bold"),
                *((f"  {line}", "green" if line.startswith("+") else "red") for line in changed),
            ]
        case e.ProgramReady(source="model"):
            head = [("program, as the model wrote it:", "bold")]
            body = [(f"  | {line}", "") for line in event.text.rstrip().splitlines()]
            return head + body + [(f"  mended: {note}", "yellow") for note in event.notes]
        case e.Manifested(shown=shown) if shown:
            more = [(f"  and {len(shown) - _MOST_EFFECTS} lines more", "dim")] if len(shown) > _MOST_EFFECTS else []
            return [("what it can do:", "bold"), *((f"  {line}", "dim") for line in shown[:_MOST_EFFECTS]), *more]
        case e.Approved():
            return [(event.said, "bold")]
        case e.Foreseen(texts=texts):
            return [(text, "yellow") for text in texts]
        case e.TrapsMet():
            return [(f"trouble with the phone: {event.said}", "dim")]
        case e.RunFinished():
            style = "bold yellow" if event.dry else _OUTCOME_STYLE.get(event.outcome, "bold red")
            return [(f"{event.outcome}: {event.reason}", style), *_proofs(event)]
    return []
