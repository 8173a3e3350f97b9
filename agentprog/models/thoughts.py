"""Removes a model's thinking from the beginning of its reply."""

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
    """The reply without leading thoughts; thoughts without an end are an empty answer cut by its limit.

    `headless`: the chat template opens the thoughts, so the reply begins inside them. They end at the last end mark,
    since thoughts quote screens and a screen may contain the same mark.
    """
    opened = _OPEN.match(reply.text)
    if opened is None:
        if not headless:
            return reply
        _, found, answer = reply.text.rpartition(_HEADLESS)
        if not found and reply.finish == "stop":
            return reply  # the server has removed the thoughts already
        return replace(reply, text=answer.lstrip() if found else "")
    mark = _end_of(opened)
    _, found, answer = reply.text[opened.end() :].rpartition(mark)
    if not found:
        return replace(reply, text="", finish="length")
    return replace(reply, text=answer.lstrip())


def thinks_aloud(text: str) -> bool:
    """True if a reply begins with thoughts."""
    return _OPEN.match(text) is not None


def _end_of(opened: re.Match[str]) -> str:
    if opened["bracket"]:
        return "[/THINK]"
    return _FINAL if opened["channel"] else f"</{opened['tag']}>"
