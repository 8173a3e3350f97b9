"""The class that AndroidWorld's runner drives; it is derived from AndroidWorld's base class when the agent is made."""

from __future__ import annotations

import logging
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

from agentprog.app.androidworld.env_device import EnvDevice
from agentprog.app.androidworld.episode import Episode, Stepped
from agentprog.app.androidworld.world import World, android_world
from agentprog.app.launching.opening import open_phone, require_model
from agentprog.app.settings import config
from agentprog.errors import DeviceError
from agentprog.ports import Device

_log = logging.getLogger(__name__)
NAME = "agentprog"


def make_agent(
    env: Any, *, serial: str | None = None, name: str = NAME, transition_pause: float | None = 1.0, **options: Any
) -> Any:
    """An `EnvironmentInteractingAgent` on that environment. Raises UsageError if AndroidWorld is not installed.

    Without a `serial` everything goes through the environment. With one (`emulator-5554`) agentprog's own device layer
    looks and acts over adb: it sees more, but its automation connection pauses the environment's accessibility service
    until the episode has ended. `options` are those of `agentprog.Agent`: `model`, `policy`, `run_dir` and so on.

    A run that crashes is a failed episode and never an exception, since AndroidWorld leaves exceptions out of its mean.
    Errors in the options are raised here, before the first episode.
    """
    base = android_world("agents.base_agent")
    if not options.get("model"):
        require_model(config.load())
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
    """The episode of the current goal, and the phone that all episodes share."""

    def __init__(self, env: Any, serial: str | None, options: dict[str, Any]) -> None:
        self._env = env
        self._serial = serial
        self._options = options
        self._goal: str | None = None
        self._episode: Episode | None = None
        self._last: Stepped | None = None
        self._device: Device | None = None
        self._stack = ExitStack()

    def step(self, goal: str) -> Stepped:
        """One GUI action for the goal; a new goal begins an episode."""
        if self._goal != goal:
            self.leave()
            self._goal = goal
        if self._last is not None and self._last.over:
            return replace(self._last, action="", ok=None, detail="")
        self._last = self._stepped(goal)
        if self._last.over:
            self._report(self._last)
            self._let_go()
        return self._last

    def _stepped(self, goal: str) -> Stepped:
        try:
            if self._episode is None:
                self._episode = Episode(goal, self._opened(), self._options)
            return self._episode.step()
        except DeviceError as exc:
            return Stepped(done=False, over=True, outcome="crashed", reason=str(exc))

    def _report(self, last: Stepped) -> None:
        """Report the end and the answer to the environment, as its agents do."""
        world = World(self._env)
        try:
            if last.infeasible:
                world.do(action_type="status", goal_status="infeasible")
            elif last.done and last.answer:
                world.do(action_type="answer", text=last.answer)
        except DeviceError as exc:
            _log.warning("the environment did not take the answer: %s", exc)

    def _opened(self) -> Device:
        if self._device is None:
            if self._serial is None:
                self._device = EnvDevice(self._env)
            else:
                settings = config.load({"serial": self._serial})
                self._device = open_phone(settings, self._stack, run=NAME)
        return self._device

    def limit(self, steps: int) -> None:
        """Limit the actions of an episode."""
        self._options["steps"] = steps

    def leave(self) -> None:
        """Forget the current episode."""
        if self._episode is not None:
            self._episode.close()
        self._goal = self._episode = self._last = None
        self._let_go()

    def _let_go(self) -> None:
        """Release the phone's only automation connection: AndroidWorld's judge needs it to read the screen."""
        self._device = None
        self._stack.close()

    def close(self) -> None:
        """Close the episode and release the phone."""
        self.leave()
