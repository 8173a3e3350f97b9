"""A command on a pseudo-terminal of its own, as a person sees it."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import Any

_ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """The command on a terminal of its own; everything it wrote is in `output`."""

    def __init__(
        self, folder: Path, *words: str, columns: int = 150, rows: int = 44, env: dict[str, str] | None = None
    ) -> None:
        self.folder = folder
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", **(env or {})}
        for name in ("NO_COLOR", "COLUMNS", "LINES"):  # the terminal's own size counts
            environment.pop(name, None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "agentprog", *words],
            cwd=folder,
            env=environment,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(slave)
        self.output = ""

    @property
    def text(self) -> str:
        """Its output since the last answer, without colours and cursor movements."""
        return _ESCAPE.sub("", self.output)

    def wait_for(self, text: str, *, seconds: float = 120) -> None:
        """Waits until the text was written since the last answer."""
        deadline = time.monotonic() + seconds
        while text not in self.text:
            assert time.monotonic() < deadline, f"no {text!r} in {self.text[-2000:]}"
            self._read()

    def wait_for_event(self, name: str, *, seconds: float = 120) -> None:
        """Wait until the journal has this event."""
        deadline = time.monotonic() + seconds
        while not self.events(name):
            assert time.monotonic() < deadline, f"no {name}: {self.text[-2000:]}"
            self._read()

    def answer(self, text: str) -> None:
        """Types the line once the command asks."""
        self.wait_for("> ")
        self.output = ""
        time.sleep(0.1)  # the terminal drops input before the question
        os.write(self._master, text.encode())

    def press(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def end(self, *, seconds: float = 120) -> int:
        deadline = time.monotonic() + seconds
        while self.process.poll() is None:
            assert time.monotonic() < deadline, self.text[-2000:]
            self._read()
        while self._read():
            pass
        return self.process.returncode

    def events(self, name: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for path in self.folder.glob("runs/*/events.jsonl"):
            lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
            found.extend(json.loads(line) for line in lines if line.endswith("\n") and f'"{name}"' in line)
        return [event for event in found if event["type"] == name]

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(timeout=30)
        os.close(self._master)

    def _read(self) -> bool:
        ready, _, _ = select.select([self._master], [], [], 0.05)
        if not ready:
            return False
        try:
            got = os.read(self._master, 65536)
        except OSError:
            return False
        self.output += got.decode("utf-8", "replace")
        return bool(got)
