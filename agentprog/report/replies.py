"""Shortens a model's answer for the page."""

from __future__ import annotations

import json
from pathlib import Path

_MOST = 700
"""Length limit of a reply on the page, in characters."""
_CHOICES = 3


def reply_of(models: Path, record: str) -> str:
    """The beginning of a call's reply, or its best candidates; empty if the record is gone.

    Prompts can hold megabytes of pictures, so a record is read from its end, where the reply is.
    """
    try:
        data = (models / f"{record}.json").read_bytes()
        start = data.rfind(b'\n "reply": ')
        tail = json.loads(b"{" + data[start:]) if start > 0 else {}
        if tail.get("scores"):
            request = json.loads(data).get("request") or {}
            return _best(request.get("candidates") or [], tail["scores"])
    except (OSError, ValueError):
        return ""
    text = str((tail.get("reply") or {}).get("text", "")).strip()
    return text if len(text) <= _MOST else f"{text[:_MOST]}... ({len(text):,} characters)"


def _best(candidates: list[str], scores: list[float]) -> str:
    ranked = sorted(zip(scores, candidates, strict=False), reverse=True)[:_CHOICES]
    return "\n".join(f"{score:9.2f}  {words}" for score, words in ranked)
