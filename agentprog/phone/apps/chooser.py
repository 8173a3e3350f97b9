"""The share sheet: asks which app receives an intent if several can."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import ClassVar

from agentprog.phone.apps.base import Activity, App
from agentprog.phone.apps.faces import launcher_face
from agentprog.phone.apps.opening import Resolver
from agentprog.phone.records import Intent
from agentprog.phone.widgets.base import MATCH, Fill, Widget, pad
from agentprog.phone.widgets.controls import Text
from agentprog.phone.widgets.layout import Column, Flow, Stack

PACKAGE = "android"
ACTIVITY = "com.android.internal.app.ChooserActivity"
FROM = "agentprog.chooser.from"


class Chooser(Activity):
    """Finishes when a target is tapped, or on Back."""

    name: ClassVar[str] = ACTIVITY
    translucent: ClassVar[bool] = True

    def background(self) -> str:
        return ""

    def _wrapped(self) -> Intent:
        extras = {k: v for k, v in self.intent.extras.items() if k not in (FROM, "action")}
        return replace(self.intent, component="", action=self.intent.extras["action"], extras=extras)

    def build(self) -> Widget:
        t, intent = self.t, self._wrapped()
        targets = [
            app
            for app in self.ctx.installed().values()
            if app.package != self.intent.extras.get(FROM) and app.resolve(intent)
        ]
        text = intent.extras.get("android.intent.extra.TEXT", "")
        parts: list[Widget] = [Text("Share", id="android:id/title", size=20, color=t.text, padding=pad(24, 8))]
        if text:
            parts.append(
                Text(text, id="android:id/content_preview_text", size=14, color=t.muted, lines=2, padding=pad(24, 4))
            )
        cells: list[Widget] = []
        for app in targets:
            face = launcher_face(app.icon, size=52)
            face.align = "center"
            label = Text(app.label, id="android:id/text1", size=12, color=t.text, lines=1, align="center")
            cell = Column([face, label], width=88, gap=6, padding=pad(4, 8), on_click=partial(self._go, app, intent))
            cells.append(cell)
        if cells:
            parts.append(Flow(cells, gap=4, padding=pad(12, 8), width=MATCH))
        else:
            parts.append(Text("No apps can perform this action.", size=16, color=t.muted, padding=pad(24, 16)))
        sheet = Column(parts, id="android:id/contentPanel", width=MATCH, padding=pad(0, 16, bottom=40), absorbs=True)
        sheet.fill, sheet.align_vertical = Fill(t.surface, radius=28), "end"
        return Stack([sheet], width=MATCH, height=MATCH, on_click=self.finish, focusable=False)

    def _go(self, app: type[App], intent: Intent) -> None:
        target = replace(intent, component=f"{app.package}/{app.resolve(intent)}")
        self.ctx.start(target)
        self.finish()


class SystemShare(App):
    package: ClassVar[str] = PACKAGE
    label: ClassVar[str] = "Android System"
    activities: ClassVar[tuple[type[Activity], ...]] = (Chooser, Resolver)
    system: ClassVar[bool] = True
    hidden: ClassVar[bool] = True


def share(screen: Activity, text: str) -> None:
    """Offer a text to other apps."""
    extras = {"android.intent.extra.TEXT": text, "action": "android.intent.action.SEND", FROM: screen.app.package}
    screen.ctx.start(Intent(component=f"{PACKAGE}/{ACTIVITY}", mime_type="text/plain", extras=extras))
