"""The compared agents: agentprog's own, its ablations, and the paper's baselines on the same machine and grounding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from agentprog.app.settings.model import Settings
from agentprog.errors import UsageError
from agentprog.frozen import field, frozen
from agentprog.runtime.modes import ContextPart


@frozen
class Agent:
    """One agent. `setup` holds the settings that distinguish it.

    `paper` names the agent beside it in the paper's tables; "" for none.
    """

    name: str
    about: str
    setup: Mapping[str, Any] = field(default_factory=dict)
    paper: str = ""

    @property
    def settings(self) -> Settings:
        return Settings().but(**self.setup)


def _without(part: ContextPart) -> dict[str, Any]:
    return {"without": frozenset({part})}


AGENTS = {
    agent.name: agent
    for agent in (
        Agent(name="ours", about="program-guided context, one call a move", paper="AgentProg"),
        Agent(
            name="ours-separate",
            about="the same, with a call of its own for the program counter, as in the paper",
            setup={"mode": "separate"},
            paper="AgentProg",
        ),
        Agent(name="no-tree", about="ours without the execution tree", setup=_without("tree")),
        Agent(
            name="no-variables",
            about="ours without variables in the prompt",
            setup=_without("variables"),
        ),
        Agent(name="no-retrieval", about="ours without earlier executions", setup=_without("retrieval")),
        Agent(name="no-belief", about="ours without the belief state", setup=_without("belief")),
        Agent(name="summary", about="a line for each move so far, after M3A", setup={"context": "summary"}),
        Agent(
            name="window", about="the last five screens, after UI-TARS", setup={"context": "window"}, paper="UI-TARS"
        ),
        Agent(
            name="plan",
            about="a plan that is kept up, after Mobile-Agent-v3",
            setup={"context": "plan"},
            paper="Mobile-Agent-v3",
        ),
        Agent(name="ces", about="Coordinator, Executor, State Tracker, after CES", setup={"strategy": "ces"}),
        Agent(name="swirl", about="Navigator and Interactor, after SWIRL", setup={"strategy": "swirl"}),
        Agent(name="coda", about="Planner and Executor, after CODA", setup={"strategy": "coda"}),
    )
}
"""The agents by their `--agent` names, in the order of tables."""


def agents_called(names: Sequence[str]) -> tuple[Agent, ...]:
    """The named agents, each once. `all` means those with agentprog's own prompts, which strategies do not use.

    Raises UsageError listing the known names.
    """
    alike = tuple(name for name, agent in AGENTS.items() if agent.settings.strategy == "ours") if "all" in names else ()
    unique = tuple(dict.fromkeys([*alike, *(name for name in names if name != "all")]))
    for name in unique:
        if name not in AGENTS:
            raise UsageError(f"there is no agent {name!r}", hint=f"There are: {', '.join(AGENTS)}, and all.")
    return tuple(AGENTS[name] for name in unique)
