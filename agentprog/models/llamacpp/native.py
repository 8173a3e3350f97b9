"""The parts of the native library in use: vocabulary, batched decoding over sequences, grammars.

Imported only in the worker process: a crash here ends only that process.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from llama_cpp import llama_cpp as lib

Logits = npt.NDArray[np.float32]

BATCH = 512
"""Tokens per decode."""
ROWS = 64
"""Predictions per decode, reserved ahead; each is a row as long as the vocabulary (0.6 MB for Qwen)."""


class LoadError(Exception):
    """The library refuses the weights or the context."""


class NoRoom(Exception):
    """All cells of the context are in use."""


class GrammarError(Exception):
    """The grammar cannot be read."""


class BatchToken(NamedTuple):
    """One token of a batch: its position and its sequences."""

    token: int
    position: int
    seqs: tuple[int, ...]
    wanted: bool


class Native:
    """A loaded model with one context whose sequences share all cells."""

    def __init__(
        self,
        path: Path,
        *,
        context: int,
        sequences: int,
        threads: int,
        cells_per_context: int,
        adapter: Path | None = None,
    ) -> None:
        lib.llama_backend_init()
        self._model: Any = _load(path)
        vocab = lib.llama_model_get_vocab(self._model)
        self._vocab: Any = vocab
        self.size: int = lib.llama_vocab_n_tokens(vocab)
        self.maker = _maker(path) + (f" {_maker(adapter)}" if adapter is not None else "")
        trained: int = lib.llama_model_n_ctx_train(self._model)
        self.context = min(context, trained) if trained > 0 else context
        self.parameters: int = lib.llama_model_n_params(self._model)
        self.rewindable = not (lib.llama_model_is_recurrent(self._model) or lib.llama_model_is_hybrid(self._model))
        self._ctx: Any = self._open(self.context * cells_per_context, sequences, threads)
        if adapter is not None:
            _adapt(self._model, self._ctx, adapter)
        self._memory: Any = lib.llama_get_memory(self._ctx)
        self._batch = lib.llama_batch_init(BATCH, 0, sequences)

    def _open(self, cells: int, sequences: int, threads: int) -> Any:
        params = lib.llama_context_default_params()
        params.n_ctx = cells
        params.n_batch = params.n_ubatch = BATCH
        params.n_outputs_max = ROWS
        params.n_seq_max = sequences
        params.kv_unified = True
        # Flash attention skips the cells of other sequences: beside 6,000 of them it is four times as fast on a CPU.
        params.flash_attn_type = lib.LLAMA_FLASH_ATTN_TYPE_AUTO
        params.n_threads = params.n_threads_batch = threads
        ctx = lib.llama_init_from_model(self._model, params)
        if not ctx:
            raise LoadError(f"no context of {cells} tokens could be made for it (not enough memory?)")
        return ctx

    def template(self) -> str | None:
        """The chat template in the file."""
        raw = lib.llama_model_chat_template(self._model, None)
        return raw.decode("utf-8", "replace") if raw else None

    def description(self) -> str:
        buffer = ctypes.create_string_buffer(256)
        lib.llama_model_desc(self._model, buffer, len(buffer))
        return buffer.value.decode("utf-8", "replace")

    def bos(self) -> int | None:
        token: int = lib.llama_vocab_bos(self._vocab)
        return token if token >= 0 else None

    def adds_bos(self) -> bool:
        return bool(lib.llama_vocab_get_add_bos(self._vocab))

    def end_of_turn(self) -> int:
        """The token that ends an assistant's turn."""
        token: int = lib.llama_vocab_eot(self._vocab)
        return token if token >= 0 else lib.llama_vocab_eos(self._vocab)

    def token_text(self, token: int | None) -> str:
        raw = lib.llama_vocab_get_text(self._vocab, token) if token is not None and token >= 0 else None
        return raw.decode("utf-8", "replace") if raw else ""

    def ends(self, token: int) -> bool:
        return bool(lib.llama_vocab_is_eog(self._vocab, token))

    def control_tokens(self) -> npt.NDArray[np.intp]:
        """Control tokens that do not end a turn."""
        found = [t for t in range(self.size) if lib.llama_vocab_is_control(self._vocab, t) and not self.ends(t)]
        return np.array(found, dtype=np.intp)

    def tokenize(self, text: str, *, trusted: bool) -> list[int]:
        """Tokens of a text, without the vocabulary's own first or last token."""
        raw = text.encode("utf-8", "replace")
        room = len(raw) + 8
        while True:
            buffer = (lib.llama_token * room)()
            count: int = lib.llama_tokenize(self._vocab, raw, len(raw), buffer, room, False, trusted)
            if count >= 0:
                return list(buffer[:count])
            room = -count

    def piece(self, token: int) -> bytes:
        """The bytes of a token; none for a control token."""
        room = 64
        while True:
            buffer = ctypes.create_string_buffer(room)
            count = lib.llama_token_to_piece(self._vocab, token, buffer, room, 0, False)
            if count >= 0:
                return buffer.raw[:count]
            room = -int(count)

    def decode(self, entries: Sequence[BatchToken]) -> list[Logits]:
        """Evaluates one batch; the predictions of the wanted entries, in order. They are views: use them at once."""
        batch = self._batch
        for row, entry in enumerate(entries):
            batch.token[row] = entry.token
            batch.pos[row] = entry.position
            batch.n_seq_id[row] = len(entry.seqs)
            for place, seq in enumerate(entry.seqs):
                batch.seq_id[row][place] = seq
            batch.logits[row] = entry.wanted
        batch.n_tokens = len(entries)
        status = lib.llama_decode(self._ctx, batch)
        if status == 1:
            raise NoRoom
        if status != 0:
            raise RuntimeError(f"llama_decode returned {status}")
        return [self._row(row) for row, entry in enumerate(entries) if entry.wanted]

    def _row(self, row: int) -> Logits:
        pointer = lib.llama_get_logits_ith(self._ctx, row)
        return np.ctypeslib.as_array(pointer, shape=(self.size,))

    def forget(self, seq: int, start: int = 0) -> bool:
        """Drops a sequence from a position on; False if this kind of memory can only be dropped whole."""
        return bool(lib.llama_memory_seq_rm(self._memory, seq, start, -1))

    def share(self, source: int, target: int, length: int = -1) -> None:
        """Shares the first tokens of the source with the target, without copying."""
        lib.llama_memory_seq_cp(self._memory, source, target, 0 if length >= 0 else -1, length)

    def save(self, seq: int) -> bytes:
        """A sequence's keys and values; empty if the library refuses."""
        room = lib.llama_state_seq_get_size(self._ctx, seq)
        buffer = (ctypes.c_uint8 * room)()
        size = lib.llama_state_seq_get_data(self._ctx, buffer, room, seq)
        return bytes(memoryview(buffer)[:size])

    def load(self, seq: int, data: bytes) -> bool:
        """Restores what `save` returned; False, with an empty sequence, if there is no room."""
        buffer = (ctypes.c_uint8 * len(data)).from_buffer_copy(data)
        if lib.llama_state_seq_set_data(self._ctx, buffer, len(data), seq):
            return True
        self.forget(seq)
        return False

    def grammar(self, text: str) -> Grammar:
        """A GBNF grammar for sampling. Raises GrammarError if llama.cpp cannot read it."""
        pointer = lib.llama_sampler_init_grammar(self._vocab, text.encode("utf-8"), b"root")
        if not pointer:
            raise GrammarError("llama.cpp cannot read this grammar")
        return Grammar(pointer)


