"""How long an observation takes through AndroidWorld's environment, on a simulated phone behind stock adb.

    python benchmarks/androidworld.py --android-world PATH [--rounds 20]

Three screens in turn. `state` is what AndroidWorld's agents get (`get_state`: its forest and the picture),
`observation` what ours makes of it, with the app in front and the phone's clock; `after a tap` waits for two looks
alike as well. Exit status 1 when the median observation takes 0.3 s or more. Other work on the computer adds to all.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from agentprog.app.androidworld.env_device import EnvDevice
from agentprog.bench.androidworld.campaign import connected_phone
from agentprog.bench.androidworld.checkout import open_checkout
from agentprog.bench.androidworld.environment import android_world_env
from agentprog.ports import OpenApp, PointTarget, Tap

_BAR = 0.3
"""Seconds."""
_NOWHERE = PointTarget(x=540, y=20)
"""A place where a touch changes nothing: the status bar."""
_APPS = ("Contacts", "Settings", "Simple SMS Messenger")


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def show(name: str, took: Sequence[float]) -> float:
    """Print the fastest, the median and the slowest; the median is returned."""
    middle = statistics.median(took)
    print(f"{name:14} {min(took):8.3f} {middle:8.3f} {max(took):8.3f}")
    return middle


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--android-world", type=Path, required=True, metavar="PATH")
    parser.add_argument("--rounds", type=int, default=20)
    options = parser.parse_args()
    checkout = open_checkout(options.android_world)
    state: list[float] = []
    seen: list[float] = []
    tapped: list[float] = []
    with (
        connected_phone(None, os.environ) as (transport, console),
        android_world_env(checkout, transport, console) as env,
    ):
        device = EnvDevice(env)
        for number in range(options.rounds):
            device.perform(OpenApp(name=_APPS[number % len(_APPS)]))
            device.observe()
            state.append(seconds(lambda: env.get_state(wait_to_stabilize=False)))
            seen.append(seconds(device.observe))
            device.perform(Tap(target=_NOWHERE))
            tapped.append(seconds(device.observe))
    print(f"{'seconds':14} {'fastest':>8} {'median':>8} {'slowest':>8}")
    show("state", state)
    middle = show("observation", seen)
    show("after a tap", tapped)
    return int(middle >= _BAR)


if __name__ == "__main__":
    raise SystemExit(main())
