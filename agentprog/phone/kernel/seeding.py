"""Fills a fresh phone with an image's contents, equal for equal seeds."""

from __future__ import annotations

import random
import sqlite3
import tomllib
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from agentprog import resources
from agentprog.phone.kernel.clock import Clock
from agentprog.phone.kernel.profile import Home
from agentprog.phone.kernel.storage import Storage, open_database


class Seeder:
    """The means of an app's `seed`: storage, the phone's time, a random source, its table of the image."""

    def __init__(
        self,
        package: str,
        storage: Storage,
        clock: Clock,
        rng: random.Random,
        options: Mapping[str, Any],
        permit: Callable[[str, str], object],
        home: Home,
    ) -> None:
        self.package = package
        self.storage = storage
        self.clock = clock
        self.rng = rng
        self.options = options
        self.home = home
        self._permit = permit
        self._open: list[sqlite3.Connection] = []

    def close(self) -> None:
        """Close every database that was opened for this app."""
        for connection in self._open:
            connection.close()
        self._open.clear()

    def database(self, path: str, schema: str) -> sqlite3.Connection:
        full = path if path.startswith("/") else f"/data/data/{self.package}/databases/{path}"
        connection = open_database(self.storage, full, schema)
        self._open.append(connection)
        return connection

    def grant(self, *permissions: str) -> None:
        for permission in permissions:
            self._permit(self.package, permission)

    def option(self, name: str, default: Any = None) -> Any:
        return self.options.get(name, default)


@lru_cache(maxsize=1)
def pools() -> dict[str, Any]:
    return tomllib.loads(resources.read_text("devices/pools.toml"))
