"""Plants the life of an image into a fresh phone, the same for the same seed."""

from __future__ import annotations

import random
import sqlite3
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from agentprog import resources
from agentprog.phone.kernel.clock import Clock
from agentprog.phone.kernel.profile import Home
from agentprog.phone.kernel.storage import Storage, open_database

if TYPE_CHECKING:
    from agentprog.phone.apps.base import App
    from agentprog.phone.system.packages import PackageManager


class Seeder:
    """What an app's `seed` may use: storage, the phone's time, a random source, its table of the image."""

    def __init__(
        self,
        storage: Storage,
        clock: Clock,
        rng: random.Random,
        options: Mapping[str, Any],
        packages: PackageManager,
        home: Home,
    ) -> None:
        self.storage = storage
        self.clock = clock
        self.rng = rng
        self.options = options
        self.home = home
        self._packages = packages
        self._open: list[sqlite3.Connection] = []
        self._app: type[App] | None = None

    def plant(self, app: type[App]) -> None:
        self._app = app
        app.seed(self)
        for connection in self._open:
            connection.close()
        self._open.clear()

    def database(self, path: str, schema: str) -> sqlite3.Connection:
        package = self._app.package if self._app else ""
        full = path if path.startswith("/") else f"/data/data/{package}/databases/{path}"
        connection = open_database(self.storage, full, schema)
        self._open.append(connection)
        return connection

    def grant(self, *permissions: str) -> None:
        for permission in permissions:
            if self._app is not None:
                self._packages.grant(self._app.package, permission)

    def option(self, name: str, default: Any = None) -> Any:
        return self.options.get(name, default)


@lru_cache(maxsize=1)
def pools() -> dict[str, Any]:
    return tomllib.loads(resources.read_text("devices/pools.toml"))
