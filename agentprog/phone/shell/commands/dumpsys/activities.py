"""dumpsys activity."""

from __future__ import annotations

from agentprog.phone.facade import ActivityRecord
from agentprog.phone.rig import Rig

_API_30 = 30


def activity(rig: Rig, args: list[str]) -> str:
    """`dumpsys activity [activities|top|recents|processes|broadcasts]`."""
    what = next((arg for arg in args if not arg.startswith("-")), "activities")
    if what in ("activities", "a"):
        return _activities(rig)
    if what == "top":
        return _top(rig)
    if what in ("recents", "r"):
        return _recents(rig)
    if what in ("processes", "p", "lru"):
        return _processes(rig)
    return f"ACTIVITY MANAGER {what.upper()} (dumpsys activity {what})\n  (nothing)\n"


def _handle(record: ActivityRecord) -> str:
    return f"ActivityRecord{{{record.token} u0 {record.component} t{record.task}}}"


def _activities(rig: Rig) -> str:
    info = rig.phone.display.info
    out = "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\nDisplay #0 (activities from top to bottom):\n"
    tasks: dict[int, list[ActivityRecord]] = {}
    for record in rig.phone.activities.stack():
        tasks.setdefault(record.task, []).append(record)
    for task, records in tasks.items():
        top = records[0]
        visible = str(top.resumed).lower()
        out += f"  * Task{{{top.token} #{task} type=standard A=10087:{top.package} U=0 visible={visible}"
        out += f" visibleRequested={visible} mode=fullscreen translucent=false sz={len(records)}}}\n"
        out += f"    mBounds=Rect(0, 0 - {info.width}, {info.height})\n"
        for number, record in enumerate(reversed(records)):
            out += f"    * Hist  #{number}: {_handle(record)}\n"
            out += f"      packageName={record.package} processName={record.package}\n"
            out += (
                f"      state={'RESUMED' if record.resumed else 'STOPPED'} nowVisible={str(record.resumed).lower()}\n"
            )
    return out + _resumed_lines(rig)


def _resumed_lines(rig: Rig) -> str:
    """Before Android 11 the line was mResumedActivity; since then topResumedActivity and ResumedActivity."""
    resumed = rig.phone.activities.resumed()
    handle = _handle(resumed) if resumed is not None else "null"
    if rig.sdk < _API_30:
        return f"\n  mResumedActivity: {handle}\n  mFocusedActivity: {handle}\n"
    return f"\n  topResumedActivity={handle}\n  ResumedActivity: {handle}\n  mFocusedApp={handle}\n"


def _top(rig: Rig) -> str:
    out = ""
    for record in reversed(rig.phone.activities.stack()):
        out += f"TASK {record.package} id={record.task} userId=0\n"
        out += f"  ACTIVITY {record.component} {record.token} pid={record.pid}\n"
        out += f"    Local Activity {record.token} State:\n      mResumed={str(record.resumed).lower()}"
        out += f" mStopped={str(not record.resumed).lower()} mFinished=false\n"
    return out


def _recents(rig: Rig) -> str:
    out = "ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)\n  Recent tasks:\n"
    seen: set[int] = set()
    for record in rig.phone.activities.stack():
        if record.task in seen:
            continue
        out += (
            f"  * Recent #{len(seen)}: Task{{{record.token} #{record.task} type=standard A=10087:{record.package}}}\n"
        )
        out += f"    realActivity={{{record.component}}}\n"
        seen.add(record.task)
    return out


def _processes(rig: Rig) -> str:
    out = "ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)\n"
    for process in rig.phone.activities.processes():
        if process.package:
            out += f"  *APP* UID 10087 ProcessRecord{{{process.pid:x} {process.pid}:{process.name}/u0a87}}\n"
    return out
