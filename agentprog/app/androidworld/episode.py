"""One task as an episode: the run has its own thread and makes one action for each step."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping
from typing import Any

from agentprog.app.androidworld.turnstile import GatedDevice, Turnstile
from agentprog.app.embedding.agent import Agent
from agentprog.app.launching.job import RunResult
from agentprog.frozen import frozen
from agentprog.ports import Device, OutcomeKind, describe

_log = logging.getLogger(__name__)
_CLAIMS = (OutcomeKind.VERIFIED, OutcomeKind.COMPLETED, OutcomeKind.UNVERIFIED, OutcomeKind.INFEASIBLE)
"""Ends that claim something about the task. A run that failed or ran out of budget claims nothing."""


@frozen
class Stepped:
    """The result of one step. `done`: the run has ended and claims success; `over`: it has ended.

    `answer` is the program's `{answer}` as text; empty if there is none.
    """

    done: bool
    over: bool
    action: str = ""
    detail: str = ""
    ok: bool | None = None
    outcome: str = ""
    reason: str = ""
    answer: str = ""
    infeasible: bool = False

    def data(self) -> dict[str, Any]:
        """The result in AndroidWorld's format for the data of a step."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


class Episode:
    """One run of a goal on a device, a step at a time. `options` are those of `agentprog.app.embedding.agent.Agent`."""

    def __init__(self, goal: str, device: Device, options: Mapping[str, Any]) -> None:
        self.goal = goal
        self._turnstile = Turnstile()
        self._result: RunResult | None = None
        self._error: BaseException | None = None
        self._agent = Agent(goal, device=GatedDevice(device, self._turnstile), **options)
        self._thread = threading.Thread(target=self._run, name=f"agentprog episode: {goal[:40]}", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._result = self._agent.run_sync()
        except BaseException as exc:  # noqa: BLE001 - raised in the caller's thread
            _log.exception("the episode's run fell over")
            self._error = exc
        finally:
            self._turnstile.finish()

    def step(self) -> Stepped:
        """Let the run make one action. A crashed run ends here, with its reason and without claiming success."""
        performed = self._turnstile.step()
        action = describe(performed.action) if performed is not None else ""
        ok = performed.result.ok if performed is not None else None
        detail = performed.result.detail if performed is not None else ""
        if not self._turnstile.over:
            return Stepped(done=False, over=False, action=action, ok=ok, detail=detail)
        return self._ended(action, ok, detail)

    def _ended(self, action: str, ok: bool | None, detail: str) -> Stepped:
        self._thread.join()
        if self._result is None:
            words = str(self._error or "the run ended without a result")
            return Stepped(done=False, over=True, action=action, ok=ok, detail=detail, outcome="crashed", reason=words)
        outcome = self._result.outcome
        return Stepped(
            done=outcome.kind in _CLAIMS,
            over=True,
            action=action,
            ok=ok,
            detail=detail,
            outcome=outcome.kind.value,
            reason=outcome.reason,
            answer="" if outcome.answer is None else _answer_text(outcome.answer),
            infeasible=outcome.kind is OutcomeKind.INFEASIBLE,
        )

    def close(self) -> None:
        """Stop the run. It does nothing more on the phone."""
        self._agent.cancel("the episode was left")
        self._turnstile.close()
        self._thread.join(timeout=60.0)


def _answer_text(answer: object) -> str:
    """The answer in AndroidWorld's notation: a list is separated by commas."""
    if isinstance(answer, list | tuple):
        return ", ".join(_answer_text(part) for part in answer)
    return str(answer)
