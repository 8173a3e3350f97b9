"""AndroidWorld's environment on a phone behind adb."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from agentprog.bench.androidworld.checkout import Checkout
from agentprog.bench.androidworld.forest import fill_forest
from agentprog.bench.androidworld.simulator import Console, make_simulator
from agentprog.devices.link.transport import Transport
from agentprog.errors import DeviceError

_ATTEMPTS = 4
_TASK = 'id: "agentprog"\nname: "AndroidWorld on a phone"\n'


@contextmanager
def android_world_env(checkout: Checkout, transport: Transport, console: Console | None = None) -> Iterator[Any]:
    """An `AsyncAndroidEnv` that is closed with the block. The phone needs `adb root`, as AndroidWorld's tasks do."""
    configs = checkout.env("components.config_classes")
    simulator = make_simulator(checkout, transport, console)
    manager = checkout.env("components.task_manager").TaskManager(_task(checkout))
    settings = checkout.env("components.device_settings").DeviceSettings(simulator)
    # The environment's blue lines over the picture would mislead models, and no check sees them.
    shown = configs.DeviceSettingsConfig(
        show_touches=False, show_pointer_location=False, show_status_bar=True, show_navigation_bar=True
    )
    coordinator = checkout.env("components.coordinator").Coordinator(
        simulator, manager, settings, configs.CoordinatorConfig(device_settings=shown)
    )
    raw = checkout.env("environment").AndroidEnv(simulator=simulator, coordinator=coordinator, task_manager=manager)
    env = checkout.world("env.interface").AsyncAndroidEnv(_controller(checkout, raw, transport))
    try:
        checkout.world("env.env_launcher").setup_env(env, emulator_setup=False, freeze_datetime=True)
        yield env
    finally:
        env.close()


def _task(checkout: Checkout) -> Any:
    """A task without steps and rewards, since android_env requires one."""
    loader, configs = checkout.env("loader"), checkout.env("components.config_classes")
    with tempfile.TemporaryDirectory(prefix="agentprog-") as folder:
        file = Path(folder) / "task.textproto"
        file.write_text(_TASK, encoding="utf-8")
        return loader._load_task(configs.FilesystemTaskConfig(path=str(file)))


def _controller(checkout: Checkout, raw: Any, transport: Transport) -> Any:
    """AndroidWorld's controller, with a forest read by `uiautomator dump`: it installs nothing on the phone."""
    module = checkout.world("env.android_world_controller")
    forests = checkout.env("proto.a11y.android_accessibility_forest_pb2")

    class DumpController(module.AndroidWorldController):  # type: ignore[misc,name-defined]
        def __init__(self) -> None:
            super().__init__(raw, a11y_method=module.A11yMethod.NONE)
            self._a11y_method = module.A11yMethod.A11Y_FORWARDER_APP

        def get_a11y_forest(self) -> Any:
            return read_forest(transport, forests.AndroidAccessibilityForest)

        def refresh_env(self) -> None:
            """Does nothing: every call connects anew."""

    return DumpController()


def read_forest(transport: Transport, make: Any) -> Any:
    """The screen as a forest. Raises DeviceError if the phone gives none."""
    dump = b""
    for _ in range(_ATTEMPTS):
        dump = transport.exec_out("uiautomator dump /dev/tty")
        start, end = dump.find(b"<?xml"), dump.rfind(b"</hierarchy>")
        if 0 <= start < end:
            return fill_forest(make(), dump[start : end + len(b"</hierarchy>")])
    raise DeviceError("the phone gives no dump of its screen", evidence=dump[:300].decode("utf-8", "replace"))
