"""A model server to talk to, and the small local model."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agentprog.models.llamacpp import LlamaModel
from tests.models.doubles import FastClock, Server, close_models


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server()
    yield running
    running.close()


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys and addresses of the person who runs the tests stay out of them."""
    for name in (
        "OPENAI_API_KEY",
        "OPENAI_BASE_URL",
        "GEMINI_API_KEY",
        "GOOGLE_API_KEY",
        "ANTHROPIC_API_KEY",
        "OPENROUTER_API_KEY",
        "ANTHROPIC_BASE_URL",
        "HF_ENDPOINT",
    ):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True)
def _close_models() -> Iterator[None]:
    """The garbage collector would find open connections in some later test."""
    yield
    close_models()


@pytest.fixture
def clock() -> FastClock:
    return FastClock()


@pytest.fixture(scope="module")
def llama(small_weights: Path) -> Iterator[LlamaModel]:
    model = LlamaModel(small_weights, context=2048)
    yield model
    model.close()
