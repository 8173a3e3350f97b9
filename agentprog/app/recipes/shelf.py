"""The files of recipes: one per app, changed under a lock and replaced whole, so that concurrent runs lose nothing."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from filelock import FileLock
from filelock import Timeout as LockTaken
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agentprog.app.settings.folders import state_folder
from agentprog.errors import UsageError
from agentprog.frozen import frozen, replace
from agentprog.recipes.filing import recipe_data, recipe_from
from agentprog.recipes.form import Home, Recipe
from agentprog.recipes.proving import Known
from agentprog.runtime.files import replace_plain

_log = logging.getLogger(__name__)
_PACKAGE = re.compile(r"[A-Za-z]\w*(\.\w+)*", re.ASCII)
MOST = 200
"""Most recipes of an app; the ones with the oldest changes are removed first."""
_LARGEST = 8_000_000
"""Most bytes of a file that is read."""
_LOCK_SECONDS = 5.0
FORMAT = 1
_ANEW = "Move the file away; later runs learn the recipes again."


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    version: str = Field(max_length=100)
    language: str = Field(max_length=100)
    screen: str = Field(max_length=100)
    changed: str = Field(max_length=40)
    recipe: dict[str, Any]


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    format: int = Field(ge=FORMAT, le=FORMAT)
    app: str = Field(max_length=500)
    recipes: list[_Entry] = Field(max_length=MOST)


@frozen
class Kept:
    """A stored recipe. `changed` is the day of its last change, as YYYY-MM-DD."""

    home: Home
    recipe: Recipe
    changed: str

    @property
    def id(self) -> str:
        """Eight letters that name the recipe on the command line, from its step, its place and its beginning."""
        home, recipe = self.home, self.recipe
        place = (home.package, home.version, home.language, home.shape, recipe.key, recipe.app, recipe.begins)
        kinds = [str(move.kind) for move in recipe.moves]
        return sha256("\0".join((*place, *kinds)).encode()).hexdigest()[:8]


class Shelf:
    """The recipes of one user. A faulty file never ends a run: it counts as empty."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or state_folder() / "recipes"

    def known(self, home: Home) -> tuple[Recipe, ...]:
        """The recipes that are valid there, as recipes of an earlier run."""
        try:
            recipes = self._read(home.package)
        except UsageError as exc:
            _log.warning("%s", exc)
            return ()
        return tuple(replace(stored.recipe, earlier=True) for stored in recipes if stored.home == home)

    def change(self, home: Home, step: tuple[str, str], change: Callable[[Known], Known]) -> None:
        """Change the recipes of one step that are valid there. An unreadable file stays unchanged."""

        def changed(recipes: list[Kept]) -> list[Kept]:
            mine = [
                stored for stored in recipes if stored.home == home and (stored.recipe.key, stored.recipe.app) == step
            ]
            before = {stored.recipe: stored for stored in mine}
            today = datetime.now(UTC).date().isoformat()
            found = [
                before.get(recipe, Kept(home=home, recipe=recipe, changed=today))
                for recipe in change(tuple(stored.recipe for stored in mine))
            ]
            return [*found, *(stored for stored in recipes if stored not in mine)]

        try:
            self.edit(home.package, changed)
        except UsageError as exc:
            _log.warning("%s", exc)

    def edit(self, package: str, change: Callable[[list[Kept]], list[Kept]]) -> None:
        """Edit the recipes of an app. Raises UsageError if they cannot be read or written."""
        file = self._file(package)
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            with FileLock(self.folder / f".{package}.lock", timeout=_LOCK_SECONDS):
                edited = change(self._read(package))[:MOST]
                _write(file, package, edited)
        except LockTaken as exc:
            raise UsageError(
                f"another run has locked the recipes of {package} for {_LOCK_SECONDS:g} seconds",
                hint="Try again when it has ended.",
            ) from exc
        except OSError as exc:
            raise UsageError(
                f"cannot keep recipes in {self.folder}: {exc.strerror}",
                hint="Name another folder in AGENTPROG_STATE_DIR.",
            ) from exc

    def all(self) -> tuple[Kept, ...]:
        """Every recipe, by the names of the apps. Raises UsageError for a file in another format."""
        names = sorted(path.stem for path in self.folder.glob("*.json")) if self.folder.is_dir() else []
        return tuple(recipe for name in names for recipe in self._read(name))

    def _read(self, package: str) -> list[Kept]:
        file = self._file(package)
        try:
            found = kept_in(read(file), package=package)
        except FileNotFoundError:
            return []
        except OSError as exc:
            raise UsageError(f"cannot read {file}: {exc.strerror}") from exc
        except UsageError as exc:
            raise UsageError(f"{file}: {exc.message}", hint=_ANEW) from exc
        return found

    def _file(self, package: str) -> Path:
        file = self.folder / f"{package}.json"
        if not _PACKAGE.fullmatch(package):
            raise UsageError(f"{file} does not have the name of an app's package", hint=_ANEW)
        return file


def read(file: Path) -> bytes:
    """The content of a file of recipes. Raises OSError, and UsageError for a file that is too large."""
    with file.open("rb") as opened:
        content = opened.read(_LARGEST + 1)
    if len(content) > _LARGEST:
        raise UsageError(f"it has more than {_LARGEST:,} bytes", hint=_ANEW)
    return content


def _write(file: Path, package: str, recipes: Iterable[Kept]) -> None:
    """Replace the whole file; delete it if there are no recipes."""
    data = data_of(package, recipes)
    if not data["recipes"]:
        file.unlink(missing_ok=True)
        return
    replace_plain(file, (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode(), mode=0o600)


def data_of(package: str, recipes: Iterable[Kept]) -> dict[str, Any]:
    """The recipes of an app in the format of its file."""
    entries = [
        {
            "version": stored.home.version,
            "language": stored.home.language,
            "screen": stored.home.shape,
            "changed": stored.changed,
            "recipe": recipe_data(stored.recipe),
        }
        for stored in recipes
    ]
    return {"format": FORMAT, "app": package, "recipes": entries}


def kept_in(text: bytes, *, package: str = "") -> list[Kept]:
    """The recipes of a file, of this app if one is named. Raises UsageError for another format or app."""
    try:
        found = _File.model_validate_json(text)
    except ValidationError as exc:
        error = exc.errors()[0]
        where = ".".join(map(str, error["loc"])) or "the whole"
        fault = f"{where}: {error['msg']}"
        if where == "format" and isinstance(error["input"], int):
            fault = f"it has format {error['input']}, and this version of agentprog reads format {FORMAT}"
        raise UsageError(f"not a file of recipes: {fault}", hint=_ANEW) from exc
    if not _PACKAGE.fullmatch(found.app) or (package and found.app != package):
        raise UsageError(f"not the recipes of {package or 'an app'}: the file is for {found.app!r}", hint=_ANEW)
    return list(_entries(found))


def _entries(found: _File) -> Iterator[Kept]:
    for stored in found.recipes:
        home = Home(package=found.app, version=stored.version, language=stored.language, shape=stored.screen)
        yield Kept(home=home, recipe=recipe_from(stored.recipe), changed=stored.changed)
