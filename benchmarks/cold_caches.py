"""A pytest plugin of `mutants.py`: caches of the changed rooms are empty when a test begins.

A value kept from an earlier test would hide both which tests reach a function and what a change of it does.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from typing import Any

_kept: list[Any] = []
_rooms = tuple(os.environ["CHANGED_ROOMS"].split())
_lru_cache = functools.lru_cache


def _noted(cached: Any) -> Any:
    if cached.__module__.startswith(_rooms):
        _kept.append(cached)
    return cached


def lru_cache(maxsize: Any = 128, typed: bool = False) -> Any:
    made: Any = _lru_cache(maxsize, typed)
    return _noted(made) if callable(maxsize) else lambda function: _noted(made(function))


def cache(function: Callable[..., Any]) -> Any:
    return lru_cache(None)(function)


functools.lru_cache, functools.cache = lru_cache, cache  # type: ignore[assignment]


def pytest_runtest_setup() -> None:
    for cached in _kept:
        cached.cache_clear()
