"""The interface to simulated phones for other rooms: start, find, stop and direct them.

A phone is a process of its own. Agents reach it through adb by its serial number, like any phone. This module is for
code that prepares the phone: commands, tests, evaluators.
"""

from __future__ import annotations

import base64
import json
import os
import queue
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from agentprog.errors import ConfigError, PhoneError
from agentprog.phone.process.registry import (
    PhoneRecord,
    clean_leftovers,
    entries_dir,
    process_exists,
    read_entries,
    remove_entry,
    state_dir,
)

__all__ = ["Lifetime", "PhoneHandle", "find_phone", "list_phones", "start_phone", "start_phones", "stop_phone"]

Lifetime = Literal["stopped", "command", "run"]
"""How long the phone runs: until stopped, as long as the command that started it, or for one run that has it alone."""
SqlValue = str | int | float | bool | None
_START_TIMEOUT = 120.0
"""Seconds. A start takes two on an idle computer; a failed start reports its error at once."""
_CALL_TIMEOUT = 30.0
_STOP_TIMEOUT = 5.0
# glibc keeps a freed picture's memory unless this sets its threshold for large blocks; other libraries ignore it.
_MALLOC = {"MALLOC_MMAP_THRESHOLD_": "524288", "MALLOC_TRIM_THRESHOLD_": "524288", "MALLOC_ARENA_MAX": "1"}
INSTALL = 'pip install "agentprog[sim]"'
"""How the simulated phone gets onto this computer."""
_LAST_WORDS = 4000
_PARTS = ("bashkit", "font_roboto")
"""Packages of the extra `sim` that every simulated phone needs."""
if sys.platform == "win32":
    _AT_ONCE = signal.SIGTERM  # the phone process ends at once there
else:
    _AT_ONCE = signal.SIGKILL


