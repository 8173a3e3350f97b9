"""Carries out fault events on the phone, and the switches that faults set."""

from __future__ import annotations

from collections.abc import Callable

from agentprog.phone.facade import Phone
from agentprog.phone.faults.catalogue import ParamValue
from agentprog.phone.faults.engine import Params

_DEFAULT_PERMISSION = "android.permission.READ_CONTACTS"


class Happenings:
    """Carries out the events and switches of the catalogue."""

    def __init__(self, phone: Phone, drop: Callable[[], object], kill_automation: Callable[[], None]) -> None:
        self._phone = phone
        self._events: dict[str, Callable[[Params], object]] = {
            "drop_connection": lambda _: drop(),
            "u2_killed": lambda _: kill_automation(),
            "dialog": self._dialog,
            "permission_dialog": self._permission,
            "anr": lambda params: phone.stage.anr(self._package(params)),
            "app_crash": lambda params: phone.stage.crash(self._package(params), told=True),
            "process_death": lambda params: phone.activities.kill(self._package(params)),
            "incoming_sms": lambda params: phone.stage.incoming_sms(str(params["address"]), str(params["body"])),
            "notification": self._notification,
            "sleep": lambda _: phone.power.sleep(),
            "lock": lambda _: phone.power.lock(),
            "rotate": lambda params: phone.display.rotate(int(params["rotation"]) % 4),
            "home": lambda _: phone.keys.press("HOME"),
            "open_shade": lambda _: phone.notifications.open_shade(),
            "touches_lost": lambda params: phone.stage.tune("drop_next_touches", int(params["count"])),
            "clock_jump": lambda params: phone.clock.advance(float(params["seconds"])),
            "sms_slow": lambda params: phone.stage.tune("sms_send_seconds", float(params["seconds"])),
            "sms_fails": lambda _: phone.stage.tune("sms_fail_next", 1),
        }
        self._switches: dict[str, Callable[[bool, Params], None]] = {
            "never_idle": lambda on, _: phone.stage.tune("never_idle", on),
            "pin_lock": lambda on, _: phone.stage.tune("pin_lock", on),
            "keyboard_late": lambda on, params: phone.stage.tune("keyboard_seconds", _number(on, params["seconds"])),
            "scroll_jump": lambda on, params: phone.stage.tune("scroll_jump_rows", _number(on, params["rows"])),
            "no_nodes": lambda on, params: phone.stage.tune("no_nodes_package", self._package(params) if on else ""),
            "secure_window": lambda on, params: phone.stage.tune("secure_package", self._package(params) if on else ""),
        }

    def happen(self, name: str, params: Params) -> None:
        """Carry out an event."""
        self._events[name](params)

    def throw(self, name: str, on: bool, params: Params) -> None:
        """Set a switch on or off."""
        self._switches[name](on, params)

    def _package(self, params: Params) -> str:
        """The named package, or the one in front."""
        package = str(params.get("package", ""))
        resumed = self._phone.activities.resumed()
        return package or (resumed.package if resumed is not None else "")

    def _dialog(self, params: Params) -> None:
        self._phone.stage.ask(str(params["title"]), str(params["message"]), ("Cancel", "OK"), _ignore)

    def _permission(self, params: Params) -> None:
        permission = str(params["permission"]) or _DEFAULT_PERMISSION
        self._phone.stage.permission(self._package(params), permission)

    def _notification(self, params: Params) -> None:
        self._phone.notifications.post(str(params["package"]), str(params["title"]), str(params["text"]))


def _number(on: bool, value: ParamValue) -> float:
    return float(value) if on else 0.0


def _ignore(button: str | None) -> None:
    """A disturbance: no answer changes anything."""
    del button
