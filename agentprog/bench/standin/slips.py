"""Seeded mistakes: a share of the moves goes wrong, reproducibly for the same seed and prompts."""

from __future__ import annotations

import hashlib
import random
import re

from agentprog.bench.standin.prompt import Prompt
from agentprog.bench.standin.replies import Reply
from agentprog.bench.standin.screen import view_of
from agentprog.frozen import frozen

_CLOCK = re.compile(r"^Time on the phone: .*$", re.M)


@frozen
class Slips:
    """`rate` is the share of wrong moves, from 0 to 1. A mistake is a tap on another element or a needless scroll."""

    rate: float = 0.0
    seed: int = 0

    def spoil(self, reply: Reply, prompt: Prompt) -> Reply:
        """The move, or a harmless mistake in its place. Mistakes never do anything irreversible."""
        timeless = _CLOCK.sub("", prompt.user)  # the computer's speed must not influence mistakes
        digest = hashlib.sha256(f"{self.seed}\0{timeless}".encode()).digest()
        chance = random.Random(int.from_bytes(digest[:8], "big"))
        if chance.random() >= self.rate or reply.get("action") not in ("tap", "type", "long_press"):
            return reply
        other_lines = [
            line for line in view_of(prompt).roles("field", "tab", "text") if line.index != reply.get("element")
        ]
        if other_lines and chance.random() < 0.5:
            line = chance.choice(other_lines)
            return {"judgement": f"{line.label} looks right.", "action": "tap", "element": line.index}
        return {"judgement": "Perhaps there is more below.", "action": "scroll", "direction": "down"}
