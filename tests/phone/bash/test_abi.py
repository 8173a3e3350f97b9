"""A tree of files is bashkit's file system: contents, folders, failures, and memory that is given back."""

from __future__ import annotations

import errno
import gc
import os
import stat
from collections.abc import Callable

import pytest
from bashkit import Bash, FileSystem

from agentprog.phone.bash.abi import Export
from agentprog.phone.records import FileStat


class Memory:
    """A tree that holds its files in a dictionary; folders are named by their files."""

    def __init__(self, **files: bytes) -> None:
        self.files = {f"/{name}": data for name, data in files.items()}
        self.calls: list[tuple[object, ...]] = []

    def read(self, path: str) -> bytes:
        if path == "/closed":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        if path not in self.files:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        return self.files[path]

    def write(self, path: str, data: bytes) -> None:
        if path == "/full":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)
        if path == "/broken":
            raise ValueError("not expected")
        self.files[path] = data

    def append(self, path: str, data: bytes) -> None:
        self.files[path] = self.files.get(path, b"") + data

    def mkdir(self, path: str, parents: bool) -> None:
        self.calls.append(("mkdir", path, parents))

    def remove(self, path: str, recursive: bool) -> None:
        self.calls.append(("remove", path, recursive))

    def stat(self, path: str) -> FileStat:
        if path in ("/", "/dir"):
            return FileStat(path=path, name=path[1:], mode=stat.S_IFDIR | 0o771, size=4096, mtime=1000)
        size = 0 if path in ("/closed", "/full", "/broken") else len(self.read(path))
        return FileStat(path=path, name=path[1:], mode=stat.S_IFREG | 0o640, size=size, mtime=1000)

    def list(self, path: str) -> tuple[FileStat, ...]:
        return tuple(self.stat(name) for name in sorted(self.files)) if path == "/" else ()

    def exists(self, path: str) -> bool:
        return path in ("/", "/dir") or path in self.files

    def rename(self, source: str, target: str) -> None:
        self.files[target] = self.files.pop(source)

    def copy(self, source: str, target: str) -> None:
        self.files[target] = self.files[source]

    def chmod(self, path: str, mode: int) -> None:
        self.calls.append(("chmod", path, mode))


def _bash(tree: Memory) -> tuple[Export, Callable[[str], tuple[str, str]]]:
    bash = Bash(cwd="/")
    export = Export(tree)
    bash.mount("/", FileSystem.from_capsule(export.capsule()))

    def run(script: str) -> tuple[str, str]:
        done = bash.execute_sync(script)
        return done.stdout, done.stderr

    return export, run


def test_files_are_read_written_appended_renamed_and_copied() -> None:
    tree = Memory(a=b"one\n")
    _, run = _bash(tree)
    assert run("cat /a; echo two >> /a; echo three > /b; mv /b /c; cp /a /d; cat /d") == ("one\none\ntwo\n", "")
    assert tree.files == {"/a": b"one\ntwo\n", "/c": b"three\n", "/d": b"one\ntwo\n"}
    run("chmod 600 /a; mkdir /dir/x; rm -r /dir")
    assert tree.calls == [("chmod", "/a", 0o600), ("mkdir", "/dir/x", False), ("remove", "/dir", True)]


def test_folders_and_their_entries_keep_names_kinds_sizes_and_times() -> None:
    tree = Memory(a=b"12345", **{"é 你好": b""})
    _, run = _bash(tree)
    assert run("echo /*; [ -d /dir ] && [ -f /a ] && [ ! -e /no ] && stat -c '%s %a %Y' /a") == (
        "/a /é 你好\n5 640 1000\n",
        "",
    )
    assert run("find /dir; for f in /dir/*; do echo $f; done") == ("/dir\n/dir/*\n", "")


def test_every_byte_and_an_empty_file_pass_unchanged() -> None:
    tree = Memory(all=bytes(range(256)), none=b"")
    _, run = _bash(tree)
    run("cat /all /none > /copy; cat /none > /empty")
    assert tree.files["/copy"] == bytes(range(256))
    assert tree.files["/empty"] == b""


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("cat /no", "No such file or directory"),
        ("cat /closed", "Permission denied"),
        ("echo x > /full", "No space left on device"),
        ("echo x > /broken", "ValueError: not expected"),
        ("ln -s /a /b", "Permission denied"),
    ],
)
def test_failures_arrive_in_their_own_words(script: str, words: str, caplog: pytest.LogCaptureFixture) -> None:
    _, run = _bash(Memory(a=b""))
    assert words in run(script)[1]
    assert bool(caplog.records) == ("/broken" in script)


def test_memory_handed_out_is_given_back() -> None:
    tree = Memory(a=b"x" * 1000, b=b"")
    export, run = _bash(tree)
    for _ in range(20):
        run("cat /a /b /no; echo /*; ls /")
    assert export._given == {}


def test_an_export_lives_as_long_as_its_shell() -> None:
    export, run = _bash(Memory(a=b"still here"))
    number = id(export)
    del export
    gc.collect()
    assert run("cat /a")[0] == "still here"
    assert number in Export._held
    del run
    gc.collect()
    assert number not in Export._held
