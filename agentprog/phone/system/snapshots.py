"""Copies of the whole phone, and their restoration."""

from __future__ import annotations

import json
import shutil
from datetime import datetime
from pathlib import Path

from agentprog.phone.system.inside import System

_FACTORY = "factory"
_STATE = "state.json"


class Snapshots:
    """Each is a folder with a copy of the storage and the time on the clock."""

    def __init__(self, phone: System, folder: Path) -> None:
        self._phone = phone
        self._folder = folder

    def _path(self, name: str) -> Path:
        if not name or not name.replace("-", "").replace("_", "").isalnum():
            raise KeyError(name)
        return self._folder / name

    def save(self, name: str) -> None:
        self._phone.settle()
        target = self._path(name)
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(self._phone.disk.folder, target / "fs")
        state = {"wall": self._phone.clock.now().isoformat()}
        (target / _STATE).write_text(json.dumps(state), encoding="utf-8")

    def restore(self, name: str) -> None:
        source = self._path(name)
        if not (source / _STATE).is_file():
            raise KeyError(name)
        self._phone.shut_down()
        shutil.rmtree(self._phone.disk.folder)
        shutil.copytree(source / "fs", self._phone.disk.folder)
        state = json.loads((source / _STATE).read_text(encoding="utf-8"))
        self._phone.boot(datetime.fromisoformat(state["wall"]))

    def reset(self) -> None:
        self.restore(_FACTORY)

    def save_factory(self) -> None:
        self.save(_FACTORY)

    def list(self) -> tuple[str, ...]:
        if not self._folder.is_dir():
            return ()
        return tuple(sorted(p.name for p in self._folder.iterdir() if p.name != _FACTORY and p.is_dir()))

    def delete(self, name: str) -> bool:
        target = self._path(name)
        existed = target.is_dir() and name != _FACTORY
        if existed:
            shutil.rmtree(target)
        return existed
