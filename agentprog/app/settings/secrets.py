"""Finds the secrets of a run: in the configuration, the environment or the system's keyring."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterable, Mapping

from agentprog.app.settings.model import SecretSource, Settings
from agentprog.errors import ConfigError
from agentprog.ports import Secret

SERVICE = "agentprog"
"""The keyring's default service for secrets."""
SHORTEST = 4
"""Characters. A shorter secret occurs in too many other texts to be hidden."""


def find_secrets(names: Iterable[str], settings: Settings) -> tuple[Secret, ...]:
    """The secrets of these names. Raises ConfigError, which names the searched places."""
    return tuple(_find(name, settings) for name in dict.fromkeys(names))


def given_secrets(values: Mapping[str, str]) -> tuple[Secret, ...]:
    """Secrets from an embedding program. Raises ConfigError for an invalid name or value."""
    return tuple(_checked(name, value) for name, value in values.items())


def _find(name: str, settings: Settings) -> Secret:
    source = settings.secrets.get(name, SecretSource())
    value = source.value or _from_environment(source.env or name, settings)
    looked = ["its value", f"the environment variable {source.env or name}"] if name in settings.secrets else []
    if not value:
        value = _from_keyring(source.keyring or SERVICE, name)
    if not value:
        looked = looked or [f"the environment variable {name}", f"[secrets.{name}] of agentprog.toml"]
        raise ConfigError(
            f"there is no secret {name}",
            hint=f"Looked in: {', '.join(looked)}, the keyring ({source.keyring or SERVICE}{_installed()}).",
        )
    return _checked(name, value, tuple(source.apps))


def _checked(name: str, value: str, apps: tuple[str, ...] = ()) -> Secret:
    if not name.isidentifier():
        raise ConfigError(f"{name!r} cannot be the name of a secret", hint="Letters, digits and _, as in --secret PIN.")
    if len(value) < SHORTEST:
        raise ConfigError(
            f"the secret {name} is shorter than {SHORTEST} characters: it agentprog could not hide it in other texts"
        )
    return Secret(name=name, value=value, apps=apps)


def _from_environment(variable: str, settings: Settings) -> str:
    return settings.environment.get(variable) or settings.environment.get(variable.upper(), "")


def _from_keyring(service: str, name: str) -> str:
    if importlib.util.find_spec("keyring") is None:
        return ""
    keyring = importlib.import_module("keyring")
    try:
        return keyring.get_password(service, name) or ""
    except keyring.errors.KeyringError as exc:
        raise ConfigError(
            f"the keyring cannot be read for the secret {name}: {exc}",
            hint="Without a keyring take `env =` (docs/models.md).",
        ) from exc


def _installed() -> str:
    return "" if importlib.util.find_spec("keyring") else '; not installed: pip install "agentprog[keyring]"'
