"""Files and folders of shared storage, listed by adb's own file service, which handles any file name."""

from __future__ import annotations

import stat
import struct
from collections.abc import Iterator

from agentprog.devices.link.deadline import Deadline
from agentprog.devices.link.foreign import from_adb
from agentprog.devices.link.stream import Stream, StreamClosed
from agentprog.devices.link.transport import Transport
from agentprog.frozen import frozen
from agentprog.identity import Record
from agentprog.identity.records import file, folder
from agentprog.ports.witness import Readout, Unread

ROOT = "/sdcard"
_LEFT_OUT = frozenset({"Android", "lost+found"})
"""Folders of the storage with apps' private files."""
_MOST = 20_000
_SECONDS = 20.0
_REQUEST = struct.Struct("<4sI")
_ENTRY = struct.Struct("<IIII")
_LARGEST_TEXT = 64 * 1024


@frozen
class _Entry:
    name: str
    mode: int
    size: int
    modified: int


class _TooMany(Exception):
    """The storage holds too many files to list before and after a step."""


def list_files(transport: Transport, seconds: float) -> Readout:
    """Every file and folder except hidden ones, with size and time of change."""
    deadline = transport.deadline("listing the files", seconds)
    stream = transport.open("sync:", deadline)
    try:
        return tuple(_walk(stream, ROOT, deadline))
    except _TooMany:
        return Unread(why=f"there are more than {_MOST} files")
    except StreamClosed as exc:
        raise from_adb("closed", transport.serial, deadline.doing) from exc
    finally:
        stream.close()


def _walk(stream: Stream, root: str, deadline: Deadline) -> Iterator[Record]:
    pending, count = [root], 0
    while pending:
        where = pending.pop()
        for entry in _list(stream, where, deadline):
            if entry.name.startswith(".") or (where == root and entry.name in _LEFT_OUT):
                continue
            count += 1
            if count > _MOST:
                raise _TooMany
            path = f"{where}/{entry.name}"
            if stat.S_ISDIR(entry.mode):
                pending.append(path)
                yield folder(path.removeprefix(f"{ROOT}/"), id=path)
            else:
                yield _file(path, entry)


def _file(path: str, entry: _Entry) -> Record:
    found = file(path.removeprefix(f"{ROOT}/"), id=path)
    facts = {**found.facts, "size": str(entry.size), "changed at": str(entry.modified)}
    return Record(kind=found.kind, labels=found.labels, facts=facts, id=path)


def _list(stream: Stream, path: str, deadline: Deadline) -> list[_Entry]:
    encoded = path.encode()
    stream.send(_REQUEST.pack(b"LIST", len(encoded)) + encoded, deadline)
    found: list[_Entry] = []
    while True:
        verb = stream.read(4, deadline)
        mode, size, modified, length = _ENTRY.unpack(stream.read(_ENTRY.size, deadline))
        if verb == b"DONE":
            return found
        name = stream.read(length, deadline).decode("utf-8", errors="replace")
        if name not in (".", ".."):
            found.append(_Entry(name=name, mode=mode, size=size, modified=modified))


def read_text(transport: Transport, record: Record) -> str | None:
    """The content of a file; None if it is too long or not text."""
    if int(record.facts.get("size", "0")) > _LARGEST_TEXT:
        return None
    encoded = record.id.encode()
    deadline = transport.deadline("reading a file", _SECONDS)
    stream = transport.open("sync:", deadline)
    data = bytearray()
    try:
        stream.send(_REQUEST.pack(b"RECV", len(encoded)) + encoded, deadline)
        while True:
            verb, length = _REQUEST.unpack(stream.read(_REQUEST.size, deadline))
            if verb == b"DONE":
                break
            if verb != b"DATA" or len(data) + length > _LARGEST_TEXT:
                return None
            data += stream.read(length, deadline)
    except StreamClosed as exc:
        raise from_adb("closed", transport.serial, deadline.doing) from exc
    finally:
        stream.close()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None
