"""The run that is killed by the tests beside this file, undisturbed."""

from __future__ import annotations

import pytest

from tests.runtime.resuming.lives import first_life, fresh


@pytest.fixture(autouse=True)
def _no_disk_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a power cut shows a difference between fsync and flush, and the tests have none: their many runs need not
    wait for the disk."""
    monkeypatch.setattr("os.fsync", lambda _descriptor: None)


@pytest.fixture
def undisturbed(new_lab, tmp_path):
    lab = new_lab()
    folder = fresh(tmp_path)
    assert not first_life(lab, folder)
    return lab, folder.events()
