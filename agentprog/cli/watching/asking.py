"""The text of a question about a risky action: effect, recipient, loss, author, reason."""

from __future__ import annotations

from rich.text import Text

from agentprog.lang.effects.kinds import nature_of
from agentprog.runtime.safety.interaction import RiskyAction
from agentprog.runtime.safety.proposal import Proposal
from agentprog.runtime.safety.texts import visible

_WIDTH = 7


def request_lines(request: RiskyAction) -> list[Text]:
    """The facts that a person needs to allow a risky action, and no more."""
    by = f"line {request.line}, " if request.line else ""
    rows = [
        ("what", f"{request.action} in {request.app}: {nature_of(request.risk).asks or request.risk}"),
        ("to", ", ".join(request.to)),
        ("says", request.says),
        ("about", request.counted + "; ".join(request.about)),
        ("lost", request.loses),
        ("step", f"{request.step} ({by}written by {request.written_by})"),
        ("why", f"you are asked because: {request.why}"),
        ("rest", request.rest),
    ]
    head = [Text("This needs your approval:", style="bold yellow")]
    return head + [_row(name, text) for name, text in rows if text]


def _row(name: str, text: str) -> Text:
    return Text.assemble((f"  {name:<{_WIDTH}}", "dim"), visible(" ".join(text.split())))


APPROVALS = "[y]es, go on   [n]o, do nothing   [e]dit the program first   [?] shows everything that it touches"


def proposal_lines(proposal: Proposal) -> list[Text]:
    """The effects that are to be approved, each with its values and the reason."""
    lines = [Text(f"Before anything is done: this was written by {proposal.written_by}.", style="bold yellow")]
    for effect in proposal.pending:
        shown = effect.effect.render()
        lines += [Text("  " + visible(line), style="bold" if line == shown[0] else "") for line in shown]
        lines.append(Text(f"           why    {visible(effect.why)}", style="dim"))
    return lines


def whole_manifest(proposal: Proposal) -> list[Text]:
    """Everything that the program touches, and its text."""
    lines = [*proposal.manifest.render().splitlines(), "", *proposal.program.splitlines()]
    return [Text("  " + visible(line)) for line in lines]


def choices(request: RiskyAction) -> str:
    """The possible answers."""
    every = f"[a]ll {len(request.together)}" if request.together else "[r]un: also when it comes again"
    return f"[y]es, once   {every}   [n]o   [p]icture   [?] explains"


def explained(request: RiskyAction) -> list[Text]:
    """The meaning of each answer, and the cause of the question."""
    rows = [
        ("yes", "done once; agentprog asks again about anything else in this step"),
        ("no", "not done; the step continues without it, or fails"),
        ("why", _reason(request)),
        ("policy", f"`--policy {request.risk}=deny` refuses this without a question, `=allow` never asks"),
    ]
    if request.together:
        listed = "; ".join(map(visible, request.together))
        rows.insert(1, ("all", f"done once for each of these people and for nobody else: {listed}"))
    else:
        rows.insert(1, ("run", "as yes, and again in this run for the same step, the same people and the same words"))
    return [_row(name, text) for name, text in rows]


def _reason(request: RiskyAction) -> str:
    if request.doubt:
        return f"the action differs from your words: {request.doubt}"
    if request.written_by == "you":
        return "no line of yours orders this effect"
    return "a model wrote this step, and your own words do not order this effect"
