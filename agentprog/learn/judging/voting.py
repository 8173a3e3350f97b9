"""Unanimous votes, a noisy judge as control, and precision and recall against the evaluators' truth."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence

from agentprog.frozen import frozen
from agentprog.learn.judging.judge import Episode, Judge, Judgement

Verdicts = Callable[[Episode], bool]


def single(judge: Judge) -> Verdicts:
    """One vote, on the screens at full resolution."""
    return lambda episode: judge.judge(episode, low=False, vote=0).positive


def unanimous(judges: Sequence[Judge], *, votes: int = 4, low_first: bool = False) -> Verdicts:
    """Positive only if all votes are, the judges taking turns; the first "no" ends the vote.

    With `low_first` the first half of the votes see a low resolution, which filters out clear failures cheaply.
    """

    def verdict(episode: Episode) -> bool:
        return all(
            judges[vote % len(judges)].judge(episode, low=low_first and vote < votes // 2, vote=vote + 1).positive
            for vote in range(votes)
        )

    return verdict


class NoisyJudge:
    """Knows the truth and errs at given rates: false positives and false negatives.

    Votes err independently; the same vote on the same episode always errs in the same way.
    """

    def __init__(self, *, false_yes: float, false_no: float, seed: int) -> None:
        self._false_yes, self._false_no, self._seed = false_yes, false_no, seed

    def judge(self, episode: Episode, *, low: bool, vote: int) -> Judgement:
        """One vote. The resolution changes the random draw, not the error rate."""
        right = truth_of(episode)
        drawn = random.Random(f"{self._seed} {episode[0].episode} {vote} {low}").random()
        wrong = drawn < (self._false_no if right else self._false_yes)
        return Judgement(correct=right != wrong)


def truth_of(episode: Episode) -> bool:
    """The evaluator's verdict."""
    verdict = episode[-1].verdict
    return verdict is not None and verdict.right


@frozen
class Trust:
    """Reliability of verdicts. Precision is None if no verdict was positive, recall if no episode was right."""

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
    """Compares verdicts with the evaluators' truth."""
    pairs = [(verdicts(episode), truth_of(episode)) for episode in episodes]
    return Trust(
        episodes=len(pairs),
        right=sum(truth for _, truth in pairs),
        called=sum(verdict for verdict, _ in pairs),
        both=sum(verdict and truth for verdict, truth in pairs),
    )
