"""The words of task instances (`devices/suites/words.toml`)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from agentprog.resources import read_text


@cache
def words() -> Mapping[str, Any]:
    """The whole file. Raises AgentProgError if the installation lacks it."""
    return tomllib.loads(read_text("devices/suites/words.toml"))
