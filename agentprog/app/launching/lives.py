"""The setup of a run in its manifest, for resuming and repeating it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from agentprog.app.launching.job import Job
from agentprog.app.settings.secrets import find_secrets


def setup_of(job: Job) -> dict[str, Any]:
    """The setup that a resumed run needs."""
    workspace = job.workspace
    return {
        **job.settings.setup(),
        "sent": job.sent,
        "secrets": [secret.name for secret in job.secrets],
        "workspace": str(workspace) if workspace is not None else None,
    }


def as_before(job: Job, setup: Mapping[str, Any]) -> Job:
    """The job with the first life's arguments; a flag or argument of this life replaces the older value."""
    settings = job.settings.as_begun(setup)
    secrets = job.secrets or find_secrets(setup.get("secrets") or (), settings)
    return replace(job, settings=settings, secrets=secrets)
