"""Our calls and the stock client's, side by side on one simulated phone without latency.

    python benchmarks/device.py [--rounds 30]

Both read the same facts in the same order. What is compared is the overhead of the clients on this computer: a real
phone adds its own time to both.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable
from typing import Any

from agentprog.app.adb_server import private_adb_server
from agentprog.devices import open_device
from agentprog.phone.client import start_phone
from agentprog.ports import OpenApp, PressKey, Tap


def median_ms(function: Callable[[], object], rounds: int) -> float:
    """Median wall time of a call, after one to warm up."""
    function()
    took = []
    for _ in range(rounds):
        began = time.perf_counter()
        function()
        took.append((time.perf_counter() - began) * 1000)
    return statistics.median(took)


def compare(port: int, serial: str, rounds: int) -> None:
    """Print each purpose with both medians and their ratio."""
    import adbutils
    import uiautomator2

    device = open_device(serial, env={"ANDROID_ADB_SERVER_PORT": str(port)})
    stock: Any = uiautomator2.connect(adbutils.AdbClient(host="127.0.0.1", port=port).device(serial))
    device.perform(OpenApp(name="Contacts"))
    automation, transport = device._automation, device._transport
    nowhere = (540, 230)
    nodes = stock.dump_hierarchy().count("<node")

    def stock_observation(*, pixels: bool) -> None:
        stock.dump_hierarchy()
        stock.info  # noqa: B018
        stock.app_current()
        stock.shell("date +%s")
        if pixels:
            stock.screenshot()

    def ours(*, pixels: bool = False) -> None:
        device._observer._rest = 0.0  # as if the last look were long ago
        device.observe(screenshot=pixels)

    pairs: list[tuple[str, Callable[[], object], Callable[[], object]]] = [
        ("device info", lambda: stock.info, lambda: automation.call("deviceInfo")),
        ("shell command", lambda: stock.shell("true"), lambda: transport.shell("true")),
        (f"hierarchy, {nodes} nodes", stock.dump_hierarchy, lambda: automation.call("dumpWindowHierarchy", False, 50)),
        ("tap", lambda: stock.click(*nowhere), lambda: automation.call("click", *nowhere, repeatable=False)),
        ("screenshot", stock.screenshot, lambda: automation.call("takeScreenshot", 1, 80)),
        ("observation", lambda: stock_observation(pixels=False), ours),
        ("observation with pixels", lambda: stock_observation(pixels=True), lambda: ours(pixels=True)),
    ]
    print(f"{'purpose':28} {'stock ms':>9} {'ours ms':>9} {'ratio':>7}")
    target = next(e for e in device.observe().elements if e.label == "Create contact")

    def back() -> None:
        while not device.observe().activity.endswith("PeopleActivity"):
            device.perform(PressKey(key="back"))

    def our_tap() -> None:
        device.perform(Tap(target=target))
        device.observe()

    def stock_tap() -> None:
        stock.click(*target.bounds.center)
        stock_observation(pixels=False)

    # Ours also watches until the new screen is at rest; the stock client reads whatever is there.
    slow, fast = (
        statistics.median([timed(function, back) for _ in range(rounds)]) for function in (stock_tap, our_tap)
    )
    report("tap that opens a page, read", slow, fast)
    for name, theirs, mine in pairs:
        slow, fast = median_ms(theirs, rounds), median_ms(mine, rounds)
        report(name, slow, fast)
    device.close()


def report(name: str, slow: float, fast: float) -> None:
    print(f"{name:28} {slow:9.1f} {fast:9.1f} {fast / slow:7.2f}")


def timed(function: Callable[[], object], afterwards: Callable[[], object]) -> float:
    """Wall time of one call in milliseconds; what puts things back is not counted."""
    began = time.perf_counter()
    function()
    took = (time.perf_counter() - began) * 1000
    afterwards()
    return took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=30)
    rounds = parser.parse_args().rounds
    with private_adb_server() as port, start_phone(lifetime="command") as phone:
        os.environ["ANDROID_ADB_SERVER_PORT"] = str(port)
        compare(port, _connected(port, phone.serial), rounds)


def _connected(port: int, serial: str) -> str:
    from agentprog.devices import choose_device

    return choose_device(serial, {"ANDROID_ADB_SERVER_PORT": str(port)}).serial


if __name__ == "__main__":
    main()
