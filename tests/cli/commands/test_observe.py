"""`agentprog observe` with saved dumps, and with a simulated phone."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from agentprog.cli.main import status_of

DUMPS = Path(__file__).resolve().parents[2] / "devices" / "hierarchy" / "dumps"


def test_a_saved_dump_is_listed_with_its_tokens(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["observe", "--hierarchy", str(DUMPS / "discard.xml")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "com.google.android.contacts  1080x2400"
    assert lines[1:4] == [
        '[1] text "Discard changes?"',
        '[2] button "Cancel" (declines)',
        '[3] button "Discard" (agrees)',
    ]
    assert lines[-1].startswith("3 lines, ")
    assert "tokens by" in lines[-1]
    # HOME is empty in tests: it has no weights, so the figure is an estimate, and the output calls it one.
    assert lines[-1].endswith("characters / 3.5 (an estimate)")


def test_the_json_of_observe_has_every_element(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["observe", "--json", "--hierarchy", str(DUMPS / "editor.xml")]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["keyboard"] is True
    assert data["tokens"]["exact"] is False
    focused = [e for e in data["elements"] if "focused" in e["states"]]
    assert [e["hint"] for e in focused] == ["Last name"]
    assert any(line.endswith('field "Last name": empty (focused)') for line in data["lines"])


def test_marks_are_drawn_on_the_picture_that_belongs_to_the_dump(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shot, marked = tmp_path / "shot.jpg", tmp_path / "marks.png"
    Image.new("RGB", (540, 1200), "white").save(shot)
    dump = str(DUMPS / "discard.xml")
    assert status_of(["observe", "--hierarchy", dump, "--screenshot", str(shot), "--marks", str(marked)]) == 0
    with Image.open(marked) as image:
        assert image.size == (540, 1200)
        assert len(image.convert("RGB").getcolors(100_000) or []) > 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--hierarchy", "missing.xml"], "cannot read missing.xml"),
        (["--hierarchy", "{dump}", "--sim"], "takes no phone"),
        (["--hierarchy", "{dump}", "--screenshot", "{dump}"], "is not a picture"),
        (["--hierarchy", "{dump}", "--marks", "{tmp}/nowhere/x.png"], "cannot write"),
        (["--hierarchy", "{dump}", "--marks", "{tmp}/x.docx"], "Pictures end in .png or .jpg"),
    ],
)
def test_impossible_options_are_reported(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    filled = [part.format(dump=DUMPS / "clock.xml", tmp=tmp_path) for part in arguments]
    assert status_of(["observe", *filled]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert "Traceback" not in captured.err


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"ERROR: null root node returned by UiTestAutomationBridge.", "no tree: the file says 'ERROR: null root node"),
        (b'<hierarchy><node text="Hi" bounds="[0,0][50,', "the dump was damaged"),
        (b"", "the dump is empty"),
    ],
)
def test_a_malformed_dump_is_named(
    content: bytes, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "dump.xml"
    file.write_bytes(content)
    assert status_of(["observe", "--hierarchy", str(file)]) == 0
    assert message in capsys.readouterr().err


def test_a_phone_is_looked_at(
    sim_phone: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(sim_phone.server.port))
    shot, marked = tmp_path / "shot.png", tmp_path / "marks.png"
    assert status_of(["observe", "-s", sim_phone.serial, "--screenshot", str(shot), "--marks", str(marked)]) == 0
    assert "Contacts" in capsys.readouterr().out
    sizes = [Image.open(io.BytesIO(file.read_bytes())).size for file in (shot, marked)]
    assert sizes == [(1080, 2400)] * 2
