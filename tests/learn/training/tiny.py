"""A language model of two layers that reads bytes: it learns little, and that in a second."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agentprog.learn.training.policy import Policy
from agentprog.ports import Message


class Bytes:
    """A byte a token, the last ones of a prompt alone."""

    end = 256

    def prompt(self, messages: Sequence[Message]) -> list[int]:
        return [*"\n".join(message.text for message in messages).encode()[-40:], 10]

    def answer(self, text: str) -> list[int]:
        return [*text.encode(), self.end]

    def text(self, ids: Sequence[int]) -> str:
        return bytes(token for token in ids if token < 256).decode("utf-8", "replace")


def tiny_policy(*roles: str, seed: int = 0) -> Policy:
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(7)
    config = LlamaConfig(
        vocab_size=257,
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=1,
        max_position_embeddings=256,
        initializer_range=0.2,  # or its head could not tell one byte from another, whatever an adapter does
    )
    base: Any = LlamaForCausalLM(config)
    policy = Policy(base, Bytes(), rank=8, alpha=16)
    for role in roles:
        policy.add(role, seed)
    return policy
