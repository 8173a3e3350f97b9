"""The system of the simulated phone: time, storage, packages, activities, windows, input, accessibility."""

from __future__ import annotations

from pathlib import Path

from agentprog.phone.facade import Phone, TimeSource
from agentprog.phone.system.clock import HostTime
from agentprog.phone.system.phone import SimPhone
from agentprog.phone.system.profile import load_image, load_profile

__all__ = ["HostTime", "SimPhone", "build_phone"]


def build_phone(
    *, root: Path, profile: str = "pixel", image: str = "default", seed: int = 0, clock: TimeSource | None = None
) -> Phone:
    """A booted phone whose storage lies under `root`; a root that already holds one is booted again as it was left.

    Raises ConfigError for an unknown profile or image.
    """
    root.mkdir(parents=True, exist_ok=True)
    phone = SimPhone(root, load_profile(profile), load_image(image), seed, clock or HostTime())
    phone.start()
    return phone
