"""How long the phone takes: latency profiles, and holds that sleep or skip."""

from __future__ import annotations

import asyncio
import math
import random
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field

from agentprog import resources
from agentprog.errors import PhoneError

KINDS = ("open", "shell", "dump", "screenshot", "touch", "call")


@dataclass(frozen=True, kw_only=True)
class Spread:
    """A lognormal delay in milliseconds, cut at both ends."""

    median: float
    sigma: float = 0.4
    least: float = 0.0
    most: float = math.inf

    def draw(self, chance: random.Random) -> float:
        """One delay in seconds."""
        drawn = self.median * math.exp(chance.gauss(0.0, self.sigma))
        return min(max(drawn, self.least), self.most) / 1000.0


@dataclass(frozen=True, kw_only=True)
class LatencyProfile:
    """One file of `devices/latency`: a delay for each kind of operation, and whether holds take real time."""

    name: str
    spreads: Mapping[str, Spread] = field(default_factory=dict)
    holds: bool = False
    bytes_per_second: float = 0.0


def load_latency(name: str) -> LatencyProfile:
    """Read a latency profile by name. Raises PhoneError, naming the existing profiles."""
    folder = resources.folder("devices") / "latency"
    file = folder / f"{name}.toml"
    if not file.is_file():
        names = ", ".join(sorted(found.stem for found in folder.glob("*.toml")))
        raise PhoneError(f"there is no latency profile {name!r}", hint=f"There are: {names}.")
    try:
        raw = tomllib.loads(file.read_text(encoding="utf-8"))
        delays = raw.get("delays", {})
        return LatencyProfile(
            name=name,
            spreads={kind: Spread(**delays[kind]) for kind in delays if _kind(kind)},
            holds=bool(raw.get("holds", False)),
            bytes_per_second=float(raw.get("bytes_per_second", 0.0)),
        )
    except (tomllib.TOMLDecodeError, TypeError, ValueError) as exc:
        raise PhoneError(f"the latency profile {file} is wrong: {exc}") from exc


def _kind(kind: str) -> bool:
    if kind not in KINDS:
        raise ValueError(f"unknown operation {kind!r}; there are {', '.join(KINDS)}")
    return True


class Pace:
    """The waits of one phone. With `speed` 10 a phone's second lasts a tenth of ours."""

    def __init__(self, profile: LatencyProfile, *, seed: int = 0, speed: float = 1.0) -> None:
        self.profile = profile
        self.speed = speed
        self._chance = random.Random(f"{seed}:latency")

    @property
    def holds(self) -> bool:
        """True if a gesture takes its real time; otherwise it takes none."""
        return self.profile.holds

    async def wait(self, kind: str) -> None:
        """Waits for the duration of an operation of this kind."""
        spread = self.profile.spreads.get(kind)
        if spread is not None:
            await asyncio.sleep(spread.draw(self._chance) / self.speed)

    async def hold(self, seconds: float) -> None:
        """Wait for a gesture's time, if the profile says that gestures take any."""
        if self.profile.holds and seconds > 0:
            await asyncio.sleep(seconds / self.speed)

    async def sleep(self, seconds: float) -> None:
        """Wait for this many of the phone's seconds, in any profile."""
        await asyncio.sleep(max(0.0, seconds) / self.speed)

    async def carry(self, count: int) -> None:
        """Waits for the transfer time of this many bytes."""
        if self.profile.bytes_per_second:
            await asyncio.sleep(count / self.profile.bytes_per_second / self.speed)
