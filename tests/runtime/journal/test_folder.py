from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agentprog.app.settings.folders import lock_folder
from agentprog.errors import DeviceBusy, RunError, UsageError
from agentprog.ports import (
    Bounds,
    Element,
    ImagePart,
    Message,
    ModelReply,
    ModelRequest,
    Role,
    ScoreRequest,
    Scores,
    Screen,
    Screenshot,
    TextPart,
    Usage,
)
from agentprog.runtime.journal.ending import DamagedJournal
from agentprog.runtime.journal.events import Resolved, RunStarted, StepStarted, Told
from agentprog.runtime.journal.folder import RunFolder, slug
from agentprog.runtime.safety.lock import DeviceLock

NOW = datetime(2026, 5, 2, 9, 30, tzinfo=UTC)


def message(text: str) -> Told:
    return Told(at=1.5, step=1, line=2, text=text)


def test_a_folder_is_named_by_time_and_task_and_never_reused(tmp_path: Path) -> None:
    first = RunFolder.create(tmp_path / "runs", instruction="Text Ána, é? 日本", now=NOW)
    second = RunFolder.create(tmp_path / "runs", instruction="Text Ána, é? 日本", now=NOW)
    assert first.name == "20260502-093000_text-ana-e"
    assert second.name == "20260502-093000_text-ana-e-2"
    assert first.manifest()["instruction"] == "Text Ána, é? 日本"


@pytest.mark.parametrize(("text", "name"), [("", "run"), ("!!!", "run"), ("A" * 99, "a" * 40), ("../../etc", "etc")])
def test_a_slug_is_safe_for_any_task(text: str, name: str) -> None:
    assert slug(text) == name


def test_events_come_back_as_they_were_written(run_folder: RunFolder) -> None:
    events = (
        RunStarted(at=0.0, run="r", instruction="", started_at="now"),
        StepStarted(at=0.1, step=1, node="n", line=1, kind="Action", text="add “x”\n🙂"),
        Resolved(at=0.2, step=1, node="n", what="before", value=[]),
        Resolved(at=0.3, step=1, node="n", what="asked", value=""),
        Resolved(at=0.3, step=1, node="n", what="on screen", value=False),
        Resolved(at=0.3, step=1, node="n", what="reading", value={"value": None, "end": True}),
        message(""),
    )
    for event in events:
        run_folder.append(event, durable=True)
    run_folder.close()
    assert RunFolder.open(run_folder.path).events() == events
    lines = run_folder.journal_path.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["n"] for line in lines] == list(range(1, len(events) + 1))


def test_numbering_goes_on_after_a_restart_and_a_torn_line_is_cut_off(run_folder: RunFolder) -> None:
    run_folder.append(message("a"), durable=False)
    run_folder.close()
    with run_folder.journal_path.open("ab") as journal:
        journal.write(b'{"n":2,"ty')
    again = RunFolder.open(run_folder.path)
    assert again.events() == (message("a"),)
    again.append(message("b"), durable=False)
    again.close()
    lines = [json.loads(line) for line in run_folder.journal_path.read_text(encoding="utf-8").splitlines()]
    assert [(line["n"], line["text"]) for line in lines] == [(1, "a"), (2, "b")]


@pytest.mark.parametrize(
    "line", [b"no json\n", b'{"type": "Nonsense"}\n', b'{"n": 1}\n', b'{"type": "Told", "x": 1}\n']
)
def test_a_damaged_journal_is_reported(run_folder: RunFolder, line: bytes) -> None:
    run_folder.journal_path.write_bytes(line)
    with pytest.raises(DamagedJournal):
        run_folder.events()


