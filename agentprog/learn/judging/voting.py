"""Votes that must all agree, a noisy judge as the control, and precision and recall against evaluators' truth."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from agentprog.learn.judging.judge import Episode, Judge, Judgement

Verdicts = Callable[[Episode], bool]


def single(judge: Judge) -> Verdicts:
    """One vote, on the screens as they are."""
    return lambda episode: judge.judge(episode, low=False, vote=0).positive


def unanimous(judges: Sequence[Judge], *, votes: int = 4, low_first: bool = False) -> Verdicts:
    """Positive only where all votes are, the judges taking turns; the first "no" ends the asking. With `low_first` the
    first half of the votes see a low resolution, which filters out what fails anyhow."""

    def verdict(episode: Episode) -> bool:
        return all(
            judges[vote % len(judges)].judge(episode, low=low_first and vote < votes // 2, vote=vote + 1).positive
            for vote in range(votes)
        )

    return verdict


class NoisyJudge:
    """Knows the truth and errs by chance: so often it calls what failed right, and what is right failed. Each vote errs
    by itself, and the same vote on the same episode always in the same way."""

    def __init__(self, *, false_yes: float, false_no: float, seed: int) -> None:
        self._false_yes, self._false_no, self._seed = false_yes, false_no, seed

    def judge(self, episode: Episode, *, low: bool, vote: int) -> Judgement:
        """A vote. The resolution is a part of the chance, and makes it no better."""
        right = truth_of(episode)
        drawn = random.Random(f"{self._seed} {episode[0].episode} {vote} {low}").random()
        wrong = drawn < (self._false_no if right else self._false_yes)
        return Judgement(correct=right != wrong)


def truth_of(episode: Episode) -> bool:
    """What the evaluator says."""
    verdict = episode[-1].verdict
    return verdict is not None and verdict.right


@dataclass(frozen=True, kw_only=True, slots=True)
class Trust:
    """How far verdicts can be believed. Precision is None where nothing was called right, recall where nothing was."""

    episodes: int
    right: int
    called: int
    both: int

    @property
    def precision(self) -> float | None:
        return self.both / self.called if self.called else None

    @property
    def recall(self) -> float | None:
        return self.both / self.right if self.right else None


def trust(verdicts: Verdicts, episodes: Iterable[Episode]) -> Trust:
    """Against the evaluators' truth of each episode."""
    pairs = [(verdicts(episode), truth_of(episode)) for episode in episodes]
    return Trust(
        episodes=len(pairs),
        right=sum(truth for _, truth in pairs),
        called=sum(said for said, _ in pairs),
        both=sum(said and truth for said, truth in pairs),
    )
