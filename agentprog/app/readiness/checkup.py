"""Checks a run's needs besides a phone: a model that answers, and space for its record."""

from __future__ import annotations

import shutil
from contextlib import ExitStack
from pathlib import Path

from agentprog.app.launching.opening import open_model
from agentprog.app.settings.model import Settings
from agentprog.devices import Check
from agentprog.errors import AgentProgError
from agentprog.ports import Message, ModelProgress, ModelRequest
from agentprog.ports.answers import answered

_LEAST_BYTES = 500_000_000
_WORDS = 8


def check_model(settings: Settings, *, progress: ModelProgress | None = None) -> Check:
    """Check that the configured model answers a question of one word. Loads a local model for it."""
    if settings.model is None:
        remedy = "Programs of exact lines need none. To name one: `agentprog setup`, --model or AGENTPROG_MODEL."
        return Check(name="model", ok=None, detail="none is configured", remedy=remedy)
    request = ModelRequest(
        messages=(Message.of("user", "Answer with the word: ready"),), purpose="doctor", max_tokens=_WORDS
    )
    try:
        with ExitStack() as stack:
            reply = answered(open_model(settings, stack, progress=progress), request)
    except AgentProgError as exc:
        remedy = exc.hint or "Name another with --model; `agentprog models list` shows the local ones."
        return Check(name="model", ok=False, detail=f"{settings.model}: {exc.message}", remedy=remedy)
    detail = f"{settings.model} answers in {reply.usage.seconds:.1f} s"
    if not reply.text.strip():
        remedy = "Name another with --model, or look into its server's log."
        return Check(name="model", ok=False, detail=f"{detail}, but with an empty text", remedy=remedy)
    return Check(name="model", ok=True, detail=detail)


def check_disk(settings: Settings) -> Check:
    """Check that the folder of runs has space for screenshots and traces."""
    folder = settings.run_dir.absolute()
    existing_folder = next((place for place in (folder, *folder.parents) if place.is_dir()), Path.cwd())
    try:
        free = shutil.disk_usage(existing_folder).free
    except OSError as exc:
        return Check(name="disk", ok=None, detail=f"{existing_folder} does not report its free space: {exc.strerror}")
    detail = f"{free / 1e9:.1f} GB free for runs in {settings.run_dir}"
    remedy = "" if free >= _LEAST_BYTES else "Free some space, or name another place with --run-dir or `run_dir`."
    return Check(name="disk", ok=free >= _LEAST_BYTES, detail=detail, remedy=remedy)
