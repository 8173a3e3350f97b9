"""Events from outside the apps: arrivals, permission requests, ANR and crash dialogs, test controls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from agentprog.phone.records import Intent, WindowKind
from agentprog.phone.system.inside import Knobs, System
from agentprog.phone.widgets.base import MATCH, Callback, Fill, Widget, pad
from agentprog.phone.widgets.controls import Button, Text, Toggle
from agentprog.phone.widgets.layout import Column, Row, Stack, spacer
from agentprog.phone.widgets.overlay import Overlay

PERMISSION_CONTROLLER = "com.google.android.permissioncontroller"
CRASHES_TOGETHER_SECONDS = 120.0
"""Seconds: the phone reports a second crash within this time, but not a single one."""
GRANT_ACTIVITY = "com.android.permissioncontroller.permission.ui.GrantPermissionsActivity"


def default_knobs() -> Knobs:
    return {
        "sms_send_seconds": 1.2,
        "sms_fail_next": 0.0,
        "cold_start_seconds": 0.0,
        "transition_seconds": 0.0,
        "secure_package": "",
        "never_idle": False,
        "no_nodes_package": "",
        "drop_next_touches": 0.0,
        "pin_lock": False,
        "keyboard_seconds": 0.0,
        "scroll_jump_rows": 0.0,
    }


class Stage:
    """System dialogs lie in `dialogs` as (package, overlay), the newest last."""

    def __init__(self, phone: System) -> None:
        self._phone = phone
        self.dialogs: list[tuple[str, Overlay]] = []
        self._crashed: dict[str, float] = {}

    def incoming_sms(self, address: str, body: str) -> None:
        self._phone.settle()
        self._phone.deliver_sms(address, body)
        self._phone.invalidate()

    # Permissions

    def permission(self, package: str, permission: str) -> None:
        self._phone.settle()
        self.ask_permission(package, permission, lambda _: None)

    def ask_permission(self, package: str, permission: str, answered: Callable[[bool], object]) -> None:
        """Show the permission dialog, unless the person has answered before."""
        manager = self._phone.package_manager
        if manager.asked(package, permission):
            answered(manager.granted(package, permission))
            return

        def done(result: object) -> None:
            granted = result in ("allow", "foreground", "once")
            if result is not None:
                manager.grant(package, permission, granted=granted)
            answered(granted)

        top = self._phone.activities.top()
        intent = Intent(
            component=f"{PERMISSION_CONTROLLER}/{GRANT_ACTIVITY}",
            extras={"package": package, "permission": permission},
        )
        self._phone.activities.launch(intent, top.activity if top else None, done)

    # Dialogs of the system

    def anr(self, package: str) -> None:
        self._phone.settle()
        label = self._label(package)
        self._trouble(
            f"{label} isn't responding",
            [
                ("android:id/aerr_close", "Close app", lambda: self._phone.activities.force_stop(package)),
                ("android:id/aerr_wait", "Wait", lambda: None),
            ],
        )

    def crash(self, package: str, *, told: bool = False) -> None:
        self._phone.settle()
        now, before = self._phone.clock.monotonic(), self._crashed.get(package)
        self._crashed[package] = now
        self._write_crash(package)
        self._phone.activities.force_stop(package)
        crashed_before = before is not None and now - before < CRASHES_TOGETHER_SECONDS
        if not crashed_before and not told and not self._phone.settings.flag("global", "show_first_crash_dialog"):
            return
        self._trouble(
            f"{self._label(package)} {'keeps stopping' if crashed_before or told else 'has stopped'}",
            [
                ("android:id/aerr_app_info", "App info", lambda: self._app_info(package)),
                ("android:id/aerr_close", "Close app", lambda: None),
            ],
        )

    def _write_crash(self, package: str) -> None:
        pid = next((p.pid for p in self._phone.activities.processes() if p.package == package), 0)
        uid = self._phone.package_manager.uid(package)
        text = (
            f"FATAL EXCEPTION: main\nProcess: {package}, PID: {pid}\n"
            "java.lang.RuntimeException: the app was made to crash\n"
            "\tat android.os.Handler.dispatchMessage(Handler.java:106)\n"
            "\tat android.os.Looper.loop(Looper.java:288)\n"
            "\tat android.app.ActivityThread.main(ActivityThread.java:7872)"
        )
        self._phone.log.write("AndroidRuntime", text, priority="E", buffer="crash", pid=pid, uid=uid)
        line = f"Process {package} (pid {pid}) has died: fg  TOP"
        self._phone.log.write("ActivityManager", line)

    def _app_info(self, package: str) -> None:
        self._phone.activities.start(
            Intent(action="android.settings.APPLICATION_DETAILS_SETTINGS", data=f"package:{package}")
        )

    def _label(self, package: str) -> str:
        info = self._phone.package_manager.get(package)
        return info.label if info else package

    def _trouble(self, title: str, choices: Sequence[tuple[str, str, Callback]]) -> None:
        def content() -> Widget:
            t = self._phone.theme()
            rows: list[Widget] = [Text(title, id="android:id/alertTitle", size=20, color=t.text, padding=pad(24, 20))]
            for name, label, action in choices:
                row = Text(label, id=name, size=16, color=t.text, padding=pad(24, 14), width=MATCH)
                row.class_name, row.on_click = "android.widget.Button", self._closing(overlay, action)
                rows.append(row)
            rows.append(spacer(height=12))
            return Stack([Column(rows, width=MATCH, fill=_panel(t.surface), absorbs=True)], id="android:id/content")

        overlay = Overlay(content=content, kind=WindowKind.SYSTEM_DIALOG, cancelable=False)
        self._push("android", overlay)

    def ask(
        self,
        title: str,
        message: str,
        buttons: Sequence[str],
        answered: Callable[[str | None], None],
        *,
        checkbox: str = "",
    ) -> None:
        """Shows a system dialog; its last button agrees. `answered` gets the touched label, or None for back."""
        self._phone.settle()
        ticked = [False]

        def content() -> Widget:
            t = self._phone.theme()
            rows: list[Widget] = [
                Text(title, id="android:id/alertTitle", size=22, color=t.text, margin=pad(24, 0, top=24)),
                Text(message, id="android:id/message", size=14, color=t.muted, margin=pad(24, 0, top=16)),
            ]
            if checkbox:
                box = Toggle(t, "checkbox", text=checkbox, checked=ticked[0], margin=pad(24, 8))
                box.id, box.on_click = "com.android.systemui:id/alwaysUse", toggle
                rows.append(box)
            cells: list[Widget] = [spacer(weight=1)]
            # Android numbers the positive button 1 and shows it at the end
            for label, number in zip(buttons, range(len(buttons), 0, -1), strict=True):
                button = Button(label, t, id=f"android:id/button{number}")
                button.on_click = self._closing(overlay, partial(answered, label))
                cells.append(button)
            rows.append(Row(cells, width=MATCH, padding=pad(12, 12)))
            return Stack([Column(rows, width=MATCH, fill=_panel(t.surface), absorbs=True)], id="android:id/content")

        def toggle() -> None:
            ticked[0] = not ticked[0]

        overlay = Overlay(content=content, kind=WindowKind.SYSTEM_DIALOG, on_cancel=lambda: answered(None))
        self._push("com.android.systemui", overlay)

    def _push(self, package: str, overlay: Overlay) -> None:
        self.dialogs.append((package, overlay))
        self._phone.ime_manager.dismiss()

    def _closing(self, overlay: Overlay, action: Callback) -> Callback:
        def act() -> None:
            self.dialogs = [d for d in self.dialogs if d[1] is not overlay]
            action()
            self._phone.invalidate()

        return act

    def dismiss_top(self) -> None:
        """Close the top system dialog after Back."""
        if self.dialogs and self.dialogs[-1][1].cancelable:
            _, overlay = self.dialogs.pop()
            if overlay.on_cancel:
                overlay.on_cancel()
        self._phone.invalidate()

    # Knobs

    def tune(self, knob: str, value: float | str | bool) -> None:
        if knob not in self._phone.knobs:
            raise KeyError(knob)
        self._phone.knobs[knob] = value
        self._phone.invalidate()

    def forget(self) -> None:
        self.dialogs.clear()
        self._crashed.clear()


def _panel(color: str) -> Fill:
    return Fill(color, radius=28, elevation=6)
