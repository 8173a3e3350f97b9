"""The resolver: asks which app opens a file or link if several can, and remembers the person's "Always"."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import ClassVar

from agentprog.phone.apps.base import Activity, App
from agentprog.phone.apps.faces import launcher_face
from agentprog.phone.records import Intent
from agentprog.phone.widgets.base import MATCH, Fill, Widget, pad
from agentprog.phone.widgets.controls import Button, Text
from agentprog.phone.widgets.layout import Column, Row, Stack, spacer

PACKAGE = "android"
ACTIVITY = "com.android.internal.app.ResolverActivity"
_ACTION = "agentprog.resolver.action"


def open_with(screen: Activity, intent: Intent) -> bool:
    """Start an intent's activity, after asking which app if there are several. False if there is none."""
    able = [app for app in screen.ctx.installed().values() if app.resolve(intent)]
    always = screen.ctx.setting("secure", _key(intent))
    if len(able) < 2 or always in [app.package for app in able]:
        return screen.ctx.start(replace(intent, package=always) if len(able) > 1 else intent)
    extras = {**intent.extras, _ACTION: intent.action}
    chooser = Intent(component=f"{PACKAGE}/{ACTIVITY}", data=intent.data, mime_type=intent.mime_type, extras=extras)
    return screen.ctx.start(chooser)


def _key(intent: Intent) -> str:
    return f"preferred_activity {intent.mime_type or intent.data.partition(':')[0]}"


class Resolver(Activity):
    """One row for each app; "Just once" and "Always" need a selected row."""

    name: ClassVar[str] = ACTIVITY
    translucent: ClassVar[bool] = True

    def create(self) -> None:
        self.chosen = ""

    def background(self) -> str:
        return ""

    def _wrapped(self) -> Intent:
        extras = {k: v for k, v in self.intent.extras.items() if k != _ACTION}
        return replace(self.intent, component="", action=self.intent.extras[_ACTION], extras=extras)

    def build(self) -> Widget:
        t, intent = self.t, self._wrapped()
        rows: list[Widget] = [Text("Open with", id="android:id/title", size=20, color=t.text, padding=pad(24, 12))]
        for app in self.ctx.installed().values():
            if app.resolve(intent):
                rows.append(self._row(app))
        once = Button("Just once", t, id="android:id/button_once", enabled=bool(self.chosen))
        always = Button("Always", t, id="android:id/button_always", enabled=bool(self.chosen))
        once.on_click, always.on_click = self._go, self._always
        rows.append(Row([spacer(weight=1), once, always], width=MATCH, padding=pad(12, 8)))
        sheet = Column(rows, id="android:id/contentPanel", width=MATCH, padding=pad(0, 16, bottom=32), absorbs=True)
        sheet.fill, sheet.align_vertical = Fill(t.surface, radius=28), "end"
        return Stack([sheet], width=MATCH, height=MATCH, on_click=self.finish, focusable=False)

    def _row(self, app: type[App]) -> Widget:
        t = self.t
        label = Text(app.label, id="android:id/text1", size=17, color=t.text, weight=1)
        row = Row([launcher_face(app.icon, size=40), label], width=MATCH, gap=18, padding=pad(24, 10))
        row.selected = app.package == self.chosen
        row.fill = Fill(t.container) if row.selected else None
        row.on_click = partial(self._choose, app.package)
        return row

    def _choose(self, package: str) -> None:
        self.chosen = package
        self.ctx.invalidate()

    def _always(self) -> None:
        self.ctx.set_setting("secure", _key(self._wrapped()), self.chosen)
        self._go()

    def _go(self) -> None:
        intent = self._wrapped()
        app = self.ctx.installed()[self.chosen]
        self.finish()
        self.ctx.start(replace(intent, component=f"{app.package}/{app.resolve(intent)}"))
