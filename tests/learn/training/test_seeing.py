"""Pictures in the training loops, on a model of transformers' own classes that sees and has random weights."""

from __future__ import annotations

import importlib.util
import io
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from agentprog.agents.strategies.asking import shown
from agentprog.agents.strategies.ces import coordinator_prompt
from agentprog.cli.main import status_of
from agentprog.learn.training.stage import Item, Stage, each
from agentprog.learn.trajectories.records import Step
from agentprog.learn.trajectories.store import keep_picture, pictured, write_steps
from agentprog.ports import ImagePart, Message, TextPart
from tests.learn.steps import look, step

pytestmark = [
    pytest.mark.skipif(
        importlib.util.find_spec("torch") is None, reason="torch is not installed: it comes with agentprog[learn]"
    ),
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::UserWarning"),
]
IMAGE, END = 257, 256


def png(shade: int) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (20, 40), (shade, shade, shade)).save(out, format="PNG")
    return out.getvalue()


def ask(text: str, *shades: int) -> tuple[Message, ...]:
    parts = (TextPart(text=text), *(ImagePart(data=png(shade)) for shade in shades))
    return (Message(role="user", parts=parts),)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from tests.learn.training.tiny import seeing_base

    return seeing_base(tmp_path_factory.mktemp("sees"))


@pytest.fixture
def policy(base: Path) -> Any:
    from agentprog.learn.training.policy import open_policy

    found = open_policy(base)
    found.add("one", 1)
    return found


def test_a_prompt_has_tokens_in_place_of_its_pictures_and_the_model_gets_their_pixels(policy: Any) -> None:
    assert policy.sees
    assert policy.tokens.never == (IMAGE,)
    ids = policy.tokens.prompt(ask("ab", 0, 255))
    assert ids.count(IMAGE) == 8
    given = policy.tokens.pictures([ask("ab", 0, 255), ask("no picture"), ask("c", 9)])
    assert {name: tuple(value.shape) for name, value in given.items()} == {"pixel_values": (3, 3, 28, 28)}
    assert policy.tokens.pictures([ask("no picture")]) == {}


def test_a_picture_counts_for_its_own_question_alone(policy: Any) -> None:
    answers = [policy.tokens.answer("yes")] * 2
    both = policy.logprobs("one", [ask("say", 0), ask("say more of it", 255)], answers)
    alone = policy.logprobs("one", [ask("say", 0)], answers[:1])
    assert both[0].tolist() == pytest.approx(alone[0].tolist(), abs=1e-4)
    other = policy.logprobs("one", [ask("say", 255)], answers[:1])
    assert (other - alone).abs().max() > 1e-3
    texts = policy.logprobs("one", [ask("say"), ask("say more of it")], answers)
    assert texts.shape == both.shape


def test_sampling_and_learning_use_the_same_probabilities_with_pictures(policy: Any) -> None:
    asked = ask("say", 0, 128)
    (found,) = policy.sample("one", [asked], count=6, most=5, temperature=1.0, seed=3)
    assert len(found) == 6
    assert len({sample.ids for sample in found}) > 1
    assert not any(IMAGE in sample.ids for sample in found)
    chances = policy.logprobs("one", [asked] * 6, [sample.ids for sample in found])
    assert chances.isfinite().all()
    every = policy.logprobs("one", [asked] * END, [(token,) for token in range(END)])
    end = policy.logprobs("one", [asked], [(END,)])
    assert float(every.exp().sum() + end.exp().sum()) == pytest.approx(1.0, abs=1e-3)


def test_only_the_language_model_gets_an_adapter_and_only_the_role_learns(policy: Any, tmp_path: Path) -> None:
    from agentprog.learn.training.journal import Journal

    policy.add("two", 1)
    assert policy.heads == (2, 1)
    assert policy.weights("one")
    assert all("language_model" in name for name in policy.weights("one"))
    frozen = {name: value.clone() for name, value in policy._base.named_parameters() if "lora" not in name}
    before = policy.digest("one"), policy.digest("two")
    items = [Item(messages=ask("say", n), target="aa", reward=each(lambda text: float("a" in text))) for n in (0, 255)]
    stage = Stage(name="warm", role="one", kind="sft", items=items, steps=8, batch=2, rate=1e-2, count=4, most=4)
    kept = Journal(tmp_path, {"seed": 1})
    kept.train(stage, policy)
    losses = [line["loss"] for line in kept.lines() if "step" in line]
    assert losses[-1] < losses[0]
    assert policy.digest("one") != before[0]
    assert policy.digest("two") == before[1]
    now = dict(policy._base.named_parameters())
    assert all(bool((now[name] == value).all()) for name, value in frozen.items())


def test_steps_bring_their_pictures_to_the_roles(tmp_path: Path) -> None:
    digest = keep_picture(tmp_path, png(3))
    seen = step()
    seen = seen.model_copy(update={"observation": seen.observation.model_copy(update={"picture": digest})})
    (found,) = pictured([seen], tmp_path)
    asked = shown(coordinator_prompt("do it", "begun", found.observation.look), found.observation.look)
    assert asked[-1].parts[-1] == ImagePart(data=png(3))
    (none,) = pictured([step()], tmp_path)
    assert none.observation.look.picture is None
    assert Step.model_validate_json(found.model_dump_json()) == seen


@pytest.mark.parametrize("command", ["grpo", "rounds", "specialists"])
def test_each_recipe_trains_on_pictures_from_files_to_adapters(
    command: str, base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from gguf import GGUFReader

    monkeypatch.chdir(tmp_path)
    digest = keep_picture(tmp_path, png(9))
    seen = look("Save")
    steps = []
    for episode in ("a", "b"):
        for number in range(2):
            one = step(number, seen=seen, episode=episode, low='tap "Save"')
            steps.append(one.model_copy(update={"observation": one.observation.model_copy(update={"picture": digest})}))
    write_steps(Path("steps.jsonl"), steps)
    short = "--warm 1 --steps 1 --batch 1 --rollouts 2 --tokens 4 --measure 1 --json"
    words = f"learn {command} steps.jsonl --held steps.jsonl --base {base} --out trained {short}"
    assert status_of(words.split()) == 0
    summary = json.loads(capsys.readouterr().out)
    assert "base" in summary["measured"]
    assert json.loads(Path("trained/setup.json").read_text(encoding="utf-8"))["pictures"] == 4
    adapters = sorted(Path("trained/adapters").glob("*.gguf"))
    assert adapters
    names = {tensor.name for tensor in GGUFReader(str(adapters[0])).tensors}
    assert len(names) == 2 * 2 * 7
    assert all(name.startswith("blk.") for name in names)
