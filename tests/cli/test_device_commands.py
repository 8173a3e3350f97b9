"""`agentprog devices` with an adb server that knows no phone."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from agentprog.app.adb_server import private_adb_server
from agentprog.cli.main import status_of

pytestmark = pytest.mark.phone


@pytest.fixture(autouse=True)
def adb_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with private_adb_server() as port:
        monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(port))
        yield


def test_no_phone_is_said_with_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["devices"]) == 0
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "No phone is attached" in captured.err
    assert "--sim" in captured.err


def test_no_phone_as_json_is_an_empty_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["devices", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []
