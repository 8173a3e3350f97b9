"""How a run was set up, as its manifest keeps it: for a later life of the run, and for whoever does the same again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from agentprog.app.launching.job import Job
from agentprog.app.settings.config import Settings
from agentprog.app.settings.secrets import find_secrets
from agentprog.runtime.safety.gate import Policy, Rule
from agentprog.runtime.safety.risk import Risk

LIMITS: Final = ("steps", "model_calls", "tokens", "max_cost", "seconds")
_MODELS: Final = ("model", "plan_model", "judge_model", "belief_model", "locator_model")
_A_FLAG = "a flag"


def setup_of(job: Job) -> dict[str, Any]:
    """What a second life needs to know of how the run was set up."""
    workspace = job.workspace or (job.program.folder if job.program is not None else None)
    policy = job.policy or Policy()
    return {
        **{name: getattr(job.settings, name) for name in _MODELS},
        "secrets": [secret.name for secret in job.secrets],
        "serial": job.settings.serial,
        "sim": job.sim,
        "seed": job.seed,
        "dry_run": job.dry_run,
        "workspace": str(workspace) if workspace is not None else None,
        "context": job.context,
        "without": sorted(job.without),
        "form": job.form,
        "mode": job.mode,
        "replan": job.replan,
        "limits": {name: getattr(job.settings, name) for name in LIMITS},
        "policy": {
            "default": policy.default.value,
            "rules": {risk.value: rule.value for risk, rule in policy.rules.items()},
            "apps": list(policy.apps),
        },
    }


def as_before(job: Job, setup: Mapping[str, Any]) -> Job:
    """The job with what the first life was given, where a flag, or an argument, gives nothing else now."""
    workspace = job.workspace or (Path(setup["workspace"]) if setup.get("workspace") else None)
    settings = _settings_before(job.settings, setup)
    return replace(
        job,
        settings=settings,
        secrets=job.secrets or find_secrets(setup.get("secrets") or (), settings),
        sim=bool(setup.get("sim")),
        seed=int(setup.get("seed") or 0),
        dry_run=bool(setup.get("dry_run")),
        workspace=workspace,
        policy=job.policy or policy_of(setup),
        **ways_of(setup),
    )


def _settings_before(settings: Settings, setup: Mapping[str, Any]) -> Settings:
    """What a flag says counts, then what the first life had, then environment and files."""
    first = {name: setup.get(name) for name in (*_MODELS, "serial")} | limits_of(setup)
    kept: dict[str, Any] = {
        name: value for name, value in first.items() if value is not None and settings.origin.get(name) != _A_FLAG
    }
    return replace(settings, **kept)


def ways_of(setup: Mapping[str, Any]) -> dict[str, Any]:
    """In which form, mode and context the run asked its models: fields of a Job."""
    return {
        "form": "python" if setup.get("form") == "python" else "json",
        "mode": "separate" if setup.get("mode") == "separate" else "fused",
        "replan": setup.get("replan"),
        "context": setup.get("context") or "ours",
        "without": frozenset(setup.get("without") or ()),
    }


def limits_of(setup: Mapping[str, Any]) -> dict[str, Any]:
    """The limits it ran under: fields of Settings."""
    return {name: (setup.get("limits") or {}).get(name) for name in LIMITS}


def policy_of(setup: Mapping[str, Any]) -> Policy:
    """The policy it ran under."""
    data = setup.get("policy") or {}
    rules = {Risk(risk): Rule(rule) for risk, rule in (data.get("rules") or {}).items()}
    return Policy(rules=rules, default=Rule(data.get("default") or Rule.ASK), apps=tuple(data.get("apps") or ()))
