"""The grounder of the Python form: the model writes a few lines over `mobile` and `llm`, the runtime runs them."""

from __future__ import annotations

import re

from agentprog.agents.prompting import render
from agentprog.agents.whereabouts import situation
from agentprog.agents.writing import numbered
from agentprog.errors import ModelReplyInvalid
from agentprog.ports import Message, Model, ModelRequest
from agentprog.ports.answers import answered
from agentprog.runtime.forms.primitives import touches_for_prompt
from agentprog.runtime.roles import Code, Move, StepContext, StepDone, StepStuck

_FENCE = re.compile(r"```[ \t]*(?:python|py)?[ \t]*\n(.*?)(?:\n[ \t]*```|\Z)", re.DOTALL | re.IGNORECASE)
_WORD = re.compile(r"^[\s*_#>-]*(DONE|STUCK)\b[\s*_]*:?[ \t]*(.*)$", re.MULTILINE)
_BARE = re.compile(r"^(?:mobile|llm)\.\w+\(", re.MULTILINE)
_LONGEST = 700
"""Tokens of one answer."""


class CodingGrounder:
    """Asks one model for the next snippet, and once more if its answer has the wrong form."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def next_move(self, context: StepContext) -> Move:
        messages = render(
            "ground_code",
            **situation(context),
            screen=numbered(context.seen.screen),
            hints=list(context.background.hints),
            touches=touches_for_prompt(),
        )
        problem, text = "", ""
        for _ in range(2):
            reply = answered(self._model, ModelRequest(messages=messages, purpose="ground", max_tokens=_LONGEST))
            text = reply.text
            try:
                return understood(text, cut=reply.finish != "stop")
            except ValueError as exc:
                problem = str(exc)
            repair = Message.of("user", f"That cannot be used: {problem}. Answer in the form that was asked for.")
            messages = (*messages, Message.of("assistant", text), repair)
        raise ModelReplyInvalid(
            f"{self._model.id} did not answer with code, DONE or STUCK: {problem}",
            hint="Try a larger model, or leave out --form python.",
            evidence=text,
        )


def understood(text: str, *, cut: bool = False) -> Move:
    """The move in a reply. Raises ValueError with the reply's fault."""
    fenced = _FENCE.search(text)
    if fenced is not None:
        if cut and "```" not in text[fenced.start() + 3 :]:
            raise ValueError("the code was too long and broke off")
        code = fenced[1].strip("\n")
        if not code.strip():
            raise ValueError("the block of code is empty")
        return Code(text=code, reason=_first_line(text[: fenced.start()]))
    word = _WORD.search(text)
    if word is not None:
        claim = word[2].strip().strip('"')
        reason = _first_line(text[: word.start()]) or claim
        return StepDone(reason=reason, evidence=claim) if word[1] == "DONE" else StepStuck(reason=claim or reason)
    match = _BARE.search(text)
    if match is not None and cut:
        raise ValueError("the code was too long and broke off")
    if match is not None:
        return Code(text=text[match.start() :].strip(), reason=_first_line(text[: match.start()]))
    raise ValueError("there is neither a block of code nor a line that begins with DONE: or STUCK:")


def _first_line(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "")
