"""Asks a role of a paper, and reads the parts of its answer between tags."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from agentprog.agents.strategies.deed import NotADeed
from agentprog.agents.strategies.look import Look
from agentprog.errors import ModelReplyInvalid
from agentprog.ports import ImagePart, Message, Model, ModelRequest
from agentprog.ports.answers import answered

T = TypeVar("T")
_WELL_FORMED = re.compile(r"\s*<think>(?:(?!</?(?:think|answer)>).)*</think>\s*<answer>(.*?)</answer>\s*", re.DOTALL)


def tagged(text: str, tag: str) -> str:
    """The text within the last pair of these tags. Raises NotADeed."""
    found = re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
    if not found or not found[-1].strip():
        raise NotADeed(f"the reply has nothing within <{tag}></{tag}>")
    return str(found[-1].strip())


def well_formed(text: str) -> bool:
    """True if a reply holds its reasoning and its answer, each within its tags, and nothing else."""
    found = _WELL_FORMED.fullmatch(text)
    return found is not None and bool(found[1].strip()) and "<answer>" not in found[1]


def ask_role(
    model: Model, messages: tuple[Message, ...], read: Callable[[str], T], *, purpose: str, max_tokens: int = 256
) -> T:
    """The result of `read` on the model's reply. A reply that it cannot read is returned to the model once. Raises
    ModelReplyInvalid.
    """
    problem, text = "", ""
    for _ in range(2):
        text = answered(model, ModelRequest(messages=messages, purpose=purpose, max_tokens=max_tokens)).text
        try:
            return read(text)
        except NotADeed as exc:
            problem = str(exc)
        if messages[-1].role == "assistant":  # a reply that was to be continued
            messages, text = messages[:-1], messages[-1].text + text
        repair = Message.of("user", f"That could not be used: {problem}. Reply once more, in the form asked for.")
        messages = (*messages, Message.of("assistant", text or "(nothing)"), repair)
    raise ModelReplyInvalid(
        f"{model.id} did not answer in the form asked for ({purpose}): {problem}",
        hint="Only models trained for this strategy know its forms; --strategy ours works with any model.",
        evidence=text,
    )


def with_pictures(messages: tuple[Message, ...], model: Model, *looks: Look | None) -> tuple[Message, ...]:
    """The same prompt with the pictures of these looks at its end, for a model that sees."""
    return shown(messages, *looks) if model.capabilities.vision else messages


def shown(messages: tuple[Message, ...], *looks: Look | None) -> tuple[Message, ...]:
    """The same prompt with the pictures of these looks at its end."""
    shots = [look.picture for look in looks if look is not None and look.picture is not None]
    if not shots:
        return messages
    images = tuple(ImagePart(data=shot.data, media_type=shot.media_type) for shot in shots)
    return (*messages[:-1], replace(messages[-1], parts=(*messages[-1].parts, *images)))
