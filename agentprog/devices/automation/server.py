"""The automation server: started by the stock client, called over our own channel, repaired when it dies."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from agentprog.devices.automation.rpc import Caller, Channel, NotHttp
from agentprog.devices.link.conditions import Condition, of_error
from agentprog.devices.link.deadline import Deadline, run_bounded
from agentprog.devices.link.foreign import AutomationDown, OutcomeUnknown, mapped
from agentprog.devices.link.transport import Transport
from agentprog.errors import AutomationLost, DeviceError, DeviceGone, DeviceOffline, NoDevice

if TYPE_CHECKING:
    from uiautomator2 import Device as StockClient

T = TypeVar("T")

_START_SECONDS = 45.0
SERVER_FILE = "/data/local/tmp/u2.jar"
"""The file that uiautomator2 installs on the phone and leaves there: it speeds up the next start."""
_LOST = (DeviceGone, DeviceOffline, NoDevice)


class StockCaller:
    """The stock uiautomator2 client as a way to call: slower, for a phone that refuses a kept connection."""

    def __init__(self, client: StockClient, serial: str) -> None:
        self._client = client
        self._serial = serial

    def call(self, method: str, params: tuple[Any, ...], deadline: Deadline) -> Any:
        def ask() -> Any:
            with mapped(self._serial, method):
                return self._client.jsonrpc_call(method, list(params), timeout=deadline.require())

        return run_bounded(ask, deadline)

    def ping(self, deadline: Deadline) -> bool:
        return run_bounded(self._client._check_alive, deadline)

    def close(self) -> None:
        """Does nothing: every call has its own connection."""


class Automation:
    """Calls of the automation server that survive the death of the server and a reconnected phone."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._caller: Caller = Channel(transport)
        self._client: StockClient | None = None
        self._mending = threading.Lock()
        self._starts = 0

    @property
    def starts(self) -> int:
        """How often the server was started."""
        return self._starts

    def ensure(self, seconds: float = _START_SECONDS) -> None:
        """Starts the server. A running one (of another tool) is used and left running."""
        deadline = self._transport.deadline("starting the automation server", seconds)
        try:
            if self._caller.ping(deadline):
                return
        except NotHttp:
            pass
        self._start(deadline)

    def _start(self, deadline: Deadline) -> None:
        transport = self._transport
        # Detecting a hanging phone here costs one short wait; inside the stock client it would cost minutes.
        transport.shell("true", seconds=min(transport.timeout, deadline.require()))
        client = self._client

        def start() -> StockClient:
            import uiautomator2

            with mapped(transport.serial, "starting the automation server"):
                if client is not None:
                    client.start_uiautomator()  # type: ignore[no-untyped-call]
                    return client
                return uiautomator2.connect(transport.stock())

        self._client = run_bounded(start, deadline)
        self._starts += 1
        self._caller.close()
        try:
            alive = self._caller.ping(deadline)
        except NotHttp:
            alive = False
        if not alive:
            self._caller = StockCaller(self._client, transport.serial)

    def _use_stock_client(self) -> None:
        """Switches to the stock client for good: this phone drops kept connections."""
        with self._mending:
            if isinstance(self._caller, StockCaller):
                return
            if self._client is None:
                self._start(self._transport.deadline("starting the automation server", _START_SECONDS))
            self._caller.close()
            if self._client is not None:
                self._caller = StockCaller(self._client, self._transport.serial)

    def call(self, method: str, *params: Any, seconds: float | None = None, repeatable: bool = True) -> Any:
        """The result of a call. After a lost server or connection it repairs the connection and repeats a repeatable
        call once.

        It repeats other calls (a tap) only if the server certainly did not receive them. If only the answer was lost,
        it repairs the server and raises OutcomeUnknown.
        """
        before = self._starts
        lost: DeviceError
        try:
            return self._caller.call(method, params, self._transport.deadline(method, seconds))
        except NotHttp as exc:
            self._use_stock_client()
            lost = OutcomeUnknown(f"the answer to {method} could not be read", evidence=str(exc))
            if not repeatable:
                raise lost from exc
        except OutcomeUnknown as exc:
            lost = exc
            self._mend(before)
            if not repeatable:
                self._mended(exc)
                raise
        except (AutomationDown, AutomationLost, *_LOST) as exc:
            lost = exc
            self._mend(before, restart=True)
        # A restarted server is slower than usual, so quick calls also get the phone's whole time limit.
        seconds_again = None if seconds is None else max(seconds, self._transport.timeout)
        result = self._caller.call(method, params, self._transport.deadline(method, seconds_again))
        self._mended(lost)
        return result

    def _mended(self, error: DeviceError) -> None:
        """Records a repaired trap. A broken connection is recorded when it is restored."""
        if (met := of_error(error)) is not None and not isinstance(error, _LOST):
            self.notice(met, mended=True, detail=error.message)

    def disconnect(self) -> None:
        """Close the kept connection; the next call opens a new one."""
        self._caller.close()

    def stop_server(self) -> None:
        """Stop the server if it was started here; the next call starts it."""
        self._caller.close()
        self._stop_own()

    def restart(self) -> None:
        """Restart the server in any state. A server that another tool started stays as it is."""
        with self._mending:
            self._caller.close()
            self._stop_own()
            self._start(self._transport.deadline("restarting the automation server", _START_SECONDS))

    def notice(self, condition: Condition, *, mended: bool = False, detail: str = "") -> None:
        """Record a trap that this phone showed."""
        self._transport.health.notice(condition, mended=mended, detail=detail)

    def _mend(self, before: int, restart: bool = False) -> None:
        """Restores phone and server, once for all waiting threads."""
        with self._mending:
            if self._starts != before:
                return
            self._caller.close()
            deadline = self._transport.deadline("restarting the automation server", _START_SECONDS)
            try:
                alive = self._caller.ping(deadline)
            except _LOST:
                self._transport.reconnect()
                alive = False
            if alive and not restart:
                return
            self._stop_own()
            self._start(deadline)

    def _stop_own(self) -> None:
        client = self._client
        if client is None:
            return

        def stop() -> None:
            with mapped(self._transport.serial, "stopping the automation server"):
                client.stop_uiautomator(wait=False)  # type: ignore[no-untyped-call]

        run_bounded(stop, self._transport.deadline("stopping the automation server"))

    def close(self) -> None:
        """Stops the server if it was started here."""
        self._caller.close()
        quietly(self._stop_own)
        self._client = None


def has_server_file(transport: Transport) -> bool:
    """True if the automation server was ever installed on this phone."""
    return transport.shell(["ls", SERVER_FILE]).code == 0


def remove_server_file(transport: Transport) -> None:
    """Removes the server file, for commands that leave nothing behind."""
    transport.shell(["rm", "-f", SERVER_FILE])


def quietly(function: Callable[[], T]) -> T | None:
    """Runs a clean-up step; if the phone is gone, nothing is left to clean."""
    try:
        return function()
    except DeviceError:
        return None
