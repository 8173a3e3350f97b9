"""The app's manifest and the frame around its four tabs."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from agentprog.phone.apps.base import Activity, IntentFilter
from agentprog.phone.apps.clock.alarm_screen import AlarmScreen
from agentprog.phone.apps.clock.alarms import AlarmTab
from agentprog.phone.apps.clock.ringing import ClockActivity, ClockProcess
from agentprog.phone.apps.clock.timing import StopwatchTab, TimerTab, WorldTab
from agentprog.phone.apps.faces import LauncherIcon
from agentprog.phone.records import Intent
from agentprog.phone.widgets.bars import Item, bottom_navigation, toolbar
from agentprog.phone.widgets.base import Widget
from agentprog.phone.widgets.layout import Column
from agentprog.phone.widgets.theme import Theme, tinted

_TABS = (
    ("Alarm", "alarm", "tab_menu_alarm"),
    ("Clock", "clock", "tab_menu_clock"),
    ("Timer", "hourglass", "tab_menu_timer"),
    ("Stopwatch", "stopwatch", "tab_menu_stopwatch"),
)
_TICK = 0.1


class ClockMain(ClockActivity):
    """One activity; the tab is remembered while the process lives."""

    name: ClassVar[str] = "com.android.deskclock.DeskClock"
    snack_above: ClassVar[float] = 76

    def create(self) -> None:
        self.tab = 1
        self.alarms = AlarmTab(self)
        self.tabs = (self.alarms, WorldTab(self), TimerTab(self), StopwatchTab(self))
        self.ctx.every(_TICK, self._tick)
        self._take(self.intent)

    def new_intent(self, intent: Intent) -> None:
        self._take(intent)

    def _take(self, intent: Intent) -> None:
        actions = {
            "android.intent.action.SHOW_ALARMS": 0,
            "android.intent.action.SET_ALARM": 0,
            "android.intent.action.SHOW_TIMERS": 2,
            "android.intent.action.SET_TIMER": 2,
        }
        self.tab = actions.get(intent.action, self.tab)
        extras = intent.extras
        if intent.action == "android.intent.action.SET_ALARM" and "android.intent.extra.alarm.HOUR" in extras:
            hour = int(extras["android.intent.extra.alarm.HOUR"])
            minutes = int(extras.get("android.intent.extra.alarm.MINUTES", "0"))
            self.alarms.create(hour, minutes)

    def _tick(self) -> None:
        if self.resumed and not self.finished and self.tabs[self.tab].moving():
            self.ctx.invalidate()

    def build(self) -> Widget:
        items = [Item(title=n, icon=i, id=d, action=partial(self._open_tab, k)) for k, (n, i, d) in enumerate(_TABS)]
        bar = toolbar(self.t, _TABS[self.tab][0], overflow=self._menu, id="toolbar", title_id="action_bar_title")
        return Column([bar, self.tabs[self.tab].build(), bottom_navigation(self.t, items, self.tab, id="bottom_view")])

    def _open_tab(self, tab: int) -> None:
        self.tab = tab
        self.ctx.invalidate()

    def _menu(self) -> None:
        self.menu([Item(title="Settings", id="menu_item_settings", action=self._settings)])

    def _settings(self) -> None:
        if not self.ctx.start(Intent(action="android.settings.DATE_SETTINGS")):
            self.ctx.toast("No application found to handle this action")


class DeskClock(ClockProcess):
    package: ClassVar[str] = "com.google.android.deskclock"
    label: ClassVar[str] = "Clock"
    version_name: ClassVar[str] = "7.5"
    version_code: ClassVar[int] = 75
    icon: ClassVar[LauncherIcon] = LauncherIcon(symbol="clock", background="#3949AB")
    launch: ClassVar[str] = ClockMain.name
    activities: ClassVar[tuple[type[Activity], ...]] = (ClockMain, AlarmScreen)
    filters: ClassVar[tuple[IntentFilter, ...]] = tuple(
        IntentFilter(action=f"android.intent.action.{name}", activity=ClockMain.name)
        for name in ("SHOW_ALARMS", "SET_ALARM", "SHOW_TIMERS", "SET_TIMER")
    )
    system: ClassVar[bool] = True
    permissions: ClassVar[tuple[str, ...]] = ("android.permission.POST_NOTIFICATIONS",)
    requests: ClassVar[tuple[str, ...]] = tuple(
        f"android.permission.{name}" for name in ("READ_MEDIA_AUDIO", "READ_EXTERNAL_STORAGE")
    )

    def theme(self) -> Theme:
        return tinted(self.ctx.theme(), "#3D5AA9", "#DAE2FF", "#FBF8FF")
