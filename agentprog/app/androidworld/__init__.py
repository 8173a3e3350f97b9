"""agentprog as an AndroidWorld agent: `make_agent(env)` gives an `EnvironmentInteractingAgent`, one GUI action a step.

AndroidWorld itself is imported only when the agent is made.
"""

from agentprog.app.androidworld.agent import make_agent
from agentprog.app.androidworld.env_device import EnvDevice
from agentprog.app.androidworld.episode import Episode, Stepped

__all__ = ["EnvDevice", "Episode", "Stepped", "make_agent"]
