"""agentprog: an Android agent runtime around a small language of natural-language steps.

The names in `__all__` are stable (docs/stability.md); everything else may change in any version.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from agentprog.version import __version__

if TYPE_CHECKING:
    from agentprog import errors
    from agentprog.app.embedding.agent import Agent
    from agentprog.app.embedding.phone import Phone
    from agentprog.app.embedding.tools import Tool
    from agentprog.app.launching.job import RunResult
    from agentprog.app.launching.programs import Program
    from agentprog.errors import AgentProgError
    from agentprog.lang.effects.kinds import Risk
    from agentprog.models.registry import ModelOptions
    from agentprog.ports import Device, Event, Model, Outcome, OutcomeKind, RunListener
    from agentprog.runtime.journal import events
    from agentprog.runtime.safety.interaction import Consent, RiskyAction
    from agentprog.runtime.safety.policy import Policy, Rule
    from agentprog.runtime.safety.proposal import Approval, Proposal

_HOMES = {
    "app.embedding.agent": ("Agent",),
    "app.embedding.phone": ("Phone",),
    "app.embedding.tools": ("Tool",),
    "app.launching.job": ("RunResult",),
    "app.launching.programs": ("Program",),
    "errors": ("AgentProgError",),
    "lang.effects.kinds": ("Risk",),
    "models.registry": ("ModelOptions",),
    "ports": ("Device", "Event", "Model", "Outcome", "OutcomeKind", "RunListener"),
    "runtime.safety.interaction": ("Consent", "RiskyAction"),
    "runtime.safety.policy": ("Policy", "Rule"),
    "runtime.safety.proposal": ("Approval", "Proposal"),
}
_MODULES = {"errors": "errors", "events": "runtime.journal.events"}
_FOUND = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Agent",
    "AgentProgError",
    "Approval",
    "Consent",
    "Device",
    "Event",
    "Model",
    "ModelOptions",
    "Outcome",
    "OutcomeKind",
    "Phone",
    "Policy",
    "Program",
    "Proposal",
    "Risk",
    "RiskyAction",
    "Rule",
    "RunListener",
    "RunResult",
    "Tool",
    "__version__",
    "errors",
    "events",
]


def __getattr__(name: str) -> Any:
    """Imports a public name at its first use, so that importing agentprog itself stays fast."""
    if name in _MODULES:
        return import_module(f"agentprog.{_MODULES[name]}")
    if name in _FOUND:
        return getattr(import_module(f"agentprog.{_FOUND[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
