"""A byte-level model of two layers with random weights, to try recipes on where no other model fits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agentprog.errors import UsageError
from agentprog.learn.training.policy import Policy
from agentprog.ports import Message


class Bytes:
    """One token per byte; keeps the last `reads` bytes of a prompt."""

    end = 256
    never: tuple[int, ...] = ()

    def __init__(self, reads: int) -> None:
        self._reads = reads

    def prompt(self, messages: Sequence[Message]) -> list[int]:
        return [*"\n".join(message.text for message in messages).encode()[-self._reads :], 10]

    def pictures(self, prompts: Sequence[Sequence[Message]]) -> dict[str, Any]:
        """Empty: the model reads text alone."""
        del prompts
        return {}

    def answer(self, text: str) -> list[int]:
        return [*text.encode(), self.end]

    def text(self, ids: Sequence[int]) -> str:
        return bytes(token for token in ids if token < 256).decode("utf-8", "replace")


def fresh_policy(*, width: int = 64, heads: int = 4, rank: int = 32, reads: int = 48, seed: int = 7) -> Policy:
    """A policy over a fresh model. Raises UsageError if the extra is not installed."""
    try:
        import torch
        from transformers import LlamaConfig, LlamaForCausalLM
    except ImportError as exc:
        raise UsageError(f"training needs {exc.name}", hint="pip install 'agentprog[learn]'") from exc
    torch.manual_seed(seed)
    config = LlamaConfig(
        vocab_size=257,
        hidden_size=width,
        intermediate_size=2 * width,
        num_hidden_layers=2,
        num_attention_heads=heads,
        num_key_value_heads=heads // 2,
        max_position_embeddings=256,
        initializer_range=0.2,  # otherwise its head could not distinguish bytes, whatever an adapter does
    )
    return Policy(LlamaForCausalLM(config), Bytes(reads), rank=rank, alpha=2 * rank)
