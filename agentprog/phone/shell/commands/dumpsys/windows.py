"""dumpsys window, display and SurfaceFlinger."""

# ruff: noqa: ARG001 - handlers share one signature, whether or not they need all of it

from __future__ import annotations

from agentprog.phone.facade import WindowInfo, WindowKind
from agentprog.phone.rig import Rig

_TIRAMISU = 33


def window(rig: Rig, args: list[str]) -> str:
    """`dumpsys window [windows|displays|policy]`; since Android 13 the focus is said under displays, not windows."""
    what = next((arg for arg in args if not arg.startswith("-")), "")
    parts = {"windows": _windows, "w": _windows, "displays": _displays, "d": _displays, "policy": _policy, "p": _policy}
    if what in parts:
        return parts[what](rig)
    return _displays(rig) + _windows(rig) + _policy(rig)


def _handle(found: WindowInfo) -> str:
    return f"Window{{{found.token} u0 {found.title}}}"


def focus_lines(rig: Rig) -> str:
    """The two lines that clients look for."""
    focused = rig.phone.windows.focused()
    top = next(iter(rig.phone.activities.stack()), None)
    current = "null" if focused is None or rig.strikes("focus_null") is not None else _handle(focused)
    app = "null" if top is None else f"ActivityRecord{{{top.token} u0 {top.component} t{top.task}}}"
    return f"  mCurrentFocus={current}\n  mFocusedApp={app}\n"


def _has_focus_line(rig: Rig) -> bool:
    return rig.profile.current_focus and rig.strikes("no_current_focus") is None


def _windows(rig: Rig) -> str:
    out = "WINDOW MANAGER WINDOWS (dumpsys window windows)\n"
    for number, found in enumerate(rig.phone.windows.list()):
        left, top, right, bottom = found.bounds
        flags = " SECURE" if found.secure else ""
        out += (
            f"  Window #{number} {_handle(found)}:\n    mDisplayId=0 mSession=Session{{{found.token} 1821:u0a10087}}\n"
        )
        out += f"    mOwnerUid=10087 showForAllUsers=false package={found.package} appop=NONE\n"
        out += f"    mAttrs={{({left},{top})({right - left}x{bottom - top}) sim={{adjust=resize}}"
        out += f" ty={_type_name(found.kind)} fl=LAYOUT{flags}}}\n"
        frame = f"[{left},{top}][{right},{bottom}]"
        out += f"    Frames: parent={frame} display={frame} frame={frame}\n"
        out += f"    mBaseLayer={found.layer * 10000 + 21000} mSubLayer=0    isOnScreen=true isVisible=true\n"
    if rig.sdk < _TIRAMISU and _has_focus_line(rig):
        out += focus_lines(rig)
    elif _has_focus_line(rig):
        # What Android 13 and later still print here names the target of the input method, not the focus.
        target = next((w for w in rig.phone.windows.list() if w.focused), None)
        out += f"  imeLayeringTarget in display# 0 {_handle(target) if target else 'null'}\n"
    return out + "  mHasPermanentDpad=false\n  mTopFocusedDisplayId=0\n"


def _type_name(kind: WindowKind) -> str:
    names = {
        WindowKind.APP: "BASE_APPLICATION",
        WindowKind.DIALOG: "APPLICATION",
        WindowKind.POPUP: "APPLICATION_PANEL",
        WindowKind.KEYBOARD: "INPUT_METHOD",
        WindowKind.STATUS_BAR: "STATUS_BAR",
        WindowKind.NAVIGATION_BAR: "NAVIGATION_BAR",
        WindowKind.SHADE: "NOTIFICATION_SHADE",
        WindowKind.TOAST: "TOAST",
        WindowKind.SPLASH: "APPLICATION_STARTING",
    }
    return names.get(kind, "SYSTEM_ALERT")


def _displays(rig: Rig) -> str:
    info = rig.phone.display.info
    out = "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n  Display: mDisplayId=0 (organized)\n"
    out += f"    init={info.physical_width}x{info.physical_height} {info.physical_density}dpi"
    out += f" cur={info.width}x{info.height} app={info.width}x{info.height}\n"
    out += f"    mCurrentRotation=ROTATION_{info.rotation * 90}\n    rotation={info.rotation}\n"
    if rig.strikes("no_current_focus") is None:
        out += focus_lines(rig)
    for record in rig.phone.activities.stack():
        state = "RESUMED" if record.resumed else "STOPPED"
        out += f"    * Task{{{record.token} #{record.task} type=standard A=10087:{record.package}}} state={state}\n"
    return out


def _policy(rig: Rig) -> str:
    power = rig.phone.power
    showing = str(power.locked).lower()
    state = "SCREEN_STATE_ON" if power.awake else "SCREEN_STATE_OFF"
    return (
        f"WINDOW MANAGER POLICY STATE (dumpsys window policy)\n    mAwake={str(power.awake).lower()}\n"
        f"    screenState={state}\n    mShowingDream=false\n    isStatusBarKeyguard={showing}\n"
        f"    KeyguardServiceDelegate\n      showing={showing}\n      showingAndNotOccluded={showing}\n"
        f"      inputRestricted={showing}\n      mDreamingLockscreen={showing}\n"
    )


def display(rig: Rig, args: list[str]) -> str:
    info = rig.phone.display.info
    state = "ON" if rig.phone.power.awake else "OFF"
    unique = f"local:{rig.profile.physical_display_id}"
    device_width, device_height = info.physical_width, info.physical_height
    viewport = (
        f"DisplayViewport{{type=INTERNAL, valid=true, isActive=true, displayId=0, uniqueId='{unique}', "
        f"physicalPort=0, orientation={info.rotation}, logicalFrame=Rect(0, 0 - {info.width}, {info.height}), "
        f"physicalFrame=Rect(0, 0 - {device_width}, {device_height}), deviceWidth={device_width}, "
        f"deviceHeight={device_height}}}"
    )
    return (
        f"DISPLAY MANAGER (dumpsys display)\n  mOnlyCode=false\n  mGlobalDisplayState={state}\n"
        f"  mViewports=[{viewport}]\n  mScreenState={state}\n\nLogical Displays: size=1\n  Display 0:\n"
        f'    mBaseDisplayInfo=DisplayInfo{{"Built-in Screen", displayId 0, state {state}, '
        f"real {device_width} x {device_height}, density {info.physical_density}, rotation {info.rotation}}}\n"
    )


def surface_flinger(rig: Rig, args: list[str]) -> str:
    name = rig.profile.display_name
    line = f'Display {rig.profile.physical_display_id} (HWC display 0): port=0 pnpId=GGL displayName="{name}"\n'
    if "--display-id" in args:
        return line
    if "--list" in args:
        return "".join(f"{found.title}#{found.layer}\n" for found in rig.phone.windows.list())
    return "Displays (1 entries)\n" + line
