"""A base model for tables of training on two cores: random weights, and a tokenizer of the words of the data.

    .venv/bin/python benchmarks/fresh_base.py data/short.train.jsonl --out data/base

What is trained on it learns from nothing but the steps. Needs agentprog[learn].
"""

from __future__ import annotations

import argparse
from pathlib import Path

from agentprog.agents.strategies.ces import coordinator_prompt, tracker_prompt
from agentprog.agents.strategies.coda import planner_prompt
from agentprog.learn.trajectories.making import state_after
from agentprog.learn.trajectories.records import Step
from agentprog.learn.trajectories.store import read_steps

_TEMPLATE = "{% for message in messages %}{{ message['content'] }}\n{% endfor %}"


def texts(step: Step) -> list[str]:
    """What the roles are asked and what they answer."""
    look = step.observation.look
    asked = [
        coordinator_prompt(step.instruction, step.state, look),
        planner_prompt(step.instruction, [("", line) for line in step.history], look),
    ]
    if step.history:
        asked.append(tracker_prompt(step.instruction, state_after(step.history[:-1]), step.history[-1]))
    written = [f"<think>That is next.</think><answer>{step.low}</answer>", f"Thought: {step.low}", step.state]
    return [*("\n".join(message.text for message in one) for one in asked), *written]


def main() -> None:
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("steps", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--vocabulary", type=int, default=2000)
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=7)
    told = parser.parse_args()
    words = Tokenizer(models.BPE())
    words.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    words.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=told.vocabulary, initial_alphabet=alphabet, special_tokens=["<end>"], show_progress=False
    )
    words.train_from_iterator((text for step in read_steps(*told.steps) for text in texts(step)), trainer)
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, eos_token="<end>", pad_token="<end>")
    tokenizer.chat_template = _TEMPLATE
    torch.manual_seed(told.seed)
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=told.width,
        intermediate_size=2 * told.width,
        num_hidden_layers=told.layers,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=4096,
        initializer_range=0.2,  # or its head could not tell one token from another, whatever an adapter does
        eos_token_id=tokenizer.eos_token_id,
        bos_token_id=None,
        pad_token_id=tokenizer.pad_token_id,
    )
    LlamaForCausalLM(config).save_pretrained(told.out)
    tokenizer.save_pretrained(told.out)
    print(f"{told.out}: {sum(value.numel() for value in LlamaForCausalLM(config).parameters()):,} weights")


if __name__ == "__main__":
    main()
