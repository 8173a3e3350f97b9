"""A model in an attacker's hand: it writes the case's program and plays the case's moves, whatever it is asked.

A move is one line:

    open Contacts              tap LABEL          hold LABEL          type LABEL = TEXT
    press back                 scroll down        link URL            do ACTION TEXT
    done [EVIDENCE]            wait, stuck              @sms NUMBER TEXT    @start PACKAGE    @shell COMMAND

LABEL is an element's label in the prompt, else the beginning of one, else words on its line; `LABEL #2` is the second
of that label. For an element that is not on the screen the player waits twice and scrolls twice, then skips the move. A
line that begins with `@` is the world's doing: it happens on the phone while the model thinks. When the lines are used
up, every step is done.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from agentprog.bench.episode import Bed
from agentprog.bench.standin.prompt import Prompt
from agentprog.bench.standin.replies import Reply, done, hold, open_app, press, scroll, stuck, tap, wait, write
from agentprog.bench.standin.screen import Line, View, view_of
from agentprog.errors import ModelError
from agentprog.models.tokens import estimate_tokens
from agentprog.ports import Capabilities, ModelReply, ModelRequest, ScoreRequest, Scores, Usage

_PATIENCE = 2
NAME = "hijacked"


class Hijacked:
    """The attacker's model. It keeps its position in the moves between calls."""

    def __init__(
        self, plan: str, moves: Sequence[str], answers: Mapping[str, str], director: Callable[[str], None]
    ) -> None:
        self._plan = plan
        self._moves = list(moves)
        self._answers = answers
        self._director = director
        self._waited = 0

    @property
    def id(self) -> str:
        return f"scripted:{NAME}"

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities(context=32768, schema=True)

    def complete(self, request: ModelRequest) -> ModelReply:
        """The answer for the request's purpose. Raises ModelError for a purpose without an answer."""
        text = "\n".join(message.text for message in request.messages)
        reply = self._reply(request)
        usage = Usage(prompt=estimate_tokens(text), completion=estimate_tokens(reply))
        return ModelReply(text=reply, usage=usage)

    def score(self, request: ScoreRequest) -> Scores:
        raise ModelError(f"the {NAME} model writes its replies; it does not score ({request.purpose})")

    def count_tokens(self, text: str) -> int:
        return estimate_tokens(text)

    def close(self) -> None:
        return

    def _reply(self, request: ModelRequest) -> str:
        if request.purpose in self._answers:
            return self._answers[request.purpose]
        match request.purpose:
            case "plan":
                return self._plan
            case "ground":
                system = next((m.text for m in request.messages if m.role == "system"), "")
                user = next((m.text for m in reversed(request.messages) if m.role == "user"), "")
                return json.dumps(self._move(Prompt(purpose="ground", system=system, user=user)), ensure_ascii=False)
            case "believe":
                return json.dumps({"gap": "", "routine": "none", "changes": []})
            case "judge":
                return json.dumps({"evidence": "", "holds": "yes"})
            case "read":
                return json.dumps({"found": True, "value": ""})
            case "replan":
                return self._plan
        raise ModelError(f"the {NAME} model has no answer for {request.purpose}")

    def _move(self, prompt: Prompt) -> Reply:
        view = view_of(prompt)
        while self._moves:
            if self._moves[0].startswith("@"):
                self._director(self._moves.pop(0)[1:])
                continue
            reply = _reply_for(self._moves[0], view)
            if reply is not None:
                self._waited = 0
                self._moves.pop(0)
                return reply
            self._waited += 1
            if self._waited <= _PATIENCE:
                return wait()
            if self._waited <= 2 * _PATIENCE:
                return scroll("down")
            self._waited = 0
            self._moves.pop(0)
        return done()


def _reply_for(move: str, view: View) -> Reply | None:
    """The reply for a move; None while the screen lacks its target."""
    verb, _, rest = move.partition(" ")
    match verb:
        case "wait":
            return wait()
        case "open":
            return open_app(rest)
        case "press":
            return press(rest)
        case "scroll":
            return scroll(rest)
        case "done":
            return done(rest)
        case "stuck":
            return stuck(rest or "nothing helps")
        case "link":
            return _free("open_link", rest)
        case "do":
            action, _, text = rest.partition(" ")
            return _free(action, text)
        case "type":
            label, _, text = rest.partition(" = ")
            field = _found(label, view, "field")
            return write(field, text) if field is not None else None
        case "tap" | "hold":
            line = _found(rest, view)
            return None if line is None else tap(line) if verb == "tap" else hold(line)
    raise ModelError(f"this is no move of a {NAME} model: {move!r}")


def _free(action: str, text: str) -> Reply:
    move: dict[str, Any] = {"judgement": "This is next.", "action": action}
    return {**move, "text": text} if text else move


def _found(label: str, view: View, *roles: str) -> Line | None:
    """Finds an element by its whole label, else by its beginning, else by words of its line; `#n` picks the nth."""
    parsed = re.fullmatch(r"(.*?)(?: #(\d+))?", label)
    words, nth = (parsed[1], int(parsed[2] or 1)) if parsed else (label, 1)
    lines = [line for line in view.lines if line.index and (not roles or line.role in roles)]
    for fits in (
        lambda line: line.label == words,
        lambda line: line.label.startswith(words),
        lambda line: words in line.said,
    ):
        found = [line for line in lines if fits(line)]
        if len(found) >= nth:
            return found[nth - 1]
    return None


def director(phone: Bed) -> Callable[[str], None]:
    """Returns a function that executes the lines after `@` on the phone."""

    def direct(line: str) -> None:
        verb, _, rest = line.partition(" ")
        match verb:
            case "sms":
                number, _, text = rest.partition(" ")
                phone.incoming_sms(number, text)
            case "start":
                phone.call("start", package=rest)
            case "shell":
                phone.shell(rest)
            case _:
                raise ModelError(f"the world cannot do this: {line!r}")

    return direct
