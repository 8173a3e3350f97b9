"""Names and conversations that images are seeded from."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from typing import Any

from agentprog import resources


@lru_cache(maxsize=1)
def pools() -> dict[str, Any]:
    return tomllib.loads(resources.read_text("devices/pools.toml"))
