"""dumpsys of input methods, input, clipboard, notifications, accessibility."""

# ruff: noqa: ARG001 - handlers share one signature, whether or not they need all of it

from __future__ import annotations

from agentprog.phone.rig import Rig

_VANILLA_ICE_CREAM = 35
_INPUT_TYPES = {"text": "0x1", "number": "0x2", "phone": "0x3", "email": "0x21", "password": "0x81"}


def input_method(rig: Rig, args: list[str]) -> str:
    ime = rig.phone.ime
    shown = str(ime.shown()).lower()
    selected = next((found.id for found in ime.list() if found.selected), "null")
    editor = rig.phone.editor.focused()
    kind = _INPUT_TYPES.get(editor.input_type, "0x1") if editor is not None else "0x0"
    package = editor.package if editor is not None else "null"
    enabled = "".join(f"    InputMethodInfo{{{found.id}}}\n" for found in ime.list() if found.enabled)
    # Android 15 no longer prints the keyboard's own word.
    view = "" if rig.sdk >= _VANILLA_ICE_CREAM else f"    mIsInputViewShown={shown}\n"
    return (
        f"Current Input Method Manager state:\n  Input Methods:\n{enabled}  Current Client State:\n"
        f"  mCurMethodId={selected}\n  mCurFocusedWindow={package}\n  mCurClient=ClientState\n"
        f"  mCurAttribute: packageName={package} inputType={kind}\n"
        f"  mShowRequested={shown} mShowExplicitlyRequested=false mShowForced=false mInputShown={shown}\n"
        f"  mIsInteractive={str(rig.phone.power.awake).lower()}\n  mImeWindowVis={3 if ime.shown() else 0}\n{view}"
    )


def input_service(rig: Rig, args: list[str]) -> str:
    info = rig.phone.display.info
    return (
        "INPUT MANAGER (dumpsys input)\n\nInput Manager State:\n  Interactive: "
        f"{str(rig.phone.power.awake).lower()}\n\nInput Reader State:\n  Device 2: virtio_input_multi_touch_1\n"
        f"      SurfaceWidth: {info.width}px\n      SurfaceHeight: {info.height}px\n"
        f"      SurfaceOrientation: {info.rotation}\n"
        f"  Viewport INTERNAL: displayId=0, uniqueId=local:{rig.profile.physical_display_id}, port=0, "
        f"orientation={info.rotation}, logicalFrame=[0, 0, {info.width}, {info.height}], "
        f"physicalFrame=[0, 0, {info.width}, {info.height}], deviceSize=[{info.width}, {info.height}], isActive=[1]\n"
    )


def clipboard(rig: Rig, args: list[str]) -> str:
    """The text itself is not told to the shell."""
    text = rig.phone.clipboard.get()
    return "Primary clip: " + ("none\n" if text is None else f"ClipData {{ text/plain {{T({len(text)})}} }}\n")


def notification(rig: Rig, args: list[str]) -> str:
    """Titles and texts are shown only with `--noredact`, as on a phone."""
    open_text = "--noredact" in args
    out = "Current Notification Manager state:\n  Notification List:\n"
    for found in rig.phone.notifications.list():
        title = f"String ({found.title})" if open_text else f"String [length={len(found.title)}]"
        text = f"String ({found.text})" if open_text else f"String [length={len(found.text)}]"
        out += f"    NotificationRecord(0x0{found.id:06x}: pkg={found.package} user=UserHandle{{0}} id={found.id}"
        out += f" tag={found.tag or 'null'}\n"
        out += f"      extras={{\n        android.title={title}\n        android.text={text}\n      }}\n"
    return out


def statusbar(rig: Rig, args: list[str]) -> str:
    state = str(rig.phone.notifications.shade_open()).lower()
    return f"  mDisabled1=0x0\n  mPanelExpanded={state}\n"


def accessibility(rig: Rig, args: list[str]) -> str:
    services = rig.phone.settings.get("secure", "enabled_accessibility_services") or ""
    automation = "\n     Ui Automation[eventTypes=TYPES_ALL_MASK]" if rig.automation.owner else ""
    head = "ACCESSIBILITY MANAGER (dumpsys accessibility)\n\nUser state[\n"
    return f"{head}     Enabled services:{{{services}}}{automation}]\n"
