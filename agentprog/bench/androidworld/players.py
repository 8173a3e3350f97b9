"""The players of AndroidWorld's tasks: our agent, and AndroidWorld's own M3A and T3A over any of our models."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from PIL import Image

from agentprog.app.androidworld import make_agent
from agentprog.bench.androidworld.checkout import Checkout
from agentprog.errors import ModelError, UsageError
from agentprog.ports import ImagePart, Message, Model, ModelRequest, TextPart
from agentprog.runtime.safety.policy import Policy, Rule

_MOST_TOKENS = 1000
"""The reply limit of AndroidWorld's own wrappers."""

Player = Callable[[Checkout, Any, Model, Path], Any]
"""Makes an `EnvironmentInteractingAgent` for an environment; it writes its files into the folder."""


def _ours(checkout: Checkout, env: Any, model: Model, folder: Path) -> Any:
    del checkout
    return make_agent(env, model=model, run_dir=folder / "runs", policy=Policy(default=Rule.ALLOW))


def _m3a(checkout: Checkout, env: Any, model: Model, folder: Path) -> Any:
    del folder
    if not model.capabilities.vision:
        raise UsageError(f"M3A looks at pictures, and {model.id} takes none", hint="T3A reads text alone.")
    return checkout.world("agents.m3a").M3A(env, _as_llm(checkout, model), name="M3A")


def _t3a(checkout: Checkout, env: Any, model: Model, folder: Path) -> Any:
    del folder
    return checkout.world("agents.t3a").T3A(env, _as_llm(checkout, model), name="T3A")


PLAYERS: Mapping[str, Player] = {"agentprog": _ours, "m3a": _m3a, "t3a": _t3a}


def _as_llm(checkout: Checkout, model: Model) -> Any:
    """One of our models behind the interface of AndroidWorld's agents."""
    infer = checkout.world("agents.infer")

    class ModelLlm(infer.LlmWrapper, infer.MultimodalLlmWrapper):  # type: ignore[misc,name-defined]
        def predict(self, text_prompt: str) -> tuple[str, bool | None, Any]:
            return self.predict_mm(text_prompt, [])

        def predict_mm(self, text_prompt: str, images: list[Any]) -> tuple[str, bool | None, Any]:
            seen = [ImagePart(data=_jpeg(image), media_type="image/jpeg") for image in images]
            parts: tuple[TextPart | ImagePart, ...] = (TextPart(text=text_prompt), *seen)
            request = ModelRequest(
                messages=(Message(role="user", parts=parts),), purpose="android_world", max_tokens=_MOST_TOKENS
            )
            try:
                reply = model.complete(request)
            except ModelError:
                return infer.ERROR_CALLING_LLM, None, None
            return reply.text, True, {"text": reply.text}

    return ModelLlm()


def _jpeg(pixels: Any) -> bytes:
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "JPEG")
    return out.getvalue()
