"""A model that cannot be reached is asked once more; then another model is asked."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from agentprog.errors import ModelRejected, ModelUnreachable
from agentprog.models.steadfast import SteadfastModel
from agentprog.ports import Capabilities, Message, ModelReply, ModelRequest, ScoreRequest, Scores, Usage

QUESTION = ModelRequest(messages=(Message.of("user", "which?"),), purpose="test")
FORMED = ModelRequest(messages=(Message.of("user", "which?"),), purpose="test", schema={"type": "object"})
CHOICE = ScoreRequest(messages=(Message.of("user", "which?"),), candidates=("a", "b"), purpose="pick")


@dataclass
class Flaky:
    """Fails for a number of questions, then answers with its name."""

    id: str
    failures: int = 0
    error: type[Exception] = ModelUnreachable
    capabilities: Capabilities = field(default_factory=lambda: Capabilities(context=1000, scoring=True))
    asked: int = 0
    closed: bool = False

    def complete(self, _request: ModelRequest) -> ModelReply:
        self.asked += 1
        if self.asked <= self.failures:
            raise self.error(f"{self.id} is silent")
        return ModelReply(text=self.id, usage=Usage())

    def score(self, request: ScoreRequest) -> Scores:
        self.complete(QUESTION)
        return Scores(values=(0.0,) * len(request.candidates), usage=Usage())

    def count_tokens(self, text: str) -> int:
        return len(text)

    def close(self) -> None:
        self.closed = True


def test_a_question_without_an_answer_is_asked_again_once() -> None:
    first = Flaky("first", failures=1)
    assert SteadfastModel(first).complete(QUESTION).text == "first"
    assert first.asked == 2


def test_a_model_that_stays_silent_ends_in_its_error() -> None:
    first = Flaky("first", failures=9)
    with pytest.raises(ModelUnreachable, match="first is silent"):
        SteadfastModel(first).complete(QUESTION)
    assert first.asked == 2


def test_a_refused_request_is_not_sent_again() -> None:
    first, other = Flaky("first", failures=9, error=ModelRejected), Flaky("other")
    with pytest.raises(ModelRejected):
        SteadfastModel(first, lambda: other).complete(QUESTION)
    assert (first.asked, other.asked) == (1, 0)


def test_another_model_replaces_a_silent_one_for_good() -> None:
    first, other = Flaky("first", failures=9), Flaky("other", failures=1)
    model = SteadfastModel(first, lambda: other)
    assert [model.complete(QUESTION).text for _ in range(3)] == ["other", "other", "other"]
    assert (first.asked, other.asked) == (2, 4), "nobody waits for the first again"


def test_when_the_other_falls_silent_too_the_first_is_asked_again() -> None:
    first, other = Flaky("first", failures=2), Flaky("other")
    model = SteadfastModel(first, lambda: other)
    assert model.complete(QUESTION).text == "other"
    other.failures = 9
    assert model.complete(QUESTION).text == "first"


def test_a_question_that_the_other_cannot_take_stays_where_it_was_asked() -> None:
    other = Flaky("other", capabilities=Capabilities(context=1000))
    model = SteadfastModel(Flaky("first", failures=9), lambda: other)
    with pytest.raises(ModelUnreachable, match="first is silent"):
        model.complete(FORMED)
    with pytest.raises(ModelUnreachable, match="first is silent"):
        model.score(CHOICE)
    assert other.asked == 0


def test_the_other_model_is_opened_when_it_is_needed_and_closed_with_the_first() -> None:
    first, other = Flaky("first", failures=2), Flaky("other")
    opened: list[str] = []

    def spare() -> Flaky:
        opened.append("other")
        return other

    model = SteadfastModel(first, spare)
    assert opened == []
    model.complete(QUESTION)
    model.close()
    assert (opened, first.closed, other.closed) == (["other"], True, True)
