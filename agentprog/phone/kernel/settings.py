"""System properties and the settings provider."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from agentprog.phone.kernel.storage import Storage
from agentprog.phone.records import Namespace

_FILE = "/data/system/users/0/settings.json"


class Props:
    """System properties; set ones last until reboot."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self._values = dict(values)

    def get(self, name: str) -> str | None:
        return self._values.get(name)

    def set(self, name: str, value: str) -> None:
        self._values[name] = value

    def items(self) -> Mapping[str, str]:
        return dict(sorted(self._values.items()))


class Settings:
    """Three tables of strings, written through to the image."""

    def __init__(self, storage: Storage, defaults: Mapping[str, Mapping[str, str]]) -> None:
        self._storage = storage
        self._defaults = defaults
        self._tables: dict[str, dict[str, str]] = {}
        self._listeners: list[Callable[[str, str], object]] = []
        self.load()

    def load(self) -> None:
        """Read the tables again, after the image changed underneath."""
        if self._storage.host_path(_FILE).is_file():
            stored: dict[str, dict[str, str]] = json.loads(self._storage.read(_FILE))
            self._tables = {name: dict(stored.get(name, {})) for name in ("system", "secure", "global")}
        else:
            self._tables = {name: dict(self._defaults.get(name, {})) for name in ("system", "secure", "global")}

    def listen(self, listener: Callable[[str, str], object]) -> None:
        """Calls the listener with (namespace, key) after every change."""
        self._listeners.append(listener)

    def get(self, namespace: Namespace, key: str) -> str | None:
        return self._tables[namespace].get(key)

    def flag(self, namespace: Namespace, key: str) -> bool:
        return self._tables[namespace].get(key, "0") not in ("0", "", "null")

    def put(self, namespace: Namespace, key: str, value: str) -> None:
        self._tables[namespace][key] = value
        self._changed(namespace, key)

    def delete(self, namespace: Namespace, key: str) -> bool:
        existed = self._tables[namespace].pop(key, None) is not None
        if existed:
            self._changed(namespace, key)
        return existed

    def items(self, namespace: Namespace) -> Mapping[str, str]:
        return dict(sorted(self._tables[namespace].items()))

    def _changed(self, namespace: str, key: str) -> None:
        self._storage.write(_FILE, json.dumps(self._tables, indent=1, sort_keys=True).encode())
        for listener in self._listeners:
            listener(namespace, key)
