"""Cuts off a model's thoughts before its answer, in this one place."""

from __future__ import annotations

import re
from dataclasses import replace

from agentprog.ports import ModelReply

_OPEN = re.compile(
    r"\s*(?:<(?P<tag>think|thinking|thought|thoughts|reasoning|seed:think)>|(?P<bracket>\[THINK\])"
    r"|<\|channel\|>(?P<channel>analysis)<\|message\|>)",
    re.IGNORECASE,
)
_FINAL = "<|channel|>final<|message|>"
_HEADLESS = "</think>"


def without_thoughts(reply: ModelReply, *, headless: bool = False) -> ModelReply:
    """The same reply without leading thoughts. Thoughts without an end are an empty answer cut by its limit.

    `headless`: the chat template opens the thoughts, so that the reply begins inside them. They end at the last end
    mark, since thoughts quote screens and a screen may hold the same mark.
    """
    opened = _OPEN.match(reply.text)
    if opened is None:
        if not headless:
            return reply
        _, found, answer = reply.text.rpartition(_HEADLESS)
        if not found and reply.finish == "stop":
            return reply  # the server has cut the thoughts off already
        return replace(reply, text=answer.lstrip() if found else "")
    mark = _end_of(opened)
    _, found, answer = reply.text[opened.end() :].rpartition(mark)
    if not found:
        return replace(reply, text="", finish="length")
    return replace(reply, text=answer.lstrip())


def thinks_aloud(text: str) -> bool:
    """Whether a reply begins with thoughts."""
    return _OPEN.match(text) is not None


def _end_of(opened: re.Match[str]) -> str:
    if opened["bracket"]:
        return "[/THINK]"
    return _FINAL if opened["channel"] else f"</{opened['tag']}>"
