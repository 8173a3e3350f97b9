"""Findings of witnesses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

from agentprog.frozen import frozen
from agentprog.ports import Store

SCREEN = "screen"
"""The witness that works on every phone."""
PICTURE = "picture"
"""The screen's picture, read by a model, without a visible text that agrees: it proves nothing."""


class Verdict(StrEnum):
    """A witness's verdict on an effect."""

    PROVEN = "proven"
    CONTRADICTED = "contradicted"
    """The phone's own records show another effect than the ordered one."""
    UNKNOWN = "unknown"


@frozen
class Finding:
    """A witness's finding. `found` are texts that prove the effect, `missing` texts of the step without evidence;
    `note` says in a few words what the witness saw. `witness` is its name: a store of the phone, or the screen."""

    verdict: Verdict
    witness: str = SCREEN
    found: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    note: str = ""
    waits: bool = False
    """The phone is still working: another look may show more."""
    already: bool = False
    """True if the effect existed before the step did anything."""
    part: bool = False
    """Everything done was ordered, but not everything ordered was done: repeating the line may prove the whole."""
    stands: bool = False
    """No later reading can prove the effect: reading the right name is no evidence."""
    aside: tuple[str, ...] = ()
    """Words of the step that no witness compares with the phone."""

    @property
    def proven(self) -> bool:
        return self.verdict is Verdict.PROVEN

    @property
    def words(self) -> str:
        """The finding in one line, for reports."""
        texts = self.found if self.proven or not self.missing else self.missing
        shown = ", ".join(f'"{text}"' for text in texts[:4])
        if self.note or self.aside:
            left = ", ".join(f'"{text}"' for text in self.aside)
            notes = [self.note, f"not compared: {left}" if left else ""]
            return f"{shown} {'; '.join(filter(None, notes))}".strip()
        return f"not on the screen: {shown}" if shown else "nothing on the screen shows it"

    def as_data(self) -> dict[str, Any]:
        """The finding as data for a journal."""
        return {
            "verdict": self.verdict.value,
            "witness": self.witness,
            "found": list(self.found),
            "missing": list(self.missing),
            "note": self.note,
            "already": self.already,
            **({"part": True} if self.part else {}),
            **({"stands": True} if self.stands else {}),
            **({"aside": list(self.aside)} if self.aside else {}),
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Finding:
        """The finding in a journal entry."""
        return cls(
            verdict=Verdict(data["verdict"]),
            witness=str(data["witness"]),
            found=tuple(data["found"]),
            missing=tuple(data["missing"]),
            note=str(data["note"]),
            already=bool(data.get("already")),
            part=bool(data.get("part")),
            stands=bool(data.get("stands")),
            aside=tuple(data.get("aside", ())),
        )


def finding(verdict: Verdict, store: Store, found: Sequence[str], *, note: str) -> Finding:
    """A finding from a store of the phone."""
    return Finding(verdict=verdict, witness=store.value, found=tuple(found), note=note)
