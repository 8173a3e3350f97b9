"""dumpsys of power, battery, memory, radios."""

# ruff: noqa: ARG001 - handlers share one signature, whether or not they need all of it

from __future__ import annotations

from datetime import datetime

from agentprog.phone.rig import Rig


def power(rig: Rig, args: list[str]) -> str:
    awake = rig.phone.power.awake
    timeout = rig.phone.settings.get("system", "screen_off_timeout") or "60000"
    return (
        f"POWER MANAGER (dumpsys power)\n\nPower Manager State:\n  mWakefulness={'Awake' if awake else 'Asleep'}\n"
        f"  mWakefulnessChanging=false\n  mIsPowered=true\n  mPlugType=2\n  mBatteryLevel={rig.battery_level}\n"
        f"  mHoldingWakeLockSuspendBlocker=false\n  mHoldingDisplaySuspendBlocker={str(awake).lower()}\n"
        f"  mScreenOffTimeoutSetting={timeout}\n\nDisplay Power: state={'ON' if awake else 'OFF'}\n"
    )


def pretend_battery(rig: Rig, args: list[str]) -> bool:
    """`set [-f] KEY VALUE`, `unplug`, `reset`: what batteries are told, for tests. False for other words."""
    words = [arg for arg in args if arg != "-f"]
    if words[:1] == ["reset"]:
        rig.battery.clear()
    elif words[:1] == ["unplug"]:
        rig.battery.update(usb=0, status=3)
    elif words[:1] == ["set"] and len(words) == 3 and words[2].lstrip("-").isdigit():
        rig.battery[words[1]] = int(words[2])
    else:
        return False
    return True


def battery(rig: Rig, args: list[str]) -> str:
    if pretend_battery(rig, args):
        return ""
    plugged = {name: str(bool(rig.battery.get(name, int(name == "usb")))).lower() for name in ("ac", "usb", "wireless")}
    changed = "  (UPDATES STOPPED -- use 'reset' to restart)\n" if rig.battery else ""
    return (
        f"Current Battery Service state:\n{changed}  AC powered: {plugged['ac']}\n  USB powered: {plugged['usb']}\n"
        f"  Wireless powered: {plugged['wireless']}\n"
        "  Dock powered: false\n  Max charging current: 500000\n  Max charging voltage: 5000000\n"
        f"  Charge counter: 3900000\n  status: {rig.battery.get('status', 2)}\n  health: 2\n  present: true\n"
        f"  level: {rig.battery_level}\n  scale: 100\n  voltage: 4200\n  temperature: 285\n"
        "  technology: Li-ion\n"
    )


def meminfo(rig: Rig, args: list[str]) -> str:
    names = [arg for arg in args if not arg.startswith("-")]
    now = int(rig.phone.clock.monotonic() * 1000)
    out = f"Applications Memory Usage (in Kilobytes):\nUptime: {now} Realtime: {now}\n"
    found = [p for p in rig.phone.activities.processes() if not names or p.package == names[0]]
    if names and not found:
        return f"No process found for: {names[0]}\n"
    if names:
        size = found[0].rss_kb
        out += f"\n** MEMINFO in pid {found[0].pid} [{found[0].name}] **\n"
        return out + f"        TOTAL    {size}    {size // 2}    {size // 4}        0\n"
    out += "\nTotal RSS by process:\n"
    for process in sorted(found, key=lambda p: -p.rss_kb):
        out += f"    {process.rss_kb:>7,}K: {process.name} (pid {process.pid})\n"
    return out + "\nTotal RAM: 7,729,752K (status normal)\n Free RAM: 4,025,916K\n"


def cpuinfo(rig: Rig, args: list[str]) -> str:
    return "Load: 0.42 / 0.4 / 0.37\n0.9% TOTAL: 0.5% user + 0.4% kernel\n"


def gfxinfo(rig: Rig, args: list[str]) -> str:
    now = int(rig.phone.clock.monotonic() * 1000)
    out = f"Applications Graphics Acceleration Info:\nUptime: {now} Realtime: {now}\n"
    for name in [arg for arg in args if not arg.startswith("-")][:1]:
        for process in rig.phone.activities.processes():
            if process.package == name:
                out += f"\n** Graphics info for pid {process.pid} [{name}] **\n\n"
                out += "Total frames rendered: 120\nJanky frames: 3 (2.50%)\n"
    return out


def wifi(rig: Rig, args: list[str]) -> str:
    on = rig.phone.settings.get("global", "wifi_on") not in ("0", None)
    state = "enabled" if on else "disabled"
    out = f"Wi-Fi is {state}\n"
    return out + (f'mWifiInfo SSID: "AndroidWifi", IP: /{rig.profile.wlan_ip}, RSSI: -50\n' if on else "")