class Grammar:
    """The position of a text in a GBNF grammar."""

    def __init__(self, pointer: Any) -> None:
        self._pointer = pointer

    def allowed(self, tokens: Iterable[int]) -> list[int]:
        """The given tokens that may come next, in their order."""
        candidates = list(tokens)
        data = (lib.llama_token_data * len(candidates))()
        for place, token in enumerate(candidates):
            data[place].id = lib.llama_token(token)
        array = lib.llama_token_data_array(data=data, size=len(candidates), selected=-1, sorted=False)
        lib.llama_sampler_apply(self._pointer, ctypes.byref(array))
        # The sampler marks a refused token with minus infinity.
        return [int(item.id) for item in data if item.logit == 0.0]

    def accept(self, token: int) -> None:
        lib.llama_sampler_accept(self._pointer, token)

    def close(self) -> None:
        lib.llama_sampler_free(self._pointer)


def _maker(path: Path) -> str:
    """Everything that the keys and values depend on: the weights by their file, the library and its build."""
    found = path.resolve().stat()
    built = lib.llama_print_system_info().decode("utf-8", "replace")
    return f"{path.resolve()} {found.st_size} {found.st_mtime_ns} {version('llama_cpp_python')} {built}"


def _load(path: Path) -> Any:
    params = lib.llama_model_default_params()
    params.n_gpu_layers = -1 if lib.llama_supports_gpu_offload() else 0
    model = lib.llama_model_load_from_file(str(path).encode(), params)
    if not model:
        size = path.stat().st_size / 1e6
        raise LoadError(f"llama.cpp cannot read it as a GGUF model; it has {size:,.1f} MB: the file may be incomplete")
    return model


def _adapt(model: Any, ctx: Any, path: Path) -> None:
    """Adds a role's adapter to the base model."""
    adapter = lib.llama_adapter_lora_init(model, str(path).encode())
    if not adapter:
        raise LoadError(f"llama.cpp cannot read {path.name} as an adapter of this model")
    adapters, whole = (lib.llama_adapter_lora_p_ctypes * 1)(adapter), (ctypes.c_float * 1)(1.0)
    if lib.llama_set_adapters_lora(ctx, adapters, 1, whole) != 0:
        raise LoadError(f"the adapter {path.name} does not fit this model")
