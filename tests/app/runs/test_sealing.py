"""The key of a user's digests."""

from __future__ import annotations

from pathlib import Path

import pytest

from agentprog.app.runs.sealing import sealing_key
from agentprog.app.settings.folders import state_folder


def test_the_key_is_made_once_and_only_its_owner_may_read_it() -> None:
    key = sealing_key()
    assert len(key) == 64
    assert sealing_key() == key
    assert (state_folder() / "witness.key").stat().st_mode & 0o077 == 0


def test_without_a_folder_for_it_there_is_no_sealing_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = tmp_path / "a file"
    nowhere.write_text("")
    monkeypatch.setattr("agentprog.app.runs.sealing.state_folder", lambda: nowhere)
    assert sealing_key() == ""
