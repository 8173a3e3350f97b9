"""Rings alarms at their time and timers at their end, even if the clock app is not open. Also the clock's provider."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Protocol, cast

from agentprog.phone.apps.base import Activity, App, Context
from agentprog.phone.apps.clock.store import FIRED, MISSED, SCHEMA, SNOOZED, Alarm, ClockStore, Countdown
from agentprog.phone.facade import Activities, Notifications, Power
from agentprog.phone.kernel.alarms import Alarms
from agentprog.phone.kernel.clock import Timer
from agentprog.phone.kernel.providers import Guard, ProviderHost, run_query
from agentprog.phone.kernel.storage import open_database
from agentprog.phone.records import AlarmRecord, Intent, ProviderError, Rows, Value

PACKAGE = AUTHORITY = "com.google.android.deskclock"
_ALARM_TAG = "*walarm*:com.android.deskclock.ALARM_ALERT"
_TIMER_TAG = "*walarm*:com.android.deskclock.TIMER_EXPIRED"
_RING = "com.android.deskclock.FIRE_ALARM"
ALARM_ACTIVITY = "com.android.deskclock.alarms.AlarmActivity"
DATABASE = f"/data/data/{PACKAGE}/databases/alarms.db"
SNOOZE_MINUTES = 10
SILENCE_MINUTES = 10
"""An alarm that nobody answers gives up after this long, as the app's default is."""
_LOOK_SECONDS = 60.0


class RingHost(ProviderHost, Protocol):
    """The part of a phone that alarms need."""

    @property
    def activities(self) -> Activities: ...
    @property
    def notifications(self) -> Notifications: ...
    @property
    def power(self) -> Power: ...
    @property
    def alarms(self) -> Alarms: ...


