"""Counts tokens without running a model: by the tokenizer of local weights if there are some, else by estimate."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

from agentprog.frozen import frozen
from agentprog.models.tokens import CHARACTERS_PER_TOKEN, estimate_tokens
from agentprog.models.weights.entries import catalogue
from agentprog.models.weights.store import find_weights

_FAMILY = "qwen"


@frozen
class TokenCounter:
    """`count` returns the tokens of a text, `name` names the tokenizer; `exact` is False for an estimate."""

    count: Callable[[str], int]
    name: str
    exact: bool


def text_counter() -> TokenCounter:
    """A Qwen tokenizer if its weights are on this computer and llama.cpp is installed, else an estimate."""
    if importlib.util.find_spec("llama_cpp") is not None:
        for entry in catalogue():
            path = find_weights(entry.name) if entry.name.startswith(_FAMILY) else None
            count = _tokenizer(path) if path is not None else None
            if count is not None:
                return TokenCounter(count=count, name=f"the tokenizer of {entry.name}", exact=True)
    return TokenCounter(count=estimate_tokens, name=f"characters / {CHARACTERS_PER_TOKEN:g}", exact=False)


def _tokenizer(path: Path) -> Callable[[str], int] | None:
    """The counting function of a GGUF file, from its vocabulary alone; None if it cannot be read."""
    from llama_cpp import llama_cpp as lib

    @lib.llama_log_callback  # type: ignore[untyped-decorator]
    def quiet(_level: int, _text: bytes, _data: object) -> None:
        """Discards llama.cpp's messages to the user's terminal."""

    lib.llama_log_set(quiet, None)
    params = lib.llama_model_default_params()
    params.vocab_only = True
    model: Any = lib.llama_model_load_from_file(str(path).encode(), params)
    if not model:
        return None
    vocab = lib.llama_model_get_vocab(model)

    def count(text: str, _keep: object = quiet) -> int:
        raw = text.encode("utf-8", "replace")
        room = len(raw) + 8
        # A negative answer is the needed size; a token has at least one byte.
        return abs(int(lib.llama_tokenize(vocab, raw, len(raw), (lib.llama_token * room)(), room, False, False)))

    return count
