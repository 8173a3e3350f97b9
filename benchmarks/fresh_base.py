"""A base model for tables of training on two cores: small, and trained in whole on the steps.

    .venv/bin/python benchmarks/fresh_base.py data/short.train.jsonl --out data/base --updates 900

It begins with random weights, and its tokens are the data's own words. Each update has it imitate answers of all roles,
so that it knows something of screens, as the papers' bases do. Needs agentprog[learn].
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from agentprog.learn.rewards.executing import read_order
from agentprog.learn.rewards.reward import one_by_one
from agentprog.learn.training.items import (
    coordinator_items,
    interactor_items,
    navigator_items,
    planner_items,
    tracker_items,
    useful,
)
from agentprog.learn.training.policy import aligned
from agentprog.learn.training.stage import Item
from agentprog.learn.trajectories.records import Step
from agentprog.learn.trajectories.store import read_steps

_TEMPLATE = "{% for message in messages %}{{ message['content'] }}\n{% endfor %}"
_APART = r'["\n()\\]'
"""A token never reaches across these: what stands between them is one thing, such as a name or a place."""


def items(steps: Sequence[Step]) -> list[Item]:
    """What the roles are asked on each step, with their answers."""
    return [
        *coordinator_items(steps, read_order, "ces"),
        *tracker_items(steps, lambda _, states: list(states), read_order, "ces"),
        *navigator_items(steps, one_by_one(read_order), "swirl"),
        *interactor_items(steps, [step.low for step in steps], "swirl"),
        *planner_items(steps, read_order),
    ]


def texts(found: Sequence[Item]) -> Iterator[tuple[str, str]]:
    """Each question and its answer, as the model reads them."""
    for item in found:
        yield "".join(f"{message.text}\n" for message in item.messages), item.target


def words_of(said: Sequence[str], size: int) -> Any:
    """A tokenizer of transformers for these texts."""
    from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    words = Tokenizer(models.BPE())
    apart = pre_tokenizers.Split(Regex(_APART), behavior="isolated")
    level = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    words.pre_tokenizer = pre_tokenizers.Sequence([apart, level])
    words.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=size, initial_alphabet=alphabet, special_tokens=["<end>"], show_progress=False
    )
    words.train_from_iterator(said, trainer)
    found = PreTrainedTokenizerFast(tokenizer_object=words, eos_token="<end>", pad_token="<end>")
    found.chat_template = _TEMPLATE
    return found


def imitate_all(
    model: Any, tokenizer: Any, said: Sequence[tuple[str, str]], *, updates: int, batch: int, rate: float
) -> None:
    """Have all of the model's weights learn these answers. Questions of like length are read together."""
    import torch

    def ids(text: str) -> list[int]:
        return list(tokenizer(text, add_special_tokens=False)["input_ids"])

    end = int(tokenizer.eos_token_id)
    rows = sorted(((ids(asked), [*ids(answer), end]) for asked, answer in said), key=lambda row: len(row[0]))
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate)
    source = random.Random(7)
    for number in range(updates):
        for group in optimizer.param_groups:
            group["lr"] = rate * min(1.0, (number + 1) / 30, 1.1 - number / updates)
        first = source.randrange(len(rows) - batch)
        asked, answers = zip(*rows[first : first + batch], strict=True)
        read, counts = aligned(asked, answers, end)
        longest = max(map(len, answers))
        places = (counts.cumsum(-1) - 1).clamp(min=0)
        logits = model(read, attention_mask=counts, position_ids=places, logits_to_keep=longest + 1).logits
        chances = torch.log_softmax(logits[:, :-1], dim=-1)
        picked = chances.gather(-1, read[:, -longest:].unsqueeze(-1)).squeeze(-1) * counts[:, -longest:]
        loss = -(picked.sum(dim=1) / torch.tensor([float(len(answer)) for answer in answers])).mean()
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        if number % 50 == 49:
            print(f"{number + 1}/{updates}: loss {loss.item():.3f}", flush=True)


def main() -> None:
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("steps", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--vocabulary", type=int, default=3000)
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--updates", type=int, default=900)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=7)
    told = parser.parse_args()
    said = list(texts(items(useful(read_steps(*told.steps)))))
    tokenizer = words_of([asked + answer for asked, answer in said], told.vocabulary)
    torch.manual_seed(told.seed)
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=told.width,
        intermediate_size=2 * told.width,
        num_hidden_layers=told.layers,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=4096,
        eos_token_id=tokenizer.eos_token_id,
        bos_token_id=None,
        pad_token_id=tokenizer.pad_token_id,
    )
    model = LlamaForCausalLM(config)
    imitate_all(model, tokenizer, said, updates=told.updates, batch=told.batch, rate=told.rate)
    model.save_pretrained(told.out)
    tokenizer.save_pretrained(told.out)
    print(f"{told.out}: {sum(value.numel() for value in model.parameters()):,} weights")


if __name__ == "__main__":
    main()
