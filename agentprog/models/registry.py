"""Opens a model by its `provider:name` id."""

from __future__ import annotations

import dataclasses
import difflib
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from agentprog import resources
from agentprog.errors import ModelNotConfigured
from agentprog.frozen import field, frozen
from agentprog.models.cassette import RecordingModel, ReplayingModel
from agentprog.models.weights import entry, find_weights, model_folder
from agentprog.models.weights.repository import PREFIX
from agentprog.ports import Model, ModelProgress
from agentprog.ports.plugins import MODELS, plugin, plugins

if TYPE_CHECKING:
    from agentprog.models.cloud.remote import Access


@frozen
class ModelOptions:
    """Options of a model besides its id; each provider uses its own.

    `api` is one of OpenAI's APIs ("chat" or "responses"). `context` and `threads` are a local model's, in tokens and
    threads; `progress` is called with (purpose, done, total) while it computes. `timeout` is the time limit of one
    question to a provider in seconds, including retries.
    """

    base_url: str | None = None
    api_key: str | None = field(default=None, repr=False)
    api: Literal["chat", "responses"] | None = None
    timeout: float | None = None
    context: int | None = None
    threads: int | None = None
    seed: int = 0
    progress: ModelProgress | None = None


DEMO = "demo"
"""The one id without a provider: a recording for the tutorial, shipped with the package."""
_RECORDING = "recording"


def open_model(
    id: str,
    *,
    base_url: str | None = None,
    options: ModelOptions | None = None,
    record: Path | None = None,
) -> Model:
    """Opens the model of an id. Nothing is loaded or sent before the first question.

    `record` names a cassette file for every call. Raises ModelNotConfigured for an unknown provider, a missing key,
    or missing weights.
    """
    known = options or ModelOptions()
    if base_url is not None:
        known = dataclasses.replace(known, base_url=base_url)
    check_id(id)
    model = _demo() if id == DEMO else _provided(id, known)
    return RecordingModel(model, record) if record is not None else model


def _provided(id: str, options: ModelOptions) -> Model:
    provider, _, name = id.partition(":")
    opener = _PROVIDERS.get(provider) or plugin(MODELS, provider)
    model: Model = opener(name, id, options)
    return model


def check_id(id: str) -> None:
    """Raises ModelNotConfigured unless `id` is `provider:name` with a known provider. Opens nothing."""
    provider, _, name = id.partition(":")
    if id == DEMO:
        return
    if not name or (provider not in _PROVIDERS and provider not in plugins(MODELS)):
        raise _unknown(id, provider)


def asked_id(id: str) -> str:
    """The id of the model that answers: for `recording:FILE:ID` the recorded one, else the id itself."""
    found = _recorded(id)
    return found["id"] if found is not None else id


def key_variables(id: str) -> tuple[str, ...]:
    """The environment variables that may hold a model's key, in order; none if it needs no key."""
    return _KEYS.get(asked_id(id).partition(":")[0], ())


def providers() -> tuple[str, ...]:
    """The names that may precede the colon."""
    return (*_PROVIDERS, *(name for name in plugins(MODELS) if name not in _PROVIDERS))


def _recorded(id: str) -> re.Match[str] | None:
    """The groups `file` and `id` of `recording:FILE:ID`. A file's name may contain colons: ID begins at a provider."""
    names = "|".join(re.escape(name) for name in providers() if name != _RECORDING)
    return re.fullmatch(rf"{_RECORDING}:(?P<file>.+?):(?P<id>(?:{names}):.+)", id)


def _cloud(id: str, options: ModelOptions) -> Access:
    return {"id": id, "base_url": options.base_url, "api_key": options.api_key, "timeout": options.timeout}


def _openai(name: str, id: str, options: ModelOptions) -> Model:
    from agentprog.models.cloud.openai import OpenAIModel

    return OpenAIModel(name, api=options.api, **_cloud(id, options))


def _gemini(name: str, id: str, options: ModelOptions) -> Model:
    from agentprog.models.cloud.gemini import GeminiModel

    return GeminiModel(name, **_cloud(id, options))


