"""A language model as the agents see it: messages in, text or scores out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, Protocol

from agentprog.ports.space import Space


@dataclass(frozen=True, kw_only=True, slots=True)
class TextPart:
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ImagePart:
    data: bytes = field(repr=False)
    media_type: str = "image/png"


@dataclass(frozen=True, kw_only=True, slots=True)
class Message:
    """`stable`: this message and all before it are the same in every call of their purpose on one phone, so what a
    model made of them is worth keeping. It says nothing of the words, and messages that differ in it are equal."""

    role: Literal["system", "user", "assistant"]
    parts: tuple[TextPart | ImagePart, ...]
    stable: bool = field(default=False, compare=False)

    @property
    def text(self) -> str:
        return "".join(part.text for part in self.parts if isinstance(part, TextPart))

    @classmethod
    def of(cls, role: Literal["system", "user", "assistant"], text: str, *, stable: bool = False) -> Message:
        return cls(role=role, parts=(TextPart(text=text),), stable=stable)


@dataclass(frozen=True, kw_only=True, slots=True)
class Usage:
    """Tokens and time of one or more calls. `cached` are those of `prompt` that were not evaluated again, `stored`
    those that were kept for the next call, which some providers charge for; `reasoning` those of `completion` that
    were thought and not said. `cost` is what the provider itself says that it charged, in US dollars; None where it
    says nothing."""

    prompt: int = 0
    cached: int = 0
    completion: int = 0
    seconds: float = 0.0
    reasoning: int = 0
    cost: float | None = None
    stored: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            prompt=self.prompt + other.prompt,
            cached=self.cached + other.cached,
            completion=self.completion + other.completion,
            seconds=self.seconds + other.seconds,
            reasoning=self.reasoning + other.reasoning,
            cost=_sum(self.cost, other.cost),
            stored=self.stored + other.stored,
        )


def _sum(one: float | None, other: float | None) -> float | None:
    return other if one is None else one if other is None else one + other


class Effort(StrEnum):
    """How long a model that thinks may do so before it answers, the least that it can do first."""

    LEAST = "least"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


THOUGHTS: Mapping[Effort, int] = {Effort.LEAST: 1024, Effort.LOW: 4096, Effort.MEDIUM: 16384, Effort.HIGH: 32768}
"""Tokens that a thinking model is given for its thoughts, beside `max_tokens` for what it says."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelRequest:
    """One question. At most one of `schema` (a JSON schema the reply must satisfy) and `grammar` (GBNF) is given.

    `purpose` names the prompt ("plan", "ground"): traces group by it, and a local model keeps one prefix cache each.
    When the last message is the assistant's, the model continues it (where its capabilities say `prefill`).
    `max_tokens` is the room for the answer; a model that thinks gets room for thoughts beside it, by `effort`.
    """

    messages: tuple[Message, ...]
    purpose: str
    max_tokens: int = 1024
    effort: Effort = Effort.LEAST
    temperature: float = 0.0
    schema: Mapping[str, Any] | None = None
    grammar: str | None = None
    stop: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelReply:
    """`finish` is "stop", "length" when the limit of tokens cut the text, "cut" when something else did: a filter, or
    a reason that we do not know."""

    text: str
    usage: Usage
    finish: Literal["stop", "length", "cut"] = "stop"


@dataclass(frozen=True, kw_only=True, slots=True)
class ScoreRequest:
    """Which continuation of these messages is likeliest? The last message may be the assistant's, then it is continued.

    With `baseline` (the same question without what should decide it) the scores are differences: pointwise mutual
    information, which takes away a small model's liking for some words whatever the question. `among` is the
    weight, 0 to 1, of comparing candidates among themselves alone: at each token, the probabilities of those that some
    candidate goes on with make one, and unusual words cost a candidate nothing once no other shares its beginning. At 1
    only the tokens at which candidates part are evaluated, but nothing says any more that a candidate as a whole is
    unlikely.
    """

    messages: tuple[Message, ...]
    candidates: tuple[str, ...]
    purpose: str
    baseline: tuple[Message, ...] | None = None
    among: float = 0.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Scores:
    """One number a candidate, in their order: the sum of its tokens' log-probabilities (nats), less the baseline's."""

    values: tuple[float, ...]
    usage: Usage

    @property
    def best(self) -> int:
        """The index of the highest score; the first of equals."""
        return max(range(len(self.values)), key=lambda i: self.values[i])


@dataclass(frozen=True, kw_only=True, slots=True)
class Capabilities:
    """Facts about a model that decide how it is asked."""

    context: int
    vision: bool = False
    schema: bool = False
    grammar: bool = False
    scoring: bool = False
    prefill: bool = False
    tokenizer: bool = False
    """`count_tokens` is the model's own tokenizer, not an estimate."""
    space: Space = Space.ABSOLUTE
    """How the model names places on a picture."""
    thinks: bool = False
    """It thinks before it answers, and its thoughts count against the limit of tokens."""
    small: bool = False
    """Under about four billion parameters: short prompts, descriptors instead of numbers, one decision a call."""


ModelProgress = Callable[[str, int, int], None]
"""Hears the purpose of a question, and how many of how many tokens are done, while a local model works on it."""


class Model(Protocol):
    """One model. Calls block until they are answered and raise a ModelError when they cannot be."""

    @property
    def id(self) -> str:
        """`provider:name`, as the user wrote it."""
        ...

    @property
    def capabilities(self) -> Capabilities: ...

    def complete(self, request: ModelRequest) -> ModelReply: ...

    def score(self, request: ScoreRequest) -> Scores:
        """Raises ModelError where `capabilities.scoring` is false."""
        ...

    def count_tokens(self, text: str) -> int:
        """By the model's own tokenizer, else an estimate (characters over 3.5, rounded up)."""
        ...

    def close(self) -> None: ...