@dataclass(frozen=True, kw_only=True)
class PhoneHandle:
    """A running simulated phone. Closing it (or leaving its `with` block) stops the phone."""

    record: PhoneRecord
    process: subprocess.Popen[bytes] | None = field(default=None, compare=False, repr=False)

    @property
    def serial(self) -> str:
        """Its serial in adb, after `adb connect` with the same text."""
        return self.record.serial

    def console(self, line: str) -> str:
        """The emulator console's answer to a line. Raises PhoneError for a phone without a console."""
        if not self.record.console_port:
            raise PhoneError(
                f"the simulated phone {self.serial} was started without the emulator's console",
                hint="Start it with `agentprog phone start --console`.",
            )
        try:
            with socket.create_connection(("127.0.0.1", self.record.console_port), timeout=_CALL_TIMEOUT) as link:
                link.sendall(f"{line}\nquit\n".encode())
                with link.makefile("rb") as lines:
                    return lines.read().decode("utf-8", "replace").partition("OK\r\n")[2]
        except OSError as exc:
            raise self._unreachable(str(exc)) from exc

    @property
    def private(self) -> bool:
        """True if it belongs to one run; lists do not offer it to others."""
        return self.record.lifetime == "run"

    @property
    def pid(self) -> int:
        return self.record.pid

    def call(self, verb: str, /, **args: object) -> object:
        """Make one admin request. Raises PhoneError with the phone's message."""
        request = json.dumps({"token": self.record.token, "call": verb, "args": args}).encode() + b"\n"
        try:
            with socket.create_connection(("127.0.0.1", self.record.admin_port), timeout=_CALL_TIMEOUT) as link:
                link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                link.sendall(request)
                with link.makefile("rb") as lines:
                    answer = json.loads(lines.readline() or b"null")
        except (OSError, ValueError) as exc:
            raise self._unreachable(str(exc)) from exc
        if not isinstance(answer, dict):
            raise self._unreachable("it closed the connection")
        if "error" in answer:
            raise PhoneError(f"the simulated phone {self.serial} refused {verb!r}: {answer['error']}")
        return answer.get("result")

    def _unreachable(self, reason: str) -> PhoneError:
        ended = not process_exists(self.record.pid)
        problem = "has ended" if ended else f"does not answer ({reason})"
        return PhoneError(
            f"the simulated phone {self.serial} {problem}",
            hint="`agentprog phone list` shows the phones that run.",
            evidence=_tail(self.record.log),
        )

    def state(self) -> Mapping[str, object]:
        """Foreground activity, windows, keyboard, clipboard, faults, time and more."""
        found = self.call("state")
        return found if isinstance(found, dict) else {}

    def screenshot(self) -> bytes:
        """The screen as PNG, including secure windows, which adb shows black."""
        return base64.b64decode(str(self.call("screenshot")))

    def sql(
        self, package: str, database: str, query: str, parameters: Sequence[SqlValue] = ()
    ) -> list[dict[str, SqlValue]]:
        """Rows of one of the phone's databases, read only: the ground truth. `database` is a short name or a file."""
        rows = self.call("sql", package=package, database=database, query=query, parameters=list(parameters))
        return rows if isinstance(rows, list) else []

    def write_sql(self, package: str, database: str, statements: Sequence[tuple[str, Sequence[SqlValue]]]) -> None:
        """Change one of the phone's databases, all statements or none. This stops the owning app first."""
        calls = [[sql, list(parameters)] for sql, parameters in statements]
        self.call("write_sql", package=package, database=database, statements=calls)

    def list_files(self, path: str) -> list[dict[str, SqlValue]]:
        found = self.call("list_files", path=path)
        return found if isinstance(found, list) else []

    def read_file(self, path: str) -> bytes:
        return base64.b64decode(str(self.call("read_file", path=path)))

    def write_file(self, path: str, data: bytes) -> None:
        self.call("write_file", path=path, data=base64.b64encode(data).decode("ascii"))

    def set_fault(
        self,
        name: str,
        params: Mapping[str, str | int | float | bool] | None = None,
        *,
        event: str = "",
        count: int = 0,
        seconds: float = 0.0,
        times: int = 0,
        lasting: float = 0.0,
        probability: float = 1.0,
    ) -> None:
        """Set a fault: at once, after `count` events of a kind, or after some of the phone's seconds."""
        schedule = {
            "event": event,
            "count": count,
            "seconds": seconds,
            "times": times,
            "lasting": lasting,
            "probability": probability,
        }
        self.call("set_fault", name=name, params=dict(params or {}), schedule=schedule)

    def clear_fault(self, name: str | None = None) -> None:
        """Clear one fault, or all."""
        self.call("clear_fault", name=name)

    def faults(self) -> list[dict[str, object]]:
        found = self.call("faults")
        return found if isinstance(found, list) else []

    def snapshot(self, name: str) -> None:
        """Save the phone's current state."""
        self.call("snapshot", name=name)

    def restore(self, name: str, *, keep_automation: bool = True) -> None:
        """Return to a snapshot. The automation server survives by default."""
        self.call("restore", name=name, keep_automation=keep_automation)

    def reset(self, *, keep_automation: bool = True) -> None:
        """Return to the image; this resets the clock and clears faults."""
        self.call("reset", keep_automation=keep_automation)

    def advance(self, seconds: float) -> None:
        """Advance the phone's clock; events due in between happen."""
        self.call("advance", seconds=seconds)

    def fold(self, *, folded: bool = True) -> None:
        """Close a foldable, or open it again. Raises PhoneError for a phone that does not fold."""
        self.call("fold", folded=folded)

    def incoming_sms(self, address: str, body: str) -> None:
        self.call("incoming_sms", address=address, body=body)

    def finger(self, *way: tuple[float, float], seconds: float = 0.08, rest: float | None = None) -> None:
        """Move a person's finger on the phone's glass. Its kernel reports this as input events, unlike input over
        `adb`.

        `way` holds points in fractions of the glass, 0 to 1, from touch to lift in `seconds`. The finger rests for
        `rest` before it moves; with a single point it rests all the time.
        """
        resting = seconds if rest is None and len(way) == 1 else rest or 0.0
        self.call("finger", way=[list(point) for point in way], seconds=seconds, rest=resting)

    def start_app(self, package: str) -> None:
        """Bring an app to the front without adb, as if its owner had tapped its icon."""
        self.call("start", package=package)

    def shell(self, command: str) -> tuple[int, str, str]:
        """Run a command as the phone's shell user, without adb. Returns exit code, stdout, stderr."""
        done = self.call("shell", command=command)
        if not isinstance(done, dict):
            raise self._unreachable("it gave no answer")
        return int(done["code"]), str(done["stdout"]), str(done["stderr"])

    def trace(self, kind: str | None = None) -> list[str]:
        """The clients' requests: services, shell commands, calls, touches."""
        found = self.call("trace", kind=kind)
        return [str(entry["text"]) for entry in found] if isinstance(found, list) else []

    def clear_trace(self) -> None:
        self.call("clear_trace")

    def stop(self) -> None:
        """End the phone and wait for its end."""
        _stop(self.record, self.process)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def start_phone(
    *,
    image: str = "default",
    seed: int = 0,
    profile: str = "pixel",
    port: int = 0,
    speed: float = 1.0,
    latency: str = "zero",
    storage: Path | None = None,
    root: bool = False,
    console: bool = False,
    lifetime: Lifetime = "stopped",
    authorization: Literal["", "open", "ask"] = "",
) -> PhoneHandle:
    """Start a phone and wait until it listens.

    `lifetime` says when it ends: see `Lifetime`. A given `storage` folder is kept, and the phone boots again from it.
    With `root` its build allows `adb root`. `console` opens the emulator's console on the port before adb's. Raises
    PhoneError with the process's last output.
    """
    options = ["--port", str(port), "--image", image, "--profile", profile, "--latency", latency, "--seed", str(seed)]
    options += ["--speed", str(speed), *(["--storage", str(storage)] if storage is not None else [])]
    options += ["--authorization", authorization] if authorization else []
    options += [*(["--root"] if root else []), *(["--console"] if console else [])]
    process, log = _launch([*options, "--lifetime", lifetime], lifetime)
    return PhoneHandle(record=_registered(process, _await_ready(process, log, 1)[0]), process=process)


