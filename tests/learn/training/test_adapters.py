"""Adapters with llama.cpp's names and order, and a model that is named with an adapter."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agentprog.errors import ModelNotConfigured, UsageError
from agentprog.learn.training.adapters import named, turned, write_adapter
from agentprog.models.registry import open_model


class Tensor:
    """The part of a tensor that the code reads."""

    def __init__(self, array: Any) -> None:
        self._array = array

    def detach(self) -> Tensor:
        return self

    cpu = float = detach

    def numpy(self) -> Any:
        return self._array


def weights(matrix: str, part: str = "self_attn") -> dict[str, Any]:
    head = f"base_model.model.model.layers.3.{part}.{matrix}"
    return {
        f"{head}.lora_A.weight": Tensor(np.arange(6.0, dtype=np.float32).reshape(2, 3)),
        f"{head}.lora_B.weight": Tensor(np.arange(16.0, dtype=np.float32).reshape(8, 2)),
    }


def test_the_halves_of_each_head_are_interleaved() -> None:
    rows = np.arange(8.0).reshape(8, 1)
    assert turned(rows, 1)[:, 0].tolist() == [0, 4, 1, 5, 2, 6, 3, 7]
    assert turned(rows, 2)[:, 0].tolist() == [0, 2, 1, 3, 4, 6, 5, 7]


def test_queries_and_keys_are_turned_by_their_own_heads_and_nothing_else_is() -> None:
    first = [float(row[0]) for row in dict(named(weights("q_proj"), heads=2, kv_heads=1))["blk.3.attn_q.weight.lora_b"]]
    keys = [float(row[0]) for row in dict(named(weights("k_proj"), heads=2, kv_heads=1))["blk.3.attn_k.weight.lora_b"]]
    assert first == [0, 4, 2, 6, 8, 12, 10, 14]
    assert keys == [0, 8, 2, 10, 4, 12, 6, 14]
    found = dict(named(weights("down_proj", "mlp"), heads=2, kv_heads=1))
    assert found["blk.3.ffn_down.weight.lora_b"][:, 0].tolist() == [0, 2, 4, 6, 8, 10, 12, 14]
    assert found["blk.3.ffn_down.weight.lora_a"].shape == (2, 3)


def test_a_matrix_that_llama_does_not_have_is_refused() -> None:
    with pytest.raises(UsageError, match="has no name in llama"):
        dict(named(weights("router"), heads=1, kv_heads=1))


@pytest.mark.skipif(
    importlib.util.find_spec("gguf") is None, reason="gguf is not installed: it comes with agentprog[learn]"
)
def test_a_file_declares_that_it_is_an_adapter(tmp_path: Path) -> None:
    from gguf import GGUFReader

    write_adapter(tmp_path / "one.gguf", weights("v_proj"), alpha=16, heads=2, kv_heads=1)
    read = GGUFReader(tmp_path / "one.gguf")
    assert bytes(read.fields["adapter.type"].parts[-1]) == b"lora"
    assert float(read.fields["adapter.lora.alpha"].parts[-1][0]) == 16.0
    assert sorted(tensor.name for tensor in read.tensors) == [
        "blk.3.attn_v.weight.lora_a",
        "blk.3.attn_v.weight.lora_b",
    ]


def test_a_model_that_is_named_with_an_adapter_needs_both_files(tmp_path: Path) -> None:
    base = tmp_path / "base.gguf"
    with pytest.raises(ModelNotConfigured, match=r"no model file .*base\.gguf\n"):
        open_model(f"llamacpp:{base}+{tmp_path / 'role.gguf'}")
    base.write_bytes(b"GGUF")
    with pytest.raises(ModelNotConfigured, match=r"no adapter .*role\.gguf"):
        open_model(f"llamacpp:{base}+{tmp_path / 'role.gguf'}")
    odd = tmp_path / "one+two.gguf"
    odd.write_bytes(b"GGUF")
    open_model(f"llamacpp:{odd}").close()


@pytest.mark.model
@pytest.mark.skipif(
    importlib.util.find_spec("gguf") is None, reason="gguf is not installed: it comes with agentprog[learn]"
)
def test_llama_cpp_answers_with_the_adapter_and_one_of_zeros_changes_nothing(
    small_weights: Path, tmp_path: Path
) -> None:
    from agentprog.models.llamacpp import LlamaModel
    from agentprog.ports import Message, ScoreRequest

    asked = ScoreRequest(messages=(Message.of("user", "Say a fruit."),), candidates=("plum", "stone"), purpose="try")

    def scores(adapter: Path | None) -> tuple[float, ...]:
        model = LlamaModel(small_weights, context=256, adapter=adapter)
        try:
            return model.score(asked).values
        finally:
            model.close()

    def adapter(name: str, size: float) -> Path:
        source, head = np.random.default_rng(1), "base_model.model.model.layers.0.mlp.down_proj"
        parts = {"A": source.normal(size=(2, 1536)), "B": size * source.normal(size=(576, 2))}
        made = {f"{head}.lora_{side}.weight": Tensor(array.astype(np.float32)) for side, array in parts.items()}
        write_adapter(tmp_path / name, made, alpha=2, heads=9, kv_heads=3)
        return tmp_path / name

    bare = scores(None)
    assert scores(adapter("zero.gguf", 0.0)) == pytest.approx(bare, abs=1e-3)
    assert scores(adapter("other.gguf", 0.5)) != pytest.approx(bare, abs=0.1)
