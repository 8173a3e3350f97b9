"""A phone behind adb as a simulator for android_env, through its extension point: android_env itself supports only its
emulator."""

from __future__ import annotations

import functools
import io
from collections.abc import Callable, Sequence
from typing import Any

from PIL import Image

from agentprog.bench.androidworld.checkout import Checkout
from agentprog.devices.link.adb import adb_program
from agentprog.devices.link.transport import Transport

Console = Callable[[Sequence[str]], bytes]
"""The commands of an emulator's console (`adb emu sms send ...`), for a phone that is not an emulator."""

_MOTIONS = {(False, True): "DOWN", (True, True): "MOVE", (True, False): "UP"}


def make_simulator(checkout: Checkout, transport: Transport, console: Console | None) -> Any:
    """A `BaseSimulator` on the phone of that transport. It is never started, stopped or rebooted from here."""
    base = checkout.env("components.simulators.base_simulator").BaseSimulator
    configs = checkout.env("components.config_classes")
    config = configs.AdbControllerConfig(
        adb_path=adb_program(),
        adb_server_port=transport.server.address.port,
        device_name=transport.serial,
        default_timeout=60.0,
    )
    simulator = type("PhoneSimulator", (_Phone, base), {})(configs.SimulatorConfig())
    simulator.transport = transport
    simulator.adb = functools.partial(_controller_class(checkout, console), config)
    simulator.log_stream = checkout.env("components.adb_log_stream").AdbLogStream
    simulator.as_array = checkout.package("numpy").asarray
    return simulator


class _Phone:
    """The methods that a `BaseSimulator` leaves to its subclass: touches, keys and pictures, here through adb."""

    transport: Transport
    adb: Callable[[], Any]
    log_stream: Callable[..., Any]
    as_array: Callable[[Image.Image], Any]
    _down = False

    def adb_device_name(self) -> str:
        return self.transport.serial

    def create_adb_controller(self) -> Any:
        return self.adb()

    def create_log_stream(self) -> Any:
        return self.log_stream(adb_command_prefix=self.adb().command_prefix())

    def _launch_impl(self) -> None:
        self.transport.shell("true")

    def send_touch(self, touches: Sequence[tuple[int, int, bool, int]]) -> None:
        """Send the first finger. A lift without a finger down is dropped; android_env sends one with each look."""
        x, y, down, _ = touches[0]
        motion = _MOTIONS.get((self._down, down))
        self._down = down
        if motion is not None:
            self.transport.shell(f"input motionevent {motion} {int(x)} {int(y)}")

    def send_key(self, keycode: Any, event_type: str) -> None:
        if event_type != "keydown":
            self.transport.shell(f"input keyevent {int(keycode)}")

    def _get_screenshot_impl(self) -> Any:
        data = self.transport.exec_out("screencap -p")
        return self.as_array(Image.open(io.BytesIO(data)).convert("RGB"))


def _controller_class(checkout: Checkout, console: Console | None) -> Any:
    """android_env's own adb class, without the emulator's console and for a shared adb server."""
    base = checkout.env("components.adb_controller").AdbController

    class SharedAdb(base):  # type: ignore[misc,valid-type]
        def execute_command(self, args: list[str], timeout: float | None = None, device_specific: bool = True) -> bytes:
            if args[:1] == ["emu"] and console is not None:
                return console(args[1:])
            found: bytes = super().execute_command(args, timeout, device_specific)
            return found

        def _restart_server(self, timeout: float | None = None) -> None:
            """Does nothing after a failed command: restarting the server would disconnect other users' phones."""

    return SharedAdb
