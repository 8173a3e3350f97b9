"""Renders a Jinja template in `prompts/` to messages.

The comment at a template's beginning has its version, which grows with every change of its words. A template is plain
text in which a line `[[system]]`, `[[user]]` or `[[assistant]]` begins a message. The message `[[user: now]]` is
specific to a call; the messages above it are the same in every call on one phone. Undefined names are errors, so a
template and its caller cannot diverge unnoticed.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, cast

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from agentprog import resources
from agentprog.errors import AgentProgError
from agentprog.ports import Message

_VERSION = re.compile(r"\{#- version (\d+)\. ")
_MARK = re.compile(r"^\[\[(system|user|assistant)(: now)?\]\][ \t]*\n", re.MULTILINE)


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(resources.folder("prompts")),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
        autoescape=False,
    )


def template(name: str) -> Template:
    """The template `prompts/<name>.jinja`."""
    return _environment().get_template(f"{name}.jinja")


def versions() -> dict[str, int]:
    """The version of every prompt, by name. A trace needs it to compare its prompts with another trace's."""
    found = {}
    for path in sorted(resources.folder("prompts").glob("*.jinja")):
        version = _VERSION.match(path.read_text(encoding="utf-8"))
        if version is None:
            raise AgentProgError(f"the prompt {path} does not begin with its version", hint="{#- version 1. ... -#}")
        found[path.stem] = int(version[1])
    return found


def render(name: str, **values: object) -> tuple[Message, ...]:
    """The messages of one prompt, those above `now` marked stable. Raises jinja2.UndefinedError for a missing value."""
    text = template(name).render(**{key: _defuse(value, key) for key, value in values.items()})
    pieces = _MARK.split(text)[1:]
    turns = list(zip(pieces[::3], pieces[1::3], pieces[2::3], strict=True))
    first = next(place for place, (_, now, _) in enumerate(turns) if now)
    return tuple(
        Message.of(cast(Literal["system", "user", "assistant"], role), body.strip("\n"), stable=place < first)
        for place, (role, _, body) in enumerate(turns)
    )


_PLAIN = frozenset(("program", "kept", "draft", "code", "schema"))
"""Values whose lines stay as they are: texts that the runtime itself checked or will check."""
_ANY_MARK = re.compile(r"\[\[(system|user|assistant)(?:: now)?\]\]")
_FENCE = re.compile(r"<{3,}|>{3,}")
_CHAT = re.compile(r"<(?=[|｜]|/?(?:start_of_turn|end_of_turn|s|bos|eos|think)>)|\[(?=/?INST\])", re.IGNORECASE)
"""Beginnings of the chat templates' own marks (ChatML, Llama, Gemma, Mistral, DeepSeek)."""


def _defuse(value: object, name: str = "") -> object:
    """A value from outside, made harmless: it cannot begin a message, close the fence around the screen, write a chat
    template's marks, or begin a new line inside a list item.
    """
    if isinstance(value, str):
        return value if name in _PLAIN and not _MARK.search(value + "\n") else _harmless(value)
    if isinstance(value, list | tuple):
        return [_harmless(" ".join(item.splitlines())) if isinstance(item, str) else _defuse(item) for item in value]
    return value


def _harmless(text: str) -> str:
    text = _ANY_MARK.sub(lambda mark: f"[{mark[1]}]", text)
    text = _FENCE.sub(lambda run: ("‹" if run[0][0] == "<" else "›") * len(run[0]), text)
    return _CHAT.sub(lambda mark: "‹" if mark[0] == "<" else "(", text)
