"""Keeps the screen on while a run works, and restores the owner's settings afterwards.

Changes are noted on the phone first, so that the next start can undo those of a killed run. If adb may not write
settings, a key without meaning for apps is pressed again and again.
"""

from __future__ import annotations

import re
import threading

from agentprog.devices.automation.server import quietly
from agentprog.devices.link.conditions import Condition
from agentprog.devices.link.transport import Transport
from agentprog.devices.prints.refusal import refusal_in

_NOTE = "/data/local/tmp/agentprog.awake"
_WHILE_PLUGGED = ("global", "stay_on_while_plugged_in")
_ANY_POWER = 7
"""Bit mask of all power sources: mains (1), USB (2), wireless charging (4)."""
_TIMEOUT = ("system", "screen_off_timeout")
_LONG = 1_800_000
"""Half an hour in milliseconds, for a phone that is not plugged in (adb over Wi-Fi)."""
_LINE = re.compile(r"^(global|system) (stay_on_while_plugged_in|screen_off_timeout) (null|\d+) (\d+)$")
_WAKE_KEY = "KEYCODE_WAKEUP"
"""Counts as user activity for the screen's timeout, and reaches no app."""
_USUAL_TIMEOUT = 30_000
"""Screen timeout in milliseconds, if the phone does not report its own."""
_SHORTEST_PAUSE = 2.0


class Awake:
    """Keeps one phone's screen on. Raises DeviceError if the phone is gone."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._over = threading.Event()
        self._pressing: threading.Thread | None = None

    def hold(self) -> bool:
        """Keeps the screen on from now, after undoing the changes of a killed run. False if nothing was needed."""
        self.release()
        now = self._current()
        changes = [
            (*setting, current if current.isdigit() else "null", value)
            for setting, current, value in zip((_WHILE_PLUGGED, _TIMEOUT), now, _wanted(*now), strict=True)
            if current != value
        ]
        if not changes:
            return False
        note = "".join(" ".join(change) + "\n" for change in changes)
        puts = "; ".join(f"settings put {namespace} {key} {value}" for namespace, key, _, value in changes)
        # One command: it writes the note before it changes a setting, so that a broken run can be undone.
        answer = self._transport.shell(f"printf '%s' '{note}' > {_NOTE} && {{ {puts}; }}")
        if refused := refusal_in(answer.words):
            self._press(now[1])
            self._transport.health.notice(Condition.SETTINGS_REFUSED, mended=True, detail=refused)
        return True

    def release(self) -> bool:
        """Restores the settings in the note, except settings that were changed meanwhile."""
        self._over.set()
        self._pressing = None
        noted = [match.groups() for line in self._note() if (match := _LINE.match(line))]
        if not noted:
            return False
        current = dict(zip((_WHILE_PLUGGED[1], _TIMEOUT[1]), self._current(), strict=True))
        puts = [
            f"settings delete {namespace} {key}" if before == "null" else f"settings put {namespace} {key} {before}"
            for namespace, key, before, ours in noted
            if current[key] == ours
        ]
        self._transport.shell("; ".join([*puts, f"rm -f {_NOTE}"]))
        return True

    def _press(self, timeout: str) -> None:
        """Presses the key repeatedly, several times per screen timeout."""
        milliseconds = int(timeout) if timeout.isdigit() else _USUAL_TIMEOUT
        pause = max(_SHORTEST_PAUSE, milliseconds / 3000)
        over = self._over = threading.Event()

        def press() -> None:
            while not over.is_set():
                quietly(lambda: self._transport.shell(["input", "keyevent", _WAKE_KEY]))
                over.wait(pause)

        self._pressing = threading.Thread(target=press, name="agentprog keeps the screen on", daemon=True)
        self._pressing.start()

    def _note(self) -> list[str]:
        return self._transport.shell(f"cat {_NOTE} 2>/dev/null").out.splitlines()

    def _current(self) -> tuple[str, str]:
        command = "; ".join(f"settings get {namespace} {key}" for namespace, key in (_WHILE_PLUGGED, _TIMEOUT))
        plugged, timeout, *_ = [*(line.strip() for line in self._transport.shell(command).out.splitlines()), "", ""]
        return plugged, timeout


def _wanted(plugged: str, timeout: str) -> tuple[str, str]:
    """Minimum values of the two settings."""
    power = int(plugged) if plugged.isdigit() else 0
    milliseconds = int(timeout) if timeout.isdigit() else 0
    return str(power | _ANY_POWER), str(max(milliseconds, _LONG))
