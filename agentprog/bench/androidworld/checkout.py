"""A checkout of AndroidWorld on this computer, and the tested versions."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

from agentprog.errors import UsageError
from agentprog.frozen import frozen

TRIED = {"android_world": "d9c569f764b3a5629321858de03ff653d0f24056", "android_env": "1.2.3"}
"""The commit of github.com/google-research/android_world, and the release of android_env on PyPI."""


@frozen
class Checkout:
    """AndroidWorld's code, importable."""

    path: Path

    def world(self, name: str) -> Any:
        """`android_world.NAME`."""
        return _imported(f"android_world.{name}", self.path)

    def package(self, name: str) -> Any:
        """Another package that AndroidWorld needs."""
        return _imported(name, self.path)

    def env(self, name: str) -> Any:
        """`android_env.NAME`."""
        return _imported(f"android_env.{name}", self.path)


def open_checkout(path: Path) -> Checkout:
    """Make a checkout importable. Raises UsageError saying what is missing and how to get it."""
    if not (path / "android_world" / "registry.py").is_file():
        raise UsageError(
            f"there is no AndroidWorld at {path}",
            hint="Clone github.com/google-research/android_world and name its folder with --android-world. "
            f"Tried with commit {TRIED['android_world'][:7]} and android_env {TRIED['android_env']}.",
        )
    if not (path / "android_world/task_evals/information_retrieval/proto/task_pb2.py").is_file():
        raise UsageError(
            f"the AndroidWorld at {path} is not set up: its protocol buffers are not compiled",
            hint="In that folder: pip install -r requirements.txt && python setup.py install, as its README says.",
        )
    if str(path) not in sys.path:
        sys.path.insert(0, str(path))
    checkout = Checkout(path=path)
    checkout.env("loader")
    checkout.world("registry")
    return checkout


def _imported(name: str, path: Path) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as exc:
        raise UsageError(
            f"AndroidWorld needs {exc.name or name}, which is not installed here",
            hint=f"In agentprog's environment: pip install android_env=={TRIED['android_env']} "
            f"-r {path / 'requirements.txt'}",
            evidence=repr(exc),
        ) from exc
