"""The key and the address with which a model is opened."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import pytest

from agentprog.app.launching import opening
from agentprog.app.settings.model import Settings
from agentprog.errors import ModelNotConfigured
from agentprog.models.registry import ModelOptions

KEYS = {"OPENAI_API_KEY": "o", "GOOGLE_API_KEY": "g2", "GEMINI_API_KEY": "g1"}


class Recorded:
    """Replaces the registry and keeps its requests."""

    def __init__(self) -> None:
        self.options = ModelOptions()
        self.closed = False

    def __call__(self, id: str, *, options: ModelOptions) -> Any:
        self.options = options
        return self

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Recorded:
    recorded = Recorded()
    monkeypatch.setattr(opening, "open_any_model", recorded)
    return recorded


def open_with(opened: Recorded, **settings: Any) -> ModelOptions:
    with ExitStack() as stack:
        opening.open_model(Settings(environment=KEYS, **settings), stack)
    assert opened.closed
    return opened.options


def test_each_provider_gets_its_own_key(opened: Recorded) -> None:
    assert open_with(opened, model="openai:x").api_key == "o"
    assert open_with(opened, model="gemini:x").api_key == "g1"
    assert open_with(opened, model="llamacpp:x").api_key is None


def test_the_address_of_openai_is_for_openai_alone(opened: Recorded) -> None:
    from_environment: dict[str, Any] = {"base_url": "http://here/v1", "origin": {"base_url": "OPENAI_BASE_URL"}}
    assert open_with(opened, model="openai:x", **from_environment).base_url == "http://here/v1"
    assert open_with(opened, model="gemini:x", **from_environment).base_url is None
    flagged: dict[str, Any] = {"base_url": "http://here/v1", "origin": {"base_url": "a flag"}}
    assert open_with(opened, model="gemini:x", **flagged).base_url == "http://here/v1"


def test_a_missing_model_is_an_error_with_the_place_to_name_one() -> None:
    with ExitStack() as stack, pytest.raises(ModelNotConfigured, match="AGENTPROG_MODEL"):
        opening.open_model(Settings(), stack)
