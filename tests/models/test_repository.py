"""Weights of any repository, from a local stand-in for the hub: redirections, digests, broken downloads."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from agentprog.errors import ModelError, ModelNotConfigured, ModelUnreachable
from agentprog.models.registry import open_model
from agentprog.models.weights import ensure_weights, find_weights
from tests.models.doubles import Answer, Asked, Server

BYTES = b"GGUF" + bytes(range(256)) * 300
NAME = "hf:someone/Tiny-GGUF/q4/tiny.Q4_K_M.gguf"


class Hub:
    """Answers like the hub: a large file's address redirects to its bytes, with size and digest."""

    def __init__(self, server: Server, data: bytes = BYTES, digest: str | None = None) -> None:
        self.server = server
        self.data = data
        self.digest = hashlib.sha256(BYTES).hexdigest() if digest is None else digest
        server.reply = self.answer

    def answer(self, asked: Asked) -> Answer:
        if asked.path == "/someone/Tiny-GGUF/resolve/main/q4/tiny.Q4_K_M.gguf":
            headers = {"X-Linked-Size": str(len(BYTES)), "X-Linked-ETag": f'"{self.digest}"'} if self.digest else {}
            return Answer(status=302, headers={"Location": f"{self.server.url}/blob", **headers})
        if asked.path == "/blob":
            return Answer(body=self.data)
        return Answer(status=404)


@pytest.fixture
def hub(server: Server, monkeypatch: pytest.MonkeyPatch) -> Hub:
    monkeypatch.setenv("HF_ENDPOINT", server.url)
    return Hub(server)


def test_a_file_of_a_repository_is_fetched_checked_and_found(hub: Hub, tmp_path: Path) -> None:
    assert find_weights(NAME, folder=tmp_path) is None
    path = ensure_weights(NAME, folder=tmp_path)
    assert path.read_bytes() == BYTES
    assert path.parent == tmp_path
    assert path.name == "someone--Tiny-GGUF--q4--tiny.Q4_K_M.gguf"
    asked = len(hub.server.asked)
    assert ensure_weights(NAME, folder=tmp_path) == path
    assert len(hub.server.asked) == asked, "what is here is not asked for"


def test_a_download_with_a_wrong_digest_is_not_stored(hub: Hub, tmp_path: Path) -> None:
    hub.data = BYTES[:-1] + b"?"
    with pytest.raises(ModelError, match="SHA-256"):
        ensure_weights(NAME, folder=tmp_path)
    assert list(tmp_path.glob("*.gguf")) == []


def test_a_hub_without_a_digest_is_believed_for_its_size(hub: Hub, tmp_path: Path) -> None:
    hub.digest = ""
    assert ensure_weights(NAME, folder=tmp_path).read_bytes() == BYTES


def test_a_page_of_a_web_server_is_no_model(hub: Hub, tmp_path: Path) -> None:
    hub.digest, hub.data = "", (b"<!doctype html>" + BYTES)[: len(BYTES)]
    with pytest.raises(ModelError, match="does not begin like a GGUF file") as caught:
        ensure_weights(NAME, folder=tmp_path)
    assert "doctype" in caught.value.evidence
    assert [path.name for path in tmp_path.iterdir() if not path.name.endswith(".lock")] == []


def test_a_missing_file_is_reported(hub: Hub, tmp_path: Path) -> None:
    with pytest.raises(ModelUnreachable, match="404"):
        ensure_weights("hf:someone/Tiny-GGUF/other.gguf", folder=tmp_path)


@pytest.mark.parametrize("name", ["hf:someone", "hf:a/b", "hf:a/b/../../c.gguf", "hf:a/b/model.bin"])
def test_a_name_without_a_file_is_refused_before_any_request(hub: Hub, tmp_path: Path, name: str) -> None:
    with pytest.raises(ModelNotConfigured, match="names no file"):
        ensure_weights(name, folder=tmp_path)
    assert hub.server.asked == []


def test_a_model_id_names_a_repository(hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGENTPROG_MODEL_DIR", str(tmp_path))
    with pytest.raises(ModelNotConfigured, match="not on this computer") as caught:
        open_model(f"llamacpp:{NAME}")
    assert f"agentprog models pull {NAME}" in caught.value.hint
    ensure_weights(NAME)
    assert open_model(f"llamacpp:{NAME}").id == f"llamacpp:{NAME}"
