"""The simulated phones that run on this computer: one small JSON file each, in a folder of the user's state."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from platformdirs import user_state_path

STATE_DIR_VARIABLE = "AGENTPROG_STATE_DIR"
_LOGS_KEPT = 30
_QUERY_LIMITED_INFORMATION, _STILL_ACTIVE = 0x1000, 259  # Windows only


@dataclass(frozen=True, kw_only=True)
class PhoneRecord:
    """The entry of a running phone. `token` opens the admin socket; only the user may read the file.

    `console_port` is the port of the emulator's console, or 0 without a console.
    """

    serial: str
    pid: int
    port: int
    admin_port: int
    token: str
    image: str
    profile: str
    latency: str
    seed: int
    speed: float
    storage: str
    log: str
    lifetime: str
    started: float
    console_port: int = 0


def state_dir() -> Path:
    """The folder of entries, logs and phones; `AGENTPROG_STATE_DIR` overrides the platform's folder."""
    override = os.environ.get(STATE_DIR_VARIABLE)
    return Path(override) if override else user_state_path("agentprog", appauthor=False)


def entries_dir() -> Path:
    return state_dir() / "phones"


def write_entry(record: PhoneRecord) -> Path:
    """Write a phone's entry, all or nothing."""
    folder = entries_dir()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{record.port}.json"
    draft = folder / f".{record.port}.{record.pid}.tmp"
    draft.touch(mode=0o600)
    draft.write_text(json.dumps(asdict(record), indent=1), encoding="utf-8")
    draft.replace(path)
    return path


def remove_entry(record: PhoneRecord) -> None:
    """Remove a phone's entry, unless another phone has taken the port since."""
    path = entries_dir() / f"{record.port}.json"
    found = _read(path)
    if found is not None and found.pid == record.pid:
        path.unlink(missing_ok=True)


def read_entries() -> list[PhoneRecord]:
    """The running phones. Removes the entries of dead processes."""
    alive: list[PhoneRecord] = []
    for path in sorted(entries_dir().glob("*.json")):
        record = _read(path)
        if record is not None and process_exists(record.pid):
            alive.append(record)
        else:
            path.unlink(missing_ok=True)
    return sorted(alive, key=lambda record: record.started)


def clean_leftovers() -> None:
    """Remove the storage of killed phones, and all but the newest logs."""
    for folder in (state_dir() / "storage").glob("*-*"):
        pid = folder.name.partition("-")[0]
        if pid.isdigit() and not process_exists(int(pid)):
            shutil.rmtree(folder, ignore_errors=True)
    logs = sorted((state_dir() / "logs").glob("phone-*.log"))
    for log in logs[:-_LOGS_KEPT]:
        log.unlink(missing_ok=True)


def process_exists(pid: int) -> bool:
    """True if this process runs. A process that ended and was not waited for does not count."""
    if sys.platform == "win32":
        return _exists_on_windows(pid)
    else:  # noqa: RET505 - a type checker leaves out the branch of another system
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            return True
        return not _is_zombie(pid)


def _exists_on_windows(pid: int) -> bool:
    """Windows needs its own check: there signal 0 is Ctrl-C."""
    kernel: Any = vars(ctypes)["windll"].kernel32
    handle = kernel.OpenProcess(_QUERY_LIMITED_INFORMATION, False, pid)
    if not handle:
        return False
    status = ctypes.c_ulong()
    known = kernel.GetExitCodeProcess(handle, ctypes.byref(status))
    kernel.CloseHandle(handle)
    return bool(known) and status.value == _STILL_ACTIVE


def _is_zombie(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[:1] == ["Z"]


def _read(path: Path) -> PhoneRecord | None:
    try:
        return PhoneRecord(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None
