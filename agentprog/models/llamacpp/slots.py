"""Caches the keys and values of prompts in the context, so that the next prompt evaluates only its new part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field


def common_prefix(a: Sequence[int], b: Sequence[int]) -> int:
    """The length of the common beginning, in tokens."""
    for index, (x, y) in enumerate(zip(a, b, strict=False)):
        if x != y:
            return index
    return min(len(a), len(b))


@dataclass(slots=True)
class Slot:
    """One native sequence: its evaluated tokens, in order."""

    seq: int
    tokens: list[int] = field(default_factory=list)
    used: int = 0


class SlotTable:
    """One slot per key (the purpose of a prompt); the longest unused one is reused first."""

    def __init__(self, seqs: Iterable[int]) -> None:
        self._free = [Slot(seq) for seq in seqs]
        self._held: dict[str, Slot] = {}
        self._clock = 0

    def take(self, key: str) -> Slot:
        """The slot of this key. One taken from another key keeps its tokens: the caller compares and trims."""
        self._clock += 1
        slot = self._held.get(key)
        if slot is None:
            slot = self._free.pop() if self._free else self._held.pop(self._oldest_key())
            self._held[key] = slot
        slot.used = self._clock
        return slot

    def longest(self, tokens: Sequence[int]) -> tuple[Slot | None, int]:
        """The slot with the longest common beginning, whatever its key, and that length."""
        best: Slot | None = None
        length = 0
        for slot in self._held.values():
            shared = common_prefix(slot.tokens, tokens)
            if shared > length:
                best, length = slot, shared
        return best, length

    def surrender(self, *, but: Slot) -> Slot | None:
        """The longest unused slot with tokens, except `but`; the caller empties it to make room."""
        candidates = [slot for slot in self._held.values() if slot is not but and slot.tokens]
        return min(candidates, key=lambda slot: slot.used, default=None)

    def _oldest_key(self) -> str:
        return min(self._held, key=lambda key: self._held[key].used)
