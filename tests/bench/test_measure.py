"""The tokens of a run, split into a constant and a changing part."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from agentprog.bench.measure import measure
from agentprog.ports import Event, Message, ModelReply, ModelRequest, Usage
from agentprog.runtime.journal.events import ActionDone, ContextBuilt, ModelCalled
from agentprog.runtime.journal.folder import RunFolder

WORDS = 35
"""Characters of a prompt's part: ten tokens."""


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    return RunFolder.create(tmp_path, instruction="x", now=datetime(2030, 1, 1, tzinfo=UTC))


def built(purpose: str = "ground", *, tokenizer: str = "", manager: str = "ours", **sections: int) -> ContextBuilt:
    return ContextBuilt(at=0, step=1, purpose=purpose, sections=sections, manager=manager, tokenizer=tokenizer)


def asked(folder: RunFolder, prompt: int, *, purpose: str = "ground", system: int = 1, user: int = 3) -> ModelCalled:
    """A call whose own words are `system` tens of tokens by the estimate, the rest of the prompt `user` tens."""
    messages = (Message.of("system", "s" * WORDS * system), Message.of("user", "u" * WORDS * user))
    request = ModelRequest(messages=messages, purpose=purpose)
    record = folder.save_model_call("m", request, ModelReply(text="", usage=Usage(prompt=prompt)))
    return ModelCalled(
        at=0, model="m", purpose=purpose, prompt=prompt, cached=0, completion=1, seconds=0.0, record=record
    )


def done() -> ActionDone:
    return ActionDone(at=0, step=1, node="n", action=1, ok=True, changed=True)


def run(folder: RunFolder, *events: Event) -> RunFolder:
    for event in events:
        folder.append(event, durable=False)
    folder.close()
    return folder


def test_changing_sections_are_dynamic_on_the_scale_of_the_charged_tokens(folder: RunFolder) -> None:
    """40 tokens by the estimate, 20 charged: 8 estimated tokens of path and screen are 4."""
    found = measure(run(folder, built(program=12, path=3, screen=5), asked(folder, 20)))
    assert (found.static, found.dynamic) == (16, 4)


def test_with_the_models_own_tokenizer_nothing_is_scaled(folder: RunFolder) -> None:
    found = measure(run(folder, built(tokenizer="m", apps=4, program=12, screen=8), asked(folder, 20)))
    assert (found.static, found.dynamic) == (12, 8)


def test_the_step_of_a_baseline_is_its_task_and_stays_the_same(folder: RunFolder) -> None:
    ours = built(tokenizer="m", step=8, screen=8)
    theirs = built(tokenizer="m", manager="window", step=8, screen=8)
    found = measure(run(folder, ours, asked(folder, 20), theirs, asked(folder, 20)))
    assert (found.static, found.dynamic) == (4 + 12, 16 + 8)


def test_a_prompt_without_a_context_record_is_static_up_to_its_own_words(folder: RunFolder) -> None:
    found = measure(run(folder, asked(folder, 40, purpose="plan", system=3, user=1)))
    assert (found.static, found.dynamic) == (30, 10)


def test_a_question_put_again_adds_no_static_words_that_it_does_not_have(folder: RunFolder) -> None:
    found = measure(run(folder, built(tokenizer="m", screen=8), asked(folder, 20), asked(folder, 26)))
    assert (found.static, found.dynamic) == (12 + 12, 8 + 14)


def test_growth_counts_every_call_that_led_to_an_action(folder: RunFolder) -> None:
    context = built(tokenizer="m", screen=5)
    calls = [event for _ in range(3) for event in (context, asked(folder, 9))]
    found = measure(run(folder, *calls[:4], done(), *calls[4:], done(), done()))
    assert found.growth == (5 + 5, 5, 0)
    assert found.calls == {"ground": 3}


def test_a_prompt_whose_record_is_gone_counts_as_dynamic(folder: RunFolder) -> None:
    called = asked(folder, 20)
    (folder.path / "models" / f"{called.record}.json").unlink()
    found = measure(run(folder, built(screen=5), called))
    assert (found.static, found.dynamic) == (0, 20)
