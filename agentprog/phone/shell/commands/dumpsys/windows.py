"""dumpsys window, display and SurfaceFlinger."""

# ruff: noqa: ARG001 - handlers share one signature, whether or not they need all of it

from __future__ import annotations

from agentprog.phone.facade import WindowInfo, WindowKind
from agentprog.phone.rig import Rig

_PIE, _Q, _R = 28, 29, 30
_FLAGS = 0x81810100
_SECURE = 0x2000
_COVER_HOME = "com.android.systemui/.subscreen.SubHomeActivity"
_TYPES = {
    WindowKind.APP: ("BASE_APPLICATION", 1),
    WindowKind.DIALOG: ("APPLICATION", 2),
    WindowKind.POPUP: ("APPLICATION_PANEL", 1000),
    WindowKind.KEYBOARD: ("INPUT_METHOD", 2011),
    WindowKind.STATUS_BAR: ("STATUS_BAR", 2000),
    WindowKind.NAVIGATION_BAR: ("NAVIGATION_BAR", 2019),
    WindowKind.SHADE: ("NOTIFICATION_SHADE", 2040),
    WindowKind.KEYGUARD: ("NOTIFICATION_SHADE", 2040),
    WindowKind.TOAST: ("TOAST", 2005),
    WindowKind.SPLASH: ("APPLICATION_STARTING", 3),
}


def window(rig: Rig, args: list[str]) -> str:
    """`dumpsys window [windows|displays|policy]`; since Android 11 the focus is said under displays alone."""
    what = next((arg for arg in args if not arg.startswith("-")), "")
    parts = {"windows": _windows, "w": _windows, "displays": _displays, "d": _displays, "policy": _policy, "p": _policy}
    if what in parts:
        return parts[what](rig)
    return _policy(rig) + _windows(rig) + _displays(rig)


def _handle(rig: Rig, found: WindowInfo) -> str:
    """A window in the words of the maker."""
    title = rig.profile.bouncer if found.kind is WindowKind.KEYGUARD else found.title
    if rig.profile.window_words == "android":
        return f"Window{{{found.token} u0 {title}}}"
    owner = "" if "/" in title else f"{found.package}:"
    return f"Window{{{owner}{found.token} u0 {title} type={_type(found)[1]} }}"


def focus_lines(rig: Rig) -> str:
    """The two lines that clients look for."""
    focused = rig.phone.windows.focused()
    top = next(iter(rig.phone.activities.stack()), None)
    current = "null" if focused is None or rig.strikes("focus_null") is not None else _handle(rig, focused)
    app = "null" if top is None else f"ActivityRecord{{{top.token} u0 {top.component} t{top.task}}}"
    return f"  mCurrentFocus={current}\n  mFocusedApp={app}\n"


def _has_focus_line(rig: Rig) -> bool:
    return rig.profile.current_focus and rig.strikes("no_current_focus") is None


def _windows(rig: Rig) -> str:
    out = "WINDOW MANAGER WINDOWS (dumpsys window windows)\n"
    for number, found in enumerate(rig.phone.windows.list()):
        out += f"  Window #{number} {_handle(rig, found)}:\n{_described(rig, found)}"
    out += "  mHasPermanentDpad=false\n  mTopFocusedDisplayId=0\n"
    if not _has_focus_line(rig):
        return out
    if rig.sdk <= _Q:
        return out + focus_lines(rig)
    # What later Android still prints here names the target of the input method, not the focus.
    target = next((w for w in rig.phone.windows.list() if w.focused), None)
    words = "mInputMethodTarget" if rig.sdk == _R else "imeLayeringTarget"
    return out + f"  {words} in display# 0 {_handle(rig, target) if target else 'null'}\n"


