"""Our calls and the stock client's, side by side on one simulated phone without latency.

    python benchmarks/device.py [--rounds 20]

Both do the same for the same purpose, in turns, so that other work on the computer slows both. What is compared is the
overhead of the clients on this computer: a real phone adds its own time to both. An observation reads the tree, the
display, the app in front and the phone's clock. The ratio is that of the fastest calls: other work on the computer
only adds to them, and more to ours, which is not spent waiting. Exit status 1 when a tap with an observation costs us
a tenth of the stock client's time or more.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable
from typing import Any

from agentprog.app.phones.adb_server import private_adb_server
from agentprog.devices import AdbDevice, choose_device, open_device
from agentprog.phone.client import PhoneHandle, start_phone
from agentprog.ports import OpenApp, PressKey, Tap

_BAR = 0.1
_NOWHERE = (540, 20)
"""A place where a touch changes nothing: the status bar."""
_SIZES = ("1080x4200", "1080x13000")
"""Displays so high that a list of messages makes a tree of about 200 and about 600 nodes."""

Pair = tuple[str, Callable[[], object], Callable[[], object]]


def nothing() -> None:
    """What puts back a purpose that changes nothing."""


def compare(
    name: str, stock: Callable[[], object], ours: Callable[[], object], rounds: int, back: Callable[[], object]
) -> float:
    """Print medians and fastest calls of both, and the ratio of the latter, which is returned."""
    slow: list[float] = []
    fast: list[float] = []
    for number in range(rounds + 1):
        for function, took in ((stock, slow), (ours, fast)):
            began = time.perf_counter()
            function()
            if number:  # the first round warms up
                took.append((time.perf_counter() - began) * 1000)
            back()
    ratio = min(fast) / min(slow)
    medians = f"{statistics.median(slow):9.1f} {statistics.median(fast):9.1f}"
    print(f"{name:36} {medians} {min(slow):9.1f} {min(fast):9.1f} {ratio:7.3f}", flush=True)
    return ratio


class Both:
    """Our device and the stock client on one phone."""

    def __init__(self, port: int, phone: PhoneHandle) -> None:
        import adbutils
        import uiautomator2

        env = {"ANDROID_ADB_SERVER_PORT": str(port)}
        self.phone = phone
        self.serial = choose_device(phone.serial, env).serial
        self.device: AdbDevice = open_device(self.serial, env=env)
        self.stock: Any = uiautomator2.connect(adbutils.AdbClient(host="127.0.0.1", port=port).device(self.serial))
        self.call = self.device._automation.call

    def observe_stock(self, *, pixels: bool = False) -> None:
        self.stock.dump_hierarchy()
        self.stock.info  # noqa: B018
        self.stock.app_current()
        self.stock.shell("date +%s")
        if pixels:
            self.stock.screenshot()

    def observe(self, *, pixels: bool = False) -> None:
        self.device._observer._rest = 0.0  # as if the last look were long ago
        self.device.observe(screenshot=pixels)

    def dump(self) -> str:
        return str(self.call("dumpWindowHierarchy", False, 50))

    def tap_and_observe(self) -> None:
        self.call("click", *_NOWHERE, repeatable=False)
        self.observe()

    def tap_and_observe_stock(self) -> None:
        self.stock.click(*_NOWHERE)
        self.observe_stock()

    def pairs(self) -> list[Pair]:
        stock, call = self.stock, self.call
        return [
            ("device info", lambda: stock.info, lambda: call("deviceInfo")),
            ("shell command", lambda: stock.shell("true"), lambda: self.device._transport.shell("true")),
            ("tap", lambda: stock.click(*_NOWHERE), lambda: call("click", *_NOWHERE, repeatable=False)),
            ("screenshot", stock.screenshot, lambda: self.device._observer.picture()),
            ("observation", self.observe_stock, self.observe),
            ("observation with pixels", lambda: self.observe_stock(pixels=True), lambda: self.observe(pixels=True)),
        ]

    def hierarchies(self, rounds: int) -> None:
        """Trees of about 200 and 600 nodes."""
        for number in range(120):
            self.phone.incoming_sms(f"+155501{number:03}", f"message {number}")
        for size in _SIZES:
            self.phone.shell(f"wm size {size}")
            self.device.perform(OpenApp(name="SMS Messenger"))
            name = f"hierarchy, {self.dump().count('<node')} nodes"
            compare(name, self.stock.dump_hierarchy, self.dump, rounds, nothing)
        self.phone.shell("wm size reset")

    def opening_a_page(self, rounds: int) -> None:
        """Ours also watches until the new screen is at rest; the stock client reads whatever is there."""
        self.device.perform(OpenApp(name="Contacts"))
        target = next(e for e in self.device.observe().elements if e.label == "Create contact")

        def ours() -> None:
            self.device.perform(Tap(target=target))
            self.device.observe()

        def stock() -> None:
            self.stock.click(*target.bounds.center)
            self.observe_stock()

        def back() -> None:
            while not self.device.observe().activity.endswith("PeopleActivity"):
                self.device.perform(PressKey(key="back"))

        compare("tap that opens a page, seen at rest", stock, ours, rounds, back)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20)
    rounds = parser.parse_args().rounds
    with private_adb_server() as port, start_phone(lifetime="command") as phone:
        os.environ["ANDROID_ADB_SERVER_PORT"] = str(port)
        both = Both(port, phone)
        print(f"{'milliseconds':36} {'stock':>9} {'ours':>9} {'fastest':>9} {'fastest':>9} {'ratio':>7}")
        both.device.perform(OpenApp(name="Contacts"))
        for name, stock, ours in both.pairs():
            compare(name, stock, ours, rounds, nothing)
        ratio = compare("tap and observation", both.tap_and_observe_stock, both.tap_and_observe, rounds, nothing)
        both.opening_a_page(rounds)
        both.hierarchies(rounds)
        both.device.close()
    print(f"a tap and an observation: {ratio:.3f} of the stock client's time, to be below {_BAR}")
    return int(ratio >= _BAR)


if __name__ == "__main__":
    raise SystemExit(main())