@pytest.mark.parametrize("text", ["", "[]", "{", '{"schema": 99}'])
def test_a_damaged_or_foreign_manifest_is_an_error_not_a_crash(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_text(text, encoding="utf-8")
    with pytest.raises(UsageError):
        RunFolder.open(tmp_path)


def test_a_folder_that_is_no_run_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is no run folder"):
        RunFolder.open(tmp_path / "nothing")


def test_the_manifest_is_updated_field_by_field(run_folder: RunFolder) -> None:
    run_folder.update_manifest(finished_at="later")
    manifest = run_folder.manifest()
    assert (manifest["finished_at"], manifest["schema"], manifest["instruction"]) == ("later", 1, "add a note")


def test_screens_are_stored_with_their_elements_and_pixels(run_folder: RunFolder) -> None:
    shot = Screenshot(data=b"\x89PNG", media_type="image/png", width=1, height=1)
    button = Element(index=1, role=Role.BUTTON, label="Save", bounds=Bounds(1, 2, 3, 4), clickable=True)
    screen = Screen(package="p", activity="a", width=9, height=9, taken_at=NOW, elements=(button,), screenshot=shot)
    assert run_folder.save_screen(screen, title="add") == "0001"
    assert RunFolder.open(run_folder.path).save_screen(screen, title="add") == "0002"
    assert (run_folder.path / "steps" / "0001.png").read_bytes() == b"\x89PNG"
    data = json.loads((run_folder.path / "steps" / "0001.json").read_text(encoding="utf-8"))
    assert data["elements"] == [
        {"type": "Element", "index": 1, "role": "button", "label": "Save", "bounds": [1, 2, 3, 4], "clickable": True}
    ]


def test_model_calls_are_stored_whole(run_folder: RunFolder) -> None:
    message = Message(role="user", parts=(TextPart(text="look"), ImagePart(data=b"jpg", media_type="image/jpeg")))
    request = ModelRequest(
        messages=(Message.of("system", "rules"), message), purpose="ground", schema={"type": "object"}
    )
    reply = ModelReply(text='{"a": 1}', usage=Usage(prompt=10, cached=4, completion=3, seconds=0.5))
    name = run_folder.save_model_call("scripted:x", request, reply)
    data = json.loads((run_folder.path / "models" / f"{name}.json").read_text(encoding="utf-8"))
    assert data["request"]["messages"][0] == {"role": "system", "text": "rules"}
    assert data["request"]["messages"][1]["parts"][1]["media_type"] == "image/jpeg"
    assert data["request"]["schema"] == {"type": "object"}
    assert (data["reply"]["text"], data["usage"]["cached"]) == ('{"a": 1}', 4)
    score = ScoreRequest(messages=(message,), candidates=("a", "b"), purpose="choose", baseline=(message,))
    second = run_folder.save_model_call("scripted:x", score, Scores(values=(1.0, 2.0), usage=Usage()))
    assert second == "0002"
    failed = run_folder.save_model_call("scripted:x", request, None, "no connection")
    assert (
        json.loads((run_folder.path / "models" / f"{failed}.json").read_text(encoding="utf-8"))["error"]
        == "no connection"
    )


HOLDER = """
import sys
from pathlib import Path
from agentprog.runtime.safety.lock import DeviceLock

with DeviceLock(Path(sys.argv[1]), "emu:5554", run="first"):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_device_held_by_one_run_refuses_another_and_names_the_holder(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLDER, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(DeviceBusy, match=rf"emu:5554 \(process {other.pid}, run first\)"):
            DeviceLock(tmp_path, "emu:5554", run="second").acquire()
        other.kill()
    with DeviceLock(tmp_path, "emu:5554", run="third"):
        pass


def test_the_lock_is_for_every_user_of_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each user had a lock folder of their own: two of them used one phone at once."""
    monkeypatch.delenv("AGENTPROG_LOCK_DIR")
    found = set()
    for user in ("ada", "grace"):
        monkeypatch.setenv("HOME", str(tmp_path / user))
        monkeypatch.setenv("TMPDIR", str(tmp_path / user / "tmp"))
        found.add(lock_folder())
    assert len(found) == 1
    place = tmp_path / "locks"
    before = os.umask(0o077)
    try:
        with DeviceLock(place, "phone", run="1"):
            assert stat.S_IMODE(place.stat().st_mode) == 0o777
            assert stat.S_IMODE((place / "phone.lock").stat().st_mode) == 0o666
    finally:
        os.umask(before)


def test_a_planted_link_is_not_followed(tmp_path: Path) -> None:
    precious = tmp_path / "precious.txt"
    precious.write_text("kept", encoding="utf-8")
    place = tmp_path / "locks"
    place.mkdir()
    (place / "phone.json").symlink_to(precious)
    with DeviceLock(place, "phone", run="1"):
        assert precious.read_text(encoding="utf-8") == "kept"
    (tmp_path / "elsewhere").symlink_to(place)
    with pytest.raises(RunError, match="cannot lock"):
        DeviceLock(tmp_path / "elsewhere", "phone", run="1").acquire()


def test_different_devices_are_locked_apart(tmp_path: Path) -> None:
    with DeviceLock(tmp_path, "a", run="1"), DeviceLock(tmp_path, "b", run="2"):
        pass
    assert not list(tmp_path.glob("*.json"))
