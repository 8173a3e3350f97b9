"""The places of secrets; no run leaves a secret behind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from agentprog.app.embedding.agent import Agent
from agentprog.app.settings import config
from agentprog.app.settings.model import SecretSource, Settings
from agentprog.app.settings.secrets import find_secrets
from agentprog.errors import ConfigError


def found(name: str, **settings: Any) -> str:
    (secret,) = find_secrets([name], Settings(**settings))
    return secret.value


def test_the_environment_has_it_by_its_name_in_either_case() -> None:
    assert found("pin", environment={"pin": "one-1"}) == "one-1"
    assert found("pin", environment={"PIN": "two-2"}) == "two-2"


def test_the_configuration_names_the_source_and_the_apps_of_a_secret(tmp_path: Path) -> None:
    path = tmp_path / "agentprog.toml"
    path.write_text('[secrets.pin]\nenv = "BANK_PIN"\napps = ["Bank"]\n[secrets.other]\nvalue = "plain-1"\n')
    settings = config.load(environ={"BANK_PIN": "three-3", "PIN": "no"}, directory=tmp_path)
    pin, other = find_secrets(["pin", "other"], settings)
    assert (pin.value, pin.apps, other.value) == ("three-3", ("Bank",), "plain-1")
    assert "plain-1" not in repr(settings)


def test_a_missing_secret_names_the_places_that_were_searched() -> None:
    with pytest.raises(ConfigError, match="no secret pin") as caught:
        found("pin", environment={})
    assert "environment variable pin" in caught.value.hint
    assert "keyring" in caught.value.hint


@pytest.mark.parametrize(("name", "value"), [("pin", "123"), ("not a name", "long enough")])
def test_a_secret_that_could_not_be_masked_is_refused(name: str, value: str) -> None:
    with pytest.raises(ConfigError) as caught:
        found(name, secrets={name: SecretSource(value=value)})
    assert value not in str(caught.value)


def test_an_embedding_program_hands_its_secrets_over(tmp_path: Path) -> None:
    """The run has them as placeholders only."""
    lines = 'tell user "it is {pin}"\nset {answer} to {pin}\n'
    agent = Agent(
        program=f"---\ninputs:\n  pin: {{type: text}}\n---\n{lines}", secrets={"pin": "Zebra-7431"}, run_dir=tmp_path
    )
    result = agent.run_sync()
    assert result.answer == "⟨secret:pin⟩"
    assert "7431" not in (result.folder / "events.jsonl").read_text(encoding="utf-8")
    with pytest.raises(ConfigError, match="shorter"):
        Agent("log in", secrets={"pin": "1"})


def test_a_wrong_entry_is_reported_without_its_value(tmp_path: Path) -> None:
    path = tmp_path / "agentprog.toml"
    path.write_text("[secrets.pin]\nvalue = 7431999\n")
    with pytest.raises(ConfigError, match=r"secrets\.pin") as caught:
        config.load(environ={}, directory=tmp_path)
    assert "7431999" not in f"{caught.value} {caught.value.__cause__}"
