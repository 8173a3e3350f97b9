"""The provider contract with a real server at the other end: llama-cpp-python's own, with the 98 MB model."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from agentprog.errors import Cancelled, ModelRejected, ModelUnreachable
from agentprog.models.cloud.openai import OpenAIModel
from agentprog.models.registry import open_model
from agentprog.ports import Message, Model, ModelRequest
from tests.models.doubles import closed_later

pytestmark = pytest.mark.model

CONTEXT = 512
STORY = "Tell a very long story about a lighthouse keeper and the sea."
SCHEMA = {
    "type": "object",
    "properties": {"name": {"type": "string", "maxLength": 12}, "legs": {"enum": [2, 4, 8]}},
    "required": ["name", "legs"],
    "additionalProperties": False,
}


@contextmanager
def serving(weights: Path, log: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """`python -m llama_cpp.server` on a free port: its address, and the process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "llama_cpp.server", "--model", str(weights), "--port", str(port)]
    # A client that asks while another is answered waits for its turn.
    command += [
        "--host",
        "127.0.0.1",
        "--n_ctx",
        str(CONTEXT),
        "--logits_all",
        "false",
        "--interrupt_requests",
        "false",
    ]
    with log.open("wb") as out, subprocess.Popen(command, stdout=out, stderr=out, cwd=log.parent) as process:
        try:
            url = f"http://127.0.0.1:{port}/v1"
            _await(url, process, log)
            yield url, process
        finally:
            process.kill()


def _await(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 120
    while process.poll() is None and time.monotonic() < deadline:
        try:
            httpx.get(f"{url}/models")
            return
        except httpx.TransportError:
            time.sleep(0.05)
    raise AssertionError(f"the server did not come up:\n{log.read_text(errors='replace')[-3000:]}")


@pytest.fixture(scope="module")
def address(small_weights: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(small_weights, tmp_path_factory.mktemp("server") / "log") as (url, _):
        yield url


@pytest.fixture
def model(address: str) -> Model:
    """The model as a user opens it."""
    return closed_later(open_model("openai:smollm2-135m", base_url=address))


def ask(text: str, **fields: Any) -> ModelRequest:
    return ModelRequest(
        messages=(Message.of("system", "Be brief."), Message.of("user", text)), purpose="ground", **fields
    )


def answering(model: Model, error: type[BaseException]) -> tuple[threading.Thread, list[BaseException]]:
    """A long question in a separate thread, already running, and the error that will end it."""
    raised: list[BaseException] = []

    def work() -> None:
        try:
            model.complete(ask(STORY, max_tokens=CONTEXT - 60))
        except error as exc:
            raised.append(exc)

    thread = threading.Thread(target=work)
    thread.start()
    time.sleep(0.5)
    return thread, raised


def test_answers_are_streamed_and_then_asked_for_whole_to_be_counted(model: Model) -> None:
    """This server does not count the tokens of a stream: the first answer's count is an estimate, the second's is its
    own."""
    question = ask("Is the sky blue? Answer yes or no.", max_tokens=8)
    streamed, whole = model.complete(question), model.complete(question)
    assert streamed.text.strip()
    assert streamed.text == whole.text, "at temperature 0"
    assert streamed.finish == whole.finish
    assert 0 < streamed.usage.prompt < whole.usage.prompt < 60, "the chat template's own tokens are in the count"
    assert whole.usage.completion >= 1
    assert model.complete(ask(STORY, max_tokens=3)).finish == "length"


def test_a_schema_binds_the_answer_of_a_small_model(model: Model) -> None:
    found = json.loads(model.complete(ask("Describe an animal.", schema=SCHEMA, max_tokens=80)).text)
    assert set(found) == {"name", "legs"}
    assert found["legs"] in (2, 4, 8)


def test_an_answer_ends_before_its_stop_text(model: Model) -> None:
    question = "Count from 1 to 9, separated by commas: 1, 2, 3, 4"
    assert "3" in model.complete(ask(question, max_tokens=40)).text
    reply = model.complete(ask(question, max_tokens=40, stop=("3",)))
    assert (reply.finish, "3" in reply.text) == ("stop", False)


def test_a_prompt_beyond_the_context_is_refused_in_words(model: Model) -> None:
    with pytest.raises(ModelRejected, match="longer than the context of openai:smollm2-135m") as caught:
        model.complete(ask("word " * 2 * CONTEXT, max_tokens=5))
    assert f"maximum context length is {CONTEXT} tokens" in caught.value.evidence


def test_an_address_without_v1_names_the_remedy(address: str) -> None:
    with pytest.raises(ModelRejected, match="base URL ends in /v1"):
        closed_later(OpenAIModel("smollm2-135m", base_url=address.removesuffix("/v1"))).complete(ask("hi"))


def test_closing_gives_an_answer_up_and_the_server_is_free_for_the_next(address: str, model: Model) -> None:
    start = time.monotonic()
    other = OpenAIModel("smollm2-135m", base_url=address)
    thread, raised = answering(other, Cancelled)
    other.close()
    thread.join(20)
    assert [type(error) for error in raised] == [Cancelled]
    assert model.complete(ask("Say hi.", max_tokens=3)).text
    assert time.monotonic() - start < 20


def test_a_server_that_dies_in_the_middle_of_an_answer(small_weights: Path, tmp_path: Path) -> None:
    with serving(small_weights, tmp_path / "log") as (url, process):
        thread, raised = answering(closed_later(OpenAIModel("smollm2-135m", base_url=url)), ModelUnreachable)
        process.kill()
        thread.join(20)
    (error,) = raised
    assert "tried 3 times" in str(error)
    assert "Check that the server is running." in str(error)
