"""Processing of answers: more room for a cut answer, nothing from its text, and the JSON object inside."""

from __future__ import annotations

import pytest

from agentprog.errors import ModelReplyCut, ModelReplyInvalid
from agentprog.ports import Capabilities, Message, ModelReply, ModelRequest, ScoreRequest, Scores, Usage
from agentprog.ports.answers import answered, first_object, whole


@pytest.mark.parametrize(
    "text",
    [
        '{"a": {"b": [1]}}',
        '  \n{"a": {"b": [1]}}\n',
        '```json\n{"a": {"b": [1]}}\n```',
        'Here {it is}: {"a": {"b": [1]}} and {"a": 2} is another.',
    ],
)
def test_the_first_object_is_found_among_any_other_text(text: str) -> None:
    assert first_object(text) == {"a": {"b": [1]}}


def test_a_line_end_inside_a_text_stays() -> None:
    assert first_object('{"a": "one\ntwo"}') == {"a": "one\ntwo"}


@pytest.mark.parametrize("text", ["", "no", "[1, 2]", '{"a": 1', "{a: 1}", '{"a":' * 100_000])
def test_a_text_without_an_object_is_a_value_error(text: str) -> None:
    """A cut object is refused: a repair would invent its end."""
    with pytest.raises(ValueError, match="JSON"):
        first_object(text)


class Replying:
    """Gives its replies in turn."""

    id = "test:replying"
    capabilities = Capabilities(context=8000)

    def __init__(self, *replies: tuple[str, str]) -> None:
        self.replies = list(replies)
        self.asked: list[ModelRequest] = []

    def complete(self, request: ModelRequest) -> ModelReply:
        self.asked.append(request)
        text, finish = self.replies.pop(0)
        return ModelReply(text=text, usage=Usage(), finish=finish)  # type: ignore[arg-type]

    def score(self, request: ScoreRequest) -> Scores:
        raise NotImplementedError

    def count_tokens(self, text: str) -> int:
        return len(text)

    def close(self) -> None:
        """Has nothing to close."""


REQUEST = ModelRequest(messages=(Message.of("user", "x"),), purpose="ground", max_tokens=100)


def test_a_limit_that_thoughts_used_up_is_raised_once() -> None:
    model = Replying(("", "length"), ("Tap Save", "stop"))
    assert answered(model, REQUEST).text == "Tap Save"
    assert [asked.max_tokens for asked in model.asked] == [100, 100 + 2000], "a quarter of the context"


def test_a_second_failure_reports_the_thoughts_that_took_the_limit() -> None:
    model = Replying(("", "length"), ("  ", "length"))
    with pytest.raises(ModelReplyInvalid, match="on thoughts and gave no answer"):
        answered(model, REQUEST)
    assert model.replies == []


@pytest.mark.parametrize("reply", [("", "stop"), ("half", "length"), ("whole", "stop")])
def test_other_answers_are_not_asked_for_again(reply: tuple[str, str]) -> None:
    assert answered(Replying(reply), REQUEST).text == reply[0]


@pytest.mark.parametrize("finish", ["length", "cut"])
def test_half_an_answer_is_an_error_if_all_of_it_is_needed(finish: str) -> None:
    with pytest.raises(ModelReplyCut) as caught:
        whole(Replying(("Open the app\nDelete", finish)), REQUEST)
    assert caught.value.evidence == "Open the app\nDelete"
    assert whole(Replying(("Open the app", "stop")), REQUEST).text == "Open the app"
