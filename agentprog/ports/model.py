"""The interface of language models: messages in, text or scores out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, Literal, Protocol

from agentprog.frozen import field, frozen
from agentprog.ports.space import Space


@frozen
class TextPart:
    text: str


@frozen
class ImagePart:
    data: bytes = field(repr=False)
    media_type: str = "image/png"


@frozen
class Message:
    """`stable`: this message and those before it are the same in every call of this purpose on one phone, so caching
    them pays.

    The flag does not belong to the content: messages that differ only in it are equal.
    """

    role: Literal["system", "user", "assistant"]
    parts: tuple[TextPart | ImagePart, ...]
    stable: bool = field(default=False, compare=False)

    @property
    def text(self) -> str:
        return "".join(part.text for part in self.parts if isinstance(part, TextPart))

    @classmethod
    def of(cls, role: Literal["system", "user", "assistant"], text: str, *, stable: bool = False) -> Message:
        return cls(role=role, parts=(TextPart(text=text),), stable=stable)


@frozen
class Usage:
    """Tokens and time of one or more calls. `cached` prompt tokens were not evaluated again; `stored` ones were kept
    for the next call, which some providers charge for.

    `reasoning` is the part of `completion` spent on thinking. `cost` is the provider's own charge in US dollars, None
    if it reports none.
    """

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


def _sum(left: float | None, other: float | None) -> float | None:
    return other if left is None else left if other is None else left + other


class Effort(StrEnum):
    """How long a thinking model may think before it answers; LEAST is the least that the model supports."""

    LEAST = "least"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


THOUGHTS: Mapping[Effort, int] = {Effort.LEAST: 1024, Effort.LOW: 4096, Effort.MEDIUM: 16384, Effort.HIGH: 32768}
"""Tokens for thinking, in addition to `max_tokens` for the answer."""


@frozen
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


@frozen
class ModelReply:
    """`finish` is "stop", "length" if the token limit cut the text, or "cut" for a filter, an unknown reason or a text
    that repeated itself."""

    text: str
    usage: Usage
    finish: Literal["stop", "length", "cut"] = "stop"


@frozen
class ScoreRequest:
    """Asks which continuation of these messages is likeliest. If the last message is the assistant's, it is continued.

    With `baseline` (the same question without its deciding part) the scores are differences, pointwise mutual
    information, which cancels a small model's preference for some words. `among` (0 to 1) weighs the comparison among
    the candidates alone. At each token the probabilities of the candidates' tokens are normalised to one, so unusual
    words cost nothing once no other candidate shares their beginning. At 1 only the tokens where candidates differ are
    evaluated, and the scores no longer show that a candidate as a whole is unlikely.
    """

    messages: tuple[Message, ...]
    candidates: tuple[str, ...]
    purpose: str
    baseline: tuple[Message, ...] | None = None
    among: float = 0.0


@frozen
class Scores:
    """One score per candidate, in order: the sum of its tokens' log-probabilities (nats), minus the baseline's."""

    values: tuple[float, ...]
    usage: Usage

    @property
    def best(self) -> int:
        """The index of the highest score; the first of equal ones."""
        return max(range(len(self.values)), key=lambda i: self.values[i])


@frozen
class Capabilities:
    """Facts about a model that decide how to ask it."""

    context: int
    vision: bool = False
    schema: bool = False
    grammar: bool = False
    scoring: bool = False
    prefill: bool = False
    tokenizer: bool = False
    """True if `count_tokens` uses the model's own tokenizer instead of an estimate."""
    space: Space = Space.ABSOLUTE
    """The model's coordinate system for places on a picture."""
    thinks: bool = False
    """The model thinks before it answers, and its thinking counts against the token limit."""
    small: bool = False
    """Under about four billion parameters: short prompts, descriptors instead of numbers, one decision per call."""


ModelProgress = Callable[[str, int, int], None]
"""Callback of a local model at work: the purpose of the question, tokens done, tokens in total."""


class Model(Protocol):
    """One model. Calls block until the answer is there and raise ModelError on failure."""

    @property
    def id(self) -> str:
        """`provider:name`, as the user wrote it."""
        ...

    @property
    def capabilities(self) -> Capabilities:
        """What the model can do: schemas, pictures, scores."""
        ...

    def complete(self, request: ModelRequest) -> ModelReply:
        """The model's reply. Raises a ModelError if there is none."""
        ...

    def score(self, request: ScoreRequest) -> Scores:
        """Raises ModelError where `capabilities.scoring` is false."""
        ...

    def count_tokens(self, text: str) -> int:
        """Counts with the model's own tokenizer, else estimates (characters over 3.5, rounded up)."""
        ...

    def close(self) -> None:
        """Free the connection or process. A later call may open it again."""
        ...
