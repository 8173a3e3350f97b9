"""Converts messages to the input of a transformers model: tokens, and pictures for a model that sees."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from PIL import Image

from agentprog.ports import ImagePart, Message, TextPart


class Tokens(Protocol):
    """The part of a tokenizer that training uses."""

    @property
    def end(self) -> int:
        """The token that ends an answer."""
        ...

    @property
    def never(self) -> tuple[int, ...]:
        """Tokens that no answer may contain: placeholders of pictures."""
        ...

    def prompt(self, messages: Sequence[Message]) -> list[int]: ...
    def pictures(self, prompts: Sequence[Sequence[Message]]) -> dict[str, Any]:
        """The model's inputs besides the tokens of these prompts: their pictures, in order."""
        ...

    def answer(self, text: str) -> list[int]: ...
    def text(self, ids: Sequence[int]) -> str: ...


class ChatTokens:
    """A tokenizer of transformers, with its chat template."""

    never: tuple[int, ...] = ()

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        self.end = int(tokenizer.eos_token_id)

    def pictures(self, prompts: Sequence[Sequence[Message]]) -> dict[str, Any]:
        """Empty: the model reads text alone."""
        del prompts
        return {}

    def prompt(self, messages: Sequence[Message]) -> list[int]:
        conversation = [{"role": message.role, "content": message.text} for message in messages]
        text = self._tokenizer.apply_chat_template(conversation, add_generation_prompt=True, tokenize=False)
        return list(self._tokenizer(text, add_special_tokens=False)["input_ids"])

    def answer(self, text: str) -> list[int]:
        return [*self._tokenizer(text, add_special_tokens=False)["input_ids"], self.end]

    def text(self, ids: Sequence[int]) -> str:
        return str(self._tokenizer.decode(list(ids), skip_special_tokens=True))


class SeeingTokens:
    """A transformers processor: a tokenizer, the conversion of pictures, and their placeholder tokens."""

    def __init__(self, processor: Any) -> None:
        self._processor = processor
        self._words = ChatTokens(processor.tokenizer)
        self.end = self._words.end
        marks = (getattr(processor, name, None) for name in ("image_token_id", "video_token_id"))
        self.never: tuple[int, ...] = tuple(int(mark) for mark in marks if mark is not None)

    @classmethod
    def of(cls, folder: Path) -> SeeingTokens:
        """Loads the processor of a model's folder."""
        from transformers import AutoProcessor

        return cls(AutoProcessor.from_pretrained(str(folder)))

    def prompt(self, messages: Sequence[Message]) -> list[int]:
        return [int(token) for token in self._read(messages)["input_ids"][0]]

    def pictures(self, prompts: Sequence[Sequence[Message]]) -> dict[str, Any]:
        """One row per picture of all prompts, as models like Llava and Qwen take them."""
        import torch

        read = [self._read(messages) for messages in prompts if _seen(messages)]
        names = [name for name, value in read[0].items() if name not in _BY_TOKEN] if read else []
        return {name: torch.cat([inputs[name] for inputs in read]) for name in names}

    def answer(self, text: str) -> list[int]:
        return self._words.answer(text)

    def text(self, ids: Sequence[int]) -> str:
        return self._words.text(ids)

    def _read(self, messages: Sequence[Message]) -> Any:
        conversation = [
            {"role": message.role, "content": [_chat_part(part) for part in message.parts]} for message in messages
        ]
        text = self._processor.apply_chat_template(conversation, add_generation_prompt=True, tokenize=False)
        images = [Image.open(io.BytesIO(part.data)).convert("RGB") for part in _seen(messages)]
        return self._processor(text=[text], images=images or None, return_tensors="pt", add_special_tokens=False)


_BY_TOKEN = ("input_ids", "attention_mask", "token_type_ids", "mm_token_type_ids")
"""Outputs of a processor with one entry per token; they are rebuilt from the aligned tokens."""


def _seen(messages: Sequence[Message]) -> list[ImagePart]:
    return [part for message in messages for part in message.parts if isinstance(part, ImagePart)]


def _chat_part(part: TextPart | ImagePart) -> dict[str, str]:
    return {"type": "text", "text": part.text} if isinstance(part, TextPart) else {"type": "image"}