def start_phones(
    count: int,
    *,
    image: str = "default",
    seed: int = 0,
    profile: str = "pixel",
    latency: str = "zero",
    lifetime: Lifetime = "stopped",
) -> list[PhoneHandle]:
    """Start several equal phones on free ports. This takes little longer than one phone, and they share memory.

    Their processes are forks of a process that has loaded all modules; it ends with the last fork. Without fork
    (Windows) they start singly. Raises PhoneError with the process's last output.
    """
    if not hasattr(os, "fork"):
        start_one = partial(start_phone, image=image, seed=seed, profile=profile, latency=latency, lifetime=lifetime)
        return [start_one() for _ in range(count)]
    options = ["--count", str(count), "--image", image, "--profile", profile, "--latency", latency, "--seed", str(seed)]
    process, log = _launch([*options, "--lifetime", lifetime], lifetime)
    serials = _await_ready(process, log, count)
    # Keeps a pipe open, whose closing shows the phones that this process has ended, and waits for their end.
    threading.Thread(target=_reap, args=(process,), name="phones", daemon=True).start()
    return [PhoneHandle(record=_registered(process, serial)) for serial in serials]


def missing_parts() -> list[str]:
    """The packages of the extra `sim` that are not installed: without them no simulated phone starts."""
    return [name for name in _PARTS if find_spec(name) is None]


def _launch(options: Sequence[str], lifetime: Lifetime) -> tuple[subprocess.Popen[bytes], Path]:
    """Start a phone's process; its stderr goes to a log. Raises ConfigError if the extra is not installed."""
    if missing := missing_parts():
        raise ConfigError(f"the simulated phone needs {' and '.join(missing)}", hint=f"Install the extra: {INSTALL}")
    clean_leftovers()
    log = _new_log()
    with log.open("wb") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "agentprog.phone", *options, "--log", str(log)],
            stdin=subprocess.PIPE if lifetime != "stopped" else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=True,
            env={**os.environ, **_MALLOC, "PYTHONUNBUFFERED": "1"},
        )
    return process, log


