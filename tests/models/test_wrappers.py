"""Observing, recording and replaying; opening by id; retry arithmetic; families."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentprog.errors import ModelError, ModelNotConfigured, ModelRejected, OutOfBudget
from agentprog.models.cassette import ReplayingModel
from agentprog.models.cloud.retry import SHORTEST_TRY, Transient, persist, retry_after
from agentprog.models.families import family
from agentprog.models.observed import ModelCall, ObservedModel
from agentprog.models.registry import ModelOptions, asked_id, open_model, providers
from agentprog.ports import ImagePart, Message, Model, ModelRequest, ScoreRequest
from tests.models.doubles import FastClock


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "model.toml"
    path.write_text("[[rule]]\npattern='hello'\nreply='hi'\n[[rule]]\nchoose='b'\n", encoding="utf-8")
    return path


def ask(text: str = "hello", **fields: object) -> ModelRequest:
    return ModelRequest(messages=(Message.of("user", text),), purpose="test", **fields)  # type: ignore[arg-type]


CHOICE = ScoreRequest(messages=(Message.of("user", "which?"),), candidates=("a", "b"), purpose="pick")


def test_every_call_is_reported_with_its_answer_or_error(script: Path) -> None:
    calls: list[ModelCall] = []
    model = ObservedModel(open_model(f"scripted:{script}"), after=calls.append)
    model.complete(ask())
    model.score(CHOICE)
    with pytest.raises(ModelError):
        model.complete(ask("nobody knows"))
    assert [call.request.purpose for call in calls] == ["test", "pick", "test"]
    assert calls[0].usage.prompt > 0
    assert calls[1].reply is not None
    assert calls[2].reply is None
    assert calls[2].error is not None
    assert calls[2].model == f"scripted:{script}"


def test_a_spent_budget_refuses_before_anything_is_asked(script: Path) -> None:
    def refuse(_request: object) -> None:
        raise OutOfBudget("model calls")

    calls: list[ModelCall] = []
    model = ObservedModel(open_model(f"scripted:{script}"), after=calls.append, before=refuse)
    with pytest.raises(OutOfBudget):
        model.complete(ask())
    assert calls == []


def test_a_recording_is_replayed_without_the_model(script: Path, tmp_path: Path) -> None:
    tape = tmp_path / "tape.jsonl"
    model: Model = open_model(f"scripted:{script}", record=tape)
    shown = Message(role="user", parts=(ImagePart(data=b"png"), *Message.of("user", "hello").parts))
    picture = ModelRequest(messages=(shown,), purpose="v")

    def everything(asked: Model) -> list[object]:
        return [asked.complete(ask()), asked.score(CHOICE), asked.complete(picture), asked.count_tokens("some words")]

    first = everything(model)
    script.unlink()
    again = open_model(f"replaying:{tape}")
    assert again.id == model.id
    assert again.capabilities == model.capabilities
    assert everything(again) == first
    assert "png" not in tape.read_text(encoding="utf-8").replace("image/png", "")


def test_an_id_records_and_never_over_a_file_that_is_no_cassette(script: Path, tmp_path: Path) -> None:
    tape = tmp_path / "tape.jsonl"
    id = f"recording:{tape}:scripted:{script}"
    assert asked_id(id) == f"scripted:{script}"
    assert asked_id("openai:gpt-5") == "openai:gpt-5"
    for _ in range(2):  # the second time in the place of the first
        model = open_model(id)
        assert model.id == f"scripted:{script}"
        model.complete(ask())
    assert open_model(f"replaying:{tape}").complete(ask()).text == "hi"
    assert len(tape.read_text(encoding="utf-8").splitlines()) == 2
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ada", encoding="utf-8")
    with pytest.raises(ModelNotConfigured, match=r"letter\.txt"):
        open_model(f"recording:{letter}:scripted:{script}")
    assert letter.read_text(encoding="utf-8") == "Dear Ada"
    with pytest.raises(ModelNotConfigured, match="cannot write the cassette"):
        open_model(f"recording:{tmp_path}/nowhere/tape.jsonl:scripted:{script}")


def test_an_unrecorded_question_is_an_error_that_shows_it(script: Path, tmp_path: Path) -> None:
    tape = tmp_path / "tape.jsonl"
    open_model(f"scripted:{script}", record=tape).complete(ask())
    again = ReplayingModel(tape)
    for other in (ask("hello there"), ask(temperature=0.5), ask(grammar="x")):
        with pytest.raises(ModelError, match="no answer"):
            again.complete(other)
    with pytest.raises(ModelError):
        again.count_tokens("never counted")


def test_a_question_asked_twice_replays_both_answers_in_turn(tmp_path: Path, script: Path) -> None:
    tape = tmp_path / "tape.jsonl"
    model = open_model(f"scripted:{script}", record=tape)
    model.complete(ask())
    lines = tape.read_text(encoding="utf-8").splitlines()
    tape.write_text("\n".join([*lines, lines[-1].replace('"hi"', '"second"')]), encoding="utf-8")
    again = ReplayingModel(tape)
    assert [again.complete(ask()).text for _ in range(3)] == ["hi", "second", "second"]


@pytest.mark.parametrize("text", ["", "{", '{"version": 99}', '{"version": 1}', '[]\n{"kind": 1}'])
def test_a_malformed_cassette_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "tape.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ModelNotConfigured):
        ReplayingModel(path)


def test_ids_open_their_provider(script: Path) -> None:
    assert open_model(f"scripted:{script}").id == f"scripted:{script}"
    options = ModelOptions(api_key="k")
    assert open_model("openai:gpt-x", base_url="http://localhost:1/v1", options=options).id == "openai:gpt-x"
    assert open_model("gemini:gemini-x", options=options).capabilities.vision
    assert set(providers()) == {
        "openai",
        "gemini",
        "anthropic",
        "openrouter",
        "llamacpp",
        "scripted",
        "recording",
        "replaying",
    }


@pytest.mark.parametrize(
    ("id", "words"),
    [
        ("opnai:gpt-x", "openai:gpt-x"),
        ("llama.cpp:x", "llamacpp:x"),
        ("gpt-5", "provider:name"),
        ("openai:", "provider:name"),
        ("recording:tape.jsonl", "recording:FILE:ID"),
        ("recording:tape.jsonl:gpt-5", "recording:FILE:ID"),
        ("", "provider:name"),
        ("llamacpp:smollm2-135m", "agentprog models pull smollm2-135m"),
        ("llamacpp:smollm-135", "smollm2-135m"),
        ("llamacpp:/nowhere/x.gguf", "GGUF"),
        ("openai:gpt-x", "OPENAI_API_KEY"),
        ("anthropic:claude-x", "ANTHROPIC_API_KEY"),
        ("openrouter:vendor/x", "OPENROUTER_API_KEY"),
    ],
)
def test_a_wrong_model_id_names_the_remedy(id: str, words: str) -> None:
    with pytest.raises(ModelNotConfigured) as caught:
        open_model(id)
    assert words in str(caught.value)


@pytest.mark.parametrize("provider", [name for name in providers() if name != "recording"])
def test_a_model_of_every_provider_can_be_recorded(provider: str) -> None:
    """The file's name may contain a colon."""
    assert asked_id(f"recording:C:tape.jsonl:{provider}:x:y") == f"{provider}:x:y"


