"""Every foreign failure becomes an error of ours and keeps its own words."""

from __future__ import annotations

from typing import Any

import adbutils
import pytest
import requests

from agentprog.devices.link.foreign import AutomationTaken, RpcRefused, from_adb, from_rpc, mapped
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


def _u2(name: str, *args: Any) -> Exception:
    from uiautomator2 import exceptions

    return getattr(exceptions, name)(*args)  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("make", "kind"),
    [
        (lambda: adbutils.AdbError("device unauthorized.\n$ADB_VENDOR_KEYS is not set"), DeviceUnauthorized),
        (lambda: adbutils.AdbError("device offline"), DeviceOffline),
        (lambda: adbutils.AdbError("device 'x' not found"), NoDevice),
        (lambda: adbutils.AdbError("closed"), DeviceGone),
        (lambda: adbutils.AdbError("FAIL"), DeviceError),
        (lambda: adbutils.AdbError("('shell output invalid', 'x', b'')"), DeviceGone),
        (lambda: adbutils.AdbTimeout("adb read timeout"), DeviceTimeout),
        (lambda: _u2("ConnectError", "device x not online"), DeviceGone),
        (lambda: _u2("AdbShellError", "shell output invalid"), DeviceGone),
        (lambda: _u2("HTTPError", "Unable to connect to uiautomator2 server"), AutomationLost),
        (lambda: _u2("HTTPTimeoutError", "timeout"), DeviceTimeout),
        (lambda: _u2("LaunchUiAutomationError", "server not ready", "log"), AutomationLost),
        (lambda: _u2("AccessibilityServiceAlreadyRegisteredError", "already registered!"), AutomationTaken),
        (lambda: _u2("UiAutomationNotConnectedError", "UiAutomation not connected"), AutomationLost),
        (lambda: _u2("RPCUnknownError", "Unknown RPC error: -32001 java.lang.X", (), "stack"), DeviceError),
        (lambda: _u2("InputIMEError", "install AdbKeyboard ime failed"), DeviceError),
        (lambda: requests.ConnectionError("refused"), AutomationLost),
        (lambda: requests.Timeout("slow"), DeviceTimeout),
        (lambda: ConnectionResetError("reset"), DeviceGone),
        (lambda: TimeoutError("timed out"), DeviceTimeout),
        (lambda: EOFError("Expected 4 bytes, got 0"), DeviceGone),
    ],
)  # fmt: skip
def test_a_failure_of_the_clients_is_mapped_with_its_evidence(make: Any, kind: type[DeviceError]) -> None:
    error = make()
    with pytest.raises(kind) as caught, mapped("serial", "doing it"):
        raise error
    assert caught.value.__cause__ is error
    assert str(error.args[0])[:12] in caught.value.evidence
    assert type(caught.value) is kind or kind is DeviceError


def test_an_error_of_our_own_passes_through() -> None:
    with pytest.raises(ZeroDivisionError), mapped("serial", "doing it"):
        raise ZeroDivisionError


@pytest.mark.parametrize(
    ("java", "stack", "kind"),
    [
        ("java.lang.IllegalStateException", "...: UiAutomation not connected!", AutomationLost),
        ("android.os.DeadObjectException", "", AutomationLost),
        ("android.os.DeadSystemRuntimeException", "", AutomationLost),
        ("java.lang.SecurityException", "Injecting requires INJECT_EVENTS permission", InjectionDenied),
        ("androidx.test.uiautomator.UiObjectNotFoundException", "UiSelector", RpcRefused),
        ("", "", RpcRefused),
    ],
)  # fmt: skip
def test_errors_of_the_server_are_mapped_by_their_java_class(java: str, stack: str, kind: type[DeviceError]) -> None:
    error = from_rpc("click", java, stack)
    assert type(error) is kind
    assert java in error.evidence


def test_insufficient_permissions_are_the_users_to_mend() -> None:
    assert isinstance(from_adb("insufficient permissions for device", "x", "y"), DeviceUnauthorized)


def test_a_refused_push_reports_a_full_disk() -> None:
    error = from_adb("FAIL", "serial", "starting the automation server")
    assert "did not store a file: its disk is full" in error.message
    assert "cable" not in error.hint
    assert "this computer's" in error.hint
