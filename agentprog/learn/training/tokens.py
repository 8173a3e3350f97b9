"""From messages to what a model of transformers is given: tokens, and for one that sees the pictures beside them."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from PIL import Image

from agentprog.ports import ImagePart, Message, TextPart


class Tokens(Protocol):
    """A tokenizer, as far as training asks it."""

    @property
    def end(self) -> int:
        """The token that ends an answer."""
        ...

    @property
    def never(self) -> tuple[int, ...]:
        """Tokens that no answer may have: those that stand for a picture."""
        ...

    def prompt(self, messages: Sequence[Message]) -> list[int]: ...
    def pictures(self, asked: Sequence[Sequence[Message]]) -> dict[str, Any]:
        """What the model is given beside the tokens of these questions: their pictures, in their order."""
        ...

    def answer(self, text: str) -> list[int]: ...
    def text(self, ids: Sequence[int]) -> str: ...


class ChatTokens:
    """A tokenizer of transformers, with its chat template."""

    never: tuple[int, ...] = ()

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        self.end = int(tokenizer.eos_token_id)

    def pictures(self, asked: Sequence[Sequence[Message]]) -> dict[str, Any]:
        """None: it reads text alone."""
        del asked
        return {}

    def prompt(self, messages: Sequence[Message]) -> list[int]:
        told = [{"role": message.role, "content": message.text} for message in messages]
        text = self._tokenizer.apply_chat_template(told, add_generation_prompt=True, tokenize=False)
        return list(self._tokenizer(text, add_special_tokens=False)["input_ids"])

    def answer(self, text: str) -> list[int]:
        return [*self._tokenizer(text, add_special_tokens=False)["input_ids"], self.end]

    def text(self, ids: Sequence[int]) -> str:
        return str(self._tokenizer.decode(list(ids), skip_special_tokens=True))


class SeeingTokens:
    """A processor of transformers: a tokenizer, what a picture becomes, and the tokens that stand in its place."""

    def __init__(self, processor: Any) -> None:
        self._processor = processor
        self._words = ChatTokens(processor.tokenizer)
        self.end = self._words.end
        marks = (getattr(processor, name, None) for name in ("image_token_id", "video_token_id"))
        self.never: tuple[int, ...] = tuple(int(mark) for mark in marks if mark is not None)

    @classmethod
    def of(cls, folder: Path) -> SeeingTokens:
        """The processor of a model's folder."""
        from transformers import AutoProcessor

        return cls(AutoProcessor.from_pretrained(str(folder)))

    def prompt(self, messages: Sequence[Message]) -> list[int]:
        return [int(token) for token in self._read(messages)["input_ids"][0]]

    def pictures(self, asked: Sequence[Sequence[Message]]) -> dict[str, Any]:
        """One row for each picture of all the questions, as the models of Llava's and Qwen's kind take them."""
        import torch

        read = [self._read(messages) for messages in asked if _seen(messages)]
        names = [name for name, value in read[0].items() if name not in _BY_TOKEN] if read else []
        return {name: torch.cat([one[name] for one in read]) for name in names}

    def answer(self, text: str) -> list[int]:
        return self._words.answer(text)

    def text(self, ids: Sequence[int]) -> str:
        return self._words.text(ids)

    def _read(self, messages: Sequence[Message]) -> Any:
        told = [{"role": message.role, "content": [_told(part) for part in message.parts]} for message in messages]
        text = self._processor.apply_chat_template(told, add_generation_prompt=True, tokenize=False)
        images = [Image.open(io.BytesIO(part.data)).convert("RGB") for part in _seen(messages)]
        return self._processor(text=[text], images=images or None, return_tensors="pt", add_special_tokens=False)


_BY_TOKEN = ("input_ids", "attention_mask", "token_type_ids", "mm_token_type_ids")
"""What a processor gives with a place for each token: that is made of the tokens, aligned with those of others."""


def _seen(messages: Sequence[Message]) -> list[ImagePart]:
    return [part for message in messages for part in message.parts if isinstance(part, ImagePart)]


def _told(part: TextPart | ImagePart) -> dict[str, str]:
    return {"type": "text", "text": part.text} if isinstance(part, TextPart) else {"type": "image"}
