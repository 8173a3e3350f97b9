"""The notebook on disk."""

from __future__ import annotations

import posixpath
import stat
from collections.abc import Collection, Sequence
from datetime import UTC, datetime

from agentprog.frozen import frozen
from agentprog.phone.apps.base import App, Context
from agentprog.phone.kernel.storage import PRIMARY, Storage
from agentprog.phone.records import FileStat

NOTEBOOK = f"{PRIMARY}/Documents/Markor"
_FAVOURITES = "/data/data/net.gsantner.markor/files/favourites.txt"
SORTS = ("Name", "Date", "Size", "MIME type")


@frozen
class Note:
    """A file or folder of the notebook."""

    path: str
    name: str
    folder: bool
    size: int
    modified: datetime

    @property
    def line(self) -> str:
        """Date and size, the second line of a row."""
        when = self.modified.strftime("%Y-%m-%d %H:%M")
        return when if self.folder else f"{when} · {_size(self.size)}"


def _size(count: int) -> str:
    return f"{count} B" if count < 1024 else f"{count / 1024:.1f} KB"


class Notebook:
    """Lists, reads and writes; creating never overwrites a file."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def prepare(self) -> None:
        if self._storage.stat(NOTEBOOK) is None:
            self._storage.mkdir(NOTEBOOK, parents=True)

    def list(self, folder: str, *, sort: str, folders_first: bool, reverse: bool) -> tuple[Note, ...]:
        if not self.exists(folder):
            return ()
        entries = [self._note(folder, s) for s in self._storage.list(folder) if not s.name.startswith(".")]
        keys = {
            "Name": lambda n: n.name.casefold(),
            "Date": lambda n: -n.modified.timestamp(),
            "Size": lambda n: n.size,
            "MIME type": lambda n: (posixpath.splitext(n.name)[1], n.name.casefold()),
        }
        entries.sort(key=keys[sort], reverse=reverse)
        if folders_first:
            entries.sort(key=lambda n: not n.folder)
        return tuple(entries)

    @staticmethod
    def _note(folder: str, found: FileStat) -> Note:
        return Note(
            path=posixpath.join(folder, found.name),
            name=found.name,
            folder=stat.S_ISDIR(found.mode),
            size=found.size,
            modified=datetime.fromtimestamp(found.mtime, UTC),
        )

    def exists(self, path: str) -> bool:
        return self._storage.stat(path) is not None

    def is_folder(self, path: str) -> bool:
        found = self._storage.stat(path)
        return found is not None and stat.S_ISDIR(found.mode)

    def favourites(self) -> Sequence[str]:
        """Paths of the starred files, in the order of starring."""
        return self.read(_FAVOURITES).split("\n") if self.exists(_FAVOURITES) else []

    def flip_favourites(self, paths: Collection[str]) -> None:
        """Star the files without a star, and unstar the others."""
        remaining = [p for p in self.favourites() if p and p not in paths]
        added = [p for p in sorted(paths) if p not in self.favourites()]
        self.write(_FAVOURITES, "\n".join([*remaining, *added]))

    def read(self, path: str) -> str:
        return self._storage.read(path).decode("utf-8", "replace") if self.exists(path) else ""

    def write(self, path: str, text: str) -> None:
        self._storage.write(path, text.encode())

    def make_folder(self, path: str) -> None:
        if not self.exists(path):
            self._storage.mkdir(path, parents=True)

    def delete(self, path: str) -> None:
        if self.exists(path):
            self._storage.remove(path, recursive=True)

    def rename(self, path: str, target: str) -> None:
        if self.exists(path):
            self._storage.rename(path, target)

    def copy(self, path: str, target: str) -> None:
        found = self._storage.stat(path)
        if found is not None and stat.S_ISDIR(found.mode):
            self.make_folder(target)
            for child in self._storage.list(path):
                self.copy(posixpath.join(path, child.name), posixpath.join(target, child.name))
        else:
            self._storage.write(target, self._storage.read(path))

    def find(self, words: str) -> Sequence[str]:
        """Paths in the notebook whose name or text contains the words."""
        query = words.casefold()
        found = []
        for host in sorted(self._storage.host_path(NOTEBOOK).rglob("*")):
            relative = str(host.relative_to(self._storage.host_path(NOTEBOOK)))
            if not host.is_file():
                continue
            if query in relative.casefold() or query in host.read_text("utf-8", "replace").casefold():
                found.append(relative)
        return found


class MarkorProcess(App):
    """The app as its activities see it."""

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.notebook = Notebook(ctx.storage)

    def create(self) -> None:
        self.notebook.prepare()
