"""One training stage of a role, supervised or by GRPO."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Any, Literal

from agentprog.frozen import frozen, replace
from agentprog.learn.training.groups import RULES, advantages, refilled, shuffled, spread_over
from agentprog.learn.training.policy import Policy, Sample
from agentprog.ports import Message

Reward = Callable[[Sequence[str]], Sequence[float]]
"""From the answers of one group to their rewards; a frozen role is asked about all of them at once."""


@frozen
class Item:
    """One prompt. `target` is the answer to imitate, `reward` computes the rewards of sampled answers.

    `completes` returns a frozen executor's text after an answer, which is in the sequence and not learned (CODA).
    """

    messages: tuple[Message, ...]
    target: str = ""
    reward: Reward | None = None
    completes: Callable[[str], str] | None = None


def each(paid: Callable[[str], float]) -> Reward:
    """Turns a reward for one answer into a reward for a group of answers."""
    return lambda replies: [paid(reply) for reply in replies]


@frozen
class Stage:
    """`steps` updates of `batch` items; `count` answers of at most `most` tokens are sampled per item.

    `clip` limits the ratio to the sampling policy, `kl` weighs the distance to the base; `rule` is the online
    reweighting, `shuffle` assigns rewards at random.
    """

    name: str
    role: str
    kind: Literal["sft", "grpo"]
    items: Sequence[Item]
    steps: int
    batch: int = 4
    rate: float = 1e-4
    count: int = 4
    most: int = 48
    temperature: float = 1.0
    clip: float = 0.2
    kl: float = 0.0
    rule: str = "none"
    shuffle: bool = False


@frozen
class Progress:
    """One update: mean loss, mean reward (None if supervised), and the share of groups kept."""

    loss: float
    reward: float | None = None
    kept: float = 1.0


def update(stage: Stage, policy: Policy, optimizer: Any, number: int, seed: int) -> Progress:
    """Does the update with this number; stage, weights, number and seed alone determine it."""
    source = random.Random(f"{seed} {stage.name} {number}")
    items = [stage.items[place] for place in _places(stage, number, seed)]
    if stage.kind == "sft":
        return _imitate(policy, stage, items, optimizer)
    return _reinforce(policy, stage, items, optimizer, source)


def _places(stage: Stage, number: int, seed: int) -> list[int]:
    """Indexes of items, in a new order each epoch, each once per epoch."""
    size, first = len(stage.items), number * stage.batch
    found = []
    for at in range(first, first + stage.batch):
        order = list(range(size))
        random.Random(f"{seed} {stage.name} epoch {at // size}").shuffle(order)
        found.append(order[at % size])
    return found


def _imitate(policy: Policy, stage: Stage, items: Sequence[Item], optimizer: Any) -> Progress:
    """Cross-entropy of the target's tokens; the prompt's tokens do not count."""
    import torch

    optimizer.zero_grad()
    answers = [policy.tokens.answer(item.target) for item in items]
    found = policy.logprobs(stage.role, [item.messages for item in items], answers)
    lengths = torch.tensor([float(len(answer)) for answer in answers], device=found.device)
    loss = -(found.sum(dim=1) / lengths).mean()
    loss.backward()
    optimizer.step()
    return Progress(loss=float(loss))


def _reinforce(policy: Policy, stage: Stage, items: Sequence[Item], optimizer: Any, source: random.Random) -> Progress:
    """GRPO: a group of answers per item, advantages within the group, a clipped update, a distance to the base."""
    groups = _sampled(policy, stage, items, source)
    worth = [paid(item, [sample.text for sample in group]) for item, group in zip(items, groups, strict=True)]
    rewards = shuffled(worth, source) if stage.shuffle else worth
    gains = [advantages(group) for group in rewards]
    is_kept = [RULES[stage.rule](group) for group in rewards]
    places = refilled(is_kept, source)
    optimizer.zero_grad()
    losses = []
    for place in places:
        if not any(gains[place]):
            continue  # all answers earned the same reward: nothing to learn
        loss = clipped_loss(policy, stage, items[place].messages, groups[place], gains[place])
        (loss / len(places)).backward()
        losses.append(float(loss))
    if losses:
        optimizer.step()
    earned = fmean(reward for group in worth for reward in group)
    return Progress(loss=fmean(losses) if losses else 0.0, reward=earned, kept=sum(is_kept) / len(is_kept))


def _sampled(policy: Policy, stage: Stage, items: Sequence[Item], source: random.Random) -> list[list[Sample]]:
    groups = policy.sample(
        stage.role,
        [item.messages for item in items],
        count=stage.count,
        most=stage.most,
        temperature=stage.temperature,
        seed=source.randrange(2**31),
    )
    return [[_completed(policy, item, sample) for sample in group] for item, group in zip(items, groups, strict=True)]


def _completed(policy: Policy, item: Item, found: Sample) -> Sample:
    if item.completes is None:
        return found
    return replace(found, behind=tuple(policy.tokens.answer(item.completes(found.text))))


def paid(item: Item, replies: Sequence[str]) -> Sequence[float]:
    """The rewards of the replies; empty if the item has none."""
    return item.reward(replies) if item.reward is not None else [0.0] * len(replies)


def clipped_loss(
    policy: Policy, stage: Stage, messages: Sequence[Message], group: Sequence[Sample], gains: Sequence[float]
) -> Any:
    """The loss of one group: the mean over answers of the mean over an answer's own tokens.

    The sampling policy is the one before this update. Tokens after an answer have no advantage and no distance.
    """
    import torch

    answers = [(*sample.ids, *sample.behind) for sample in group]
    prompts = [messages] * len(answers)
    now = policy.logprobs(stage.role, prompts, answers)
    before, width = now.detach(), now.shape[1]
    own_tokens = [[place < len(sample.ids) for place in range(width)] for sample in group]
    mask = torch.tensor(own_tokens, device=now.device).float()
    gain = torch.tensor(
        [spread_over(row, each) for row, each in zip(own_tokens, gains, strict=True)], device=now.device
    )
    ratio = torch.exp(now - before)
    surrogate = torch.minimum(ratio * gain, torch.clamp(ratio, 1 - stage.clip, 1 + stage.clip) * gain)
    if stage.kl:
        with torch.no_grad():
            anchor = policy.logprobs(None, prompts, answers)
        surrogate = surrogate - stage.kl * (torch.exp(anchor - now) - 1 - (anchor - now))
    return -((surrogate * mask).sum(dim=1) / mask.sum(dim=1)).mean()
