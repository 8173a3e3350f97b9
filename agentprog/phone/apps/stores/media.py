"""content://media: the files of shared storage, as Android's media scanner lists them. It scans at each query."""

from __future__ import annotations

import mimetypes
import posixpath
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from agentprog.phone.apps.stores.tables import TableProvider
from agentprog.phone.kernel.providers import Guard, ProviderHost
from agentprog.phone.kernel.storage import PRIMARY
from agentprog.phone.records import FileStat, Rows, Value

DATABASE = "/data/data/com.google.android.providers.media.module/databases/external.db"
SCHEMA = """
CREATE TABLE IF NOT EXISTS files (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, _data TEXT UNIQUE NOT NULL, _size INTEGER, format INTEGER, parent INTEGER,
  date_added INTEGER, date_modified INTEGER, mime_type TEXT, title TEXT, _display_name TEXT, media_type INTEGER,
  relative_path TEXT, bucket_id INTEGER, bucket_display_name TEXT, volume_name TEXT DEFAULT 'external_primary',
  datetaken INTEGER, duration INTEGER, width INTEGER, height INTEGER, orientation INTEGER, artist TEXT, album TEXT,
  owner_package_name TEXT, is_pending INTEGER DEFAULT 0, is_trashed INTEGER DEFAULT 0, is_favorite INTEGER DEFAULT 0,
  is_download INTEGER DEFAULT 0
);
"""
_KINDS = {"image": 1, "audio": 2, "video": 3}
_DOCUMENT = 6
_PRIVATE = f"{PRIMARY}/Android"


def _tables() -> Iterator[tuple[str, str]]:
    for volume in ("external", "external_primary"):
        yield f"{volume}/file", "files"
        yield f"{volume}/downloads", "(SELECT * FROM files WHERE is_download = 1)"
        for path, kind in (("images", 1), ("audio", 2), ("video", 3)):
            yield f"{volume}/{path}/media", f"(SELECT * FROM files WHERE media_type = {kind})"


class MediaProvider(TableProvider):
    """A path keeps its id for as long as its file exists."""

    authorities: Sequence[str] = ("media",)
    guard = Guard(name="com.android.providers.media.MediaProvider")
    tables: ClassVar[Mapping[str, str]] = dict(_tables())
    written: ClassVar[Mapping[str, str]] = {}

    def __init__(self, host: ProviderHost) -> None:
        super().__init__(host, DATABASE, SCHEMA)

    def query(self, path: str, projection: Sequence[str], where: str, args: Sequence[str], sort: str) -> Rows:
        self._scan()
        return super().query(path, projection, where, args, sort)

    def _scan(self) -> None:
        found = {entry.path: entry for entry in self._files(PRIMARY)}
        known = {r["_data"]: (r["_size"], r["date_modified"]) for r in self.db.execute("SELECT * FROM files")}
        for path in known.keys() - found.keys():
            self.db.execute("DELETE FROM files WHERE _data=?", (path,))
        for path, entry in found.items():
            if path not in known:
                row = _row(entry)
                names, marks = ", ".join(row), ", ".join("?" * len(row))
                self.db.execute(f"INSERT INTO files ({names}) VALUES ({marks})", list(row.values()))
            elif known[path] != (entry.size, entry.mtime):
                values = (entry.size, entry.mtime, path)
                self.db.execute("UPDATE files SET _size=?, date_modified=? WHERE _data=?", values)

    def _files(self, folder: str) -> Iterator[FileStat]:
        """Every file of shared storage, without hidden files and apps' private folders."""
        for entry in self._host.disk.list(folder):
            if entry.name.startswith(".") or entry.path == _PRIVATE:
                continue
            if entry.is_folder:
                yield from self._files(entry.path)
            else:
                yield entry


def _row(entry: FileStat) -> dict[str, Value]:
    folder = posixpath.dirname(entry.path)
    kind = mimetypes.guess_type(entry.name)[0] or "application/octet-stream"
    within = folder.removeprefix(PRIMARY).strip("/")
    return {
        "_data": entry.path,
        "_size": entry.size,
        "format": 12288,
        "date_added": entry.mtime,
        "date_modified": entry.mtime,
        "mime_type": kind,
        "title": posixpath.splitext(entry.name)[0],
        "_display_name": entry.name,
        "media_type": _KINDS.get(kind.partition("/")[0], _DOCUMENT if kind != "application/octet-stream" else 0),
        "relative_path": f"{within}/" if within else "/",
        "bucket_display_name": posixpath.basename(folder),
        "is_download": int(within.split("/")[0] == "Download"),
    }