class Ringing:
    """Looks once a minute (the wall clock may have been set), and exactly when the next thing is due."""

    authorities: Sequence[str] = ("com.android.deskclock", AUTHORITY)
    guard = Guard(name="com.android.deskclock.provider.ClockProvider", package=PACKAGE)

    def __init__(self, host: RingHost) -> None:
        self._host = host
        self._connection: sqlite3.Connection | None = None
        self._last: datetime | None = None
        self._wake: Timer | None = None
        self._notes: dict[str, int] = {}

    @property
    def store(self) -> ClockStore:
        if self._connection is None:
            self._connection = open_database(self._host.disk, DATABASE, SCHEMA)
        return ClockStore(self._connection)

    def boot(self) -> None:
        """Alarms live on; what came due while the phone was off stays silent."""
        self._last, self._wake = None, None
        self._notes.clear()
        self._host.clock.every(_LOOK_SECONDS, self.look)
        self.look()

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    # Due things

    def look(self) -> None:
        """Ring everything due since the last look, and plan the next one."""
        now = self._host.clock.now()
        since = min(self._last or now, now)
        self._last = now
        if not self._host.disk.host_path(DATABASE).is_file():
            return
        store = self.store
        for alarm in store.alarms():
            if alarm.enabled and since < (at := alarm.next_after(since)) <= now:
                self._ring(alarm, at)
        for number, at in store.instances(SNOOZED):
            if at <= now:
                self._ring_again(number)
        for number, at in store.instances(FIRED):
            if at + timedelta(minutes=SILENCE_MINUTES) <= now:
                self._miss(number)
        timers = store.timers()
        for timer in timers:
            self._watch(timer, since, now)
        for key in [k for k in self._notes if k.startswith("timer ") and k not in {f"timer {t.id}" for t in timers}]:
            self.withdraw(key)
        self._plan(now)

    def _plan(self, now: datetime) -> None:
        store = self.store
        self._tell_system(store, now)
        times = [alarm.next_after(now) for alarm in store.alarms() if alarm.enabled]
        times += [at for _, at in store.instances(SNOOZED)]
        times += [at + timedelta(minutes=SILENCE_MINUTES) for _, at in store.instances(FIRED)]
        times += [end for timer in store.timers() if (end := _end(timer, now)) is not None and end > now]
        if self._wake is not None:
            self._wake.cancel()
            self._wake = None
        if times:
            self._wake = self._host.clock.after(max(0.001, (min(times) - now).total_seconds()), self.look)

    def _tell_system(self, store: ClockStore, now: datetime) -> None:
        """The lines of `dumpsys alarm`: the next time of each alarm, and the end of each timer."""
        rings = [alarm.next_after(now) for alarm in store.alarms() if alarm.enabled]
        rings += [at for _, at in store.instances(SNOOZED)]
        ends = [end for timer in store.timers() if (end := _end(timer, now)) is not None and end > now]
        planned = [AlarmRecord(package=PACKAGE, tag=_ALARM_TAG, when=at, clock=True) for at in rings]
        planned += [AlarmRecord(package=PACKAGE, tag=_TIMER_TAG, when=at) for at in ends]
        self._host.alarms.plan(PACKAGE, planned)

    # Alarms

    def _ring(self, alarm: Alarm, at: datetime) -> None:
        self._show(self.store.add_instance(alarm, at, FIRED))

    def _ring_again(self, number: int) -> None:
        self.store.move_instance(number, FIRED, self._host.clock.now())
        self._show(number)

    def _show(self, number: int) -> None:
        """Full screen and as a notification; only the notification is visible behind the lock screen."""
        self._host.power.wake()
        intent = Intent(component=f"{PACKAGE}/{ALARM_ACTIVITY}", extras={"instance": str(number)}, action=_RING)
        label, at = self.store.instance(number)
        self._post(f"alarm {number}", label or "Alarm", at.strftime("%a %H:%M"), intent)
        self._host.activities.start(intent)

    def _miss(self, number: int) -> None:
        label, at = self.store.instance(number)
        self.answered(number, MISSED)
        intent = Intent(action="android.intent.action.SHOW_ALARMS", package=PACKAGE)
        text = f"{at.strftime('%a %H:%M')} {label}".strip()
        self._post(f"missed {number}", "Missed alarm", text, intent)

    def answered(self, number: int, state: int) -> None:
        """An alarm was dismissed, snoozed or missed; one without repetition is off afterwards."""
        self.withdraw(f"alarm {number}")
        self.store.move_instance(number, state)
        if state == SNOOZED:
            until = self._host.clock.now() + timedelta(minutes=SNOOZE_MINUTES)
            self.store.move_instance(number, SNOOZED, until)
            label, _ = self.store.instance(number)
            intent = Intent(action="android.intent.action.SHOW_ALARMS", package=PACKAGE)
            self._post(f"alarm {number}", label or "Alarm", f"Snoozing until {until.strftime('%H:%M')}", intent)
        else:
            self.store.end_single(number)
        self.look()
        self._host.invalidate()

    # Timers

    def _watch(self, timer: Countdown, since: datetime, now: datetime) -> None:
        key, end = f"timer {timer.id}", _end(timer, now)
        if end is not None and since < end <= now and key not in self._notes:
            self._host.power.wake()
            intent = Intent(action="android.intent.action.SHOW_TIMERS", package=PACKAGE)
            self._post(key, timer.label or "Timer", "Time’s up", intent)
        elif end is None or end > now:
            self.withdraw(key)

    # Notifications

    def _post(self, key: str, title: str, text: str, intent: Intent) -> None:
        self.withdraw(key)
        self._notes[key] = self._host.notifications.post(PACKAGE, title, text, intent=intent)

    def withdraw(self, key: str) -> None:
        number = self._notes.pop(key, None)
        if number is not None:
            self._host.notifications.dismiss(number)

    # The provider: others may read alarms

    def query(self, path: str, projection: Sequence[str], where: str, args: Sequence[str], sort: str) -> Rows:
        tables = {"alarms": "alarm_templates", "instances": "alarm_instances"}
        if path not in tables:
            raise ProviderError(f"java.lang.IllegalArgumentException: Unknown URL content://{AUTHORITY}/{path}")
        return run_query(self.store.db, tables[path], projection, [where], list(args), sort)

    def insert(self, path: str, values: Mapping[str, Value]) -> str:
        raise self._refused(path)

    def update(self, path: str, values: Mapping[str, Value], where: str, args: Sequence[str]) -> int:
        raise self._refused(path)

    def delete(self, path: str, where: str, args: Sequence[str]) -> int:
        raise self._refused(path)

    @staticmethod
    def _refused(path: str) -> ProviderError:
        words = "Permission Denial: writing com.android.deskclock.provider.ClockProvider uri"
        return ProviderError(f"java.lang.SecurityException: {words} content://{AUTHORITY}/{path}")


def _end(timer: Countdown, now: datetime) -> datetime | None:
    """When a running timer ends or ended."""
    if timer.started is None:
        return None
    return datetime.fromtimestamp(timer.started + timer.remaining, tz=now.tzinfo)


class ClockProcess(App):
    """The app as its activities see it."""

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.ringing = cast(Ringing, ctx.provider(AUTHORITY))
        self.store = ClockStore(ctx.database("alarms.db", SCHEMA), self.ringing.look)


class ClockActivity(Activity):
    """An activity as the tabs on it see it."""

    app: ClockProcess
