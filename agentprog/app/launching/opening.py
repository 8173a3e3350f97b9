"""Opens a run's needs: the phone, real or simulated, locked for this run, and the model with its keys."""

from __future__ import annotations

import fnmatch
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path

from agentprog.app.phones.simulator import simulated_phone
from agentprog.app.settings.folders import lock_folder
from agentprog.app.settings.model import Endpoint, Settings
from agentprog.devices import choose_device, open_device
from agentprog.errors import ModelNotConfigured
from agentprog.models.registry import ModelOptions, asked_id, key_variables
from agentprog.models.registry import open_model as open_any_model
from agentprog.ports import Device, Model, ModelProgress
from agentprog.ports.plugins import DEVICES, plugin
from agentprog.runtime.safety.lock import DeviceLock

Waits = Callable[[str], None]
"""Called with a reason for waiting that no event reports."""


def open_phone(settings: Settings, stack: ExitStack, *, run: str, waits: Waits = lambda _: None) -> Device:
    """The phone in the settings, or the only attached one. Locked for `run` and closed with the stack."""
    return _open(settings.serial, settings.environment, stack, run=run, waits=waits)


def open_simulated(settings: Settings, stack: ExitStack, *, run: str, root: Path | None) -> Device:
    """A simulated phone that ends with the stack."""
    phone = stack.enter_context(simulated_phone(seed=settings.seed, storage=root, environ=settings.environment))
    return _open(phone.serial, phone.environment, stack, run=run, waits=lambda _: None)


def _open(serial: str | None, environment: Mapping[str, str], stack: ExitStack, *, run: str, waits: Waits) -> Device:
    scheme, _, name = (serial or "").partition(":")
    opener = plugin(DEVICES, scheme) if name else None
    known = serial if opener is not None and serial else choose_device(serial, environment).serial
    stack.enter_context(DeviceLock(lock_folder(), known, run=run))
    device: Device = opener(name, environment) if opener else open_device(known, env=environment, waits=waits)
    stack.callback(device.close)
    return device


def require_model(settings: Settings) -> str:
    """The model's id. Raises ModelNotConfigured if no setting names one."""
    if settings.model is None:
        raise ModelNotConfigured(
            "no model is configured",
            hint="Name one with --model, AGENTPROG_MODEL or `model = ...` in agentprog.toml, for example "
            "llamacpp:qwen2.5-coder-1.5b (local; `agentprog models list`) or openai:gpt-5-mini (needs OPENAI_API_KEY).",
        )
    return settings.model


def open_model(
    settings: Settings, stack: ExitStack, *, id: str | None = None, progress: ModelProgress | None = None
) -> Model:
    """The model with this id, or the one in the settings; the stack closes it."""
    id = id or require_model(settings)
    known = endpoint_of(settings, id)
    names = (known.key,) if known.key else key_variables(id)
    key = next((settings.environment[name] for name in names if settings.environment.get(name)), None)
    if known.key and key is None:
        raise ModelNotConfigured(
            f"{id} needs the key in {known.key}, which is not set", hint="Set the variable, or write it into .env."
        )
    options = ModelOptions(base_url=known.base_url, api_key=key, api=known.api, progress=progress)
    model = open_any_model(id, options=options)
    stack.callback(model.close)
    return model


def endpoint_of(settings: Settings, id: str) -> Endpoint:
    """The address of a model: its own entry, else that for all models. OpenAI's address is for its ids only."""
    id = asked_id(id)
    endpoint = next(
        (found for pattern, found in settings.endpoints.items() if fnmatch.fnmatchcase(id, pattern)), Endpoint()
    )
    base_url = settings.base_url
    if not id.startswith("openai:") and settings.origin.get("base_url") == "OPENAI_BASE_URL":
        base_url = None
    return Endpoint(base_url=endpoint.base_url or base_url, api=endpoint.api or settings.api, key=endpoint.key)