def _openrouter(name: str, id: str, options: ModelOptions) -> Model:
    from agentprog.models.cloud.openai import OPENROUTER, OpenAIModel

    return OpenAIModel(name, api=options.api, service=OPENROUTER, **_cloud(id, options))


def _anthropic(name: str, id: str, options: ModelOptions) -> Model:
    from agentprog.models.cloud.anthropic import ClaudeModel

    return ClaudeModel(name, **_cloud(id, options))


def _llamacpp(name: str, id: str, options: ModelOptions) -> Model:
    from agentprog.models.llamacpp.model import CONTEXT, LlamaModel

    base, adapter = _adapted(name)
    return LlamaModel(
        _weights(base),
        adapter=adapter,
        id=id,
        context=options.context or CONTEXT,
        threads=options.threads,
        seed=options.seed,
        prefixes=model_folder() / "prefixes",
        progress=options.progress,
    )


def _adapted(name: str) -> tuple[str, Path | None]:
    """The base model and its adapter, for `NAME+FILE.gguf`; a file of that whole name wins."""
    base, plus, adapter = name.rpartition("+")
    if not plus or not base or not adapter.endswith(".gguf") or Path(name).expanduser().is_file():
        return name, None
    return base, Path(adapter).expanduser()


def _scripted(name: str, id: str, _options: ModelOptions) -> Model:
    from agentprog.models.scripted import ScriptedModel

    return ScriptedModel(Path(name), id=id)


def _demo() -> Model:
    from agentprog.models.scripted import ScriptedModel

    return ScriptedModel(resources.path("examples/demo.toml"), id=DEMO)


def _recording(_name: str, id: str, options: ModelOptions) -> Model:
    found = _recorded(id)
    if found is None:
        hint = "Write recording:FILE:ID, for example recording:tape.jsonl:openai:gpt-5-mini."
        raise ModelNotConfigured(f"{id!r} does not say which model is recorded", hint=hint)
    return RecordingModel(open_model(found["id"], options=options), Path(found["file"]))


def _replaying(name: str, _id: str, _options: ModelOptions) -> Model:
    return ReplayingModel(Path(name))


def _weights(name: str) -> Path:
    """The file: a path if it looks like one, else a downloaded model of the catalogue."""
    if name.startswith(PREFIX):
        found = find_weights(name)
        if found is None:
            raise ModelNotConfigured(
                f"the weights of {name} are not on this computer", hint=f"Get them: agentprog models pull {name}"
            )
        return found
    path = Path(name).expanduser()
    if path.suffix == ".gguf" or os.sep in name or path.is_file():
        return path
    model = entry(name)
    found = find_weights(name)
    if found is None:
        raise ModelNotConfigured(
            f"the weights of {name} ({model.bytes / 1e6:,.0f} MB) are not on this computer",
            hint=f"Get them: agentprog models pull {name}",
        )
    return found


def _unknown(id: str, provider: str) -> ModelNotConfigured:
    example = "for example openai:gpt-5-mini or llamacpp:qwen2.5-coder-1.5b"
    if provider in providers():
        return ModelNotConfigured(f"the model id {id!r} names no model", hint=f"Write provider:name, {example}.")
    near = difflib.get_close_matches(provider.lower(), providers(), n=1)
    if near:
        rest = id.partition(":")[2]
        return ModelNotConfigured(f"there is no model provider {provider!r}", hint=f"Did you mean {near[0]}:{rest}?")
    hint = f"Write provider:name, {example}. Providers: {', '.join(providers())}."
    return ModelNotConfigured(f"{id!r} is not a model id", hint=hint)


_KEYS: dict[str, tuple[str, ...]] = {
    "openai": ("OPENAI_API_KEY",),
    "gemini": ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    "anthropic": ("ANTHROPIC_API_KEY",),
    "openrouter": ("OPENROUTER_API_KEY",),
}
_PROVIDERS: dict[str, Callable[[str, str, ModelOptions], Model]] = {
    "openai": _openai,
    "gemini": _gemini,
    "anthropic": _anthropic,
    "openrouter": _openrouter,
    "llamacpp": _llamacpp,
    "scripted": _scripted,
    _RECORDING: _recording,
    "replaying": _replaying,
}
