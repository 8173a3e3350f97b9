"""The permission dialog, an activity of its own over the requesting app."""

from __future__ import annotations

from typing import ClassVar

from agentprog.phone.apps.base import Activity, App
from agentprog.phone.widgets.base import MATCH, Fill, Widget, pad
from agentprog.phone.widgets.controls import Button, Icon, Text
from agentprog.phone.widgets.layout import Column, Stack, spacer

_IDS = "com.android.permissioncontroller:id/"
_WORDS = {
    "POST_NOTIFICATIONS": ("bell", "send you notifications"),
    "READ_CONTACTS": ("contacts", "access your contacts"),
    "WRITE_CONTACTS": ("contacts", "access your contacts"),
    "SEND_SMS": ("message", "send and view SMS messages"),
    "READ_SMS": ("message", "send and view SMS messages"),
    "CALL_PHONE": ("call", "make and manage phone calls"),
    "READ_CALENDAR": ("calendar", "access your calendar"),
    "WRITE_CALENDAR": ("calendar", "access your calendar"),
    "CAMERA": ("image", "take pictures and record video"),
    "RECORD_AUDIO": ("mic", "record audio"),
    "ACCESS_FINE_LOCATION": ("location", "access this device’s location"),
    "READ_EXTERNAL_STORAGE": ("folder", "access photos and media on your device"),
    "READ_MEDIA_IMAGES": ("image", "access photos and videos on this device"),
}
_WHILE_IN_USE = ("CAMERA", "RECORD_AUDIO", "ACCESS_FINE_LOCATION")


class GrantPermissions(Activity):
    """Finishes with `allow`, `foreground`, `once` or `deny`; None if dismissed."""

    name: ClassVar[str] = "com.android.permissioncontroller.permission.ui.GrantPermissionsActivity"
    translucent: ClassVar[bool] = True

    def background(self) -> str:
        return ""

    def build(self) -> Widget:
        t = self.t
        package = self.intent.extras.get("package", "")
        permission = self.intent.extras.get("permission", "").rsplit(".", 1)[-1]
        app = self.ctx.installed().get(package)
        icon, words = _WORDS.get(permission, ("lock", f"use {permission.replace('_', ' ').lower()}"))
        message = f"Allow {app.label if app else package} to {words}?"
        parts: list[Widget] = [
            Icon(icon, id=_IDS + "permission_icon", size=28, color=t.primary, align="center", margin=pad(0, 8)),
            Text(message, id=_IDS + "permission_message", size=18, color=t.text, text_align="center", align="center"),
            spacer(height=16),
        ]
        parts += [self._button(*choice) for choice in self._choices(permission)]
        panel = Column(parts, id=_IDS + "grant_dialog", width=MATCH, gap=4, padding=pad(24, 22))
        panel.fill, panel.absorbs, panel.margin = Fill(t.surface, radius=28, elevation=6), True, pad(32, 32)
        panel.align_vertical = "center"
        return Stack([panel], id=_IDS + "grant_singleton", on_click=lambda: None, width=MATCH, height=MATCH)

    def _choices(self, permission: str) -> list[tuple[str, str, str]]:
        if permission in _WHILE_IN_USE:
            return [
                ("permission_allow_foreground_only_button", "While using the app", "foreground"),
                ("permission_allow_one_time_button", "Only this time", "once"),
                ("permission_deny_button", "Don’t allow", "deny"),
            ]
        return [
            ("permission_allow_button", "Allow", "allow"),
            ("permission_deny_button", "Don’t allow", "deny"),
        ]

    def _button(self, name: str, label: str, result: str) -> Widget:
        button = Button(label, self.t, kind="tonal", id=_IDS + name, width=MATCH, min_height=52)
        button.on_click = lambda: self.finish(result)
        return button


class PermissionController(App):
    package: ClassVar[str] = "com.google.android.permissioncontroller"
    label: ClassVar[str] = "Permission controller"
    activities: ClassVar[tuple[type[Activity], ...]] = (GrantPermissions,)
    system: ClassVar[bool] = True
    hidden: ClassVar[bool] = True
