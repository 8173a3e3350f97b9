"""A lock file names its holder, survives no failure, and is never read or written through a link."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from agentprog.errors import DeviceBusy, RunError
from agentprog.runtime.safety.lock import DeviceLock


def test_the_lock_file_names_process_and_run_and_is_read_only_for_others(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with DeviceLock(tmp_path, "emu:5554/a", run="first"):
            holder = tmp_path / "emu_5554_a.json"
            assert json.loads(holder.read_text(encoding="utf-8")) == {"pid": os.getpid(), "run": "first"}
            assert stat.S_IMODE(holder.stat().st_mode) == 0o644
    finally:
        os.umask(before)
    assert not holder.exists()


def test_the_file_of_a_killed_run_is_replaced_by_the_next(tmp_path: Path) -> None:
    (tmp_path / "phone.json").write_text('{"pid": 1, "run": "a much longer name of a run that was killed"}' * 9)
    with DeviceLock(tmp_path, "phone", run="next"):
        assert json.loads((tmp_path / "phone.json").read_text(encoding="utf-8"))["run"] == "next"


def test_a_holder_that_cannot_be_written_frees_the_device_again(tmp_path: Path) -> None:
    (tmp_path / "phone.json").mkdir()
    lock = DeviceLock(tmp_path, "phone", run="1")
    with pytest.raises(RunError, match=r"cannot lock the device in .*: ") as caught:
        lock.acquire()
    assert str(tmp_path) in caught.value.message
    assert not caught.value.message.endswith("None")
    assert "AGENTPROG_LOCK_DIR" in (caught.value.hint or "")
    (tmp_path / "phone.json").rmdir()
    with DeviceLock(tmp_path, "phone", run="2"):
        pass


@pytest.mark.parametrize("held", ["{", "[]", '{"pid": "many", "run": "x"}', '{"pid": 7}', "null"])
def test_a_busy_device_with_a_damaged_holder_is_busy_with_an_unknown_run(tmp_path: Path, held: str) -> None:
    with DeviceLock(tmp_path, "phone", run="1"):
        (tmp_path / "phone.json").write_text(held, encoding="utf-8")
        with pytest.raises(DeviceBusy) as caught:
            DeviceLock(tmp_path, "phone", run="2").acquire()
    assert caught.value.message == "another run uses the device phone"
    assert "--serial" in (caught.value.hint or "")


def test_a_refused_lock_takes_nothing_from_the_holder(tmp_path: Path) -> None:
    with DeviceLock(tmp_path, "phone", run="1"):
        other = DeviceLock(tmp_path, "phone", run="2")
        with pytest.raises(DeviceBusy):
            other.acquire()
        other.release()
        assert json.loads((tmp_path / "phone.json").read_text(encoding="utf-8"))["run"] == "1"


def test_a_file_in_the_place_of_the_folder_is_refused_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "locks").write_text("", encoding="utf-8")
    with pytest.raises(RunError, match=r"cannot lock the device in .*locks: File exists") as caught:
        DeviceLock(tmp_path / "locks", "phone", run="1").acquire()
    assert "AGENTPROG_LOCK_DIR" in (caught.value.hint or "")


def test_the_parents_of_the_lock_folder_are_created(tmp_path: Path) -> None:
    with DeviceLock(tmp_path / "a" / "b", "phone", run="1"):
        assert (tmp_path / "a" / "b" / "phone.json").is_file()


def test_a_link_in_place_of_the_lock_folder_is_refused_without_writing(tmp_path: Path) -> None:
    (tmp_path / "theirs").mkdir()
    (tmp_path / "locks").symlink_to(tmp_path / "theirs")
    with pytest.raises(RunError, match=r"cannot lock the device in .*locks: Too many levels of symbolic links"):
        DeviceLock(tmp_path / "locks", "phone", run="1").acquire()
    assert list((tmp_path / "theirs").iterdir()) == []


def test_every_user_may_use_the_folder_and_lock_the_device_after_the_run(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        with DeviceLock(tmp_path / "locks", "phone", run="1"):
            pass
        assert stat.S_IMODE((tmp_path / "locks").stat().st_mode) == 0o777
        (tmp_path / "locks").chmod(0o700)
        with DeviceLock(tmp_path / "locks", "phone", run="2"):
            pass
        assert stat.S_IMODE((tmp_path / "locks").stat().st_mode) == 0o700, "the mode of a folder that is there is kept"
    finally:
        os.umask(before)