def test_persisting_returns_the_first_answer_and_passes_other_errors_on(clock: FastClock) -> None:
    answers = iter([Transient(ModelRejected("busy")), "done"])

    def attempt(_left: float) -> str:
        answer = next(answers)
        if isinstance(answer, Transient):
            raise answer
        return answer

    assert persist(attempt, seconds=10, clock=clock, draws=random.Random(0)) == "done"

    def broken(_left: float) -> str:
        raise ModelRejected("no")

    with pytest.raises(ModelRejected, match=r"^no$"):
        persist(broken, seconds=10, clock=clock, draws=random.Random(0))


def test_an_attempt_knows_how_much_time_is_left(clock: FastClock) -> None:
    seen: list[float] = []

    def attempt(left: float) -> str:
        seen.append(left)
        raise Transient(ModelRejected("busy"), after=3.0)

    with pytest.raises(ModelRejected, match="tried 3 times"):
        persist(attempt, seconds=10, clock=clock, draws=random.Random(0))
    assert seen[0] == 10
    assert 6.5 < seen[1] <= 7


@given(seed=st.integers(0, 2**32 - 1))
def test_no_attempt_is_begun_that_has_no_time_to_be_answered(seed: int) -> None:
    seen: list[float] = []

    def attempt(left: float) -> str:
        seen.append(left)
        raise Transient(ModelRejected("busy"))

    with pytest.raises(ModelRejected, match="busy"):
        persist(attempt, seconds=300, clock=FastClock(), draws=random.Random(seed))
    assert min(seen) >= SHORTEST_TRY


def test_retry_after_reads_seconds_milliseconds_and_dates() -> None:
    now = datetime(2025, 11, 1, 12, 0, 0, tzinfo=UTC)
    assert retry_after({"retry-after": "2.5"}) == 2.5
    assert retry_after({"retry-after-ms": "250", "retry-after": "9"}) == 0.25
    assert retry_after({"retry-after": "Sat, 01 Nov 2025 12:00:30 GMT"}, now) == 30
    assert retry_after({"retry-after": "Sat, 01 Nov 2025 11:00:00 GMT"}, now) == 0
    assert retry_after({"retry-after": "soon"}) is None
    assert retry_after({}) is None


@pytest.mark.parametrize(
    ("name", "small", "vision"),
    [
        ("gpt-5-mini", False, True),
        ("qwen2.5-coder:1.5b", True, False),
        ("Qwen/Qwen2.5-VL-7B-Instruct", False, True),
        ("llama-3.2-3b-instruct", True, False),
        ("mixtral-8x22b", False, False),
        ("something-new", False, False),
    ],
)
def test_a_models_name_gives_size_and_sight(name: str, small: bool, vision: bool) -> None:
    known = family(name)
    assert (known.small, known.vision) == (small, vision)
    assert known.context >= 8192
