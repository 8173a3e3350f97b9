"""The agents that are compared: ours, its ablations, and the paper's baselines on the same machine and grounding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agentprog.errors import UsageError
from agentprog.runtime.options import ContextKind, ContextPart, Mode


@dataclass(frozen=True, kw_only=True, slots=True)
class Agent:
    """`paper`: whom of the paper's tables it stands beside, by the name that they use; "" for none of them."""

    name: str
    about: str
    context: ContextKind = "ours"
    mode: Mode = "fused"
    without: frozenset[ContextPart] = frozenset()
    paper: str = ""


AGENTS = {
    agent.name: agent
    for agent in (
        Agent(name="ours", about="program-guided context, one call a move", paper="AgentProg"),
        Agent(
            name="ours-separate",
            about="the same, with a call of its own for the program counter, as in the paper",
            mode="separate",
            paper="AgentProg",
        ),
        Agent(name="no-tree", about="ours without the execution tree", without=frozenset({"tree"})),
        Agent(name="no-variables", about="ours without variables in the prompt", without=frozenset({"variables"})),
        Agent(name="no-retrieval", about="ours without earlier executions", without=frozenset({"retrieval"})),
        Agent(name="no-belief", about="ours without the belief state", without=frozenset({"belief"})),
        Agent(name="summary", about="a line for each move so far, after M3A", context="summary"),
        Agent(name="window", about="the last five screens, after UI-TARS", context="window", paper="UI-TARS"),
        Agent(
            name="plan", about="a plan that is kept up, after Mobile-Agent-v3", context="plan", paper="Mobile-Agent-v3"
        ),
    )
}
"""By the name that `--agent` takes, in the order of tables."""


def agents_called(names: Sequence[str]) -> tuple[Agent, ...]:
    """The named agents, each once; `all` names every one. Raises UsageError naming those that exist."""
    wanted = tuple(AGENTS) if "all" in names else tuple(dict.fromkeys(names))
    for name in wanted:
        if name not in AGENTS:
            raise UsageError(f"there is no agent {name!r}", hint=f"There are: {', '.join(AGENTS)}, and all.")
    return tuple(AGENTS[name] for name in wanted)
