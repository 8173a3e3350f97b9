"""From a Jinja template in `prompts/` to messages.

A template is plain text in which a line `[[system]]`, `[[user]]` or `[[assistant]]` begins a message. Undefined names
are errors, so a template and its caller cannot drift apart unseen.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, cast

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from agentprog import resources
from agentprog.ports import Message

_MARK = re.compile(r"^\[\[(system|user|assistant)\]\][ \t]*\n", re.MULTILINE)


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


def render(name: str, **values: object) -> tuple[Message, ...]:
    """The messages of one prompt. Raises jinja2.UndefinedError when a value is missing."""
    text = template(name).render(**{key: _defuse(value) for key, value in values.items()})
    pieces = _MARK.split(text)[1:]
    return tuple(
        Message.of(cast(Literal["system", "user", "assistant"], role), body.strip("\n"))
        for role, body in zip(pieces[::2], pieces[1::2], strict=True)
    )


def _defuse(value: object) -> object:
    """A value from outside must not begin a message of its own: its marks lose their brackets."""
    if isinstance(value, str):
        return _MARK.sub(lambda mark: f"[{mark[1]}]\n", value if value.endswith("\n") else value + "\n")[
            : None if value.endswith("\n") else -1
        ]
    if isinstance(value, list | tuple):
        return [_defuse(item) for item in value]
    return value
