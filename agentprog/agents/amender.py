"""The rest of a program, written anew when the phone shows that it assumed wrong."""

from __future__ import annotations

from agentprog.agents.prompting import render
from agentprog.agents.screen_text import screen_lines
from agentprog.ports import Effort, Model, ModelRequest
from agentprog.ports.answers import whole
from agentprog.runtime.roles import AmendRequest

_LONGEST = 1200
_MOST_ELEMENTS = 60


class ModelAmender:
    """Asks one model for the lines that take the place of those from the failing one on."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def amend(self, request: AmendRequest) -> str:
        """The lines as the model wrote them. Raises ModelReplyCut for half of them."""
        screen = request.screen
        messages = render(
            "replan",
            instruction=request.instruction,
            apps=list(request.apps),
            program=request.program,
            line=request.line,
            problem=request.problem,
            done=list(request.done),
            variables=list(request.variables),
            now=request.now,
            app=request.front or (screen.package if screen is not None else ""),
            language=request.language,
            screen=screen_lines(screen, most=_MOST_ELEMENTS) if screen is not None else (),
            draft=request.draft,
            problems=list(request.problems),
        )
        question = ModelRequest(messages=messages, purpose="replan", max_tokens=_LONGEST, effort=Effort.MEDIUM)
        return whole(self._model, question).text
