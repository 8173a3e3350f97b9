"""Writes a role's adapter as a GGUF file, which llama.cpp loads with the base model:
`llamacpp:NAME+adapters/ROLE.gguf`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from agentprog.errors import UsageError

_NAMES = {
    "q_proj": "attn_q",
    "k_proj": "attn_k",
    "v_proj": "attn_v",
    "o_proj": "attn_output",
    "gate_proj": "ffn_gate",
    "up_proj": "ffn_up",
    "down_proj": "ffn_down",
}
_WEIGHT = re.compile(r"\.layers\.(\d+)\.\w+\.(\w+)\.lora_([AB])\.weight$")


def write_adapter(path: Path, weights: Mapping[str, Any], *, alpha: int, heads: int, kv_heads: int) -> None:
    """Writes the adapter of a llama model. Raises UsageError if gguf is not installed, or for an unknown tensor."""
    try:
        from gguf import GGUFWriter
    except ImportError as exc:
        raise UsageError("gguf is not installed", hint="pip install 'agentprog[learn]'") from exc
    writer = GGUFWriter(str(path), "llama")
    writer.add_type("adapter")
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", float(alpha))
    for name, tensor in named(weights, heads=heads, kv_heads=kv_heads):
        writer.add_tensor(name, tensor)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def named(weights: Mapping[str, Any], *, heads: int, kv_heads: int) -> Iterator[tuple[str, Any]]:
    """The tensors under llama.cpp's names. Raises UsageError for an unknown one."""
    for name, value in weights.items():
        found = _WEIGHT.search(name)
        if found is None or found[2] not in _NAMES:
            raise UsageError(f"the adapter's tensor {name} has no name in llama.cpp", hint="Train a llama-like model.")
        layer, matrix, side = found[1], found[2], found[3]
        tensor = value.detach().cpu().float().numpy()
        if side == "B" and matrix in ("q_proj", "k_proj"):
            tensor = turned(tensor, heads if matrix == "q_proj" else kv_heads)
        yield f"blk.{layer}.{_NAMES[matrix]}.weight.lora_{side.lower()}", tensor


def turned(tensor: Any, heads: int) -> Any:
    """The rows of a query or key matrix in llama.cpp's order: the two halves of each head interleaved."""
    rows = tensor.shape[0]
    return tensor.reshape(heads, 2, rows // heads // 2, *tensor.shape[1:]).swapaxes(1, 2).reshape(tensor.shape).copy()
