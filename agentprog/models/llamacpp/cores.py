"""Chooses the number of threads for inference."""

from __future__ import annotations

import os
from pathlib import Path


def physical_cores() -> int:
    """Physical cores this process may use; hyperthreads slow matrix products down."""
    every = set(range(os.cpu_count() or 1))
    allowed = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else every
    groups = {_siblings(cpu) for cpu in allowed}
    return max(1, min(len(groups), _quota() or len(groups)))


def _siblings(cpu: int) -> str:
    try:
        topology = Path(f"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list")
        return topology.read_text(encoding="ascii").strip()
    except OSError:
        return str(cpu)


def _quota() -> int | None:
    """Whole cores within a container's CPU quota; None without a quota."""
    try:
        quota, period = Path("/sys/fs/cgroup/cpu.max").read_text(encoding="ascii").split()
    except (OSError, ValueError):
        return None
    return None if quota == "max" else max(1, round(int(quota) / int(period)))
