"""The output of `dumpsys window` in several Android versions."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from agentprog.devices.prints.state import parse_state

CLOCK = "1697384040.250000000\n+0200\n"
APP = "  mCurrentFocus=Window{a1 u0 org.ex/org.ex.Main}\n  mFocusedApp=ActivityRecord{b2 u0 org.ex/.Main t12}\n"


def test_the_phones_own_time_and_zone_are_read() -> None:
    now = parse_state(CLOCK).now
    assert now == datetime.fromisoformat("2023-10-15T17:34:00.250+02:00")
    assert now.utcoffset() == timedelta(hours=2)


@pytest.mark.parametrize("clock", ["1697384040.N\n+0000\n", "1697384040\n+0000\n"])
def test_a_date_without_nanoseconds_is_read(clock: str) -> None:
    assert parse_state(clock).now == datetime.fromisoformat("2023-10-15T15:34:00+00:00")


@pytest.mark.parametrize("printed", ["", "nonsense", "date: not found\n\n"])
def test_an_unreadable_answer_stays_unknown(printed: str) -> None:
    state = parse_state(printed)
    assert (state.now, state.package, state.locked, state.secure) == (None, "", False, False)


@pytest.mark.parametrize(
    ("lines", "package", "activity"),
    [
        (APP, "org.ex", "org.ex.Main"),
        ("  mCurrentFocus=Window{a1 u0 org.ex/.Main}\n", "org.ex", "org.ex.Main"),
        ("  mFocusedApp=ActivityRecord{b2 u0 org.ex/.Main t12}\n", "org.ex", "org.ex.Main"),
        ("  mFocusedApp=AppWindowToken{c3 token=Token{ActivityRecord{e u0 org.ex/.Main}}}", "org.ex", "org.ex.Main"),
        ("  mCurrentFocus=null\n  mFocusedApp=null\n", "", ""),
        ("  mCurrentFocus=Window{a1 u0 PopupWindow:9f}\n" + APP.splitlines()[1], "org.ex", "org.ex.Main"),
        ("  mCurrentFocus=Window{a1 u0 InputMethod}\n" + APP.splitlines()[1], "org.ex", "org.ex.Main"),
        ("  mCurrentFocus=Window{a1 u0 NotificationShade}\n", "com.android.systemui", "NotificationShade"),
        ("  mCurrentFocus=Window{a1 u0 Application Not Responding: x}", "android", "Application Not Responding: x"),
        ("  mCurrentFocus=null\n" + APP, "org.ex", "org.ex.Main"),
    ],
    ids=["usual", "short", "app only", "android 9", "transition", "popup", "keyboard", "shade", "anr", "displays"],
)  # fmt: skip
def test_the_app_in_front_is_found(lines: str, package: str, activity: str) -> None:
    state = parse_state(CLOCK + lines)
    assert (state.package, state.activity) == (package, activity)


@pytest.mark.parametrize(
    ("lines", "locked"),
    [
        ("    KeyguardServiceDelegate\n      showing=true\n", True),
        ("    KeyguardServiceDelegate\n      showing=true\n      occluded=true\n", False),
        ("    KeyguardServiceDelegate\n      showing=false\n", False),
        ("    mShowingLockscreen=true mShowingDream=false\n", True),
        ("    mDreamingLockscreen=true\n", True),
        ("  mKeyguardShowing=true\n", True),
        ("  something showing=true\n", False),
    ],
)
def test_the_lock_state_is_parsed(lines: str, locked: bool) -> None:
    assert parse_state(CLOCK + lines).locked is locked


@pytest.mark.parametrize(
    ("flags", "secure"),
    [
        ("fl=LAYOUT_IN_SCREEN SECURE HARDWARE_ACCELERATED", True),
        ("fl=LAYOUT_IN_SCREEN HARDWARE_ACCELERATED", False),
        ("fl=#81812120", True),
        ("fl=#81810120", False),
    ],
)
def test_a_focused_window_that_forbids_screenshots_is_recognised(flags: str, secure: bool) -> None:
    front = f"  Window #1 Window{{a1 u0 org.ex/org.ex.Main}}:\n    mAttrs={{(0,0) {flags}}}\n"
    behind = "  Window #2 Window{ff u0 org.bank/.Main}:\n    mAttrs={(0,0) fl=SECURE}\n"
    assert parse_state(CLOCK + front + behind + APP).secure is secure
