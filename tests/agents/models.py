"""A model for tests that answers by the words of a question and remembers the questions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from agentprog.ports import Capabilities, ModelReply, ModelRequest, ScoreRequest, Scores, Usage


@dataclass
class Answering:
    reply: Callable[[ModelRequest], str] = lambda request: ""
    prefer: Callable[[str], float] = lambda words: 0.0
    capabilities: Capabilities = field(default_factory=lambda: Capabilities(context=4096, scoring=True, small=True))
    requests: list[ModelRequest] = field(default_factory=list)
    scored: list[ScoreRequest] = field(default_factory=list)
    id: str = "test:answering"

    def complete(self, request: ModelRequest) -> ModelReply:
        self.requests.append(request)
        return ModelReply(text=self.reply(request), usage=Usage())

    def score(self, request: ScoreRequest) -> Scores:
        self.scored.append(request)
        return Scores(values=tuple(self.prefer(words) for words in request.candidates), usage=Usage())

    def count_tokens(self, text: str) -> int:
        return len(text) // 3

    def close(self) -> None:
        pass
