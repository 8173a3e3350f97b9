"""Processes and tasks: the running apps, their order, and the effects of back, home and recents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from agentprog.phone.apps.base import Activity, App
from agentprog.phone.kernel.intents import describe_intent
from agentprog.phone.records import SHELL, ActivityRecord, Intent, Process, StartResult, StartStatus
from agentprog.phone.system.context import AppContext
from agentprog.phone.system.inside import StackEntry, System, Task

_SYSTEM = (
    ("init", "root", 1, 0),
    ("adbd", "shell", 512, 1),
    ("system_server", "system", 1203, 1),
    ("com.android.systemui", "u0_a120", 1498, 1),
)
_KEYBOARD_USER, _KEYBOARD_PID = "u0_a134", 1702


class Running:
    """One live process."""

    def __init__(self, pid: int, app: App, context: AppContext) -> None:
        self.pid = pid
        self.app = app
        self.context = context


class ActivityManager:
    """Tasks from back to front; the home task is always among them."""

    def __init__(self, phone: System) -> None:
        self._phone = phone
        self.tasks: list[Task] = []
        self.running: dict[str, Running] = {}
        self._next_pid = 4021
        self._next_task = 2
        self._next_token = 0x2F3A1B0
        self._switching_until = 0.0
        self.cold: str | None = None

    # Starting

    def start(self, intent: Intent) -> StartResult:
        self._phone.settle()
        return self.launch(intent, None, None)

    def launch(
        self, intent: Intent, caller: Activity | None, on_result: Callable[[object], object] | None
    ) -> StartResult:
        """Start what an intent names, from outside (`caller` None) or from a screen, which then gets the result."""
        app, activity, status = self._resolve(intent)
        cls = app.activity_class(activity) if app is not None else None
        if app is None or cls is None:
            return StartResult(status=status)
        if app.package == self._phone.home_package:
            self.go_home()
            return StartResult(status=StartStatus.BROUGHT_TO_FRONT, activity=self.resumed(ready=False))
        self._note_start(intent, app, activity, caller)
        self._phone.leave_system_screens()
        task = self._task_for(cls.affinity or app.package, intent, caller)
        self._pause_top()
        existing = task.entries[-1] if task.entries else None
        fresh = not task.entries or self._is_new(intent, cls, existing, caller)
        if fresh:
            entry = StackEntry(self._token(), cls, app, intent)
            entry.on_result = on_result
            task.entries.append(entry)
        elif (
            existing is not None
            and existing.activity is not None
            and (intent.extras or intent.data or intent.action not in ("", "android.intent.action.MAIN"))
        ):
            existing.activity.new_intent(intent)
        self._to_front(task)
        return StartResult(
            status=StartStatus.STARTED if fresh else StartStatus.BROUGHT_TO_FRONT,
            activity=self._record(task.entries[-1], task) if task.entries else None,
        )

    def _note_start(self, intent: Intent, app: type[App], activity: str, caller: Activity | None) -> None:
        """The lines by which scripts see in the log that something was started."""
        full = replace(intent, component=f"{app.package}/{app.full(activity)}")
        uid = self._phone.package_manager.uid(caller.app.package) if caller else SHELL.uid
        words = describe_intent(full, bool(intent.extras))
        self._phone.log.write("ActivityTaskManager", f"START u0 {{{words}}} from uid {uid}")
        if app.package not in self.running:
            user = f"u0a{self._phone.package_manager.uid(app.package) - 10000}"
            line = f"Start proc {self._next_pid}:{app.package}/{user} for pre-top-activity"
            self._phone.log.write("ActivityManager", line)
            numbers = f"0,{self._next_pid},{self._phone.package_manager.uid(app.package)},{app.package}"
            self._event("am_proc_start", f"{numbers},next-top-activity,{{{full.component}}}")

    def _event(self, tag: str, values: str) -> None:
        """A line of the buffer `events`, which scripts find by its tag."""
        self._phone.log.write(tag, f"[{values}]", buffer="events")

    def _is_new(self, intent: Intent, cls: type[Activity], top: StackEntry | None, caller: Activity | None) -> bool:
        launcher = (
            intent.action == "android.intent.action.MAIN" and "android.intent.category.LAUNCHER" in intent.categories
        )
        if launcher and caller is None:
            return False
        return not (caller is None and top is not None and top.cls is cls)

    def _resolve(self, intent: Intent) -> tuple[type[App] | None, str, StartStatus]:
        apps = self._phone.package_manager.apps
        if intent.component:
            package, _, activity = intent.component.partition("/")
            app = apps.get(package)
            if app is None or app.activity_class(activity) is None:
                return None, "", StartStatus.UNKNOWN_CLASS
            return app, activity, StartStatus.STARTED
        if intent.action == "android.intent.action.MAIN" and "android.intent.category.HOME" in intent.categories:
            home = apps.get(self._phone.home_package)
            return home, home.launch if home else "", StartStatus.UNRESOLVED
        if intent.package and intent.action in ("", "android.intent.action.MAIN"):
            app = apps.get(intent.package)
            return app, app.launch if app else "", StartStatus.UNRESOLVED
        for app in apps.values():
            found = app.resolve(intent) if intent.package in ("", app.package) else None
            if found is not None:
                return app, found, StartStatus.STARTED
        return None, "", StartStatus.UNRESOLVED

    def _task_for(self, affinity: str, intent: Intent, caller: Activity | None) -> Task:
        front = self.front()
        if caller is not None and front is not None and any(e.activity is caller for e in front.entries):
            return front
        found = next((t for t in self.tasks if t.affinity == affinity), None)
        if found is not None and intent.clear_task:
            for entry in reversed(found.entries):
                self._destroy(entry)
            found.entries.clear()
        if found is None:
            found = Task(self._next_task, affinity)
            self._next_task += 1
        return found

    def _token(self) -> str:
        self._next_token += 0x1C7
        return f"{self._next_token:x}"

    def _to_front(self, task: Task) -> None:
        if task in self.tasks:
            self.tasks.remove(task)
        self.tasks.append(task)
        self._phone.ime_manager.dismiss()
        self._resume_top()

    # The front

    def front(self) -> Task | None:
        return self.tasks[-1] if self.tasks else None

    def top(self) -> StackEntry | None:
        task = self.front()
        return task.entries[-1] if task and task.entries else None

    def _pause_top(self) -> None:
        entry = self.top()
        if entry is not None and entry.activity is not None and entry.activity.resumed:
            entry.activity.resumed = False
            entry.activity.pause()

    def _resume_top(self) -> None:
        entry = self.top()
        if entry is None:
            self.go_home()
            return
        package = entry.app.package
        cold = package not in self.running
        self._ensure(entry)
        screen = entry.activity
        if screen is not None and not screen.resumed:
            screen.resumed = True
            screen.resume()
        seconds = self._phone.knobs["cold_start_seconds" if cold else "transition_seconds"]
        took = round(float(seconds) * 1000) + 61
        component = f"{package}/{_short(package, entry.class_name)}"
        self._phone.log.write("ActivityTaskManager", f"Displayed {component}: +{took}ms")
        self._event("wm_set_resumed_activity", f"0,{component},resumeTopActivity")
        self._event("wm_activity_launch_time", f"0,{entry.token},{component},{took}")
        if seconds and package != self._phone.home_package and not entry.cls.translucent:
            self._switching_until = self._phone.clock.monotonic() + float(seconds)
            self.cold = package if cold else None
            self._phone.clock.after(float(seconds), self._phone.invalidate)
        self._phone.invalidate()

    def _ensure(self, entry: StackEntry) -> None:
        """Bring an activity to life, its process first."""
        running = self.process(entry.app)
        if entry.activity is None:
            entry.activity = entry.cls(running.app, entry.intent)
            entry.activity.create()
            if entry.activity.focus is not None and not entry.activity.finished:
                self._phone.ime_manager.serve(entry.activity.focus)

    def process(self, app: type[App]) -> Running:
        """The app's process; starts it if it does not run."""
        running = self.running.get(app.package)
        if running is None:
            context = AppContext(self._phone, app)
            running = Running(self._next_pid, app(context), context)
            self._next_pid += 37
            self.running[app.package] = running
            running.app.create()
        return running

    def switching(self) -> bool:
        return self._phone.clock.monotonic() < self._switching_until

    def resumed(self, *, ready: bool = True) -> ActivityRecord | None:
        self._phone.settle()
        entry, task = self.top(), self.front()
        if entry is None or task is None or (ready and self.switching()):
            return None
        return self._record(entry, task)

    def _record(self, entry: StackEntry, task: Task) -> ActivityRecord:
        running = self.running.get(entry.app.package)
        return ActivityRecord(
            package=entry.app.package,
            activity=entry.class_name,
            task=task.number,
            token=entry.token,
            pid=running.pid if running else 0,
            resumed=entry is self.top(),
        )

    def stack(self) -> tuple[ActivityRecord, ...]:
        self._phone.settle()
        return tuple(self._record(e, t) for t in reversed(self.tasks) for e in reversed(t.entries))

    # Leaving

    def finish(self, screen: Activity, result: object) -> None:
        for task in list(self.tasks):
            for entry in task.entries:
                if entry.activity is screen:
                    self._finish(task, entry, result)
                    return

    def _finish(self, task: Task, entry: StackEntry, result: object) -> None:
        was_top = entry is self.top()
        if was_top:
            self._pause_top()
        self._destroy(entry)
        task.entries.remove(entry)
        if entry.on_result is not None:
            entry.on_result(result)
        if not task.entries and task in self.tasks:
            self.tasks.remove(task)
        if was_top:
            self._phone.ime_manager.dismiss()
            self._resume_top() if task.entries or entry.cls.affinity else self.go_home()
        self._phone.invalidate()

    def _destroy(self, entry: StackEntry) -> None:
        if entry.activity is not None:
            entry.activity.finished = True
            entry.activity.resumed = False

    def back(self) -> None:
        entry = self.top()
        if entry is None or entry.activity is None:
            return
        screen = entry.activity
        if screen.overlays:
            overlay = screen.overlays[-1]
            if overlay.cancelable:
                screen.overlays.pop()
                if overlay.on_cancel:
                    overlay.on_cancel()
        elif not screen.back() and entry.app.package != self._phone.home_package:
            self.finish(screen, None)
        self._phone.invalidate()

    def go_home(self) -> None:
        home = self._phone.package_manager.apps[self._phone.home_package]
        self._pause_top()
        task = next((t for t in self.tasks if t.affinity == home.package), None)
        if task is None:
            cls = home.activity_class(home.launch)
            if cls is None:
                raise LookupError(f"{home.package} has no launch activity")
            task = Task(1, home.package)
            task.entries.append(StackEntry(self._token(), cls, home, Intent(action="android.intent.action.MAIN")))
        self._to_front(task)
        entry = task.entries[-1]
        if entry.activity is not None:
            entry.activity.new_intent(Intent(action="android.intent.action.MAIN"))

    def recent(self) -> tuple[Task, ...]:
        """Tasks a person may go back to, the newest first."""
        return tuple(
            t
            for t in reversed(self.tasks)
            if t.affinity != self._phone.home_package and t.entries and not t.entries[0].cls.affinity
        )

    def bring(self, task: Task) -> None:
        self._pause_top()
        self._to_front(task)

    def remove(self, task: Task) -> None:
        """Remove a task that was swiped away in recents."""
        for entry in task.entries:
            self._destroy(entry)
        if task in self.tasks:
            self.tasks.remove(task)
        self.kill(task.affinity)

    # Dying

    def kill(self, package: str) -> bool:
        self._phone.settle()
        running = self.running.pop(package, None)
        if running is None:
            return False
        running.app.stop()
        running.context.close()
        for task in self.tasks:
            for entry in task.entries:
                if entry.app.package == package:
                    self._destroy(entry)
                    entry.activity = None
        top = self.top()
        if top is not None and top.app.package == package:
            self._drop_dead(package)
        self._phone.invalidate()
        return True

    def kill_readers(self, package: str) -> None:
        """End the processes that have a database of that package open, as Android ends the clients of a dying
        provider."""
        for name in [name for name, running in self.running.items() if running.context.reads(package)]:
            self.kill(name)

    def _drop_dead(self, package: str) -> None:
        """The front app's process died: remove its top activity, and the one below comes forward."""
        task = self.front()
        if task is None:
            return
        if package != self._phone.home_package:
            task.entries.pop()
        if not task.entries:
            self.tasks.remove(task)
            self.go_home()
        else:
            self._resume_top()

    def force_stop(self, package: str) -> None:
        self._phone.settle()
        if package == self._phone.home_package:
            self.kill(package)
            return
        was_front = self.top() is not None and self.top_package() == package
        for task in list(self.tasks):
            for entry in [e for e in task.entries if e.app.package == package]:
                self._destroy(entry)
                task.entries.remove(entry)
            if not task.entries:
                self.tasks.remove(task)
        running = self.running.pop(package, None)
        if running is not None:
            running.app.stop()
            running.context.close()
        if was_front:
            self._phone.ime_manager.dismiss()
            self.go_home()
        self._phone.invalidate()

    def top_package(self) -> str:
        entry = self.top()
        return entry.app.package if entry else ""

    def stop_all(self) -> None:
        """End every process and forget every task, as a reboot does."""
        for running in self.running.values():
            running.app.stop()
            running.context.close()
        self.running.clear()
        self.tasks.clear()
        self._switching_until, self.cold = 0.0, None

    def processes(self) -> tuple[Process, ...]:
        self._phone.settle()
        keyboard = (self._phone.profile.keyboard.package, _KEYBOARD_USER, _KEYBOARD_PID, 1)
        fixed = [Process(pid=pid, ppid=ppid, user=user, name=name) for name, user, pid, ppid in (*_SYSTEM, keyboard)]
        for package, running in self.running.items():
            uid = self._phone.package_manager.uid(package)
            user = f"u0_a{uid - 10000}" if uid >= 10000 else "system"
            fixed.append(Process(pid=running.pid, ppid=498, user=user, name=package, package=package, rss_kb=142_000))
        return tuple(fixed)


def _short(package: str, name: str) -> str:
    """A class of the package as `.Class`."""
    return name.removeprefix(package) if name.startswith(package + ".") else name
