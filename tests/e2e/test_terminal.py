"""A run in a real terminal (a pseudo one): the live view, Ctrl-C and what can be done at a pause, what is left."""

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
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.phone]

PROGRAM = """For each {guest} in ["Ada", "Grace"]:
    In the "Contacts" app, create a contact for the guest {guest}, and save it
    Press back
    Tell user "{guest} is in"
"""
MODEL = r"""
[capabilities]
scoring = false

[[rule]]
pattern = '(?s)\[(?P<n>\d+)\] button "Create contact"'
expand = '{"judgement": "", "action": "tap", "element": \g<n>, "expectation": "First name"}'

[[rule]]
pattern = '(?s)\[(?P<n>\d+)\] field "First name": empty.*Now: [^\n]*guest (?P<name>\w+)'
expand = '{"judgement": "", "action": "type", "element": \g<n>, "text": "\g<name>", "expectation": "\g<name>"}'

[[rule]]
pattern = '(?s)\A(?=.*The user says: [^\n]*\bAcme\b).*\[(?P<n>\d+)\] field "Company": empty'
expand = '{"judgement": "", "action": "type", "element": \g<n>, "text": "Acme", "expectation": "Acme"}'

[[rule]]
pattern = '(?s)\[(?P<n>\d+)\] button "Save"'
expand = '{"judgement": "", "action": "tap", "element": \g<n>}'

[[rule]]
pattern = '(?s)Now: [^\n]*guest (?P<name>\w+)'
expand = '{"judgement": "", "action": "done", "expectation": "\g<name>"}'
"""
_ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """The command on a terminal of its own; everything it wrote is in `output`."""

    def __init__(self, folder: Path, *words: str, columns: int = 150, rows: int = 44) -> None:
        self.folder = folder
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
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

    def wait_for(self, text: str, *, seconds: float = 120) -> None:
        """Until the text was written since the last answer."""
        deadline = time.monotonic() + seconds
        while text not in _ESCAPE.sub("", self.output):
            assert time.monotonic() < deadline, f"no {text!r} in {_ESCAPE.sub('', self.output)[-2000:]}"
            self._read()

    def wait_for_event(self, name: str, *, seconds: float = 120) -> None:
        """Until the journal has such an event."""
        deadline = time.monotonic() + seconds
        while not self.events(name):
            assert time.monotonic() < deadline, f"no {name}: {_ESCAPE.sub('', self.output)[-2000:]}"
            self._read()

    def answer(self, text: str) -> None:
        """Once it asks."""
        self.wait_for("> ")
        self.output = ""
        time.sleep(0.1)  # what is typed before the question is dropped
        os.write(self._master, text.encode())

    def press(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def end(self, *, seconds: float = 120) -> int:
        deadline = time.monotonic() + seconds
        while self.process.poll() is None:
            assert time.monotonic() < deadline, _ESCAPE.sub("", self.output)[-2000:]
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


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    (tmp_path / "guests.stp").write_text(PROGRAM, encoding="utf-8")
    (tmp_path / "model.toml").write_text(MODEL, encoding="utf-8")
    made = Terminal(tmp_path, "run", "--sim", "guests.stp", "--model", "scripted:model.toml")
    yield made
    made.close()


def test_a_run_is_paused_told_something_taken_over_and_goes_on(terminal: Terminal) -> None:
    terminal.wait_for_event("ActionDone")
    terminal.press("\x03")
    terminal.wait_for("[c]ontinue")
    terminal.answer("tell their company is Acme\n")
    terminal.answer("step\n")
    terminal.answer("over\n")
    terminal.wait_for("hand back> ")
    terminal.answer("had a look\n")
    assert terminal.end() == 0
    (said,) = terminal.events("Remarked")
    assert said["text"] == "their company is Acme"
    assert [event["how"] for event in terminal.events("Continued")] == ["one step", "go on"]
    (taken,) = terminal.events("TookOver")
    assert taken["note"] == "had a look"
    typed = [event["text"] for event in terminal.events("ActionIntended") if "Company" in event["text"]]
    assert typed, "the model heeded the remark"
    assert "verified: every effect was seen on the phone" in terminal.output
    assert "Traceback" not in terminal.output


def test_ctrl_c_at_a_pause_stops(terminal: Terminal) -> None:
    terminal.wait_for_event("ActionDone")
    terminal.wait_for("╭")
    terminal.wait_for("▀")  # the phone's picture
    terminal.press("\x03")
    terminal.wait_for("paused> ")
    terminal.press("\x03")
    assert terminal.end() == 130
    assert "interrupted: stopped at a question" in _ESCAPE.sub("", terminal.output)
    assert "Traceback" not in terminal.output
