"""Updates of roles on a tiny model: only the trained roles change, and a killed training resumes to the same end."""

from __future__ import annotations

import importlib.util
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agentprog.errors import UsageError
from agentprog.learn.training.policy import Sample
from agentprog.learn.training.stage import Item, Stage, clipped_loss, each
from agentprog.ports import Message

pytestmark = [
    pytest.mark.skipif(
        importlib.util.find_spec("torch") is None, reason="torch is not installed: it comes with agentprog[learn]"
    ),
    # What transformers and its own libraries say of each other while they are imported is not ours to mend.
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::UserWarning"),
]


def ask(text: str) -> tuple[Message, ...]:
    return (Message.of("user", text),)


def plain(reply: str) -> float:
    """The share of ASCII among four bytes: half of random bytes."""
    return sum(char.isascii() for char in reply[:4]) / 4


LETTERS = [Item(messages=ask(f"say {n}"), target="aaaa", reward=each(plain)) for n in range(2)]
SFT = Stage(name="warm", role="one", kind="sft", items=LETTERS, steps=12, batch=2, rate=1e-2, count=4, most=4)
GRPO = replace(SFT, name="learn", kind="grpo", steps=25, batch=2, count=8, rate=2e-2)


def journal(folder: Path, seed: int = 1, **more: Any) -> Any:
    from agentprog.learn.training.journal import Journal

    return Journal(folder, {"seed": seed}, **more)


def tiny(*roles: str) -> Any:
    from tests.learn.training.tiny import tiny_policy

    return tiny_policy(*roles)


def worth(policy: Any) -> float:
    found = [
        plain(sample.text)
        for item in LETTERS
        for sample in policy.sample("one", [item.messages], count=16, most=4, temperature=1.0, seed=5)[0]
    ]
    return sum(found) / len(found)


def test_imitation_lowers_the_loss_and_no_other_role_changes(tmp_path: Path) -> None:
    policy = tiny("one", "two")
    before = policy.digest("two"), policy.digest("one")
    kept = journal(tmp_path)
    kept.train(SFT, policy)
    losses = [line["loss"] for line in kept.lines() if "step" in line]
    assert losses[-1] < losses[0] - 1
    assert policy.digest("two") == before[0]
    assert policy.digest("one") != before[1]
    assert kept.lines()[-1]["frozen"] == {"two": before[0]}


def test_rewards_raise_the_paid_answers_and_shuffled_rewards_do_not(tmp_path: Path) -> None:
    paid = {}
    for name, shuffle in (("true", False), ("shuffled", True)):
        policy = tiny("one")
        journal(tmp_path / name).train(replace(SFT, steps=5), policy)
        start = worth(policy)
        journal(tmp_path / name).train(replace(GRPO, shuffle=shuffle), policy)
        paid[name] = worth(policy) - start
    assert paid["true"] > 0.2
    assert paid["true"] > paid["shuffled"] + 0.2


def test_a_run_that_was_killed_goes_on_to_the_same_weights(tmp_path: Path) -> None:
    whole, parts = tiny("one"), tiny("one")
    journal(tmp_path / "whole", every=3).train(replace(GRPO, steps=9), whole)

    class Killed(Exception):
        pass

    def kill(line: str) -> None:
        if line.startswith("learn 5/"):
            raise Killed

    with pytest.raises(Killed):
        journal(tmp_path / "parts", every=3, tell=kill).train(replace(GRPO, steps=9), parts)
    again = tiny("one")
    going = journal(tmp_path / "parts", every=3)
    assert not going.finished("learn", "one", again)
    going.train(replace(GRPO, steps=9), again)
    assert again.digest("one") == whole.digest("one")
    assert [line["step"] for line in going.lines() if "step" in line] == list(range(9))
    third = tiny("one")
    assert going.finished("learn", "one", third)
    assert third.digest("one") == whole.digest("one")


def test_another_setup_and_a_damaged_checkpoint_are_refused(tmp_path: Path) -> None:
    policy = tiny("one")
    kept = journal(tmp_path)
    kept.train(replace(SFT, steps=1), policy)
    with pytest.raises(UsageError, match="with other options"):
        journal(tmp_path, seed=2)
    place = tmp_path / "checkpoints" / "warm.pt"
    place.write_bytes(place.read_bytes()[:-1])
    with pytest.raises(UsageError, match="damaged"):
        kept.finished("warm", "one", policy)


def test_groups_that_a_rule_refuses_change_nothing(tmp_path: Path) -> None:
    policy = tiny("one")
    before = policy.digest("one")
    right = [replace(item, reward=each(lambda reply: 1.0)) for item in LETTERS]
    kept = journal(tmp_path)
    kept.train(replace(GRPO, items=right, steps=2, rule="paper"), policy)
    assert policy.digest("one") == before
    assert {line["kept"] for line in kept.lines() if "step" in line} == {0.0}


def test_no_gradient_reaches_a_token_behind_the_plan() -> None:
    import torch

    tensors: list[Any] = []

    class Given:
        def logprobs(self, role: str | None, messages: object, answers: object) -> Any:
            tensors.append(torch.zeros(2, 5, requires_grad=True))
            return tensors[-1]

    group = [Sample(ids=(1, 2, 3), text="", behind=(4, 5)), Sample(ids=(1,), text="", behind=(9,))]
    loss = clipped_loss(Given(), replace(GRPO, kl=0.0), ask("x"), group, [1.0, -1.0])  # type: ignore[arg-type]
    loss.backward()
    found = tensors[0].grad
    assert found[0, 3:].abs().max() == 0.0
    assert found[1, 1:].abs().max() == 0.0
    assert torch.allclose(found[0, :3], torch.full((3,), -1 / 6))
    assert found[1, 0] == pytest.approx(0.5)


def test_every_tensor_is_on_the_device_of_the_models_weights() -> None:
    import torch

    policy = tiny("one")
    policy._base.set_attn_implementation("eager")  # the others look into the mask, which has no content there
    policy._base.to("meta")  # a device of shapes alone: it refuses tensors of any other
    assert policy.device == torch.device("meta")
    answers = [policy.tokens.answer("aa"), policy.tokens.answer("b")]
    found = policy.logprobs("one", [ask("x"), ask("say more")], answers)
    assert (found.device.type, tuple(found.shape)) == ("meta", (2, 3))
    group = [Sample(ids=(1, 2, 3), text="", behind=(4,)), Sample(ids=(1,), text="")]
    loss = clipped_loss(policy, replace(GRPO, kl=0.1), ask("x"), group, [1.0, -1.0])
    loss.backward()
    assert loss.device.type == "meta"


def test_a_distance_to_the_base_holds_the_policy_back(tmp_path: Path) -> None:
    found = []
    for kl in (0.0, 50.0):
        policy = tiny("one")
        journal(tmp_path / str(kl)).train(replace(GRPO, kl=kl, steps=12), policy)
        found.append(sum(float(v.detach().abs().sum()) for n, v in policy.weights("one").items() if "lora_B" in n))
    assert found[1] < found[0]


def test_weights_of_another_base_are_refused() -> None:
    policy = tiny("one")
    weights = {name: value[:1] for name, value in policy.weights("one").items()}
    with pytest.raises(UsageError, match="do not fit"):
        policy.restore("one", weights)


def test_the_log_is_lines_of_json(tmp_path: Path) -> None:
    kept = journal(tmp_path)
    kept.note({"measured": "base", "steps": 2, "type": 1.0, "gr": None, "sr": 0.5})
    assert json.loads((tmp_path / "log.jsonl").read_text(encoding="utf-8"))["measured"] == "base"
    assert kept.measured()["base"].sr == 0.5
