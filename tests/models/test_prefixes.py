"""A model's state after a prompt's beginning, stored for the next process: the real worker and 98 MB model."""

from __future__ import annotations

import itertools
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from agentprog.agents.prompting import render
from agentprog.models.llamacpp import LlamaModel
from agentprog.models.llamacpp.prefixes import WORTH, PrefixStore
from agentprog.ports import Message, ModelRequest, ScoreRequest, Usage
from tests.agents.test_prompt_goldens import FULL

SYSTEM = Message.of("system", "You are a helpful assistant. " + "Answer in few words. " * 30, stable=True)


def asked(model: LlamaModel, text: str, *before: Message, purpose: str = "chat") -> Usage:
    messages = (*before, Message.of("user", text))
    return model.complete(ModelRequest(messages=messages, purpose=purpose, max_tokens=2)).usage


@pytest.fixture
def fresh(small_weights: Path, tmp_path: Path) -> Iterator[Callable[[], LlamaModel]]:
    """Models in separate processes that keep their read beginnings in one folder."""
    opened: list[LlamaModel] = []

    def start() -> LlamaModel:
        opened.append(LlamaModel(small_weights, context=1024, prefixes=tmp_path / "kept"))
        return opened[-1]

    yield start
    for model in opened:
        model.close()


@pytest.mark.model
def test_the_next_process_reads_only_the_new_part_of_a_prompt(fresh: Callable[[], LlamaModel], tmp_path: Path) -> None:
    options = ("yes", "no, not at all", "perhaps")
    request = ScoreRequest(
        messages=(SYSTEM, Message.of("user", "Is the sky blue?")), candidates=options, purpose="judge"
    )
    with closing(fresh()) as first:
        assert asked(first, "What is your name?", SYSTEM).cached == 0
        before = first.score(request).values
    (file,) = (tmp_path / "kept").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700

    with closing(fresh()) as second:
        usage = asked(second, "And where do you live?", SYSTEM)
        assert usage.cached > second.count_tokens(SYSTEM.text)
        assert usage.prompt - usage.cached < 20
        assert second.score(request).values == pytest.approx(before, abs=1.0), "quantised arithmetic rounds"
    assert [path.name for path in (tmp_path / "kept").iterdir()] == [file.name]


@pytest.mark.model
def test_a_broken_file_is_read_again_and_replaced(fresh: Callable[[], LlamaModel], tmp_path: Path) -> None:
    with closing(fresh()) as first:
        asked(first, "What is your name?", SYSTEM)
    (file,) = (tmp_path / "kept").iterdir()
    whole = file.stat().st_size
    os.truncate(file, whole // 2)
    with closing(fresh()) as second:
        assert asked(second, "What is your name?", SYSTEM).cached == 0
    assert file.stat().st_size == whole


@pytest.mark.model
def test_a_prompt_of_only_one_call_is_never_stored(fresh: Callable[[], LlamaModel], tmp_path: Path) -> None:
    own, unmarked = "My code is 4711. " * 12, "Be brief. " * 30
    with closing(fresh()) as model:
        assert min(model.count_tokens(own), model.count_tokens(unmarked)) > WORTH, "by their length they would be kept"
        asked(model, own)
        asked(model, own, Message.of("system", unmarked), purpose="other")
        asked(model, own, Message.of("system", "Be brief.", stable=True), purpose="third")
    assert not (tmp_path / "kept").exists()


@pytest.mark.parametrize("name", ["plan", "ground", "ground_small", "judge", "read", "belief"])
def test_a_part_of_a_prompt_that_comes_from_a_run_is_not_stable(name: str) -> None:
    """A plan's prompt has the phone's apps and the names of secrets above its examples; that is all."""
    texts = {key: value for key, value in FULL.items() if isinstance(value, str) and key != "actions"}
    of_a_run = {key: f"{value} (of this run)" for key, value in texts.items()}
    listed = {key: ["(of this run)"] for key in ("screen", "variables", "beliefs", "history", "moves", "problems")}
    messages = render(name, **{**FULL, **of_a_run, **listed, "answer": ""})
    own = [message for message in messages if not message.stable]
    assert messages[-1] in own
    assert all(before.stable >= after.stable for before, after in itertools.pairwise(messages))
    assert any("(of this run)" in message.text for message in own)
    assert not any("(of this run)" in message.text for message in messages if message.stable)


def test_files_not_used_for_longest_go_first(tmp_path: Path) -> None:
    store = PrefixStore(tmp_path, "maker", most_bytes=100)

    for age, tokens in enumerate(([1], [2], [3])):
        store.save(tokens, b"0123456789")
        (newest,) = [path for path in tmp_path.iterdir() if path.stat().st_mtime > 1000]
        os.utime(newest, (age, age))
    assert store.load([1]) is None
    assert store.load([2]) == b"0123456789"
    assert store.load([3]) == b"0123456789"
    assert PrefixStore(tmp_path, "other weights").load([3]) is None


def test_the_leftover_file_of_a_killed_process_is_removed(tmp_path: Path) -> None:
    old, new = tmp_path / "a.1.part", tmp_path / "b.2.part"
    for part in (old, new):
        part.write_bytes(b"half")
    os.utime(old, (1, 1))
    PrefixStore(tmp_path, "maker").save([1], b"data")
    assert not old.exists()
    assert new.exists(), "somebody may be writing it"


def test_without_a_folder_no_prefix_is_stored(tmp_path: Path) -> None:
    taken = tmp_path / "file"
    taken.write_text("")
    store = PrefixStore(taken, "maker")
    store.save([1], b"data")
    assert store.load([1]) is None
    assert taken.read_text() == ""
