"""The reward of a reply: its form, and the value of the resulting action."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from agentprog.agents.strategies.asking import well_formed
from agentprog.agents.strategies.ces import read_instruction
from agentprog.agents.strategies.coda import read_thought
from agentprog.agents.strategies.deed import POINTED, Deed, NotADeed
from agentprog.agents.strategies.look import Look
from agentprog.agents.strategies.swirl import read_answer, read_call_for_executor
from agentprog.frozen import frozen
from agentprog.learn.rewards.matching import (
    PROFILES,
    Profile,
    Truth,
    parameter_right,
    token_f1,
    type_right,
)

FORM, ACTION = 0.1, 0.9
TYPE = 0.2
"""Weight of the action's type in CES and SWIRL."""
PARAMETER = 0.8
"""Weight of the action's parameter in CES and SWIRL."""

Executor = Callable[[str, Look], Deed | None]
"""From an instruction and the screen to an action; None if there is none."""
Hands = Callable[[Sequence[tuple[str, Look]]], Sequence[Deed | None]]
"""An executor of several instructions at once, each with its screen."""


def one_by_one(executor: Executor) -> Hands:
    """Several instructions for an executor that takes one at a time."""
    return lambda orders: [executor(*order) for order in orders]


@frozen
class Reward:
    """`total` is the value for training; the parts are from 0 to 1 before their weights."""

    total: float
    form: float = 0.0
    type: float = 0.0
    parameter: float = 0.0
    action: Deed | None = None


def weighed(found: Deed | None, truth: Truth, profile: Profile, *, form: bool | None) -> Reward:
    """The reward of CES and SWIRL. With `form` None there is no term for form, and the action has the whole weight."""
    right, exact = float(type_right(found, truth)), float(parameter_right(found, truth, profile))
    action = TYPE * right + PARAMETER * exact
    total = action if form is None else FORM * float(form) + ACTION * action
    return Reward(total=total, form=float(bool(form)), type=right, parameter=exact, action=found)


def coordinator_reward(reply: str, truth: Truth, look: Look, executor: Executor, profile: str = "ces") -> Reward:
    """CES, stage 1: the Coordinator's instruction, carried out by the frozen Executor."""
    return weighed(
        _executed(reply, read_instruction, look, executor), truth, PROFILES[profile], form=well_formed(reply)
    )


def tracker_reward(
    reply: str, truth: Truth, look: Look, coordinate: Callable[[str], str], executor: Executor, profile: str = "ces"
) -> Reward:
    """CES, stage 2: the state goes through the frozen Coordinator (`coordinate` returns its reply) and the Executor.

    The paper has a term for form (a state without tags); the code has none, and neither has this.
    """
    state = reply.strip()
    found = _executed(coordinate(state), read_instruction, look, executor) if state else None
    form = bool(state) and "<" not in state if profile == "ces" else None
    return weighed(found, truth, PROFILES[profile], form=form)


def navigator_reward(reply: str, truth: Truth, look: Look, executor: Executor, profile: str = "swirl") -> Reward:
    """SWIRL: the Navigator's instruction, carried out by the frozen Interactor."""
    found = _executed(reply, read_call_for_executor, look, executor)
    form = "<think>" in reply and "</think>" in reply and _reads(reply, read_call_for_executor)
    return weighed(found, truth, PROFILES[profile], form=form)


def interactor_reward(reply: str, truth: Truth, profile: str = "swirl") -> Reward:
    """SWIRL: the Interactor's own action."""
    found = _read(reply, read_answer)
    return weighed(found, truth, PROFILES[profile], form=found is not None)


def planner_reward(reply: str, truth: Truth, look: Look, executor: Executor) -> Reward:
    """CODA: 1 for the right type, plus up to 1 for the nearness of its parameter."""
    found = _executed(reply, read_thought, look, executor)
    right, near = float(type_right(found, truth)), nearness(found, truth)
    return Reward(total=right + near, form=1.0, type=right, parameter=near, action=found)


def nearness(found: Deed | None, truth: Truth) -> float:
    """Similarity from 0 to 1: for points by L1 distance relative to the screen's sides, for texts by tokens; 0 for
    other types."""
    if found is None or found.kind != truth.deed.kind:
        return 0.0
    if found.kind in POINTED:
        return _l1(found, truth)
    if found.kind in ("type", "open_app", "select"):
        return token_f1(found.text, truth.deed.text)
    if found.kind == "scroll":
        return float(found.direction == truth.deed.direction)
    return 1.0


def _l1(found: Deed, truth: Truth) -> float:
    if found.point is None or truth.deed.point is None:
        return 0.0
    across = abs(found.point[0] - truth.deed.point[0]) / truth.width
    down = abs(found.point[1] - truth.deed.point[1]) / truth.height
    return max(0.0, 1.0 - (across + down) / 2)


def _executed(reply: str, read: Callable[[str], str], look: Look, executor: Executor) -> Deed | None:
    try:
        return executor(read(reply), look)
    except NotADeed:
        return None


def _read(reply: str, read: Callable[[str], Deed]) -> Deed | None:
    try:
        return read(reply)
    except NotADeed:
        return None


def _reads(reply: str, read: Callable[[str], str]) -> bool:
    try:
        return bool(read(reply))
    except NotADeed:
        return False
