"""Runs the oracle over tasks and seeds: that every instance can be done, and that its check accepts it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agentprog.app.simulator import simulated_phone
from agentprog.bench.aw.checks import End, Score
from agentprog.bench.aw.oracle import Hand, solve
from agentprog.bench.aw.oracle.hand import OracleLost
from agentprog.bench.aw.provision import provision
from agentprog.bench.aw.state import read_state
from agentprog.bench.aw.task import Task

_SETTLING = 5.0
"""Seconds of the phone's time, so that a message on its way has arrived."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Proof:
    """One instance by the oracle. `lost` says where it did not find its way."""

    task: Task
    seed: int
    score: Score
    seconds: float
    lost: str = ""


def prove(tasks: Sequence[Task], seeds: Sequence[int]) -> Iterator[Proof]:
    """Every task with every seed, one after the other, on one simulated phone that is reset each time."""
    with simulated_phone(image="empty") as phone:
        hand = Hand(phone.serial, adb_port=int(phone.environment["ANDROID_ADB_SERVER_PORT"]))
        for task in tasks:
            for seed in seeds:
                instance = task.instance(seed)
                phone.handle.reset()
                provision(phone.handle, instance.setup)
                before = read_state(phone.handle)
                started, answer, lost = time.monotonic(), "", ""
                try:
                    answer = solve(task, instance, hand)
                except OracleLost as exc:
                    lost = str(exc)
                seconds = time.monotonic() - started
                phone.handle.advance(_SETTLING)
                end = End(before=before, after=read_state(phone.handle), answer=answer)
                yield Proof(task=task, seed=seed, score=instance.check.score(end), seconds=seconds, lost=lost)
