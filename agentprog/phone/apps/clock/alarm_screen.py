"""A ringing alarm, over any other screen."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from agentprog.phone.apps.base import Activity
from agentprog.phone.apps.clock.ringing import ALARM_ACTIVITY, SNOOZE_MINUTES, ClockProcess
from agentprog.phone.apps.clock.store import DISMISSED, FIRED, SNOOZED
from agentprog.phone.records import Intent
from agentprog.phone.widgets.base import MATCH, Fill, Widget, pad
from agentprog.phone.widgets.controls import Button, Icon, Text
from agentprog.phone.widgets.layout import Column, Row, Stack, spacer


class AlarmScreen(Activity):
    """Back does nothing: an alarm is snoozed or dismissed."""

    name: ClassVar[str] = ALARM_ACTIVITY
    affinity: ClassVar[str] = "com.android.deskclock.alarm"
    app: ClockProcess

    def create(self) -> None:
        self.number = int(self.intent.extras.get("instance", "0"))
        self.ctx.every(1.0, self._tick)

    def new_intent(self, intent: Intent) -> None:
        self.number = int(intent.extras.get("instance", "0"))

    def resume(self) -> None:
        self._tick()

    def _tick(self) -> None:
        """Gone once it was answered elsewhere or gave up."""
        if not self.finished and self.number not in dict(self.app.store.instances(FIRED)):
            self.finish()

    def back(self) -> bool:
        return True

    def build(self) -> Widget:
        t, now = self.t, self.ctx.now()
        label, _ = self.app.store.instance(self.number)
        twelve = self.ctx.setting("system", "time_12_24", "24") == "12"
        time = now.strftime("%-I:%M %p" if twelve else "%H:%M")
        snooze = Button("Snooze", t, kind="tonal", id="snooze", weight=1, on_click=partial(self._answer, SNOOZED))
        dismiss = Button("Dismiss", t, kind="filled", id="dismiss", weight=1)
        dismiss.on_click = partial(self._answer, DISMISSED)
        parts: list[Widget] = [
            spacer(weight=1),
            Icon("alarm", id="alarm", desc="Alarm", size=72, color=t.primary, align="center"),
            Text(time, id="digital_clock", desc=time, size=72, color=t.text, font_weight="light", align="center"),
            Text(label or "Alarm", id="title", size=22, color=t.muted, align="center"),
            spacer(weight=1),
            Row([snooze, dismiss], width=MATCH, gap=16),
            spacer(height=48),
        ]
        body = Column(parts, width=MATCH, height=MATCH, gap=14, padding=pad(28), id="content")
        return Stack([body], width=MATCH, height=MATCH, fill=Fill(t.background))

    def _answer(self, state: int) -> None:
        if state == SNOOZED:
            self.ctx.toast(f"Snoozing for {SNOOZE_MINUTES} minutes.")
        else:
            self.ctx.toast("Alarm dismissed")
        self.app.ringing.answered(self.number, state)
        self.finish()
