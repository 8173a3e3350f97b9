"""The reason why a phone does not start, in one line on standard error."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from agentprog.phone.process import main as process


def test_a_full_disk_is_reported_once_and_not_for_every_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    why = "[Errno 28] No space left on device: '/a/base.apk' -> '/b/base.apk'"

    def full(*_: object) -> None:
        raise shutil.Error([("/a/base.apk", "/b/base.apk", why)] * 20)

    monkeypatch.setattr(process.loop, "run", full)
    monkeypatch.setattr(process, "_run", lambda *_: None)
    assert process.main(["--storage", str(tmp_path)]) != 0
    assert capsys.readouterr().err == "cannot write /b/base.apk: No space left on device\n"