def connectivity(rig: Rig, args: list[str]) -> str:
    on = rig.phone.settings.get("global", "wifi_on") not in ("0", None)
    transport = "WIFI" if on else "none"
    state = "CONNECTED" if on else "DISCONNECTED"
    network = "100" if on else "none"
    return f"NetworkProviders for:\nActive default network: {network}\n  type: {transport}, state: {state}\n"


def telephony(rig: Rig, args: list[str]) -> str:
    return (
        "last known state:\n  Phone Id=0\n    mCallState=0\n"
        "    mServiceState={mVoiceRegState=0(IN_SERVICE)}\n    mDataConnectionState=2\n"
    )


def trust(rig: Rig, args: list[str]) -> str:
    locked = int(rig.phone.power.locked)
    return (
        'Trust manager state:\n User "Owner" (id=0, flags=0x4c13) (current): trustState=UNTRUSTED, trustManaged=0, '
        f"deviceLocked={locked}, isActiveUnlockRunning=0, strongAuthRequired=0x0\n"
    )


def audio(rig: Rig, args: list[str]) -> str:
    volume = rig.phone.settings.get("system", "volume_music_speaker") or "5"
    return f"Stream volumes (device: index)\n- STREAM_MUSIC:\n   Muted: false\n   streamVolume:{volume}\n   Max: 15\n"


def usb(rig: Rig, args: list[str]) -> str:
    return (
        "USB MANAGER STATE (dumpsys usb):\n{\n  device_manager={\n"
        "    current_functions=[ADB]\n    connected=true\n  }\n}\n"
    )


def deviceidle(rig: Rig, args: list[str]) -> str:
    return "  Settings:\n  mLightEnabled=true  mDeepEnabled=true\n  mState=ACTIVE mLightState=ACTIVE\n"


_SERVICE = "ComponentInfo{com.android.phone/com.android.services.telephony.TelephonyConnectionService}"
_DIALABLE = "0123456789+*#"
_SHOWN = 2
"""Signs of a number that a build for developers shows; one that is sold shows none."""


def telecom(rig: Rig, args: list[str]) -> str:
    """The calls that are going on. Their numbers are hidden, on builds for developers all but two digits."""
    out = "CallsManager: \n  mCalls: \n"
    for one in rig.phone.calls.list():
        number = _hidden(one.number, 0 if rig.phone.props.get("ro.build.type") == "user" else _SHOWN)
        out += f"    [Call id={one.id}, state={one.state}, tpac={_SERVICE}, 1, UserHandle{{0}}, cmgr={_SERVICE}, 1, "
        out += f"UserHandle{{0}}, handle=tel:{number}, vidst=A, childs(0), has_parent(false), cap=[ sup_hld mut], "
        out += "prop=[]], voip=false\n"
    return out + "  mCallAudioManager:\n    All calls:\n  mTtyManager:\n    mCurrentTtyMode: 0\n"


def _hidden(number: str, shown: int) -> str:
    left = sum(sign in _DIALABLE for sign in number)
    out = ""
    for sign in number:
        left -= sign in _DIALABLE
        out += "*" if sign in _DIALABLE and left >= shown else sign
    return out


def alarm(rig: Rig, args: list[str]) -> str:
    """What apps are woken for; the one that a person set last is the next alarm clock."""
    now, found = rig.phone.clock.now(), rig.phone.alarms.list()
    up = int(rig.phone.clock.monotonic() * 1000)
    out = f"Current Alarm Manager state:\n  nowRTC={int(now.timestamp() * 1000)}={_stamp(now)} nowELAPSED={up}\n"
    out += "  Next alarm clock information: \n"
    for one in [one for one in found if one.clock][:1]:
        out += f"    user:0 pendingSend:false time:{int(one.when.timestamp() * 1000)} = {_stamp(one.when)}\n"
    out += f"  {len(found)} pending alarms: \n"
    for number, one in enumerate(found):
        at = int(one.when.timestamp() * 1000)
        after = up + round((one.when - now).total_seconds() * 1000)
        out += (
            f"    RTC_WAKEUP #{number}: Alarm{{{number:07x} type 0 origWhen {at} whenElapsed {after} {one.package}}}\n"
        )
        out += f"      tag={one.tag}\n      type=RTC_WAKEUP origWhen={_stamp(one.when)} window=0 repeatInterval=0\n"
        if one.clock:
            out += f"      Alarm clock:\n        triggerTime={_stamp(one.when)}\n"
        out += f"      operation=PendingIntent{{{number:07x}: PendingIntentRecord{{{number:07x} {one.package}}}}}\n"
    return out


def _stamp(when: datetime) -> str:
    return f"{when:%Y-%m-%d %H:%M:%S}.{when.microsecond // 1000:03d}"


def quiet(rig: Rig, args: list[str]) -> str:
    """A service that runs here but has nothing to report."""
    return "\n"
