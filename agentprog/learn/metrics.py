"""Type, GR and SR, as CES and SWIRL count them.

Type: the share of steps with the right type of action. GR: of the steps whose right action has a place and for which an
action of that type was given, the share whose place is right. SR: the share of steps with type and parameter right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from agentprog.agents.strategies.deed import POINTED, Deed, NotADeed, read_call
from agentprog.errors import UsageError
from agentprog.frozen import frozen
from agentprog.learn.rewards.matching import PROFILES, Truth, parameter_right, type_right
from agentprog.learn.trajectories.records import Step

Pair = tuple[Deed | None, Truth]


@frozen
class Metrics:
    """Shares from 0 to 1; None where there was nothing to count."""

    steps: int
    type: float | None
    gr: float | None
    sr: float | None

    @property
    def row(self) -> tuple[str, str, str]:
        """In percent with two decimals, as in the papers."""
        return _percent(self.type), _percent(self.gr), _percent(self.sr)


def measured(pairs: Iterable[Pair], *, profile: str = "swirl") -> Metrics:
    """Metrics of pairs: predicted action (None if there is none) and right action."""
    all_pairs, rules = tuple(pairs), PROFILES[profile]
    types = [type_right(found, truth) for found, truth in all_pairs]
    exact = [parameter_right(found, truth, rules) for found, truth in all_pairs]
    placed = [
        right
        for (_, truth), kind, right in zip(all_pairs, types, exact, strict=True)
        if truth.deed.kind in POINTED and kind
    ]
    return Metrics(steps=len(all_pairs), type=_share(types), gr=_share(placed), sr=_share(exact))


class Prediction(BaseModel):
    """The prediction for one step: a call, such as `click(point='(540, 1203)')`, or empty."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    episode: str
    number: int
    action: str = ""

    @property
    def deed(self) -> Deed | None:
        try:
            return read_call(self.action)
        except NotADeed:
            return None


def paired(steps: Iterable[Step], predictions: Path) -> list[Pair]:
    """Pairs each step with its prediction from a file. Raises UsageError for a step without one."""
    try:
        lines = predictions.read_text(encoding="utf-8").splitlines()
        predicted = [Prediction.model_validate_json(line) for line in lines]
    except (OSError, ValidationError) as exc:
        raise UsageError(
            f"{predictions} is not a file of predictions: {exc}",
            hint='A line is {"episode": ..., "number": ..., "action": "click(point=\'(1, 2)\')"}.',
        ) from exc
    known = {(prediction.episode, prediction.number): prediction for prediction in predicted}
    pairs: list[Pair] = []
    for step in steps:
        if (step.episode, step.number) not in known:
            raise UsageError(
                f"{predictions} has no row for step {step.number} of {step.episode}",
                hint="A missing step would not count: give it an empty action.",
            )
        pairs.append((known[step.episode, step.number].deed, Truth.of(step)))
    return pairs


def table(rows: Mapping[str, Metrics]) -> str:
    """A Markdown table, one row for each setting."""
    lines = ["| setting | steps | Type | GR | SR |", "|---|---|---|---|---|"]
    lines += [f"| {name} | {found.steps} | {' | '.join(found.row)} |" for name, found in rows.items()]
    return "\n".join(lines) + "\n"


def _share(found: Sequence[bool]) -> float | None:
    return sum(found) / len(found) if found else None


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.2f}"
