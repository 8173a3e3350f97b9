"""The gallery's data: picture files of shared storage, favourites, the Recycle Bin."""

from __future__ import annotations

import mimetypes
import posixpath
from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from agentprog.frozen import frozen
from agentprog.phone.apps.base import App, Context
from agentprog.phone.kernel.storage import PRIMARY
from agentprog.phone.records import FileStat

PACKAGE = "com.simplemobiletools.gallery.pro"
DATABASE = "gallery.db"
SCHEMA = """
CREATE TABLE IF NOT EXISTS favorites (
  id INTEGER PRIMARY KEY AUTOINCREMENT, full_path TEXT NOT NULL UNIQUE, filename TEXT NOT NULL,
  parent_path TEXT NOT NULL
);
"""
FAVORITES, BIN, ALL = "Favorites", "Recycle Bin", "All"
"""Folders of the gallery that are not folders of the storage."""
SORTS = ("Name", "Size", "Last modified")
_ORDERS: tuple[Callable[[FileStat], tuple[object, ...]], ...] = (
    lambda f: (f.name.casefold(),),
    lambda f: (-f.size, f.name),
    lambda f: (-f.mtime, f.name),
)
_THROWN = f"/data/data/{PACKAGE}/files"
_PRIVATE = f"{PRIMARY}/Android"


@frozen
class Folder:
    """Pictures shown together; `path` is a folder's path, or one of the names above."""

    path: str
    pictures: tuple[FileStat, ...]

    @property
    def name(self) -> str:
        return folder_name(self.path)


def folder_name(path: str) -> str:
    return "Internal" if path == PRIMARY else posixpath.basename(path)


class GalleryProcess(App):
    """The process. The order of pictures and the display of their names apply to all folders."""

    package: ClassVar[str] = PACKAGE

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self._db = ctx.database(DATABASE, SCHEMA)
        self.sort = SORTS.index("Last modified")
        self.names = False

    def folders(self) -> list[Folder]:
        """Non-empty folders: favourites first, the Recycle Bin last."""
        known: dict[str, list[FileStat]] = {}
        for picture in self._found(PRIMARY):
            known.setdefault(posixpath.dirname(picture.path), []).append(picture)
        named_folders = [Folder(path=path, pictures=self._sorted(inside)) for path, inside in known.items()]
        named_folders.sort(key=lambda folder: folder.name.casefold())
        first, last = (Folder(path=name, pictures=self.pictures(name)) for name in (FAVORITES, BIN))
        return [folder for folder in (first, *named_folders, last) if folder.pictures]

    def pictures(self, folder: str) -> tuple[FileStat, ...]:
        if folder == BIN:
            return self._sorted(self._found(_THROWN))
        if folder == FAVORITES:
            liked = {str(path) for (path,) in self._db.execute("SELECT full_path FROM favorites")}
            return self._sorted(picture for picture in self._found(PRIMARY) if picture.path in liked)
        if folder == ALL:
            return self._sorted(self._found(PRIMARY))
        return self._sorted(entry for entry in self._listed(folder) if _is_picture(entry))

    def subfolders(self, folder: str) -> list[FileStat]:
        inside = (e for e in self._listed(folder) if e.is_folder and not e.name.startswith("."))
        return sorted(inside, key=lambda entry: entry.name.casefold())

    def _listed(self, folder: str) -> Sequence[FileStat]:
        found = self.ctx.storage.stat(folder)
        return self.ctx.storage.list(folder) if found is not None and found.is_folder else ()

    def _found(self, folder: str) -> Iterator[FileStat]:
        for entry in self._listed(folder):
            if entry.is_folder and entry.path != _PRIVATE and not entry.name.startswith("."):
                yield from self._found(entry.path)
            elif _is_picture(entry):
                yield entry

    def _sorted(self, pictures: Iterator[FileStat] | list[FileStat]) -> tuple[FileStat, ...]:
        return tuple(sorted(pictures, key=_ORDERS[self.sort]))

    def is_favorite(self, path: str) -> bool:
        return self._db.execute("SELECT 1 FROM favorites WHERE full_path=?", (path,)).fetchone() is not None

    def like(self, path: str, liked: bool) -> None:
        self._db.execute("DELETE FROM favorites WHERE full_path=?", (path,))
        if liked:
            row = (path, posixpath.basename(path), posixpath.dirname(path))
            self._db.execute("INSERT INTO favorites (full_path, filename, parent_path) VALUES (?,?,?)", row)
        self.ctx.invalidate()

    def put(self, path: str, target: str, *, keep: bool) -> None:
        """Copy or move a picture, replacing any file at the target. Its time stays."""
        found = self.ctx.storage.stat(path)
        if found is None or path == target:
            return
        self.ctx.storage.mkdir(posixpath.dirname(target), parents=True)
        self.ctx.storage.write(target, self.ctx.storage.read(path), mtime=found.mtime)
        if not keep:
            liked = self.is_favorite(path)
            self.ctx.storage.remove(path)
            self.like(path, liked=False)
            self.like(target, liked)
        self.ctx.invalidate()

    def throw(self, path: str) -> None:
        """Move a picture into the Recycle Bin; a picture already there is deleted."""
        if is_thrown(path):
            self.ctx.storage.remove(path)
        else:
            self.like(path, liked=False)
            self.put(path, _THROWN + path, keep=False)
        self.ctx.invalidate()

    def restore(self, path: str) -> None:
        self.put(path, path.removeprefix(_THROWN), keep=False)

    def free(self, target: str) -> str:
        """An unused path in the same folder: the name with a number."""
        base, suffix = posixpath.splitext(target)
        number = 0
        while self.ctx.storage.stat(target) is not None:
            number += 1
            target = f"{base}({number}){suffix}"
        return target


def is_thrown(path: str) -> bool:
    return path.startswith(_THROWN)


def _is_picture(entry: FileStat) -> bool:
    kind = mimetypes.guess_type(entry.name)[0] or ""
    return not entry.is_folder and not entry.name.startswith(".") and kind.startswith("image/")
