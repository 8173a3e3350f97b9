"""Converts failures of adb, adbutils, uiautomator2 and sockets into agentprog's errors, with the original words as
evidence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from agentprog.errors import (
    AutomationLost,
    DeviceError,
    DeviceGone,
    DeviceOffline,
    DeviceTimeout,
    DeviceUnauthorized,
    InjectionDenied,
    NoDevice,
)

HINT_AUTHORIZE = 'Unlock the phone and allow the dialog "Allow USB debugging?", then try again.'
HINT_OFFLINE = (
    "Unplug and plug in the cable, or for a network address: `agentprog disconnect ADDRESS` and `agentprog connect "
    "ADDRESS`."
)
HINT_UDEV = "Add udev rules for the phone (package android-sdk-platform-tools-common on Debian) and plug it in again."
HINT_INJECTION = (
    'On Xiaomi phones turn on "USB debugging (Security settings)" in the developer options; '
    "on others look there for a switch that allows simulated input."
)
HINT_SETTINGS = (
    "The phone's maker keeps settings and keyboards from adb: `agentprog doctor` names the switch in the developer "
    "options."
)
HINT_TAKEN = (
    "Another automation tool (Appium, an accessibility test, a second run) holds the phone's UiAutomation: "
    "stop it, or restart the phone."
)
HINT_RESTART = "Run `agentprog doctor`; restarting the phone helps when it persists."


class StayedAway(DeviceGone):
    """The phone did not come back during a wait: another wait would only double the time."""


class AutomationTaken(AutomationLost):
    """Another client holds the phone's only UiAutomation."""


class CallHung(DeviceTimeout):
    """The automation server accepted a call and did not answer in time."""


class AdbdHung(DeviceTimeout):
    """The phone is listed, but its adbd opens no service."""


class AutomationDown(AutomationLost):
    """The automation server is not running: it received nothing of the call, so the call may be repeated."""


class OutcomeUnknown(AutomationLost):
    """The call was sent and its answer lost: it may have been done or not."""


class RpcRefused(DeviceError):
    """The automation server understood a call and reports a Java exception; `java` is its class name."""

    def __init__(self, message: str, *, java: str, hint: str = "", evidence: str = "") -> None:
        super().__init__(message, hint=hint, evidence=evidence)
        self.java = java


_HINT_FULL = "Free some space on the phone. The disk of a simulated phone is this computer's, in the folder of the run."
_ADB_WORDS = (
    (r"unauthorized|authorizing", DeviceUnauthorized, "has not allowed this computer to debug it", HINT_AUTHORIZE),
    (r"still connecting", DeviceOffline, "is still connecting", "Wait a moment, then try again."),
    (r"offline", DeviceOffline, "is offline: adb lists it, but it does not answer", HINT_OFFLINE),
    (r"device '.*' not found|no devices|unknown host service", NoDevice, "is not attached", "See `agentprog devices`."),
    # adb's answer to a push; adbutils leaves the reason unread
    (r"^FAIL$", DeviceError, "did not store a file: its disk is full, or it allows no writing there", _HINT_FULL),
    (r"no permissions|insufficient permissions", DeviceUnauthorized, "may not be opened by this user", HINT_UDEV),
)


def from_adb(words: str, serial: str, doing: str) -> DeviceError:
    """The error behind the adb server's words about a phone."""
    for pattern, kind, meaning, hint in _ADB_WORDS:
        if re.search(pattern, words, re.IGNORECASE):
            return kind(f"the phone {serial} {meaning}", hint=hint, evidence=words)
    return DeviceGone(
        f"the connection to the phone {serial} broke while {doing}",
        hint="Check the cable or the network, then try again.",
        evidence=words,
    )


def from_rpc(method: str, java: str, stack: str) -> DeviceError:
    """The error behind the automation server's answer to a call."""
    evidence = f"{java}\n{stack}".strip()[:4000]
    if "UiAutomation not connected" in evidence or re.search(r"DeadObjectException|DeadSystem", java):
        return AutomationLost(f"the phone's UiAutomation is gone ({method})", hint=HINT_RESTART, evidence=evidence)
    if "INJECT_EVENTS" in evidence:
        return InjectionDenied("the phone refuses simulated input", hint=HINT_INJECTION, evidence=evidence)
    name = java.rsplit(".", 1)[-1] or "an unnamed error"
    return RpcRefused(f"the phone could not do {method}: {name}", java=java, evidence=evidence)


@contextmanager
def mapped(serial: str, doing: str) -> Iterator[None]:
    """Run calls of adbutils or uiautomator2 inside: their exceptions become a DeviceError.

    uiautomator2 is imported here because it is slow to import and only needed where it was used already.
    """
    import adbutils
    import requests
    from uiautomator2 import exceptions as u2

    try:
        yield
    except u2.AccessibilityServiceAlreadyRegisteredError as exc:
        raise AutomationTaken(
            f"the automation server cannot start on {serial}: UiAutomation is taken", hint=HINT_TAKEN, evidence=str(exc)
        ) from exc
    except (u2.LaunchUiAutomationError, u2.UiAutomationNotConnectedError, u2.APKSignatureError) as exc:
        raise AutomationLost(
            f"the automation server does not start on {serial}", hint=HINT_RESTART, evidence=repr(exc)
        ) from exc
    except (u2.HTTPTimeoutError, adbutils.AdbTimeout, requests.Timeout, TimeoutError) as exc:
        raise DeviceTimeout(f"{doing} took too long on {serial}", hint=HINT_RESTART, evidence=repr(exc)) from exc
    except u2.RPCError as exc:
        raise from_rpc(doing, type(exc).__name__, str(exc)) from exc
    except (adbutils.AdbError, u2.ConnectError, u2.AdbShellError) as exc:
        raise from_adb(str(exc), serial, doing) from exc
    except (u2.HTTPError, u2.BaseException, requests.RequestException) as exc:
        raise AutomationLost(
            f"the automation server on {serial} failed while {doing}", hint=HINT_RESTART, evidence=repr(exc)
        ) from exc
    except (OSError, EOFError) as exc:
        raise from_adb(repr(exc), serial, doing) from exc
