"""Chat templates: turns messages into pieces of text, each marked whether control tokens may be read from it.

A screen can show the text `<|im_end|>`. Only the template's own words may become control tokens, so contents are
rendered as placeholders and come back as pieces that are tokenised literally.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple, NoReturn

import jinja2
import jinja2.ext
from jinja2.sandbox import ImmutableSandboxedEnvironment

_PLACE = re.compile("\ue000(\\d+)\ue001")


class ChatTemplateError(Exception):
    """The template of the model cannot be read, or refuses these messages."""


class Turn(NamedTuple):
    role: str
    text: str


class Piece(NamedTuple):
    """A part of the prompt. Control tokens are recognised only if `trusted`."""

    text: str
    trusted: bool


class _GenerationTag(jinja2.ext.Extension):
    """Training marks of some templates, `{% generation %}`: their body is rendered as it is."""

    tags = {"generation"}  # noqa: RUF012 (jinja2 declares it as an instance attribute)

    def parse(self, parser: jinja2.parser.Parser) -> list[jinja2.nodes.Node]:
        next(parser.stream)
        return parser.parse_statements(("name:endgeneration",), drop_needle=True)


def _refuse(message: str) -> NoReturn:
    raise jinja2.TemplateRuntimeError(message)


def _tojson(value: Any, indent: int | None = None, **_: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=indent)


class ChatTemplate:
    """The Jinja chat template of a model, with the texts of its first and last tokens."""

    def __init__(self, source: str, *, bos: str, eos: str) -> None:
        environment = ImmutableSandboxedEnvironment(
            trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols", _GenerationTag]
        )
        environment.filters["tojson"] = _tojson
        environment.globals.update(
            raise_exception=_refuse, strftime_now=lambda pattern: datetime.now().strftime(pattern)
        )
        try:
            self._template = environment.from_string(source)
        except jinja2.TemplateError as exc:
            raise ChatTemplateError(f"its chat template cannot be read: {exc}") from exc
        self._bos = bos
        self._eos = eos

    def pieces(self, turns: Sequence[Turn]) -> list[Piece]:
        """The prompt for the assistant's next turn, or for the rest of its turn if the last one is its own."""
        continued = turns[-1].text if turns and turns[-1].role == "assistant" else ""
        shown = list(turns[:-1] if turns and turns[-1].role == "assistant" else turns)
        try:
            rendered = self._render(shown)
        except ChatTemplateError:
            # Some families (Gemma 2) have no system turn: its text then opens the first user turn.
            merged = _without_system(shown)
            if merged == shown:
                raise
            shown, rendered = merged, self._render(merged)
        pieces: list[Piece] = []
        for index, part in enumerate(_PLACE.split(rendered)):
            pieces.append(Piece(shown[int(part)].text, False) if index % 2 else Piece(part, True))
        return [piece for piece in [*pieces, Piece(continued, False)] if piece.text]

    def _render(self, turns: Sequence[Turn]) -> str:
        messages = [{"role": turn.role, "content": f"\ue000{i}\ue001"} for i, turn in enumerate(turns)]
        try:
            return self._template.render(
                messages=messages,
                bos_token=self._bos,
                eos_token=self._eos,
                add_generation_prompt=True,
                # Without this, hybrid thinkers (Qwen 3) spend minutes on a slow machine before every short answer.
                enable_thinking=False,
            )
        except (jinja2.TemplateError, TypeError, ValueError) as exc:
            raise ChatTemplateError(f"its chat template refuses the messages: {exc}") from exc


def _without_system(turns: Sequence[Turn]) -> list[Turn]:
    system = "\n\n".join(turn.text for turn in turns if turn.role == "system")
    rest = [turn for turn in turns if turn.role != "system"]
    if not system or not rest:
        return list(turns)
    return [Turn(rest[0].role, f"{system}\n\n{rest[0].text}"), *rest[1:]]
