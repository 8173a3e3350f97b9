"""The oracle as an agent of AndroidWorld: it does a task in one step."""

from __future__ import annotations

import logging
import time
from typing import Any

from agentprog.bench.androidworld.checkout import Checkout
from agentprog.bench.androidworld.oracle.solutions import SOLUTIONS
from agentprog.bench.aw.oracle import Hand
from agentprog.bench.aw.oracle.hand import OracleLost
from agentprog.devices.link.transport import Transport

_SETTLING = 1.0
"""Seconds for the phone to come to rest before the judgement: a newly opened app is not resumed at once."""
_log = logging.getLogger(__name__)


def make_oracle(checkout: Checkout, env: Any, suite: Any, transport: Transport) -> Any:
    """An `EnvironmentInteractingAgent` that looks its task up by its goal."""
    base = checkout.world("agents.base_agent")
    json_action = checkout.world("env.json_action")

    class Oracle(base.EnvironmentInteractingAgent):  # type: ignore[misc,name-defined]
        def step(self, goal: str) -> Any:
            # Several tasks share a goal; the current one has been initialized and not torn down.
            task = next(
                task_of_suite
                for found in suite.values()
                for task_of_suite in found
                if task_of_suite.goal == goal and task_of_suite.initialized
            )
            answer, lost = _solved(task, transport)
            if lost:
                _log.warning("%s: %s", task.name, lost)
            if answer:
                self.env.execute_action(json_action.JSONAction(action_type="answer", text=answer))
            return base.AgentInteractionResult(True, {"answer": answer, "lost": lost})

    return Oracle(env, name="oracle")


def _solved(task: Any, transport: Transport) -> tuple[str, str]:
    """The answer, and the place where the hand got lost. Ends the automation server, since the judge uses
    another one.
    """
    from uiautomator2.exceptions import BaseException as Uiautomator2Error

    hand = Hand.on(transport.serial, adb_port=transport.server.address.port)
    try:
        solution = SOLUTIONS.get(task.name)
        if solution is None:
            return "", f"the oracle has no solution for {task.name}"
        answer = solution(hand, task) or ""
        time.sleep(_SETTLING)
        return answer, ""
    except (OracleLost, Uiautomator2Error) as exc:
        return "", str(exc) or type(exc).__name__
    finally:
        hand.device.stop_uiautomator()
