"""A training run on disk: log, checkpoints by hash, and the position to resume from."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from agentprog.errors import UsageError
from agentprog.learn.metrics import Metrics
from agentprog.learn.training.adapters import write_adapter
from agentprog.learn.training.policy import Policy
from agentprog.learn.training.stage import Progress, Stage, update

Tell = Callable[[str], None]


class Journal:
    """The folder of one run. `setup` determines its numbers: a folder with another setup is refused."""

    def __init__(self, folder: Path, setup: dict[str, Any], *, every: int = 10, report: Tell = lambda _: None) -> None:
        self.folder, self._every, self._tell = folder, every, report
        folder.mkdir(parents=True, exist_ok=True)
        place = folder / "setup.json"
        if place.exists() and json.loads(place.read_text(encoding="utf-8")) != setup:
            raise UsageError(
                f"{folder} holds a run with other options", hint="Name another folder with --out, or the same options."
            )
        place.write_text(json.dumps(setup, indent=1), encoding="utf-8")
        self._seed = int(setup.get("seed", 0))

    def train(self, stage: Stage, policy: Policy) -> None:
        """Runs the stage, or its rest. Raises UsageError if another role's weights have changed."""
        import torch

        frozen = {role: policy.digest(role) for role in policy.roles if role != stage.role}
        optimizer = torch.optim.AdamW(policy.trained(stage.role), lr=stage.rate)
        first = self._restored(stage, policy, optimizer)
        started = time.monotonic()
        for number in range(first, stage.steps):
            found = update(stage, policy, optimizer, number, self._seed)
            self._note(stage, number, found)
            self._say(stage, number, first, found, started)
            if (number + 1) % self._every == 0 or number + 1 == stage.steps:
                self._save(stage, policy, optimizer, number + 1)
        changed = [role for role, digest in frozen.items() if policy.digest(role) != digest]
        if changed:
            raise UsageError(f"{', '.join(changed)} changed while {stage.role} was trained", hint="This is a defect.")
        self.note({"stage": stage.name, "frozen": frozen, "trained": policy.digest(stage.role)})

    def keep(self, role: str, policy: Policy) -> Path:
        """Saves a role's adapter for llama.cpp."""
        place = self.folder / "adapters" / f"{role}.gguf"
        place.parent.mkdir(exist_ok=True)
        heads, kv_heads = policy.heads
        write_adapter(place, policy.weights(role), alpha=policy.alpha, heads=heads, kv_heads=kv_heads)
        return place

    def finished(self, stage: str, role: str, policy: Policy) -> bool:
        """True if a stage was finished; the role then gets its final weights."""
        saved = self._read(self._place(stage))
        if saved is None or not saved["finished"]:
            return False
        policy.restore(role, saved["weights"])
        return True

    def measured(self) -> dict[str, Metrics]:
        """The measurements so far, by name."""
        found = [line for line in self.lines() if "measured" in line]
        return {str(line["measured"]): Metrics(**{k: line[k] for k in ("steps", "type", "gr", "sr")}) for line in found}

    def note(self, line: dict[str, Any]) -> None:
        """Appends one line to the log."""
        with (self.folder / "log.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def lines(self) -> list[dict[str, Any]]:
        """The log so far. Of a step done twice, before and after a kill, the last line counts."""
        place = self.folder / "log.jsonl"
        if not place.exists():
            return []
        found: dict[str, dict[str, Any]] = {}
        for number, line in enumerate(place.read_text(encoding="utf-8").splitlines()):
            data = json.loads(line)
            key = f"{data['stage']} {data['step']}" if "step" in data else f"line {number}"
            found[key] = data
        return list(found.values())

    def _note(self, stage: Stage, number: int, found: Progress) -> None:
        figures = {"loss": found.loss, "reward": found.reward, "kept": found.kept}
        self.note({"stage": stage.name, "step": number, **figures, "at": round(time.time(), 1)})

    def _say(self, stage: Stage, number: int, first: int, found: Progress, started: float) -> None:
        each = (time.monotonic() - started) / (number + 1 - first)
        reward = "" if found.reward is None else f", reward {found.reward:.3f}, {found.kept:.0%} kept"
        left = each * (stage.steps - number - 1)
        self._tell(
            f"{stage.name} {number + 1}/{stage.steps}: loss {found.loss:.4f}{reward}; "
            f"{each:.1f} s a step, {left / 60:.1f} min left"
        )

    def _place(self, stage: str) -> Path:
        return self.folder / "checkpoints" / f"{stage}.pt"

    def _save(self, stage: Stage, policy: Policy, optimizer: Any, done: int) -> None:
        import torch

        place = self._place(stage.name)
        place.parent.mkdir(exist_ok=True)
        fresh = place.with_suffix(".new")
        weights = {name: value.detach() for name, value in policy.weights(stage.role).items()}
        saved = {"done": done, "finished": done == stage.steps, "weights": weights, "optimizer": optimizer.state_dict()}
        torch.save(saved, fresh)
        place.with_suffix(".sha256").write_text(hashlib.sha256(fresh.read_bytes()).hexdigest(), encoding="utf-8")
        fresh.replace(place)

    def _restored(self, stage: Stage, policy: Policy, optimizer: Any) -> int:
        """Restores weights and optimizer of an unfinished stage; returns the number of its finished steps."""
        saved = self._read(self._place(stage.name))
        if saved is None:
            return 0
        policy.restore(stage.role, saved["weights"])
        optimizer.load_state_dict(saved["optimizer"])
        return int(saved["done"])

    def _read(self, place: Path) -> dict[str, Any] | None:
        import torch

        if not place.exists():
            return None
        digest = place.with_suffix(".sha256")
        if not digest.exists() or hashlib.sha256(place.read_bytes()).hexdigest() != digest.read_text(encoding="utf-8"):
            raise UsageError(f"{place} is damaged: its hash differs", hint="Remove it: the stage then starts again.")
        saved: dict[str, Any] = torch.load(place, weights_only=True, map_location="cpu")
        return saved