def _registered(process: subprocess.Popen[bytes], serial: str) -> PhoneRecord:
    record = next((found for found in read_entries() if found.serial == serial), None)
    if record is None:
        _kill(process.pid)
        raise PhoneError(
            f"the simulated phone {serial} did not register itself in {entries_dir()}",
            hint="Run `agentprog phone start` in a terminal, then read the log that it names.",
        )
    return record


def _reap(process: subprocess.Popen[bytes]) -> None:
    process.wait()
    if process.stdin is not None:
        process.stdin.close()


def _new_log() -> Path:
    folder = state_dir() / "logs"
    folder.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=time.strftime("phone-%Y%m%d-%H%M%S-"), suffix=".log", dir=folder)
    os.close(handle)
    return Path(name)


def _await_ready(process: subprocess.Popen[bytes], log: Path, count: int) -> list[str]:
    """The serials that the process prints when its phones listen."""
    printed: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    pipe = process.stdout
    if pipe is None:
        raise PhoneError(
            "the simulated phone was started without a pipe",
            hint="Run `agentprog phone start` in a terminal, then read the log that it names.",
        )

    def listen() -> None:
        for _ in range(count):
            printed.put(pipe.readline())

    threading.Thread(target=listen, daemon=True).start()
    deadline = time.monotonic() + _START_TIMEOUT
    lines: list[bytes] = []
    try:
        while len(lines) < count and (not lines or lines[-1]):
            lines.append(printed.get(timeout=max(0.0, deadline - time.monotonic())))
    except queue.Empty:
        _kill(process.pid)
        process.wait()
        raise PhoneError(
            f"the simulated phone did not start within {_START_TIMEOUT:.0f} s",
            evidence=_tail(str(log)),
            hint="The computer is busy or short of memory: run nothing else beside it.",
        ) from None
    pipe.close()
    if not lines[-1]:
        code = process.wait()
        words = _tail(str(log)).strip() or f"it ended with code {code} and said nothing"
        last = words.splitlines()[-1] if words.startswith("Traceback") else words
        raise PhoneError(
            f"the simulated phone could not start: {last}",
            evidence=words,
            hint="Run `agentprog phone start` in a terminal, then read the log that it names.",
        )
    return [str(json.loads(line)["ready"]) for line in lines]


def _tail(log: str) -> str:
    if not log:
        return ""
    try:
        return Path(log).read_text(encoding="utf-8", errors="replace")[-_LAST_WORDS:]
    except OSError:
        return ""


def list_phones() -> list[PhoneHandle]:
    """The running simulated phones on this computer, oldest first."""
    return [PhoneHandle(record=record) for record in read_entries()]


def find_phone(serial: str) -> PhoneHandle | None:
    """The running simulated phone with that serial, or None."""
    return next((phone for phone in list_phones() if phone.serial == serial), None)


def stop_phone(serial: str) -> None:
    """Stop one phone. Raises PhoneError if no phone has that serial."""
    phone = find_phone(serial)
    if phone is None:
        running = ", ".join(found.serial for found in list_phones()) or "none"
        raise PhoneError(f"no simulated phone {serial} runs", hint=f"Running: {running}.")
    phone.stop()


def _stop(record: PhoneRecord, process: subprocess.Popen[bytes] | None) -> None:
    for number in (signal.SIGTERM, _AT_ONCE):
        if not process_exists(record.pid):
            break
        _kill(record.pid, number)
        if _ended(record.pid, process):
            break
    if process is not None:
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()
    remove_entry(record)


def _kill(pid: int, number: int = _AT_ONCE) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return


def _ended(pid: int, process: subprocess.Popen[bytes] | None) -> bool:
    deadline = time.monotonic() + _STOP_TIMEOUT
    while time.monotonic() < deadline:
        if process is not None:
            process.poll()
        if not process_exists(pid):
            return True
        time.sleep(0.01)
    return False
