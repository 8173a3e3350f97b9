"""The example programs that ship with agentprog: their purposes, and copies of them for a user's own folder."""

from __future__ import annotations

import shutil
from pathlib import Path

from agentprog import resources
from agentprog.errors import UsageError
from agentprog.frozen import frozen

SUFFIX = ".stp"
_FOLDERS = ("", "tutorial", "cookbook")
"""Folders of programs, in the order for a new user."""
_DATA = (".csv", ".md")
FIRST = "first.stp"
_FIRST = """\
# A program of your own. Lines that name things in quotes need no model:
#   agentprog run --sim first.stp
Open the "Contacts" app
Tap "Create contact"
Type "Ada" into "First name"
Tap "Save"
Verify that "Ada" appears
Tell user "Ada is in the contacts."
"""


@frozen
class Example:
    """One program. `name` is the user's name for it, `about` its first comment, or empty."""

    name: str
    path: Path
    about: str

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")


def examples() -> tuple[Example, ...]:
    """All examples. Raises AgentProgError if the installation is incomplete."""
    root = resources.folder("examples")
    found = [path for folder in _FOLDERS for path in sorted((root / folder).glob(f"*{SUFFIX}"))]
    return tuple(Example(name=_name(path, root), path=path, about=_about(path)) for path in found)


def example(name: str) -> Example:
    """The example with that name or with that last part of a name: `hello`, `tutorial/3_loop`, `3_loop`. Raises
    UsageError.
    """
    bare_name = name.removesuffix(SUFFIX)
    known = examples()
    exact = [example for example in known if example.name == bare_name] or [
        example for example in known if example.name.endswith(f"/{bare_name}")
    ]
    if exact:
        return exact[0]
    raise UsageError(f"there is no example {name!r}", hint="agentprog examples lists them all.")


def begin(folder: Path) -> tuple[Path, ...]:
    """Make a user's folder: a first program that runs, and the examples beside it. Returns the written files.

    Existing files stay as they are. Raises UsageError if the folder cannot be made or written.
    """
    root = resources.folder("examples")
    sources = [path for path in _shipped(root) if not (folder / "examples" / path.relative_to(root)).exists()]
    written: list[Path] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / FIRST).exists():
            (folder / FIRST).write_text(_FIRST, encoding="utf-8")
            written.append(folder / FIRST)
        for source in sources:
            target = folder / "examples" / source.relative_to(root)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
            written.append(target)
    except OSError as exc:
        raise UsageError(f"cannot write into {folder}: {exc.strerror}", hint="Name another folder.") from exc
    return tuple(written)


def _shipped(root: Path) -> list[Path]:
    """Programs and the files that they read."""
    places = [root / folder for folder in _FOLDERS]
    return [path for place in places for path in sorted(place.iterdir()) if path.suffix in (SUFFIX, *_DATA)]


def _name(path: Path, root: Path) -> str:
    return path.relative_to(root).with_suffix("").as_posix()


def _about(path: Path) -> str:
    """The title in the program's header, else its first comment; tutorial programs have neither."""
    lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
    title = next((line.partition(":")[2].strip(" \"'") for line in lines if line.startswith("title:")), "")
    comment = next((line.lstrip("# ").rstrip(":") for line in lines if line.startswith("#")), "")
    number, _, topic = path.stem.partition("_")
    return title or comment or f"Part {number} of the tutorial: {topic.replace('_', ' ')}"
