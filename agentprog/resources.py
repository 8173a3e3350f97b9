"""The only door to the data folders `grammars/`, `prompts/`, `devices/` and `examples/`.

In a wheel they lie inside the package (`agentprog/_data/`); in a checkout they lie beside it. An editable install
may leave a stale `_data`, so the checkout wins where it exists.
"""

from __future__ import annotations

from pathlib import Path

from agentprog.errors import AgentProgError

_PACKAGE = Path(__file__).resolve().parent
FOLDERS = ("grammars", "prompts", "devices", "examples")


def folder(name: str) -> Path:
    """The directory of one data folder. Raises AgentProgError when the installation is incomplete."""
    if name not in FOLDERS:
        raise ValueError(f"unknown data folder {name!r}; there are {', '.join(FOLDERS)}")
    checkout = _PACKAGE.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / name).is_dir():
        return checkout / name
    packaged = _PACKAGE / "_data" / name
    if packaged.is_dir():
        return packaged
    raise AgentProgError(
        f"the data folder {name!r} of agentprog is missing from {_PACKAGE}",
        hint="The installation is incomplete: reinstall agentprog.",
    )


def path(name: str) -> Path:
    """One data file by its relative path, such as `grammars/stp.lark`."""
    head, _, rest = name.partition("/")
    return folder(head) / rest


def read_text(name: str) -> str:
    """The text of one data file, UTF-8."""
    found = path(name)
    try:
        return found.read_text(encoding="utf-8")
    except OSError as exc:
        raise AgentProgError(
            f"cannot read {found}: {exc.strerror}",
            hint="The installation is incomplete: reinstall agentprog.",
        ) from exc