def _described(rig: Rig, found: WindowInfo) -> str:
    """The lines of one window."""
    left, top, right, bottom = found.bounds
    frame = f"[{left},{top}][{right},{bottom}]"
    size = f"({left},{top})({right - left}x{bottom - top})"
    out = f"    mDisplayId=0 mSession=Session{{{found.token} 1821:u0a10087}}\n"
    out += f"    mOwnerUid=10087 showForAllUsers=false package={found.package} appop=NONE\n"
    if rig.sdk < _PIE:
        return f"{out}    mAttrs=WM.LayoutParams{{{size} sim=#20 ty={_type(found)[1]} fl=#{_bits(found):x} fmt=-3}}\n"
    out += f"    mAttrs={{{size} sim={{adjust=resize}} ty={_type(found)[0]} fmt=TRANSLUCENT\n"
    words = "LAYOUT_IN_SCREEN LAYOUT_INSET_DECOR" + (" SECURE" if found.secure else "")
    out += f"      fl={f'{_bits(found):x}' if rig.profile.hex_flags else f'{words} HARDWARE_ACCELERATED'}}}\n"
    out += f"    Frames: parent={frame} display={frame} frame={frame}\n"
    return out + f"    mBaseLayer={found.layer * 10000 + 21000} mSubLayer=0    isOnScreen=true isVisible=true\n"


def _bits(found: WindowInfo) -> int:
    return _FLAGS | (_SECURE if found.secure else 0)


def _type(found: WindowInfo) -> tuple[str, int]:
    return _TYPES.get(found.kind, ("SYSTEM_ALERT", 2003))


def _displays(rig: Rig) -> str:
    info = rig.phone.display.info
    organized = " (organized)" if rig.sdk >= _R else ""
    out = f"WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n{_cover(rig, organized)}"
    out += f"  Display: mDisplayId=0{organized}\n"
    out += f"    init={info.physical_width}x{info.physical_height} {info.physical_density}dpi"
    out += f" cur={info.width}x{info.height} app={info.width}x{info.height}\n"
    out += f"    mCurrentRotation=ROTATION_{info.rotation * 90}\n    rotation={info.rotation}\n"
    if rig.strikes("no_current_focus") is None:
        out += focus_lines(rig)
    for record in rig.phone.activities.stack():
        state = "RESUMED" if record.resumed else "STOPPED"
        out += f"    * Task{{{record.token} #{record.task} type=standard A=10087:{record.package}}} state={state}\n"
    return out


def _cover(rig: Rig, organized: str) -> str:
    """The second display, whose home stands before the phone's own."""
    if not rig.profile.cover:
        return ""
    width, height = rig.profile.cover
    return (
        f"  Display: mDisplayId=1{organized}\n    init={width}x{height} 303dpi cur={width}x{height}\n"
        f"  mCurrentFocus=null\n  mFocusedApp=ActivityRecord{{c0fe1d u0 {_COVER_HOME} t9}}\n"
    )


def _policy(rig: Rig) -> str:
    power = rig.phone.power
    showing = str(power.locked).lower()
    state, interactive = ("ON", "AWAKE") if power.awake else ("OFF", "SLEEP")
    return (
        f"WINDOW MANAGER POLICY STATE (dumpsys window policy)\n    mAwake={str(power.awake).lower()}\n"
        f"    mShowingDream=false\n    isStatusBarKeyguard={showing}\n    KeyguardServiceDelegate\n"
        f"      showing={showing}\n      showingAndNotOccluded=true\n      inputRestricted={showing}\n"
        f"      occluded=false\n      secure=false\n      dreaming=false\n      systemIsReady=true\n"
        f"      screenState=SCREEN_STATE_{state}\n      interactiveState=INTERACTIVE_STATE_{interactive}\n"
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
    if rig.profile.cover:
        width, height = rig.profile.cover
        viewport += (
            f", DisplayViewport{{type=INTERNAL, valid=true, isActive=true, displayId=1, uniqueId='{unique}1', "
            f"physicalPort=1, orientation=0, logicalFrame=Rect(0, 0 - {width}, {height})}}"
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
