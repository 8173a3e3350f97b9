"""Judges conditions and postconditions in plain words on the screen."""

from __future__ import annotations

from agentprog.agents.asking import ask
from agentprog.agents.prompting import render
from agentprog.agents.replies.seeing import VerdictReply
from agentprog.agents.screen_text import screen_lines
from agentprog.agents.seeing import sees, with_picture
from agentprog.agents.whereabouts import place
from agentprog.ports import Effort, Model
from agentprog.runtime.roles import ConditionContext, Verdict

_HOLDS = {"yes": True, "no": False, "unknown": None}


class ModelNavigator:
    """Asks one model, and rejects a yes whose evidence is not on the screen. For a drawn screen, a model that sees gets
    the picture, and its verdict is marked as pictured.
    """

    def __init__(self, model: Model) -> None:
        self._model = model

    def judge(self, context: ConditionContext) -> Verdict:
        screen = context.seen.screen
        picture = sees(self._model, screen)
        messages = render(
            "judge",
            condition=context.condition,
            **place(context.seen),
            picture=picture,
            screen=screen_lines(screen, whole=True),
            variables=list(context.variables),
            hints=list(context.hints),
            beliefs=list(context.beliefs),
        )
        if picture:
            messages = with_picture(messages, screen)
        reply = ask(self._model, messages, VerdictReply, purpose="judge", max_tokens=160, effort=Effort.LOW)
        holds = _HOLDS[reply.holds]
        shown = bool(reply.evidence) and screen.shows(reply.evidence.strip().strip('"'))
        if holds and reply.evidence and not shown and not picture:
            return Verdict(holds=None, evidence=f"said yes for a text that is not on the screen: {reply.evidence}")
        return Verdict(holds=holds, evidence=reply.evidence, pictured=picture and not shown)
