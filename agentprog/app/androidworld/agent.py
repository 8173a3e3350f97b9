"""The class that AndroidWorld's runner drives, made over its own base class at the moment it is asked for."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

from agentprog.app.androidworld.env_device import EnvDevice, android_world, json_action
from agentprog.app.androidworld.episode import Episode, Stepped
from agentprog.app.launching.opening import open_phone
from agentprog.app.settings import config
from agentprog.ports import Device

NAME = "agentprog"


def make_agent(
    env: Any, *, serial: str | None = None, name: str = NAME, transition_pause: float | None = 1.0, **options: Any
) -> Any:
    """An `EnvironmentInteractingAgent` on that environment. Raises UsageError where AndroidWorld is not installed.

    Without a `serial` everything goes through the environment. With one (`emulator-5554`) our own device layer
    looks and acts over adb: better eyes, but its automation connection pauses the environment's accessibility service
    until `close()`. `options` are those of `agentprog.Agent`: `model`, `policy`, `run_dir` and so on.
    """
    base = android_world("agents.base_agent")
    driver = _Driver(env, serial, options)

    def init(self: Any) -> None:
        base.EnvironmentInteractingAgent.__init__(self, env, name, transition_pause)

    def step(_self: Any, goal: str) -> Any:
        stepped = driver.step(goal)
        return base.AgentInteractionResult(stepped.done, stepped.data())

    def reset(self: Any, go_home: bool = False) -> None:
        driver.leave()
        base.EnvironmentInteractingAgent.reset(self, go_home)

    methods = {
        "__init__": init,
        "__doc__": "agentprog behind AndroidWorld's interface.",
        "step": step,
        "reset": reset,
        "set_max_steps": lambda _self, count: driver.limit(count),
        "close": lambda _self: driver.close(),
    }
    return type("AgentProgAgent", (base.EnvironmentInteractingAgent,), methods)()


class _Driver:
    """The episode of the present goal, and the phone that all episodes share."""

    def __init__(self, env: Any, serial: str | None, options: dict[str, Any]) -> None:
        self._env = env
        self._serial = serial
        self._options = options
        self._episode: Episode | None = None
        self._last: Stepped | None = None
        self._device: Device | None = None
        self._stack = ExitStack()

    def step(self, goal: str) -> Stepped:
        """One GUI action for the goal; a goal that is new begins an episode."""
        if self._episode is None or self._episode.goal != goal:
            self.leave()
            self._episode = Episode(goal, self._opened(), self._options)
        if self._last is not None and self._last.over:
            return self._last
        self._last = self._episode.step()
        if self._last.over:
            self._report(self._last)
        return self._last

    def _report(self, last: Stepped) -> None:
        """Tell the environment what an agent tells it at its end."""
        if last.infeasible:
            self._env.execute_action(json_action(action_type="status", goal_status="infeasible"))
        elif last.done and last.answer:
            self._env.execute_action(json_action(action_type="answer", text=last.answer))

    def _opened(self) -> Device:
        if self._device is None:
            if self._serial is None:
                self._device = EnvDevice(self._env)
            else:
                settings = config.load({"serial": self._serial})
                self._device = open_phone(settings, self._stack, run=NAME)
        return self._device

    def limit(self, steps: int) -> None:
        """No more actions than that in an episode."""
        self._options["steps"] = steps

    def leave(self) -> None:
        """Forget the present episode."""
        if self._episode is not None:
            self._episode.close()
        self._episode = self._last = None

    def close(self) -> None:
        """Leave the episode and let the phone go."""
        self.leave()
        self._device = None
        self._stack.close()
