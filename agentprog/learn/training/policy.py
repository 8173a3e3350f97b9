"""One base model with an adapter per role: sampling, log-probabilities, and hashes of a role's weights."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from agentprog.errors import UsageError
from agentprog.frozen import frozen
from agentprog.learn.training.tokens import ChatTokens, SeeingTokens, Tokens
from agentprog.ports import Message

TARGETS = ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"]
"""Matrices that get adapters, by their names in llama-like models."""
_TOGETHER = 32
"""Questions in one batch of greedy answers, which limits the memory for prompts."""


@frozen
class Sample:
    """One answer: its tokens, with the end token if it came to one, and its text.

    `behind` are another model's tokens after it.
    """

    ids: tuple[int, ...]
    text: str
    behind: tuple[int, ...] = ()


class Policy:
    """Adapters of rank `rank` over one frozen base.

    Only the trained role has an optimizer: here "one actor in memory" means this.
    """

    def __init__(self, base: Any, tokens: Tokens, *, rank: int = 8, alpha: int = 16, threads: int = 1) -> None:
        import torch

        torch.set_num_threads(threads)
        self._base, self.tokens = base, tokens
        self.rank, self.alpha = rank, alpha
        self._model: Any = None
        self._roles: list[str] = []

    @property
    def sees(self) -> bool:
        """True if the base accepts pictures."""
        return bool(self.tokens.never)

    @property
    def device(self) -> Any:
        """The device of the base's weights; inputs go there."""
        return next(self._base.parameters()).device

    def add(self, role: str, seed: int) -> None:
        """Gives a role a new adapter, which changes nothing yet."""
        import torch
        from peft import LoraConfig, get_peft_model

        torch.manual_seed(seed)
        places = adapted(self._base)
        config = LoraConfig(r=self.rank, lora_alpha=self.alpha, target_modules=places, task_type="CAUSAL_LM")
        if self._model is None:
            self._model = get_peft_model(self._base, config, adapter_name=role)
        else:
            self._model.add_adapter(role, config)
        self._roles.append(role)

    @property
    def roles(self) -> tuple[str, ...]:
        return tuple(self._roles)

    @property
    def heads(self) -> tuple[int, int]:
        """The base model's number of query heads and of key heads."""
        config = self._base.config.get_text_config()
        return int(config.num_attention_heads), int(config.num_key_value_heads)

    def weights(self, role: str) -> dict[str, Any]:
        """The role's tensors, under names without the role's."""
        mark = f".{role}."
        parameters = self._model.named_parameters()
        return {name.replace(mark, "."): value for name, value in parameters if mark in name and "lora_" in name}

    def restore(self, role: str, weights: dict[str, Any]) -> None:
        """Loads these tensors into the role's adapter. Raises UsageError if their shape or base differs."""
        import torch

        own_weights = self.weights(role)
        if {name: tuple(v.shape) for name, v in own_weights.items()} != {n: tuple(v.shape) for n, v in weights.items()}:
            raise UsageError(
                f"the weights for {role} do not fit this base model", hint="Name the base they were trained on."
            )
        with torch.no_grad():
            for name, value in own_weights.items():
                value.copy_(weights[name])

    def copy(self, role: str, source: str) -> None:
        """Copies the weights of the role `source` to this role."""
        self.restore(role, {name: value.detach().clone() for name, value in self.weights(source).items()})

    def digest(self, role: str) -> str:
        """SHA-256 of the bytes of the role's weights."""
        found = hashlib.sha256()
        for name, value in sorted(self.weights(role).items()):
            found.update(name.encode())
            found.update(value.detach().cpu().numpy().tobytes())
        return found.hexdigest()

    def trained(self, role: str) -> list[Any]:
        """The parameters of the one role that learns; all others are frozen."""
        self._model.set_adapter(role)
        for name, value in self._model.named_parameters():
            value.requires_grad_("lora_" in name and f".{role}." in name)
        return [value for value in self._model.parameters() if value.requires_grad]

    def sample(
        self, role: str, questions: Sequence[Sequence[Message]], *, count: int, most: int, temperature: float, seed: int
    ) -> list[list[Sample]]:
        """Samples `count` answers of a role to each question, all in one batch."""
        import torch

        torch.manual_seed(seed)
        drawn = {"do_sample": True, "temperature": temperature, "top_k": 0, "top_p": 1.0}
        prompts = [messages for messages in questions for _ in range(count)]
        found = self._generated(role, prompts, most, **drawn)
        return [found[first : first + count] for first in range(0, len(found), count)]

    def likeliest(self, role: str, questions: Sequence[Sequence[Message]], most: int) -> list[str]:
        """The role's greedy answers. Questions of similar length form a batch; a repeated question is asked once."""
        replies: dict[tuple[Message, ...], str] = dict.fromkeys(map(tuple, questions), "")
        order = sorted(replies, key=lambda messages: len(self.tokens.prompt(messages)))
        for first in range(0, len(order), _TOGETHER):
            batch = order[first : first + _TOGETHER]
            answers = self._generated(role, batch, most, do_sample=False)
            replies.update(zip(batch, (found.text for found in answers), strict=True))
        return [replies[tuple(messages)] for messages in questions]

    def _generated(self, role: str, questions: Sequence[Sequence[Message]], most: int, **options: Any) -> list[Sample]:
        import torch

        prompts = [self.tokens.prompt(messages) for messages in questions]
        width = max(map(len, prompts))
        ids, mask = self._aligned(prompts, [()] * len(prompts))
        self._model.set_adapter(role)
        self._model.eval()
        end = self.tokens.end
        inputs = {"input_ids": ids, "attention_mask": mask, **self._pictures(questions)}
        if self.tokens.never:
            options["suppress_tokens"] = list(self.tokens.never)
        with torch.no_grad():
            rows = self._model.generate(**inputs, max_new_tokens=most, eos_token_id=end, pad_token_id=end, **options)
        return [self._sample(row[width:].tolist()) for row in rows]

    def _sample(self, ids: list[int]) -> Sample:
        end = self.tokens.end
        answer_ids = ids[: ids.index(end) + 1] if end in ids else ids
        return Sample(ids=tuple(answer_ids), text=self.tokens.text([token for token in answer_ids if token != end]))

    def logprobs(
        self, role: str | None, questions: Sequence[Sequence[Message]], answers: Sequence[Sequence[int]]
    ) -> Any:
        """Log-probabilities of the tokens of each question's answer, one row per answer, zero beyond its end.

        Role None: the base without adapters.
        """
        import torch

        longest = max(len(answer) for answer in answers)
        ids, mask = self._aligned([self.tokens.prompt(messages) for messages in questions], answers)
        inputs = {"input_ids": ids, "attention_mask": mask, "logits_to_keep": longest + 1}
        seen = self._pictures(questions)
        if seen:  # a vision model computes its own positions for images
            inputs |= seen
        else:
            inputs["position_ids"] = (mask.cumsum(-1) - 1).clamp(min=0)
        if role is None:
            with self._model.disable_adapter():
                logits = self._model(**inputs).logits
        else:
            self._model.set_adapter(role)
            logits = self._model(**inputs).logits
        if self.tokens.never:
            logits = logits.index_fill(-1, torch.tensor(self.tokens.never, device=self.device), float("-inf"))
        chances = torch.log_softmax(logits[:, :-1].float(), dim=-1)
        picked = chances.gather(-1, ids[:, -longest:].unsqueeze(-1)).squeeze(-1)
        return picked * mask[:, -longest:]

    def _pictures(self, questions: Sequence[Sequence[Message]]) -> dict[str, Any]:
        return {name: value.to(self.device) for name, value in self.tokens.pictures(questions).items()}

    def _aligned(self, prompts: Sequence[Sequence[int]], answers: Sequence[Sequence[int]]) -> tuple[Any, Any]:
        ids, mask = aligned(prompts, answers, self.tokens.end)
        return ids.to(self.device), mask.to(self.device)


def adapted(base: Any) -> list[str]:
    """The matrices of a base's language model that get an adapter; its vision part stays as it is."""
    inside = {id(module) for module in base.get_decoder().modules()}
    modules = base.named_modules()
    return [name for name, module in modules if id(module) in inside and name.rpartition(".")[2] in TARGETS]


def aligned(prompts: Sequence[Sequence[int]], answers: Sequence[Sequence[int]], end: int) -> tuple[Any, Any]:
    """Prompts with their answers, one row each, aligned at the prompts' ends; and a mask of the tokens that count."""
    import torch

    before, behind = max(map(len, prompts)), max(map(len, answers))
    rows, counts = [], []
    for prompt, answer in zip(prompts, answers, strict=True):
        left, right = before - len(prompt), behind - len(answer)
        rows.append([*[end] * left, *prompt, *answer, *[end] * right])
        counts.append([*[0] * left, *[1] * (len(prompt) + len(answer)), *[0] * right])
    return torch.tensor(rows), torch.tensor(counts)


def open_policy(base: Path, *, rank: int = 8, alpha: int = 16, threads: int = 1) -> Policy:
    """Opens a folder of transformers or a GGUF file in full precision, on the GPU if there is one.

    A model that sees is opened with its processor. Raises UsageError if the extra is not installed or the base
    cannot be read.
    """
    try:
        import torch
        from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForImageTextToText, AutoTokenizer
        from transformers.utils import logging
    except ImportError as exc:
        raise UsageError(f"training needs {exc.name}", hint="pip install 'agentprog[learn]'") from exc
    if not base.exists():
        raise UsageError(f"there is no base model {base}", hint="Name a GGUF file or a folder of transformers.")
    logging.disable_progress_bar()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    place, options = (base.parent, {"gguf_file": base.name}) if base.is_file() else (base, {})
    try:
        if base.is_dir() and hasattr(AutoConfig.from_pretrained(str(base)), "vision_config"):
            model = AutoModelForImageTextToText.from_pretrained(str(base), dtype=torch.float32).to(device)
            return Policy(model, SeeingTokens.of(base), rank=rank, alpha=alpha, threads=threads)
        tokenizer = AutoTokenizer.from_pretrained(str(place), **options)
        model = AutoModelForCausalLM.from_pretrained(str(place), dtype=torch.float32, **options).to(device)
    except (OSError, ValueError) as exc:
        raise UsageError(f"the base model {base} cannot be read: {exc}", hint="Is the file whole?") from exc
    return Policy(model, ChatTokens(tokenizer), rank=rank, alpha=alpha, threads=threads)
