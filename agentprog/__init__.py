"""agentprog: an Android agent runtime around a small language of natural-language steps."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from agentprog.app.embedding.agent import Agent
    from agentprog.app.launching.job import RunResult
    from agentprog.runtime.safety.interaction import Consent, RiskyAction

__version__ = "0.1.0"

__all__ = ["Agent", "Consent", "RiskyAction", "RunResult", "__version__"]


def __getattr__(name: str) -> Any:
    """The public classes, imported when first asked for: importing agentprog itself stays light."""
    if name == "Agent":
        from agentprog.app.embedding.agent import Agent

        return Agent
    if name == "RunResult":
        from agentprog.app.launching.job import RunResult

        return RunResult
    if name in ("Consent", "RiskyAction"):
        from agentprog.runtime.safety import interaction

        return getattr(interaction, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
