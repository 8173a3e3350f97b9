"""A recorded run as a folder for a project's tests: the files that `compare` needs, and a test that runs it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from agentprog.app.replays.recording import Recording
from agentprog.app.replays.regression import WORKSPACE, named_files
from agentprog.errors import UsageError
from agentprog.runtime.journal.folder import RunFolder, slug

_TEST = '''"""{instruction}

A run of {started}, again without a phone and without a model. What differs is in the message of a failure.
"""

from pathlib import Path

from agentprog.app.replays.regression import compare


def test_the_run_takes_the_course_that_was_recorded() -> None:
    found = compare(Path(__file__).parent)
    assert found.same, found.text
'''


def write_test(folder: RunFolder, target: Path) -> Path:
    """Write the test; returns its file. Raises UsageError if the folder exists or cannot be written."""
    recording = Recording(folder)
    if target.exists() and any(target.iterdir()):
        raise UsageError(f"{target} is not empty", hint="Name a folder that is not there yet.")
    try:
        target.mkdir(parents=True, exist_ok=True)
        for name in ("events.jsonl", "program.stp"):
            shutil.copyfile(folder.path / name, target / name)
        _write_json(target / "manifest.json", _manifest(recording))
        seen = _copy_calls(recording, target / "models")
        _copy_screens(folder.path / "steps", target / "steps", pictures=seen)
        for name, source in named_files(recording):
            place = target / WORKSPACE / name
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, place)
        test = target / f"test_{slug(folder.name.partition('_')[2] or folder.name).replace('-', '_')}.py"
        test.write_text(_test(recording), encoding="utf-8")
    except OSError as exc:
        raise UsageError(
            f"cannot write the test in {target}: {exc.strerror}", hint="Name a folder of yours with --write."
        ) from exc
    return test


def _manifest(recording: Recording) -> dict[str, Any]:
    """The manifest without paths of this computer."""
    return {**recording.manifest, "setup": {**recording.setup, "workspace": None, "serial": None}}


def _copy_calls(recording: Recording, target: Path) -> bool:
    """Copy the records of the program's calls. True if one of them had a picture. Pictures are not copied: a reply is
    found by the words of its question.
    """
    seen = False
    for call in (call for calls in recording.calls.values() for call in calls):
        record = recording.call(call)
        for message in record["request"]["messages"]:
            for part in message.get("parts", ()):
                if part.pop("image", None) is not None:
                    seen = True
        target.mkdir(exist_ok=True)
        _write_json(target / f"{call.record}.json", record)
    return seen


def _copy_screens(source: Path, target: Path, *, pictures: bool) -> None:
    for path in sorted(source.iterdir()) if source.is_dir() else ():
        if path.suffix == ".json" or pictures:
            target.mkdir(exist_ok=True)
            shutil.copyfile(path, target / path.name)


def _test(recording: Recording) -> str:
    instruction = " ".join(str(recording.manifest.get("instruction") or "a run").split())
    quoted = instruction.replace("\\", "").replace('"', "'")[:100].rstrip()
    ended = quoted if quoted.endswith((".", "!", "?")) else f"{quoted}."
    return _TEST.format(instruction=ended, started=str(recording.manifest.get("started_at", ""))[:10])


def _write_json(path: Path, data: dict[str, Any]) -> None:
    path.write_text(json.dumps(data, ensure_ascii=False, indent=1), encoding="utf-8")
